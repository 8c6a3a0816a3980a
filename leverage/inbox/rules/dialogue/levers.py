"""Tactics of a talk: what our side puts on the table for what it asks, and what became of it in the next turns."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from leverage.deals import Tactic
from leverage.inbox.note import Note, Sentence
from leverage.inbox.numerals import number_words, numerals_in
from leverage.inbox.rules.candidate import Candidate
from leverage.inbox.rules.dialogue.figures import Bargain, Figure
from leverage.inbox.rules.dialogue.turns import Turn
from leverage.inbox.rules.discounts import percentages_in
from leverage.inbox.rules.items import worded
from leverage.inbox.rules.payment import spans_of
from leverage.inbox.rules.standing import clause_at, clauses_of
from leverage.stems import is_everyday

_FEWEST = 3  # words of a lever
_MOST = 220  # characters
_SHARED = 2  # words of a condition that our turn takes up
_WITH = frozenset({"with", "for", "mit", "bei", "con", "avec", "com", "met", "pour", "por", "per", "voor", "bij"})
_MOST_WITH = 10  # words of a question that offers something: `With a two-year commitment?`
_MOST_BEFORE = 4  # turns from a rival's offer to what it moves
_MOST_LEAD = 2  # words before what is given
_STATED = 4  # words of a statement before an asked figure


def levers_in(note: Note, turns: Sequence[Turn], bargain: Bargain) -> Iterator[Candidate]:
    """Yield what our side tried, with its result."""
    for n, turn in enumerate(turns[:-1]):
        answer = turns[n + 1]
        if turn.side != "us" or answer.side != "them":
            continue
        lever = _put_forward(turn)
        result = _result(bargain, n, answer, lever[2]) if lever else None
        if lever and result:
            yield _tactic(note, *lever, result)
            continue
        given = _given(turn, n, bargain)
        if given:
            yield _tactic(note, *given, "worked")
            continue
        stated = _stated(turn, n, bargain)
        if stated:
            yield _tactic(note, stated.start, stated.end, stated, "worked")
    yield from _rivals(note, turns, bargain)
    for n, turn in enumerate(turns[:-1]):
        if turn.side == "them" and turns[n + 1].side == "us":
            yield from _taken_up(note, turns, n, bargain)


def _tactic(note: Note, start: int, end: int, sentence: Sentence, result: str) -> Candidate:
    view = note.view
    while end > start and view[end - 1] in " .,;:?!":
        end -= 1
    value = Tactic(worded(note, start, end)[:_MOST].rstrip(" ,;"), result)  # type: ignore[arg-type]
    return Candidate("tactics", value, start, end, sentence, True)


def _put_forward(turn: Turn) -> tuple[int, int, Sentence] | None:
    """Return the place of what a turn puts on the table: `What if we sign for three years?`"""
    for sentence in turn.sentences:
        if _is_offered_with(sentence) and not percentages_in(sentence) and not spans_of(sentence):
            return sentence.words[0].start, sentence.end, sentence
        if spans_of(sentence) and sentence.has("payment", "pay_words"):  # when we pay is asked for, not put forward
            continue
        cues = sorted(sentence.all("lever_leads"), key=lambda cue: (cue.start, -cue.end))
        asks = [(cue.start, cue.end) for cue in sentence.all("ask_leads")] if sentence.is_question else []
        for cue in cues:
            if any(start <= cue.start and cue.end <= end for start, end in asks):
                continue
            lead = [word for word in sentence.words if word.start < cue.start]
            if len(lead) > 2 and not sentence.note.view[: cue.start].rstrip().endswith((",", ";", ":")):
                continue
            clause = clause_at(sentence, cue.start)
            end = clause.end
            words = [word for word in sentence.words if cue.end <= word.start < end]
            if len(words) >= _FEWEST and any(len(word.plain) > 3 and not is_everyday(word.plain) for word in words):
                if any(percentages_in(each) and each is sentence for each in turn.sentences) and clause.end >= sentence.end:
                    continue
                return cue.end + (sentence.note.view[cue.end] == " "), end, sentence
    return None


def _rivals(note: Note, turns: Sequence[Turn], bargain: Bargain) -> Iterator[Candidate]:
    """Yield what our side says of another's offer before the vendor grants the figure that stands."""
    final = bargain.taken["discount_pct"]
    moves = [at for at, figure in bargain.granted if final and figure.value == final.value and turns[at].side == "them"]
    if not moves:
        return
    for turn in turns[max(0, moves[0] - _MOST_BEFORE) : moves[0]]:
        for sentence in turn.sentences if turn.side == "us" else ():
            if sentence.has("rival_offer") and not sentence.is_question and len(sentence.words) >= _STATED:
                yield _tactic(note, sentence.start, sentence.end, sentence, "worked")
                return


