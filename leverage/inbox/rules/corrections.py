"""Corrections: what a text says before it says that it was wrong, and says anew, does not count."""

from collections.abc import Sequence

from leverage.inbox.note import Sentence
from leverage.inbox.rules.candidate import Candidate


def corrected(found: Sequence[Candidate], sentences: Sequence[Sentence]) -> list[Candidate]:
    """Return the values that stand: those before the last correction only where nothing of their kind comes with or behind it."""
    places = [sentence.index for sentence in sentences if sentence.has("correction") and not sentence.is_question]
    for place in reversed(places):
        behind = [each for each in found if each.sentence.index >= place]
        if behind:
            return behind
    return list(found)
