"""In which order a column writes day, month and year: what its cells prove, its heading names or a person says."""

from collections.abc import Iterable, Sequence
from datetime import date

from leverage.imports.cells.calendars import DAY_FIRST, MONTH_FIRST, YEAR_FIRST
from leverage.imports.cells.written_days import Written

Order = frozenset[str]

_YEAR_LAST = frozenset((DAY_FIRST, MONTH_FIRST))
_YEAR_FIRST = frozenset((YEAR_FIRST,))


class Orders:
    """The orders in which the cells of a column may be written: dotted ones, those with years of two digits, and others."""

    def __init__(self, cells: Iterable[Written], heading: str | None, answer: str | None, likely: tuple[date, date]) -> None:
        """Hold the cells against one another, the order that the heading names, and a person's answer."""
        written = [each for each in cells if each.readings]
        slashed, dotted = ([each for each in written if each.dotted is is_dotted] for is_dotted in (False, True))
        short, long = ([each for each in slashed if each.short is is_short] for is_short in (True, False))
        self._answer = answer if answer in (*_YEAR_LAST, YEAR_FIRST) else None
        self._heading = heading
        is_year_first = self._is_year_first(short, likely)
        self._is_uneven = is_year_first is None and bool(long)  # years of two digits beside years of four
        self._proofs = self._proved(long if is_year_first is not False else slashed)
        self._long = self._short = self._settled(self._proofs, self._answer)
        if is_year_first:
            self._short = _YEAR_FIRST
        elif is_year_first is None:
            admitted = _YEAR_LAST.intersection(*(each.readings for each in short))
            self._short = _YEAR_FIRST | (admitted & self._proofs or admitted or _YEAR_LAST)
        is_open = any(len(each.days(self.of(each))) > 1 for each in slashed)
        self._dotted_proofs = self._proved(dotted) or {DAY_FIRST}  # the custom
        self._dotted = self._settled(self._dotted_proofs, None if is_open else self._answer)
        kinds = [self._short] * bool(short) + [self._long] * bool(long)
        kept = (kinds or [self._long])[0]
        self.decided = next(iter(kept)) if len(kept) == 1 else None
        if not self.decided and dotted and not is_open and len(self._dotted) == 1:
            self.decided = next(iter(self._dotted))

    def of(self, written: Written) -> Order:
        """Return the orders that a cell of this kind may be written in, one where that is settled."""
        if not written.dotted:
            return self._short if written.short else self._long
        return _YEAR_FIRST if written.short and YEAR_FIRST in (self._heading, self._answer) else self._dotted

    def is_mixed(self, written: Written) -> bool:
        """Say whether the column proves several orders for cells of this kind, or writes its years in two ways."""
        return self._is_uneven or len(self._dotted_proofs if written.dotted else self._proofs) > 1

    def _is_year_first(self, short: Sequence[Written], likely: tuple[date, date]) -> bool | None:
        """Say whether years of two digits stand first; None if that is open."""
        if self._answer or not short:
            return self._answer == YEAR_FIRST
        if self._heading in _YEAR_LAST or not all(YEAR_FIRST in each.readings for each in short):
            return False
        if self._heading == YEAR_FIRST or any(len(each.readings) == 1 for each in short):
            return True
        first, last = (all(_has_likely(each, orders, likely) for each in short) for orders in (_YEAR_FIRST, _YEAR_LAST))
        return None if first == last else first

    def _proved(self, cells: Iterable[Written]) -> set[str]:
        """Return the orders with the year last that these cells prove or the heading names."""
        admitted = (_YEAR_LAST.intersection(each.readings) for each in cells)
        return {order for orders in admitted if len(orders) == 1 for order in orders} | (_YEAR_LAST & {self._heading})

    def _settled(self, proofs: set[str], answer: str | None) -> Order:
        if answer in _YEAR_LAST:
            return frozenset((answer,))
        return frozenset(proofs) if len(proofs) == 1 else _YEAR_LAST


def _has_likely(written: Written, orders: Order, likely: tuple[date, date]) -> bool:
    return any(likely[0] <= day <= likely[1] for day in written.days(orders))
