"""Pieces of a text replaced by something else, and where every place of it is then."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

Place = tuple[int, int]


class Cuts:
    """Pieces of one text, as (start, end), in the place of which `instead` is to stand."""

    def __init__(self, pieces: Iterable[Place], instead: str) -> None:
        self._pieces = joined(pieces)
        self._instead = instead
        self._starts = [start for start, _ in self._pieces]
        self._ends = [end for _, end in self._pieces]
        self._grown = [0]
        for start, end in self._pieces:
            self._grown.append(self._grown[-1] + len(instead) - (end - start))

    def __bool__(self) -> bool:
        return bool(self._pieces)

    def text(self, text: str) -> str:
        """Return the text with something else in the place of the pieces."""
        kept = zip([0, *self._ends], [*self._starts, len(text)], strict=True)
        return self._instead.join(text[start:end] for start, end in kept)

    def place(self, start: int, end: int) -> Place:
        """Return where words are then; what stands for a piece that they are partly in belongs to them as a whole."""
        first = bisect_right(self._ends, start)
        last = bisect_left(self._starts, end)
        begin = min(start, self._starts[first]) if first < last else start
        finish = max(end, self._ends[last - 1]) if first < last else end
        return begin + self._grown[first], finish + self._grown[max(first, last)]


def joined(places: Iterable[Place]) -> list[Place]:
    """Return places in order, those that overlap as one."""
    found: list[Place] = []
    for start, end in sorted(places):
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        elif end > start:
            found.append((start, end))
    return found


def without(places: Iterable[Place], others: Iterable[Place]) -> Iterator[Place]:
    """Yield what of the places is in none of the others."""
    taken = joined(others)
    for start, end in joined(places):
        for since, until in taken:
            if until <= start or since >= end:
                continue
            if since > start:
                yield start, since
            start = min(end, until)
        if end > start:
            yield start, end
