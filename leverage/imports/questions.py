"""What only a person can say about a file: the questions, each with its choices, and the answers given to them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from leverage.errors import LeverageError
from leverage.imports.cells.doubts import OPEN, Doubt
from leverage.words import plain_key

Given = str | Sequence[str]

# What people write for an answer beside its value and its label.
_SPELLINGS = {
    "day_first": ("day", "dmy", "dd mm yyyy", "d m y", "% d % m % y", "european"),
    "month_first": ("month", "mdy", "mm dd yyyy", "m d y", "% m % d % y", "american", "us"),
    "year_first": ("year", "ymd", "yy mm dd", "yyyy mm dd", "y m d"),
    "percent": ("percentage", "as they stand"),
    "fraction": ("fractions", "ratio", "times 100"),
    "money": ("amount", "an amount", "sum"),
    ".": ("point", "dot"),
    ",": ("comma",),
    "yes": ("y", "true", "import", "keep"),
    "no": ("n", "false", "skip"),
    OPEN: ("leave", "leave empty", "empty", "neither"),
    "all": ("both",),
}


@dataclass(frozen=True)
class Option:
    """One answer: its `value`, and the words it goes by on a page."""

    value: str
    label: str


@dataclass(frozen=True)
class Question:
    """Something about a file that only a person can say; its answer goes by `key`, or by `field` where that is plain.

    `field` is the record's field it is about, or `sheet`, or `rows`. Without `options` the answer is free text;
    `takes_many` means that several options may be chosen. `suggested` is what is taken until somebody answers.
    The import waits for the answer where `is_needed`; `rows` is how many rows hang on it. With `by_key` an answer under
    the field's own name is not meant.
    """

    key: str
    field: str
    text: str
    options: tuple[Option, ...] = ()
    suggested: str | None = None
    samples: tuple[str, ...] = ()
    rows: int = 0
    is_needed: bool = True
    takes_many: bool = False
    why: str = ""
    by_key: bool = False


class Answers:
    """What a person answered, and which questions were asked until now."""

    def __init__(self, given: Mapping[str, Given] | None = None) -> None:
        """Take the answers by the key, or the field, of their question; blank ones count as none."""
        self._given = {key: value for key, value in (given or {}).items() if not _is_blank(value)}
        self.asked: list[Question] = []
        self.open: list[Question] = []

    def ask(self, question: Question) -> str | None:
        """Return the answer to a question, what it suggests where nobody answered, None where nothing is known.

        Several answers are joined by line breaks. Raises LeverageError for an answer that is no choice.
        """
        self.asked.append(question)
        answer = self._answer(question)
        if answer is None:
            self.open.append(question)
            return question.suggested
        return answer

    def doubt(self, field: str, doubt: Doubt | None) -> str | None:
        """Return the answer to what a column of `field` leaves open."""
        if doubt is None:
            return None
        options = tuple(Option(value, label) for value, label in doubt.options)
        return self.ask(Question(f"{field}:{doubt.kind}", field, doubt.text, options, None, doubt.samples, len(doubt.cells)))

    def text(self, field: str) -> str | None:
        """Return the plain text given for a field, whether or not it was asked for."""
        given = self._given.get(field)
        return given if isinstance(given, str) else None

    def _answer(self, question: Question) -> str | None:
        by_key = self._given.get(question.key)
        if by_key is not None:
            return self._chosen(question, by_key)
        by_field = self._given.get(question.field)
        if by_field is None or question.key == question.field or question.by_key:
            return None
        try:  # under the field's own name the answer to another of its questions may stand
            return self._chosen(question, by_field)
        except LeverageError:
            return None

    def _chosen(self, question: Question, given: Given) -> str:
        if not question.options:
            return given if isinstance(given, str) else "; ".join(given)
        wanted = [given] if isinstance(given, str) else list(given)
        if question.takes_many and isinstance(given, str):
            wanted = given.split("\n")
        return "\n".join(_value(question, each) for each in wanted)


def _value(question: Question, given: str) -> str:
    """Return the value of the option that a text means."""
    key = plain_key(given)
    for option in question.options:
        if given in (option.value, option.label):
            return option.value
    for option in question.options:
        if key and key in (plain_key(option.value), plain_key(option.label), *_SPELLINGS.get(option.value, ())):
            return option.value
    labels = ", ".join(option.label for option in question.options)
    raise LeverageError(f"“{given}” is no answer to: {question.text} Pick one of: {labels}.")


def _is_blank(value: Any) -> bool:
    return not value or (isinstance(value, str) and not value.strip())
