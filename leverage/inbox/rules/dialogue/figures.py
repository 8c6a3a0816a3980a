"""Figures of a talk: named by one side and taken by the other; the last one taken counts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from leverage.inbox.cues import word_set
from leverage.inbox.note import Note, Sentence
from leverage.inbox.numerals import Numeral, numerals_in
from leverage.inbox.rules.candidate import Candidate
from leverage.inbox.rules.dialogue.turns import Turn
from leverage.inbox.rules.discounts import percentages_in
from leverage.inbox.rules.payment import spans_of
from leverage.inbox.rules.standing import clause_at
from leverage.stems import is_everyday

_MOST_BARE = 9  # words of a sentence that names a number alone
_FEWEST_DAYS = 7
_MOST_DAYS = 180
_NOT_PRICE = ("increase", "other_share", "early")
_CURRENCY = "$€£¥"
_OTHERWISE = {
    **dict.fromkeys(("tres",), frozenset({"fr"})),
    **dict.fromkeys(("sei",), frozenset({"de"})),
    **dict.fromkeys(("once", "one"), frozenset({"en"})),
}


@dataclass(frozen=True)
class Figure:
    """A number that a turn names: `kind` is discount_pct, payment_terms or bare; `is_denied` where its clause says no."""

    kind: str
    value: Decimal
    start: int
    end: int
    sentence: Sentence
    is_denied: bool
    turn: int
    topic: str = ""

    def candidate(self, note: Note, kind: str) -> Candidate:
        """Return it as a value."""
        words = " ".join(note.view[self.start : self.end].split())
        value = self.value if kind == "discount_pct" else words
        return Candidate(kind, value, self.start, self.end, self.sentence, True)


class Bargain:
    """Goes through the turns once, keeping what is named and what is taken of each kind."""

    def __init__(self, note: Note, turns: Sequence[Turn]) -> None:
        self.note = note
        self.turns = turns
        self.named: dict[str, Figure | None] = {"discount_pct": None, "payment_terms": None}
        self.taken: dict[str, Figure | None] = {"discount_pct": None, "payment_terms": None}
        self.granted: list[tuple[int, Figure]] = []  # turns that took or named a figure for the other side
        self.topic = ""

    def settle(self) -> dict[str, Candidate]:
        """Return the figures that stand at the end."""
        for n, turn in enumerate(self.turns):
            self._hear(n, turn)
        for kind, figure in self.named.items():
            if figure and self._is_left_standing(figure):
                self.taken[kind] = figure
        return {
            kind: figure.candidate(self.note, kind) for kind, figure in self.taken.items() if figure and self._has_unit(figure)
        }

    def _hear(self, n: int, turn: Turn) -> None:
        figures = list(self._figures(n, turn))
        for kind in ("discount_pct", "payment_terms"):
            before = self.named[kind]
            is_answer = before is not None and before.turn == n - 1 and self.turns[n - 1].speaker != turn.speaker
            own = [each for each in figures if self._kind_of(each, before, kind) == kind]
            if not own:
                if is_answer and before and turn.accepts:
                    self._take(kind, before, n)
                elif is_answer and (turn.declines or self._wants_more(turn)):
                    self.named[kind] = None
                continue
            for each in own:
                if before and each.value == before.value and before.turn < n:
                    self._repeat(kind, each, before, turn, n)
                elif each.is_denied:
                    continue
                else:
                    self.named[kind] = each
                    self.granted.append((n, each))

    def _repeat(self, kind: str, each: Figure, before: Figure, turn: Turn, n: int) -> None:
        """Take or drop a figure that one side names again after the other."""
        is_other = self.turns[before.turn].speaker != turn.speaker
        if each.is_denied or (each.sentence.is_question and not turn.accepts):
            self.named[kind] = None if each.is_denied or turn.declines else before
            return
        better = before if kind == before.kind == "payment_terms" else each if each.kind == kind else before
        if is_other and each.sentence.has("hypothetical", "their_condition") and not turn.accepts:
            self.named[kind] = Figure(kind, better.value, better.start, better.end, better.sentence, False, n)
            self.granted.append((n, each))
        elif is_other:
            self._take(kind, better if better.kind == kind else before, n)
        else:
            self.named[kind] = Figure(better.kind, better.value, better.start, better.end, better.sentence, False, n)

    def _take(self, kind: str, figure: Figure, n: int) -> None:
        self.taken[kind] = figure
        self.named[kind] = None
        self.granted.append((n, figure))

    def _wants_more(self, turn: Turn) -> bool:
        """Say whether a turn says that a figure does not do."""
        first = turn.sentences[0]
        return first.has("negation") or (first.is_question and first.has("asks_discount"))

    def _is_left_standing(self, figure: Figure) -> bool:
        """Say whether the vendor's last word stood: unconditional, and nobody said no to it."""
        turn = self.turns[figure.turn]
        if turn.side != "them" or figure.sentence.is_question or figure.sentence.has("their_condition"):
            return False
        following = self.turns[figure.turn + 1 : figure.turn + 2]
        return bool(following) and not following[0].declines and not self._wants_more(following[0])

    def _kind_of(self, figure: Figure, before: Figure | None, kind: str) -> str:
        """Return which kind a bare number is: that of the one it repeats, else what the talk is about."""
        if figure.kind != "bare":
            return figure.kind
        if before and before.value == figure.value:
            return kind
        other = self.named["payment_terms" if kind == "discount_pct" else "discount_pct"]
        if other and other.value == figure.value:
            return ""
        if figure.topic == "payment":
            return "payment_terms" if figure.value >= _FEWEST_DAYS else ""
        return "discount_pct" if figure.topic in ("", "price") else ""

    def _has_unit(self, figure: Figure) -> bool:
        """Say whether a figure that was taken is one of a discount or of days: a bare one needs percent elsewhere."""
        if figure.kind != "bare":
            return True
        if figure is not self.taken["discount_pct"]:
            return False
        return any(percentages_in(sentence) for turn in self.turns for sentence in turn.sentences)

    def _figures(self, n: int, turn: Turn) -> Iterator[Figure]:
        for sentence in turn.sentences:
            if not sentence.is_question or len(sentence.words) > 1:
                self._turn_to(sentence)
            percentages = percentages_in(sentence)
            for each in percentages:
                if each.is_range or not 0 < each.value < 100 or not self._is_of_price(sentence, each.start):
                    continue
                yield Figure("discount_pct", each.value, each.start, each.end, sentence, _is_denied(sentence, each.start), n)
                self.topic = "price"
            taken = [(each.start, each.end) for each in percentages]
            for numeral in numerals_in(self.note.plain, sentence.words):
                if any(start <= numeral.start < end for start, end in taken):
                    continue
                span = self._days(sentence, numeral)
                if span:
                    self.topic = "payment"
                    yield Figure("payment_terms", numeral.value, *span, sentence, _is_denied(sentence, numeral.start), n)
                elif self._is_bare(sentence, numeral):
                    denied = _is_denied(sentence, numeral.start)
                    yield Figure("bare", numeral.value, numeral.start, numeral.end, sentence, denied, n, self.topic)

    def _turn_to(self, sentence: Sentence) -> None:
        """Keep what the talk is about."""
        leads = [(cue.start, cue.end) for cue in sentence.all("lever_leads")]
        others = [cue for cue in sentence.all("other_time") if not any(start <= cue.start < end for start, end in leads)]
        if others and not sentence.has("payment", "discount"):
            self.topic = "other"
        elif sentence.has("payment"):
            self.topic = "payment"
        elif sentence.has("discount", "base_list", "asks_discount") or percentages_in(sentence):
            self.topic = "price"

    def _is_of_price(self, sentence: Sentence, place: int) -> bool:
        clause = clause_at(sentence, place)
        raises = [(cue.start, cue.end) for cue in sentence.all("raises_offer")]
        others = [
            cue
            for cue in sentence.all(*_NOT_PRICE, start=clause.start, end=clause.end)
            if not any(start < cue.end and cue.start < end for start, end in raises)
        ]
        is_discount = sentence.has("discount", start=clause.start, end=clause.end)
        return not [cue for cue in others if cue.name != "other_share" or not is_discount]

    def _days(self, sentence: Sentence, numeral: Numeral) -> tuple[int, int] | None:
        """Return the place of days to pay at a number."""
        for start, end in spans_of(sentence):
            if start <= numeral.start < end:
                return start, end
        if numeral.value != numeral.value.to_integral_value() or not _FEWEST_DAYS <= numeral.value <= _MOST_DAYS:
            return None
        following = next((word for word in sentence.words if word.start >= numeral.end), None)
        if (
            following is None
            or following.plain not in word_set("days")
            or self.note.plain[numeral.end : following.start].strip(" -")
        ):
            return None
        clause = clause_at(sentence, numeral.start)
        if sentence.has("other_time", "early", "increase", start=clause.start, end=clause.end):
            return None
        if self.topic == "payment" or (self.topic != "other" and _names_nothing_else(sentence, numeral.start, following.end)):
            return numeral.start, following.end
        return None

    def _is_bare(self, sentence: Sentence, numeral: Numeral) -> bool:
        """Say whether a number stands without a unit in a short sentence: `Fifteen.`, `Make it nine.`"""
        plain = self.note.plain
        is_first = bool(sentence.words) and sentence.words[0].start == numeral.start
        if (len(sentence.words) > _MOST_BARE and not is_first) or not 0 < numeral.value < _MOST_DAYS:
            return False
        if numeral.in_words and self._is_another_word(plain[numeral.start : numeral.end]):
            return False
        before = plain[max(sentence.start, numeral.start - 3) : numeral.start].strip()
        following = next((word for word in sentence.words if word.start >= numeral.end), None)
        if (before and before[-1] in _CURRENCY) or plain[numeral.end : numeral.end + 1] in (":", "/", *_CURRENCY):
            return False
        if following is None or plain[numeral.end : following.start].strip():
            return True
        return _is_small(following.plain)

    def _is_another_word(self, word: str) -> bool:
        """Say whether a number in words is a word of another kind in the languages of the text: `très`, `sei`, `once`."""
        return bool(_OTHERWISE.get(word, frozenset()) & self.note.languages)


