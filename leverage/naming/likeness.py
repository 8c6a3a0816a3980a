"""Likeness: whether two names may mean one vendor, how surely, and by what they differ."""

from collections.abc import Sequence
from typing import NamedTuple

from leverage.naming.initials import begins_with_initials, initials_of
from leverage.naming.lexicon import PROPER, WEAK, Kind, lexicon
from leverage.naming.pieces import IN_BRACKETS, NOTE, OTHER_NAME, WHOLE
from leverage.naming.readings import Reading, Word
from leverage.naming.slips import are_one_abroad, is_plural, slips_between

SPELLING, LEGAL_FORM, INITIALS, SHORT_FORM, SPACING = "spelling", "legal form", "initials", "short form", "spacing"
WORD_ORDER = "word order"

_COST = {Kind.PLACE: 9, Kind.FORM: 8, Kind.BUSINESS: 12, Kind.INITIAL: 8, Kind.SMALL: 1, Kind.GIVEN: 16}
_TELLS_APART = frozenset({Kind.NAME, Kind.COMMON, Kind.TRADE})
LONG_NAME = 6  # letters of a made-up name that is the firm's even beside another line of business
LONG_CUT = 10  # letters of a word that may be cut short although nothing else agrees

_SPELLED_ABROAD = frozenset({Kind.TRADE, Kind.BUSINESS, Kind.FORM})
_APART_IF_BOTH = _TELLS_APART | {Kind.GIVEN}
_MISSPELLED_SHORT_FORM = 44
_SLIP = 40  # what a slip costs in a word of one letter; in longer ones less
_INITIALS_SCORE = {2: 60, 3: 72, 4: 78, 5: 82, 6: 84}
_INITIALS_BEFORE_WORDS = 74


class Likeness(NamedTuple):
    """How like two names are, 0 to 100, and the reason that a person reads."""

    score: float
    reason: str
    letters: int = 0  # of the initials, where these are the reason


def likeness(ours: Sequence[Reading], theirs: Sequence[Reading]) -> Likeness | None:
    """Return how like two names are, by the most alike of the names that they hold; None where they are two firms."""
    best: Likeness | None = None
    for mine in ours:
        for other in theirs:
            if IN_BRACKETS in (mine.role, other.role) and WHOLE not in (mine.role, other.role):
                continue
            found = _compare(mine, other)
            if found is None:
                continue
            roles = [role for role in (mine.role, other.role) if role != WHOLE]
            if roles:
                reason = NOTE if NOTE in roles else OTHER_NAME
                found = Likeness(found.score - 6 * len(roles), reason)
            if best is None or found.score > best.score:
                best = found
    return best


def _compare(mine: Reading, other: Reading) -> Likeness | None:
    if mine.text == other.text:
        if mine.legal != other.legal:
            return Likeness(97, LEGAL_FORM)
        return Likeness(99, SPELLING if mine.squashed == other.squashed else SHORT_FORM)
    if mine.squashed == other.squashed or mine.whole == other.whole:
        return Likeness(95, SPACING)
    for short, long in ((mine, other), (other, mine)):
        if short.short and len(long.words) > 1 and short.short in initials_of(long):
            return Likeness(_INITIALS_SCORE[len(short.short)], INITIALS, len(short.short))
        if begins_with_initials(short, long):
            return Likeness(_INITIALS_BEFORE_WORDS, INITIALS)
    return _Match(mine, other).likeness()


