"""The sums of one currency, each with the way to its figures: what can't be added stands in columns of its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import pandas as pd
import streamlit as st

from leverage.savings import BASES, KIND_WORDS, KINDS, Basis, By, Figure, Kind, Total, quarter_of, totals
from leverage.wording import sentence_case, show_count, show_money
from pages.ui import frame, links, text

MOST_ROWS = 15  # before the rest is folded
MOST_FOLDED = 500

RATES = (
    "An annualised sum adds what each deal agreed in the period chosen saves in a year of its term. The deals need not run at"
    " the same time, so it is a rate, and not what any one year saved."
)

Column = tuple[Basis, Kind]
COLUMNS: tuple[Column, ...] = tuple((basis, kind) for basis in BASES for kind in KINDS)


@dataclass(frozen=True)
class Sums:
    """What the figures of one currency add up to: of all, and by group, for each basis and kind that there is."""

    currency: str
    overall: dict[Column, Total]
    groups: list[tuple[str, str, dict[Column, Total]]]  # key, name and sums

    @property
    def columns(self) -> list[Column]:
        """The bases and kinds that there are, in one order everywhere."""
        return [column for column in COLUMNS if column in self.overall]


def by_currency(figures: Sequence[Figure], by: By) -> list[Sums]:
    """Return the sums of each currency, the one with most figures first."""
    found: list[tuple[int, Sums]] = []
    for currency in sorted({figure.currency for figure in figures}):
        own = [figure for figure in figures if figure.currency == currency]
        names: dict[str, str] = {}
        groups: dict[str, dict[Column, Total]] = {}
        for total in totals(own, by):
            names.setdefault(total.key, total.group)
            groups.setdefault(total.key, {})[total.basis, total.kind] = total
        keys = _quarters(own)[::-1] if by == "quarter" else list(groups)
        overall = {(total.basis, total.kind): total for total in totals(own, None)}
        found.append((len(own), Sums(currency, overall, [(key, names.get(key, key), groups.get(key, {})) for key in keys])))
    return [sums for _, sums in sorted(found, key=lambda each: each[0], reverse=True)]


def called(column: Column) -> str:
    """Return what a column holds, in words: `Reduction, annualised`."""
    basis, kind = column
    return f"{sentence_case(KIND_WORDS[kind])}, {basis}"


def _quarters(figures: Sequence[Figure]) -> list[str]:
    """Return every quarter from that of the oldest figure to that of the newest, those without any too."""
    days = [figure.day for figure in figures]
    first, last = min(days), max(days)
    months = [date(year, month, 1) for year in range(first.year, last.year + 1) for month in (1, 4, 7, 10)]
    return [each for each in map(quarter_of, months) if quarter_of(first) <= each <= quarter_of(last)]


def draw(sums: Sums, by: By) -> None:
    """Draw what one currency adds up to, and its groups in a table."""
    frame.section(sums.currency)
    with st.grid(4, min_column_width=230, gap="small"):
        for column in sums.columns:
            total = sums.overall[column]
            with st.container(border=True, gap=None):
                st.metric(called(column), show_money(total.amount, sums.currency))
                st.button(
                    show_count(total.count, "figure"),
                    key=f"numbers.{sums.currency}.{'.'.join(column)}",
                    type="tertiary",
                    icon=":material/filter_list:",
                    help="Show these alone",
                    on_click=_choose,
                    args=(sums.currency, called(column)),
                )
    _draw_table(sums, sums.groups[:MOST_ROWS], by)
    if more := sums.groups[MOST_ROWS:][:MOST_FOLDED]:
        with st.expander(f"{len(sums.groups) - MOST_ROWS} more"):
            _draw_table(sums, more, by)
            if left := len(sums.groups) - MOST_ROWS - len(more):
                st.markdown(f"The file has the {left} after these.")


def _choose(currency: str, kind: str) -> None:
    st.session_state.update({links.CURRENCY: currency, links.SAVING: kind})
    st.session_state.pop(links.PAGE, None)


def _draw_table(sums: Sums, groups: Sequence[tuple[str, str, dict[Column, Total]]], by: By) -> None:
    headings = [called(column) for column in sums.columns]
    amounts = [[told[column].amount if column in told else None for column in sums.columns] for _, _, told in groups]
    exact = {float(amount): f"{amount:,.2f}" for row in amounts for amount in row if amount is not None}
    table = pd.DataFrame(amounts, columns=headings, dtype=float)  # numbers stand at the right
    table.insert(0, sentence_case(by), [_opening(sums, by, key, name) for key, name, _ in groups])
    said = f"What was saved in {sums.currency} by {by}: each kind and basis in a column of its own"
    st.table(table.style.format(exact.__getitem__, subset=headings, na_rep=""), border="horizontal", hide_index=True, alt=said)


def _opening(sums: Sums, by: By, key: str, name: str) -> str:
    """Return a group as the link to its figures."""
    narrower = {"vendor": links.VENDOR, "department": links.DEPARTMENT, "quarter": links.PERIOD}[by]
    value = name if by == "department" else key
    return f"[{text.inline(name)}]({links.numbers_address(currency=sums.currency, **{narrower: value})})"
