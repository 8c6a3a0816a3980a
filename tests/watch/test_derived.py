"""What deals show without a word: a term newly firm, a tactic that turned, a discount or payment terms worse than before."""

from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.watch.materials import FIRST, Vendor, instant, kinds_of


def logged(*deals: dict[str, Any]) -> Vendor:
    """Return a vendor with a deal every ten days."""
    vendor = Vendor()
    for n, fields in enumerate(deals):
        vendor.deal(10 * n, **fields)
    return vendor


def stances(text: str) -> Vendor:
    """Return a vendor whose deals were flexible (f), firm (F) or silent (-) on the liability cap."""
    told = {"f": {"flexible_on": ["Liability cap"]}, "F": {"firm_on": ["liability-cap"]}, "-": {}}
    return logged(*(told[each] for each in text))


@pytest.mark.parametrize(
    ("text", "deals"),
    [
        ("FF", ()),  # never flexible before
        ("fF", ()),
        ("fFF", ("d0", "d1", "d2")),
        ("f-F-F", ("d0", "d2", "d4")),  # silent deals raise nothing
        ("FfF", ()),
        ("fFfF", ()),
        ("fFfFF", ("d2", "d3", "d4")),
        ("fFFf", ("d0", "d1", "d2")),  # flexible again: the flag stays until somebody has looked
        ("fFFF", ("d0", "d1", "d2", "d3")),
    ],
)
def test_a_term_is_newly_firm_in_two_deals_in_a_row(text: str, deals: tuple[str, ...]) -> None:
    """It was flexible before, and firm in the last two deals that raised it, in any spelling."""
    vendor = stances(text)
    if not deals:
        assert vendor.flags() == []
        return
    flag = vendor.flag()
    assert (flag.kind, flag.deal_ids, flag.topic) == ("newly_firm", deals, "liability cap")
    assert flag.title == "Newly firm on liability-cap"
    assert flag.quotes[0].text == "Flexible on Liability cap."
    assert {quote.text for quote in flag.quotes[1:]} == {"Firm on liability-cap."}
    assert flag.raised_on == FIRST + timedelta(days=10 * int(deals[2][1]))


def tries(text: str) -> Vendor:
    """Return a vendor with whom a tactic worked (w), failed (f), did both (b), was mixed (m), unclear (u) or not tried (-)."""
    ask = "Asked early"
    told = {
        "w": [(ask, "worked")],
        "f": [("asked early.", "failed")],
        "b": [(ask, "worked"), (ask, "failed")],
        "m": [(ask, "mixed")],
        "u": [(ask, "unclear")],
        "-": [],
    }
    return logged(*({"tactics": told[each]} for each in text))


@pytest.mark.parametrize(
    ("text", "deals"),
    [
        ("ff", ()),
        ("wf", ()),
        ("wff", ("d0", "d1", "d2")),
        ("wwf-f", ("d1", "d2", "d4")),
        ("wfwf", ()),
        ("wfbf", ()),  # it worked there, too
        ("wfmf", ("d0", "d1", "d3")),
        ("wfuf", ("d0", "d1", "d3")),
        ("bff", ("d0", "d1", "d2")),
        ("fwf", ()),
        ("wffw", ("d0", "d1", "d2")),
    ],
)
def test_a_tactic_turned_when_it_fails_twice_after_it_worked(text: str, deals: tuple[str, ...]) -> None:
    """In two different deals, and it worked in none in between."""
    vendor = tries(text)
    assert kinds_of(vendor.flags()) == ({"tactic_turned"} if deals else set())
    if deals:
        assert vendor.flag().deal_ids == deals
        assert vendor.flag().quotes[0].text == "“Asked early” worked."


def discounts(*values: float, **fields: Any) -> Vendor:
    """Return a vendor with an agreed deal for each discount off list for one product."""
    plain: dict[str, Any] = {"product": "Azure", "discount_base": "list"}
    return logged(*(plain | fields | {"discount_pct": value} for value in values))


