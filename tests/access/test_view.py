"""Who sees a deal: the rule itself, and that it holds while a deal waits, changes, moves, goes and comes back."""

import sqlite3
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase, LeverageError, agenda, directory, events, feedback, people, savings, twins, watch
from leverage.access.person import Person
from leverage.errors import EditConflict, NotAllowed, StoreUnavailable, UnknownDeal
from leverage.index import FILE_NAME
from tests.fakes import FailingEngine

Write = Callable[..., Deal]
Open = Callable[..., KnowledgeBase]

FINANCE = Person("fay@corp.example", "Finance", "contributor", "Fay Finance")
IT = Person("ian@corp.example", "IT", "contributor", "Ian IT")
CURATOR = Person("cora@corp.example", "Legal", "curator", "Cora")
ADMIN = Person("ada@corp.example", "Legal", "admin", "Ada")
WORD = "zyzzo"


@pytest.fixture
def write(deal: Write) -> Write:
    """A deal that only Finance may see, unless it is said otherwise."""
    return lambda **more: deal(**{"vendor": "Acme", "notes": f"A {WORD} note.", "visible_to": ["Finance"]} | more)


def sees(kb: KnowledgeBase, person: Person, deal_id: str) -> bool:
    """Say whether a person sees a deal, however they look."""
    view = kb.view(person)
    ways = {
        view.record(deal_id) is not None,
        view.home_of(deal_id) is not None,
        any(each.deal_id == deal_id for each in view.ask_index(lambda index: [*index.deals(), *index.retracted_deals()])),
        any(each.deal_id == deal_id for _, held in view.records() for each in held),
    }
    assert len(ways) == 1, "The ways to look do not agree."
    return ways.pop()


@pytest.mark.parametrize(
    ("visible_to", "person", "is_seen"),
    [
        (["Finance"], Person(department="Finance"), True),
        (["finance "], Person(department=" FINANCE"), True),
        (["Finance"], Person(department="IT"), False),
        (["Finance"], Person(department=""), False),
        (["Finance"], Person("Finance", "IT"), False),
        (["Finance"], Person("finance@corp.example", "IT"), False),
        (["Finance", "IT"], Person(department="it"), True),
        (["Ann@Corp.Example"], Person("ann@corp.example"), True),
        (["ann@corp.example"], Person(" ANN@corp.EXAMPLE "), True),
        (["ann@corp.example"], Person("ann@corp.example.org"), False),
        (["ann@corp.example"], Person("", "ann@corp.example"), False),
        (["ann@corp.example"], Person("", ""), False),
        (["@corp.example"], Person("ann@corp.example"), False),
        (["@"], Person("", "@"), False),
        (["-"], Person(department=""), False),
        (["Ｆｉｎａｎｃｅ"], Person(department="Finance"), True),
        (["Finance\u200b"], Person(department="Finance"), True),
        (["Fin\u0430nce"], Person(department="Finance"), False),  # a Cyrillic letter is another one
        (["Straße"], Person(department="STRASSE"), True),
        (["*"], Person(department="Finance"), False),
        (["%"], Person(department="Finance"), False),
        (["Finance"], Person(role="curator"), False),
        (["Finance"], Person(role="admin"), True),
    ],
)
def test_who_is_named_sees(kb: KnowledgeBase, write: Write, visible_to: list[str], person: Person, is_seen: bool) -> None:
    """A department by any spelling, an address in any case, an administrator; a department is no address, nor the reverse."""
    receipt = kb.log(write(visible_to=visible_to))
    assert sees(kb, person, receipt.deal_id) is is_seen
    kb.log(write(notes="Everybody's", visible_to=[]))
    assert kb.view(person).brief("Acme").restricted == (0 if is_seen else 1)


