"""Whether a text says that something was, denies it, refuses it or grants it: clause by clause, in four languages.

Of what happens, such as an increase or an audit, a denial leaves nothing, and it may be withdrawn. A matter, such as a
discount or liability, is asked for: whoever denies that it was asked for leaves nothing either, and whoever denies it
itself refuses it. The words are in `data/denials.json`, whose `leaves_standing` are those after which a denied thing is
there all the same: an increase that was not explained was an increase.
"""

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from leverage.concepts import MOST_CHARACTERS, Span, concepts, contracted, spans_in
from leverage.stems import Token, stem, tokens_of
from leverage.words import read_vocabulary

Stance = Literal["said", "denied", "withdrawn", "refused", "granted"]

_MOST_KEPT = 20_000
_REFUSING, _FINAL = "refusal", "final_offer"
_BREAK = re.compile(r"[.;:!?…()\n–—]+(?:\s|$|[\"”’»])|[;:!?()–—]|\s-\s")
_MARKS = re.compile(r"[\"“”„«»]")
_ZERO = re.compile(r"0+(?:[.,]0+)?\s?%")
_QUESTION_WITHIN = 4  # words: a denial as near to the start of a question asks whether, and denies nothing
_POSSESSED = 2  # words from “our” on that it may still belong to
_NEAR = 1  # telling words that may stand between “no” and what there was none of


@dataclass(frozen=True)
class Spoken:
    """A concept as a text speaks of it; `is_ours` says whether the sentence is about us or them, None where it is open."""

    concept: str
    label: str
    words: str
    stance: Stance
    is_ours: bool | None = None


@functools.lru_cache(maxsize=_MOST_KEPT)
def spoken(text: str, *, is_theirs: bool = False) -> tuple[Spoken, ...]:
    """Return every concept that a text speaks of as often as it does, in the order of the words, each with its stance.

    With `is_theirs` the text is what they said, word for word: who says `we` there are they.
    """
    spans = tuple(spans_in(text))
    if not spans:
        return ()
    read = _Read(text, spans, is_theirs=is_theirs)
    return tuple(Spoken(*_named(span), read.stance(span), read.is_ours(span)) for span in spans)


def is_word_for_word(text: str) -> bool:
    """Say whether a text on what they said must be their own words: it names nobody but a `we`."""
    return not any(token.plain in _set("them") for token in tokens_of(text[:MOST_CHARACTERS]))


@functools.lru_cache(maxsize=_MOST_KEPT)
def denies(text: str) -> bool:
    """Say whether a text denies anything at all."""
    return bool(_Read(text, ()).denials)


def _named(span: Span) -> tuple[str, str, str]:
    return span.said.concept, span.said.label, span.said.words