@pytest.mark.parametrize(
    ("values", "deals"),
    [
        ((20, 20, 10, 10), ()),  # three before the first one, and two in a row
        ((20, 20, 20, 10), ()),
        ((20, 20, 20, 10, 10), ("d3", "d4")),
        ((20, 20, 20, 10, 20, 10), ()),
        ((20, 20, 20, 19.99, 19.99), ("d3", "d4")),
        ((20, 20, 20, 20, 20), ()),  # at the median is not under it
        ((10, 20, 30, 15, 16), ("d3", "d4")),
        ((10, 20, 30, 15, 18), ()),  # the median of four before it is 17.5
        ((20, 20, 20, 10, 10, 30), ("d3", "d4")),
    ],
)
def test_two_discounts_in_a_row_under_the_median_of_those_before(values: tuple[float, ...], deals: tuple[str, ...]) -> None:
    """Each against the median of all before it, from three on."""
    vendor = discounts(*values)
    assert kinds_of(vendor.flags()) == ({"below_median"} if deals else set())
    if deals:
        assert vendor.flag().deal_ids == deals
        assert vendor.flag().about == "Azure, off list"


def test_only_what_can_be_compared_is() -> None:
    """One product, one known base, one way of buying, agreed deals; the words say the number and how many stand behind it."""
    low = {"product": "Azure", "discount_base": "list", "discount_pct": 10}
    for other in (
        {"product": "Power BI"},
        {"discount_base": "first_quote"},
        {"reseller": "Softcat"},
        {"outcome": "no_deal"},
    ):
        vendor = discounts(20, 20, 20)
        vendor.deal(40, **low | other)
        vendor.deal(50, **low | other)
        assert vendor.flags() == []
    for nothing in ({"product": None}, {"discount_base": None}):
        assert discounts(20, 20, 20, 10, 10, **nothing).flags() == []
    vendor = discounts(20, 20, 20, 10, 12.5, reseller="Softcat")
    assert vendor.flag().about == "Azure, off list via Softcat"
    assert [quote.text for quote in vendor.flag().quotes] == [
        "10% off list; the median of the 3 deals before: 20%.",
        "12.5% off list; the median of the 4 deals before: 20%.",
    ]


@given(st.lists(st.integers(0, 40), max_size=9))
def test_a_naive_count_of_discounts_finds_the_same(values: list[int]) -> None:
    """Written down as the rule is said."""
    under = [n >= 3 and values[n] < median(values[:n]) for n in range(len(values))]
    expected = next((n for n in range(1, len(values)) if under[n] and under[n - 1]), None)
    flags = discounts(*values).flags()
    assert [flag.raised_on for flag in flags] == ([FIRST + timedelta(days=10 * expected)] if expected is not None else [])


@pytest.mark.parametrize(
    ("terms", "is_raised"),
    [
        (["Net 60", "Net 30"], True),
        (["Net 60", "60 days net"], False),
        (["Net 30", "Net 60"], False),
        (["Net 60", None, "Net 59"], True),  # nothing recorded in between
        (["Net 60", "as agreed", "Net 59"], True),
        (["Net 30", "Due on receipt"], True),
        (["2/10 net 30", "Net 30"], False),
        (["Net 30"], False),
    ],
)
def test_payment_terms_are_shortened_by_fewer_days(terms: list[str | None], is_raised: bool) -> None:
    """Against the agreed deal before it of the same product, in whichever words; one is enough."""
    vendor = logged(*({"product": "Azure", "payment_terms": each} for each in terms))
    assert kinds_of(vendor.flags()) == ({"terms_shortened"} if is_raised else set())
    if is_raised:
        assert vendor.flag().deal_ids == ("d0", f"d{len(terms) - 1}")


def test_other_products_and_deals_that_were_not_agreed_shorten_nothing() -> None:
    """Nor does a deal without a product."""
    for other in ({"product": "Power BI"}, {"product": None}, {"outcome": "open", "product": "Azure"}):
        assert logged({"product": "Azure", "payment_terms": "Net 60"}, {"payment_terms": "Net 30"} | other).flags() == []


