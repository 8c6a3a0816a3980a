"""Role by act: what a role allows is noted once before it begins, and what it does not allow changes nothing at all."""

import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from leverage import (
    Deal,
    KnowledgeBase,
    backup,
    directory,
    erasure,
    events,
    exports,
    feedback,
    following,
    imports,
    inbox,
    last_digest,
    people,
    playbook,
    subscription,
    watch,
)
from leverage.access.acts import ACTS
from leverage.access.person import ROLES, Person, Role
from leverage.access.rates import Rates
from leverage.errors import NotAllowed, StoreUnavailable
from tests.access.marked import Model
from tests.fakes import Clock, WordEmbedding
from tests.inbox.plain_notes import propose

WORD = "zyzzo"
Does = Callable[[Any, Any], Any]
ROWS = f"vendor,deal_date,logged_by,department,outcome,notes\nImported {{}},2025-11-03,Ann Lee,IT,agreed,{WORD} row.\n"


def person(role: Role) -> Person:
    """Return somebody in a role, each with an address of its own."""
    return Person(f"{role}@corp.example", "IT", role, f"Somebody {role}")


def _deal(n: int = 0, **more: Any) -> Deal:
    told = {"vendor": "Acme", "deal_date": "2026-03-02", "logged_by": "Priya Nair", "department": "IT", "outcome": "agreed"}
    signals = {"signals": [("security_incident", f"{WORD} keys {n}.")], "tactics": [(f"asked {WORD} {n}", "worked")]}
    return Deal(**told | signals | {"notes": f"{WORD} note {n}.", "discount_pct": n} | more)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A store in which there is something for each act to be done to."""
    folder = tmp_path_factory.mktemp("acts")
    kb = KnowledgeBase.open(folder / "store", embedding=WordEmbedding(), clock=Clock(), model=Model())
    kb.rates = Rates({}, kb.now)
    s = SimpleNamespace(kb=kb, n=100, folder=folder)
    s.deal = kb.log(_deal(1)).deal_id
    s.other = kb.log(_deal(2, vendor="Beta")).deal_id
    s.feedback = feedback.note(kb, "Acme", "asked", "helped", happened=WORD, by="Ann Lee", department="IT").id
    s.event = events.log(kb, "Acme", "2026-10-01", [("lock_in", WORD)], by="Ann Lee", department="IT").id
    yield s
    kb.close()


def _own(view: Any, s: Any) -> tuple[str, int]:
    """Return a deal that whoever looks may change, with its version; it is logged for them."""
    s.n += 1
    email = view.person.email or None
    return s.kb.log(_deal(s.n % 99, product=f"P{s.n}", logged_by_email=email)).deal_id, 1


def _proposal(view: Any, s: Any) -> str:
    s.n += 1
    text = f"Date: 2026-03-02\nFrom: Jonas Weber\n\nDeal: Acme, {s.n % 90}% off list, with {WORD} {s.n}\n"
    inbox.add(s.kb, [inbox.Source(f"{s.n}.txt", "text", text, f"{s.n:064}")], propose=propose)
    return next(each.id for each in inbox.pending(s.kb) if str(each.source_name) == f"{s.n}.txt")


def _imported(view: Any, s: Any) -> str:
    """Return an import that whoever looks has made, as a contributor."""
    s.n += 1
    theirs = s.kb.view(replace(view.person, role="contributor")) if view.person.email else s.kb
    return imports.commit(theirs, imports.plan(ROWS.format(s.n).encode(), "rows.csv", kb=theirs), by="Ann Lee").batch_id


def _theirs(view: Any, s: Any) -> str:
    s.n += 1
    return imports.commit(s.kb, imports.plan(ROWS.format(s.n).encode(), "rows.csv", kb=s.kb), by="Ann Lee").batch_id


def _on_retracted(view: Any, s: Any) -> str:
    deal_id, _ = _own(view, s)
    s.kb.retract(deal_id, "Wrong.")
    return deal_id


def _lesson(view: Any, s: Any) -> str:
    s.n += 1
    s.kb.log(_deal(s.n % 99, product=f"P{s.n}", tactics=[(f"waited {WORD} {s.n}", "worked")]))
    return playbook.lessons(s.kb, "Acme")[0].id


def _flag(view: Any, s: Any) -> str:
    s.n += 1
    s.kb.log(_deal(vendor=f"Flagged {s.n}"))
    return watch.flags(s.kb, f"Flagged {s.n}")[0].flag_id


def _vendor(view: Any, s: Any) -> str:
    s.n += 1
    s.kb.log(_deal(vendor=f"Vendor {s.n}"))
    return f"Vendor {s.n}"


# Of each act: what is there before, and what is done with it through a view, `x` being that.
DOES: Mapping[str, tuple[Does, Callable[[Any, Any, Any], Any]]] = {
    "follow": (_vendor, lambda view, s, x: following.follow(view, "x", x)),
    "export": (_vendor, lambda view, s, x: exports.deals_csv(view, x, department="IT")),
    "ask_model": (_vendor, lambda view, s, x: view.reflect(x)),
    "digest": (_vendor, lambda view, s, x: last_digest.remember(view, "x", view.now(), [])),
    "calendar": (_vendor, lambda view, s, x: subscription.renew(view)),
    "log": (_vendor, lambda view, s, x: view.log(_deal(vendor=x, product="Q"))),
    "edit": (_own, lambda view, s, x: view.edit(x[0], _deal(3, logged_by_email=view.person.email), x[1])),
    "retract": (_own, lambda view, s, x: view.retract(x[0], f"{WORD} why.")),
    "restore_deal": (_on_retracted, lambda view, s, x: view.restore(x)),
    "feedback": (_vendor, lambda view, s, x: feedback.note(view, x, WORD, "helped", by="x", department="IT")),
    "event": (
        _vendor,
        lambda view, s, x: events.log(view, x, "2026-11-02", [("lock_in", WORD)], by="x", department="IT"),
    ),
    "notes": (_vendor, lambda view, s, x: playbook.write_notes(view, x, WORD, by="x", version=0)),
    "import": (
        _vendor,
        lambda view, s, x: imports.commit(view, imports.plan(ROWS.format(x).encode(), "rows.csv", kb=view), by="x"),
    ),
    "undo_import": (_imported, lambda view, s, x: imports.undo(view, x)),
    "propose": (
        _vendor,
        lambda view, s, x: inbox.add(
            view, [inbox.Source(f"{x}.txt", "text", f"Date: 2026-03-02\n\nDeal: {x}, 3% off list\n", x)]
        ),
    ),
    "decide": (_proposal, lambda view, s, x: inbox.dismiss(view, x, f"{WORD} no.", by="x")),
    "review": (_flag, lambda view, s, x: watch.review(view, x, "x", f"{WORD} seen.", department="IT")),
    "lesson": (_lesson, lambda view, s, x: playbook.confirm(view, "Acme", x, by="x")),
    "merge": (_vendor, lambda view, s, x: directory.rename(view, x, f"{x} {WORD}")),
    "names": (_vendor, lambda view, s, x: people.merge(view, "person", f"Ben {x}", f"Benjamin {x}")),
    "vendor": (_vendor, lambda view, s, x: directory.add_note(view, x, "year end", WORD, "A report", by="x")),
    "access": (_vendor, lambda view, s, x: people.merge(view, "department", f"Dep {x}", f"Department {x}")),
    "erase": (_own, lambda view, s, x: erasure.erase_deal(view, x[0])),
    "backup": (_vendor, lambda view, s, x: backup.write(view, io.BytesIO())),
    "care": (_vendor, lambda view, s, x: view.check()),
}
# What is allowed by another act's name: what is refused says it, and what is done is noted as the act that it is.
FURTHER: Mapping[str, tuple[Does, Callable[[Any, Any, Any], Any], str]] = {
    "edit_others": (lambda view, s: s.kb.log(_deal(_next(s))).deal_id, lambda view, s, x: view.retract(x, "Wrong."), "retract"),
    "undo_others": (_theirs, lambda view, s, x: imports.undo(view, x), "undo_import"),
}
# What no function of the package over a store does: pages ask for it, or it reads.
ASKED_FOR = frozenset({"restore", "settings", "audit", "inbox"})


def _next(s: Any) -> int:
    s.n += 1
    return int(s.n % 99)


def test_each_act_is_done_here() -> None:
    """One that is new has to be put on one of the lists."""
    assert {*DOES, *FURTHER, *ASKED_FOR} == set(ACTS)


@pytest.mark.parametrize("act", [*DOES, *FURTHER])
def test_from_its_role_on_it_is_done_and_noted_once(store: Any, act: str) -> None:
    """By whom, about which vendor or deals, before it begins, and without a word of any deal."""
    before, does, noted_as = FURTHER[act] if act in FURTHER else (*DOES[act], act)
    for role in ROLES[ROLES.index(ACTS[act]) :: 3] or ROLES[-1:]:
        view = store.kb.view(person(role))
        given = before(view, store)
        count = store.kb.trail.count()
        does(view, store, given)
        rows = store.kb.trail.rows(limit=store.kb.trail.count() - count)
        assert [(row.act, row.who) for row in rows] == [(noted_as, _known_as(store, role))]
        assert WORD not in repr(rows).lower()
        if isinstance(given, tuple):
            assert given[0] in repr(rows[0])
        if act in ("follow", "export", "ask_model", "feedback", "event", "notes", "merge", "vendor", "log"):
            assert rows[0].vendor == f"vendor-{given.lower().replace(' ', '-')}"


def _known_as(store: Any, role: Role) -> str:
    """Return the id under which somebody stands in the trail."""
    store.kb.view(person(role)).note("digest")
    (row,) = store.kb.trail.rows(limit=1)
    return str(row.who)


@pytest.mark.parametrize("act", [act for act in [*DOES, *FURTHER] if ACTS[act] != "reader"])
def test_below_its_role_it_is_refused_and_nothing_is_changed(store: Any, act: str) -> None:
    """The sentence names the role that it takes and the role there is; neither store nor trail tell of it."""
    before, does = FURTHER[act][:2] if act in FURTHER else DOES[act]
    below = ROLES[ROLES.index(ACTS[act]) - 1]
    for role in {below, ROLES[0]} if act in ("log", "erase") else {below}:
        view = store.kb.view(person(role))
        given = before(view, store)
        state = _state(store.kb)
        with pytest.raises(NotAllowed, match=f"takes the role {ACTS[act]}, and yours is {role}"):
            does(view, store, given)
        assert _state(store.kb) == state


@pytest.mark.parametrize("act", sorted({*DOES} - {"care"}))
def test_what_cannot_be_noted_is_not_done(store: Any, act: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A trail that can't be written stops an administrator, too, before anything is changed."""
    before, does = DOES[act]
    view = store.kb.view(person("admin"))
    given = before(view, store)
    state = _state(store.kb)

    def full(*args: Any, **kwargs: Any) -> None:
        raise StoreUnavailable("The audit trail can't be written.")

    with monkeypatch.context() as patched:
        patched.setattr(store.kb.trail, "note", full)
        with pytest.raises(StoreUnavailable, match="audit trail"):
            does(view, store, given)
    assert _state(store.kb) == state


