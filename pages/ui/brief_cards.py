"""The cards of a brief, in the order in which they are read before a meeting."""

from collections.abc import Iterable

import streamlit as st

from leverage import Brief
from leverage.briefing import BriefSheet, Group
from leverage.briefing.dates import date_group
from leverage.briefing.people import ask_group, contributor_group, talk_group
from leverage.briefing.prices import price_group
from leverage.briefing.stances import stance_groups
from leverage.briefing.tactics import tactic_groups
from leverage.briefing.terms import payment_group
from pages.ui import facts, frame

_WEIGHTS = {"Ask about these": 12, "What changed": 12, "Dates": 13, "Price": 15}  # groups of longer lines get more of the width


def draw_cards(brief: Brief, sheet: BriefSheet) -> None:
    """Draw the essentials: talks, tiles, tactics, stances and what to ask.

    The grid lets the last two tiles move up beside the first two where there is room; on a phone the tactics follow
    right after the first two.
    """
    _band([talk_group(brief)])
    in_short = [group for group in sheet.groups if group.title == "In short"]
    grid = st.grid(4, min_column_width=165, gap="small", dense=True)
    for tile in sheet.tiles[:2]:
        facts.draw_tile(grid, tile)
    with grid.cell(column_span="all"):
        _band(tactic_groups(brief), mark=True)
    for tile in sheet.tiles[2:]:
        facts.draw_tile(grid, tile)
    _band(stance_groups(brief))
    titled = {group.title: group for group in sheet.groups}
    _band(
        [titled[title] for title in ("Ask about these", "What changed") if title in titled]
        + [date_group(brief), ask_group(brief)]
    )
    _band(in_short)


def draw_prices(brief: Brief) -> None:
    """Draw what is known of prices and payment terms in detail."""
    _band([price_group(brief), payment_group(brief)])


def draw_contributors(brief: Brief) -> None:
    """Draw everyone whose deals the brief is built from."""
    with frame.card():
        facts.draw_group(contributor_group(brief))


def _band(groups: Iterable[Group], *, mark: bool = False) -> None:
    """Draw the groups that have lines beside each other in one card."""
    shown = [group for group in groups if group.lines]
    if not shown:
        return
    with frame.card(height="content"):
        for place, group in zip(st.columns([_WEIGHTS.get(group.title, 10) for group in shown], gap="medium"), shown, strict=True):
            with place.container(gap="xsmall"):
                facts.draw_group(group, mark=mark, beside_note=any(each.note for each in shown))
