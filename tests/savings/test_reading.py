"""Savings of a store: read from the projection alone, narrowed down, added up only where it may be, and proved by a recount."""

import csv
import io
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leverage import Deal, KnowledgeBase, LeverageError, directory, erasure, people
from leverage.prices import DIFFERENCE
from leverage.savings import NOT_VALIDATED, REASONS, Figure, figures, savings, savings_csv, totals
from leverage.savings.counting import count_savings

Open = Callable[..., KnowledgeBase]
Write = Callable[..., Deal]

SEATS = {"product": "Suite", "currency": "USD", "unit": "user", "quantity": 200, "term_months": 12}


@pytest.fixture
def logged(kb: KnowledgeBase, deal: Write) -> list[str]:
    """Acme sold cheaper a year later; Beta took less than it first quoted, in euros; Gamma has no currency: the ids."""
    told = [
        deal(**SEATS, vendor="Acme", deal_date="2025-03-31", final_price=24),
        deal(**SEATS, vendor="Acme", deal_date="2026-04-01", final_price="21.60"),
        deal(**SEATS | {"currency": "EUR"}, vendor="Beta", department="Sales", final_price=20, quoted_price=25),
        deal(**SEATS | {"currency": None}, vendor="Gamma", final_price=20, quoted_price=25),
    ]
    return [kb.log(each).deal_id for each in told]


def test_figures_of_all_vendors_and_of_a_part(kb: KnowledgeBase, logged: list[str]) -> None:
    """By vendor under any name, department under any spelling, and days, both included; the newest first."""
    directory.add_alias(kb, "Acme", "ACM")
    people.merge(kb, "department", "Sales", "Sales Ops")
    assert [(each.vendor, each.kind, each.amount) for each in figures(kb)] == [
        ("Acme", "reduction", Decimal("480.00")),
        ("Beta", "off_quote", Decimal("1000.00")),
    ]
    assert [each.deal_ids for each in figures(kb, vendor="acm")] == [(logged[1], logged[0])]
    assert [each.department for each in figures(kb, department="sales")] == ["Sales Ops"]
    assert [each.vendor for each in figures(kb, since="2026-04-01", until="2026-04-01")] == ["Acme"]
    assert [each.vendor for each in figures(kb, until=date(2026, 3, 31))] == ["Beta"]
    assert figures(kb, since="2026-04-02") == figures(kb, vendor="Nobody") == figures(kb, department="Law") == []
    left = savings(kb).left_out
    assert {(each.vendor, each.reason) for each in left} == {("Acme", "no_baseline"), ("Gamma", "no_currency")}
    assert [each.deal_id for each in left if each.vendor == "Gamma"] == [logged[3]]


def test_days_that_are_none_or_the_wrong_way_round_are_said(kb: KnowledgeBase) -> None:
    """Rather than giving nothing."""
    with pytest.raises(LeverageError, match="Swap them"):
        figures(kb, since="2026-04-02", until="2026-04-01")
    with pytest.raises(LeverageError, match="Since is"):
        figures(kb, since="April")
    with pytest.raises(LeverageError, match="vendor, department or quarter"):
        totals([], by="person")  # type: ignore[arg-type]