class _Read:
    """A text, read: its words, the clause that each stands in, and what denies."""

    def __init__(self, text: str, spans: Sequence[Span], *, is_theirs: bool = False) -> None:
        self.is_theirs = is_theirs
        self.text = text[:MOST_CHARACTERS]
        self.tokens: tuple[Token, ...] = tuple(tokens_of(self.text))
        self.plain = [token.plain for token in self.tokens]
        self.spans = spans
        self.taken = {at for span in spans for at in range(span.first, span.last + 1)}
        self.starts = {span.first for span in spans}
        self.clauses, self.sentences = self._parted()
        self.denials = self._denials()

    def stance(self, span: Span) -> Stance:
        """Return how the text speaks of a concept there."""
        before = [at for at in self.denials if at < span.first and self._same(at, span.first)]
        after = [at for at in self.denials if at > span.last and self._same(at, span.last)]
        if concepts()[span.said.concept].happens:
            if self._is_denied(span, before, after):
                return "denied"
            is_undone = not before and not after and any(word in _stems("withdraws") for word in self._clause_words(span))
            return "withdrawn" if is_undone else "said"
        if cues := self._refusals(span):
            if all(map(self._is_undone, cues)):
                return "said"
            return "said" if self._is_us(span) else "refused"
        if before:
            return self._matter_after(before[-1], span)
        if after:
            return self._matter_before(after[0], span)
        if any(word in _stems("gives") for word in self._clause_words(span)):
            return "said" if self._is_us(span) else "granted"
        return "said"

    def is_ours(self, span: Span) -> bool | None:
        """Say whether we are those who did it; None where the text does not tell, as where we only got it."""
        is_us = self._is_us(span)
        if is_us and any(stem(word) in _stems("receives") for word in self.plain[self.clauses[span.first] : span.first]):
            return None
        return is_us

    def _is_us(self, span: Span) -> bool | None:
        """Say whether the last to be named before it, or whose it is, are we."""
        is_theirs = self.is_theirs or self._is_quoted(span)
        clause = self.clauses[span.first]
        for at in range(span.first, -1, -1):
            if at < clause:  # “and say it is final” goes on with whoever came before
                if self.sentences[at] != self.sentences[clause] or self.plain[clause] not in _set("joins") | _set("goes_on"):
                    break
                clause = self.clauses[at]
            if self.plain[at] in _set("ours") and span.first - at <= _POSSESSED:
                is_told = any(
                    self.sentences[on] == self.sentences[at] and self.plain[on] in _set("us") | _set("them") for on in range(at)
                )
                return False if is_theirs else True if is_told else None
            if self.plain[at] in _set("us"):
                if self.plain[at] == "nous" and any(self._same(on, at) and self.plain[on] in _set("them") for on in range(at)):
                    return False
                return not is_theirs
            if self.plain[at] in _set("them"):
                return False
        return None

    def _is_quoted(self, span: Span) -> bool:
        """Say whether it stands between quotation marks: what is quoted in a note is what they said."""
        return len(_MARKS.findall(self.text[: self.tokens[span.first].start])) % 2 == 1

    def _is_denied(self, span: Span, before: Sequence[int], after: Sequence[int]) -> bool:
        if _ZERO.match(span.said.words):
            return True
        if before:
            return not any(word in _stems("leaves_standing") for word in self._stems(before[-1] + 1, span.first))
        if after:
            between, rest = self._stems(span.last + 1, after[0]), self._rest(after[0])
            return all(word in _stems("raises") for word in (*between, *rest))
        return False

    def _matter_after(self, denial: int, span: Span) -> Stance:
        """Return the stance on a matter that stands behind what denies: `no discount`, `will not move on terms`."""
        between = self._stems(denial + 1, span.first)
        is_bare = len(between) <= _NEAR and not any(word in _stems("raises") | _stems("leaves_standing") for word in between)
        if self.plain[denial] in _set("without"):
            return "denied" if is_bare else "said"
        if any(word in _stems("gives") for word in between):
            is_got = {"get", "got", "obtain", "win", "achiev", "bekomm", "erhalt"} & set(between)
            return "said" if self._is_us(span) and not is_got else "refused"
        raised = [word for word in between if word in _stems("raises")]
        if raised:
            is_unwilling = any(word in _set("modal") for word in self.plain[max(0, denial - 1) : denial + 1])
            return "refused" if is_unwilling or len(raised) > 1 else "denied"
        return "refused" if is_bare else "said"

    def _matter_before(self, denial: int, span: Span) -> Stance:
        """Return the stance on a matter that stands before what denies: `a discount is not possible`."""
        between, rest = self._stems(span.last + 1, denial), self._rest(denial)
        known = _stems("gives") | _stems("raises")
        if any(word not in known for word in between) or (rest and rest[0] not in known):
            return "said"
        return "denied" if any(word in _stems("raises") - _stems("gives") for word in (*between, *rest)) else "refused"

    def _refusals(self, span: Span) -> list[int]:
        """Return the words in the same clause that refuse."""
        cues = [
            each.first for each in self.spans if each is not span and self._refuses(each) and self._same(each.first, span.first)
        ]
        cues += [
            at
            for at, token in enumerate(self.tokens)
            if at not in self.taken and self._same(at, span.first) and stem(token.plain) in _stems("refuses")
        ]
        return cues

    def _is_undone(self, cue: int) -> bool:
        """Say whether the refusing is itself denied: `did not refuse`."""
        return any(at < cue and self._same(at, cue) and len(self._stems(at + 1, cue)) <= _NEAR for at in self.denials)

    def _refuses(self, span: Span) -> bool:
        denies = any(self._is_denial(at) for at in range(span.first, span.last + 1))
        return span.said.concept == _REFUSING or (span.said.concept == _FINAL and denies)

    def _rest(self, denial: int) -> list[str]:
        end = next((at for at in range(denial, len(self.tokens)) if not self._same(at, denial)), len(self.tokens))
        return self._stems(denial + 1, end)

    def _stems(self, first: int, end: int) -> list[str]:
        """Return the stems of the telling words between two places, without what denies."""
        words = (self.tokens[at] for at in range(first, end) if not self._is_denial(at))
        return [stem(token.plain) for token in words if not token.is_small and not token.is_number]

    def _clause_words(self, span: Span) -> list[str]:
        return [
            stem(self.plain[at])
            for at in range(len(self.tokens))
            if self._same(at, span.first) and not span.first <= at <= span.last
        ]

    def _same(self, one: int, other: int) -> bool:
        return self.clauses[one] == self.clauses[other]

    def _denials(self) -> list[int]:
        found = []
        for at in range(len(self.tokens)):
            if at in self.taken or not (self._is_denial(at) or self._starts(at, "denies_in_words")):
                continue
            if any(self._holds(at, back) for back in range(3)) or self._only_then(at) or self._asks(at):
                continue
            found.append(at)
        return found

    def _is_denial(self, at: int) -> bool:
        word = self.plain[at]
        if word == "t":
            return at > 0 and self.plain[at - 1] in contracted() and self.tokens[at].start - self.tokens[at - 1].end == 1
        if word == "n":
            return self.text[self.tokens[at].end : self.tokens[at].end + 1] in ("'", "’")
        return word in _set("denies")

    def _holds(self, at: int, back: int) -> bool:
        """Say whether a phrase that denies nothing, begun so many words before, holds the word."""
        return at >= back and self._starts(at - back, "denies_nothing") > back

    def _starts(self, at: int, name: str) -> int:
        """Return how many words a phrase of a list has that starts there."""
        for phrase in _phrases(name).get(self.plain[at], ()):
            if tuple(self.plain[at : at + len(phrase)]) == phrase:
                return len(phrase)
        return 0

    def _only_then(self, at: int) -> bool:
        """Say whether it is a French `ne` that denies nothing by itself: of `ne … que`, or of a phrase that holds its `pas`."""
        if self.plain[at] not in ("ne", "n"):
            return False
        rest = [on for on in range(at + 1, len(self.tokens)) if self._same(on, at)]
        partner = next((on for on in rest if self.plain[on] in _set("goes_with_ne")), None)
        return partner in self.taken if partner is not None else any(self.plain[on] in ("que", "qu") for on in rest)

    def _asks(self, at: int) -> bool:
        """Say whether it stands at the start of a question, as in `Didn’t they want more?`."""
        first = self.sentences[at]
        if at - first > _QUESTION_WITHIN or self.plain[first] not in _set("asks_first"):
            return False
        last = max(on for on in range(at, len(self.tokens)) if self.sentences[on] == first)
        return "?" in self.text[self.tokens[last].end : self.tokens[last].end + 3]

    def _parted(self) -> tuple[list[int], list[int]]:
        """Return for each word where its clause and its sentence begin."""
        clauses, sentences = [], []
        clause = sentence = 0
        for at, token in enumerate(self.tokens):
            gap = self.text[self.tokens[at - 1].end : token.start] if at else ""
            if at and _BREAK.search(gap):
                clause = sentence = at
            elif at and at not in self.taken - self.starts and self._turns(at, clause, is_apart="," in gap):
                clause = at
            clauses.append(clause)
            sentences.append(sentence)
        return clauses, sentences

    def _turns(self, at: int, clause: int, *, is_apart: bool) -> bool:
        word = self.plain[at]
        if word in _set("turns"):
            return True
        if is_apart:
            return not (
                word in _set("carries_on") or word in _set("lists") or self._is_listed(at) or self._is_inserted(at, clause)
            )
        return word in _set("joins") - _set("lists") and not (self._opens(at + 1) and not self._is_verb(at + 1))

    def _is_listed(self, at: int) -> bool:
        """Say whether what follows a comma is one of several that an `or` joins later on: `a surcharge, an audit or a fee`."""
        if not self._opens(at):
            return False
        for on in range(at, len(self.tokens)):
            gap = self.text[self.tokens[on - 1].end : self.tokens[on].start]
            if on > at and (_BREAK.search(gap) or self.plain[on] in _set("turns")):
                return False
            if self.plain[on] in _set("lists"):
                return self._opens(on + 1)
        return False

    def _is_inserted(self, at: int, clause: int) -> bool:
        """Say whether a comma opens or shuts something put between what denies and what it denies: `did not, this time, ask`."""
        denial = next((on for on in range(at - 1, clause - 1, -1) if self._is_denial(on)), None)
        if denial is None or self.plain[denial] in ("no", "none", "nothing", "nichts", "rien"):
            return False
        commas = [on for on in range(denial + 1, at + 1) if "," in self.text[self.tokens[on - 1].end : self.tokens[on].start]]
        return commas[0] == denial + 1 and len(commas) <= 2

    def _is_verb(self, at: int) -> bool:
        return at < len(self.tokens) and stem(self.plain[at]) in _stems("raises") | _stems("gives") | _stems("refuses")

    def _opens(self, at: int) -> bool:
        """Say whether a concept stands there, at most small words and what denies before it."""
        while at < len(self.tokens) and at not in self.starts:
            is_passed = self.tokens[at].is_small or self._is_denial(at)
            if not is_passed or self.plain[at] in _set("us") | _set("them"):
                return False
            at += 1
        return at < len(self.tokens)


@functools.cache
def _set(name: str) -> frozenset[str]:
    words: str | list[str] = read_vocabulary("denials.json")[name]
    return frozenset((words if isinstance(words, str) else " ".join(words)).split())


@functools.cache
def _stems(name: str) -> frozenset[str]:
    return frozenset(map(stem, _set(name)))


@functools.cache
def _phrases(name: str) -> dict[str, list[tuple[str, ...]]]:
    by_first: dict[str, list[tuple[str, ...]]] = {}
    for phrase in read_vocabulary("denials.json")[name]:
        words = tuple(phrase.split())
        by_first.setdefault(words[0], []).append(words)
    return by_first
