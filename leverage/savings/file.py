"""Figures as a CSV file, one row a figure, with all that a reader needs to judge it, and the deals that have none."""

from collections.abc import Callable, Iterable

from leverage.exports.files import write_rows
from leverage.savings.figure import NOT_VALIDATED, REASONS, Figure, LeftOut, quarter_of

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
    "paid_before": lambda figure: figure.paid_before,
    "paid_now": lambda figure: figure.paid_now,
    "paid": lambda figure: figure.per,
    "how": lambda figure: figure.how,
    "note": lambda figure: figure.note or None,
    "no_figure_because": lambda figure: None,
    "reseller": lambda figure: figure.reseller,
    "validation": lambda figure: NOT_VALIDATED,
    "bank_id": lambda figure: figure.bank_id,
    "deal_id": lambda figure: figure.deal_id,
    "compared_with": lambda figure: figure.deal_ids[1] if len(figure.deal_ids) > 1 else None,
}
_LEFT_OUT: dict[str, Callable[[LeftOut], object]] = {
    "vendor": lambda left: left.vendor,
    "product": lambda left: left.product,
    "department": lambda left: left.department,
    "deal_date": lambda left: left.day,
    "quarter": lambda left: quarter_of(left.day),
    "no_figure_because": lambda left: REASONS[left.reason],
    "bank_id": lambda left: left.bank_id,
    "deal_id": lambda left: left.deal_id,
}
COLUMNS = tuple(_COLUMNS)


def savings_csv(figures: Iterable[Figure], left_out: Iterable[LeftOut] = ()) -> bytes:
    """Return the figures as CSV, written as every export is; each says that Finance has not validated it.

    Under them stand the deals without a figure, each with the reason and without any amount.
    """
    told = [[value(figure) for value in _COLUMNS.values()] for figure in figures]
    told += [[_LEFT_OUT[name](left) if name in _LEFT_OUT else None for name in COLUMNS] for left in left_out]
    return write_rows(COLUMNS, told)
