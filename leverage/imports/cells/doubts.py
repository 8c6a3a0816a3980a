"""Doubts: what a column leaves open and only a person can say."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from leverage.imports.cells.raw import shorten

MOST_SAMPLES = 4
OPEN = "open"  # the answer that leaves the cells without a value


@dataclass(frozen=True)
class Doubt:
    """One question about a column; until it is answered, the cells at the positions `cells` have no value.

    `options` are (value, label) pairs: the value goes back to the reader of the column as the answer.
    """

    kind: str
    text: str
    options: tuple[tuple[str, str], ...]
    samples: tuple[str, ...]
    cells: tuple[int, ...]


def samples_of(cells: Sequence[str], positions: Iterable[int]) -> tuple[str, ...]:
    """Return the first few different cells at these positions, each on one line."""
    kept: dict[str, None] = {}
    for position in positions:
        kept[shorten(cells[position])] = None
        if len(kept) == MOST_SAMPLES:
            break
    return tuple(kept)