def test_whoever_logged_it_sees(kb: KnowledgeBase, write: Write) -> None:
    """By the address of the deal, in any case, and by the one under which it was entered; a name is nobody."""
    by_address = kb.log(write(logged_by_email="IAN@corp.example", discount_pct=1)).deal_id
    by_name = kb.log(write(logged_by="Ian IT", discount_pct=2)).deal_id
    assert sees(kb, IT, by_address)
    assert not sees(kb, IT, by_name)
    assert not sees(kb, Person("", "IT", name="Ian IT"), by_name)
    own = kb.view(IT).log(write(logged_by="Ian IT", discount_pct=3)).deal_id
    record = kb.view(IT).record(own)
    assert record
    assert record.entered_by == "ian@corp.example"
    assert record.values["logged_by_email"] == "ian@corp.example"
    for_colleague = kb.view(IT).log(write(logged_by="Ben Ott", logged_by_email="ben@corp.example", discount_pct=4)).deal_id
    record = kb.record(for_colleague)
    assert record
    assert (record.entered_by, record.values["logged_by_email"]) == ("ian@corp.example", "ben@corp.example")
    for person in (IT, Person("ben@corp.example"), FINANCE):
        assert sees(kb, person, for_colleague)
    assert not sees(kb, CURATOR, for_colleague)


def test_a_department_goes_by_its_merged_names(kb: KnowledgeBase, write: Write) -> None:
    """At once, and no longer once the merge is undone; only an administrator may merge departments."""
    deal_id = kb.log(write()).deal_id
    person = Person(department="Accounting")
    assert not sees(kb, person, deal_id)
    with pytest.raises(NotAllowed, match="admin"):
        people.merge(kb.view(CURATOR), "department", "Accounting", "Finance")
    change = people.merge(kb.view(ADMIN), "department", "Accounting", "Finance")
    assert sees(kb, person, deal_id)
    people.undo(kb, change.id)
    assert not sees(kb, person, deal_id)


def test_a_person_can_only_look_through_their_own_eyes(kb: KnowledgeBase) -> None:
    """From one view there is no way to another's."""
    assert kb.view(IT).view(IT).person == IT
    with pytest.raises(NotAllowed):
        kb.view(IT).view(ADMIN)
    assert kb.view(ADMIN).view(IT).person == IT


@pytest.mark.parametrize("ready", [True, False])
def test_it_is_hidden_while_it_waits(kb: KnowledgeBase, write: Write, open_kb: Open, ready: bool) -> None:
    """A bank that is away changes nothing: neither the list of what waits nor a retry nor the next start shows it."""
    kb.registry._wake = lambda: None
    kb._replay.wake = lambda: None  # type: ignore[method-assign]
    if ready:
        kb.log(write(visible_to=[], notes="Open."))
    failing = FailingEngine(kb.banks.engine, 1, after=False)
    receipt = kb.view(FINANCE).log(write())
    assert receipt.waiting
    assert [each.deal_id for each in kb.view(FINANCE).waiting()] == [receipt.deal_id]
    assert kb.view(IT).waiting() == []
    with pytest.raises(UnknownDeal):
        kb.view(CURATOR).retract(receipt.deal_id, "Why not.")
    failing.is_broken = False
    kb.close()
    kb = open_kb()
    assert kb.waiting() == []
    assert sees(kb, FINANCE, receipt.deal_id)
    assert not sees(kb, IT, receipt.deal_id)


def test_an_edit_that_waits_shows_to_nobody_whom_it_hides_from(kb: KnowledgeBase, write: Write) -> None:
    """Open to restricted: hidden from the moment of the edit. Restricted to open: shown once it is so in the bank."""
    kb._replay.wake = lambda: None  # type: ignore[method-assign]
    closing = kb.log(write(visible_to=[], discount_pct=1)).deal_id
    opening = kb.log(write(discount_pct=2)).deal_id
    failing = FailingEngine(kb.banks.engine, 1, after=False)
    assert kb.edit(closing, write(discount_pct=1), 1).waiting
    assert kb.edit(opening, write(visible_to=[], discount_pct=2), 1).waiting
    assert kb.view(IT).waiting() == []
    assert kb.view(IT).ask_index(lambda index: index.deals()) == []
    failing.is_broken = False
    assert kb.catch_up()
    assert not sees(kb, IT, closing)
    assert sees(kb, IT, opening)


