"""A backup made from the page and taken away as a file; restoring is told, since a store that is open is not empty."""

import io
from dataclasses import dataclass

import streamlit as st

from leverage import KnowledgeBase, backup
from leverage.progress import Progress
from leverage.wording import show_count
from pages.ui import frame, work
from pages.ui.moments import show_moment

_MADE = "backup.made"


@dataclass
class _Made:
    """The backup that this session made last: nothing of it stays on disk."""

    summary: backup.Summary | None = None
    data: bytes = b""
    name: str = ""


def draw_backup(kb: KnowledgeBase) -> None:
    """Draw what a backup holds, the way to make one and, once it is made, to take it away."""
    made: _Made | None = st.session_state.get(_MADE)
    with frame.card(height="content"):
        frame.section("Backup")
        st.markdown(
            "One file with every deal and its history, vendors, names, notes, and what waits. It is made while others go on "
            "working. Not in it: the lists and the search, which a restore makes anew, what a model said, unsaved forms, and "
            "the audit trail."
        )
        st.markdown(
            "- **Whoever holds the file can read every deal.**\n"
            "- What is erased later still stands in backups made before: delete these, too."
        )
        if made is not None and made.summary is not None:
            st.markdown(f":green[:material/check_circle:] {_told(made.summary)}")
        with st.container(horizontal=True, gap="xsmall"):
            if st.button("Make another" if made else "Make a backup", icon=":material/archive:"):
                _begin(kb)
            if made is not None:
                st.download_button(
                    "Download the backup",
                    data=made.data,
                    file_name=made.name,
                    mime="application/zip",
                    icon=":material/download:",
                    on_click="ignore",
                )
        st.markdown(frame.small("A restore goes into an empty folder, in a terminal:"))
        st.code("python -m leverage --home FOLDER restore FILE", language=None, wrap_lines=True)


def forget() -> None:
    """Put away the backup made last: it may hold what was erased since."""
    st.session_state.pop(_MADE, None)


def _begin(kb: KnowledgeBase) -> None:
    made = _Made()

    def make(progress: Progress) -> None:
        file = io.BytesIO()
        made.name = backup.backup_name(kb.today())
        made.summary = backup.write(kb, file, progress)
        made.data = file.getvalue()

    forget()
    work.begin("Making a backup", make, lambda: _keep(made))


def _keep(made: _Made) -> None:
    st.session_state[_MADE] = made


def _told(summary: backup.Summary) -> str:
    more = [("retracted", summary.retracted), ("waiting", summary.waiting), ("set aside", summary.set_aside)]
    parts = [f"**{show_count(summary.deals, 'deal')}** with {show_count(summary.vendors, 'vendor')}"]
    parts += [f"{count:,} {word}" for word, count in more if count]
    return f"{', '.join(parts)}: {_size(summary.bytes)}, {show_moment(summary.made_at)}."


def _size(size: int) -> str:
    return f"{max(round(size / 1_000), 1):,} kB" if size < 1_000_000 else f"{size / 1_000_000:,.1f} MB"
