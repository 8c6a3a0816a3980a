"""Talks word by word: a figure counts where one side named it and the other took it, and both closed the deal."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field

from leverage.inbox.cues import folded, word_set
from leverage.inbox.note import Note, Sentence
from leverage.inbox.numerals import numerals_in
from leverage.inbox.rules.candidate import Candidate
from leverage.inbox.rules.discounts import percentages_in
from leverage.inbox.rules.items import items_in, worded
from leverage.inbox.rules.outcomes import Ending
from leverage.inbox.rules.parties import participants_in
from leverage.inbox.rules.payment import spans_of
from leverage.inbox.rules.sides import side_of
from leverage.inbox.rules.vendors import Vendor
from leverage.words import plain_key

_OPENING = 24  # characters of a turn in which it takes or declines
_MOST_ITEM = 8  # words of what is asked
_LAST = 6  # turns at the end in which a deal is closed


@dataclass
class Turn:
    """What one person says at a stretch."""

    speaker: str
    side: str | None
    sentences: list[Sentence] = field(default_factory=list)

    def begins(self, name: str) -> bool:
        """Say whether the turn opens with words of a list."""
        first = self.sentences[0]
        return any(
            cue.start <= first.start + 2 or (n < 2 and cue.start <= sentence.start + 2)
            for n, sentence in enumerate(self.sentences[:2])
            for cue in sentence.all(name)
        )


@dataclass
class Talk:
    """What a talk settled."""

    ending: Ending | None = None
    discounts: list[Candidate] = field(default_factory=list)
    payments: list[Candidate] = field(default_factory=list)
    stances: list[Candidate] = field(default_factory=list)


def told_in_talk(note: Note, vendor: Vendor | None, sentences: Sequence[Sentence]) -> Talk:
    """Return what a talk settled; without a closing on both sides it settles no figure."""
    turns = turns_of(sentences, vendor)
    talk = Talk()
    closing = next((_closing(turn) for turn in reversed(turns[-_LAST:]) if _closing(turn)), None)
    refused = [
        sentence for turn in turns[-_LAST:] for sentence in turn.sentences if sentence.has("no_deal", "unsigned", "walked")
    ]
    if closing is None or refused:
        return talk
    talk.ending = closing
    _take_figures(note, turns, talk)
    _take_stances(note, turns, talk)
    return talk


def settles(note: Note, field: str, value: object) -> bool:
    """Say whether a talk settles a value, whoever the vendor is."""
    talk = told_in_talk(note, None, note.own_sentences)
    found = {"discount_pct": talk.discounts, "payment_terms": talk.payments}.get(field, [])
    is_ending = field == "outcome" and talk.ending is not None and talk.ending.outcome == value
    return is_ending or any(each.value == value for each in found)


def turns_of(sentences: Sequence[Sentence], vendor: Vendor | None) -> list[Turn]:
    """Return the turns of a talk in order."""
    turns: list[Turn] = []
    for sentence in sentences:
        speaker = sentence.line.speaker
        if not speaker:
            continue
        if not turns or turns[-1].speaker != speaker:
            turns.append(Turn(speaker, _side(sentence.note, speaker, vendor)))
        turns[-1].sentences.append(sentence)
    sides = {turn.speaker: turn.side for turn in turns}
    if len(sides) == 2 and list(sides.values()).count(None) == 1:
        other = {"us": "them", "them": "us"}[next(side for side in sides.values() if side)]
        turns = [Turn(turn.speaker, turn.side or other, turn.sentences) for turn in turns]
    return turns


def _side(note: Note, speaker: str, vendor: Vendor | None) -> str | None:
    """Return the side of a speaker: as the line of participants gives it, else by the name itself."""
    words = set(folded(speaker.split("(")[0]).split())
    listed = [each for each in participants_in(note) if words & set(folded(each.name).split())]
    if len(listed) == 1:
        if listed[0].is_ours:
            return "us"
        if vendor and set(plain_key(listed[0].company).split()) & set(plain_key(vendor.name).split()):
            return "them"
    return side_of(speaker, vendor)


def _closing(turn: Turn) -> Ending | None:
    for sentence in turn.sentences:
        for cue in sentence.all("we_have_a_deal"):
            if not sentence.is_question and not sentence.has("negation", "hypothetical", "no_deal"):
                return Ending("agreed", cue.start, cue.end, sentence)
    return None


def _take_figures(note: Note, turns: Sequence[Turn], talk: Talk) -> None:
    """Take the last percentage and the last days to pay that one side named and the other took at once."""
    is_of_increase = any(
        sentence.has("increase", "other_share", "early")
        for turn in turns
        for sentence in turn.sentences
        if percentages_in(sentence)
    )
    is_of_discount = any(sentence.has("discount", "base_list") for turn in turns for sentence in turn.sentences)
    named: dict[str, Candidate] = {}
    taken: dict[str, Candidate] = {}
    for n, turn in enumerate(turns):
        if n and turns[n - 1].speaker != turn.speaker and turn.begins("accepts") and not turn.begins("declines"):
            taken |= named
        named = {}
        for sentence in turn.sentences:
            for each in percentages_in(sentence):
                if 0 < each.value < 100 and not each.is_range:
                    named["discount_pct"] = Candidate("discount_pct", each.value, each.start, each.end, sentence, True)
            days = _days_named(note, sentence)
            if days:
                named["payment_terms"] = days
        if n:
            _take_repeated(note, turns[n - 1], turn, taken)
    if "discount_pct" in taken and not is_of_increase and (is_of_discount or _speaks_of_price(turns)):
        talk.discounts.append(taken["discount_pct"])
    if "payment_terms" in taken:
        talk.payments.append(taken["payment_terms"])


def _take_repeated(note: Note, before: Turn, turn: Turn, taken: dict[str, Candidate]) -> None:
    """Take what one side asked and the other repeats with a yes: `Forty-five days? — Forty-five is fine.`"""
    first = turn.sentences[0]
    if not first.has("accepts") or first.has("negation", "hypothetical", "declines") or first.is_question:
        return
    said = {numeral.value for numeral in numerals_in(note.plain, first.words)}
    for sentence in before.sentences:
        days = _days_named(note, sentence)
        asked = {numeral.value for numeral in numerals_in(note.plain, sentence.words)}
        if days and said & asked:
            taken["payment_terms"] = days
        for each in percentages_in(first):
            if each.value in asked and 0 < each.value < 100 and not each.is_range:
                taken["discount_pct"] = Candidate("discount_pct", each.value, each.start, each.end, first, True)


def _days_named(note: Note, sentence: Sentence) -> Candidate | None:
    """Return the days to pay that a sentence names, asked or said."""
    spans = spans_of(sentence)
    if len(spans) != 1:
        return None
    start, end = spans[0]
    return Candidate("payment_terms", " ".join(note.view[start:end].split()), start, end, sentence, True)


def _speaks_of_price(turns: Sequence[Turn]) -> bool:
    words = {word.plain for turn in turns for sentence in turn.sentences for word in sentence.words}
    return bool(words & word_set("price_words"))


def _take_stances(note: Note, turns: Sequence[Turn], talk: Talk) -> None:
    """Take what our side asked for in a question and the vendor granted or declined at once."""
    for before, turn in itertools.pairwise(turns):
        if before.side != "us" or turn.side != "them":
            continue
        question = before.sentences[-1]
        if not question.is_question or percentages_in(question) or _days_named(note, question):
            continue
        item = _asked(note, question)
        if not item:
            continue
        name = "firm_on" if turn.begins("declines") else "flexible_on" if turn.begins("accepts") else None
        if name is None or (name == "flexible_on" and turn.sentences[0].has("negation", "hypothetical")):
            continue
        talk.stances.append(Candidate(name, worded(note, *item), *item, question, True))


def _asked(note: Note, question: Sentence) -> tuple[int, int] | None:
    """Return the place of what a short question asks for: its first phrase."""
    view = note.view
    end = question.end
    while end > question.start and view[end - 1] in " ?":
        end -= 1
    comma = view.find(", ", question.start, end)
    found = list(items_in(note, question.start, comma if comma > 0 else end))
    if len(found) != 1 or len(view[found[0][0] : found[0][1]].split()) > _MOST_ITEM:
        return None
    first = note.plain[found[0][0] : found[0][1]].split()
    asks = word_set("question_words")
    return None if not first or first[0] in asks else found[0]
