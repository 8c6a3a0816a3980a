"""What our side tried, where the note says what it did: worked, failed or in part; by a label also without a result."""

import re
from collections.abc import Iterator, Sequence

from leverage.deals import Tactic
from leverage.inbox.cues import cues_in, folded, word_set, words_of
from leverage.inbox.labels import field_of
from leverage.inbox.note import Sentence
from leverage.inbox.rules.attempts import attempts_in, is_tactic
from leverage.inbox.rules.candidate import Candidate
from leverage.inbox.rules.items import worded
from leverage.inbox.rules.matters import listed
from leverage.inbox.rules.standing import clause_at, clauses_of, is_supposed

MOST_TACTIC = 220  # characters
_RESULT_WITHIN = 5  # first words of a sentence that tells what the one before did
_ARROW = re.compile(r"\s*(?:->|=>|→|\s-+\s|;|\(|\bresult:|\bergebnis:|\bresultado:|\besito:)\s*")
_RESULTS = ("mixed", "failed", "worked")
_RESULT_CHARACTERS = 60
_MOST_SUBJECT = 10  # words
_FEWEST_WORDS = 2
_TURNED = 1  # words between a verb and who did it where they are turned: `vorgeschlagen haben wir`


def tactics_in(sentence: Sentence, following: Sequence[Sentence], *, by_vendor: bool) -> Iterator[Candidate]:
    """Yield the tactics that a sentence tells, with the result that it or the next one says."""
    field = field_of(sentence.line.label) if sentence.line.label else None
    if field in ("tactics", "worked", "failed"):
        if sentence.start == sentence.line.start:
            yield from _labelled(sentence, field, following)
        if sentence.start == sentence.line.start or (field != "tactics" and not _is_prose(sentence)):
            return
    if field == "other" or is_supposed(sentence, sentence.start, sentence.start + 12) or sentence.is_question:
        return
    if by_vendor:
        named = _subject_of(sentence, of_reader=True)
        if named:
            yield named
        return
    attempts = list(attempts_in(sentence)) if not sentence.line.speaker else []
    if attempts:
        yield from (_candidate(sentence, start, end, result) for start, end, result in attempts)
        return
    label_result = _label_result(sentence) if field is None else None
    named = _named_by_label(sentence) or _subject_of(sentence)
    if named:
        yield named
        return
    act = _act(sentence)
    if act is None:
        return
    start, end = act
    result = label_result or _result_in(sentence, end, sentence.end)
    if result is None and following:
        result = _result_of_next(sentence, following[0])
    if result is None:
        return
    yield _candidate(sentence, start, end, result)


def _named_by_label(sentence: Sentence) -> Candidate | None:
    """Return the tactic that a label names where its line says what it did: `Silence as a tactic: no effect`."""
    line = sentence.line
    if not line.label_at or sentence.start != line.start or field_of(line.label) is not None:
        return None
    result = _result_in(sentence, sentence.start, min(sentence.end, sentence.start + _RESULT_CHARACTERS))
    cues = cues_in(words_of(folded(line.label)), sentence.note.languages, frozenset({"tactic_nouns"}))
    if result is None or not cues:
        return None
    start, end = line.label_at
    return Candidate("tactics", Tactic(worded(sentence.note, start, end), result), start, end, sentence, True)  # type: ignore[arg-type]


def _subject_of(sentence: Sentence, *, of_reader: bool = False) -> Candidate | None:
    """Return the tactic that is the subject of its result: `Our reverse auction worked`, `Pedir stock no sirvió de nada`."""
    note = sentence.note
    cue = next(iter(sorted(sentence.all(*_RESULTS), key=lambda each: (each.start, -each.end))), None)
    if cue is None or sentence.line.speaker:
        return None
    clause = clause_at(sentence, cue.start)
    start = clause.start
    if not any(word not in word_set("pointing") for word in note.plain[start : cue.start].replace("'", " ").split()):
        start = clause_at(sentence, start - 1).start if start > sentence.start else start
    if ":" in note.view[start : cue.start]:
        start = sentence.start
    words = [word for word in sentence.words if start <= word.start < cue.start]
    if words and words[0].plain in _THAT:
        return None
    while words and words[0].plain in word_set("before_tactic"):
        words = words[1:]
    owned = sentence.has("us", start=start, end=cue.start) and not of_reader
    while words and words[-1].plain in word_set("behind_tactic") | word_set("pointing"):
        words = words[:-1]
    if not 0 < len(words) <= _MOST_SUBJECT or owned or sentence.has("acts", "signed", "discount", start=start, end=words[-1].end):
        return None
    first = note.plain[start : words[0].start].replace("'", " ").split()
    if of_reader and not set(first) & word_set("to_the_reader"):
        return None
    place = words[0].start, words[-1].end
    if not is_tactic(sentence, *place):
        return None
    if not any(True for _ in sentence.all("tactic_nouns", start=place[0], end=place[1])) or not any(
        len(word.plain) > 3 for word in words
    ):
        return None
    result = _result_in(sentence, cue.start, sentence.end)
    if result is None or sentence.has("them", start=start, end=place[1]):
        return None
    return _candidate(sentence, *place, result)


