"""Flags in a store: kept through edits, merges, their undoing, rebuilds and backups, and reviewed by one person at a time."""

import threading
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase, LeverageError, backup, directory, erasure, events, people, watch
from leverage.blotting import FORMER
from leverage.errors import StoreUnavailable
from tests.fakes import Clock, FailingEngine, WordEmbedding
from tests.test_erasing import files_with

Open = Callable[..., KnowledgeBase]
Write = Callable[..., Deal]

LATE = "late_delivery"


@pytest.fixture
def late(kb: KnowledgeBase, deal: Write) -> list[str]:
    """Two late deliveries of Acme, recorded by two departments: the ids of the deals, oldest first."""
    first = kb.log(deal(vendor="Acme", deal_date="2026-05-01", signals=[(LATE, "A week late.")]), key="a1")
    second = kb.log(
        deal(vendor="Acme", deal_date="2026-06-01", department="Sales", signals=[(LATE, "Two weeks late.")]), key="a2"
    )
    return [first.deal_id, second.deal_id]


def only(kb: KnowledgeBase, vendor: str | None = None) -> watch.Flag:
    """Return the only open flag."""
    (flag,) = watch.flags(kb, vendor)
    return flag


def test_flags_of_all_vendors_and_of_one(kb: KnowledgeBase, late: list[str], deal: Write) -> None:
    """The one raised last first, under any name of the vendor; one concern alone, or an unknown vendor, has none."""
    kb.log(deal(vendor="Beta", deal_date="2026-07-01", signals=[("security_incident", "Keys were stolen.")]))
    kb.log(deal(vendor="Gamma", deal_date="2026-07-01", signals=[("lock_in", "No export."), ("minor", "Rude.")]))
    directory.add_alias(kb, "Acme", "ACM")
    assert [(flag.vendor, flag.kind, flag.raised_on) for flag in watch.flags(kb)] == [
        ("Beta", "security_incident", date(2026, 7, 1)),
        ("Acme", LATE, date(2026, 6, 1)),
    ]
    flag = only(kb, "acm")
    assert (flag.deal_ids, flag.status) == (tuple(late), "open")
    assert [(quote.text, quote.who, quote.department) for quote in flag.quotes] == [
        ("A week late.", "Priya Nair", "IT"),
        ("Two weeks late.", "Priya Nair", "Sales"),
    ]
    assert watch.flags(kb, "Gamma") == watch.flags(kb, "Nobody") == []
    assert watch.open_counts(kb) == {"vendor-acme": 1, "vendor-beta": 1}
    with pytest.raises(LeverageError, match="no status"):
        watch.flags(kb, status="closed")  # type: ignore[arg-type]


