"""The check: a model's sentences are kept where the deals prove them to the last word, and dropped with the reason."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from leverage.brief import Brief, Line
from leverage.reflect import lexicon
from leverage.reflect.claims import claims_in
from leverage.reflect.condition import Unproven
from leverage.reflect.proof import prove
from leverage.reflect.reading import MOST_CHARACTERS, Reader, Reading, without_markers
from leverage.text import fold
from leverage.wording import sentence_case

Sentences = Sequence[tuple[str, Sequence[int]]]

MOST_CHECKED = 40

_END = re.compile(r"(?<=[.!?…])[\"”’]?\s+(?=[“\"A-Z])")
_POINTS_BACK = re.compile(r"(?:It|Its|This|That|These|Those|They|He|She)\b", re.IGNORECASE)
_QUOTED = re.compile(r"[“\"][^”\"]*[”\"]")
_FIGURE = re.compile(r"[%€$£]|\bper ?cent\b|\bpct\b", re.IGNORECASE)


@dataclass(frozen=True)
class Checked:
    """The sentences that hold, each with the deals that prove it, and those that do not, each with the reason."""

    kept: tuple[Line, ...] = ()
    dropped: tuple[tuple[str, str], ...] = ()


def check(sentences: Sentences, brief: Brief) -> Checked:
    """Return which of a model's sentences the deals of a brief prove; what cites no deal is matched to deals here.

    A sentence stays only if every word of it is understood, and every figure, name, term and tactic stands in the
    structured facts of one deal it cites, or is what the deals give when counted.
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
    """Return single sentences: what a model wrote as one text may be several, with the same citations.

    A sentence that only points back ("It …", "This tactic …") stays with the one before it, and falls with it.
    """
    parted: list[tuple[str, tuple[int, ...]]] = []
    for text, numbers in sentences[:MOST_CHECKED]:
        clean, marked = without_markers(_visible(text[: MOST_CHARACTERS * 10]))
        cited = tuple(dict.fromkeys((*numbers, *marked)))
        for part in filter(None, map(str.strip, _END.split(clean))):
            if parted and parted[-1][1] == cited and _POINTS_BACK.match(part):
                parted[-1] = (f"{parted[-1][0]} {part}", cited)
            else:
                parted.append((part, cited))
    return parted[:MOST_CHECKED]


def _prove(text: str, numbers: Sequence[int], brief: Brief, reader: Reader) -> Line:
    if len(text) > MOST_CHARACTERS:
        raise Unproven("is too long to check")
    if lexicon.MARKUP.search(text):
        raise Unproven("holds markup or a link")
    cited = _cited(numbers, brief)
    reading = reader.read(text)
    _check_tone(reading.plain)
    if _forged(reading):
        _check_quotes(text, reader)
    claims = claims_in(reading, reader)
    if not claims or not all(claim.says_something for claim in claims):
        raise Unproven("says nothing that a record could prove")
    if _POINTS_BACK.match(text) and any(claim.conditions or claim.pick for claim in claims):
        raise Unproven("leaves open what it speaks of")
    proven = frozenset[str]().union(*(prove(claim, brief, cited) for claim in claims))
    shown = sentence_case(text.strip().rstrip(",;:"))
    return Line(
        shown if shown.endswith((".", "!", "?", "…", "”")) else f"{shown}.",
        tuple(sorted(proven, key=brief.number)),
    )


def _check_tone(plain: str) -> None:
    """Refuse what is no plain statement about the past; the words of a known term or tactic do not count."""
    if lexicon.PROMISES.search(plain):
        raise Unproven("promises something; the records only tell what was")
    if lexicon.ORDERS.search(plain) or "?" in plain:
        raise Unproven("gives an order or asks instead of telling what was")


def _cited(numbers: Sequence[int], brief: Brief) -> frozenset[str]:
    by_number = {seen.n: deal_id for deal_id, seen in brief.evidence.items()}
    if any(number not in by_number for number in numbers):
        raise Unproven("cites a deal that does not exist")
    return frozenset(by_number[number] for number in numbers)


def _check_quotes(text: str, reader: Reader) -> None:
    """Refuse a name, term or tactic that holds a figure or a promise, unless it is quoted as what somebody wrote."""
    if _forged(reader.read(_QUOTED.sub("“”", text))):
        raise Unproven("shows what somebody wrote in a name, a term or a tactic as if it were a fact")


def _forged(reading: Reading) -> bool:
    """Whether a name, term or tactic in it holds a figure or a promise."""
    texts = (value[0] if isinstance(value, tuple) else value for value in reading.values.values())
    return any(isinstance(text, str) and (_FIGURE.search(text) or lexicon.PROMISES.search(text)) for text in texts)


def _visible(text: str) -> str:
    """Return a text without hidden and control characters, which could change how the words beside them read."""
    return "".join(char if not char.isspace() else " " for char in text if _is_shown(char))


def _is_shown(char: str) -> bool:
    return char.isspace() or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn")
