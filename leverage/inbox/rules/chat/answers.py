"""Answers in a chat: what moved and what did not, and what was tried, where the question says what is told."""

from collections.abc import Iterator, Sequence

from leverage.deals import Tactic
from leverage.inbox.cues import word_set
from leverage.inbox.note import Region, Sentence
from leverage.inbox.rules.candidate import Candidate
from leverage.inbox.rules.chat.matters import asides_behind, same_in, topic_within, verdict_of
from leverage.inbox.rules.chat.questions import asked_of, is_first_answer, question_of
from leverage.inbox.rules.dialogue.grants import matter_in
from leverage.inbox.rules.discounts import percentages_in
from leverage.inbox.rules.items import items_in, worded
from leverage.inbox.rules.payment import spans_of
from leverage.inbox.rules.standing import clauses_of, is_supposed

_MOST_ANSWER = 16  # words of a sentence that names what was asked
_MOST_LISTED = 5  # words of each item of a list
_MOST_TOPIC = 6  # words of a topic before what is said of it
_MOST_TACTIC = 220  # characters
_FIRM = ("no_way", "firm", "firm_after", "firm_word", "stays")
_FLEXIBLE = ("all_right", "flexible", "flexible_after", "flexible_word", "gives_way")
_TELLING = (*_FIRM, *_FLEXIBLE, "us", "them", "discount", "asks_discount", "worked", "failed", "being", "closing")
_RESULTS = ("mixed", "failed", "worked")


def is_matter(each: Candidate) -> bool:
    """Say whether what a message moved on or kept is a matter of a contract, and no pointing word."""
    if not each.sentence.line.speaker:
        return True
    words = each.sentence.note.plain[each.start : each.end].split()
    if each.sentence.has("years_ago") or set(words) & word_set("speaking_selves") or " ".join(words) in asides_behind():
        return False
    return matter_in(each.sentence, each.start, each.end) is not None


def answers_in(sentence: Sentence, *, is_told: bool) -> Iterator[Candidate]:
    """Yield what a message says the vendor moved on or kept; `is_told` where it says so without its question."""
    if not sentence.line.speaker or sentence.is_question or is_told:
        return
    asked = asked_of(sentence)
    if percentages_in(sentence) or spans_of(sentence):
        return
    if {word.plain for word in sentence.words} & word_set("hedging"):
        return
    same = list(same_in(sentence))
    if same:
        yield from same
        return
    topic = _topic(sentence)
    if topic:
        yield topic
        return
    field = next((each for each in ("firm_on", "flexible_on") if each in asked), None)
    if field and len(asked) == 1 and len(sentence.words) <= _MOST_ANSWER and not _is_other(sentence):
        for start, end in _listed(sentence):
            yield Candidate(field, worded(sentence.note, start, end), start, end, sentence, True)
        return
    if "matter" in asked and is_first_answer(sentence) and (question := question_of(sentence)):
        yield from _granted(sentence, question)


def _topic(sentence: Sentence) -> Candidate | None:
    """Return a topic with what is said of it behind a comma: `the surcharge though, would not hear of it`."""
    clauses = clauses_of(sentence)
    if len(clauses) < 2:
        return None
    first, second = clauses[0], clauses[1]
    first = Region(*topic_within(sentence, first.start, first.end))
    words = [word for word in sentence.words if first.start <= word.start < first.end]
    if (
        not 0 < len(words) <= _MOST_TOPIC
        or _is_other(sentence, first.end)
        or sentence.has(*_TELLING, "negation", start=first.start, end=first.end)
    ):
        return None
    lead = next((word.start for word in sentence.words if word.start >= second.start), None)
    for names, field in ((_FIRM, "firm_on"), (_FLEXIBLE, "flexible_on")):
        near = [cue for cue in sentence.all(*names, start=second.start) if lead is not None and cue.start <= lead + 12]
        if near and not (field == "flexible_on" and sentence.has("negation", start=second.start)):
            place = matter_in(sentence, first.start, first.end)
            return Candidate(field, worded(sentence.note, *place), *place, sentence, True) if place else None
    return None


def _is_other(sentence: Sentence, end: int | None = None) -> bool:
    """Say whether a sentence tells of the end or of what was tried, not of matters."""
    if end is not None and sentence.has("worked", "failed", end=end):
        return True
    return sentence.has("signed", "agreed_on", "no_deal", "walked", "acts", end=end)


def _listed(sentence: Sentence) -> list[tuple[int, int]]:
    """Return the places of what an answer lists: every short phrase, else its first clause."""
    clauses = [each for each in clauses_of(sentence) if any(each.start <= word.start < each.end for word in sentence.words)]
    note = sentence.note
    if not clauses or not sentence.words:
        return []
    short = all(len(_words(sentence, clause)) <= _MOST_LISTED for clause in clauses)
    is_list = short and not any(sentence.has(*_TELLING, "refers", start=each.start, end=each.end) for each in clauses)
    found = items_in(note, sentence.start, sentence.end if is_list else clauses[0].end)
    said = {(cue.start, cue.end) for cue in sentence.all(*_FIRM, *_FLEXIBLE)}
    return [place for each in found if (place := matter_in(sentence, *each)) and place not in said]


def _words(sentence: Sentence, clause: Region) -> list[str]:
    return [word.plain for word in sentence.words if clause.start <= word.start < clause.end]