def _candidate(sentence: Sentence, start: int, end: int, result: str) -> Candidate:
    value = Tactic(worded(sentence.note, start, end)[:MOST_TACTIC].rstrip(" ,;"), result)  # type: ignore[arg-type]
    return Candidate("tactics", value, start, end, sentence, True)


def _labelled(sentence: Sentence, field: str, following: Sequence[Sentence]) -> Iterator[Candidate]:
    view, line = sentence.note.view, sentence.line
    last = sentence.end if _is_prose(sentence) else line.end
    text = view[line.start : last]
    arrow = _ARROW.search(text)
    start, end = _without_doer(sentence), line.start + (arrow.start() if arrow else len(text))
    tail = folded(text[arrow.end() :]) if arrow else ""
    result = {"worked": "worked", "failed": "failed"}.get(field) or _result_word(sentence, tail)
    if field == "tactics" and arrow and result is None:
        end = last
    if field != "tactics" and _is_prose(sentence):
        end = next(
            (
                clause.start
                for clause in clauses_of(sentence)[1:]
                if sentence.has(*_RESULTS, "them", start=clause.start, end=clause.end)
            ),
            end,
        )
    if result is None:
        result = _result_in(sentence, sentence.start, line.end)
        if result:
            cut = next(
                (
                    clause.start
                    for clause in clauses_of(sentence)[1:]
                    if sentence.has(*_RESULTS, start=clause.start, end=clause.end)
                ),
                None,
            )
            end = cut or end
    if result is None and following and (following[0].line is line or not following[0].line.label):
        same = following[0].line is line
        result = _result_of_next(sentence, following[0], labelled=same)
        end = min(end, sentence.end)
    while end > start and view[end - 1] in " .,;:-(":
        end -= 1
    if end - start > MOST_TACTIC:
        end = min(end, sentence.end)
    if view[start:end].strip() and end - start <= MOST_TACTIC and not is_supposed(sentence):
        yield _candidate(sentence, start, end, result or "unclear")


def _is_prose(sentence: Sentence) -> bool:
    """Say whether a label's line goes on with further sentences: `What made the difference: we …. I had …`."""
    line, note = sentence.line, sentence.note
    return any(each.line is line and each.start > line.start for each in note.sentences[sentence.index : sentence.index + 2]) or (
        sentence.start > line.start
    )


def _without_doer(sentence: Sentence) -> int:
    """Return where the words of a labelled tactic begin, behind `we have`."""
    act = _act(sentence)
    lead = sentence.note.plain[sentence.line.start : act[0]].split() if act else []
    is_doer = len(lead) <= 2 and sentence.has("us", start=sentence.line.start, end=act[0]) if act else False
    return act[0] if act and is_doer else sentence.line.start


def _label_result(sentence: Sentence) -> str | None:
    if not sentence.line.label:
        return None
    return _result_word(sentence, folded(sentence.line.label))


def _result_word(sentence: Sentence, plain: str) -> str | None:
    """Return the result that a few words tell; a failing hides a working within it."""
    names = {cue.name for cue in cues_in(words_of(plain), sentence.note.languages, frozenset({*_RESULTS, "negation"}))}
    found = next((name for name in _RESULTS if name in names), None)
    if found is None and (first := next((word.plain for word in words_of(plain)), "")):
        found = "worked" if first in listed("said_yes") else "failed" if first in listed("said_no") else None
    return "failed" if found == "worked" and "negation" in names else found


def _result_in(sentence: Sentence, start: int, end: int) -> str | None:
    """Return the result that words between two places tell."""
    names = {cue.name for cue in sentence.all(*_RESULTS, start=start, end=end)}
    found = next((name for name in _RESULTS if name in names), None)
    if found == "worked" and sentence.has("negation", start=start, end=end):
        return None
    if is_supposed(sentence, start, end):
        return None
    return found


