"""Figures as a CSV file, one row a figure, with all that a reader needs to judge it."""

from collections.abc import Callable, Iterable

from leverage.exports.files import write_rows
from leverage.savings.figure import NOT_VALIDATED, Figure

_COLUMNS: dict[str, Callable[[Figure], object]] = {
    "vendor": lambda figure: figure.vendor,
    "product": lambda figure: figure.product,
    "department": lambda figure: figure.department,
    "deal_date": lambda figure: figure.day,
    "quarter": lambda figure: figure.quarter,
    "saving_kind": lambda figure: figure.kind,
    "saving": lambda figure: figure.amount,
    "currency": lambda figure: figure.currency,
    "basis": lambda figure: figure.basis,
    "baseline": lambda figure: figure.baseline,
    "baseline_value": lambda figure: figure.baseline_value,
    "how": lambda figure: figure.how,
    "note": lambda figure: figure.note or None,
    "reseller": lambda figure: figure.reseller,
    "validation": lambda figure: NOT_VALIDATED,
    "bank_id": lambda figure: figure.bank_id,
    "deal_id": lambda figure: figure.deal_id,
    "compared_with": lambda figure: figure.deal_ids[1] if len(figure.deal_ids) > 1 else None,
}
COLUMNS = tuple(_COLUMNS)


def savings_csv(figures: Iterable[Figure]) -> bytes:
    """Return the figures as CSV, written as every export is; each row says that Finance has not validated it."""
    return write_rows(COLUMNS, ([value(figure) for value in _COLUMNS.values()] for figure in figures))