def test_the_words_say_from_what_to_what() -> None:
    """With the day of the deal before it."""
    vendor = logged({"product": "Azure", "payment_terms": "60 days"}, {"product": "azure", "payment_terms": "net 30"})
    assert [quote.text for quote in vendor.flag().quotes] == [
        "Net 60.",
        "Net 30; the agreed deal before, of 31 Jan 2026, had Net 60.",
    ]
    assert vendor.flag().rule == (
        "One agreed deal gave fewer days to pay than the agreed deal before it, of the same product, however far apart they are."
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([{"flexible_on": ["SLA"]}, {"firm_on": ["SLA"]}, {"firm_on": ["SLA"]}], {"firm_on": ["SLA"]}),
        (
            [{"tactics": [("a", "worked")]}, {"tactics": [("a", "failed")]}, {"tactics": [("a", "failed")]}],
            {"tactics": [("a", "failed")]},
        ),
        (
            [{"product": "P", "discount_base": "list", "discount_pct": pct} for pct in (20, 20, 20, 10, 10)],
            {"product": "P", "discount_base": "list", "discount_pct": 9},
        ),
    ],
)
def test_what_deals_show_lives_as_what_people_record(before: list[dict[str, Any]], after: dict[str, Any]) -> None:
    """A review closes it; old rows, an edit and one further deal do not open it, two new ones do."""
    vendor = logged(*before)
    reviewed_on = FIRST + timedelta(days=100)
    vendor.review(vendor.flag(), instant(reviewed_on, 12))
    assert vendor.flags() == []
    vendor.deal(99, entered=instant(reviewed_on + timedelta(days=5)), **after)
    vendor.edit(vendor.records[-2], instant(reviewed_on + timedelta(days=5)), notes="typing error")
    vendor.deal(101, **after)
    assert vendor.flags() == []
    vendor.deal(102, **after)
    assert len(vendor.flags()) == 1
    assert len(vendor.flags("reviewed")) == 1


REVIEWED_AT = datetime(2027, 1, 10, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("deals", "right"),
    [
        ([{"flexible_on": ["SLA credit"]}, *[{"firm_on": ["SLA credit"]}] * 2], "terms"),
        ([{"product": "M365", "discount_pct": pct, "discount_base": "list"} for pct in (20, 20, 20, 10, 9)], "product"),
        ([{"product": "M365", "discount_pct": pct, "discount_base": "list"} for pct in (20, 20, 20, 10, 9)], "reseller"),
        ([{"product": "M365", "payment_terms": terms} for terms in ("Net 60", "Net 30")], "product"),
    ],
)
def test_what_is_put_right_in_old_deals_reopens_nothing(deals: list[dict[str, Any]], right: str) -> None:
    """The name of a product, a reseller that was left out, a term as others write it: the days are before the review."""
    vendor = logged(*deals)
    closed = vendor.review(vendor.flag(), REVIEWED_AT)
    for n, record in enumerate(list(vendor.records)):
        deal = record.deal()
        if right == "terms":
            changes: dict[str, Any] = {
                name: [f"{each}s" for each in getattr(deal, name)] for name in ("flexible_on", "firm_on") if getattr(deal, name)
            }
        else:
            changes = {right: "Microsoft 365"}
        vendor.edit(record, REVIEWED_AT + timedelta(hours=n + 1), **changes)
    assert vendor.flags() == []
    (flag,) = vendor.flags("reviewed")
    assert {*flag.deal_ids} >= {*closed.deal_ids[-1:]}


def test_another_topic_of_the_same_deals_stays_open() -> None:
    """Whoever dealt with one term has not dealt with the other, which stood there all the time."""
    vendor = logged({"flexible_on": ["SLA", "liability"]}, *[{"firm_on": ["SLA", "liability"]}] * 2)
    first, second = vendor.flags()
    vendor.review(first, REVIEWED_AT)
    assert [flag.topic for flag in vendor.flags()] == [second.topic]
    vendor.edit(vendor.records[1], REVIEWED_AT + timedelta(hours=1), notes="x")
    assert [flag.topic for flag in vendor.flags()] == [second.topic]


def test_deals_of_one_day_stand_in_the_order_in_which_they_were_logged() -> None:
    """The bug was a deal edited later that came behind the next run of its own day, so that no two stood side by side."""
    vendor = Vendor()
    for n, stance in enumerate(
        ({"flexible_on": ["SLA"]}, {}, {"firm_on": ["SLA"]}, {"flexible_on": ["SLA"]}, {"firm_on": ["SLA"]})
    ):
        vendor.deal(0, entered=instant(FIRST, n + 1), **stance)
    assert vendor.flags() == []
    vendor.edit(vendor.records[1], instant(FIRST, 20), firm_on=["SLA"])
    assert {"d0", "d1", "d2"} <= {*vendor.flag().deal_ids}
