"""The meaning of a question as vectors: as it was asked, and with what its concepts mean in plain English."""

from typing import Any

import numpy as np
import numpy.typing as npt

from leverage.concepts import concepts
from leverage.memory.vectors import unit_rows
from leverage.ranking.questions import Question
from leverage.thesaurus import in_english

Vector = npt.NDArray[np.float32]

_SHARE = 0.15  # of the concepts in the meaning of a question that the embedding understands
_SHARE_ELSEWHERE = 0.85  # and of one in a language that it does not


class Meanings:
    """Questions as vectors of an embedding; a concept is embedded once and kept.

    An embedding that understands more than English says so in its attribute `languages`.
    """

    def __init__(self, embedding: Any) -> None:
        self._embedding = embedding
        self._of_concepts: dict[str, Vector] = {}

    def understands(self, question: Question) -> bool:
        """Say whether the embedding knows the question's language."""
        return question.language in getattr(self._embedding, "languages", ("en",))

    def of(self, question: Question) -> tuple[Vector, Vector]:
        """Return the vectors of the question alone and of the question with what it means, both of length 1.

        What it means are its concepts and, in a language that the embedding does not know, its words in English.
        """
        is_understood = self.understands(question)
        missing = [each for each in question.said if each not in self._of_concepts]
        english = "" if is_understood else _in_english(question)
        texts = [question.text, *([english] if english else ()), *(_in_words(each) for each in missing)]
        rows = unit_rows(np.asarray(self._embedding.embed_query(texts), np.float32))
        alone: Vector = rows[0]
        self._of_concepts |= dict(zip(missing, rows[len(texts) - len(missing) :], strict=True))
        meant = [np.mean([self._of_concepts[each] for each in question.said], axis=0)] if question.said else []
        if english:
            meant.append(rows[1])
        if not meant:
            return alone, alone
        share = _SHARE if is_understood else _SHARE_ELSEWHERE
        told = unit_rows(np.sum(unit_rows(np.asarray(meant, np.float32)), axis=0, keepdims=True))[0]
        return alone, unit_rows(((1 - share) * alone + share * told).reshape(1, -1))[0]


def _in_english(question: Question) -> str:
    """Return the words of a question in English, those that the thesaurus does not know as they are."""
    known = {stem: " ".join(in_english(stem, question.language)) for stem in question.stems}
    return " ".join(known[stem] or plain for stem, plain in question.stems.items()) if any(known.values()) else ""


def _in_words(concept: str) -> str:
    known = concepts()[concept]
    return ", ".join([known.label, *(phrase for phrase in (*known.phrases, *known.hints)[:4] if not set("#=") & set(phrase))])
