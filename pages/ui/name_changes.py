"""Which names were merged and who was marked as having left, by whom and when, and the way back."""

import streamlit as st

from leverage import KnowledgeBase, people
from leverage.name_book import LeftMark, NameBook, NameChange
from leverage.text import fold
from leverage.wording import join_words
from pages.ui import frame, text, told
from pages.ui.moments import by_whom

MOST_SHOWN = 10


def draw_changes(kb: KnowledgeBase, book: NameBook, by: str | None) -> None:
    """Draw the changes, the last one first; nothing where there is none."""
    changes = sorted((*book.changes, *book.marks), key=lambda each: each.at, reverse=True)
    if not changes:
        return
    with frame.card(height="content"):
        frame.section("Changes")
        for change in changes[:MOST_SHOWN]:
            _draw(kb, book, change, by)
        if len(changes) > MOST_SHOWN:
            with st.expander(f"{len(changes) - MOST_SHOWN} earlier"):
                for change in changes[MOST_SHOWN:]:
                    _draw(kb, book, change, by)


def undo(kb: KnowledgeBase, change: NameChange, by: str | None) -> None:
    """Take a change back and have it said."""
    people.undo(kb, change.id, by=by)
    told.say(f"{change.from_} and {change.into} are two again.")


def _draw(kb: KnowledgeBase, book: NameBook, change: NameChange | LeftMark, by: str | None) -> None:
    left, right = frame.row()
    if isinstance(change, LeftMark):
        said = f"**{text.inline(change.name)}** {'has left' if change.has_left else 'is there'}."
        left.markdown(f"{said}  \n{frame.small(text.inline(by_whom(change.at, change.by)))}")
        return
    followed = [text.inline(each) for each in change.names if fold(each) != fold(change.from_)]
    along = f", with {join_words(followed)}" if followed else ""
    said = f"**{text.inline(change.from_)}** was made **{text.inline(change.into)}**{along}."
    undone = f". Undone {by_whom(change.undone_at, change.undone_by)}" if change.undone_at else ""
    left.markdown(f"{said}  \n{frame.small(text.inline(by_whom(change.at, change.by) + undone))}")
    is_allowed = by is not None and kb.may("access" if change.kind == "department" else "names")
    can_be = is_allowed and change.undone_at is None and not _is_stood_on(book, change)
    if can_be and right.button("Undo", type="tertiary", icon=":material/undo:", key=f"undo.{change.id}"):
        told.attempt(lambda: undo(kb, change, by))
        st.rerun()


def _is_stood_on(book: NameBook, change: NameChange) -> bool:
    """Say whether a later change leads the name on, which has to be undone first."""
    later = book.changes[book.changes.index(change) + 1 :]
    return any(each.kind == change.kind and fold(each.from_) == fold(change.into) and not each.undone_at for each in later)
