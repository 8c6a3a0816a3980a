"""Reviews in a store: cut short, copied along with deals, taken back, and what of them stays when something is erased."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase, LeverageError, directory, erasure, events, feedback, people, watch
from leverage.blotting import FORMER
from leverage.errors import StoreUnavailable
from tests.fakes import FailingEngine
from tests.test_erasing import files_with
from tests.watch.test_watching import LATE, late, only

__all__ = ["late"]

Open = Callable[..., KnowledgeBase]
Write = Callable[..., Deal]


def again(kb: KnowledgeBase, deal_id: str, **changes: Any) -> None:
    """Edit a deal."""
    record = kb.record(deal_id)
    assert record
    kb.edit(deal_id, replace(record.deal(), **changes), record.version)


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("call", [1, 2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("retry", ["again", "check", "start"])
def test_an_event_that_is_cut_short_is_never_lost_from_sight(
    kb: KnowledgeBase, deal: Write, open_kb: Open, call: int, after: bool, retry: str
) -> None:
    """Wherever it was cut: what the bank holds raises its flag, after the same was said again, a repair or a start."""
    kb.log(deal(vendor="Acme"))
    watch.flags(kb)
    told = {"by": "Ann Lee", "department": "IT", "key": "k"}
    kb.registry._wake = lambda: None  # nobody helps in the background
    failing = FailingEngine(kb.banks.engine, call, after=after)
    try:
        events.log(kb, "Acme", "2026-11-20", [("security_incident", "Keys.")], **told)  # type: ignore[arg-type]
    except StoreUnavailable:
        failing.is_broken = False
        if events.of(kb, "Acme") and not watch.flags(kb):
            assert kb.check()
    failing.is_broken = False
    if retry == "again":
        events.log(kb, "Acme", "2026-11-20", [("security_incident", "Keys.")], **told)  # type: ignore[arg-type]
        assert len(watch.flags(kb)) == 1
    elif retry == "check":
        kb.repair()
    else:
        kb.close()
        kb = open_kb()
    assert len(watch.flags(kb)) == len(events.of(kb, "Acme"))
    assert kb.check() == []


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("call", range(1, 9))
def test_a_review_that_is_cut_short_is_kept_once(kb: KnowledgeBase, late: list[str], call: int, after: bool) -> None:
    """Whoever says the same again finds it done; nobody else reviews what was reviewed."""
    flag = only(kb)
    kb.registry._wake = lambda: None
    failing = FailingEngine(kb.banks.engine, call, after=after)
    try:
        watch.review(kb, flag.flag_id, "Tom Becker", "seen")
    except StoreUnavailable:
        failing.is_broken = False
        if len(kb.projection.material("vendor-acme").reviews) == 1:
            with pytest.raises(LeverageError, match="Tom Becker reviewed this flag"):
                watch.review(kb, flag.flag_id, "Ann Lee", "me, too")
    failing.is_broken = False
    done = watch.review(kb, flag.flag_id, "Tom Becker", "seen")
    assert (done.status, [each.by for each in done.reviews]) == ("reviewed", ["Tom Becker"])
    assert len(kb.projection.material("vendor-acme").reviews) == 1
    assert kb.check() == []


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("call", range(1, 7))
def test_an_event_that_is_taken_out_is_out_of_sight(kb: KnowledgeBase, deal: Write, call: int, after: bool) -> None:
    """However it was cut short, after a repair no flag shows what the bank does not hold."""
    kb.log(deal(vendor="Acme"))
    event = events.log(kb, "Acme", "2026-11-20", [("security_incident", "Keys.")], by="Ann Lee", department="IT")
    assert watch.flags(kb)
    kb.registry._wake = lambda: None
    failing = FailingEngine(kb.banks.engine, call, after=after)
    try:
        events.remove(kb, "Acme", event.id)
    except StoreUnavailable:
        watch.open_counts(kb)
    failing.is_broken = False
    kb.repair()
    assert len(watch.flags(kb)) == len(events.of(kb, "Acme"))


def test_feedback_that_was_cut_short_is_in_the_brief(kb: KnowledgeBase, deal: Write) -> None:
    """Said again, it is shown: what is kept beside deals all goes one way."""
    kb.log(deal(vendor="Acme"))
    before = kb.revision("Acme")
    kb.registry._wake = lambda: None
    rewrite = kb.registry.rewrite
    kb.registry.rewrite = lambda *args, **options: (_ for _ in ()).throw(StoreUnavailable("away"))  # type: ignore
    with pytest.raises(StoreUnavailable):
        feedback.note(kb, "Acme", "asked early", "helped", by="Tom Becker", department="Sales", key="k")
    kb.registry.rewrite = rewrite  # type: ignore[method-assign]
    assert any("cut short" in each for each in kb.check())
    feedback.note(kb, "Acme", "asked early", "helped", by="Tom Becker", department="Sales", key="k")
    assert kb.revision("Acme") != before
    assert kb.check() == []


def test_what_came_in_while_somebody_looked_stays_open(kb: KnowledgeBase, deal: Write) -> None:
    """The reviewer says what was shown; without that all of it counts as seen."""
    kb.log(deal(vendor="Acme", deal_date="2026-05-01", signals=[("legal_threat", "first")]))
    shown = only(kb)
    kb.log(deal(vendor="Acme", deal_date="2026-04-01", signals=[("legal_threat", "meanwhile")]))
    event = events.log(kb, "Acme", "2026-03-01", [("legal_threat", "and a letter")], by="Bo Ek", department="IT")
    closed = watch.review(kb, shown.flag_id, "Ann Lee", "seen", seen=[*shown.deal_ids, *shown.event_ids])
    assert [quote.text for quote in closed.quotes] == ["first"]
    left = only(kb)
    assert {quote.text for quote in left.quotes} == {"meanwhile", "and a letter"}
    assert left.event_ids == (event.id,)
    kb.rebuild_index()
    assert only(kb).flag_id == left.flag_id
    with pytest.raises(LeverageError, match="Nothing that you were shown"):
        watch.review(kb, left.flag_id, "Ann Lee", "seen", seen=shown.deal_ids)
    watch.review(kb, left.flag_id, "Ann Lee", "all of it")
    assert watch.flags(kb) == []


@pytest.mark.parametrize("end", ["vendor", "deals"])
@pytest.mark.parametrize("way", ["split", "edit"])
def test_a_note_outlives_no_deal_that_it_is_about(
    kb: KnowledgeBase, late: list[str], deal: Write, store: Path, way: str, end: str
) -> None:
    """The bug was a copy, left with a vendor that the deals had gone to and come back from: no erasure reached it."""
    third = kb.log(deal(vendor="Acme", deal_date="2026-06-02", signals=[(LATE, "Three weeks late.")])).deal_id
    watch.review(kb, only(kb).flag_id, "Tom Becker", "quokka")
    if way == "split":
        move = directory.split(kb, "Acme", late, "Acme Labs")
        directory.undo(kb, move.id)
        assert kb.registry.record("vendor-acme-labs") is None
    else:
        kb.log(deal(vendor="Borax"))
        for vendor in ("Borax", "Acme"):
            again(kb, late[0], vendor=vendor)
    assert [flag.vendor for flag in watch.flags(kb, status="all")] == ["Acme"]
    if end == "vendor":
        erasure.erase_vendor(kb, "Acme")
    else:
        for deal_id in (*late, third):
            kb.forget(deal_id)
    assert watch.flags(kb, status="all") == []
    assert files_with(store, "quokka") == []


def test_a_review_stays_with_the_deals_that_went_elsewhere(kb: KnowledgeBase, late: list[str], deal: Write, store: Path) -> None:
    """They are the other vendor's; with the last of them it goes."""
    watch.review(kb, only(kb).flag_id, "Tom Becker", "quokka")
    kb.log(deal(vendor="Borax"))
    again(kb, late[0], vendor="Borax")
    erasure.erase_vendor(kb, "Acme")
    assert [(flag.vendor, flag.reviews[0].note) for flag in watch.flags(kb, status="all")] == [("Borax", "quokka")]
    kb.forget(late[0])
    assert watch.flags(kb, status="all") == []
    assert files_with(store, "quokka", "becker") == []


