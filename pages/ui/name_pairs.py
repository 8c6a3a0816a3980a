"""Pairs of names that may be one: a person says whether they are."""

from collections.abc import Mapping

import streamlit as st

from leverage import KnowledgeBase
from leverage.name_book import Kind
from leverage.people import Alike, suggestions
from leverage.text import fold
from leverage.wording import show_count
from pages.ui import frame, name_merge, text, told

_DIFFERENT = "pairs.different"
_SAME = {"person": "Same person", "department": "Same department"}


def draw_pairs(kb: KnowledgeBase, counts: Mapping[Kind, Mapping[str, int]], by: str | None) -> None:
    """Draw the pairs that nobody has called different in this session; nothing where there is none."""
    found = suggestions(kb)
    hidden: set[tuple[str, str, str]] = st.session_state.setdefault(_DIFFERENT, set())
    pairs = [pair for pair in found if _key(pair) not in hidden]
    if not pairs and len(pairs) == len(found):
        return
    with frame.card(height="content"):
        frame.section("May be one")
        for pair in pairs:
            _draw(kb, counts[pair.kind], pair, hidden, by)
        if len(pairs) < len(found):
            with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
                away = show_count(len(found) - len(pairs), "pair")
                st.markdown(f"{away} called different, until you come back.", width="content")
                st.button("Show again", type="tertiary", on_click=hidden.clear)


def _draw(kb: KnowledgeBase, counts: Mapping[str, int], pair: Alike, hidden: set[tuple[str, str, str]], by: str | None) -> None:
    goes, stays = _direction(pair, counts)
    left, right = st.columns([7, 3], vertical_alignment="center")
    one, other = (f"**{text.inline(each)}**, {show_count(counts.get(each, 0), 'deal')}" for each in (goes, stays))
    left.markdown(f"{one}, and {other}  \n{frame.small(f'{pair.reason.capitalize()}. Both would read {text.inline(stays)}.')}")
    if by is None or not kb.may("access" if pair.kind == "department" else "names"):
        return
    row = right.container(horizontal=True, gap="xsmall")
    if row.button(_SAME[pair.kind], key=f"same.{_key(pair)}"):
        told.attempt(lambda: name_merge.merge(kb, pair.kind, goes, stays, by))
        st.rerun()
    row.button("Different", type="tertiary", key=f"different.{_key(pair)}", on_click=hidden.add, args=(_key(pair),))


def _direction(pair: Alike, counts: Mapping[str, int]) -> tuple[str, str]:
    """Return the name that would go and the one that would stay: no initials if that can be, else the one used more."""
    names = sorted((pair.name, pair.other), key=lambda name: (not _has_initial(name), counts.get(name, 0), len(name)))
    return names[0], names[1]


def _has_initial(name: str) -> bool:
    return any(len(word.strip(".")) == 1 for word in name.split())


def _key(pair: Alike) -> tuple[str, str, str]:
    return pair.kind, fold(pair.name), fold(pair.other)
