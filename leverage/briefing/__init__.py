"""A brief in words: the lines that every surface shows, plain data with the numbers of the deals behind them."""

from leverage.briefing.parts import Cited, DealLine, FactLine, Group, Tile, items_of, split_numbers, uncited
from leverage.briefing.sheet import BriefSheet, restricted_to_others, write_sheet

__all__ = [
    "BriefSheet",
    "Cited",
    "DealLine",
    "FactLine",
    "Group",
    "Tile",
    "items_of",
    "restricted_to_others",
    "split_numbers",
    "uncited",
    "write_sheet",
]
