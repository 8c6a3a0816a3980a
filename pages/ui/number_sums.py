"""The sums of one currency as a table: what can't be added stands in columns of its own."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from leverage.savings import BASES, KINDS, Basis, By, Figure, Kind, Total, totals
from leverage.wording import sentence_case, show_count, show_money
from pages.ui import frame, text

MOST_ROWS = 15  # before the rest is folded
MOST_FOLDED = 500

Column = tuple[Basis, Kind]


@dataclass(frozen=True)
class Sums:
    """What the figures of one currency add up to: of all, and by group, for each basis and kind that there is."""

    currency: str
    overall: dict[Column, Total]
    groups: list[tuple[str, dict[Column, Total]]]

    @property
    def columns(self) -> list[Column]:
        """The bases and kinds that there are, in one order everywhere."""
        return [(basis, kind) for basis in BASES for kind in KINDS if (basis, kind) in self.overall]


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
        keys = sorted(groups, reverse=True) if by == "quarter" else list(groups)
        overall = {(total.basis, total.kind): total for total in totals(own, None)}
        found.append((len(own), Sums(currency, overall, [(names[key], groups[key]) for key in keys])))
    return [sums for _, sums in sorted(found, key=lambda each: each[0], reverse=True)]


def called(column: Column) -> str:
    """Return what a column holds, in words: `Reduction, annualised`."""
    basis, kind = column
    return f"{sentence_case(kind)}, {basis}"


def draw(sums: Sums, by: By) -> None:
    """Draw what one currency adds up to, and its groups in a table."""
    frame.section(sums.currency)
    with st.grid(4, min_column_width=230, gap="small"):
        for column in sums.columns:
            total = sums.overall[column]
            with st.container(border=True, gap=None):
                st.metric(called(column), show_money(total.amount, sums.currency))
                st.markdown(frame.small(show_count(total.count, "figure")))
    _draw_table(sums, sums.groups[:MOST_ROWS], by)
    if more := sums.groups[MOST_ROWS:][:MOST_FOLDED]:
        with st.expander(f"{len(sums.groups) - MOST_ROWS} more"):
            _draw_table(sums, more, by)
            if left := len(sums.groups) - MOST_ROWS - len(more):
                st.markdown(f"The file has the {left} after these.")


def _draw_table(sums: Sums, groups: Sequence[tuple[str, dict[Column, Total]]], by: By) -> None:
    table = {sentence_case(by): [text.inline(name) for name, _ in groups]}
    for column in sums.columns:
        table[called(column)] = [_cell(told.get(column)) for _, told in groups]
    said = f"What was saved in {sums.currency} by {by}: each kind and basis in a column of its own"
    st.table(table, border="horizontal", hide_index=True, alt=said)


def _cell(total: Total | None) -> str:
    return f"{total.amount:,.2f}" if total else frame.grey("none")
