"""A brief's tiles, groups and lines as Markdown: every word literal, every marker leading to its deal."""

from collections.abc import Callable, Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leverage import Signal
from leverage.briefing import Cited, FactLine, Group, Tile, items_of, split_numbers
from leverage.paper.spacing import NO_BREAK, join_markers, keep_together
from leverage.signals import MINOR
from pages.ui import frame, text

MOST_LINES = 12  # of a group, before the rest is folded
_ICONS = {
    "Worked": ":green[:material/check:] ",
    "Did not work": ":red[:material/close:] ",
    "Try": ":green[:material/check:] ",
    "Skip": ":red[:material/close:] ",
    "Mixed": ":orange[:material/swap_vert:] ",
    "Result unclear": ":gray[:material/question_mark:] ",
}
_RESULT_ICONS = {"worked": "Worked", "failed": "Did not work", "mixed": "Mixed", "unclear": "Result unclear"}
_LONGEST_VALUE = 18  # characters that a tile shows in its large type without cutting them


def anchor(number: int) -> str:
    """Return the anchor of a numbered deal."""
    return f"deal-{number}"


def icon(result: str) -> str:
    """Return the icon of what a tactic did."""
    return _ICONS[_RESULT_ICONS[result]]


def signal(seen: Signal) -> str:
    """Return a signal: its kind, unless it is a remark, and the words as they are quoted."""
    words = text.inline(seen.quoted)
    return words if seen.kind == MINOR else f"{frame.grey(text.inline(seen.label))} {words}"


def markers(numbers: Sequence[int]) -> str:
    """Return the evidence markers of some deals, each a link to its deal."""
    if not numbers:
        return ""
    shown, more = split_numbers(numbers)
    links = join_markers([f"[\\[{number}\\]](#{anchor(number)})" for number in shown])
    return f"{NO_BREAK}{links}" + (f" and {more} more" if more else "")


def words(line: FactLine) -> str:
    """Return one line of facts with its markers."""
    return "".join(_phrase(part) for part in line.parts)


def draw_tile(place: DeltaGenerator, tile: Tile) -> None:
    """Draw one value at a glance in a card of its own."""
    with place.container(border=True, gap=None, height="stretch"):
        value = text.inline(tile.value)
        if len(tile.value) > _LONGEST_VALUE:
            st.markdown(frame.small(text.inline(tile.label)))
            st.markdown(f"**{value}**")
        else:
            st.metric(text.inline(tile.label), value if tile.is_recorded else frame.grey(value))
        st.markdown(frame.small(_capital(words(tile.below))))


def draw_group(group: Group, beside: Callable[[FactLine], None] | None = None) -> None:
    """Draw a titled group; what goes beyond a dozen lines is folded, never left out.

    `beside` draws what stands at the right of an item, whose first line it gets.
    """
    frame.section(f"{_ICONS.get(group.title, '')}{text.inline(group.title)}")
    items = items_of(group.lines)
    shown, rest = _split(items)
    _draw_items(shown, beside)
    if rest:
        with st.expander(f"{len(rest)} more"):
            _draw_items(rest, beside)


def _draw_items(items: list[list[FactLine]], beside: Callable[[FactLine], None] | None) -> None:
    if beside is None or not any(item[0].subject for item in items):
        st.markdown(_paragraphs(items))
        return
    with st.container(gap="xsmall" if any(len(item) > 1 for item in items) else None):
        for item in items:
            with st.container(horizontal=True, vertical_alignment="top", gap="xsmall"):
                st.container(gap=None).markdown(_paragraphs([item]))  # a container yields room, where Markdown would wrap
                beside(item[0])


def listed(group: Group) -> str:
    """Return a short group as lines that each begin with its title."""
    return "  \n".join(f":material/forum: {text.inline(group.title)}: {words(line)}" for line in group.lines)


def _phrase(part: Cited) -> str:
    said = keep_together(text.inline(part.text)) if part.text.strip() else ""
    lead = " " if part.text[:1] == " " else ""
    tail = " " if part.text[-1:] == " " and part.text.strip() else ""
    return f"{lead}{f'**{said}**' if part.is_strong and said else said}{tail}{markers(part.numbers)}"


def _split(items: list[list[FactLine]]) -> tuple[list[list[FactLine]], list[list[FactLine]]]:
    count = 0
    for at, item in enumerate(items):
        count += len(item)
        if count > MOST_LINES and at:
            return (items, []) if len(items) - at == 1 else (items[:at], items[at:])
    return items, []


def _paragraphs(items: list[list[FactLine]]) -> str:
    """Return the items as lines; where one has lines under it, all stand apart."""
    between = "\n\n" if any(len(item) > 1 for item in items) else "  \n"
    return between.join("  \n".join(words(line) for line in item) for item in items)


def _capital(line: str) -> str:
    return line[:1].upper() + line[1:]