def test_open_to_restricted_and_back(kb: KnowledgeBase, write: Write) -> None:
    """Who sees a deal sees its history too; who does not, sees none of it, as if it had never been."""
    deal_id = kb.log(write(visible_to=[], notes="Open.")).deal_id
    kb.edit(deal_id, write(), 1)
    assert not sees(kb, IT, deal_id)
    assert kb.view(IT).recall("Acme", "open note", 99) == []
    kb.edit(deal_id, write(visible_to=["IT"]), 2)
    assert sees(kb, IT, deal_id)
    assert not sees(kb, FINANCE, deal_id)
    kb.edit(deal_id, write(visible_to=[]), 3)
    assert sees(kb, FINANCE, deal_id)
    record = kb.view(FINANCE).record(deal_id)
    assert record
    assert len(record.versions()) == 4


def test_retracted_and_restored(kb: KnowledgeBase, write: Write) -> None:
    """It is as hidden where it does not count; to restore what is not seen is as to restore what there is not."""
    deal_id = kb.log(write()).deal_id
    kb.retract(deal_id, "Wrong.")
    assert not sees(kb, IT, deal_id)
    assert sees(kb, FINANCE, deal_id)
    assert kb.view(IT).retracted("Acme") == []
    for act in (lambda view: view.restore(deal_id), lambda view: view.edit(deal_id, write(), 2)):
        with pytest.raises(UnknownDeal):
            act(kb.view(CURATOR))
    kb.restore(deal_id)
    assert not sees(kb, IT, deal_id)
    assert sees(kb, FINANCE, deal_id)


def test_it_stays_hidden_wherever_it_moves(kb: KnowledgeBase, write: Write) -> None:
    """By an edit of its vendor, a merge, a split, and their undoing, also where a curator moves what they do not see."""
    kb.log(write(vendor="Beta", visible_to=[], notes="Open."))
    kb.log(write(visible_to=[], notes="Open."))
    deal_id = kb.log(write()).deal_id

    def holds(where: str) -> None:
        assert kb.home_of(deal_id) == where
        assert not sees(kb, IT, deal_id)
        assert not sees(kb, CURATOR, deal_id)
        assert sees(kb, FINANCE, deal_id)
        for vendor in ("Acme", "Beta", "Gamma"):
            assert WORD not in repr((kb.view(IT).brief(vendor), kb.view(IT).recall(vendor, WORD, 99))).lower()

    kb.edit(deal_id, write(vendor="Beta"), 1)
    holds("vendor-beta")
    merged = directory.merge(kb.view(CURATOR), "Beta", "Acme")
    assert deal_id not in repr(merged)
    assert deal_id not in repr(directory.record(kb.view(IT), "Acme"))
    assert deal_id in repr(directory.record(kb.view(FINANCE), "Acme"))
    holds("vendor-acme")
    directory.undo(kb.view(CURATOR), merged.id)
    holds("vendor-beta")
    with pytest.raises(UnknownDeal):
        directory.split(kb.view(CURATOR), "Beta", [deal_id], "Gamma")
    split = directory.split(kb, "Beta", [deal_id], "Gamma")
    holds("vendor-gamma")
    assert kb.view(IT).vendor("Gamma") is None
    with pytest.raises(LeverageError, match="not known here"):
        directory.undo(kb.view(CURATOR), split.id)
    directory.undo(kb, split.id)
    holds("vendor-beta")


def test_a_new_index_knows_it_too(kb: KnowledgeBase, write: Write, open_kb: Open, store: Path) -> None:
    """Deleted while the store is closed, rebuilt while it is open, and of an older schema without audiences."""
    deal_id, gone = kb.log(write()).deal_id, kb.log(write(discount_pct=3)).deal_id
    kb.retract(gone, "Wrong.")
    kb.rebuild_index()
    assert not sees(kb, IT, deal_id)
    for old in (False, True):
        kb.close()
        if old:
            _make_older(store / FILE_NAME)
        else:
            (store / FILE_NAME).unlink()
        kb = open_kb()
        for each in (deal_id, gone):
            assert not sees(kb, IT, each)
            assert sees(kb, FINANCE, each)


