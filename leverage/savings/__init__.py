"""What was saved, for analysts: every figure against its own baseline, and none without one.

A reduction is cash saved on a price paid before, an avoidance an increase averted; what a first quote came down by where no
price before is known is neither, and stands apart. They are never added, nor are two currencies, nor what is of a year and
what is of a whole term. Nothing here is validated by Finance.
"""

from leverage.savings.figure import (
    BASES,
    BYS,
    KIND_WORDS,
    KINDS,
    NOT_VALIDATED,
    REASONS,
    Basis,
    By,
    Figure,
    Kind,
    LeftOut,
    Savings,
    Total,
    quarter_of,
    totals,
)
from leverage.savings.file import COLUMNS, savings_csv
from leverage.savings.reading import SAVINGS, figures, savings

__all__ = [
    "BASES",
    "BYS",
    "COLUMNS",
    "KINDS",
    "KIND_WORDS",
    "NOT_VALIDATED",
    "REASONS",
    "SAVINGS",
    "Basis",
    "By",
    "Figure",
    "Kind",
    "LeftOut",
    "Savings",
    "Total",
    "figures",
    "quarter_of",
    "savings",
    "savings_csv",
    "totals",
]
