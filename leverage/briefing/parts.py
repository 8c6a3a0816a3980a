"""What a brief in words is made of: phrases with the numbers of their deals, lines, groups and tiles.

No text here holds markup or line breaks, and none is escaped: whoever draws it escapes it for where it goes.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from leverage.brief import Brief
from leverage.verdicts import VERDICT_LABELS, Feedback, Subject, Tally, standing
from leverage.wording import sentence_case, show_count, show_day

MOST_NUMBERS_SHOWN = 10
MOST_SAID = 3  # of the colleagues who gave feedback, each with what happened
LONGEST_SAID = 240  # characters of that; the whole stands in the menu
NOT_RECORDED = "Not recorded"
ONCE = "once only"

_RIGHT_TO_LEFT = frozenset({"R", "AL"})
_DIRECTIONS = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"


@dataclass(frozen=True)
class Cited:
    """A phrase and the numbers of the deals that prove it, newest first."""

    text: str
    numbers: tuple[int, ...] = ()
    is_strong: bool = False


@dataclass(frozen=True)
class FactLine:
    """One line of facts, its phrases in order; `is_under` lines explain the line above them.

    `subject` names the tactic or the line that it opens, where colleagues can say what became of it.
    """

    parts: tuple[Cited, ...]
    is_under: bool = False
    subject: tuple[Subject, str] | None = field(default=None, repr=False)  # as written, and never shown

    @property
    def text(self) -> str:
        """The words alone, without numbers."""
        return "".join(part.text for part in self.parts)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of every deal the line rests on, each once."""
        return tuple(dict.fromkeys(number for part in self.parts for number in part.numbers))

    def uncited(self) -> "FactLine":
        """Return the line without its numbers."""
        return FactLine(tuple(Cited(part.text, (), part.is_strong) for part in self.parts), self.is_under)


@dataclass(frozen=True)
class Group:
    """Lines under one title; `note` says how to read them all, and short lines may run on in one paragraph."""

    title: str
    lines: tuple[FactLine, ...]
    note: str = ""
    runs_on: bool = False


@dataclass(frozen=True)
class Tile:
    """One value at a glance: what it is, the value, and the facts that make it comparable."""

    label: str
    value: str
    below: FactLine
    is_recorded: bool = True


@dataclass(frozen=True)
class DealLine:
    """One deal in one line, under the number by which the brief cites it."""

    n: int
    deal_id: str
    text: str


def numbers_of(brief: Brief, deal_ids: Iterable[str]) -> tuple[int, ...]:
    """Return the numbers under which the brief cites these deals, each once and in order."""
    return tuple(sorted({brief.number(deal_id) for deal_id in deal_ids}))


def split_numbers(numbers: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """Return the numbers to show and how many more there are: a hundred markers in a row help nobody."""
    if len(numbers) <= MOST_NUMBERS_SHOWN + 1:  # "and 1 more" is no shorter than the number itself
        return tuple(numbers), 0
    return tuple(numbers[:MOST_NUMBERS_SHOWN]), len(numbers) - MOST_NUMBERS_SHOWN


def line(text: str, numbers: tuple[int, ...] = (), *, under: bool = False) -> FactLine:
    """Return a line of a single phrase."""
    return FactLine((Cited(text, numbers),), under)


def titled(title: str, rest: str, numbers: tuple[int, ...] = ()) -> FactLine:
    """Return a line that opens with its subject in strong type."""
    return FactLine((Cited(title, () if rest else numbers, is_strong=True), *([Cited(rest, numbers)] if rest else ())))


def said_line(feedback: Sequence[Feedback]) -> list[FactLine]:
    """Return what colleagues say of something, as lines under it: the tally, then what really happened, who said so and when."""
    if not feedback:
        return []
    said = standing(feedback)
    who = show_count(len(said), "colleague")
    lines = [line(f"Feedback of {who}: {Tally.of(said).text()}", under=True)]
    for each in said[:MOST_SAID]:
        verdict = f"{VERDICT_LABELS[each.verdict]}, " if len(said) > 1 else ""
        told = f"{verdict}{literal(each.by)}, {literal(each.department)}, {show_day(each.date)}"
        lines.append(line(sentence_case(f"{told}: {_quoted(each.happened)}" if each.happened else told), under=True))
    if len(said) > MOST_SAID:
        lines.append(line(f"{len(said) - MOST_SAID} more said so before", under=True))
    return lines


def _quoted(happened: str) -> str:
    """Return what somebody wrote as a quote in one line, cut at a word where it is long."""
    told = literal(happened)
    return f"“{told}”" if len(told) <= LONGEST_SAID else f"“{told[:LONGEST_SAID].rsplit(' ', 1)[0]} …”"


def items_of(lines: Iterable[FactLine]) -> list[list[FactLine]]:
    """Return lines in items: a line with those that explain it."""
    items: list[list[FactLine]] = []
    for each in lines:
        if each.is_under and items:
            items[-1].append(each)
        else:
            items.append([each])
    return items


def uncited(group: Group) -> Group:
    """Return a group without its numbers, for where the deals they lead to do not stand."""
    return replace(group, lines=tuple(each.uncited() for each in group.lines))


def literal(text: str) -> str:
    """Return what a person wrote as part of one line: no line breaks, no control or override characters.

    Text that runs from right to left is isolated, so that it can't reorder the words and numbers beside it.
    """
    kept = [char for char in " ".join(text.split()) if _is_shown(char)]
    shown = " ".join("".join(kept).split())
    if any(unicodedata.bidirectional(char) in _RIGHT_TO_LEFT for char in shown):
        return f"{_ISOLATE}{shown}{_END_ISOLATE}"
    return shown


def ended(text: str) -> str:
    """Return the text as a sentence with its full stop."""
    return text if not text or text.rstrip('”"’').endswith((".", "!", "?", "…")) else f"{text}."


def _is_shown(char: str) -> bool:
    return unicodedata.category(char) not in ("Cc", "Cs") and unicodedata.bidirectional(char) not in _DIRECTIONS
