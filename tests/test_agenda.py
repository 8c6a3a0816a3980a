"""The agenda: which days stand in it, in what order, for whom, and to the day."""

from collections.abc import Callable
from datetime import UTC, date, datetime

import pytest

from leverage import Deal, KnowledgeBase, agenda, events, people
from leverage.agenda import Entry, entries, next_to_decide, of_deals, rows, stale
from tests.fakes import Clock

Write = Callable[..., Deal]
TODAY = date(2026, 11, 29)


def told(found: list[Entry]) -> list[tuple[str, str, int]]:
    """What stands in an agenda, in short."""
    return [(each.kind, each.day.isoformat(), each.days_left) for each in found]


def days_of(*deals: Deal) -> list[Entry]:
    return sorted(of_deals(deals, TODAY, "Acme", "vendor-acme"), key=lambda each: each.day)


def test_a_term_that_renews_itself_tells_its_notice_and_its_renewal(deal: Write) -> None:
    """The last day on which notice must arrive, and the day on which the term is renewed otherwise."""
    rolling = deal(deal_date="2026-01-05", product="Azure", end_date="2027-01-31", auto_renews=True, notice_days=60)
    notice, renewal = days_of(rolling)
    assert told([notice, renewal]) == [("notice", "2026-12-02", 3), ("renewal", "2027-01-31", 63)]
    assert notice.sentence == "Azure renews itself on 31 Jan 2027, 60 days’ notice: it must arrive by 2 Dec 2026."
    assert renewal.sentence == "Azure renews itself on 31 Jan 2027."
    assert (notice.is_to_decide, renewal.is_to_decide) == (True, False)
    assert (notice.owner, notice.department, notice.product) == ("Priya Nair", "IT", "Azure")


def test_a_term_that_ends_tells_its_end(deal: Write) -> None:
    """Where nothing renews itself there is no notice to give; where that is not recorded it is said."""
    (end,) = days_of(deal(deal_date="2026-01-05", end_date="2026-12-31", auto_renews=False))
    assert (end.kind, end.sentence) == ("end", "A contract ends on 31 Dec 2026.")
    (end,) = days_of(deal(deal_date="2026-01-05", end_date="2026-12-31"))
    assert end.sentence == "A contract ends on 31 Dec 2026; whether it renews itself is not recorded."


def test_what_passed_untold_is_overdue(deal: Write) -> None:
    """A notice deadline, and a meeting, stay until somebody tells what happened."""
    rolling = deal(deal_date="2026-01-05", end_date="2027-01-10", auto_renews=True, notice_days=60)
    meeting = deal(deal_date="2026-11-01", outcome="open", next_meeting="2026-11-20", product="Visio")
    found = days_of(rolling, meeting)
    assert told(found) == [("decision", "2026-11-11", -18), ("meeting", "2026-11-20", -9), ("renewal", "2027-01-10", 42)]
    assert [each.bucket for each in found] == ["overdue", "overdue", "60"]


def test_a_meeting_ahead_stands_there_once(deal: Write) -> None:
    """Two deals that note the same meeting are one entry, of the newest."""
    first = deal(deal_date="2026-11-01", outcome="open", next_meeting="2026-11-29", logged_by="Ann")
    second = deal(deal_date="2026-11-02", outcome="open", next_meeting="2026-11-29", logged_by="Bob")
    (found,) = days_of(first, second)
    assert (found.kind, found.days_left, found.owner) == ("meeting", 0, "Bob")


@pytest.mark.parametrize(
    ("left", "bucket"),
    [
        (-1, "overdue"),
        (0, "30"),
        (30, "30"),
        (31, "60"),
        (60, "60"),
        (61, "90"),
        (90, "90"),
        (91, "120"),
        (120, "120"),
        (121, "later"),
    ],
)
def test_distances_include_their_last_day(left: int, bucket: str) -> None:
    """Thirty days are within thirty days; the next one is not."""
    entry = Entry("end", TODAY, left, "Acme", "vendor-acme", None, "Ann", "IT", "d", "It ends.")
    assert entry.bucket == bucket


