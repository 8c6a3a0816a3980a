"""The rows of the audit trail, the newest first, with a check of the chain and the way to take them away."""

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from leverage import KnowledgeBase
from leverage.audit.entry import Row
from leverage.audit.trail import Filters
from leverage.audit.vendors import shown, vendor_names
from leverage.audit.words import in_words
from leverage.progress import Progress
from leverage.wording import show_count
from pages.ui import frame, links, moments, taking, text, work

__all__ = ["draw", "draw_check", "vendor_names"]

PER_PAGE = 50
MOST_LINKED = 3
_RESULT = "audit.result"


@dataclass
class _Result:
    """What the last check of this session found, and the last row that it read."""

    lines: tuple[str, ...] = ()
    rows: int = 0
    hash: str = ""


def draw_check(kb: KnowledgeBase) -> None:
    """Draw the way to check the chain, and what came of it."""
    result: _Result | None = st.session_state.get(_RESULT)
    with frame.card(height="content"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown("Each row is chained to the one before it, so a row that was changed or taken away is noticed.")
            if st.button("Check again" if result else "Check the chain", icon=":material/fact_check:"):
                _begin_check(kb)
        if result is None:
            return
        if result.lines:
            st.markdown(f":orange[:material/warning:] **{show_count(len(result.lines), 'finding')}**")
            st.markdown("\n".join(f"- {text.inline(line)}" for line in result.lines))
        else:
            st.markdown(f":green[:material/check_circle:] The chain is whole: {show_count(result.rows, 'row')}.")
            st.markdown(frame.small("The last row's hash, to be kept elsewhere:"))
            st.code(result.hash, language=None, wrap_lines=True)


def draw(kb: KnowledgeBase, filters: Filters, names: Mapping[str, str]) -> None:
    """Draw a page of the rows chosen, and the ways to the others and to a file of all of them."""
    count = kb.trail.count(**filters)
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute", gap="small"):
        frame.section(show_count(count, "row"))
        st.download_button(
            "Download CSV",
            data=taking.noted(kb, "audit trail", "", lambda: file_of(kb, filters, names)),
            file_name=f"leverage-audit-{kb.today():%Y-%m-%d}.csv",
            mime="text/csv",
            icon=":material/download:",
            on_click="ignore",
            disabled=not count,
        )
    if not count:
        frame.notice("Nothing is chosen", "Nothing noted is of all that is chosen above. Choose less narrowly.")
        return
    pages = -(-count // PER_PAGE)
    place, page = st.container(border=True, gap="small"), 1
    if pages > 1:
        with st.container(horizontal_alignment="center"):
            page = min(st.pagination(pages, key=links.PAGE, bind="query-params"), pages)
    with place:
        for row in kb.trail.rows(limit=PER_PAGE, skip=(page - 1) * PER_PAGE, **filters):
            _draw_row(row, names)


def file_of(kb: KnowledgeBase, filters: Filters, names: Mapping[str, str]) -> bytes:
    """Return the rows chosen as a CSV file."""
    return "".join(kb.trail.csv(lambda vendor: shown(vendor, names), **filters)).encode()


def _draw_row(row: Row, names: Mapping[str, str]) -> None:
    left, right = frame.row()
    words = in_words(row, lambda vendor: shown(vendor, names))
    who = _called(row.name, row.address)
    whom = f", about {words.who}" if words.who and words.who != row.address else ""
    lines = [f"**{text.inline(words.title)}**", frame.small(text.inline(f"{who}, {moments.show_moment(row.at)}{whom}"))]
    if words.more:
        lines.append(frame.small(frame.grey(text.inline(words.more))))
    left.markdown("  \n".join(lines))
    if 0 < row.deal_count <= MOST_LINKED:
        for deal_id in row.deal_ids:
            label = "The deal" if row.deal_count == 1 else f"Deal {row.deal_ids.index(deal_id) + 1}"
            right.page_link(links.DEAL, label=label, icon=":material/arrow_forward:", query_params=links.to_deal(deal_id))
    right.markdown(frame.small(frame.grey(f"{row.n:,}")), width="content")


def _called(name: str, address: str) -> str:
    return f"{name} ({address})" if address and address != name else name


def _begin_check(kb: KnowledgeBase) -> None:
    result = _Result()

    def check(progress: Progress) -> None:
        result.lines = tuple(kb.trail.check(progress))
        if not result.lines and (last := kb.trail.head()):
            result.rows, result.hash = last

    work.begin("Reading the trail", check, lambda: _keep(result))


def _keep(result: _Result) -> None:
    st.session_state[_RESULT] = result
