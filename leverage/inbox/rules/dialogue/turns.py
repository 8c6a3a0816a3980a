"""Turns of a talk: what one person says at a stretch, and whether it takes or declines what was said before."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from leverage.inbox.note import Note, Sentence
from leverage.inbox.rules.dialogue.speakers import sides_in
from leverage.inbox.rules.standing import clause_at

_OPENING = 2  # sentences of a turn in which it takes or declines
_LEAD = 2  # characters before the first word


@dataclass
class Turn:
    """What one person says at a stretch."""

    speaker: str
    side: str | None
    sentences: list[Sentence] = field(default_factory=list)

    def begins(self, *names: str) -> bool:
        """Say whether the turn opens with words of a list, in its first or its second sentence."""
        first = self.sentences[0]
        return any(
            cue.start <= first.start + _LEAD or (n < _OPENING and cue.start <= sentence.start + _LEAD)
            for n, sentence in enumerate(self.sentences[:_OPENING])
            for cue in sentence.all(*names)
        )

    @property
    def declines(self) -> bool:
        """Whether the turn opens with a no, or says within its first words that it can't be."""
        if self.begins("declines", "no_way"):
            return True
        first = self.sentences[0]
        if first.is_question or (self.begins("accepts") and not first.has("declines")):
            return False
        return first.has("declines", "stays", "no_way") and not (self.begins("accepts") and first.has("all_right"))

    @property
    def accepts(self) -> bool:
        """Whether the turn opens with a yes that nothing takes back."""
        first = self.sentences[0]
        if self.begins("declines") or not self.begins("accepts", "we_have_a_deal", "all_right"):
            return False
        return not any(self._denies(sentence) for sentence in self.sentences[:1]) and not first.is_question

    @property
    def is_conditional(self) -> bool:
        """Whether it says yes only if something else is done."""
        return any(sentence.has("their_condition") and not sentence.is_question for sentence in self.sentences[:_OPENING])

    @staticmethod
    def _denies(sentence: Sentence) -> bool:
        clause = clause_at(sentence, sentence.start)
        good = [(cue.start, cue.end) for cue in sentence.all("accepts", "all_right", "at_most")]
        return any(
            not any(start <= cue.start and cue.end <= end for start, end in good)
            for cue in sentence.all("negation", start=clause.start, end=clause.end)
        )


def turns_of(note: Note, sentences: Sequence[Sentence]) -> list[Turn]:
    """Return the turns of a talk in order, each with its side where it is known."""
    sides = sides_in(note)
    turns: list[Turn] = []
    for sentence in sentences:
        speaker = sentence.line.speaker
        if not speaker or not sentence.words:
            continue
        if not turns or turns[-1].speaker != speaker:
            turns.append(Turn(speaker, sides.get(speaker)))
        turns[-1].sentences.append(sentence)
    return turns
