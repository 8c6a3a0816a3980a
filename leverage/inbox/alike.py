"""Texts that say the same in other white space, or in letters put together otherwise: words of one found in the other."""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate

from leverage.inbox.proposal import Proposal, Quote

_STEP = 1_000  # characters that are counted at once


def moved(proposals: Iterable[Proposal], text: str, kept: str) -> list[Proposal]:
    """Return proposals that were read in `text` with their quotes as they stand in `kept`, which says the same."""
    found = list(proposals)
    quotes = [each for proposal in found for named in proposal.quotes.values() for each in named]
    places = dict(zip([(each.start, each.end) for each in quotes], _places(quotes, text, kept), strict=True))

    def put(quote: Quote) -> Quote:
        start, end = places[quote.start, quote.end]
        return Quote(kept[start:end], start, end)

    return [
        replace(each, quotes={name: tuple(map(put, named)) for name, named in each.quotes.items()}) if each.quotes else each
        for each in found
    ]


def _places(quotes: Sequence[Quote], text: str, kept: str) -> list[tuple[int, int]]:
    before, there = _Letters(text), _Letters(kept)
    return [(there.start_of(before.count(each.start)), there.end_of(before.count(each.end))) for each in quotes]


class _Letters:
    """Counts the letters of a text that are no white space, each taken apart: of two texts that say the same they agree."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._counts = [0, *accumulate(_count(text[start : start + _STEP]) for start in range(0, len(text), _STEP))]

    def count(self, place: int) -> int:
        """Return how many letters stand before a place."""
        step = min(place // _STEP, len(self._counts) - 1)
        return self._counts[step] + _count(self._text[step * _STEP : place])

    def start_of(self, count: int) -> int:
        """Return the place of the letter before which so many stand."""
        place, before = self._near(count)
        while place < len(self._text):
            here = _count(self._text[place])
            if here and before + here > count:
                break
            before += here
            place += 1
        return place

    def end_of(self, count: int) -> int:
        """Return the place after so many letters; what is put together of several stays whole."""
        place, before = self._near(max(0, count - 1))
        while before < count and place < len(self._text):
            before += _count(self._text[place])
            place += 1
        return place

    def _near(self, count: int) -> tuple[int, int]:
        """Return a place before the letter with this number, and how many letters stand before that place."""
        step = max(0, bisect_right(self._counts, count) - 1)
        while step and self._counts[step] > count:
            step -= 1
        return step * _STEP, self._counts[step]


def _count(text: str) -> int:
    plain = text if text.isascii() else unicodedata.normalize("NFD", text)
    return len("".join(plain.split()))