def test_all_vendors_stand_in_one_order(kb: KnowledgeBase, deal: Write) -> None:
    """Nearest first; the horizon includes its last day; a filter takes any spelling that leads to the name."""
    kb.log(deal(vendor="Zeta", end_date="2026-12-10", auto_renews=False, logged_by="P. Nair"))
    kb.log(deal(vendor="Acme", end_date="2027-03-30", auto_renews=False, department="Legal"))
    kb.log(deal(vendor="Plain"))
    today = kb.today()
    far = (date(2027, 3, 30) - today).days
    assert [each.vendor for each in entries(kb, days=far)] == ["Zeta", "Acme"]
    assert [each.vendor for each in entries(kb, days=far - 1)] == ["Zeta"]
    assert [each.vendor for each in entries(kb, days=400, department="legal")] == ["Acme"]
    assert [each.vendor for each in entries(kb, days=400, vendor="vendor-zeta")] == ["Zeta"]
    assert entries(kb, vendor="Nobody") == []
    people.merge(kb, "person", "P. Nair", "Priya Nair")
    assert {each.owner for each in entries(kb, days=400)} == {"Priya Nair"}
    assert [each.vendor for each in entries(kb, days=400, owner="P. Nair")] == ["Zeta", "Acme"]


def test_what_is_retracted_or_agreed_anew_leaves_the_agenda(kb: KnowledgeBase, deal: Write) -> None:
    """The agenda follows the deals: a later agreement closes a date, a retraction takes it out."""
    first = kb.log(deal(deal_date="2025-01-02", product="Azure", end_date="2026-12-31", auto_renews=False))
    assert [each.day.isoformat() for each in entries(kb, days=2000)] == ["2026-12-31"]
    second = kb.log(deal(deal_date="2026-01-02", product="azure", kind="renewal", end_date="2028-12-31", auto_renews=False))
    assert [each.day.isoformat() for each in entries(kb, days=2000)] == ["2028-12-31"]
    kb.retract(second.deal_id, "wrong")
    assert [each.deal_id for each in entries(kb, days=2000)] == [first.deal_id]


def test_the_next_day_to_decide_is_known_by_vendor(kb: KnowledgeBase, deal: Write) -> None:
    """The nearest notice deadline or end ahead; a meeting is none."""
    today = kb.today()
    kb.log(deal(product="A", end_date=today.replace(year=today.year + 1), auto_renews=True, notice_days=300))
    kb.log(deal(product="B", end_date=today.replace(year=today.year + 1), auto_renews=True, notice_days=330))
    kb.log(deal(vendor="Other", outcome="open", next_meeting=today))
    kb.log(deal(vendor="Ends", end_date=today, auto_renews=False))
    found = next_to_decide(kb)
    assert set(found) == {"vendor-microsoft", "vendor-ends"}
    assert found["vendor-microsoft"].product == "B"


def test_what_is_overdue_comes_before_what_lies_ahead(open_kb: Callable[..., KnowledgeBase], deal: Write) -> None:
    """A vendor whose day has passed untold is the most urgent, never one without a date."""
    clock = Clock(datetime(2026, 1, 5, 9, tzinfo=UTC))
    kb = open_kb(clock=clock)
    kb.log(deal(deal_date="2026-01-02", end_date="2027-02-28", auto_renews=True, notice_days=90))
    kb.log(deal(deal_date="2026-01-02", product="Visio", end_date="2026-12-24", auto_renews=False))
    clock.now = datetime(2026, 12, 1, 9, tzinfo=UTC)
    next_one = next_to_decide(kb)["vendor-microsoft"]
    assert (next_one.kind, next_one.day, next_one.days_left) == ("decision", date(2026, 11, 30), -1)


def test_an_end_that_a_renewal_left_unknown_is_asked_for(open_kb: Callable[..., KnowledgeBase], deal: Write) -> None:
    """It is an entry that says what was known and whom to ask, who is still there; it is no computed day, and never lost."""
    clock = Clock(datetime(2026, 11, 30, 9, tzinfo=UTC))
    kb = open_kb(clock=clock)
    cleaning = {"vendor": "Korrina", "product": "Cleaning"}
    kb.log(deal(**cleaning, deal_date="2024-03-01", end_date="2027-03-15", auto_renews=True, notice_days=90))
    renewed = kb.log(deal(**cleaning, deal_date="2025-02-10", outcome="renewed_as_is", logged_by="Hannah Kowalski"))
    (found,) = entries(kb)
    assert (found.kind, found.bucket, found.day.isoformat(), found.deal_id) == (
        "unknown", "unknown", "2026-12-15", renewed.deal_id)  # fmt: skip
    assert found.says == "End date unknown since it was renewed in Feb 2025; before that it was 15 Mar 2027"
    assert found.whom == "Ask Hannah Kowalski, IT"
    assert next_to_decide(kb)["vendor-korrina"] == found
    people.set_left(kb, "Hannah Kowalski", has_left=True)
    (found,) = entries(kb)
    assert found.whom == "Ask Priya Nair, IT"
    clock.now = datetime(2028, 3, 16, 9, tzinfo=UTC)
    assert entries(kb) == []


