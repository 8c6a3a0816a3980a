"""End dates and notice deadlines are computed where they can be, and asked for where they can't."""

from datetime import date
from typing import Any

import pytest

from leverage.deadlines import add_months
from tests.counted import brief_of, dealt, texts


@pytest.mark.parametrize(
    ("day", "months", "expected"),
    [
        ("2026-01-31", 1, "2026-02-28"),
        ("2028-01-31", 1, "2028-02-29"),
        ("2026-01-31", 2, "2026-03-31"),
        ("2024-02-29", 12, "2025-02-28"),
        ("2026-12-15", 1, "2027-01-15"),
        ("2026-11-30", 15, "2028-02-29"),
        ("2026-03-31", -1, "2026-02-28"),
        ("2026-01-10", -13, "2024-12-10"),
        ("2026-05-05", 0, "2026-05-05"),
        ("9999-12-31", 1, "9999-12-31"),
        ("0001-01-01", -1, "0001-01-01"),
    ],
)
def test_months_end_where_the_shorter_month_ends(day: str, months: int, expected: str) -> None:
    """A month on from 31 Jan is the last of February; the calendar's own ends hold."""
    assert add_months(date.fromisoformat(day), months) == date.fromisoformat(expected)


@pytest.mark.parametrize(
    ("fields", "notice_by", "start_by", "days_left"),
    [
        ({"auto_renews": True, "notice_days": 60}, "2026-12-30", "2026-09-01", 31),
        ({"auto_renews": None, "notice_days": 60}, "2026-12-30", "2026-09-01", 31),
        ({"auto_renews": False, "notice_days": 60}, None, "2026-10-31", 91),
        ({"auto_renews": True}, None, "2026-10-31", 91),
        ({"auto_renews": True, "notice_days": 0}, "2027-02-28", "2026-10-31", 91),
    ],
)
def test_the_notice_deadline_is_the_end_less_the_notice(
    fields: dict[str, Any], notice_by: str | None, start_by: str, days_left: int
) -> None:
    """Where nothing renews by itself, or the notice period is unknown, the end is the deadline; start 120 days before."""
    brief = brief_of(dealt("2026-01-01", "a", product="Power BI", end_date="2027-02-28", **fields))
    (deadline,) = brief.deadlines
    assert (str(deadline.end_date), deadline.days_left, str(deadline.start_by)) == ("2027-02-28", days_left, start_by)
    assert deadline.notice_by == (date.fromisoformat(notice_by) if notice_by else None)
    assert (deadline.deal_id, deadline.product, deadline.notice_passed) == ("a", "Power BI", None)
    assert brief.date_notes == ()


def test_a_notice_deadline_that_has_passed_is_said_and_the_end_stays() -> None:
    """A deadline in the past is never counted down to."""
    fields = {"end_date": "2027-01-31", "auto_renews": True, "notice_days": 90}
    brief = brief_of(dealt("2026-01-01", "a", product="Azure", **fields))
    (deadline,) = brief.deadlines
    assert (deadline.notice_by, deadline.notice_passed, deadline.days_left) == (None, date(2026, 11, 2), 63)
    assert texts(brief.date_notes) == ["The notice deadline for Azure passed on 2 Nov 2026; the term ends on 31 Jan 2027."]
    assert brief_of(dealt("2026-01-01", "a", **fields), as_of=date(2026, 11, 2)).deadlines[0].days_left == 0


@pytest.mark.parametrize(
    ("end", "months", "as_of", "rolled"),
    [
        ("2026-11-29", 12, "2026-11-29", "2026-11-29"),
        ("2026-11-28", 12, "2026-11-29", "2027-11-28"),
        ("2020-02-29", 12, "2026-11-29", "2027-02-28"),
        ("2025-01-31", 1, "2026-02-01", "2026-02-28"),
        ("2025-01-31", 1, "2026-03-01", "2026-03-31"),
        ("2024-06-30", 36, "2026-11-29", "2027-06-30"),
        ("2026-10-31", 1, "2026-11-30", "2026-11-30"),
    ],
)
def test_a_contract_that_renews_itself_is_rolled_on_by_whole_terms(end: str, months: int, as_of: str, rolled: str) -> None:
    """The deadline is that of the current term, counted from the first end so that month ends do not drift."""
    deal = dealt("2019-01-01", "a", end_date=end, auto_renews=True, renewal_term_months=months, notice_days=0)
    (deadline,) = brief_of(deal, as_of=date.fromisoformat(as_of)).deadlines
    assert str(deadline.end_date) == rolled


def test_where_the_renewal_term_is_unknown_the_brief_asks() -> None:
    """Nothing is computed from a term that nobody recorded."""
    brief = brief_of(dealt("2025-01-01", "a", product="Azure", end_date="2026-02-28", auto_renews=True))
    assert brief.deadlines == ()
    assert texts(brief.date_notes) == ["Azure was to renew itself on 28 Feb 2026; the renewal term is not recorded. Ask."]
    assert brief.date_notes[0].deal_ids == ("a",)


