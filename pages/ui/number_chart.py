"""What was saved in one currency as bars: kinds beside each other, never on top; a year and a whole term in charts apart."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import altair as alt
import streamlit as st

from leverage.savings import BASES, KIND_WORDS, KINDS, Basis, By, Total
from leverage.wording import join_words, show_count, show_money
from pages.ui import frame, mark, text
from pages.ui.number_sums import Sums

MOST_BARS = 10  # groups; the table has all of them
MOST_LETTERS = 22
BAR, GROUP = 22, 32  # pixels: of a bar, and of a group at least
_SHORT = {"reduction": "Reduction", "avoidance": "Avoidance", "off_quote": "Off quote"}
_LIGHT = {"grey": "#525B69", "ink": "#14171F", "accent": "#4550C8", "rule": "#DEE2E8", "pale": "#8A93A3"}
_DARK = {"grey": "#A9B1BF", "ink": "#E8EAEF", "accent": "#A5AEFF", "rule": "#2B303A", "pale": "#737D8E"}


def draw(sums: Sums, by: By) -> None:
    """Draw the bars of each basis where there are two groups to compare; the text for those who can't see them tells the same."""
    held = [basis for basis in BASES if any(column[0] == basis for column in sums.columns)]
    if not any(len(_groups(sums, by, basis)) > 1 for basis in held):
        return
    with st.grid(2, min_column_width=330, gap="small"):
        for basis in held:
            _draw_basis(sums, by, basis)


def _groups(sums: Sums, by: By, basis: Basis) -> list[tuple[str, list[Total]]]:
    """Return the groups of a basis with their sums; of quarters those in between too."""
    groups = [(name, [told[basis, kind] for kind in KINDS if (basis, kind) in told]) for _, name, told in sums.groups]
    filled = [at for at, (_, told) in enumerate(groups) if told]
    between = groups[filled[0] : filled[-1] + 1] if filled else []
    return [(name, told) for name, told in between if told or by == "quarter"]


def _draw_basis(sums: Sums, by: By, basis: Basis) -> None:
    groups = _groups(sums, by, basis)
    with frame.card():
        frame.section(f"{sums.currency} by {by}, {basis}", level=3)
        if len(groups) == 1:
            st.markdown(f"All of it is of one {by}, {text.inline(groups[0][0])}: there is nothing to compare.")
            return
        shown = groups[:MOST_BARS]
        st.altair_chart(_chart(sums.currency, shown), alt=_told(sums.currency, basis, by, shown, len(groups) - len(shown)))
        if len(groups) > len(shown):
            st.markdown(f"The {'last' if by == 'quarter' else 'largest'} {len(shown)} of {len(groups)}.")


def _chart(currency: str, groups: Sequence[tuple[str, list[Total]]]) -> Any:
    ink = _DARK if mark.is_dark() else _LIGHT
    names = _short_names([name for name, _ in groups])
    rows = [
        {
            "group": short,
            "name": name,
            "kind": _SHORT[total.kind],
            "amount": float(total.amount),
            "label": f"{_SHORT[total.kind]} {_brief(total.amount)}",
            "exact": show_money(total.amount, currency),
            "figures": show_count(total.count, "figure"),
        }
        for (name, told), short in zip(groups, names, strict=True)
        for total in told
    ]
    kinds = [kind for kind in _SHORT.values() if kind in {row["kind"] for row in rows}]
    colours = {"Reduction": ink["accent"], "Avoidance": ink["grey"], "Off quote": ink["pale"]}
    top = max(row["amount"] for row in rows)
    axis: dict[str, Any] = {"titleColor": ink["grey"], "labelColor": ink["grey"], "titleFontSize": 13, "labelFontSize": 13}
    axis |= {"titleFontWeight": "normal", "gridColor": ink["rule"], "domainColor": ink["rule"], "tickColor": ink["rule"]}
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        y=alt.Y(
            "group:N", sort=names, title=None, scale=alt.Scale(domain=names), axis=alt.Axis(labelLimit=130, ticks=False, **axis)
        ),
        yOffset=alt.YOffset("kind:N", sort=kinds),
        x=alt.X(
            "amount:Q",
            title=f"Saved, {currency}",
            scale=alt.Scale(domain=[0, top * 1.9]),  # room for the words at the end of the longest bar
            axis=alt.Axis(
                tickCount=4, labelExpr=f"datum.value > {top} ? '' : datum.value ? format(datum.value, '~s') : '0'", **axis
            ),
        ),
        tooltip=[
            alt.Tooltip("name:N", title="Of"),
            alt.Tooltip("kind:N", title="Kind"),
            alt.Tooltip("exact:N", title="Saved"),
            alt.Tooltip("figures:N", title="From"),
        ],
    )
    bars = base.mark_bar(cornerRadiusEnd=2).encode(
        color=alt.Color("kind:N", scale=alt.Scale(domain=kinds, range=[colours[kind] for kind in kinds]), legend=None)
    )
    labels = base.mark_text(align="left", dx=5, fontSize=12, color=ink["ink"]).encode(text="label:N")
    return (bars + labels).properties(height=60 + max(GROUP, BAR * len(kinds)) * len(groups))


def _brief(amount: Decimal) -> str:
    """Return an amount in few signs, for the end of a bar: `12.3k`."""
    for size, sign in ((Decimal(10) ** 9, "bn"), (Decimal(10) ** 6, "m"), (Decimal(10) ** 3, "k")):
        if amount >= size:
            short = amount / size
            return f"{short:.0f}{sign}" if short >= 100 else f"{short:.1f}".removesuffix(".0") + sign
    return f"{amount:.0f}" if amount >= 1 else f"{amount:.2f}"


def _short_names(names: Sequence[str]) -> list[str]:
    """Return names that fit beside a bar, still told apart."""
    short = [name if len(name) <= MOST_LETTERS else f"{name[: MOST_LETTERS - 1]}…" for name in names]
    return [each if short.count(each) == 1 else f"{each} ({n})" for n, each in enumerate(short, 1)]


def _told(currency: str, basis: Basis, by: By, groups: Sequence[tuple[str, list[Total]]], more: int) -> str:
    parts = [
        f"{name} {join_words([f'{KIND_WORDS[total.kind]} {show_money(total.amount, currency)}' for total in told]) or 'nothing'}"
        for name, told in groups
    ]
    rest = f" {more} more stand in the table." if more > 0 else ""
    return f"What was saved in {currency} by {by}, {basis}, not validated by Finance: {'; '.join(parts)}.{rest}"