def test_what_several_deals_say_alike_is_one_row(deal: Write) -> None:
    """A contract and its expansion, and the end of a term with its notice; another product has rows of its own."""
    term = {"end_date": "2027-03-14", "auto_renews": True, "notice_days": 60}
    base = deal(deal_date="2026-01-05", product="Traces", **term)
    grown = deal(deal_date="2026-06-05", product="traces", kind="expansion", **term)
    other = deal(deal_date="2026-06-05", product="Logs", **term)
    found = rows(days_of(base, grown, other))
    assert [(each.kind, each.product, len(each.also)) for each in found] == [("notice", "Logs", 0), ("notice", "traces", 1)]
    assert found[1].says == "Notice deadline; renews itself on 14 Mar 2027, 60 days’ notice"


def test_an_event_is_said_beside_the_last_deal(open_kb: Callable[..., KnowledgeBase], deal: Write) -> None:
    """What was logged is never denied; the months are those that passed."""
    kb = open_kb(clock=Clock(datetime(2026, 11, 30, 9, tzinfo=UTC)))
    kb.log(deal(deal_date="2024-04-03"))
    assert [each.sentence for each in stale(kb)] == ["No deal for 31 months; the last one is of 3 Apr 2024."]
    events.log(kb, "Microsoft", "2026-11-18", [("security_incident", "Keys were stolen")], by="Ann", department="IT")
    assert [each.sentence for each in stale(kb)] == [
        "No deal for 31 months; the last one is of 3 Apr 2024, an event of 18 Nov 2026."
    ]


def test_a_vendor_is_stale_to_the_day(open_kb: Callable[..., KnowledgeBase], deal: Write) -> None:
    """Twelve months after the last deal, and again after twenty-four; the last of February counts for the leap day."""
    clock = Clock(datetime(2025, 2, 26, 12, tzinfo=UTC))
    kb = open_kb(clock=clock)
    kb.log(deal(deal_date="2024-02-29"))
    assert stale(kb) == []
    for now, months in (((2025, 2, 27), []), ((2025, 2, 28), [12]), ((2026, 2, 27), [12]), ((2026, 2, 28), [24])):
        clock.now = datetime(*now, 12, tzinfo=UTC)
        assert [each.months for each in stale(kb)] == months, now


def test_the_day_is_that_of_the_stores_zone(open_kb: Callable[..., KnowledgeBase], deal: Write) -> None:
    """At half past eleven in London it is the next day in Auckland: there a meeting of that day has passed."""
    clock = Clock(datetime(2026, 12, 1, 9, tzinfo=UTC))
    kb = open_kb(clock=clock, timezone="Pacific/Auckland")
    kb.log(deal(outcome="open", next_meeting="2026-12-03"))
    clock.now = datetime(2026, 12, 3, 10, 59, tzinfo=UTC)
    assert [each.days_left for each in entries(kb)] == [0]
    clock.now = datetime(2026, 12, 3, 11, 0, tzinfo=UTC)
    assert [each.days_left for each in entries(kb)] == [-1]


def test_a_bank_that_did_not_change_is_not_opened(kb: KnowledgeBase, deal: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time only the vendor with a new deal is read."""
    for n in range(4):
        kb.log(deal(vendor=f"Vendor {n}", end_date="2026-12-31", auto_renews=False))
    assert len(entries(kb, days=400)) == 4
    kb.log(deal(vendor="Vendor 2", product="X", end_date="2026-12-30", auto_renews=False))
    read: list[str] = []
    before = kb.projection.material
    monkeypatch.setattr(kb.projection, "material", lambda bank_id: [read.append(bank_id), before(bank_id)][1])
    assert len(agenda.entries(kb, days=400)) == 5
    assert read == ["vendor-vendor-2"]
