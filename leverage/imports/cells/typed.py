"""Cells that a workbook typed."""


class Typed(str):
    """The text of a cell that the workbook itself typed: an ISO day, a plain number with a point, or a percentage
    with its sign; never ambiguous.
    """

    __slots__ = ()
