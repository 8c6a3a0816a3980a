"""The signals of a row of a file: what they did in one column, of which kind in another."""

from collections.abc import Callable
from datetime import date

import pytest

from leverage import Deal, KnowledgeBase, Signal
from leverage.errors import InvalidDeal
from leverage.exports import deals_csv
from leverage.imports import commit, plan
from leverage.imports.signals import read_signals

TODAY = date(2026, 11, 29)
Write = Callable[..., Deal]


def file(heading: str, kind_heading: str, quotes: str, kinds: str) -> bytes:
    """Write a file of one deal with two more columns."""
    head = f"Vendor,Deal date,Logged by,Department,Outcome,{heading},{kind_heading}"
    return f"{head}\nAcme,2026-03-02,Ida,IT,agreed,{quotes},{kinds}".encode()


@pytest.mark.parametrize(
    ("quotes", "kinds", "read"),
    [
        ("9% from May", "price_increase", [("price_increase", "9% from May")]),
        ("9% from May; late", "Preiserhöhung; delay", [("price_increase", "9% from May"), ("late_delivery", "late")]),
        ("9% from May; late again", "", [("minor", "9% from May"), ("minor", "late again")]),
        ("9% from May; late again", "Subida de precio", [("price_increase", "9% from May; late again")]),
        ("9% from May; late again", "price hike; ", [("price_increase", "9% from May"), ("minor", "late again")]),
        ("n/a", "-", []),
        ("", "", []),
    ],
)  # fmt: skip
def test_kinds_are_read_in_the_languages_of_the_importer(quotes: str, kinds: str, read: list[tuple[str, str]]) -> None:
    """A kind each, one for all, or none, which makes remarks."""
    assert read_signals(quotes, kinds) == [Signal(*each) for each in read]


@pytest.mark.parametrize(
    ("quotes", "kinds", "said"),
    [
        ("9% from May", "very bad", "is “very bad”, which is no kind known here. Write one of: price increase, "),
        ("", "lock-in", "nothing says what they did"),
        ("a; b; c", "lock-in; remark", "has 2 kinds for 3 signals"),
        ("x" * 301, "", "at most 300 fit"),
    ],
)
def test_what_can_not_be_read_is_said(quotes: str, kinds: str, said: str) -> None:
    """The row is taken without it, and the sentence says why."""
    with pytest.raises(InvalidDeal, match=said):
        read_signals(quotes, kinds)
    planned = plan(file("Signals", "Signal kinds", quotes, kinds), "deals.csv", today=TODAY)
    assert planned.deals[0].signals == ()
    (left_out,) = [each for each in planned.skipped if each.is_cell]
    assert said in left_out.reason


@pytest.mark.parametrize(
    ("heading", "kind_heading"),
    [("Red flags", "Kind of signal"), ("Warnsignale", "Signalart"), ("Signaux d'alerte", "Type de signal"),
     ("Señales de alerta", "Tipo de señal"), ("Sinais de alerta", "Tipo de sinal"), ("Segnali", "Tipo di segnale")],
)  # fmt: skip
def test_headings_in_six_languages(heading: str, kind_heading: str) -> None:
    """The columns are known by what people call them."""
    planned = plan(file(heading, kind_heading, "late again", "late delivery"), "deals.csv", today=TODAY)
    assert planned.deals[0].signals == (Signal("late_delivery", "late again"),)


def test_an_export_of_before_kinds_brings_nothing_twice(kb: KnowledgeBase, deal: Write) -> None:
    """A file without the column of kinds holds remarks: the deal that it tells of is here already."""
    kb.log(deal(signals=["said final", "late; again"]))
    lines = deals_csv(kb).decode("utf-8-sig").splitlines()
    assert "signal_kinds" in lines[0]
    old = "\n".join(line.replace("signal_kinds", "computed_kinds").replace("minor; minor", "") for line in lines)
    planned = plan(old.encode(), "old.csv", kb=kb, today=TODAY)
    assert planned.deals[0].signals == (Signal("minor", "said final"), Signal("minor", "late; again"))
    commit(kb, planned)
    assert len(kb.deals("Microsoft")) == 1
