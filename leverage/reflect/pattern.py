"""Patterns: how the forms of sentences are written down, and how a sentence in plain words meets one.

A pattern is a line of words. `<N>` is a value of one kind (see `reading`), `<T*>` a list of them, `( a | b )` a choice,
`[ a | b ]` what may be left out, `@list( … )` a choice that is remembered by its name, `{DISCOUNT}` a phrase of the
table below. Nothing else fits: a word that a pattern does not hold at its place is a word that nobody understands.
"""

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from leverage.reflect.reading import Reading

_PIECE = re.compile(r"<(?P<letter>[A-Z])(?P<many>\*)?(?::(?P<name>\w+))?>|@(?P<mark>\w+)\(|(?P<sign>[()\[\]|])|(?P<word>\S+)")
_PHRASE = re.compile(r"\{(\w+)\}")
_SIGNS = {"(": "(?:", ")": ")", "[": "(?:", "]": ")?", "|": "|"}
_JOINED = "(?:, and |, |and |as well as )"
_ARTICLES = "(?:(?:the|a|an|its|their|both) )*"
_WRITTEN_OUT = "payment terms|payment term|discounts|discount|price increases|price increase"
_IN_LISTS = {"T": rf"(?:{_WRITTEN_OUT}) |[A-Z]*[TY][A-Z]*\d+ "}

PHRASES = {
    "VENDOR": "( <V> | the vendor )",
    "WHO": "( <W> [ , <D> [ , ] | ⟨ <D> ⟩ | ( of | from | in ) [ the | our ] <D> [ department | team ] ] | {TEAM} )",
    "TEAM": "( the | our ) <D> ( department | team )",
    "BY": "( <W> [ , <D> | ⟨ <D> ⟩ | ( of | from | in ) [ the | our ] <D> [ department | team ] ] | {TEAM} | <D> )",
    "HAS": "[ has | have | had ] [ also ]",
    "WAS": "( was | were | has been | have been | had been )",
    "BASE": "@list( off [ the | its | their ] list [ price | prices ] ) | @first_quote( off [ the ] first quote ) | "
    "@last_price( off [ the ] last price [ paid ] ) | @unknown( off a base not recorded )",
    "DISCOUNT": "( [ a | an | the ] discount of <N> [ {BASE} ] | [ a | an | the ] <N> discount [ {BASE} ] | "
    "[ a | an | the ] <N> ( {BASE} ) )",
    "TERMS": "( [ the | a | an ] payment ( terms | term ) of ( <Y> [ terms ] | <U> ) | "
    "[ the | a | an ] <Y> [ payment ( terms | term ) | terms | term ] )",
    "INCREASE": "( uplift | increase | price increase | price uplift )",
    "DETAILS": "⟨ [ @new( new ) | @renewal( renewal ) | @expansion( expansion ) ] [ , ] [ <Q> <E> ] [ , ] [ <L> ] ⟩",
    "DEALS": "( deals | negotiations )",
    "CONTRACT": "the contract [ with {VENDOR} ] [ for <P> ] | the <P> contract",
}


@dataclass(frozen=True)
class Slots:
    """What a pattern found: by slot the names of its values, in the order of the text, and the choices it remembered."""

    values: dict[str, list[str]]
    marks: tuple[str, ...]
    end: int

    def has(self, mark: str) -> bool:
        """Whether a remembered choice was made."""
        return mark in self.marks


class Pattern:
    """The ways in which one thing may be put, a line of words with slots each."""

    def __init__(self, *lines: str) -> None:
        """Take the lines; each is made ready only where a sentence holds every word that it needs."""
        self._lines = lines

    @functools.cached_property
    def _needs(self) -> tuple[tuple[str, frozenset[str]], ...]:
        return tuple((line, _needed(_spelled_out(line))) for line in self._lines)

    def words(self) -> frozenset[str]:
        """Return every plain word that stands in a line."""
        pieces = (piece for line in self._lines for piece in _spelled_out(line))
        return frozenset(piece["word"] for piece in pieces if piece["word"] and piece["word"].isalpha())

    def matches(self, reading: Reading, at: int) -> Iterator[Slots]:
        """Yield what the ways find from a place in a sentence on, the longest way of each."""
        for line, needed in self._needs:
            if needed <= reading.holds and (found := _ready(line).match(reading.plain, at)):
                yield _slots(found)


@functools.cache
def _spelled_out(line: str) -> tuple[re.Match[str], ...]:
    """Return the pieces of a line, the phrases in it written out."""
    while _PHRASE.search(line):
        line = _PHRASE.sub(lambda found: f"( {PHRASES[found[1]]} )", line)
    return tuple(_PIECE.finditer(line))


def _needed(pieces: tuple[re.Match[str], ...]) -> frozenset[str]:
    """Return the words and kinds of value without which none of the choices of a line fits."""
    open_: list[tuple[str, list[frozenset[str]]]] = [("(", [frozenset()])]
    for piece in pieces:
        sign = "(" if piece["mark"] else piece["sign"]
        ways = open_[-1][1]
        if sign in ("(", "["):
            open_.append((sign, [frozenset()]))
        elif sign == "|":
            ways.append(frozenset())
        elif sign:
            opened, ways = open_.pop()
            inside = frozenset.intersection(*ways) if opened == "(" else frozenset[str]()
            open_[-1][1][-1] |= inside
        elif piece["letter"] != "T":  # terms may be plain words
            ways[-1] |= {f"<{piece['letter']}>" if piece["letter"] else piece["word"]}
    return frozenset.intersection(*open_[0][1])


@functools.cache
def _ready(line: str) -> re.Pattern[str]:
    parts: list[str] = []
    for n, piece in enumerate(_spelled_out(line)):
        if letter := piece["letter"]:
            one = rf"[A-Z]*{letter}[A-Z]*\d+ "
            if piece["many"]:
                one = f"{_ARTICLES}(?:{_IN_LISTS.get(letter, one)})"
                one = f"{one}(?:{_JOINED}{one})*"
            parts.append(f"(?P<s{n}__{piece['name'] or letter}>{one})")
        elif piece["mark"]:
            parts.append(f"(?P<m{n}__{piece['mark']}>")
        else:
            parts.append(_SIGNS.get(piece["sign"] or "") or f"{re.escape(piece['word'])} ")
    return re.compile(f"(?:{''.join(parts)})")


_ITEM = re.compile(rf"{_WRITTEN_OUT}|[A-Z]+\d+")


def _slots(found: re.Match[str]) -> Slots:
    values: dict[str, list[str]] = {}
    marks: list[str] = []
    for group, text in found.groupdict().items():
        if text is None:
            continue
        name = group.partition("__")[2]
        if group[0] == "m":
            marks.append(name)
        else:
            values.setdefault(name, []).extend(_ITEM.findall(text))
    return Slots(values, tuple(marks), found.end())