def _is_small(word: str) -> bool:
    return (
        is_everyday(word) and word not in word_set("no_days") and word not in word_set("days") and word not in word_set("years")
    )


def _names_nothing_else(sentence: Sentence, start: int, end: int) -> bool:
    """Say whether a sentence has no matter beside its figure: `Do you accept 60 days?`"""
    rest = [word.plain for word in sentence.words if not start <= word.start < end]
    cues = [(cue.start, cue.end) for cue in sentence.all("accepts", "declines", "buyer_voice", "vendor_voice", "ask_leads")]
    return not any(
        len(word.plain) > 3 and not is_everyday(word.plain) and not any(first <= word.start < last for first, last in cues)
        for word in sentence.words
        if word.plain in rest
    )


def _is_denied(sentence: Sentence, place: int) -> bool:
    """Say whether the clause of a figure says no to it; `no more` behind it does not, and a question asks."""
    if sentence.is_question:
        return False
    clause = clause_at(sentence, place)
    kept = [(cue.start, cue.end) for cue in sentence.all("at_most", "accepts", "all_right")]
    return any(
        not any(start <= cue.start and cue.end <= end for start, end in kept)
        for cue in sentence.all("negation", "declines", start=clause.start, end=clause.end)
    )


def speaks_of_discount(turns: Sequence[Turn], final: Decimal) -> bool:
    """Say whether a talk is about the price, or our side has the figure raised, and no figure of it is one of an increase."""
    words = {word.plain for turn in turns for sentence in turn.sentences for word in sentence.words}
    told = [sentence for turn in turns for sentence in turn.sentences]
    rises = any(_is_rise(sentence) for sentence in told if percentages_in(sentence))
    about = any(sentence.has("discount", "base_list") for sentence in told) or bool(words & word_set("price_words"))
    first = next((each.value for sentence in told for each in percentages_in(sentence)), final)
    asked = [sentence for turn in turns if turn.side == "us" for sentence in turn.sentences]
    is_raised = first < final and any(sentence.has("too_little") for sentence in asked)
    return (about or is_raised) and not rises


def _is_rise(sentence: Sentence) -> bool:
    raises = [(cue.start, cue.end) for cue in sentence.all("raises_offer")]
    return any(not any(start < cue.end and cue.start < end for start, end in raises) for cue in sentence.all("increase"))
