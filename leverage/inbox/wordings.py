"""Words of a person or a model for an item, and whether a sentence says them beside words that make them one."""

import functools
from collections.abc import Sequence

from leverage.deals import Tactic
from leverage.inbox.cues import VOCABULARY, Cue, Word, cues_in, folded, phrases_in, words_of
from leverage.inbox.labels import field_of
from leverage.inbox.note import Region, Sentence
from leverage.inbox.numerals import number_words
from leverage.inbox.rules.standing import clause_at, is_supposed
from leverage.inbox.telling import Span
from leverage.stems import is_everyday, is_of_every_deal
from leverage.words import read_vocabulary

MOST_WORDS = 12  # of an item
_MOST_BETWEEN = 5  # words between what somebody was like on and what they were like: `On the slots we found them easy`

_STANCES = {
    "flexible_on": ("flexible", "flexible_after", "flexible_word"),
    "firm_on": ("firm", "firm_after", "firm_word"),
}
_EVERY = tuple(name for names in _STANCES.values() for name in names)
_RESULTS = ("worked", "failed", "mixed")
_OTHER_MATTER = ("us", "them", "acts", "signed", "agreed_on", "no_deal", *_RESULTS, "discount", "payment", "refers")


def says_stance(sentence: Sentence, field: str, item: str, place: Span) -> bool:
    """Say whether a sentence tells that the vendor gave way, or stayed firm, on an item whose words stand at a place.

    Between the item and the words that say so stand small words alone; nothing in the clause denies, asks or supposes.
    """
    span = span_of(sentence, item, place)
    if span is None or not _is_told(sentence) or not _is_matter(sentence, span):
        return False
    clause = clause_at(sentence, span.start)
    about = {cue.start for cue in sentence.all("about")}
    loose = [
        cue for cue in sentence.all("unsettled", "hypothetical", start=clause.start, end=clause.end) if cue.start not in about
    ]
    if span.end > clause.end or loose:
        return False
    cues = _outer(list(sentence.all(*_EVERY, start=clause.start, end=clause.end)))
    if {cue.name in _STANCES[field] for cue in cues} != {True} or _denied(sentence, clause, cues):
        return False
    return any(_is_beside(sentence, clause, span, cue) and not _is_ours(sentence, cue) for cue in cues)


def says_tactic(sentence: Sentence, value: Tactic, place: Span) -> bool:
    """Say whether a sentence tells that we did what a tactic says, and with this result alone."""
    span = span_of(sentence, value.tactic, place)
    if span is None or not _is_told(sentence) or is_supposed(sentence):
        return False
    results = _outer(list(sentence.all(*_RESULTS)))
    if {cue.name for cue in results} != {value.result} or _denied(sentence, Region(sentence.start, sentence.end), results):
        return False
    if any(cue.start < span.end and span.start < cue.end for cue in results):
        return False
    for act in sentence.all("acts", end=span.end):
        if act.start >= span.start or _is_small(sentence, act.end, span.start):
            doers = [cue for cue in sentence.all("us", "them", end=act.end) if cue.start < act.start]
            if doers and doers[-1].name == "us":
                return True
    return False


def span_of(sentence: Sentence, item: str, place: Span) -> Span | None:
    """Return where the words of an item stand at a place in their order, small words apart, with no telling word beside them."""
    languages = sentence.note.languages
    words = [word for word in sentence.words if place.start <= word.start and word.end <= place.end]
    wanted = contents_of(words_of(folded(item)), languages)
    held = _contents(words, languages)
    if not wanted or len(words_of(folded(item))) > MOST_WORDS:
        return None
    for at in range(len(held) - len(wanted) + 1):
        found = held[at : at + len(wanted)]
        if [word.plain for word in found] == wanted:
            span = Span(found[0].start, found[-1].end)
            if not _goes_on(sentence, span):
                return span
    return None


def contents_of(words: Sequence[Word], languages: frozenset[str]) -> list[str]:
    """Return the words that tell something, denials and numbers among them."""
    return [word.plain for word in _contents(words, languages)]