def _make_older(file: Path) -> None:
    """Make an index as it was before it knew audiences."""
    connection = sqlite3.connect(file)
    connection.executescript(
        """DROP INDEX restricted_deals; DROP INDEX restricted_retracted; DROP TABLE hiding;
        ALTER TABLE deals DROP COLUMN audience; ALTER TABLE retracted DROP COLUMN audience;
        DELETE FROM _sqlite_migrations WHERE name = 'm005_audiences';"""
    )
    connection.commit()
    connection.close()


def test_while_the_index_is_read_nothing_is_shown(kb: KnowledgeBase, write: Write) -> None:
    """Who may see what is not known then: whoever asks is told to try again, and nothing is guessed."""
    deal_id = kb.log(write()).deal_id
    view = kb.view(IT)
    kb._index.reset()
    asks: list[Callable[[], Any]] = [
        lambda: view.deals("Acme"),
        lambda: view.record(deal_id),
        lambda: view.vendors(),
        lambda: view.recall("Acme", WORD),
        lambda: view.bank("Acme").records(),
        lambda: view.brief("Acme"),
        lambda: watch.flags(view),
        lambda: view.inbox.all("decided"),
    ]
    for ask in asks:
        with pytest.raises(StoreUnavailable):
            assert WORD not in repr(ask()).lower()
    kb.rebuild_index()
    assert view.deals("Acme") == []


def test_the_very_same_deal_as_a_hidden_one_is_a_new_one(kb: KnowledgeBase, write: Write) -> None:
    """Neither the receipt nor a warning tells that it is there; whoever sees it is told."""
    hidden = kb.log(write())
    assert kb.view(FINANCE).log(write()).existed
    told = kb.view(IT).log(write())
    assert (told.existed, told.deal_count) == (False, 1)
    assert told.deal_id != hidden.deal_id
    again = kb.view(IT).log(write())
    assert again.deal_id == told.deal_id
    assert again.existed
    keyed = kb.log(write(discount_pct=5), key="k").deal_id
    assert kb.view(IT).log(write(discount_pct=5), key="k").deal_id != keyed
    other = Person("lea@corp.example", "Legal", "contributor")
    assert twins.find_twins(kb.view(other), write()) == []
    assert len(twins.find_twins(kb.view(FINANCE), write())) >= 1


def test_receipts_count_what_is_seen(kb: KnowledgeBase, write: Write) -> None:
    """Of a log, an edit, a retraction and a restoring; an administrator's count all."""
    for n in range(3):
        kb.log(write(discount_pct=n))
    view = kb.view(IT)
    receipt = view.log(write(visible_to=[], logged_by="Ian IT", discount_pct=9))
    assert (receipt.deal_count, receipt.confidence) == (1, "Low")
    assert view.edit(receipt.deal_id, write(visible_to=[], logged_by="Ian IT", discount_pct=8), 1).deal_count == 1
    assert view.retract(receipt.deal_id, "Wrong.").deal_count == 0
    assert view.restore(receipt.deal_id).deal_count == 1
    assert kb.view(ADMIN).log(write(visible_to=[], discount_pct=10)).deal_count == 5


@pytest.mark.parametrize("order", [(FINANCE, IT), (IT, FINANCE)])
def test_what_is_kept_for_one_is_not_shown_to_another(kb: KnowledgeBase, write: Write, order: tuple[Person, Person]) -> None:
    """Whoever asks first."""
    late = [("late_delivery", f"{WORD} late.")]
    kb.log(write(visible_to=[], notes="Open.", signals=[("late_delivery", "Late.")]))
    kb.log(write(signals=late, deal_date="2026-04-02", department="Finance"))
    for person in order:
        view = kb.view(person)
        told = (view.brief("Acme"), view.deals("Acme"), view.recall("Acme", "note", 99), watch.flags(view), view.vendors())
        assert (WORD in repr(told).lower()) is (person is FINANCE)
        assert view.brief("Acme").deal_count == (2 if person is FINANCE else 1)
        assert view.revision("Acme") == view.revision("acme")
    assert kb.view(FINANCE).revision("Acme") != kb.view(IT).revision("Acme")


