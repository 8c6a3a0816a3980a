"""The lists of people and of departments, each name with its further spellings and its deals."""

from collections.abc import Mapping
from functools import partial

import streamlit as st

from leverage import KnowledgeBase, people
from leverage.name_book import Kind, NameBook
from leverage.text import fold
from leverage.wording import join_words, show_count
from pages.ui import frame, text, told

PER_PAGE = 50
SEARCH_FROM = 15


def draw_people(kb: KnowledgeBase, book: NameBook, counts: Mapping[str, int], by: str | None) -> None:
    """Draw everybody who logged a deal, with whether they have left; with `by` that can be changed."""
    with frame.card(height="content"):
        frame.section("People")
        for name in _page(_search(book, list(counts)), "people.page"):
            left, right = frame.row()
            has_left = book.has_left(name)
            left.markdown(
                _row(book, "person", name, counts[name], is_told=has_left and by is None and not people.is_nobody(name))
            )
            if by is not None and not people.is_nobody(name):
                key = f"left.{fold(name)}"
                st.session_state[key] = has_left
                right.toggle("Has left", key=key, on_change=partial(_set_left, kb, name, by, not has_left))


def draw_departments(book: NameBook, counts: Mapping[str, int]) -> None:
    """Draw every department with a deal."""
    with frame.card(height="content"):
        frame.section("Departments")
        for name in counts:
            st.markdown(_row(book, "department", name, counts[name]))


def _row(book: NameBook, kind: Kind, name: str, deals: int, *, is_told: bool = False) -> str:
    spellings = [each for each in book.spellings(kind, name) if fold(each) != fold(name)]
    also = f"  \n{frame.small(f'Also written {join_words([text.inline(each) for each in spellings])}')}" if spellings else ""
    return f"**{text.inline(name)}**, {show_count(deals, 'deal')}{', has left' if is_told else ''}{also}"


def _search(book: NameBook, names: list[str]) -> list[str]:
    if len(names) < SEARCH_FROM:
        return names
    asked = st.text_input("Search people", placeholder="Name", icon=":material/search:", live=True, key="people.search")
    words = fold(asked or "").split()
    found = [name for name in names if _is_found(words, [name, *book.spellings("person", name)])]
    if not found:
        st.markdown(f"Nobody here is called “{text.inline(asked or '')}”.")
    return found


def _is_found(words: list[str], names: list[str]) -> bool:
    searched = " ".join(map(fold, names))
    return all(word in searched for word in words)


def _page(names: list[str], key: str) -> list[str]:
    pages = -(-len(names) // PER_PAGE)
    page = st.pagination(pages, key=key) if pages > 1 else 1
    return names[(page - 1) * PER_PAGE : page * PER_PAGE]


def _set_left(kb: KnowledgeBase, name: str, by: str, has_left: bool) -> None:
    told.attempt(lambda: _mark(kb, name, by, has_left=has_left))


def _mark(kb: KnowledgeBase, name: str, by: str, *, has_left: bool) -> None:
    people.set_left(kb, name, has_left=has_left, by=by)
    said = "has left: the deals stay, and briefs name others to ask." if has_left else "is there and can be asked."
    told.say(f"{name} {said}", lambda: _mark(kb, name, by, has_left=not has_left))
