"""The cards of a brief, in the order in which they are read before a meeting."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from leverage.briefing import BriefSheet, Group, uncited
from pages.ui import facts, feedback_menu, frame
from pages.ui.feedback_menu import Menu

Columns = Sequence[Sequence[Group]]

_HOW_TO_READ = "“3 of 4”: in 3 of the 4 deals that tried it or raised it."
_HOW_TO_READ_TERMS = "“3 of 4”: in 3 of the 4 deals that recorded payment terms."


def draw_cards(sheet: BriefSheet, menu: Menu) -> None:
    """Draw the essentials: talks, tiles, tactics, stances and what to ask.

    The grid lets the last two tiles move up beside the first two where there is room; on a phone the tactics follow
    right after the first two. Beside each tactic and stance stands the menu for what became of it.
    """
    if sheet.talks.lines:
        st.markdown(facts.listed(sheet.talks))
    grid = st.grid(4, min_column_width=165, gap="small", dense=True)
    for tile in sheet.tiles[:2]:
        facts.draw_tile(grid, tile)
    with grid.cell(column_span="all"):
        first, *others = [group for group in sheet.tactics if group.lines]
        _band([[first], others, sheet.stances], _HOW_TO_READ, menu)
    for tile in sheet.tiles[2:]:
        facts.draw_tile(grid, tile)
    _band([[sheet.unknowns, sheet.changes], [sheet.dates], [sheet.ask]])
    feedback_menu.draw_wrong()
    menu.draw_rest()


def draw_short(sheet: BriefSheet) -> None:
    """Draw what to know before a meeting, on a page that does not number the deals: prices, tactics, stances, dates, gaps."""
    if sheet.talks.lines:
        st.markdown(facts.listed(uncited(sheet.talks)))
    grid = st.grid(4, min_column_width=165, gap="small")
    for tile in sheet.tiles:
        facts.draw_tile(grid, replace(tile, below=tile.below.uncited()))
    first, *others = [uncited(group) for group in sheet.tactics if group.lines]
    _band([[first], others, [uncited(group) for group in sheet.stances]], _HOW_TO_READ)
    _band([[sheet.unknowns], [uncited(sheet.dates)], [uncited(sheet.ask)]])


def draw_prices(sheet: BriefSheet, without: Sequence[str] = ()) -> None:
    """Draw what is known of prices and payment terms in detail, but for what an answer above shows already."""
    _band([[group] for group in (sheet.price, sheet.payment) if group.title not in without], _HOW_TO_READ_TERMS)


def draw_contributors(sheet: BriefSheet) -> None:
    """Draw everyone whose deals the brief is built from."""
    with frame.card():
        facts.draw_group(sheet.contributors)


def _band(columns: Columns, note: str = "", menu: Menu | None = None) -> None:
    """Draw groups in one card, in columns side by side, one below the other within each; empty ones are left out.

    The note says how to read the counts, where any stand in the card.
    """
    shown = [groups for column in columns if (groups := [group for group in column if group.lines])]
    if not shown:
        return
    with frame.card(height="content"):
        for place, groups in zip(st.columns(len(shown), gap="medium"), shown, strict=True):
            with place.container(gap="small"):
                for group in groups:
                    with st.container(gap="xsmall"):
                        facts.draw_group(group, menu.draw if menu else None)
        if note and any(group.note and " of " in line.text for groups in shown for group in groups for line in group.lines):
            st.markdown(frame.small(frame.grey(note)))
