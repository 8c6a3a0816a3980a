"""How a deal ended, where the note says so: signed, broken off, without an agreement, unchanged, or still open."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from leverage.inbox.cues import folded, word_set, words_of
from leverage.inbox.dates import days_in
from leverage.inbox.labels import field_of
from leverage.inbox.note import Note, Region, Sentence
from leverage.inbox.rules.letters import confirmation_in
from leverage.inbox.rules.parties import has_party, is_of_old
from leverage.inbox.rules.replies import acceptance_in
from leverage.inbox.rules.standing import clause_at, is_supposed
from leverage.words import meaning_of

_DENIED_WITHIN = 3  # words between a denial and what it denies
_NO_OUTCOME = ("other", "tactics", "worked", "failed", "flexible_on", "firm_on")  # labels of lines that tell another matter
_A_YES = 3  # words of a reply's sentence that only accepts
_YEAR = re.compile(
    r"\b(?:in|en|im|im jahr|nel|em|seit|since|depuis|desde|dal|sinds|back in) (?:19|20)\d\d\b"
)  # an older contract
_LEAD = 2  # words before words of agreement that open a clause, and between them and their day
_LEAD_ASKED = 4  # first words of a sentence that ask somebody to find out
_FIRST = 4  # words of a clause in which “contract signed” tells news
_NOUNS = word_set("contract_nouns")
_ATTRIBUTES = frozenset(["on", "in", "by", "last", "with", "back", "under", "earlier", "for"])
_PRESENT = frozenset({"are", "is", "werden", "wird", "sont", "est", "son", "es", "sono", "sao", "worden", "wordt"})  # a custom
_NAMED = {
    "no_deal": "no_deal",
    "walked": "walked_away",
    "unsigned": "open",
    "unchanged": "renewed_as_is",
    "signed": "agreed",
    "agreed_on": "agreed",
    "bought": "agreed",
}


class Ending(NamedTuple):
    """An outcome that a sentence tells, with its place; `is_labelled` by a label, `is_vague` where it may be of a try alone."""

    outcome: str
    start: int
    end: int
    sentence: Sentence
    is_labelled: bool = False
    is_vague: bool = False


def endings_in(note: Note, sentence: Sentence) -> Iterator[Ending]:
    """Yield the outcomes that a sentence tells."""
    field = field_of(sentence.line.label) if sentence.line.label else None
    if sentence.is_question or field in _NO_OUTCOME:
        return
    labelled = field == "outcome"
    found = list(_told(sentence))
    if (accepted := acceptance_in(note)) and accepted.sentence is sentence:
        found = [each for each in found if each.outcome != "agreed"]
        found.append(Ending("agreed", accepted.start, accepted.end, sentence))
    if labelled and not found:
        said = _first_words(sentence)
        meaning = meaning_of("outcome", note.text[said.start : said.end])
        if meaning and meaning != "unknown":
            yield Ending(meaning, said.start, said.end, sentence, True)
        return
    yield from (each._replace(is_labelled=labelled) for each in found)
    if field == "deal_date" and sentence.start == sentence.line.start and _is_signing(sentence.line.label):
        days = days_in(note.view, sentence.start, sentence.end, day_first=note.day_first)
        if len(days) == 1 and not found:
            yield Ending("agreed", sentence.start, days[0].end, sentence)


def _is_signing(label: str) -> bool:
    """Say whether a label of a day says that something was signed or agreed then."""
    return any(word.plain in word_set("signing_labels") for word in words_of(folded(label)))


def _told(sentence: Sentence) -> Iterator[Ending]:
    spans = [(cue.start, cue.end) for cue in sentence.all("no_deal", "unsigned", "unchanged", "walked")]
    open_ones = [(cue.start, cue.end) for cue in sentence.all("unsigned")]
    for cue in sentence.all(*_NAMED):
        if cue.name == "no_deal" and any(start < cue.start and cue.end <= end for start, end in open_ones):
            continue  # `still no agreement`
        outcome = _NAMED[cue.name]
        clause = clause_at(sentence, cue.start)
        if is_supposed(sentence, clause.start, clause.end) and cue.name != "unsigned":
            continue
        if cue.name in ("signed", "agreed_on", "bought"):
            if _is_asked(sentence, cue.start):
                continue
            if _is_conditional(sentence, cue.start) or _is_of_meeting(sentence, clause, cue.start, cue.end):
                continue
            if any(cue.end <= start and len(sentence.note.plain[cue.end : start].split()) <= 1 for start, _ in spans):
                continue
            if any((start <= cue.start and cue.end <= end) or (start < cue.end and cue.start < end) for start, end in spans):
                continue
            if _is_denied(sentence, clause, cue.start):
                if cue.name == "signed":
                    yield Ending("open", cue.start, cue.end, sentence)
                continue
            if not _is_told(sentence, clause, cue.name, cue.start, cue.end):
                continue
        elif cue.name in ("no_deal", "walked") and sentence.has("unsettled", "hypothetical", start=clause.start, end=cue.start):
            continue
        yield Ending(outcome, cue.start, cue.end, sentence, is_vague=_is_vague(sentence, cue.start, cue.end))
    yield from _confirmed(sentence)
    if done := _is_done(sentence):
        yield done
    if len(sentence.note.parts) > 1 and len(sentence.words) <= _A_YES and sentence.note.newest.index == sentence.line.part:
        for cue in sentence.all("we_have_a_deal"):
            if not sentence.has("negation", "unsettled", "signed", "unsigned", "no_deal"):
                yield Ending("agreed", cue.start, cue.end, sentence)


def _is_vague(sentence: Sentence, start: int, end: int) -> bool:
    """Say whether words of failing may speak of a try or a wish alone, as `went nowhere`: no word for the talks stands by."""
    if not any(cue.start <= start and end <= cue.end for cue in sentence.all("vague_end")):
        return False
    clause = clause_at(sentence, start)
    talks = word_set("talk_nouns")
    return sentence.has("acts", "tactic_nouns") or not any(
        word.plain in talks for word in sentence.words if clause.start <= word.start < clause.end
    )


def _confirmed(sentence: Sentence) -> Iterator[Ending]:
    """Yield what a letter confirms as agreed: its conditions follow, or a word for them stands there."""
    if confirmation_in(sentence.note) is not sentence or sentence.has("unsettled", "unsigned", "no_deal", "request_for"):
        return
    if sentence.has("increase", "no_news"):
        return
    is_opening = sentence.text.rstrip().endswith(":")
    if (
        is_opening
        or sentence.has("discount", "agreed_on", "signed", "payment")
        or any(word.plain in _TERMS for word in sentence.words)
    ):
        cue = next(iter(sentence.all("confirms")))
        yield Ending("agreed", cue.start, cue.end, sentence)


_TERMS = word_set("terms_words")


def _is_denied(sentence: Sentence, clause: Region, place: int) -> bool:
    plain = sentence.note.plain
    return any(
        len(plain[cue.end : place].split()) <= _DENIED_WITHIN for cue in sentence.all("negation", start=clause.start, end=place)
    )


def _is_told(sentence: Sentence, clause: Region, name: str, start: int, end: int) -> bool:
    """Say whether words of agreement tell that this deal was made, and not what is hoped, planned or long done."""
    plain = sentence.note.plain
    if sentence.has("no_news") or _is_as_agreed(sentence, start, end) or is_of_old(sentence, end):
        return False
    before, behind = plain[clause.start : start].split(), plain[end : clause.end].split()
    is_old = _YEAR.search(plain, end, clause.end) and not days_in(sentence.note.view, clause.start, clause.end)
    if is_old and not sentence.has("discount", "payment"):
        return False
    if sentence.has("unsettled", start=clause.start, end=start) or _is_according(plain[start:end], before, behind):
        return False
    if sentence.has("again", start=end, end=min(clause.end, end + 60)):
        return False
    if name == "bought":
        return (
            _is_ours(sentence, start)
            and has_party(sentence)
            and bool(sentence.has("discount") or any(map(str.isdigit, plain[start : sentence.end])))
        )
    if name == "agreed_on" and has_party(sentence):
        return True
    if name == "agreed_on":
        is_alone = not behind and len(before) <= 2
        return (
            is_alone
            or _is_dated(sentence, clause, end, before)
            or field_of(sentence.line.label or "-") == "outcome"
            or _has_a_figure(sentence, clause)
        )
    if behind[:1] in (["by"], ["von"], ["par"], ["por"], ["da"], ["door"]) and before[-1:] and before[-1] in _PRESENT:
        return False
    is_attribute = (
        len(before) >= 2 and before[-1] in _NOUNS and before[-2] in _ARTICLES and behind[:1] and behind[0] in _ATTRIBUTES
    )
    return not is_attribute


def _is_as_agreed(sentence: Sentence, start: int, end: int) -> bool:
    """Say whether words refer to what was agreed long ago: `wie vereinbart`, `as agreed in section 4`; a letter confirms so."""
    plain = sentence.note.plain
    lead = plain[sentence.start : start].split()[-2:] + plain[start:end].split()[:1]
    return bool(set(lead) & word_set("as_words")) and confirmation_in(sentence.note) is not sentence


def _is_asked(sentence: Sentence, place: int) -> bool:
    """Say whether somebody is to find out what stands at a place: `ask Bel what they agreed`."""
    before = [word.plain for word in sentence.words if word.start < place]
    first = next((n for n, word in enumerate(before[:_LEAD_ASKED]) if word in word_set("ask_words")), None)
    return first is not None and any(word in word_set("asked_words") for word in before[first + 1 :])


def _is_conditional(sentence: Sentence, place: int) -> bool:
    """Say whether a sentence makes what stands at a place depend on something: `Si ceden en portes, firmamos`."""
    is_on_condition = False
    for word in sentence.words:
        if word.start >= place:
            break
        if word.plain in word_set("but_words"):
            is_on_condition = False
        elif word.plain in word_set("if_words") and sentence.has("hypothetical", start=word.start, end=word.end):
            is_on_condition = is_supposed(sentence, word.start, word.end)
    return is_on_condition


def _is_of_meeting(sentence: Sentence, clause: Region, start: int, end: int) -> bool:
    """Say whether what was agreed is a meeting alone: `einen Wartungstermin vereinbart`, `agreed a call`."""
    plain = sentence.note.plain
    near = plain[clause.start : start].split()[-1:] + plain[end : clause.end].split()[:3]
    return any(word.strip(".,;:").endswith(_MEETINGS) for word in near if len(word) > 3)


def _is_done(sentence: Sentence) -> Ending | None:
    """Return the outcome of a clause that is a word for done and a day: `Nordhelm - done 3 June 2026`."""
    for cue in sentence.all("done"):
        clause = clause_at(sentence, cue.start)
        days = days_in(sentence.note.view, cue.end, clause.end, day_first=sentence.note.day_first)
        text = sentence.note.plain
        if days and not text[clause.start : cue.start].strip(" -–—") and len(text[cue.end : days[0].start].split()) <= 1:
            rest = text[days[0].end : clause.end]
            if clause.start > sentence.start and not any(map(str.isalnum, rest)):
                return Ending("agreed", cue.start, cue.end, sentence)
    return None


def _is_according(words: str, before: Sequence[str], behind: Sequence[str]) -> bool:
    """Say whether `acuerdo con` and its likes mean “according to”, or an agreement with many: `accordo con oltre 300 marchi`."""
    first = words.replace("'", " ").split()
    if not (first[-1] in _WITH and set(first[:-1]) & _ACCORDS):
        return False
    noun = next(n for n, word in enumerate(first) if word in _ACCORDS)
    lead = first[:noun] or list(before[-1:])
    is_phrase = bool(lead) and lead[-1].rsplit("'", 1)[0] in ("de", "d") and not set(before) & _AGREEING
    return is_phrase or bool(behind and (behind[0][0].isdigit() or behind[0] in _MANY))


_WITH = word_set("with_words")
_MEETINGS = tuple(sorted(word_set("meeting_ends")))
_ACCORDS = frozenset({"acuerdo", "accord", "accordo", "acordo", "akkoord"})
_AGREEING = word_set("come_to_accord")
_MANY = frozenset({"oltre", "mas", "mais", "plus", "over", "meer", "more"})
_ARTICLES = word_set("articles")


def _is_ours(sentence: Sentence, place: int) -> bool:
    """Say whether we did it: we are named before, or nobody is."""
    return sentence.has("us") or len(sentence.note.plain[sentence.start : place].split()) <= 1


def _has_a_figure(sentence: Sentence, clause: Region) -> bool:
    words = sentence.note.plain[clause.start : sentence.end]
    return any(char.isdigit() for char in words) and sentence.has("discount", "payment", start=clause.start)


def _is_dated(sentence: Sentence, clause: Region, end: int, before: Sequence[str]) -> bool:
    """Say whether words of agreement open a clause and a day follows: `agreed 4 May`, `settled on 4 May`."""
    if len(before) > _LEAD or sentence.has("unsettled", start=clause.start, end=clause.end):
        return False
    days = days_in(sentence.note.view, end, clause.end, day_first=sentence.note.day_first)
    return bool(days) and len(sentence.note.plain[end : days[0].start].split()) <= _LEAD


def _first_words(sentence: Sentence) -> Region:
    clause = clause_at(sentence, sentence.start)
    text = sentence.note.view[clause.start : clause.end]
    bare = text.rstrip(" ,;:.()-")
    return Region(clause.start, clause.start + len(bare))


def settled(endings: Sequence[Ending]) -> Ending | None:
    """Return the ending that counts; None where nothing is told or two are at odds."""
    labelled = [each for each in endings if each.is_labelled]
    told = labelled or [each for each in endings if not each.is_vague] or list(endings)
    outcomes = {each.outcome for each in told}
    if outcomes == {"renewed_as_is", "agreed"}:
        outcomes = {"renewed_as_is"}
    if outcomes == {"no_deal", "walked_away"}:
        outcomes = {"no_deal"}
    if len(outcomes) != 1:
        return None
    (outcome,) = outcomes
    return next(each for each in told if each.outcome == outcome)
