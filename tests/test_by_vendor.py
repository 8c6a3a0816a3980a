"""What is read of every vendor at once: the same as if all of it were read anew, and only what was written is read."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase, directory, people, watch
from leverage.access.person import Person
from leverage.access.seen_index import SeenIndex
from leverage.by_vendor import MOST_AGAIN, Touched
from leverage.index import NAMES, DealRow, Index, RetractedRow, VendorRow, drop_vendor_rows
from leverage.text import fold

Write = Callable[..., Deal]

IT = Person("ian@corp.example", "IT", "contributor")


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    """A complete index without vendors."""
    index = Index(tmp_path)
    with index.replacing() as put:
        put([], [], [], [])
    yield index
    index.close()


def seen_of(index: Index) -> SeenIndex:
    """Look at an index as somebody of IT, whose department has a second spelling once the book of names says so."""
    return SeenIndex(index, IT, lambda a, b: a == b or (bool(index.noted(NAMES)) and {a, b} == {"IT", "Tech"}))


def row(n: int, vendor: int, chance: random.Random) -> DealRow:
    """Write a deal that is everybody's, Finance's, IT's, or that of IT by its other name."""
    audience = chance.choice(["", "", "Finance", "IT", "Tech"])
    told = {"vendor": "A", "version": chance.randrange(1, 9), "who": chance.choice("ABC"), "department": "IT", "entered_at": "x"}
    day = f"2026-01-{chance.randrange(1, 28):02}"
    return DealRow(str(n), f"vendor-{vendor}", **told, day=day, audience=_for(audience) if audience else "")


def _for(department: str) -> str:
    return f'[[["{department}"], ""]]'


def act(index: Index, chance: random.Random) -> None:
    """Write something, whatever it is."""
    n, vendor = chance.randrange(30), chance.randrange(6)
    deal, gone = row(n, vendor, chance), RetractedRow(str(n), f"vendor-{vendor}", 2, "", chance.choice(["", _for("Finance")]))
    named = VendorRow(f"vendor-{vendor}", chance.choice(["Acme", "acme", "Zeta", "Beta"]), chance.randrange(9))
    acts: list[Callable[[], Any]] = [
        lambda: index.put([deal], [named]),
        lambda: index.put([deal], [named]),
        lambda: index.put([], [named]),
        lambda: index.put_retracted(gone),
        lambda: index.remove_deals([str(n)]),
        lambda: index.hide({str(n): _for(chance.choice(["Finance", "IT"]))}),
        lambda: index.unhide([str(n)]),
        index.unhide,
        lambda: index.move_deals([deal], [gone], [named], f"vendor-{(vendor + 1) % 6}"),
        lambda: index.remove_vendor(f"vendor-{vendor}"),
        lambda: index.change(lambda db: drop_vendor_rows(db, f"vendor-{vendor}")),
        lambda: index.change(lambda db: db.execute("REPLACE INTO deals SELECT * FROM deals")),
        lambda: index.note(NAMES, chance.choice(["", "merged"])),
        lambda: index.note("else", "x"),
    ]
    chance.choice(acts)()


@pytest.mark.parametrize("seed", range(12))
def test_after_any_write_it_is_as_if_read_anew(index: Index, seed: int) -> None:
    """For the whole and for a person, whatever was hidden, shown, moved or dropped in between, in order and all."""
    chance = random.Random(seed)
    seen = seen_of(index)
    for _ in range(120):
        for _ in range(chance.choice([1, 1, 3])):
            act(index, chance)
        for kept, fresh in ((index, index), (seen, seen_of(index))):
            anew = fresh._read_vendors(None)
            assert kept.vendors() == sorted(anew.values(), key=lambda each: (fold(each.name), each.bank_id))
            assert list(kept.revisions().items()) == list(fresh._read_revisions(None).items())
        if chance.random() < 0.02:
            index.reset()
            with index.replacing() as put:
                put([row(n, n % 6, chance) for n in range(20)], [], [VendorRow(f"vendor-{n}", "A", 1) for n in range(6)], [])