@pytest.mark.parametrize("order", [(FINANCE, IT), (IT, FINANCE)])
def test_what_one_does_not_see_is_not_missing_for_another(kb: KnowledgeBase, write: Write, order: tuple[Person, Person]) -> None:
    """Dates, flags and savings of all vendors are kept for all, and were once kept as the first to ask saw them."""
    ends = {"end_date": "2027-01-31", "notice_days": 30, "signals": [("security_incident", "Keys.")], "outcome": "agreed"}
    kb.log(write(vendor="Secret", **ends))
    kb.log(write(visible_to=[], **ends))
    for person in order:
        view = kb.view(person)
        wanted = {"vendor-acme", "vendor-secret"} if person is FINANCE else {"vendor-acme"}
        assert {each.bank_id for each in agenda.entries(view)} == wanted
        assert {each.bank_id for each in watch.flags(view)} == set(watch.open_counts(view)) == wanted
        assert len(savings.savings(view).left_out) == len(wanted)


def test_what_somebody_may_change(kb: KnowledgeBase, write: Write, deal: Write) -> None:
    """Their own, and what was logged for them; a curator all that they see, and nobody what they do not."""
    theirs = kb.view(FINANCE).log(deal(vendor="Acme", logged_by="Fay Finance")).deal_id
    with pytest.raises(NotAllowed, match="curator"):
        kb.view(IT).edit(theirs, deal(vendor="Acme", discount_pct=1), 1)
    with pytest.raises(NotAllowed, match="curator"):
        kb.view(Person(role="contributor")).retract(theirs, "Wrong.")
    assert kb.view(FINANCE).edit(theirs, deal(vendor="Acme", discount_pct=2), 1)
    assert kb.view(CURATOR).edit(theirs, deal(vendor="Acme", discount_pct=3), 2)
    with pytest.raises(EditConflict):
        kb.view(CURATOR).edit(theirs, deal(vendor="Acme"), 1)
    hidden = kb.log(write()).deal_id
    with pytest.raises(UnknownDeal):
        kb.view(CURATOR).edit(hidden, write(), 1)
    with pytest.raises(UnknownDeal):
        kb.view(CURATOR).edit("nothing", write(), 1)


def test_while_one_logs_and_edits_nobody_else_sees_it_for_a_moment(kb: KnowledgeBase, write: Write) -> None:
    """Threads look all the time, in every way, while restricted deals come, change, go and move."""
    kb.log(write(visible_to=[], notes="Open."))
    kb.log(write(vendor="Beta", visible_to=[], notes="Open."))
    is_done = threading.Event()
    leaks: list[str] = []

    def look(person: Person) -> None:
        view = kb.view(person)
        asks: tuple[Callable[[], Any], ...] = (
            lambda: view.brief("Acme"),
            lambda: view.recall("Acme", f"{WORD} note", 20),
            lambda: [view.brief("Beta"), view.waiting()],
            lambda: [list(view.records()), view.vendors()],
            lambda: [watch.flags(view), view.bank("Acme").records()],
        )
        while not is_done.is_set():
            for n, ask in enumerate(asks):
                try:
                    told = repr(ask()).lower()
                except LeverageError as problem:
                    told = str(problem).lower()
                except Exception as problem:  # noqa: BLE001 - nothing else may be raised
                    leaks.append(repr(problem))
                    return
                if WORD in told:
                    leaks.append(f"{n}: {told[max(0, told.index(WORD) - 200) :][:400]}")
                    return

    lookers = [threading.Thread(target=look, args=(person,)) for person in (IT, CURATOR)]
    for each in lookers:
        each.start()
    try:
        for n in range(8):
            deal_id = kb.view(FINANCE).log(write(discount_pct=n, signals=[("minor", f"{WORD} rude")])).deal_id
            kb.edit(deal_id, write(discount_pct=n, vendor="Beta" if n % 2 else "Acme"), 1)
            if n % 3 == 0:
                kb.retract(deal_id, WORD)
                kb.restore(deal_id)
            if n == 4:
                directory.undo(kb, directory.merge(kb, "Beta", "Acme").id)
                kb.rebuild_index()
    finally:
        is_done.set()
        for each in lookers:
            each.join()
    assert leaks == []


