"""What a deal saved: each kind against its own baseline, at the edges, and nothing where there is none."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from leverage import Deal
from leverage.savings.counting import count_savings
from leverage.savings.figure import Figure
from leverage.savings.volumes import term_of
from leverage.sizes import counted_unit, periods_of

Write = Callable[..., Deal]

UNPROVED = "How often the price before is paid is not recorded; it is taken as paid like the other."
SEATS = {"product": "Suite", "currency": "USD", "unit": "user", "quantity": 200, "term_months": 12}
BEFORE = {"deal_date": "2025-03-02", "final_price": 24}


def counted(*deals: Deal) -> tuple[list[Figure], list[str]]:
    figures, left = count_savings(deals, vendor="Acme", bank_id="vendor-acme")
    return figures, [each.reason for each in left]


def short(figures: list[Figure]) -> list[tuple[str, str, str]]:
    return [(each.kind, str(each.amount), each.basis) for each in figures]


def test_a_lower_price_than_the_last_one_paid_is_a_reduction(deal: Write) -> None:
    """The figure says both prices, the size, the period, and opens both deals."""
    first, second = deal(**SEATS, **BEFORE, kind="new"), deal(**SEATS, final_price="21.60", kind="renewal")
    (figure,), reasons = counted(first, second)
    assert short([figure]) == [("reduction", "480.00", "annualised")]
    assert figure.how == "USD 24 to 21.60 per user, 200 users, a year."
    assert (figure.baseline, figure.baseline_value) == ("Last price paid, 2 Mar 2025", 24)
    assert (figure.currency, figure.vendor, figure.product, figure.quarter) == ("USD", "Acme", "Suite", "2026 Q1")
    assert len(figure.deal_ids) == 2
    assert reasons == ["no_baseline"]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"final_price": 24}, "no_saving"),
        ({"final_price": 25}, "no_saving"),
        ({"final_price": "21.60", "currency": None}, "no_currency"),
        ({"final_price": "21.60", "quantity": 0}, "nothing"),
        ({"final_price": "21.60", "quantity": 0, "annual_value": 5000}, "nothing"),
        ({"final_price": "21.60", "quantity": None}, "no_size"),
        ({"final_price": None, "quantity": None, "annual_value": 0}, "nothing"),
        ({"final_price": "21.60", "currency": "EUR"}, "not_comparable"),
        ({"final_price": "21.60", "unit": "device"}, "not_comparable"),
        ({"final_price": "21.60", "reseller": "Vale"}, "not_comparable"),
        ({"final_price": "21.60", "product": "Other"}, "no_baseline"),
        ({"final_price": "21.60", "product": None}, "no_baseline"),
        ({"final_price": "21.60", "product": "Other", "kind": "renewal"}, "renewal"),
        ({"final_price": "21.60", "product": "Other", "list_price": 30}, "list_only"),
        ({"final_price": "21.60", "product": "Other", "discount_pct": 20, "discount_base": "list"}, "list_only"),
        ({"final_price": "21.60", "product": "Other", "uplift_cap_pct": 3}, "no_baseline"),
        ({"final_price": "21.60", "product": "Other", "uplift_asked_pct": 9}, "uplift_open"),
        ({"final_price": "21.60", "product": "Other", "kind": "renewal", "quoted_price": 30}, "renewal"),
        ({"final_price": "21.60", "outcome": "walked_away"}, "not_agreed"),
        ({"final_price": "21.60", "outcome": "no_deal"}, "not_agreed"),
        ({"final_price": "21.60", "outcome": "open"}, "not_agreed"),
        ({"final_price": "21.60", "outcome": "unknown"}, "not_agreed"),
        ({"final_price": "21.60", "deal_date": "2025-03-02"}, "no_baseline"),  # of one day: neither is before the other
    ],
)
def test_what_has_no_figure_says_why(deal: Write, fields: dict[str, Any], expected: str) -> None:
    """No baseline, no size, no currency, no agreement, or nothing saved: no figure, and the reason."""
    figures, reasons = counted(deal(**SEATS, **BEFORE), deal(**SEATS | fields))
    assert figures == []
    assert expected in reasons


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        # asked, and what came of it, on the price paid before
        ({"final_price": 25, "uplift_asked_pct": 10}, [("avoidance", "280.00", "annualised")]),
        ({"final_price": 24, "uplift_asked_pct": 10, "outcome": "renewed_as_is"}, [("avoidance", "480.00", "annualised")]),
        ({"final_price": "26.40", "uplift_asked_pct": 10}, []),
        ({"final_price": 27, "uplift_asked_pct": 10}, []),
        ({"final_price": 24, "uplift_asked_pct": -3}, []),
        ({"final_price": 25, "uplift_cap_pct": 3}, []),
        # the price fell: the fall is a reduction, only the increase asked an avoidance
        (
            {"final_price": 23, "uplift_asked_pct": 10},
            [("reduction", "200.00", "annualised"), ("avoidance", "480.00", "annualised")],
        ),
        # a first quote counts above the price paid before alone
        ({"final_price": 23, "quoted_price": 24}, [("reduction", "200.00", "annualised")]),
        (
            {"final_price": 23, "quoted_price": 26},
            [("reduction", "200.00", "annualised"), ("avoidance", "400.00", "annualised")],
        ),
        ({"final_price": 25, "quoted_price": 26}, [("avoidance", "200.00", "annualised")]),
        # both: one increase, counted once, as it was asked
        ({"final_price": 25, "quoted_price": 30, "uplift_asked_pct": 10}, [("avoidance", "280.00", "annualised")]),
        ({"final_price": 0}, [("reduction", "4800.00", "annualised")]),
    ],
)
def test_reduction_and_avoidance_share_no_amount(
    deal: Write, fields: dict[str, Any], expected: list[tuple[str, str, str]]
) -> None:
    """What was cut below the price before is one, what was kept from rising above it the other."""
    figures, _ = counted(deal(**SEATS, **BEFORE), deal(**SEATS | {"kind": "renewal"} | fields))
    assert short(figures) == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"uplift_asked_pct": 9, "uplift_agreed_pct": 3, "annual_value": 103_000}, [("avoidance", "6000.00")]),
        ({"uplift_asked_pct": 9, "uplift_agreed_pct": 0, "annual_value": 100_000}, [("avoidance", "9000.00")]),
        (
            {"uplift_asked_pct": 5, "uplift_agreed_pct": -3, "annual_value": 97_000},
            [("reduction", "3000.00"), ("avoidance", "5000.00")],
        ),
        ({"uplift_agreed_pct": -3, "annual_value": 97_000}, [("reduction", "3000.00")]),
        ({"uplift_asked_pct": 3, "uplift_agreed_pct": 9, "annual_value": 109_000}, []),
        ({"uplift_asked_pct": 9, "uplift_agreed_pct": -100, "annual_value": 97_000}, []),
        ({"uplift_asked_pct": 9, "annual_value": 100_000}, []),
        ({"uplift_asked_pct": 9, "annual_value": 100_000, "outcome": "renewed_as_is"}, [("avoidance", "9000.00")]),
        ({"discount_pct": 10, "discount_base": "last_price", "annual_value": 90_000}, [("reduction", "10000.00")]),
        ({"discount_pct": 100, "discount_base": "last_price", "annual_value": 90_000}, []),
        ({"discount_pct": 10, "discount_base": "first_quote", "annual_value": 90_000}, [("off_quote", "10000.00")]),
        ({"discount_pct": 10, "discount_base": "first_quote", "annual_value": 90_000, "kind": "renewal"}, []),
        ({"discount_pct": 10, "discount_base": "list", "annual_value": 90_000}, []),
        ({"discount_pct": 10, "discount_base": "unknown", "annual_value": 90_000}, []),
        ({"discount_pct": 10, "annual_value": 90_000}, []),
    ],
)  # fmt: skip
def test_a_value_stands_for_prices_that_nobody_recorded(
    deal: Write, fields: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    """Stated percentages against the annual value; where one of them is missing, nothing is guessed."""
    figures, _ = counted(deal(currency="EUR", **fields))
    assert [(each.kind, str(each.amount)) for each in figures] == expected


@pytest.mark.parametrize(
    ("fields", "amount", "basis", "note"),
    [
        ({"unit": "user per month"}, "5760.00", "annualised", ""),
        ({"unit": "user/month", "term_months": 36}, "5760.00", "annualised", ""),
        ({"unit": "user per month", "term_months": 3}, "1440.00", "full term", ""),
        ({"unit": "user per year", "term_months": 36}, "480.00", "annualised", ""),
        ({"unit": "pallet per week", "term_months": None}, "24960.00", "annualised", ""),
        ({"term_months": 12}, "480.00", "annualised", ""),
        ({"term_months": None}, "480.00", "full term", "counted once"),
        ({"term_months": 36}, "480.00", "full term", "counted once"),
        ({"term_months": 6}, "480.00", "full term", "counted once"),
        ({"term_months": None, "start_date": "2024-02-29", "end_date": "2025-03-15"}, "480.00", "full term", "counted once"),
        ({"term_months": None, "start_date": "2024-03-01", "end_date": "2025-02-28"}, "480.00", "annualised", ""),
        ({"term_months": 36, "annual_value": 4320}, "480.00", "annualised", ""),  # the price is of a year
        ({"term_months": 36, "annual_value": 1440}, "160.00", "annualised", ""),  # the price is of the term
        ({"term_months": 36, "annual_value": 51840}, "5760.00", "annualised", ""),  # the price is of a month
        ({"term_months": 36, "annual_value": 4342}, "480.00", "annualised", ""),  # rounded
        ({"term_months": 36, "annual_value": 5400}, "600.00", "annualised", "stated are USD 5,400 a year"),
        ({"term_months": 6, "annual_value": 4320}, "240.00", "full term", ""),
        ({"term_months": 36, "total_value": 4320}, "160.00", "annualised", ""),
        ({"term_months": 36, "total_value": 12960}, "480.00", "annualised", ""),
        ({"term_months": None, "total_value": 4320}, "480.00", "full term", ""),
        ({"term_months": None, "total_value": 5400}, "600.00", "full term", "stated are USD 5,400 in total"),
        ({"unit": "user per month", "annual_value": 60000}, "5760.00", "annualised", "stated are USD 60,000 a year"),
        ({"unit": "user per month", "total_value": 51840}, "5760.00", "annualised", ""),
        ({"quantity": None, "annual_value": 4320}, "480.00", "annualised", ""),
        ({"quantity": None, "total_value": 4320, "term_months": None}, "480.00", "full term", ""),
    ],
)
def test_an_amount_is_of_a_year_or_of_the_term(deal: Write, fields: dict[str, Any], amount: str, basis: str, note: str) -> None:
    """As unit, term and values tell; where they do not, the price counts once, and where they differ it is said."""
    both = SEATS | {"kind": "renewal"} | fields
    alike = {name: both.get(name) for name in ("unit", "term_months", "start_date", "end_date")}
    figures, _ = counted(deal(**SEATS | alike, **BEFORE), deal(**both | {"final_price": "21.60"}))
    assert short(figures) == [("reduction", amount, basis)]
    said = figures[0].note.replace(UNPROVED, "").strip()
    assert note in said
    assert bool(note) == bool(said)


def test_what_is_stated_is_shown_beside_what_prices_give(deal: Write) -> None:
    """The recorded prices count; a discount or an agreed increase that says otherwise is told."""
    first = deal(**SEATS, **BEFORE)
    (figure,), _ = counted(first, deal(**SEATS, final_price="21.60", discount_pct=12, discount_base="last_price"))
    assert figure.note == "The deal states 12% off the last price; the prices give 10%."
    (figure,), _ = counted(first, deal(**SEATS, final_price=25, uplift_asked_pct=10, uplift_agreed_pct=2))
    assert figure.note == "The deal states an agreed change of +2%; the prices give +4.2%."
    (figure,), _ = counted(deal(**SEATS, final_price=25, quoted_price=30, discount_pct=10, discount_base="first_quote"))
    assert "The deal states 10% off the first quote; the prices give 16.7%." in figure.note
    assert "What was paid before is not recorded." in figure.note
    (figure,), _ = counted(deal(**SEATS, final_price=25, quoted_price=30, kind="new"))
    assert figure.note == "A new purchase: no price was paid before."


def test_a_deal_in_between_without_a_price_is_told(deal: Write) -> None:
    """The last price recorded may not be the last one paid."""
    between = deal(**SEATS, deal_date="2025-09-01", annual_value=5000)
    figures, _ = counted(deal(**SEATS, **BEFORE), between, deal(**SEATS, final_price="21.60"))
    assert figures[0].note == "The deal of 1 Sep 2025 in between records no price to compare with."


def test_nothing_is_compared_with_the_price_of_an_expansion(deal: Write) -> None:
    """A few dear units added in between make no renewal cheap."""
    added = deal(**SEATS | {"quantity": 5}, deal_date="2025-09-01", final_price=40, kind="expansion")
    figures, _ = counted(deal(**SEATS, **BEFORE), added, deal(**SEATS, final_price=24, kind="renewal"))
    assert figures == []


def test_a_reseller_is_said_and_compared_with_itself(deal: Write) -> None:
    """Prices bought through one reseller are one way of buying."""
    via = SEATS | {"reseller": "Vale"}
    figures, _ = counted(deal(**via, **BEFORE), deal(**via, final_price="21.60"))
    assert figures[0].how == "USD 24 to 21.60 per user, 200 users, a year, via Vale."
    assert figures[0].reseller == "Vale"


def test_large_amounts_stay_exact(deal: Write) -> None:
    """No digit is lost, however large price and quantity are."""
    large = SEATS | {"quantity": "999999999999.9999"}
    figures, _ = counted(
        deal(**large, deal_date="2025-03-02", final_price="999999999999999.999999"), deal(**large, final_price="0.000001")
    )
    cents = 999_999_999_999_999_999_998 * 9_999_999_999_999_999 // 10**8
    assert figures[0].amount == Decimal(f"{cents // 100}.{cents % 100:02}")


@pytest.mark.parametrize(
    ("day", "quarter"),
    [
        ("2026-03-31", "2026 Q1"),
        ("2026-04-01", "2026 Q2"),
        ("2026-06-30", "2026 Q2"),
        ("2026-09-30", "2026 Q3"),
        ("2026-10-01", "2026 Q4"),
        ("2025-12-31", "2025 Q4"),
        ("2026-01-01", "2026 Q1"),
        ("2024-02-29", "2024 Q1"),
    ],
)
def test_a_quarter_ends_on_its_last_day(deal: Write, day: str, quarter: str) -> None:
    """Quarters of the calendar, leap days included."""
    (figure,), _ = counted(deal(**SEATS, deal_date=day, final_price=20, quoted_price=25))
    assert figure.quarter == quarter


@pytest.mark.parametrize(
    ("unit", "periods"),
    [
        ("user per month", 12), ("per user per month", 12), ("user / mo", 12), ("seat a year", 1), ("host per annum", 1),
        ("pallet place per week", 52), ("site per quarter", 4), ("user", None), ("month", None), ("per month", None),
        ("% of first salary", None), ("GB", None), ("monitor", None), (None, None),
        ("Nutzer pro Monat", 12), ("Platz im Jahr", 1), ("utilisateur par mois", 12), ("usuario al mes", 12),
        ("utente all'anno", 1), ("gebruiker per maand", 12), ("utilizador por mês", 12), ("user monthly", 12),
        ("seat p.m.", 12), ("seat p.a.", 1), ("Lizenz jährlich", 1), ("week", None), ("PM", None), ("quarter-hour", None),
        ("room per morning", None), ("pair", None),
    ],
)  # fmt: skip
def test_a_unit_tells_for_how_long_its_price_is_paid(unit: str | None, periods: int | None) -> None:
    """Only where it says so after what is counted: of a bare month nobody knows whether it is the thing or the time."""
    assert periods_of(unit) == periods


@pytest.mark.parametrize(
    ("start", "end", "months"),
    [
        ("2024-02-29", "2025-02-27", 12),
        ("2024-02-29", "2025-02-28", None),
        ("2024-03-01", "2025-02-28", 12),
        ("2023-03-01", "2024-02-29", 12),
        ("2026-01-01", "2026-12-31", 12),
        ("2026-01-31", "2026-02-27", 1),
        ("2026-01-15", "2026-12-31", None),
        ("2026-12-31", "2026-01-01", None),
    ],
)
def test_a_term_is_whole_months_between_its_days(deal: Write, start: str, end: str, months: int | None) -> None:
    """Of other lengths, nothing is made of a year."""
    assert term_of(deal(start_date=start, end_date=end)) == months


@pytest.mark.parametrize(
    ("unit", "other"),
    [
        ("user", "Users"), ("user/month", "user per month"), ("users per month", "per user monthly"), ("query", "queries"),
        ("seat p.m.", "seats / mo"), ("pallet lane trip", "Pallet lane trips"),
    ],
)  # fmt: skip
def test_units_that_count_the_same_are_one(deal: Write, unit: str, other: str) -> None:
    """However they are written, and in the plural too."""
    assert counted_unit(unit) == counted_unit(other)
    figures, _ = counted(deal(**SEATS | {"unit": unit}, **BEFORE), deal(**SEATS | {"unit": other}, final_price="21.60"))
    assert [each.kind for each in figures] == ["reduction"]


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        # 810 for three years are 270 a year: 300 a year is dearer, 240 cheaper
        (
            {"final_price": 810, "term_months": 36, "total_value": 162_000},
            {"final_price": 300, "annual_value": 60_000},
            [],
        ),
        (
            {"final_price": 810, "term_months": 36, "total_value": 162_000},
            {"final_price": 240, "annual_value": 48_000},
            [("reduction", "6000.00", "annualised")],
        ),
        ({"final_price": 300}, {"final_price": 810, "term_months": 36}, []),
        ({"final_price": 810, "term_months": 36}, {"final_price": 300}, []),
        # a price of a year, then one of a month
        ({"final_price": 240, "annual_value": 48_000}, {"final_price": 22, "annual_value": 52_800}, []),
        (
            {"final_price": 240, "annual_value": 48_000},
            {"final_price": 18, "annual_value": 43_200},
            [("reduction", "4800.00", "annualised")],
        ),
        ({"final_price": 240, "unit": "user per year"}, {"final_price": 22, "unit": "user per month"}, []),
        # only one of them is proved: a twelfth is no cut
        ({"final_price": 240, "annual_value": 48_000}, {"final_price": 22}, []),
        ({"final_price": 240}, {"final_price": 22, "unit": "user per month"}, []),
        ({"final_price": 24}, {"final_price": 22, "unit": "user per month"}, [("reduction", "4800.00", "annualised")]),
        ({"final_price": 66}, {"final_price": 22, "unit": "user per month"}, []),  # as a quarter's may be
        ({"final_price": 24, "term_months": 24}, {"final_price": 22, "unit": "user per month"}, []),
        # nobody named what is counted
        ({"unit": None, "quantity": 1, "final_price": 40_000}, {"unit": None, "quantity": 400, "final_price": 100}, []),
        (
            {"unit": None, "quantity": 1, "final_price": 40_000, "annual_value": 40_000},
            {"unit": None, "quantity": 400, "final_price": 100, "annual_value": 40_000},
            [],
        ),
        ({"unit": None, "final_price": 24}, {"unit": None, "final_price": 22}, [("reduction", "400.00", "annualised")]),
    ],
)  # fmt: skip
def test_prices_are_compared_only_where_they_are_paid_alike(
    deal: Write, before: dict[str, Any], now: dict[str, Any], expected: list[tuple[str, str, str]]
) -> None:
    """As often, as units and values prove, else over the same term and near each other; and for the same thing."""
    figures, _ = counted(deal(**SEATS | {"deal_date": "2025-03-02"} | before), deal(**SEATS | {"kind": "renewal"} | now))
    assert short(figures) == expected


def test_a_price_paid_for_another_time_says_what_it_was(deal: Write) -> None:
    """So that both can be found in the records."""
    first = deal(**SEATS | {"term_months": 36}, deal_date="2025-03-02", final_price=810, total_value=162_000)
    (figure,), _ = counted(first, deal(**SEATS, final_price=240, annual_value=48_000))
    assert (figure.paid_before, figure.paid_now, figure.per) == (270, 240, "per user")
    assert figure.note == "It was USD 810 then, paid for another time."


def test_prices_far_apart_are_doubted(deal: Write) -> None:
    """Where nothing proves how often either is paid."""
    (figure,), _ = counted(deal(**SEATS, deal_date="2025-03-02", final_price=240), deal(**SEATS, final_price=22))
    assert figure.note == "Check that both prices are paid as often: they lie far apart."


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"final_price": 20}, "expansion"),
        ({"final_price": 20, "uplift_agreed_pct": -5}, "expansion"),
        ({"final_price": 20, "discount_pct": 5, "discount_base": "last_price"}, "expansion"),
        ({"final_price": 24, "quoted_price": 30}, [("off_quote", "1200.00", "annualised")]),
    ],
)
def test_what_an_expansion_adds_was_not_paid_for_before(deal: Write, fields: dict[str, Any], expected: Any) -> None:
    """So its price is no reduction; what its first quote came down by stands apart."""
    figures, reasons = counted(deal(**SEATS, **BEFORE), deal(**SEATS | {"kind": "expansion"} | fields))
    assert (short(figures) or reasons[0]) == expected


def test_a_first_quote_without_a_price_before_is_neither_reduction_nor_avoidance(deal: Write) -> None:
    """No increase was averted where nobody knows what was paid, and none where nothing was."""
    for kind in ("new", None):
        (figure,), _ = counted(deal(**SEATS, kind=kind, final_price=20, quoted_price=25))
        assert (figure.kind, figure.paid_before, figure.paid_now) == ("off_quote", None, 20)


def test_a_figure_says_what_was_paid_before_also_where_the_price_rose(deal: Write) -> None:
    """An avoidance is no cut: both prices stand beside it."""
    (figure,), _ = counted(deal(**SEATS, **BEFORE), deal(**SEATS, final_price=25, quoted_price=30, kind="renewal"))
    assert (figure.kind, figure.paid_before, figure.paid_now, figure.baseline) == ("avoidance", 24, 25, "First quote")


def test_an_increase_asked_is_no_price_that_was_paid(deal: Write) -> None:
    """The baseline tells the price that it was asked on, and where a quote says the same, the quoted price counts."""
    first = deal(**SEATS | {"unit": "GB"}, deal_date="2025-03-02", final_price="1.7712")
    asked = {"uplift_asked_pct": 12, "final_price": "1.86", "kind": "renewal"}
    (figure,), _ = counted(first, deal(**SEATS | {"unit": "GB"}, **asked))
    assert (figure.baseline, str(figure.baseline_value)) == ("12% increase asked on USD 1.7712 paid before", "1.98")
    assert str(figure.amount) == "24.75"  # of the exact price: 1.983744
    (figure,), _ = counted(first, deal(**SEATS | {"unit": "GB"}, **asked, quoted_price="1.98"))
    assert (figure.baseline, str(figure.baseline_value), str(figure.amount)) == ("First quote", "1.98", "24.00")
    assert figure.note == "12% increase asked on USD 1.7712 paid before, which the quote bears out."
