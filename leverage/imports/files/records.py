"""What every reader gives: records of cells, and what a person said about how to read the file."""

from dataclasses import dataclass

from leverage.errors import UnreadableFile

MOST_BYTES = 50_000_000
MOST_ROWS = 200_000
MOST_COLUMNS = 1_000
LONGEST_LINE = 2_000_000  # characters; a cell of a note holds 20,000
MOST_CELLS = 12_000_000  # of a sheet: its values are held as one full rectangle while they are read
LOOKED_AT = 60  # records at the top; headings have been seen on row 12, and instructions can be longer


@dataclass(frozen=True)
class Reading:
    """What a person said about how to read a file; what is None or empty is found out."""

    encoding: str | None = None
    delimiter: str | None = None
    sheets: tuple[str, ...] = ()
    header_row: int | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """One record as it stands, blank ones included; `number` counts from 1.

    `problem` says why its cells can't be trusted, `remark` what else a person should know.
    """

    number: int
    cells: tuple[str, ...]
    problem: str | None = None
    remark: str | None = None

    @property
    def is_blank(self) -> bool:
        """Say whether no cell holds anything but spaces."""
        return not any(cell and not cell.isspace() for cell in self.cells)


def folded(cell: str) -> str:
    """Return a cell without the differences that spaces and capitals make."""
    return " ".join(cell.split()).casefold()


def folded_row(cells: tuple[str, ...]) -> tuple[str, ...]:
    """Return the folded cells without the empty ones at the end."""
    row = [folded(cell) for cell in cells]
    while row and not row[-1]:
        row.pop()
    return tuple(row)


def told(count: int, one: str, many: str) -> str:
    """Return a number with its noun, as in “1 value” and “2,000 values”."""
    return f"{count:,} {one if count == 1 else many}"


def too_many_columns(name: str, number: int) -> UnreadableFile:
    """Return the sentence for a row that is wider than any list of deals."""
    said = f"Row {number:,} of {name} has more than {MOST_COLUMNS:,} columns."
    return UnreadableFile(f"{said} Keep the columns of the deals and choose the file again.")


def too_many_rows(name: str) -> UnreadableFile:
    """Return the sentence for more rows than can be read at a time."""
    return UnreadableFile(f"{name} has more than {MOST_ROWS:,} rows. Divide it and import the parts one by one.")