def _state(kb: KnowledgeBase) -> Any:
    """Return all that is kept, and how long the trail is."""
    banks = {bank_id: kb.banks.bank(bank_id).records() for bank_id in kb.banks.engine.bank_ids()}
    listed = kb.ask_index(
        lambda index: (index.deals(), index.retracted_deals(), index.vendor_rows(), index.erased(kb.hidden_deals()))
    )
    return banks, listed, kb.waiting(), kb.trail.count()


def test_the_row_is_there_before_the_act_begins(store: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is cut short in the middle has left its row."""
    view = store.kb.view(person("contributor"))
    count = store.kb.trail.count()
    seen: list[int] = []

    def log(*args: Any, **kwargs: Any) -> None:
        seen.append(store.kb.trail.count())
        raise StoreUnavailable("Cut short.")

    monkeypatch.setattr(store.kb._writer, "log", log)
    with pytest.raises(StoreUnavailable, match="Cut short"):
        view.log(_deal(98, product="Cut"))
    assert seen == [count + 1]


def test_an_act_within_another_is_part_of_it(store: Any) -> None:
    """An accepted proposal is one row, though a deal is logged; a merge that renames and carries is one, too."""
    view = store.kb.view(person("curator"))
    given = _proposal(view, store)
    first, second = _vendor(view, store), _vendor(view, store)
    for does in (
        partial(inbox.accept, view, given, _deal(4, product="Accepted"), by="x"),
        partial(directory.merge, view, first, second),
    ):
        count = store.kb.trail.count()
        does()
        assert store.kb.trail.count() == count + 1


def test_who_signs_is_who_is_signed_in(store: Any) -> None:
    """Whatever name is given: it is recorded, and told to colleagues, as theirs."""
    view = store.kb.view(person("curator"))
    vendor = _vendor(view, store)
    assert feedback.note(view, vendor, "q", "helped", by="Somebody else", department="IT").by == "Somebody curator"
    assert watch.review(view, _flag(view, store), "Somebody else", "Seen.", department="IT").reviews[-1].by == "Somebody curator"
    assert directory.rename(view, vendor, f"{vendor} B", by="Somebody else").by == "Somebody curator"
    deal_id = store.kb.log(_deal(_next(store))).deal_id
    view.retract(deal_id, "Wrong.", by="Somebody else")
    assert store.kb.record(deal_id).changed_by == "Somebody curator"
