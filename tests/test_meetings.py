"""Meetings and last days to decide that have passed, until somebody tells what happened."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from leverage import Deal, KnowledgeBase
from leverage.meetings import Due, due, find_due
from tests.fakes import Clock

TODAY = date(2026, 11, 29)
Write = Callable[..., Deal]


def kinds(found: list[Due]) -> list[tuple[str, str]]:
    """What is due, in short."""
    return [(each.kind, each.day.isoformat()) for each in found]


def test_a_meeting_that_passed_is_due(deal: Write) -> None:
    """From the day after on, and not before."""
    noted = deal(outcome="open", product="Azure", next_meeting="2026-11-28")
    (each,) = find_due([noted], TODAY)
    assert each.sentence == "A meeting about Azure was noted for 28 Nov 2026, and nothing is logged since."
    assert find_due([noted], date(2026, 11, 28)) == []


def test_a_deal_of_that_day_or_later_closes_it(deal: Write) -> None:
    """Whoever logs what happened is not asked again; an older deal changes nothing."""
    noted = deal(outcome="open", next_meeting="2026-11-10")
    assert find_due([noted, deal(deal_date="2026-11-10")], TODAY) == []
    assert find_due([noted, deal(deal_date="2026-11-20", product="Azure")], TODAY) == []
    assert len(find_due([noted, deal(deal_date="2026-11-09")], TODAY)) == 1


def test_a_deal_entered_after_the_day_closes_it(deal: Write) -> None:
    """A deal dated before the meeting but entered after it tells of it; so does one that noted it only afterwards."""
    after = datetime(2026, 11, 20, 9, tzinfo=UTC)
    noted = deal(outcome="open", next_meeting="2026-11-10")
    assert find_due([noted, replace(deal(deal_date="2026-11-09"), entered_at=after)], TODAY) == []
    assert find_due([replace(noted, entered_at=after)], TODAY) == []


def test_an_old_deal_entered_late_closes_nothing(deal: Write) -> None:
    """What was agreed before the meeting was even noted tells nothing of it, whenever somebody enters it."""
    noted = deal(deal_date="2026-10-01", outcome="open", next_meeting="2026-11-10")
    after = datetime(2026, 11, 20, 9, tzinfo=UTC)
    assert len(find_due([noted, replace(deal(deal_date="2020-01-05"), entered_at=after)], TODAY)) == 1
    assert find_due([noted, replace(deal(deal_date="2026-10-01"), entered_at=after)], TODAY) == []


def test_another_product_closes_nothing(deal: Write) -> None:
    """Where both deals name their product, they have to be the same, in any spelling."""
    noted = deal(outcome="open", product="Azure", next_meeting="2026-11-10")
    assert len(find_due([noted, deal(deal_date="2026-11-20", product="Visio")], TODAY)) == 1
    assert find_due([noted, deal(deal_date="2026-11-20", product="AZURE")], TODAY) == []


def test_a_notice_deadline_that_passed_is_due(deal: Write) -> None:
    """The last day on which notice had to arrive, or the end where nothing renews by itself; a later agreement closes it."""
    rolling = deal(deal_date="2025-12-01", end_date="2026-12-31", auto_renews=True, notice_days=60)
    assert kinds(find_due([rolling], TODAY)) == [("decision", "2026-11-01")]
    ended = deal(deal_date="2025-12-01", end_date="2026-10-31", auto_renews=False, notice_days=60)
    assert kinds(find_due([ended], TODAY)) == [("decision", "2026-10-31")]
    renewed = deal(deal_date="2026-09-01", end_date="2027-12-31", kind="renewal")
    assert find_due([rolling, ended, renewed], TODAY) == []
    assert find_due([deal(deal_date="2025-12-01", end_date="2026-12-31", auto_renews=True, notice_days=10)], TODAY) == []


def test_a_renewed_term_is_due_again(deal: Write) -> None:
    """The current term counts: an end that rolled on has a new deadline."""
    rolling = deal(deal_date="2023-01-02", end_date="2023-12-31", auto_renews=True, renewal_term_months=12, notice_days=45)
    assert kinds(find_due([rolling], TODAY)) == [("decision", "2026-11-16")]


@pytest.mark.parametrize(
    ("today", "passed"),
    [
        ("2025-12-02", ["2025-11-02"]),
        ("2026-01-31", ["2025-11-02"]),
        ("2026-02-01", ["2025-11-02"]),
        ("2026-11-02", ["2025-11-02"]),
        ("2026-11-03", ["2026-11-02"]),
    ],
)
def test_a_missed_day_stays_when_the_next_terms_roll_on(deal: Write, today: str, passed: list[str]) -> None:
    """The day before a renewal and the day after it: nothing was logged, so the nudge is there on both, whichever the term."""
    rolling = deal(deal_date="2024-01-01", end_date="2025-01-31", auto_renews=True, renewal_term_months=12, notice_days=90)
    assert [day for _, day in kinds(find_due([rolling], date.fromisoformat(today)))] == passed


def test_what_closes_a_date_is_nothing_to_decide_on(deal: Write) -> None:
    """A renewal closes it, with or without an end of its own; an expansion does not, whatever its end."""
    ends = deal(deal_date="2025-01-01", product="P", end_date="2026-11-20", notice_days=30, auto_renews=True)
    assert kinds(find_due([ends], TODAY)) == [("decision", "2026-10-21")]
    renewed = deal(deal_date="2026-10-01", product="P", kind="renewal")
    assert find_due([ends, renewed], TODAY) == []
    grown = deal(deal_date="2026-05-30", product="P", kind="expansion", end_date="2028-12-31")
    assert kinds(find_due([ends, grown], TODAY)) == [("decision", "2026-10-21")]


def test_the_day_of_entry_is_that_of_the_stores_zone(open_kb: Callable[..., KnowledgeBase], deal: Write) -> None:
    """After midnight in Berlin it tells of the day before; on the evening of the day itself in Los Angeles it does not."""
    told = {}
    for zone, entered in (
        ("Europe/Berlin", datetime(2026, 12, 1, 23, 30, tzinfo=UTC)),
        ("America/Los_Angeles", datetime(2026, 12, 2, 3, tzinfo=UTC)),
    ):
        clock = Clock()
        with open_kb(clock=clock, timezone=zone) as kb:
            kb.log(deal(vendor=zone, deal_date="2026-11-20", outcome="open", next_meeting="2026-12-01"))
            clock.now = entered
            kb.log(deal(vendor=zone, deal_date="2026-11-25"))
            clock.now = datetime(2026, 12, 4, 12, tzinfo=UTC)
            told[zone] = kinds(due(kb, zone))
    assert told == {"Europe/Berlin": [], "America/Los_Angeles": [("meeting", "2026-12-01")]}


def test_what_passed_over_a_year_ago_is_let_go(deal: Write) -> None:
    """Nobody is reminded of a meeting two years ago, and the first day of all days breaks nothing."""
    assert find_due([deal(deal_date="2024-01-01", outcome="open", next_meeting="2024-02-01")], TODAY) == []
    assert find_due([deal(deal_date="1900-01-01", end_date="1900-01-01", notice_days=3650)], TODAY) == []


def test_the_knowledge_base_is_asked_by_vendor(open_kb: Callable[..., KnowledgeBase], deal: Write) -> None:
    """What is due is the vendor's own, the newest first; nothing for an unknown vendor."""
    clock = Clock()
    kb = open_kb(clock=clock)
    kb.log(deal(outcome="open", next_meeting="2026-12-05", product="Azure"))
    kb.log(deal(outcome="open", next_meeting="2026-12-01", product="Visio"))
    assert due(kb, "Microsoft") == []
    assert due(kb, "Nobody") == []
    clock.now = datetime(2026, 12, 10, 9, tzinfo=UTC)
    assert kinds(due(kb, "vendor-microsoft")) == [("meeting", "2026-12-05"), ("meeting", "2026-12-01")]
    kb.log(deal(deal_date="2026-12-09"))
    assert due(kb, "Microsoft") == []
