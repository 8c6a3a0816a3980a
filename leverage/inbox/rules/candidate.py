"""A candidate: a value that a note may say, where it stands, and how."""

from dataclasses import dataclass
from typing import Any

from leverage.inbox.note import Note, Sentence
from leverage.inbox.proposal import Quote


@dataclass(frozen=True)
class Candidate:
    """A value with the place of the words that say it; `is_final` where they say that it was agreed."""

    field: str
    value: Any
    start: int
    end: int
    sentence: Sentence
    is_final: bool = False
    base: str | None = None

    def quote(self, note: Note) -> Quote:
        """Return the words, verbatim."""
        return quote_of(note, self.start, self.end)


def quote_of(note: Note, start: int, end: int) -> Quote:
    """Return the words between two places, verbatim."""
    return Quote(note.text[start:end], start, end)
