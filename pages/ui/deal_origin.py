"""Where a deal came from: the note or the mail it was read from, who accepted it, and the words that say so."""

import streamlit as st

from leverage import KnowledgeBase, LeverageError
from leverage.deals import FIELDS
from leverage.inbox import Origin, accepted_from
from leverage.values import label_of
from leverage.wording import show_day
from pages.ui import frame, links, moments, text


def draw(kb: KnowledgeBase, deal_id: str) -> None:
    """Draw a card with the sources of a deal; nothing for one that was typed."""
    try:
        origins = accepted_from(kb, deal_id)
    except LeverageError as problem:
        st.markdown(f"Where this deal came from can’t be told right now: {text.inline(problem)}")
        return
    if not origins:
        return
    with frame.card(height="content"):
        frame.section("Where it comes from")
        for origin in origins:
            st.markdown(_says(origin))
            if lines := [_line(name, words) for name, words in _by_words(origin).items()]:
                st.markdown("  \n".join(lines))
            if kb.may("inbox"):
                st.page_link(
                    links.PROPOSED, label=frame.small("Read the source"), query_params=links.to_proposal(origin.pending_id)
                )


def _says(origin: Origin) -> str:
    day = f" of {show_day(origin.source_day)}" if origin.source_day else ""
    did = "merged into this deal" if origin.is_merged else "accepted"
    on = f" on {show_day(moments.day(origin.accepted_at))}" if origin.accepted_at else ""
    by = f" by **{text.inline(origin.accepted_by)}**" if origin.accepted_by else ""
    return f"Read from **{text.inline(origin.source_name)}**{day}, {did}{by}{on}."


def _by_words(origin: Origin) -> dict[str, list[str]]:
    """Return the words by the fields they gave, those that gave several told once."""
    fields: dict[tuple[str, ...], list[str]] = {}
    for name in filter(origin.quotes.__contains__, FIELDS):
        quotes = origin.quotes[name]
        fields.setdefault(tuple(each.text for each in quotes), []).append(label_of(name))
    return {", ".join(names): list(words) for words, names in fields.items() if words}


def _line(names: str, words: list[str]) -> str:
    return f"{frame.grey(text.inline(names))} {', '.join(f'“{text.inline(each)}”' for each in words)}"
