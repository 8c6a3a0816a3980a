"""The cards of a brief, in the order in which they are read before a meeting."""

from collections.abc import Sequence

import streamlit as st

from leverage import Brief
from leverage.briefing import BriefSheet, Group
from leverage.briefing.stances import stance_groups
from leverage.briefing.tactics import tactic_groups
from pages.ui import facts, frame

Columns = Sequence[Sequence[Group]]


def draw_cards(brief: Brief, sheet: BriefSheet) -> None:
    """Draw the essentials: talks, tiles, tactics, stances and what to ask.

    The grid lets the last two tiles move up beside the first two where there is room; on a phone the tactics follow
    right after the first two.
    """
    for talk in _titled(sheet, "In talks now"):
        st.markdown(facts.listed(talk))
    grid = st.grid(4, min_column_width=165, gap="small", dense=True)
    for tile in sheet.tiles[:2]:
        facts.draw_tile(grid, tile)
    with grid.cell(column_span="all"):
        first, *others = [group for group in tactic_groups(brief) if group.lines]
        _band([[first], others], mark=True)
    for tile in sheet.tiles[2:]:
        facts.draw_tile(grid, tile)
    _band([[group] for group in stance_groups(brief)])
    _band([_titled(sheet, "Ask about these", "What changed"), _titled(sheet, "Dates"), _titled(sheet, "Whom to ask")])
    _band([_titled(sheet, "In short")])


def draw_prices(sheet: BriefSheet) -> None:
    """Draw what is known of prices and payment terms in detail."""
    _band([_titled(sheet, "Price"), _titled(sheet, "Payment terms")])


def draw_contributors(sheet: BriefSheet) -> None:
    """Draw everyone whose deals the brief is built from."""
    for group in _titled(sheet, "Contributed by"):
        with frame.card():
            facts.draw_group(group)


def _titled(sheet: BriefSheet, *titles: str) -> list[Group]:
    return [group for title in titles for group in sheet.groups if group.title == title]


def _band(columns: Columns, *, mark: bool = False) -> None:
    """Draw groups in one card, in columns side by side, one below the other within each; empty ones are left out."""
    shown = [groups for column in columns if (groups := [group for group in column if group.lines])]
    if not shown:
        return
    beside_note = any(groups[0].note for groups in shown)
    with frame.card(height="content"):
        for place, groups in zip(st.columns(len(shown), gap="medium"), shown, strict=True):
            with place.container(gap="small"):
                for group in groups:
                    with st.container(gap="xsmall"):
                        facts.draw_group(group, mark=mark, beside_note=beside_note and group is groups[0])