def _contents(words: Sequence[Word], languages: frozenset[str]) -> list[Word]:
    denials = cues_in(words, languages, frozenset({"negation"}))
    return [
        word
        for word in words
        if not (is_everyday(word.plain) or word.plain in _small_words())
        or word.plain in number_words()
        or any(map(str.isdigit, word.plain))
        or any(cue.start <= word.start and word.end <= cue.end for cue in denials)
    ]


@functools.cache
def _small_words() -> frozenset[str]:
    return frozenset(word for listed in read_vocabulary(VOCABULARY)["small_words"].values() for (word,) in phrases_in(listed))


def _goes_on(sentence: Sentence, span: Span) -> bool:
    """Say whether a telling word stands right before or behind, so that an item is but a piece: `fees` of `exit fees`."""
    cues = [(cue.start, cue.end) for cue in sentence.all(*_EVERY, "being", "acts", *_RESULTS)]
    for word in _contents(sentence.words, sentence.note.languages):
        gap = sentence.note.plain[word.end : span.start] if word.end <= span.start else sentence.note.plain[span.end : word.start]
        is_beside = (word.end <= span.start or word.start >= span.end) and not gap.strip(" -'\n")
        if is_beside and not any(start <= word.start and word.end <= end for start, end in cues):
            return True
    return False


def _is_told(sentence: Sentence) -> bool:
    field = field_of(sentence.line.label) if sentence.line.label else None
    return field != "other" and not sentence.is_question


def _is_matter(sentence: Sentence, span: Span) -> bool:
    """Say whether words are a matter of a contract: no doer, no doing, no figure."""
    if any(map(str.isdigit, sentence.note.plain[span.start : span.end])):
        return False
    if sentence.has(*_OTHER_MATTER, *_EVERY, start=span.start, end=span.end):
        return False
    words = [word.plain for word in sentence.words if span.start <= word.start and word.end <= span.end]
    return any(not is_everyday(word) and not is_of_every_deal(word) and word not in number_words() for word in words)


def _outer(cues: Sequence[Cue]) -> list[Cue]:
    """Return the cues that stand in no longer one: `flexible on` within `not flexible on` is none."""
    return [
        cue
        for cue in cues
        if not any(
            each.start <= cue.start and cue.end <= each.end and each.end - each.start > cue.end - cue.start for each in cues
        )
    ]


def _denied(sentence: Sentence, region: Region, cues: Sequence[Cue]) -> bool:
    return any(
        not any(cue.start <= each.start and each.end <= cue.end for cue in cues)
        for each in sentence.all("negation", start=region.start, end=region.end)
    )


def _is_beside(sentence: Sentence, clause: Region, span: Span, cue: Cue) -> bool:
    """Say whether an item stands where the cue wants it: behind it, before it, or behind `about` and before it."""
    if cue.name in ("flexible", "firm"):
        return cue.end <= span.start and _is_small(sentence, cue.end, span.start)
    if cue.start < span.end:
        return False
    if cue.name.endswith("_after"):
        return _is_small(sentence, span.end, cue.start)
    is_near = len(sentence.note.plain[span.end : cue.start].split()) <= _MOST_BETWEEN
    is_about = any(
        _is_small(sentence, each.end, span.start) for each in sentence.all("about", start=clause.start, end=span.start)
    )
    is_theirs = sentence.has("them", start=span.end, end=cue.start) and not sentence.has("about", start=span.end, end=cue.start)
    return is_near and is_about and is_theirs


def _is_small(sentence: Sentence, start: int, end: int) -> bool:
    """Say whether small words alone stand between two places."""
    return start <= end and not _contents(words_of(sentence.note.plain, start, end), sentence.note.languages)


def _is_ours(sentence: Sentence, cue: Cue) -> bool:
    """Say whether the last to be named up to a cue are we."""
    named = [each.name for each in sentence.all("us", "them", end=cue.start)]
    return bool(named) and named[-1] == "us"