@pytest.mark.parametrize("auto_renews", [None, False])
def test_a_contract_that_ended_is_no_deadline(auto_renews: bool | None) -> None:
    """An end in the past is past unless the contract is known to renew itself."""
    brief = brief_of(dealt("2025-01-01", "a", end_date="2026-02-28", auto_renews=auto_renews, renewal_term_months=12))
    assert (brief.deadlines, brief.date_notes) == ((), ())


@pytest.mark.parametrize("outcome", ["open", "no_deal", "walked_away", "unknown"])
def test_only_agreed_deals_have_deadlines(outcome: str) -> None:
    """An end date that was only talked about binds nobody."""
    assert brief_of(dealt("2026-01-01", "a", end_date="2027-02-28", outcome=outcome)).deadlines == ()


@pytest.mark.parametrize(
    ("newer", "open_ids"),
    [
        ({"kind": "renewal", "end_date": "2028-02-28"}, ["b"]),
        ({"outcome": "renewed_as_is", "end_date": "2028-02-28"}, ["b"]),
        ({"start_date": "2027-03-01", "end_date": "2028-02-28", "product": "AZURE"}, ["b"]),
        ({"kind": "new", "end_date": "2028-02-28"}, ["b"]),
        ({"kind": "renewal"}, []),
        ({"kind": "expansion", "end_date": "2028-02-28"}, ["a", "b"]),
        ({"kind": "renewal", "end_date": "2028-02-28", "product": "Teams"}, ["a", "b"]),
        ({"kind": "renewal", "end_date": "2028-02-28", "outcome": "no_deal"}, ["a"]),
        ({"kind": "renewal", "end_date": "2028-02-28", "deal_date": "2026-01-01"}, ["a", "b"]),
        ({"discount_pct": 5}, ["a"]),
    ],
)
def test_a_later_agreement_on_the_product_closes_the_older_date(newer: dict[str, Any], open_ids: list[str]) -> None:
    """A renewal or a new term of the product replaces the old end; an expansion or another product does not."""
    fields = {"product": "Azure", "deal_date": "2026-06-01"} | newer
    brief = brief_of(
        dealt("2026-01-01", "a", product="Azure", end_date="2027-02-28"), dealt(fields.pop("deal_date"), "b", **fields)
    )
    assert [deadline.deal_id for deadline in brief.deadlines] == open_ids


@pytest.mark.parametrize(("kind", "open_ids"), [("renewal", ["b"]), ("new", ["a", "b"]), (None, ["a", "b"])])
def test_without_a_product_only_a_renewal_closes_the_older_date(kind: str | None, open_ids: list[str]) -> None:
    """Two contracts may be meant, and a deadline too many is better than one lost without a word."""
    brief = brief_of(dealt("2026-01-01", "a", end_date="2027-02-28"), dealt("2026-06-01", "b", end_date="2028-02-28", kind=kind))
    assert [deadline.deal_id for deadline in brief.deadlines] == open_ids


def test_a_renewal_without_an_end_date_is_asked_about() -> None:
    """The old date no longer holds and the new one is not known."""
    brief = brief_of(
        dealt("2025-01-01", "a", product="Azure", end_date="2026-12-31", auto_renews=True),
        dealt("2025-02-01", "b", product="Azure", end_date="2026-12-31", kind="expansion"),
        dealt("2026-10-01", "c", product="Azure", outcome="renewed_as_is"),
    )
    assert brief.deadlines == ()
    assert texts(brief.date_notes) == ["Azure was renewed in Oct 2026; its new end date is not recorded. Ask."]
    assert brief.date_notes[0].deal_ids == ("c", "b")


def test_the_nearest_deadline_comes_first() -> None:
    """Nearest by the day on which something has to be done, not by the end of the term."""
    brief = brief_of(
        dealt("2026-01-01", "a", product="A", end_date="2027-01-31"),
        dealt("2026-01-02", "b", product="B", end_date="2027-03-31", notice_days=90),
    )
    assert [deadline.deal_id for deadline in brief.deadlines] == ["b", "a"]


@pytest.mark.parametrize(
    ("with_end", "note"),
    [
        (0, "None of 3 products has an end date."),
        (1, "1 of 3 products has an end date."),
        (2, "2 of 3 products have an end date."),
        (3, None),
    ],
)
def test_the_brief_says_how_many_products_have_an_end_date(with_end: int, note: str | None) -> None:
    """Products that were only talked about are not counted; where all have one nothing is said."""
    deals = [
        dealt("2026-01-01", str(n), product=f"Product {n}", end_date="2027-02-28" if n < with_end else None) for n in range(3)
    ]
    brief = brief_of(*deals, dealt("2026-02-01", "talk", product="Talked about", outcome="open"))
    assert texts(brief.date_notes) == ([note] if note else [])