def _result_of_next(sentence: Sentence, following: Sentence, *, labelled: bool = False) -> str | None:
    """Return the result that the next sentence begins with: `That worked.`"""
    if following.line.part != sentence.line.part or following.is_question or following.line.speaker != sentence.line.speaker:
        return None
    if (following.line.label and not labelled and following.line is not sentence.line) or not following.words:
        return None
    first = following.words[min(_RESULT_WITHIN, len(following.words)) - 1].end
    near = [cue for cue in following.all(*_RESULTS) if cue.start <= first]
    if not near:
        return None
    clause_end = max(cue.end for cue in near)
    return _result_in(following, following.start, clause_end + 12 if clause_end + 12 < following.end else following.end) or None


def _act(sentence: Sentence) -> tuple[int, int] | None:
    """Return the place of what our side did: from the verb to where the result or another clause begins."""
    ends = [(cue.start, cue.end) for cue in sentence.all("walked", "no_deal", "failed")]
    acts = [cue for cue in sentence.all("acts") if not any(start <= cue.start and cue.end <= end for start, end in ends)]
    if not acts:
        return None
    first = acts[0]
    plain = sentence.note.plain
    if any(cue.start <= first.start and first.end < cue.end for cue in sentence.all(*_RESULTS)):
        return None  # `got nowhere`
    if plain[first.start : first.end] in _HAVE:
        if sentence.has(*_NO_TACTIC):
            return None
        first = next((cue for cue in acts[1:] if cue.start >= first.end and not plain[first.end : cue.start].strip()), first)
    before = [cue for cue in sentence.all("us", "them", end=first.end) if cue.start < first.start or cue.name == "us"]
    before += [cue for cue in sentence.all("us", start=first.end) if len(plain[first.end : cue.start].split()) <= _TURNED]
    them = [cue for cue in before if cue.name == "them"]
    us = [cue for cue in before if cue.name == "us"]
    is_ours = bool(us) and (not them or them[-1].start < us[-1].start)
    lead = plain[sentence.start : first.start].split()
    is_bare = (
        not them
        and len(lead) <= 1
        and (sentence.note.is_chat or bool(sentence.line.label) or _is_first_person(plain[first.start : first.end]))
    )
    if not (is_ours or is_bare or (not them and _is_first_person(plain[first.start : first.end]))):
        return None
    if sentence.has("negation", start=sentence.start, end=first.start) or is_supposed(sentence, sentence.start, first.start):
        return None
    start = first.start
    end = sentence.end
    for clause in clauses_of(sentence)[1:]:
        told = next(iter(sentence.all(*_RESULTS, start=clause.start, end=clause.end)), None)
        if clause.start > first.end and told:
            is_long = len(plain[clause.start : told.start].split()) > _FEWEST_WORDS and plain[
                clause.start : told.start
            ].startswith("que ")
            end = told.start if is_long else clause.start
            break
    for cue in sentence.all(*_RESULTS, start=first.end, end=end):
        end = min(end, cue.start)
    for cue in sentence.all("joins"):
        if cue.end <= end and not plain[cue.end : end].strip(" ,"):
            end = cue.start
    joined = [cue.start for cue in sentence.all("joins", start=first.end, end=end) if _begins_theirs(sentence, cue.end)]
    end = min([end, *joined])
    while end > start and plain[end - 1] in " .,;:-(!":
        end -= 1
    if tail := _TAIL.search(plain, start, end):
        end = tail.start()
    if end - start > MOST_TACTIC:
        end = start + plain[start : start + MOST_TACTIC].rfind(" ")
    return (start, end) if len(plain[start:end].split()) >= _FEWEST_WORDS else None


def _begins_theirs(sentence: Sentence, place: int) -> bool:
    """Say whether another's clause begins there: `and they laughed`."""
    words = sentence.note.plain[place : place + 12].split()
    return bool(words) and any(cue.start - place <= 2 for cue in sentence.all("them", start=place))


def _is_first_person(plain: str) -> bool:
    return any(_is_first_person_word(word) for word in plain.replace("-", " ").split())


def _is_first_person_word(word: str) -> bool:
    return word.endswith(("mos", "amo")) or word in ("abbiamo", "ho", "avons", "ai", "hemos") or word in _FIRST_PERSON


_THAT = frozenset({"que", "that", "dass", "che", "dat", "which", "qui", "weil", "because"})
_TAIL = re.compile(r",\s*(?:ce|and|und|et|y|e|en|which|that|was|das|lo|il che|wat|o que)$")
_HAVE = frozenset({"wir haben", "haben wir", "we hebben", "hebben we", "wij hebben"})
_NO_TACTIC = ("signed", "agreed_on", "no_deal", "walked", "discount", "flexible", "firm", "payment")
_FIRST_PERSON = word_set("first_person_acts")
