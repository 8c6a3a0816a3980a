"""How texts come into the inbox: files chosen, a text pasted, the folder scanned."""

from collections.abc import Iterator
from typing import Any

import streamlit as st

from leverage import KnowledgeBase, LeverageError
from leverage.files.names import clean_name
from leverage.inbox import Report, Source, add, reports, says_where, scan
from leverage.inbox.files import MOST_BYTES, pasted, read
from leverage.progress import Progress
from leverage.settings import load_settings
from pages.ui import browser, frame, inbox_reports, moments, text, work
from pages.ui.person import Person
from pages.ui.told import Told

MOST_KEPT = 100_000  # characters of a text that was pasted and not read yet
_UPLOAD, _PASTE = "inbox.upload", "inbox.paste"
_WHO_READS = (
    "Whoever may log deals reads what you add, whole; once a deal of it is for some people only, they and administrators alone."
)
_STOPPED = "Stopped. What was found until then is kept. Read the rest again: nothing comes twice."


def draw(kb: KnowledgeBase, who: Person, *, is_open: bool) -> None:
    """Draw where files are chosen and a text is pasted, in a fold, and the scan of the folder where there is one."""
    with st.expander("Add mails, notes or transcripts", expanded=is_open, icon=":material/add:", key=f"inbox.add.{is_open}"):
        left, right = st.columns(2, gap="medium")
        with left:
            _draw_upload(kb, who)
        with right:
            _draw_paste(kb, who)
        st.markdown(frame.small(frame.grey(text.inline(f"{_WHO_READS} {says_where(kb.narrator)}"))))
    folder = load_settings().inbox
    if folder is not None:
        _draw_scan(kb, who, folder.name)


def _draw_upload(kb: KnowledgeBase, who: Person) -> None:
    number = st.session_state.setdefault(_UPLOAD, 0)
    files = st.file_uploader(
        "Choose files",
        accept_multiple_files=True,
        max_upload_size=MOST_BYTES // 1_000_000,
        key=f"{_UPLOAD}.{number}",
    )
    if files:
        chosen = [(file.name, file.getvalue()) for file in files]
        st.session_state[_UPLOAD] = number + 1
        _begin("Reading", lambda progress: _read_files(kb, chosen, who, progress))


def _draw_paste(kb: KnowledgeBase, who: Person) -> None:
    number = st.session_state.setdefault(_PASTE, 0)
    key = f"{_PASTE}.{number}"
    if key not in st.session_state and isinstance(kept := browser.recall(_PASTE), str):
        st.session_state[key] = kept
    words = st.text_area(
        "Or paste a text",
        height=112,
        placeholder="A mail with its thread, a debrief, minutes, a chat",
        key=key,
        persist_state="session",
        on_change=_keep,
        args=(key,),
    )
    if st.button("Read the text", key=f"{key}.read"):
        try:
            source = pasted(words or "")
        except LeverageError:
            frame.wrong("There is nothing to read yet. Paste a text first.")
            return
        st.session_state[_PASTE] = number + 1
        browser.remember(_PASTE, None)
        _begin("Reading", lambda progress: add(kb, _counted([source], progress), by=who.name))


def _keep(key: str) -> None:
    """Keep a text that was pasted with this browser until it is read; a very long one is only on the page."""
    words = st.session_state[key] or ""
    browser.remember(_PASTE, words if 0 < len(words) <= MOST_KEPT else None)


def _draw_scan(kb: KnowledgeBase, who: Person, name: str) -> None:
    last = next((each for each in reports(kb) if each.folder == name), None)
    when = f"last scanned on {moments.show_moment(last.at)}" if last else "not scanned yet"
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"Folder **{text.inline(name)}**, {when}.", width="content")
        is_asked = st.button("Scan the folder", icon=":material/search:", key="inbox.scan")
    if is_asked:
        _begin("Scanning the folder", lambda progress: scan(kb, progress=progress, by=who.name))


def _begin(doing: str, do: Any) -> None:
    """Begin to read; what came of it is shown at the top, and the one proposal that may come of it is opened."""
    done: list[Report] = []

    def go(progress: Progress) -> Told | None:
        done.append(do(progress))
        return None

    def after() -> None:
        inbox_reports.note(done[0])

    inbox_reports.leave()
    work.begin(doing, go, after, stopped=_STOPPED)


def _read_files(kb: KnowledgeBase, files: list[tuple[str, bytes]], who: Person, progress: Progress) -> Report:
    skipped: list[tuple[str, str]] = []

    def sources() -> Iterator[Source]:
        for done, (name, data) in enumerate(files):
            progress(done, len(files))
            try:
                yield from read(data, name)
            except LeverageError as problem:
                skipped.append((clean_name(name), str(problem)))
        progress(len(files), len(files))

    return add(kb, sources(), by=who.name, skipped=skipped)


def _counted(sources: list[Source], progress: Progress) -> Iterator[Source]:
    for done, source in enumerate(sources):
        progress(done, len(sources))
        yield source
