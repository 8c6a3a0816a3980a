"""Cells that a workbook typed."""


class Typed(str):
    """The text of a cell that the workbook itself typed: an ISO day, a plain number with a point, or a percentage
    with its sign; never ambiguous.
    """

    __slots__ = ()


class TypedMoney(Typed):
    """A plain number that the workbook shows with a currency; `shown` is what stands beside it, such as `€` or `k€`."""

    __slots__ = ("shown",)

    shown: str

    def __new__(cls, number: str, shown: str) -> "TypedMoney":
        """Return the number with what stands beside it."""
        made = super().__new__(cls, number)
        made.shown = shown
        return made

    def __reduce__(self) -> tuple[type["TypedMoney"], tuple[str, str]]:
        """Keep both parts in a copy."""
        return TypedMoney, (str(self), self.shown)


class TypedSince1904(Typed):
    """A plain number of a workbook that counts its days from 1904."""

    __slots__ = ()