def test_no_bank_is_opened_that_did_not_change(kb: KnowledgeBase, logged: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Once made, figures come from the projection alone."""
    expected = savings(kb)
    monkeypatch.setattr(kb.banks.engine, "ask", lambda *args, **options: pytest.fail("a bank was opened"))
    assert savings(kb) == expected


def test_a_figure_goes_with_its_deals(kb: KnowledgeBase, logged: list[str], store: Any) -> None:
    """Retracted, it is gone, and back when restored; without the deal before there is no baseline; erased, no trace."""
    kb.retract(logged[1], "Wrong")
    assert figures(kb, vendor="Acme") == []
    kb.restore(logged[1])
    assert len(figures(kb, vendor="Acme")) == 1
    kb.retract(logged[0], "Wrong")
    assert [each.reason for each in savings(kb, vendor="Acme").left_out] == ["no_baseline"]
    kb.restore(logged[0])
    assert len(figures(kb, vendor="Acme")) == 1
    kb.forget(logged[1])
    assert figures(kb, vendor="Acme") == []
    assert logged[1].encode() not in (store / "projection.sqlite3").read_bytes()


def test_a_merge_and_a_rebuild_change_no_sum(kb: KnowledgeBase, logged: list[str]) -> None:
    """Under the vendor's new name the same amounts stand; a lost index changes nothing."""
    before = totals(figures(kb), None)
    directory.merge(kb, "Beta", "Acme")
    assert {each.vendor for each in figures(kb)} == {"Acme"}
    assert totals(figures(kb), None) == before
    kb.rebuild_index()
    assert totals(figures(kb), None) == before


def test_a_person_who_is_erased_leaves_the_figures(kb: KnowledgeBase, logged: list[str]) -> None:
    """Figures name nobody, so an erased name takes nothing with it."""
    before = figures(kb)
    erasure.erase_person(kb, "Priya Nair")
    assert figures(kb) == before


def test_the_file_is_written_as_every_export(kb: KnowledgeBase, deal: Write) -> None:
    """A byte order mark, days in ISO, no text that runs as a formula, and in each row that Finance validated nothing."""
    kb.log(deal(**SEATS | {"product": "=1+1"}, vendor="+Plus", department="@home", final_price=20, quoted_price=25))
    kb.log(deal(vendor="=Left", outcome="walked_away"))
    told = savings(kb)
    data = savings_csv(told.figures, told.left_out)
    assert data.startswith("\ufeff".encode())
    assert b"\r\n" in data
    row, left = csv.DictReader(io.StringIO(data.decode("utf-8-sig")))
    assert (row["product"], row["vendor"], row["department"]) == ("'=1+1", "'+Plus", "'@home")
    assert (row["deal_date"], row["quarter"], row["saving"], row["currency"]) == ("2026-03-02", "2026 Q1", "1000.00", "USD")
    assert (row["saving_kind"], row["basis"], row["validation"]) == ("off_quote", "annualised", NOT_VALIDATED)
    assert (row["paid_before"], row["paid_now"], row["paid"], row["no_figure_because"]) == ("", "20", "per user", "")
    assert (left["vendor"], left["deal_date"], left["no_figure_because"]) == ("'=Left", "2026-03-02", "not agreed")
    assert left["saving"] == left["baseline"] == left["validation"] == ""
    assert savings_csv(told.figures).count(b"\r\n") == 2


MONEY = st.one_of(st.none(), st.decimals(0, 500, places=2))
PERCENT = st.one_of(st.none(), st.decimals(-20, 40, places=1))
DEALS = st.lists(
    st.fixed_dictionaries(
        {
            "deal_date": st.dates(date(2024, 1, 1), date(2026, 11, 1)),
            "department": st.sampled_from(["IT", "it", "Sales"]),
            "outcome": st.sampled_from(["agreed", "agreed", "agreed", "renewed_as_is", "open", "walked_away"]),
            "product": st.sampled_from([None, "Suite", "suite", "Cloud"]),
            "kind": st.sampled_from([None, "new", "renewal", "expansion"]),
            "currency": st.sampled_from([None, "EUR", "EUR", "USD", "USD"]),
            "unit": st.sampled_from([None, "user", "user per month"]),
            "reseller": st.sampled_from([None, None, "Vale"]),
            "quantity": st.one_of(st.none(), st.integers(0, 50)),
            "term_months": st.sampled_from([None, 6, 12, 36]),
            "uplift_asked_pct": PERCENT,
            "uplift_agreed_pct": PERCENT,
            "discount_pct": st.one_of(st.none(), st.integers(0, 100)),
            "discount_base": st.sampled_from([None, "list", "first_quote", "last_price", "unknown"]),
            **dict.fromkeys(("final_price", "quoted_price", "list_price", "annual_value", "total_value"), MONEY),
        }
    ),
    max_size=8,
)


def exact(value: Decimal) -> Fraction:
    return Fraction(value)


def prove(figure: Figure, by_id: dict[str, Deal]) -> None:
    """Prove a figure from its deals alone, by another way than it was made."""
    deal = by_id[figure.deal_id]
    assert deal.is_agreed
    assert (deal.currency, deal.department, deal.product, deal.reseller) == (
        figure.currency,
        figure.department,
        figure.product,
        figure.reseller,
    )
    assert figure.amount > 0
    assert figure.deal_ids[0] == figure.deal_id
    price = exact(deal.final_price) if deal.final_price is not None else None
    before = None
    for each in figure.deal_ids[1:]:
        paid = by_id[each]
        assert paid.is_agreed
        assert paid.kind != "expansion"
        assert paid.deal_date < deal.deal_date
        assert deal.kind != "expansion"
        assert (paid.currency, paid.reseller) == (deal.currency, deal.reseller)
        assert (paid.unit or "").removesuffix(" per month") == (deal.unit or "").removesuffix(" per month")
        assert deal.unit or paid.quantity == deal.quantity
        assert (paid.product or "").casefold() == (deal.product or "").casefold()
        assert paid.final_price is not None
        before = exact(paid.final_price)
        if paid.unit != deal.unit or paid.annual_value or paid.total_value:
            return  # how often it was paid is not of the unit alone; the tables hold those
    if price is None or not deal.quantity or deal.annual_value or deal.total_value:
        return  # the size is not of the quantity alone; the tables hold those
    periods = 12 if deal.unit == "user per month" else 1
    times = Fraction(deal.term_months or 12, 12) if periods == 12 and deal.term_months == 6 else 1
    if deal.kind == "expansion":
        assert before is None
    elif before is None and deal.uplift_agreed_pct is not None:
        before = price / (1 + exact(deal.uplift_agreed_pct) / 100)
    elif before is None and deal.discount_base == "last_price" and deal.discount_pct is not None and deal.discount_pct < 100:
        before = price / (1 - exact(deal.discount_pct) / 100)
    elif before is None and deal.outcome == "renewed_as_is":
        before = price
    if figure.kind == "reduction":
        assert before is not None
        per_unit = before - price
    else:
        floor = max(price, before if before is not None else price)
        asked = None
        if before is not None and deal.uplift_asked_pct is not None and deal.uplift_asked_pct > 0:
            asked = before * (1 + exact(deal.uplift_asked_pct) / 100)
        quoted = exact(deal.quoted_price) if deal.quoted_price is not None else None
        if quoted is None and deal.discount_base == "first_quote" and deal.discount_pct is not None:
            quoted = price / (1 - exact(deal.discount_pct) / 100)
        assert (figure.kind == "avoidance") == (before is not None)
        above = [each for each in (asked, quoted) if each is not None and each > floor]
        if len(above) == 2 and deal.quoted_price is not None and abs(above[1] / above[0] - 1) * 100 < exact(DIFFERENCE):
            above = above[1:]
        per_unit = above[0] - floor
        assert not (deal.kind == "renewal" and before is None)
    assert abs(exact(figure.amount) - per_unit * exact(deal.quantity) * periods * times) <= Fraction(1, 200)


@given(DEALS)
def test_every_figure_is_proved_by_its_deals_and_nothing_is_added_that_differs(told: list[dict[str, Any]]) -> None:
    """Whatever people log: each agreed deal has figures or a reason, and sums hold one currency, kind and basis."""
    logged = [Deal(vendor="Acme", logged_by="Ann", **each) for each in told]
    deals = [Deal.from_values(each.values() | {"deal_id": f"d{n}"}) for n, each in enumerate(logged)]
    by_id = {str(deal.deal_id): deal for deal in deals}
    found, left = count_savings(deals, vendor="Acme", bank_id="vendor-acme")
    for figure in found:
        prove(figure, by_id)
    assert {each.deal_id for each in found} | {each.deal_id for each in left} == set(by_id)
    assert not {each.deal_id for each in found} & {each.deal_id for each in left}
    assert all(each.reason in REASONS for each in left)
    assert len({(each.deal_id, each.kind) for each in found}) == len(found)
    for by in ("vendor", "department", "quarter", None):
        sums = totals(found, by)  # type: ignore[arg-type]
        for total in sums:
            own = [
                each
                for each in found
                if (each.currency, each.kind, each.basis) == (total.currency, total.kind, total.basis)
                and total.key in ("", each.bank_id, each.department.casefold(), each.quarter)
            ]
            assert total.amount == sum((each.amount for each in own), Decimal(0))
            assert total.count == len(own)
        assert sum(total.count for total in sums) == len(found)
        assert len({(each.key, each.currency, each.kind, each.basis) for each in sums}) == len(sums)
    stored = [Figure.taken(each.to_json(), "Acme", "vendor-acme", each.department) for each in found]
    assert stored == found


def test_totals_stand_in_one_order(kb: KnowledgeBase, deal: Write) -> None:
    """By currency, basis and kind; quarters from the oldest, vendors from the largest sum; a vendor's name is no key."""
    for vendor, currency, day, quoted in (
        ("Small", "USD", "2026-10-01", 21),
        ("Large", "USD", "2025-12-31", 40),
        ("Large", "EUR", "2026-01-01", 30),
    ):
        kb.log(deal(**SEATS | {"currency": currency}, vendor=vendor, deal_date=day, final_price=20, quoted_price=quoted))
    found = figures(kb)
    assert [(each.currency, each.group, str(each.amount)) for each in totals(found)] == [
        ("EUR", "Large", "2000.00"),
        ("USD", "Large", "4000.00"),
        ("USD", "Small", "200.00"),
    ]
    assert [(each.currency, each.group) for each in totals(found, "quarter")] == [
        ("EUR", "2026 Q1"),
        ("USD", "2025 Q4"),
        ("USD", "2026 Q4"),
    ]
    assert [each.key for each in totals(found)] == ["vendor-large", "vendor-large", "vendor-small"]