@pytest.mark.parametrize("name", ["Beta", "Borax"])
def test_a_split_opens_no_old_row_that_came_in_late(kb: KnowledgeBase, deal: Write, name: str) -> None:
    """It was closed where it was; with a vendor that is new or not, it stays so."""
    kb.log(deal(vendor="Beta"))
    kb.log(deal(vendor="Acme", deal_date="2026-04-01", signals=[("legal_threat", "dealt with")]))
    watch.review(kb, only(kb).flag_id, "Tom Becker", "seen")
    old = kb.log(deal(vendor="Acme", deal_date="2026-03-01", signals=[("legal_threat", "an old row")])).deal_id
    kb.log(deal(vendor="Acme", notes="it stays"))
    assert watch.flags(kb) == []
    move = directory.split(kb, "Acme", [old], name)
    assert watch.flags(kb) == []
    directory.undo(kb, move.id)
    assert watch.flags(kb) == []
    directory.split(kb, "Acme", [old], name)
    kb.log(deal(vendor=name, deal_date="2026-11-29", signals=[("legal_threat", "new")]))
    assert [quote.text for quote in only(kb).quotes] == ["new"]
    assert kb.check() == []


def test_a_split_that_is_cut_short_reopens_nothing(
    kb: KnowledgeBase, late: list[str], open_kb: Open, monkeypatch: pytest.MonkeyPatch, deal: Write
) -> None:
    """What closes a deal is with the vendor it goes to before the deal counts there."""
    kb.log(deal(vendor="Acme", notes="it stays"))
    watch.review(kb, only(kb).flag_id, "Tom Becker", "seen")

    def die(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(kb.mover, "_carry_through", die)
    with pytest.raises(KeyboardInterrupt):
        directory.split(kb, "Acme", late, "Acme Labs")
    assert watch.flags(kb) == []
    kb.close()
    kb = open_kb()
    assert {deal.vendor for deal in kb.deals("Acme Labs")} == {"Acme"}
    assert watch.flags(kb) == []
    assert {flag.vendor for flag in watch.flags(kb, status="reviewed")} == {"Acme", "Acme Labs"}
    assert kb.check() == []


@pytest.mark.parametrize("erase", ["person", "vendor"])
def test_an_erased_name_of_a_merged_vendor_closes_nothing(kb: KnowledgeBase, deal: Write, erase: str, store: Path) -> None:
    """Whose a deal was when a flag was dealt with is written into the review before the move that tells of it goes."""
    kb.log(deal(vendor="Borax", deal_date="2026-04-20", signals=[(LATE, "Borax")]))
    for day in (1, 2):
        kb.log(deal(vendor="Jonas Weber GmbH", deal_date=f"2026-04-0{day}", signals=[(LATE, "old")]))
    watch.review(kb, only(kb).flag_id, "Ann Lee", "ok")
    directory.merge(kb, "Jonas Weber GmbH", "Borax")
    kb.log(deal(vendor="Borax", deal_date="2026-11-29", logged_by="Jonas Weber", signals=[(LATE, "new")]))
    kb.log(deal(vendor="Borax", deal_date="2026-04-21", signals=[("minor", "x")]))
    again(kb, next(each.deal_id or "" for each in kb.deals("Borax") if each.deal_date.isoformat() == "2026-11-29"), notes="y")
    kb.log(deal(vendor="Borax", deal_date="2026-10-20", signals=[(LATE, "an old row")]))
    before = [(flag.kind, flag.status, len(flag.quotes)) for flag in watch.flags(kb, status="all")]
    if erase == "person":
        erasure.erase_person(kb, "Jonas Weber")
        assert files_with(store, "weber") == []
    assert [(flag.kind, flag.status, len(flag.quotes)) for flag in watch.flags(kb, status="all")] == before


def test_a_review_is_taken_back_by_a_person(kb: KnowledgeBase, late: list[str], open_kb: Open) -> None:
    """The flag is open under its id, and says who closed it, who opened it again, when and why."""
    flag = only(kb)
    watch.review(kb, flag.flag_id, "Tom Becker", "not ours", verdict="dismissed")
    opened = watch.reopen(kb, flag.flag_id, "A. Lee", "It was ours.", department="Legal")
    assert (opened.status, opened.flag_id, opened.quotes) == ("open", flag.flag_id, flag.quotes)
    (said,) = opened.reviews
    assert (said.by, said.note, said.verdict, said.taken_back_by, said.taken_back_why) == (
        *("Tom Becker", "not ours", "dismissed"),
        *("A. Lee", "It was ours."),
    )
    assert watch.flags(kb, status="reviewed") == []
    with pytest.raises(LeverageError, match=r"A\. Lee opened this flag again on 29 Nov 2026"):
        watch.reopen(kb, flag.flag_id, "Bo Ek", "me, too")
    (hit,) = [each for each in kb.recall("Acme", "was it ours", limit=50) if each.facet == "review"]
    assert hit.text.endswith("This was TAKEN BACK on 29 Nov 2026 by A. Lee. Why: It was ours.")
    people.merge(kb, "person", "A. Lee", "Ann Lee")
    assert only(kb).reviews[0].taken_back_by == "Ann Lee"
    erasure.erase_person(kb, "Ann Lee")
    assert only(kb).reviews[0].taken_back_by == FORMER
    closed = watch.review(kb, flag.flag_id, "Tom Becker", "now it is done")
    assert [each.note for each in closed.reviews] == ["not ours", "now it is done"]
    kb.close()
    assert watch.flags(open_kb(), status="all") == [closed]


def test_what_would_raise_nothing_is_not_opened_again(kb: KnowledgeBase, late: list[str], deal: Write) -> None:
    """Neither one whose deals are gone, nor one that a later review closed, too, nor one that is open; nothing is kept."""
    first = only(kb)
    with pytest.raises(LeverageError, match="is open"):
        watch.reopen(kb, first.flag_id, "Ann Lee", "x")
    watch.review(kb, first.flag_id, "Tom Becker", "seen")
    for notes in ("a", "b"):
        kb.log(deal(vendor="Acme", deal_date="2026-11-29", notes=notes, signals=[(LATE, "new")]))
    second = only(kb)
    watch.review(kb, second.flag_id, "Tom Becker", "seen again")
    with pytest.raises(LeverageError, match="a later review closed them"):
        watch.reopen(kb, first.flag_id, "Ann Lee", "x")
    for deal_id in second.deal_ids:
        kb.retract(deal_id, "wrong")
    with pytest.raises(LeverageError, match="deals are gone"):
        watch.reopen(kb, second.flag_id, "Ann Lee", "x")
    with pytest.raises(LeverageError, match="Why is blank"):
        watch.reopen(kb, second.flag_id, "Ann Lee", " ")
    assert [each.taken_back_at for each in kb.projection.material("vendor-acme").reviews.values()] == ["", ""]
