"""What scans and uploads did: the last one at the top once, all of them in a fold, with their day."""

from collections.abc import Sequence

import streamlit as st

from leverage import KnowledgeBase
from leverage.inbox import Report, reports
from leverage.wording import show_count
from pages.ui import frame, moments, text

MOST_LINES = 12  # of one report
MOST_TEXTS = 500
PER_PAGE = 10
_LAST = "inbox.report"


def note(report: Report) -> None:
    """Note what was just read, to be told in the next run."""
    st.session_state[_LAST] = report


def leave() -> None:
    """Put away what was just read."""
    st.session_state.pop(_LAST, None)


def only_one() -> str | None:
    """Return the proposal to open: the one that was just found, where all was read and nothing else came of it; once."""
    report: Report | None = st.session_state.get(_LAST)
    if report is None or len(report.pending_ids) != 1 or len(report.sentences) > 1:
        return None
    leave()
    return report.pending_ids[0]


def just_found() -> frozenset[str]:
    """Return the proposals that were just found."""
    report: Report | None = st.session_state.get(_LAST)
    return frozenset(report.pending_ids if report else ())


def draw_last() -> None:
    """Draw what was just read: what was found, and what could not be read and why."""
    report: Report | None = st.session_state.get(_LAST)
    if report is None:
        return
    with frame.card(height="content"):
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
            st.markdown(_summary(report), width="content")
            st.button("Close", type="tertiary", icon=":material/close:", on_click=leave, key="inbox.report.close")
        _draw_lines(report.sentences[1:])
        _draw_texts(report, "last")


def draw_all(kb: KnowledgeBase) -> None:
    """Draw the reports in a fold, the newest first; nothing before the first one."""
    every = reports(kb)
    if not every:
        return
    with st.expander(f"Reports: {show_count(len(every), 'reading')}", key="inbox.reports"):
        pages = -(-len(every) // PER_PAGE)
        page, rows = 1, st.container(gap="small")
        if pages > 1:
            page = min(st.pagination(pages, key="inbox.reports.page"), pages)
        with rows:
            for report in every[(page - 1) * PER_PAGE : page * PER_PAGE]:
                with st.container(gap="xsmall"):
                    what = f"folder **{text.inline(report.folder)}**" if report.folder else "files or a text"
                    by = f", by {text.inline(report.by)}" if report.by else ""
                    st.markdown(f"**{moments.show_moment(report.at)}**, {what}{by}  \n{text.inline(report.sentences[0])}")
                    _draw_lines(report.sentences[1:])
                    _draw_texts(report, "all")


def _summary(report: Report) -> str:
    said = text.inline(report.sentences[0])
    if report.read and not report.proposed and not report.known:
        said += " Nothing in it says what was agreed or refused with a vendor."
    elif report.known and not report.proposed:
        said += " Look under Open or Decided."
    icon = ":green[:material/check_circle:]" if report.read else ":orange[:material/info:]"
    return f"{icon} {said}"


def _draw_texts(report: Report, where: str) -> None:
    """Draw the way to what each text brought; nothing where none was read."""
    if not report.texts:
        return
    menu = st.popover("What each text brought", type="tertiary", key=f"inbox.texts.{where}.{report.id}", on_change="rerun")
    if menu.open:
        shown = [text.inline(each) for each in report.texts[:MOST_TEXTS]]
        if len(report.texts) > MOST_TEXTS:
            shown.append(frame.grey(f"{len(report.texts) - MOST_TEXTS:,} more lines."))
        menu.container(height=320 if len(shown) > MOST_LINES else "content", border=False).markdown(
            "  \n".join(map(frame.small, shown))
        )


def _draw_lines(sentences: Sequence[str]) -> None:
    lines = [f":orange[:material/info:] {text.inline(each)}" for each in sentences[:MOST_LINES]]
    if len(sentences) > MOST_LINES:
        lines.append(frame.grey(f"{len(sentences) - MOST_LINES:,} more lines."))
    if lines:
        st.markdown("  \n".join(map(frame.small, lines)))