def _given(turn: Turn, n: int, bargain: Bargain) -> tuple[int, int, Sentence] | None:
    """Return the place of what a turn gives for a figure that the next one grants: `You get all four, and I get nine.`"""
    if not any(at == n + 1 and not figure.is_denied and _stands(bargain, figure) for at, figure in bargain.granted):
        return None
    for sentence in turn.sentences:
        for cue in sentence.all("lever_gives"):
            if len([word for word in sentence.words if word.start < cue.start]) > _MOST_LEAD:
                continue
            clause = clause_at(sentence, cue.start)
            figures = [each.start for at, each in bargain.granted if at == n and each.sentence is sentence]
            figures += [each.start for each in percentages_in(sentence)]
            figures += [each.start for each in numerals_in(bargain.note.plain, sentence.words) if _stands_at(bargain, each.value)]
            joins = [each.start for place in figures for each in sentence.all("joins", start=cue.end, end=place)]
            end = min(clause.end, joins[-1]) if joins else clause.end
            words = [word for word in sentence.words if cue.end <= word.start < end]
            if any(cue.end <= place < end for place in figures):
                continue
            if len(words) >= _FEWEST - 1 and any(_tells(word.plain) for word in words):
                return cue.end + (sentence.note.view[cue.end] == " "), end, sentence
    return None


def _stands_at(bargain: Bargain, value: Decimal) -> bool:
    return any(each is not None and each.value == value for each in bargain.taken.values())


def _is_offered_with(sentence: Sentence) -> bool:
    """Say whether a question only names with what: `With a two-year commitment?`"""
    return sentence.is_question and sentence.words[0].plain in _WITH and _FEWEST < len(sentence.words) <= _MOST_WITH


def _result(bargain: Bargain, n: int, answer: Turn, lever: Sentence) -> str | None:
    """Return what the vendor's next turn does to what we put forward."""
    granted = [figure for at, figure in bargain.granted if at == n + 1 and not figure.is_denied]
    if granted:
        stood = any(_stands(bargain, figure) for figure in granted)
        return "worked" if stood else None
    if _is_offered_with(lever):
        return None
    if answer.declines:
        return "failed"
    return "worked" if answer.accepts and not answer.is_conditional else None


def _stands(bargain: Bargain, figure: Figure) -> bool:
    return _stands_at(bargain, figure.value)


def _stated(turn: Turn, n: int, bargain: Bargain) -> Sentence | None:
    """Return what our side states before a figure that it asks and that the vendor then takes: `Three sites. Fifteen.`"""
    final = bargain.taken["discount_pct"]
    taken = [figure for at, figure in bargain.granted if at == n + 1 and final and figure.value == final.value]
    asked = [
        sentence
        for figure in taken
        for sentence in turn.sentences
        if any(figure.value == each.value for at, each in bargain.granted if at == n and each.sentence is sentence)
    ]
    if not asked:
        return None
    if asked[0].has("rival_offer") and not asked[0].is_question and len(asked[0].words) >= _STATED:
        return asked[0]
    at = next(at for at, sentence in enumerate(turn.sentences) if sentence is asked[0])
    before = turn.sentences[at - 1] if at else None
    if before is None or before.is_question or len(before.words) < _STATED:
        return None
    if before.has("negation", "declines", "accepts", "instead", "base_last", "refers", "being", "buyer_voice", "too_little"):
        return None
    return before


def _taken_up(note: Note, turns: Sequence[Turn], n: int, bargain: Bargain) -> Iterator[Candidate]:
    """Yield the vendor's condition that our next turn takes up, for a figure that then stands."""
    turn, answer = turns[n], turns[n + 1]
    if answer.declines:
        return
    for sentence in turn.sentences:
        cue = next(iter(sentence.all("their_condition")), None)
        granted = [
            figure for at, figure in bargain.granted if at == n and figure.sentence is sentence and _stands(bargain, figure)
        ]
        if not cue or not granted or sentence.is_question:
            continue
        clause = clause_at(sentence, cue.start)
        words = {word.plain[:5] for word in sentence.words if cue.end <= word.start < clause.end and _tells(word.plain)}
        for ours in answer.sentences:
            shared = words & {word.plain[:5] for word in ours.words}
            fewest = 1 if answer.accepts or ours.has("accepts") else min(_SHARED, len(words))
            if len(shared) >= fewest and not ours.is_question:
                yield _tactic(note, ours.start, _end_of_promise(ours), ours, "worked")
                return


def _end_of_promise(sentence: Sentence) -> int:
    """Return where a sentence stops to say what we do: before a clause that only says yes."""
    clauses = clauses_of(sentence)
    while len(clauses) > 1 and sentence.has("accepts", start=clauses[-1].start):
        clauses = clauses[:-1]
    return clauses[-1].end if clauses else sentence.end


def _tells(word: str) -> bool:
    return (len(word) > 3 and not is_everyday(word)) or word in number_words()