def test_only_the_vendors_that_were_written_are_read_again(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all that a query could bring, it brings what changed; nothing is asked where nothing did."""
    index.put([row(n, n, random.Random(1)) for n in range(50)], [VendorRow(f"vendor-{n}", f"V {n}", 1) for n in range(50)])
    asked: list[Any] = []
    real = index._rows

    def rows(sql: str, values: Any = ()) -> list[Any]:
        asked.append(values)
        return real(sql, values)

    index.vendors(), index.revisions()
    monkeypatch.setattr(index, "_rows", rows)
    index.vendors(), index.revisions()
    assert asked == []
    index.put([row(3, 3, random.Random(3))])
    index.vendors(), index.revisions()
    assert asked == [['["vendor-3"]']] * 4


def test_many_writes_and_those_that_may_be_of_all_are_not_counted_one_by_one() -> None:
    """Then everything is read again; a write before is of no interest, one that fails touches nothing."""
    touched = Touched()
    touched.note(["a", "b"], 1)
    touched.note(["a"], 2)
    assert [touched.since(each) for each in (0, 1, 2)] == [{"a", "b"}, {"a"}, set()]
    touched.note((str(n) for n in range(MOST_AGAIN)), 3)
    assert touched.since(2) == {str(n) for n in range(MOST_AGAIN)}
    assert touched.since(0) is None
    touched.note_all(4)
    assert (touched.since(3), touched.since(4)) == (None, set())


def test_a_write_that_fails_touches_nothing(index: Index) -> None:
    """What it had begun is taken back, and the next write tells of its own vendors alone."""

    def fail(db: Any) -> None:
        db.execute("INSERT INTO vendors VALUES ('vendor-x', 'X', 1, '[]')")
        raise ValueError

    before = index.writes
    with pytest.raises(ValueError):
        index.change(fail)
    assert index.touched.since(before) == set()
    index.put([], [VendorRow("vendor-y", "Y", 1)])
    assert index.touched.since(before) == {"vendor-y"}


def test_lists_flags_and_days_stay_right_over_a_store_s_life(kb: KnowledgeBase, deal: Write) -> None:
    """Deals logged, restricted, opened, retracted and moved; vendors renamed and merged; departments merged."""
    signals = [("price_increase", "They raised it.")]
    view = kb.view(IT)

    def told(each: Any) -> Any:
        return each.vendors(), watch.open_counts(each), {bank: n for bank, n in _counted(each).items() if n}

    def _counted(each: Any) -> dict[str, int]:
        counts: dict[str, int] = {}
        for flag in watch.flags(each):
            counts[flag.bank_id] = counts.get(flag.bank_id, 0) + 1
        return counts

    def right() -> None:
        for kept, fresh in ((kb, kb), (view, kb.view(IT))):
            listed, opened, counted = told(kept)
            assert opened == counted
            anew = fresh.ask_index(lambda index: index._read_vendors(None))
            assert {each.bank_id: each.deal_count for each in listed} == {each: v.deal_count for each, v in anew.items()}
            assert kb.projection.behind(watch.FLAGS) == 0

    first = kb.log(deal(vendor="Acme", signals=signals)).deal_id
    kb.log(deal(vendor="Beta", signals=signals))
    right()
    kb.log(deal(vendor="Acme", visible_to=["Finance"], notes="hidden"))
    right()
    assert [each.deal_count for each in kb.vendors()] == [2, 1]
    assert [each.deal_count for each in view.vendors()] == [1, 1]
    record = kb.record(first)
    assert record is not None
    kb.edit(first, replace(record.deal(), visible_to=("Finance",)), version=record.version)
    right()
    assert [each.name for each in view.vendors()] == ["Beta"]
    people.merge(kb, "department", "Finance", "IT", by="Ann")
    right()
    assert [each.name for each in view.vendors()] == ["Acme", "Beta"]
    kb.retract(first, reason="wrong")
    right()
    directory.merge(kb, "Beta", "Acme", by="Ann")
    right()
    assert [each.name for each in kb.vendors()] == ["Acme"]


def test_what_is_behind_is_counted_right_after_writes_merges_and_a_lost_file(kb: KnowledgeBase, deal: Write) -> None:
    """It is what the next reading reads."""
    kb.log(deal(vendor="Acme"))
    kb.log(deal(vendor="Beta"))
    assert kb.projection.behind(watch.FLAGS) == 2
    watch.flags(kb)
    assert kb.projection.behind(watch.FLAGS) == 0
    kb.log(deal(vendor="Beta", notes="one more"))
    assert [kb.projection.behind(watch.FLAGS) for _ in range(2)] == [1, 1]
    watch.flags(kb)
    directory.merge(kb, "Beta", "Acme", by="Ann")
    assert kb.projection.behind(watch.FLAGS) == 1
    watch.flags(kb)
    assert kb.projection.behind(watch.FLAGS) == 0
    kb.projection.reset()
    assert kb.projection.behind(watch.FLAGS) == 1
