"""The check: a model's sentences are kept where the deals prove them to the last word, and dropped with the reason.

What a sentence cites never helps to prove it: it is judged against all deals of the brief as it stands. So a citation
that leads to other deals, or to none, can be replaced by the right ones: it only chooses which of the deals that prove
the sentence are shown.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from leverage.brief import Brief, Line
from leverage.reflect import lexicon
from leverage.reflect.cited import cited_sentences
from leverage.reflect.clauses import prove
from leverage.reflect.condition import Unproven
from leverage.reflect.reading import Reader
from leverage.text import fold
from leverage.wording import sentence_case

Sentences = Sequence[tuple[str, Sequence[int]]]

CHECK_VERSION = 2  # goes into the key under which a narrative is kept: another check may keep other sentences
MOST_CHECKED = 40
MOST_CHARACTERS = 400

_POINTS_BACK = re.compile(r"(?:It|Its|This tactic|How it ended)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Checked:
    """The sentences that hold, each with the deals that prove it, and those that do not, each with the reason."""

    kept: tuple[Line, ...] = ()
    dropped: tuple[tuple[str, str], ...] = ()


def check(sentences: Sentences, brief: Brief) -> Checked:
    """Return which of a model's sentences the deals of a brief prove, each with deals that do.

    A sentence stays only if all of it is one of the forms, and everything that it says holds in one deal, or is what
    the deals give when counted.
    """
    reader = Reader(brief)
    kept: dict[str, Line] = {}
    dropped: list[tuple[str, str]] = []
    for text, numbers in _parted(sentences):
        try:
            line = _prove(text, numbers, brief, reader)
        except Unproven as problem:
            dropped.append((text[:MOST_CHARACTERS], str(problem)))
        else:
            kept.setdefault(fold(line.text), line)
    return Checked(tuple(kept.values()), tuple(dropped))


def _parted(sentences: Sentences) -> list[tuple[str, tuple[int, ...]]]:
    """Return single sentences; one that only points back stays with the one before it, and falls with it."""
    parted: list[tuple[str, tuple[int, ...]]] = []
    for text, numbers in _each(sentences):
        if parted and parted[-1][1] == numbers and _POINTS_BACK.match(text):
            parted[-1] = (f"{parted[-1][0]} {text}", numbers)
        else:
            parted.append((text, numbers))
    return parted[:MOST_CHECKED]


def _each(sentences: Sentences) -> Iterator[tuple[str, tuple[int, ...]]]:
    for text, numbers in sentences[:MOST_CHECKED]:
        yield from cited_sentences(_visible(text[: MOST_CHARACTERS * 10]), tuple(numbers))


def _prove(text: str, numbers: Sequence[int], brief: Brief, reader: Reader) -> Line:
    if len(text) > MOST_CHARACTERS:
        raise Unproven("is too long to check")
    if lexicon.MARKUP.search(text):
        raise Unproven("holds markup or a link")
    if any(unicodedata.category(char)[0] == "N" and not char.isascii() for char in text):
        raise Unproven("holds a figure that could be read in more than one way")
    reading = reader.read(text)
    try:
        proven = prove(reading, brief)
    except Unproven:
        _check_tone(reading.plain)
        raise
    cited = frozenset(deal_id for deal_id, seen in brief.evidence.items() if seen.n in numbers)
    shown = sentence_case(text.strip().rstrip(",;: "))
    return Line(
        shown if shown.endswith((".", "!", "…", "”")) else f"{shown}.",
        tuple(sorted(proven.shown(cited), key=brief.number)),
    )


def _check_tone(plain: str) -> None:
    """Say of a sentence that was not proved if it is no statement about the past at all."""
    if lexicon.PROMISES.search(plain):
        raise Unproven("promises something; the records only tell what was")
    if lexicon.ORDERS.search(plain) or "?" in plain:
        raise Unproven("gives an order or asks instead of telling what was")


def _visible(text: str) -> str:
    """Return a text without hidden and control characters, which could change how the words beside them read."""
    return "".join(char if not char.isspace() else " " for char in text if _is_shown(char))


def _is_shown(char: str) -> bool:
    return char.isspace() or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn")
