"""Turns of a talk: what one person says at a stretch, and whether it takes or declines what was said before."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from leverage.inbox.cues import Cue
from leverage.inbox.note import Note, Sentence
from leverage.inbox.rules.dialogue.speakers import sides_in
from leverage.inbox.rules.standing import clause_at, clauses_of

_OPENING = 2  # sentences of a turn in which it takes or declines
_LEAD = 2  # characters before the first word
_GOOD = ("accepts", "all_right", "gives_way", "flexible_after", "at_most")


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
        if any(
            cue.start <= sentence.start + _LEAD
            for sentence in self.sentences[:_OPENING]
            for cue in denials_in(sentence, "declines", "no_way")
        ):
            return True
        first = self.sentences[0]
        denied = bool(denials_in(first, "declines"))
        if first.is_question or (self.begins("accepts") and not denied):
            return False
        return bool(denied or denials_in(first, "stays", "no_way")) and not (self.begins("accepts") and first.has("all_right"))

    @property
    def accepts(self) -> bool:
        """Whether the turn opens with a yes that nothing takes back, or a part of its first words does."""
        first = self.sentences[0]
        if self.declines or first.is_question or denials_in(first, "negation", end=clause_at(first, first.start).end):
            return False
        return self.begins("accepts", "we_have_a_deal", "all_right") or _grants_within(first)

    @property
    def is_conditional(self) -> bool:
        """Whether it says yes only if something else is done."""
        return any(
            not sentence.is_question and any(not _is_yes(sentence, cue) for cue in sentence.all("their_condition"))
            for sentence in self.sentences[:_OPENING]
        )


def denials_in(sentence: Sentence, *names: str, end: int | None = None) -> list[Cue]:
    """Return the cues that say no, without those within words that grant: `no problem`, `at no cost`."""
    good = [(cue.start, cue.end) for cue in sentence.all(*_GOOD)]
    return [
        cue for cue in sentence.all(*names, end=end) if not any(start <= cue.start and cue.end <= last for start, last in good)
    ]


def _grants_within(sentence: Sentence) -> bool:
    """Say whether a part of a sentence says yes: `The hours, sure, as you like`, `Monthly is no problem`."""
    if sentence.has("hypothetical", "base_last") or denials_in(sentence, "negation", "declines", "stays"):
        return False
    last = sentence.words[-1].end
    opens = [clause.start for clause in clauses_of(sentence)[1:]]
    return any(
        cue.end == last
        or any(start <= cue.start <= start + _LEAD for start in opens)
        or len(sentence.note.plain[cue.start : cue.end].split()) > 1
        for cue in sentence.all("accepts", "all_right", "gives_way")
    )


def _is_yes(sentence: Sentence, cue: Cue) -> bool:
    """Say whether a word for if is the one for yes, written with its accent or set off: `Sí, claro`."""
    view = sentence.note.view
    return cue.end - cue.start == _LEAD and (view[cue.end - 1] in "íìÍÌ" or view[cue.end : cue.end + 1] in (",", ".", "!"))


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