class _Match:
    """The words of two names: those that were matched, those that are left, and what the differences cost."""

    def __init__(self, mine: Reading, other: Reading) -> None:
        self.names = mine, other
        self.mine = list(mine.words)
        self.other: list[Word] = []
        self.matched: list[Word] = []
        self.in_order = True
        self.cost = 0.0
        self.slipped: list[Word] = []
        self.reason, self._dearest = SPELLING, 0.0
        texts = [word.text for word in mine.words]
        last = -1
        for word in other.words:
            if word.text in texts:
                at = texts.index(word.text)
                texts[at] = ""
                self.matched.append(min(word, mine.words[at], key=lambda word: (not word.loose, word.kind is Kind.SMALL)))
                self.mine.remove(mine.words[at])
                self.in_order = self.in_order and at > last
                last = at
            else:
                self.other.append(word)

    def likeness(self) -> Likeness | None:
        """Return the verdict."""
        if self.mine and self.other:
            self._match_runs()
        if self.mine and self.other:
            self._match_slips()
        if not self._is_one_firm():
            return None
        if not self.in_order:
            self._charge(5, WORD_ORDER)
        if self.names[0].legal != self.names[1].legal:
            self._charge(2, LEGAL_FORM)
        return Likeness(max(100 - self.cost, 30), self.reason)

    def _charge(self, cost: float, reason: str) -> None:
        self.cost += cost
        if cost > self._dearest:
            self.reason, self._dearest = reason, cost

    def _match_runs(self) -> None:
        """Match what one name writes as one word and the other as two or more."""
        if len(self.mine) == len(self.other) == 1:
            return
        joined, there = ("".join([word.written or word.text for word in words]) for words in (self.mine, self.other))
        slips = slips_between(joined, there)
        if slips == 0 or (slips and len(self.mine) != len(self.other)):
            self._charge(5 + slips * _SLIP / len(joined), SPELLING if slips else SPACING)
            self.matched += self.mine
            self.mine, self.other = [], []
            return
        for ones, parts in ((self.mine, self.other), (self.other, self.mine)):
            for word in list(ones):
                run = _run(word.text, parts)
                if run:
                    ones.remove(word)
                    del parts[run]
                    self.matched.append(word)
                    self._charge(5, SPACING)

    def _match_slips(self) -> None:
        """Match words that are one with a slip, in the plural, cut short, or the same place."""
        for word in list(self.mine):
            for there in self.other:
                difference = _difference(word, there, bool(self.matched))
                if difference is not None:
                    self.mine.remove(word)
                    self.other.remove(there)
                    self.matched.append(word if word.kind is not Kind.NAME else there)
                    self.slipped += [word, there] if word.kind is there.kind is Kind.NAME else []
                    self._charge(*difference)
                    break

    def _is_one_firm(self) -> bool:
        """Say whether what is left leaves the two names one firm, and charge for it."""
        proper = [word for word in self.matched if not word.loose and (word.kind in PROPER or _are_initials(word))]
        anchors = proper or [word for word in self.matched if word.kind not in (Kind.SMALL, Kind.INITIAL)]
        left = [[word for word in words if not word.loose] for words in (self.mine, self.other)]
        words = [*left[0], *left[1]]
        if not anchors:
            return not words
        if all(any(word.loose and word.kind is Kind.NUMBER for word in side) for side in (self.mine, self.other)):
            return False  # each has a number of its own
        if any(word.kind is Kind.NUMBER or not (word.text.isalpha() or word.kind in WEAK) for word in words):
            return False
        kinds = [{word.kind for word in side if word.kind is not Kind.SMALL} for side in left]
        both = kinds[0] | kinds[1]
        if kinds[0] and kinds[1] and (both & _APART_IF_BOTH or (kinds[0] & kinds[1]) - {Kind.FORM}):
            return False
        if not proper and both - {Kind.FORM, Kind.PLACE}:
            return False
        if Kind.INITIAL in both and len(anchors) < 2 and len(anchors[0].text) < 6:
            return False
        for word in words:
            if word.kind in _COST:
                self._charge(_COST[word.kind], SHORT_FORM)
        if both and all(word.kind is Kind.COMMON for word in proper):
            self._charge(10, SHORT_FORM)
        if len(left[0]) < len(self.mine) or len(left[1]) < len(self.other):
            self._charge(10, NOTE)
        if Kind.GIVEN in both and not any(names.words[0].kind is Kind.GIVEN for names in self.names):
            return False
        return self._bridges([word for word in words if word.kind in _TELLS_APART], proper)

    def _bridges(self, extra: Sequence[Word], proper: Sequence[Word]) -> bool:
        """Say whether the names are still one firm although one has further names, and charge for them.

        A partner behind `&` may be left out, what stands behind a comma or in brackets, and one further word
        where two that are not everyday ones agree from the start, or, less surely, one long one.
        """
        if not extra:
            return True
        if not proper:
            return False
        firsts = [names.words[0] for names in self.names]
        same_start = firsts[0] not in self.mine and firsts[1] not in self.other
        if same_start and all(word.joined for word in extra):
            self._charge(16 * len(extra), SHORT_FORM)
        elif all(word.aside for word in extra):
            self._charge(min(16 + 4 * len(extra), 30), NOTE)
        elif same_start and len(extra) == 1 and len(proper) >= 2 and any(word.kind is Kind.NAME for word in proper):
            self._charge(22, SHORT_FORM)
        elif self._exact_start() and len(extra) == 1:
            self._charge(40, SHORT_FORM)
        elif self._is_misspelled_short_form() and len(extra) == 1:
            self._charge(_MISSPELLED_SHORT_FORM, SHORT_FORM)
        else:
            return False
        return True

    def _is_misspelled_short_form(self) -> bool:
        """Say whether one name is nothing but the other's first word, a long one that is nobody else's, with a slip."""
        firsts = [names.words[0] for names in self.names]
        alone = any(len(names.words) == 1 for names in self.names)
        return alone and all(word in self.slipped and len(word.text) >= LONG_NAME for word in firsts)

    def _exact_start(self) -> bool:
        """Say whether both names start with the same words, with a long one among them that is nobody else's."""
        for one, other in zip(self.names[0].words, self.names[1].words, strict=False):
            if one.text != other.text:
                return False
            if one.kind is Kind.NAME and len(one.text) >= LONG_NAME:
                return True
        return False


