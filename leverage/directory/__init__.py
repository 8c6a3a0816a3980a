"""The directory of vendors: one vendor under all its names, and what belongs to it beside its deals.

A vendor given here may be any of its names or bank ids. Every change is one of the vendor's record, with who and when;
merges, splits and new names can be undone by the id of their change.
"""

from leverage.directory.known import Known, others, record
from leverage.directory.moves import Preview, merge, preview_merge, preview_split, split, stayed, undo
from leverage.directory.names import add_alias, add_note, remove_alias, remove_note, rename, set_parent
from leverage.directory.suggesting import VendorSuggestion, suggest

__all__ = [
    "Known",
    "Preview",
    "VendorSuggestion",
    "add_alias",
    "add_note",
    "merge",
    "others",
    "preview_merge",
    "preview_split",
    "record",
    "remove_alias",
    "remove_note",
    "rename",
    "set_parent",
    "split",
    "stayed",
    "suggest",
    "undo",
]
