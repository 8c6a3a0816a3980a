"""Attempts: tactics told by what they did, `what turned it was X`, or by a noun, `mein Versuch, X zu tun, scheiterte`."""

import re
from collections.abc import Iterator

from leverage.inbox.cues import Cue, word_set
from leverage.inbox.note import Sentence
from leverage.inbox.rules.matters import listed
from leverage.inbox.rules.standing import clauses_of

_RESULTS = ("mixed", "failed", "worked")
_MOST_AHEAD = 6  # words before a result that is told first
_MOST_LINK = 4  # words between a result and `was`
_FEWEST_WORDS = 2
_LINK = re.compile(r"^(?:\s*:|,?\s+(?:dass|das wir|that|que|che|dat)\b)")
_CUT = re.compile(
    r"[;:!?]|\s-+\s|\.(?=\s|$)|,\s+(?:and|und|y|et|e|en|so|damit|da|then|entonces|alors|allora|toen|dann|which|was)\b"
)
_NOUN = re.compile(
    r"\b(?:versuch|vorschlag|angebot|drohung|zusage|versprechen|ankundigung|idee|hinweis|poging|voorstel|aanbod|dreigement|belofte|idee)"
    r"\s*,\s*([^,;:]{8,140}?)\s*,\s"
)
_NOUN_NL = re.compile(
    r"\b(?:poging|voorstel|aanbod|dreigement|belofte|idee|plan)\s+(om\s+[^,;:]{8,120}?\bte\s+[a-z]+)\s+(?=[a-z])"
)


def attempts_in(sentence: Sentence) -> Iterator[tuple[int, int, str]]:
    """Yield the place of what was tried where its result is told first, or a noun names it, with the result."""
    told = _result_first(sentence) or _named(sentence)
    if told:
        yield told


def is_tactic(sentence: Sentence, start: int, end: int) -> bool:
    """Say whether words are more than a name for any tactic: `our proposal` tells none."""
    words = [word for word in sentence.words if start <= word.start and word.end <= end]
    telling = [word for word in words if len(word.plain) > 3 and word.plain not in listed("any_tactic")]
    return bool(telling)


def _result_first(sentence: Sentence) -> tuple[int, int, str] | None:
    """Return what stands behind a result: `Den Ausschlag gab, dass wir …`, `Lo que sirvió fue …`."""
    plain = sentence.note.plain
    cues = sorted(sentence.all(*_RESULTS), key=lambda each: (each.start, -each.end))
    if not cues:
        return None
    first = cues[0]
    if any(cue.start == first.start for cue in sentence.all("them")):
        return None  # `they refused to …` tells what they did
    ahead = plain[sentence.start : first.start].split()
    if len(ahead) > _MOST_AHEAD or sentence.has("acts", "us", end=first.start):
        return None
    start = _behind_link(sentence, max(cue.end for cue in cues if cue.start <= first.end))
    if start is None:
        return None
    cut = _CUT.search(plain, start, sentence.end)
    end = cut.start() if cut else sentence.end
    later = [cue.start for cue in sentence.all(*_RESULTS, start=start, end=end)]
    clause = next((each.start for each in clauses_of(sentence)[1:] if later and start < each.start <= later[0]), None)
    end = min([end, *([clause] if clause else later)])
    while start < end and not plain[start].isalnum():
        start += 1
    start = _past_doer(sentence, start, end)
    while end > start and plain[end - 1] in " .,;:-(!":
        end -= 1
    is_named = sentence.has("acts", "tactic_nouns", "us", start=start - 6 if start - 6 > first.end else first.end, end=end)
    if len(plain[start:end].split()) < _FEWEST_WORDS or not (is_named or _is_doing(sentence, start, end)):
        return None
    names = {cue.name for cue in cues if cue.start <= first.end}
    result = next(name for name in _RESULTS if name in names)
    if result == "worked" and sentence.has("negation", end=first.start):
        return None
    return start, end, result


def _behind_link(sentence: Sentence, place: int) -> int | None:
    """Return where what is told begins, behind `was`, a colon or `dass` that follows a result."""
    plain = sentence.note.plain
    link = _LINK.match(plain[place : place + 16])
    if link:
        return place + link.end()
    words = [word for word in sentence.words if word.start >= place][: _MOST_LINK + 1]
    last: int | None = None
    for n, word in enumerate(words):
        is_it = word.plain == "e" and sentence.note.view[word.start] in "èé"
        if word.plain in listed("being") or is_it or (last is not None and word.plain in ("stata", "stato", "ete")):
            last = word.end
        elif last is not None:
            break
        elif word.plain not in listed("link_words"):
            follows = _LINK.match(plain[words[n - 1].end : words[n - 1].end + 16]) if n else None
            return words[n - 1].end + follows.end() if follows else None
    if last is None:
        return None
    follows = _LINK.match(plain[last : last + 16])
    return last + follows.end() if follows else last


def _past_doer(sentence: Sentence, start: int, end: int) -> int:
    """Return where what was done begins behind who did it: `wir`, `we`."""
    for word in sentence.words:
        if start <= word.start < end:
            if word.plain not in listed("doers"):
                return word.start
            start = word.end
    return start


def _is_doing(sentence: Sentence, start: int, end: int) -> bool:
    """Say whether words begin with a verb's name: `telling them`, `ofrecerles`, `mostrare`."""
    first = next((word.plain for word in sentence.words if start <= word.start < end), "")
    return first.endswith(("ing", "rles", "rle", "ar", "er", "ir", "are", "ere", "ire", "arsi", "re", "rlhes")) and len(first) > 3


def _named(sentence: Sentence) -> tuple[int, int, str] | None:
    """Return what a noun of trying announces between commas, where the sentence goes on with its result."""
    if not {"de", "nl"} & sentence.note.languages:
        return None
    plain = sentence.note.plain
    match = _NOUN.search(plain, sentence.start, sentence.end) or _NOUN_NL.search(plain, sentence.start, sentence.end)
    if not match or sentence.has("them", end=match.start()):
        return None
    cues: list[Cue] = list(sentence.all(*_RESULTS, start=match.end(1)))
    result = next((name for name in _RESULTS if any(cue.name == name for cue in cues)), None)
    lead = [word.plain for word in sentence.words if word.end <= match.start()]
    if result is None or not set(lead) & (word_set("our_words") | word_set("before_tactic")):
        return None
    start = match.start(1)
    return start, match.end(1), result