def test_a_view_goes_with_its_store(kb: KnowledgeBase, write: Write, open_kb: Open) -> None:
    """After the store is closed a view answers nothing, and the next store's answers the same."""
    deal_id = kb.log(write()).deal_id
    view = kb.view(FINANCE)
    assert view.deal(deal_id)
    kb.close()
    with pytest.raises(LeverageError):
        view.vendors()
    kb = open_kb()
    assert sees(kb, FINANCE, deal_id)
    assert not sees(kb, replace(FINANCE, department="IT", email="x@corp.example"), deal_id)


def test_what_was_said_of_a_deal_that_went_elsewhere_is_kept_for_nobody_else(kb: KnowledgeBase, deal: Write) -> None:
    """Feedback on two deals stays when the restricted one is split off; whoever saw both leaves nothing behind for others."""
    open_one = kb.log(deal(vendor="Acme")).deal_id
    hidden = kb.log(deal(vendor="Acme", product="Secret", visible_to=["Finance"])).deal_id
    feedback.note(
        kb,
        "Acme",
        "asked early",
        "helped",
        happened="QUILL",
        by="Ann",
        department="IT",
        deal_ids=[open_one, hidden],
        kind="tactic",
    )
    reader = kb.view(Person("rita@corp.example", "Sales"))
    directory.split(kb, "Acme", [hidden], "Acme Cloud")
    assert "QUILL" in repr(kb.brief("Acme"))
    assert "QUILL" not in repr(reader.brief("Acme"))
    assert hidden not in repr(reader.brief("Acme"))
    assert [each.happened for each in feedback.of(kb, "Acme")] == ["QUILL"]


def test_what_another_said_is_taken_out_by_a_curator_alone(kb: KnowledgeBase, deal: Write) -> None:
    """Their own anybody may take out who may say something; an event of another raises its flag until a curator looked."""
    kb.log(deal(vendor="Acme"))
    carl = kb.view(Person("carl@corp.example", "Sales", "contributor", "Carl"))
    dora = kb.view(Person("dora@corp.example", "Sales", "contributor", "Dora"))
    curator = kb.view(Person("cora@corp.example", "Sales", "curator", "Cora"))
    told = {"by": "Carl", "department": "Sales"}
    event = events.log(carl, "Acme", "2026-01-05", [("security_incident", "Keys were stolen.")], **told)  # type: ignore[arg-type]
    said = feedback.note(carl, "Acme", "asked early", "helped", **told)
    for take_out in (
        lambda who: events.remove(who, "Acme", event.id),
        lambda who: feedback.remove(who, "Acme", said.id),
    ):
        with pytest.raises(NotAllowed, match="curator"):
            take_out(dora)
    assert len(watch.flags(kb)) == 1
    feedback.remove(carl, "Acme", said.id)
    events.remove(curator, "Acme", event.id)
    assert (events.of(kb, "Acme"), feedback.of(kb, "Acme")) == ([], [])
    forged = events.put_back(dora, "Acme", replace(event, by="Carl"))
    assert (forged.by, forged.entered_by) == ("Dora", "dora@corp.example")


def test_an_act_that_fails_is_noted_as_failed(kb: KnowledgeBase, deal: Write) -> None:
    """What was begun stands in the trail, and behind it that nothing came of it."""
    receipt = kb.log(deal(vendor="Acme"))
    with pytest.raises(EditConflict):
        kb.edit(receipt.deal_id, deal(vendor="Acme"), 7)
    last, begun = kb.trail.rows(limit=2)
    assert (begun.act, begun.detail, last.act, last.detail) == ("edit", {}, "edit", {"failed": "EditConflict"})
