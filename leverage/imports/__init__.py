"""Deals out of a file: first a plan that can be shown, then the commit that logs it, and the undo that takes it back.

Nothing is guessed: what a file leaves open is asked. A row that can't be taken is passed over with its number, its
column and the reason.
"""

from leverage.imports.batches import Batch, Undone, batches, undo
from leverage.imports.committing import ImportResult, commit, preview
from leverage.imports.files.records import Reading
from leverage.imports.mappings import fitting, mappings, remove_mapping, save_mapping
from leverage.imports.planning import DEFAULTS, Plan, plan
from leverage.imports.questions import Option, Question
from leverage.imports.rows import PlannedRow, Skipped
from leverage.imports.tally import Tally, tally

__all__ = [
    "DEFAULTS",
    "Batch",
    "ImportResult",
    "Option",
    "Plan",
    "PlannedRow",
    "Question",
    "Reading",
    "Skipped",
    "Tally",
    "Undone",
    "batches",
    "commit",
    "fitting",
    "mappings",
    "plan",
    "preview",
    "remove_mapping",
    "save_mapping",
    "tally",
    "undo",
]
