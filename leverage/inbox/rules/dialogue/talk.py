"""What a talk settled: figures that both sides took, what was granted and declined, what our side tried, how it ended."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field

from leverage.inbox.note import Note, Sentence
from leverage.inbox.rules.candidate import Candidate
from leverage.inbox.rules.dialogue.figures import Bargain, speaks_of_discount
from leverage.inbox.rules.dialogue.grants import grants_in
from leverage.inbox.rules.dialogue.levers import levers_in
from leverage.inbox.rules.dialogue.turns import Turn, turns_of
from leverage.inbox.rules.outcomes import Ending
from leverage.inbox.rules.standing import clause_at
from leverage.words import read_vocabulary

_LATE = 4  # turns at the end in which it may be put off
_VERY_LAST = 3  # turns at the end in which one word closes
_FEW = 3  # words of a clause that closes with one
_LAST = 6  # turns at the end in which a deal is closed


@dataclass
class Talk:
    """What a talk settled."""

    ending: Ending | None = None
    discounts: list[Candidate] = field(default_factory=list)
    payments: list[Candidate] = field(default_factory=list)
    stances: list[Candidate] = field(default_factory=list)
    tactics: list[Candidate] = field(default_factory=list)


def told_in_talk(note: Note, sentences: Sequence[Sentence]) -> Talk:
    """Return what a talk settled; without a closing it settles nothing."""
    key = f"talk {sentences[0].index if sentences else ''} {len(sentences)}"
    if key not in note.memo:
        note.memo[key] = _told(note, sentences)
    return note.memo[key]  # type: ignore[no-any-return]


def _told(note: Note, sentences: Sequence[Sentence]) -> Talk:
    turns = turns_of(note, sentences)
    talk = Talk()
    first = max(0, len(turns) - _LAST)
    closings = [
        (n, each)
        for n, turn in enumerate(turns)
        if n >= first and (each := _closing(turn)) and (n >= len(turns) - _VERY_LAST or not _is_one_word(each))
    ]
    closing = closings[-1][1] if closings else None
    if _is_left(turns, closings):
        if closing is None:
            _refuse(note, turns, talk)
        return talk
    if closing is None:
        return talk
    talk.ending = closing
    bargain = Bargain(note, turns)
    figures = bargain.settle()
    if "discount_pct" in figures and speaks_of_discount(turns, figures["discount_pct"].value):
        talk.discounts.append(figures["discount_pct"])
    if "payment_terms" in figures:
        talk.payments.append(figures["payment_terms"])
    talk.stances.extend(grants_in(note, turns))
    talk.tactics.extend(levers_in(note, turns, bargain))
    return talk


def _is_left(turns: Sequence[Turn], closings: Sequence[tuple[int, Ending]]) -> bool:
    """Say whether a talk is left open or broken off at its end; what both sides close counts from there."""
    by_both = [
        n for n, _ in closings if any(m == n - 1 and turns[m].speaker != turns[n].speaker for m, _ in _all_closings(turns))
    ]
    first = by_both[-1] - 1 if by_both else 0
    late = [each for turn in turns[max(first, len(turns) - _LATE) :] for each in turn.sentences]
    last = [each for turn in turns[max(first, len(turns) - _LAST) :] for each in turn.sentences]
    return any(sentence.has("left_open") for sentence in late) or any(
        sentence.has("no_deal", "unsigned", "walked", "left_refused") for sentence in last
    )


def _all_closings(turns: Sequence[Turn]) -> list[tuple[int, bool]]:
    """Return the turns that close, or that ask whether it is closed."""
    return [
        (n, True)
        for n, turn in enumerate(turns)
        if any(each.has("we_have_a_deal") and not each.has("negation", "hypothetical") for each in turn.sentences)
    ]


def _refuse(note: Note, turns: Sequence[Turn], talk: Talk) -> None:
    """Take the words that break a talk off, and what the vendor kept; what may go on has no ending."""
    spoken = [sentence for turn in turns[-_LAST:] for sentence in turn.sentences]
    if not any(turn.side == "them" for turn in turns) or any(_goes_on(sentence) for sentence in spoken):
        return
    for sentence in reversed(spoken):
        cue = next(iter(sentence.all("left_refused")), None)
        if cue and not sentence.is_question and not sentence.has("hypothetical"):
            talk.ending = Ending("no_deal", cue.start, cue.end, sentence)
            talk.stances.extend(each for each in grants_in(note, turns) if each.field == "firm_on")
            return


def _goes_on(sentence: Sentence) -> bool:
    return sentence.has("again", "unsigned") and not sentence.has("left_refused")


def _closing(turn: Turn) -> Ending | None:
    for sentence in turn.sentences:
        for cue in sentence.all("we_have_a_deal"):
            if sentence.is_question or sentence.has("negation", "hypothetical", "no_deal"):
                continue
            ending = Ending("agreed", cue.start, cue.end, sentence)
            if not _is_one_word(ending) or _stands_alone(ending):
                return ending
    return None


def _is_one_word(ending: Ending) -> bool:
    return " " not in ending.sentence.note.plain[ending.start : ending.end].replace("'", " ").strip()


def _stands_alone(ending: Ending) -> bool:
    """Say whether one word that closes is its clause, but for a few others: `Agreed then`, and not `deal with it on Monday`."""
    clause = clause_at(ending.sentence, ending.start)
    words = [word for word in ending.sentence.words if clause.start <= word.start < clause.end]
    behind = next((word.plain for word in words if word.start >= ending.end), "")
    return len(words) <= _FEW and behind not in _no_closing()


@functools.cache
def _no_closing() -> frozenset[str]:
    return frozenset(read_vocabulary("inbox_dialogue.json")["no_closing"].split())
