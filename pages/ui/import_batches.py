"""The imports that were made: by whom, when, how many deals, and what became of each; every one can be undone."""

from collections.abc import Callable

import streamlit as st

from leverage import KnowledgeBase, LeverageError
from leverage.errors import NotAllowed
from leverage.imports import Batch, Plan, Undone, batches, undo
from leverage.imports.committing import batch_id as id_of
from leverage.progress import Progress
from leverage.wording import show_count
from pages.ui import frame, moments, text, work
from pages.ui.told import Told

__all__ = ["Plan", "ask", "at_work", "draw", "draw_confirm", "id_of", "is_confirming"]

PER_PAGE = 10
_ASKED = "import.undo.asked"


@st.cache_resource(show_spinner=False, max_entries=1)
def at_work() -> set[str]:
    """Return the ids of the imports that are being made or undone in this process right now."""
    return set()


def draw(kb: KnowledgeBase, but: str | None = None) -> None:
    """Draw the imports, the newest first; `but` is one that is undone elsewhere on the page."""
    try:
        made = batches(kb)
    except LeverageError as problem:
        frame.wrong(str(problem))
        return
    if not made:
        return
    st.space("xsmall")
    frame.section("Imports made")
    pages = -(-len(made) // PER_PAGE)
    rows, page = st.container(border=True, gap="small"), 1
    if pages > 1:
        with st.container(horizontal_alignment="center"):
            page = st.pagination(pages, key="import.batches")
    with rows:
        for batch in made[(page - 1) * PER_PAGE : page * PER_PAGE]:
            _draw_batch(kb, batch, can_undo=batch.batch_id != but)


def _draw_batch(kb: KnowledgeBase, batch: Batch, *, can_undo: bool) -> None:
    left, right = frame.row()
    by = f", {text.inline(batch.by)}" if batch.by else ""
    said = f"{moments.show_moment(batch.at)}{by}. {text.inline(_state(kb, batch))}"
    left.markdown(f"**{text.inline(batch.filename or 'A file without a name')}**  \n{frame.small(said)}")
    if not can_undo or batch.state == "undone" or batch.batch_id in at_work() or not _may_undo(kb, batch):
        return
    if not is_confirming(batch.batch_id):
        label = "Undo again" if batch.state == "undoing" else "Undo"
        right.button(
            label, type="tertiary", icon=":material/undo:", on_click=ask, args=(batch.batch_id,), key=f"undo.{batch.batch_id}"
        )
    else:
        draw_confirm(kb, batch.batch_id)


def _may_undo(kb: KnowledgeBase, batch: Batch) -> bool:
    try:
        kb.refuse_others_import(batch.batch_id, batch.entered_by)
    except NotAllowed:
        return False
    return True


def _state(kb: KnowledgeBase, batch: Batch) -> str:
    there = len(kb.batch(batch.batch_id)) if batch.state != "undone" else 0
    if batch.state == "importing":
        so_far = f"{there:,} of {show_count(batch.planned, 'deal')}"
        if batch.batch_id in at_work():
            return f"Being imported: {so_far} so far."
        return f"Interrupted: {so_far} are in. Choose the file again to import the rest, or undo."
    if batch.state == "undoing":
        if batch.batch_id in at_work():
            return "Being undone."
        return f"The undo was interrupted: {show_count(there, 'deal')} still in. Undo again."
    if batch.state == "undone":
        return f"Undone{_kept(batch.kept)}."
    gone = batch.logged - there
    return f"{show_count(batch.logged, 'deal')}{f', {there:,} of them still there' if gone > 0 else ''}."


def ask(batch_id: str) -> None:
    """Ask whether an import is to be undone."""
    st.session_state[_ASKED] = batch_id


def is_confirming(batch_id: str) -> bool:
    """Say whether it is being asked whether to undo this import."""
    return st.session_state.get(_ASKED) == batch_id


def draw_confirm(kb: KnowledgeBase, batch_id: str, after: Callable[[], None] | None = None) -> None:
    """Draw what an undo does, and the buttons that do it or leave it."""
    there = show_count(len(kb.batch(batch_id)), "deal")
    st.markdown(f"Undo takes out the {there} of this import. One that somebody edited or retracted since stays.")
    with st.container(horizontal=True, gap="xsmall"):
        is_sure = st.button(f"Take out {there}", key="import.undo.do")
        if st.button("Cancel", key="import.undo.cancel", type="tertiary"):
            st.session_state.pop(_ASKED, None)
            st.rerun()
    if is_sure:
        _begin(kb, batch_id, after)


def _begin(kb: KnowledgeBase, batch_id: str, after: Callable[[], None] | None) -> None:
    running = at_work()

    def take_out(progress: Progress) -> Told:
        running.add(batch_id)
        try:
            undone = undo(kb, batch_id, progress)
        finally:
            running.discard(batch_id)
        return Told(_told(undone))

    def note() -> None:
        st.session_state.pop(_ASKED, None)
        if after is not None:
            after()

    work.begin("Undoing the import", take_out, note)


def _told(undone: Undone) -> str:
    names = "".join(f" “{name}” goes on leading to {vendor}: a deal is written under it." for vendor, name in undone.names)
    return f"The import is undone: {show_count(undone.removed, 'deal')} taken out{_kept(undone.kept)}.{names}"


def _kept(count: int) -> str:
    return f"; {show_count(count, 'deal')} changed since stay{'s' if count == 1 else ''}" if count else ""