def test_no_bank_is_opened_for_a_count(kb: KnowledgeBase, late: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Once made, flags and their number come from the projection alone."""
    expected = watch.flags(kb)
    monkeypatch.setattr(kb.banks.engine, "ask", lambda *args, **options: pytest.fail("a bank was opened"))
    assert watch.flags(kb) == expected
    assert watch.open_counts(kb) == {"vendor-acme": 1}


@pytest.mark.folder
def test_a_review_is_kept_in_the_bank(kb: KnowledgeBase, late: list[str], open_kb: Open, store: Path, tmp_path: Path) -> None:
    """Who, when and why stand with the flag; recall finds it; it outlives a lost index, a restart and a restore."""
    flag = only(kb)
    done = watch.review(kb, flag.flag_id, "Tom Becker", "They paid for it.", department="Sales")
    assert (done.status, done.flag_id, done.deal_ids, done.quotes) == ("reviewed", flag.flag_id, flag.deal_ids, flag.quotes)
    (said,) = done.reviews
    assert (said.by, said.department, said.note, said.date, said.verdict) == (
        *("Tom Becker", "Sales", "They paid for it."),
        date(2026, 11, 29),
        "dealt_with",
    )
    assert watch.flags(kb) == []
    assert watch.flags(kb, status="reviewed") == watch.flags(kb, status="all") == [done]
    (hit,) = [each for each in kb.recall("Acme", "they paid for it", limit=50) if each.facet == "review"]
    assert hit.text == (
        "Review of 29 Nov 2026 by Tom Becker, Sales: the flag “Late delivery” was DEALT WITH. Why: They paid for it."
    )
    assert (hit.logged_by, hit.deal_date) == ("Tom Becker", date(2026, 11, 29))
    backup.write(kb, tmp_path / "all.leverage-backup")
    kb.rebuild_index()
    assert kb.check() == []
    assert watch.flags(kb, status="all") == [done]
    kb.close()
    for path in (*store.glob("index.sqlite3*"), *store.glob("projection.sqlite3*")):
        path.unlink()
    assert watch.flags(open_kb(), status="all") == [done]
    backup.restore(tmp_path / "all.leverage-backup", tmp_path / "other", embedding=WordEmbedding())
    with KnowledgeBase.open(tmp_path / "other", embedding=WordEmbedding(), clock=Clock()) as other:
        assert watch.flags(other, status="all") == [done]


def test_a_review_is_no_deal(kb: KnowledgeBase, late: list[str]) -> None:
    """Counts, people and the brief stay as they were."""
    before = kb.brief("Acme")
    watch.review(kb, only(kb).flag_id, "Tom Becker", "seen")
    assert kb.brief("Acme").to_dict() == before.to_dict()
    assert (kb.count("Acme"), kb.people()) == (2, ["Priya Nair"])


def test_a_reviewed_flag_stays_closed(kb: KnowledgeBase, late: list[str], deal: Write) -> None:
    """Under a remark, old rows that come in late, an edit, a retraction and its undoing, a rebuild; two new deals open one."""
    closed = watch.review(kb, only(kb).flag_id, "Tom Becker", "seen")
    kb.log(deal(vendor="Acme", deal_date="2026-11-29", signals=[("minor", "Rude.")]))
    kb.log_many([(deal(vendor="Acme", deal_date=f"2026-11-{day}", signals=[(LATE, "old")]), None) for day in (26, 27, 28)])
    events.log(kb, "Acme", "2026-11-28", [(LATE, "old")], by="Ann Lee", department="IT")
    record = kb.record(late[0])
    assert record
    kb.edit(late[0], deal(vendor="Acme", deal_date="2026-11-29", signals=[(LATE, "Other words.")]), record.version)
    kb.retract(late[1], "wrong")
    kb.restore(late[1])
    kb.rebuild_index()
    assert watch.flags(kb) == []
    kb.log(deal(vendor="Acme", deal_date="2026-11-29", signals=[(LATE, "new")]))
    assert watch.flags(kb) == []
    kb.log(deal(vendor="Acme", deal_date="2026-11-29", notes="two", signals=[(LATE, "new, too")]))
    assert only(kb).flag_id != closed.flag_id
    assert {quote.text for quote in only(kb).quotes} == {"new", "new, too"}
    assert len(watch.flags(kb, status="all")) == 2


@pytest.mark.parametrize("reviewed", ["Acme", "Beta"])
@pytest.mark.parametrize("into", ["Acme", "Beta"])
def test_a_merge_and_its_undoing_open_and_close_nothing(
    kb: KnowledgeBase, late: list[str], deal: Write, reviewed: str, into: str
) -> None:
    """Whichever vendor was reviewed, and whichever was made a name of the other."""
    for day in (1, 2):
        kb.log(deal(vendor="Beta", deal_date=f"2026-05-0{day}", signals=[(LATE, f"Beta {day}")]))
    watch.review(kb, only(kb, reviewed).flag_id, "Tom Becker", "seen")
    still_open = only(kb).deal_ids
    source = "Beta" if into == "Acme" else "Acme"
    merge = directory.merge(kb, source, into)
    assert (only(kb).vendor, set(only(kb).deal_ids)) == (into, set(still_open))
    kb.log(deal(vendor=into, deal_date="2026-05-09", signals=[(LATE, "an old row")]))
    expected = set(still_open)
    assert expected <= set(only(kb).deal_ids)
    directory.undo(kb, merge.id)
    assert expected <= set(only(kb).deal_ids)
    assert set(only(kb).deal_ids).isdisjoint({*late} if reviewed == "Acme" else {*still_open} - expected)
    assert len(watch.flags(kb, status="reviewed")) == 1
    assert kb.check() == []


def test_what_was_reviewed_while_merged_stays_closed_when_the_merge_is_undone(
    kb: KnowledgeBase, late: list[str], deal: Write
) -> None:
    """The review goes along with the deals that it covers, and stays with the others; old rows open neither."""
    for day in (1, 2):
        kb.log(deal(vendor="Beta", deal_date=f"2026-05-0{day}", signals=[(LATE, f"Beta {day}")]))
    merge = directory.merge(kb, "Beta", "Acme")
    watch.review(kb, only(kb).flag_id, "Tom Becker", "seen")
    assert watch.flags(kb) == []
    directory.undo(kb, merge.id)
    assert watch.flags(kb) == []
    assert {flag.vendor for flag in watch.flags(kb, status="reviewed")} == {"Acme", "Beta"}
    for vendor in ("Acme", "Beta"):
        kb.log(deal(vendor=vendor, deal_date="2026-05-09", signals=[(LATE, "an old row")]))
    assert watch.flags(kb) == []
    directory.merge(kb, "Beta", "Acme")
    assert watch.flags(kb) == []
    assert kb.check() == []


def test_a_split_takes_its_reviews_along_and_closes_nothing_of_the_other(kb: KnowledgeBase, late: list[str], deal: Write) -> None:
    """A vendor with a flag of its own keeps it, though deals come that were dealt with; a new one has them closed."""
    for day in (1, 2):
        kb.log(deal(vendor="Beta", deal_date=f"2026-05-0{day}", signals=[(LATE, f"Beta {day}")]))
    watch.review(kb, only(kb, "Acme").flag_id, "Tom Becker", "seen")
    before = only(kb, "Beta")
    directory.split(kb, "Acme", late, "Beta")
    assert only(kb).deal_ids == before.deal_ids
    assert only(kb).flag_id == before.flag_id
    directory.split(kb, "Beta", late, "Gamma")
    assert only(kb).deal_ids == before.deal_ids
    kb.log(deal(vendor="Gamma", deal_date="2026-05-09", signals=[(LATE, "an old row")]))
    assert watch.flags(kb, "Gamma") == []


def test_an_edit_that_gives_a_deal_to_another_vendor_takes_its_review_along(
    kb: KnowledgeBase, late: list[str], deal: Write
) -> None:
    """It was dealt with; nothing else of the other vendor is."""
    kb.log(deal(vendor="Beta", deal_date="2026-05-02", signals=[("legal_threat", "Beta")]))
    kb.log(deal(vendor="Acme", deal_date="2026-05-02", signals=[("legal_threat", "Acme")]), key="a3")
    watch.review(kb, next(each.flag_id for each in watch.flags(kb, "Acme") if each.kind == "legal_threat"), "Tom", "seen")
    (moved,) = [each for each in kb.deals("Acme") if each.signals[0].kind == "legal_threat"]
    kb.edit(moved.deal_id or "", deal(vendor="Beta", deal_date="2026-05-02", signals=[("legal_threat", "Acme")]), 1)
    assert [quote.text for quote in only(kb, "Beta").quotes] == ["Beta"]


def test_two_reviewers_at_once(kb: KnowledgeBase, late: list[str]) -> None:
    """One is kept; the other is told by whom, when and how it was reviewed, and nothing is overwritten."""
    flag = only(kb)
    start = threading.Barrier(4)
    told: list[str] = []

    def look(name: str) -> None:
        start.wait()
        try:
            watch.review(kb, flag.flag_id, name, f"{name} looked", verdict="dismissed")
        except LeverageError as problem:
            told.append(str(problem))

    threads = [threading.Thread(target=look, args=(name,)) for name in ("Ann", "Bo", "Cem", "Dora")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (closed,) = watch.flags(kb, status="reviewed")
    (said,) = closed.reviews
    expected = f"{said.by} reviewed this flag on 29 Nov 2026 (dismissed): “{said.note}”. Nothing was changed. Reload the page."
    assert told == [expected] * 3


def test_notes_of_those_who_keep_it_open_all_stay(kb: KnowledgeBase, late: list[str]) -> None:
    """Oldest first, and with the one who closes it in the end."""
    for name in ("Ann", "Bo"):
        assert watch.review(kb, only(kb).flag_id, name, "asked them", verdict="kept_open").status == "open"
    assert [each.by for each in only(kb).reviews] == ["Ann", "Bo"]
    assert [each.by for each in watch.review(kb, only(kb).flag_id, "Cem", "settled").reviews] == ["Ann", "Bo", "Cem"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"flag_id": "0" * 32}, "not there any more"),
        ({"reviewer": " "}, "Your name is missing"),
        ({"reviewer": FORMER}, "whose name was erased"),
        ({"note": ""}, "Why is blank"),
        ({"note": "x" * 301}, "at most 300 fit"),
        ({"verdict": "closed"}, "none of: dealt with, dismissed, kept open"),
    ],
)
def test_what_can_not_be_taken_is_refused_in_a_sentence(
    kb: KnowledgeBase, late: list[str], changes: dict[str, Any], said: str
) -> None:
    """Nothing is kept then."""
    flag = only(kb)
    given = {"flag_id": flag.flag_id, "reviewer": "Tom", "note": "seen"} | changes
    with pytest.raises(LeverageError, match=said):
        watch.review(kb, **given)
    assert watch.flags(kb) == [flag]


def test_a_review_that_can_not_be_written_says_so(kb: KnowledgeBase, late: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The flag stays open, and the same review goes in afterwards."""
    flag = only(kb)
    failing = FailingEngine(kb.banks.engine, 1, after=False)
    with pytest.raises(StoreUnavailable):
        watch.review(kb, flag.flag_id, "Tom", "seen")
    failing.is_broken = False
    assert watch.review(kb, flag.flag_id, "Tom", "seen").status == "reviewed"


def test_the_day_of_a_review_is_that_of_the_store(open_kb: Open, deal: Write) -> None:
    """In New York it is still the day before: a deal of that day, logged after the review, counts."""
    clock = Clock(datetime(2026, 3, 2, 3, 30, tzinfo=UTC))
    kb = open_kb(clock=clock, timezone="America/New_York")
    kb.log(deal(deal_date="2026-02-01", signals=[("legal_threat", "first")]))
    (said,) = watch.review(kb, only(kb).flag_id, "Tom", "seen").reviews
    assert said.date == date(2026, 3, 1)
    kb.log(deal(deal_date="2026-02-28", signals=[("legal_threat", "an old row")]))
    assert watch.flags(kb) == []
    kb.log(deal(deal_date="2026-03-01", signals=[("legal_threat", "new")]))
    assert [quote.text for quote in only(kb).quotes] == ["new"]


def test_people_and_departments_go_by_the_names_they_have_now(kb: KnowledgeBase, late: list[str]) -> None:
    """Another name shows at once, in quotes and in reviews; no bank is read again for it."""
    watch.review(kb, only(kb).flag_id, "T. Becker", "seen", department="Sales")
    people.merge(kb, "person", "Priya Nair", "Priya Rao")
    people.merge(kb, "person", "T. Becker", "Tom Becker")
    people.merge(kb, "department", "Sales", "Field Sales")
    (flag,) = watch.flags(kb, status="reviewed")
    assert [(quote.who, quote.department) for quote in flag.quotes] == [("Priya Rao", "IT"), ("Priya Rao", "Field Sales")]
    assert (flag.reviews[0].by, flag.reviews[0].department) == ("Tom Becker", "Field Sales")
    directory.rename(kb, "Acme", "Acme Europe")
    assert watch.flags(kb, status="all")[0].vendor == "Acme Europe"


def test_an_erased_deal_goes_out_of_flags_and_reviews(kb: KnowledgeBase, late: list[str], store: Path, deal: Write) -> None:
    """The note of a review goes with the last of its deals; that somebody looked stays, so that old rows open nothing."""
    kb.log(deal(vendor="Acme", deal_date="2026-01-01"))
    watch.review(kb, only(kb).flag_id, "Tom Becker", "The quokka was late.")
    kb.forget(late[0])
    (flag,) = watch.flags(kb, status="reviewed")
    assert flag.deal_ids == (late[1],)
    kb.forget(late[1])
    assert files_with(store, "quokka", "weeks late") == []
    (flag,) = watch.flags(kb, status="reviewed")
    assert (flag.quotes, flag.reviews[0].note) == ((), "")
    kb.log_many([(deal(vendor="Acme", deal_date=f"2026-05-0{day}", signals=[(LATE, "old")]), None) for day in (2, 3)])
    assert watch.flags(kb) == []


def test_a_review_goes_with_the_last_deal_of_its_vendor(kb: KnowledgeBase, late: list[str], store: Path) -> None:
    """Nothing is left of the vendor then."""
    watch.review(kb, only(kb).flag_id, "Tom Becker", "quokka")
    for deal_id in late:
        kb.forget(deal_id)
    assert watch.flags(kb, status="all") == []
    assert files_with(store, "quokka", "becker") == []


def test_an_erased_person_is_in_no_flag(kb: KnowledgeBase, late: list[str], store: Path, deal: Write) -> None:
    """Neither as who recorded, nor as who looked, nor in the words; what was closed stays closed."""
    watch.review(kb, only(kb).flag_id, "Priya Nair", "Priya Nair spoke to them.")
    erasure.erase_person(kb, "Priya Nair")
    (flag,) = watch.flags(kb, status="all")
    assert flag.status == "reviewed"
    assert {quote.who for quote in flag.quotes} == {FORMER}
    assert (flag.reviews[0].by, flag.reviews[0].note) == (FORMER, f"{FORMER} spoke to them.")
    assert files_with(store, "priya") == []


def test_a_person_who_only_reviewed_can_be_erased(kb: KnowledgeBase, late: list[str], store: Path) -> None:
    """Their name is found where nobody else knows it, and the flag stays closed."""
    watch.review(kb, only(kb).flag_id, "Zora Numbat", "seen")
    assert erasure.preview_person(kb, "zora numbat").is_known
    erasure.erase_person(kb, "Zora Numbat")
    assert [flag.reviews[0].by for flag in watch.flags(kb, status="all")] == [FORMER]
    assert files_with(store, "numbat") == []


def test_events_raise_flags_and_are_taken_out_of_them(kb: KnowledgeBase, deal: Write) -> None:
    """One of a deal and one of an event; without the event there is no pattern any more."""
    kb.log(deal(deal_date="2026-05-01", signals=[(LATE, "late")]))
    event = events.log(kb, "Microsoft", "2026-10-28", [(LATE, "an outage")], by="Bo Ek", department="IT")
    flag = only(kb)
    assert (flag.event_ids, flag.raised_on) == ((event.id,), date(2026, 10, 28))
    assert (flag.quotes[1].event_id, flag.quotes[1].deal_id, flag.quotes[1].who) == (event.id, None, "Bo Ek")
    events.remove(kb, "Microsoft", event.id)
    assert watch.flags(kb) == []
