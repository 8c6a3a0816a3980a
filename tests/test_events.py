"""Events: what a vendor did outside any deal is kept, found, moved and erased like feedback, and is never a deal."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase, LeverageError, Signal, asking, backup, directory, erasure, events, people
from leverage.blotting import FORMER
from leverage.event_records import Event
from leverage.exports import deals_csv
from leverage.reflect.prompt import build_messages, new_marker
from tests.fakes import Clock, WordEmbedding
from tests.test_erasing import files_with

Open = Callable[..., KnowledgeBase]
Write = Callable[..., Deal]

ME = {"by": "Tom Becker", "department": "Sales"}
LETTER = Signal("price_increase", "List prices rise by 9% in May")


@pytest.fixture
def known(kb: KnowledgeBase, deal: Write) -> str:
    """Return the id of the one deal with Microsoft."""
    return kb.log(deal()).deal_id


def logged(kb: KnowledgeBase, vendor: str = "Microsoft", day: str = "2026-11-02", **fields: Any) -> Event:
    """Log an event in one line."""
    return events.log(kb, vendor, day, fields.pop("signals", [LETTER]), **ME | fields)


def test_an_event_is_no_deal(kb: KnowledgeBase, known: str) -> None:
    """Counts, confidence, contributors, exports and the prompt of a model stay as they were, and a narrative stays kept."""
    before, file = kb.brief("Microsoft"), deals_csv(kb)
    event = logged(kb, note="The quokka letter.")
    after = kb.brief("Microsoft")
    assert events.of(kb, "Microsoft") == [event]
    assert (after.deal_count, after.confidence, after.contributors) == (1, before.confidence, before.contributors)
    assert after.to_dict() == before.to_dict()
    assert after.content() == before.content()
    assert kb.count("Microsoft") == 1
    assert deals_csv(kb) == file
    assert kb.people() == ["Priya Nair"]
    assert "quokka" not in str(build_messages(after, max_tokens=6_000, marker=new_marker()).messages)
    assert kb.rebuild_index() == 1
    assert kb.check() == []
    assert set(kb.mover.held("vendor-microsoft")) == {known}


def test_recall_finds_an_event_as_dated_sentences(kb: KnowledgeBase, known: str) -> None:
    """One sentence a signal, with the day, who and where; an old one is labelled, and the answer says why it is there."""
    logged(kb, signals=[LETTER, ("minor", "Nobody picked up!")], product="Azure", note="Sent by post.")
    (hit,) = [each for each in kb.recall("Microsoft", "list prices rise", limit=50) if each.facet == "event"]
    head = "Event of 2 Nov 2026 recorded by Tom Becker, Sales, about Azure"
    assert hit.text == (
        f"{head}: price increase: “List prices rise by 9% in May”. {head}: “Nobody picked up!” Note: Sent by post."
    )
    assert (hit.logged_by, hit.department, hit.deal_date) == ("Tom Becker", "Sales", date(2026, 11, 2))
    assert (hit.product, hit.deal_id, hit.deal_ids, hit.is_old) == ("Azure", None, (), False)
    logged(kb, day="2024-01-02", signals=[("security_incident", "Keys were stolen")])
    (old,) = [each for each in kb.recall("Microsoft", "keys stolen", facet="event") if "Keys" in each.text]
    assert old.is_old
    assert "older than 24 months" in old.why
    answer = asking.ask(kb, "Microsoft", "keys stolen", topic="event")
    assert [each.id for each in answer.memories][:1] == [old.id]
    assert asking.why(answer.memories[0])


def test_events_come_newest_first_and_once(kb: KnowledgeBase, known: str) -> None:
    """By their day; a second click or the very same words add nothing, another key does."""
    old = logged(kb, day="2026-10-01")
    new = logged(kb, day="2026-11-29")
    assert logged(kb, day="2026-11-29") == new
    assert logged(kb, key="k1") == logged(kb, key="k1", note="changed")
    again = logged(kb, key="k2")
    assert [each.day.isoformat() for each in events.of(kb, "MICROSOFT")] == [
        "2026-11-29",
        "2026-11-02",
        "2026-11-02",
        "2026-10-01",
    ]
    assert {old, new, again} < set(events.of(kb, "Microsoft"))


def test_an_event_can_be_taken_out(kb: KnowledgeBase, known: str) -> None:
    """It is gone from the list and from recall; a kept brief is counted anew both times."""
    first = kb.revision("Microsoft")
    event = logged(kb)
    second = kb.revision("Microsoft")
    events.remove(kb, "Microsoft", event.id)
    assert len({first, second, kb.revision("Microsoft")}) == 3
    assert events.of(kb, "Microsoft") == []
    assert kb.recall("Microsoft", "list prices rise", facet="event") == []
    with pytest.raises(LeverageError, match="not there any more"):
        events.remove(kb, "Microsoft", event.id)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"day": "2026-11-30"}, "still to come"),
        ({"day": ""}, "day is missing"),
        ({"day": "May"}, "no day"),
        ({"signals": []}, "What they did is blank"),
        ({"signals": [("price_decrease", "x")]}, "none of"),
        ({"signals": [("minor", "x" * 301)]}, "at most 300"),
        ({"signals": [f"event {n}" for n in range(11)]}, "at most 10"),
        ({"note": "x" * 1001}, "at most 1,000"),
        ({"by": " "}, "Your name is missing"),
        ({"by": FORMER}, "whose name was erased"),
        ({"department": ""}, "Your department is missing"),
        ({"vendor": "Nobody"}, "Nothing is recorded about “Nobody”."),
        ({"vendor": " "}, "The vendor's name is blank."),
    ],
)
def test_what_can_not_be_taken_is_refused_in_a_sentence(
    kb: KnowledgeBase, known: str, changes: dict[str, Any], said: str
) -> None:
    """Nothing is kept then."""
    with pytest.raises(LeverageError, match=said.replace(".", r"\.")) as problem:
        logged(kb, **changes)
    assert str(problem.value).endswith(".")
    assert events.of(kb, "Microsoft") == []


def test_a_merge_takes_events_along_and_its_undoing_brings_them_back(kb: KnowledgeBase, deal: Write, known: str) -> None:
    """What was there before goes back, by the record that it is; a split leaves events where they are."""
    kb.log(deal(vendor="MSFT", deal_date="2026-02-01"))
    here, there = logged(kb), logged(kb, "MSFT")
    assert here.id == there.id
    change = directory.merge(kb, "MSFT", "Microsoft")
    assert [each.id for each in events.of(kb, "MSFT")] == [here.id]
    other = logged(kb, "MSFT", note="since")
    directory.undo(kb, change.id)
    assert events.of(kb, "MSFT") == [there]
    assert set(events.of(kb, "Microsoft")) == {here, other}
    directory.split(kb, "Microsoft", [known], "Nokia")
    assert events.of(kb, "Nokia") == []
    assert set(events.of(kb, "Microsoft")) == {here, other}
    assert kb.check() == []


@pytest.mark.folder
def test_a_backup_brings_events_back(kb: KnowledgeBase, tmp_path: Path, known: str) -> None:
    """It stands in the restored store as it was, and is found there; so it is after a restart."""
    event = logged(kb, note="All of it.")
    assert backup.write(kb, tmp_path / "b.zip").deals == 1
    backup.restore(tmp_path / "b.zip", tmp_path / "new", embedding=WordEmbedding())
    with KnowledgeBase.open(tmp_path / "new", embedding=WordEmbedding(), clock=Clock()) as restored:
        assert events.of(restored, "Microsoft") == [event]
        assert len(restored.recall("Microsoft", "list prices", facet="event")) == 1
        assert restored.check() == []


def test_an_event_outlives_a_deal_and_goes_with_its_vendor(kb: KnowledgeBase, store: Path, known: str) -> None:
    """No deal takes it along; erasing the vendor leaves not a byte of it."""
    event = logged(kb, signals=[("lock_in", "The quokka stays")])
    kb.forget(known)
    assert events.of(kb, "Microsoft") == [event]
    assert kb.vendor("Microsoft") is None
    assert erasure.preview_vendor(kb, "Microsoft").events == 1
    erasure.erase_vendor(kb, "Microsoft")
    assert files_with(store, "quokka") == []


def test_an_erased_name_leaves_events(kb: KnowledgeBase, store: Path, known: str) -> None:
    """Who recorded it becomes a former colleague, and so does whoever is named in a quote or note; other words stay."""
    logged(
        kb,
        signals=[("bypassed_procurement", "They rang Ann Quokka")],
        note="Ann Quokka said yes.",
        by="Ann Quokka",
        department="IT",
    )
    assert erasure.preview_person(kb, "Ann Quokka").is_known
    erasure.erase_person(kb, "Ann Quokka")
    (left,) = events.of(kb, "Microsoft")
    assert (left.by, left.department, left.version) == (FORMER, "IT", 2)
    assert left.signals == (Signal("bypassed_procurement", f"They rang {FORMER}"),)
    assert left.note == f"{FORMER} said yes."
    assert files_with(store, "quokka") == []
    assert kb.check() == []


def test_people_are_shown_by_the_names_they_go_by(kb: KnowledgeBase, known: str) -> None:
    """A name that leads to another one is shown as that one."""
    logged(kb, by="P. Nair")
    people.merge(kb, "person", "P. Nair", "Priya Nair")
    assert events.of(kb, "Microsoft")[0].by == "Priya Nair"


def test_what_a_later_version_added_is_kept() -> None:
    """A field and a kind of signal that are not known are read, and written again as they were."""
    stored = {
        "schema": 9, "id": "event:1", "day": "2026-11-02", "signals": [{"kind": "sold_our_data", "quote": "they sold it"}],
        "by": "Tom", "department": "IT", "product": None, "note": "", "at": "2026-11-02T10:00:00+00:00", "version": 1,
        "weight": 3,
    }  # fmt: skip
    assert Event.from_json(stored).to_json() == stored