def _are_initials(word: Word) -> bool:
    return word.kind is Kind.INITIAL and len(word.text) > 1


def _run(text: str, parts: Sequence[Word]) -> slice | None:
    """Return where two or more words in a row spell `text`."""
    for start in range(len(parts) - 1):
        joined = parts[start].text
        for stop in range(start + 1, len(parts)):
            joined += parts[stop].text
            if joined == text:
                return slice(start, stop + 1)
            if not text.startswith(joined):
                break
    return None


def _difference(one: Word, other: Word, anchored: bool) -> tuple[float, str] | None:
    """Return what it costs to take two words for one, and why they may be; None where they are two."""
    if one.place and one.place == other.place:
        return 3, SHORT_FORM
    short, long = (one, other) if len(one.text) <= len(other.text) else (other, one)
    rest = long.text[len(short.text) :] if len(short.text) >= 4 and long.text.startswith(short.text) else ""
    if (rest or long.text.endswith("ies")) and is_plural(short.text, long.text):
        return 4, SPELLING
    if anchored and one.kind is other.kind and one.kind in _SPELLED_ABROAD and are_one_abroad(one.text, other.text):
        return 4, SPELLING
    if one.kind is not Kind.NAME and other.kind is not Kind.NAME:
        return None  # two words that are known are two words
    slips = slips_between(one.text, other.text)
    if slips is not None:
        return slips * _SLIP / max(len(long.text), 4) + 2, SPELLING
    if not rest or short.kind is not Kind.NAME:
        return None
    glued = lexicon().meanings.at([rest], 0)
    if glued and glued[1].kind in WEAK:
        return 10, SPACING
    cut = len(rest) >= 2 and ((anchored and long.kind is not Kind.NAME) or len(short.text) >= LONG_CUT)
    return (8, SHORT_FORM) if cut else None
