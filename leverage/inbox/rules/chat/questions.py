"""What a message answers: the kinds of thing that the other asked right before."""

from collections.abc import Mapping, Sequence

from leverage.inbox.cues import word_set
from leverage.inbox.note import Note, Sentence

_MOST_ASK = 14  # words
_KINDS = (
    ("firm_on", ("asks_firm",)),
    ("flexible_on", ("asks_flexible",)),
    ("tactics", ("asks_how",)),
    ("payment_terms", ("payment",)),
    ("discount_pct", ("asks_discount", "discount", "asks_numbers")),
)
_NONE: frozenset[str] = frozenset()


def asked_of(sentence: Sentence) -> frozenset[str]:
    """Return the fields that the other asked for in the turn before a sentence's; `matter` for any other question."""
    return _asked(sentence.note).get(sentence.index, (_NONE, None))[0]


def question_of(sentence: Sentence) -> Sentence | None:
    """Return the last question of the turn before a sentence's, None where nothing was asked."""
    return _asked(sentence.note).get(sentence.index, (_NONE, None))[1]


def answers_the_past(sentence: Sentence) -> bool:
    """Say whether a message answers what was asked of an earlier year: `What did we get last year? / 12%, signed in March`."""
    question = question_of(sentence)
    return question is not None and question.has("years_ago")


def is_first_answer(sentence: Sentence) -> bool:
    """Say whether a sentence opens the answer to a question."""
    before = sentence.note.sentences[sentence.index - 1] if sentence.index else None
    return before is None or before.line.speaker != sentence.line.speaker


def _asked(note: Note) -> Mapping[int, tuple[frozenset[str], Sentence | None]]:
    if "asked" not in note.memo:
        note.memo["asked"] = _read(note)
    return note.memo["asked"]  # type: ignore[no-any-return]


def _read(note: Note) -> dict[int, tuple[frozenset[str], Sentence | None]]:
    asked: dict[int, tuple[frozenset[str], Sentence | None]] = {}
    turn: list[Sentence] = []
    current: tuple[frozenset[str], Sentence | None] = (_NONE, None)
    for sentence in note.own_sentences:
        if not sentence.line.speaker:
            turn, current = [], (_NONE, None)
            continue
        if turn and turn[-1].line.speaker != sentence.line.speaker:
            current = _kinds(turn)
            turn = []
        turn.append(sentence)
        if current[0]:
            asked[sentence.index] = current
    return asked


def _kinds(turn: Sequence[Sentence]) -> tuple[frozenset[str], Sentence | None]:
    """Return what the sentences of a turn ask for, with the last one that asks."""
    kinds: set[str] = set()
    last = None
    for sentence in turn:
        kind = _kind(sentence)
        if kind:
            kinds.add(kind)
            last = sentence
    return frozenset(kinds), last


def _kind(sentence: Sentence) -> str | None:
    words = sentence.words
    if not words or len(words) > _MOST_ASK or any(map(str.isdigit, sentence.plain)):
        return None
    named = next((field for field, cues in _KINDS if sentence.has(*cues)), None)
    first = [word.plain for word in words[:2]]
    is_asking = sentence.is_question or bool(set(first) & word_set("question_words")) or len(words) <= 3
    if named in ("firm_on", "flexible_on", "tactics") or (named and is_asking):
        return named
    return "matter" if sentence.is_question or first[0] in word_set("question_words") else None
