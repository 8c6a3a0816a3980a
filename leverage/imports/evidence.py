"""Evidence of what kind of list a file is: headings of ledgers, orders and registers, and what only negotiations leave."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from leverage.imports.columns import Column, field_of
from leverage.imports.rows import RowReader
from leverage.words import meaning_of, plain_key, read_vocabulary

LIST_KINDS = ("orders", "payments", "register", "prices", "vendors")
_LONGEST = 4  # words of a mark
_LOOKED_AT = 500  # rows whose texts are read
_TALKS = 0.3  # share of the texts that tell of talks
_NEGOTIATED = (  # headings of these stand over negotiations only
    *("outcome", "quoted_price", "flexible_on", "firm_on", "tactics", "tactic_results", "conceded", "obtained"),
    *("uplift_asked_pct", "uplift_agreed_pct", "competitor"),
)
_SAID = ("flexible_on", "firm_on", "tactics", "tactic_results", "conceded", "obtained")


@dataclass(frozen=True)
class Marks:
    """How much headings speak for a kind of list: how many are `clear`, and the `weight` of all, clear ones counting twice."""

    clear: int
    weight: int


@dataclass(frozen=True)
class _Words:
    """Words of a vocabulary: as parts of a heading, as the whole of one, and as beginnings of a word."""

    parts: frozenset[str]
    wholes: frozenset[str]
    starts: tuple[str, ...]

    def fit(self, text: str) -> bool:
        """Say whether a text holds one of them."""
        key = plain_key(text)
        if key in self.wholes:
            return True
        words = key.split()
        if self.starts and any(word.startswith(self.starts) for word in words):
            return True
        return any(
            " ".join(words[at : at + length]) in self.parts for length in range(1, _LONGEST + 1) for at in range(len(words))
        )


def marks_of(kind: str, columns: Sequence[Column]) -> Marks:
    """Return how much the headings speak for a kind of list."""
    clear, signs = _known_words("marks", kind), _known_words("signs", kind)
    headers = [column.header for column in columns if column.header]
    marked = sum(clear.fit(header) for header in headers)
    signed = sum(signs.fit(header) and not clear.fit(header) for header in headers)
    return Marks(marked, 2 * marked + signed)


def names_a_price(columns: Sequence[Column]) -> bool:
    """Say whether a heading names a price."""
    return any(_known_words("price_words").fit(column.header) for column in columns)


def is_negotiated(columns: Sequence[Column], reader: RowReader, rows: int) -> bool:
    """Say whether a column that holds something stands over negotiations only, by its heading or by the words in it."""
    negotiated = _known_words("negotiated")
    for column in columns:
        if not column.header:
            continue
        own = field_of(column.header)
        cells = [cell for n in range(rows) if (cell := reader.at(n, column.index).strip())]
        if not cells:
            continue
        if own in _NEGOTIATED or (own is None and column.field in _SAID) or negotiated.fit(column.header):
            return True
        may_be_outcome = column.field == "outcome" or "outcome" in column.candidates
        if may_be_outcome and any(_is_outcome(cell, column.header) for cell in islice(cells, _LOOKED_AT)):
            return True
    return False


def tells_of_talks(columns: Sequence[Column], reader: RowReader, rows: int) -> bool:
    """Say whether the texts of a column tell of talks."""
    talks = _known_words("talks")
    for column in columns:
        texts = [text for n in range(min(rows, _LOOKED_AT)) if len((text := reader.at(n, column.index)[:2_000]).split()) > 2]
        if len(texts) > 1 and sum(map(talks.fit, texts)) >= _TALKS * len(texts):
            return True
    return False


def _is_outcome(cell: str, header: str) -> bool:
    """Say whether a cell says how a negotiation ended, in a word that no other list uses for its rows."""
    return (
        len(cell) < 60
        and not meaning_of("answer", cell)
        and meaning_of("outcome", cell, header) in ("agreed", "renewed_as_is", "walked_away", "no_deal")
        and not _known_words("of_other_lists").fit(cell)
    )


@functools.cache
def _known_words(name: str, kind: str = "") -> _Words:
    vocabulary = read_vocabulary("lists.json")
    listed: Sequence[str] = vocabulary["kinds"][kind][name] if kind else vocabulary[name]
    wholes = frozenset(plain_key(word[1:]) for word in listed if word.startswith("="))
    starts = tuple(plain_key(word[:-1]) for word in listed if word.endswith("*"))
    parts = frozenset(plain_key(word) for word in listed if word[0] != "=" and word[-1] != "*")
    return _Words(parts - {""}, wholes, starts)