def _granted(sentence: Sentence, question: Sentence) -> Iterator[Candidate]:
    """Yield what was asked about where the answer opens with a yes or a no to it: `And the wage clause? / No chance.`"""
    clause = clauses_of(sentence)[0] if clauses_of(sentence) else None
    if clause is None or percentages_in(question) or question.has("signed", "worked", "failed", "no_deal", "agreed_on"):
        return
    if {word.plain for word in question.words} & word_set("asks_a_person"):
        return
    bare = sentence.note.plain[clause.start : clause.end].strip(" .,!;:")
    names = {
        field
        for cues, field in ((("no_way", "firm_after"), "firm_on"), (("gives_way", "flexible_after"), "flexible_on"))
        if any(
            sentence.note.plain[cue.start : cue.end] == bare for cue in sentence.all(*cues, start=clause.start, end=clause.end)
        )
    }
    field = verdict_of(sentence, clause.end) or (next(iter(names)) if len(names) == 1 else None)
    is_pointing = len(sentence.words) <= _MOST_TOPIC and sentence.words[0].plain in word_set("pointing_back")
    place = matter_in(question, question.start, question.end) if (names or is_pointing) and field else None
    if place and field:
        yield Candidate(field, worded(question.note, *place), *place, question, True)


def tried_in(sentence: Sentence, following: Sequence[Sentence]) -> Iterator[Candidate]:
    """Yield what was tried: what a question names and its answer judges, what says how it was done or what worked."""
    if not sentence.line.speaker or sentence.is_question or not sentence.words:
        return
    cleft = list(_clefts(sentence))
    yield from cleft
    asked, question = asked_of(sentence), question_of(sentence)
    if (
        question
        and is_first_answer(sentence)
        and asked <= {"matter", "tactics"}
        and sentence.has("refers", end=sentence.start + 24)
    ):
        opening = clauses_of(sentence)[0]
        result = _result(sentence, opening.start, opening.end)
        place = matter_in(question, question.start, question.end)
        if result and place and not question.has("them"):
            yield _tactic(question, *place, result)
            return
    if "tactics" in asked and is_first_answer(sentence) and not cleft and not is_supposed(sentence):
        first = sentence.words[0].start
        if any(cue.start == first for cue in sentence.all("negation", "them", "signed")) or len(sentence.words) < 3:
            return
        after = following[0] if following and following[0].line.speaker == sentence.line.speaker else None
        result = _result(sentence, sentence.start, sentence.end) or (_result(after, after.start, after.end) if after else None)
        if result in (None, "worked"):
            end = next((cue.start for cue in sentence.all("worked")), sentence.end)
            end = max(clause.start for clause in clauses_of(sentence) if clause.start <= end) if end < sentence.end else end
            yield _tactic(sentence, sentence.start, end if end > sentence.start else sentence.end, "worked")


def _clefts(sentence: Sentence) -> Iterator[Candidate]:
    """Yield `what worked was the pilot`: behind the words of the result and a form of to be, or in the clause that follows."""
    for cue in sentence.all("what_worked", "what_failed"):
        place = _behind(sentence, cue.end)
        if place:
            yield _tactic(sentence, *place, "worked" if cue.name == "what_worked" else "failed")
            return


def _behind(sentence: Sentence, start: int) -> tuple[int, int] | None:
    """Return the place of what words of a result introduce: what we did, where the next clause tells it."""
    clauses = [clause for clause in clauses_of(sentence) if clause.end > start]
    parts = [(max(clause.start, start), clause.end) for clause in clauses]
    parts = [each for each in parts if len(sentence.note.plain[each[0] : each[1]].split()) > 1][:2]
    ours = next((each for each in parts if sentence.has("acts", start=each[0], end=each[1])), None)
    first, end = ours or (parts[0] if parts else (0, 0))
    words = [word for word in sentence.words if first <= word.start < end]
    while words and words[0].plain in word_set("before_clause"):
        words = words[1:]
    return (words[0].start, end) if len(words) > 1 else None


def turned_in(sentence: Sentence, following: Sequence[Sentence]) -> Iterator[Candidate]:
    """Yield what a clause says that we did, its verb last, and the next one judges: `mit der Ausschreibung habe ich gedroht`."""
    if not sentence.line.speaker or sentence.is_question or is_supposed(sentence):
        return
    clauses = clauses_of(sentence)
    for n, clause in enumerate(clauses):
        act = next(iter(sentence.all("acts", start=clause.start, end=clause.end)), None)
        if act is None or sentence.has("them", "signed", "discount", *_RESULTS, start=clause.start, end=clause.end):
            continue
        is_last = not sentence.note.plain[act.end : clause.end].strip(" ,.!")
        if not is_last or not sentence.has("us", start=clause.start, end=clause.end):
            continue
        result = next((each for after in clauses[n + 1 :] if (each := _result(sentence, after.start, after.end))), None)
        if result is None and n == len(clauses) - 1 and following and following[0].line.speaker == sentence.line.speaker:
            result = _result(following[0], following[0].start, following[0].end)
        words = [word for word in sentence.words if clause.start <= word.start < clause.end]
        while words and words[0].plain in word_set("before_clause"):
            words = words[1:]
        if result and len(words) > 2:
            yield _tactic(sentence, words[0].start, clause.end, result)
            return


def _result(sentence: Sentence, start: int, end: int) -> str | None:
    names = {cue.name for cue in sentence.all(*_RESULTS, start=start, end=end)}
    return next((name for name in _RESULTS if name in names), None)


def _tactic(sentence: Sentence, start: int, end: int, result: str) -> Candidate:
    view = sentence.note.view
    while start < end and view[start] in " ,:":
        start += 1
    while end > start and not (view[end - 1].isalnum() or view[end - 1] in ")%"):
        end -= 1
    value = Tactic(worded(sentence.note, start, end)[:_MOST_TACTIC].rstrip(" ,;"), result)  # type: ignore[arg-type]
    return Candidate("tactics", value, start, end, sentence, True)
