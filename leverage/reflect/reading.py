"""Reading: a model's sentence becomes plain words and typed values, known from the deals or read as figures."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from leverage.brief import Brief
from leverage.deals import Deal
from leverage.reflect.amounts import figure_at
from leverage.terms import payment_terms_label
from leverage.text import fold

MOST_CHARACTERS = 400

_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_][^\W_]*(?:['’][^\W\d_]+)*|\S")
_HYPHENS = frozenset("-‐‑")
_MARKER = re.compile(
    r"\s*(?:\[\s*(?:deals?\s*)?#?\d+(?:\s*(?:,|;|and|&)\s*#?\d+)*\s*\]|\(\s*deals?\s*#?\d+(?:\s*(?:,|;|and|&)+\s*#?\d+)*\s*\))",
    re.I,
)
_STOP = frozenset(["a", "an", "the", "of", "on", "in", "at", "for", "with", "to", "and", "or", "our", "their", "its"])
_TURNS = ["not", "no", "never", "without", "before", "after", "until", "unless", "instead", "rather", "than", "only"]
_MOST_WORDS = 24  # no figure is written in more
_DAYS_ALONE = re.compile(r"\d+ days?")


@dataclass
class Reading:
    """A sentence in its plain form; `values` holds what each placeholder in it stands for."""

    text: str
    plain: str = ""
    values: dict[str, Any] = field(default_factory=dict)

    def put(self, letter: str, value: Any) -> str:
        """Return a new placeholder for a value."""
        name = f"{letter}{len(self.values)}"
        self.values[name] = value
        return name


@dataclass(frozen=True)
class _Name:
    letter: str
    value: str
    written: str


def without_markers(text: str) -> tuple[str, tuple[int, ...]]:
    """Return a sentence without its citation marks such as `[2, 4]`, and the numbers in them."""
    numbers = [int(n) for mark in _MARKER.findall(text) for n in re.findall(r"\d{1,6}", mark)]
    return " ".join(_MARKER.sub("", text).split()), tuple(numbers)


class Reader:
    """Reads sentences about one brief: the names, terms and tactics it knows are those of the brief's deals."""

    def __init__(self, brief: Brief) -> None:
        """Learn what the deals name."""
        self._names: dict[tuple[str, ...], _Name] = {}
        self._terms: dict[tuple[str, ...], str] = {}
        self._tactics: dict[tuple[str, ...], str] = {}
        self._currencies = {deal.currency for deal in brief.deals if deal.currency}
        # Many deals say the same: each text is taken apart once.
        told = dict.fromkeys(known for deal in brief.deals for known in _texts_of(deal))
        for letter, text in told:
            if letter == "T":
                self._terms.setdefault(_stems(text), fold(text))
            elif letter == "K":
                self._tactics.setdefault(_stems(text), fold(text))
            elif letter == "E":
                self._name("E", text)
                self._name("E", f"{text.split()[0]}s")
            elif letter == "Y":
                label = payment_terms_label(text)
                for written in (label, text):
                    if not _DAYS_ALONE.fullmatch(" ".join(_lows(_tokens(written)))):
                        self._name("Y", written, fold(label))
        for letter in "XBPDWV":  # where one text is several things, the later one counts
            for known, text in told:
                if known == letter:
                    self._name(letter, text)
        self._name("V", brief.vendor)
        self._longest = max(map(len, (*self._names, *self._terms)), default=1)

    def read(self, text: str) -> Reading:
        """Return the plain form of a sentence."""
        reading = Reading(text)
        tokens = _tokens(text)
        lows = _lows(tokens)
        stems = [_stem(low) for low in lows]
        plain: list[str] = []
        at = 0
        while at < len(tokens):
            letter, value, length = self._next(tokens, lows, stems, at)
            if letter in ("T", "K") and _is_discount_or_terms(lows[at : at + length]):
                plain += lows[at : at + length]
            elif letter == "V":
                plain.append("V")
            elif letter:
                plain.append(reading.put(letter, value))
            else:
                plain.append(lows[at])
            at += length
        reading.plain = " ".join(plain)
        return reading

    def term(self, words: str) -> str:
        """Return the term that a text in plain words names, folded; the text itself where no deal names it."""
        return self._terms.get(_stems(words), words)

    def _name(self, letter: str, written: str | None, value: str | None = None) -> None:
        if written and (key := tuple(_lows(_tokens(written)))):
            self._names[key] = _Name(letter, value or fold(written), written)

    def _next(self, tokens: Sequence[str], lows: Sequence[str], stems: Sequence[str], at: int) -> tuple[str, Any, int]:
        found: tuple[str, Any, int] = ("", None, 1)
        for length in range(min(self._longest, len(tokens) - at), 0, -1):
            name = self._names.get(tuple(lows[at : at + length]))
            if name and _is_written(name, tokens[at : at + length]):
                found = (name.letter, name.value, length)
                break
            term = self._terms.get(tuple(stems[at : at + length]))
            if term is not None:
                found = ("T", (term, tuple(lows[at : at + length])), length)
                break
        tactic = self._tactic(stems, at)
        if tactic and tactic[1] >= found[2]:
            return "K", tactic[0], tactic[1]
        figure = figure_at(" ".join(lows[at : at + _MOST_WORDS]), self._currencies)
        return figure if figure and (not found[0] or figure[2] > found[2]) else found

    def _tactic(self, stems: Sequence[str], at: int) -> tuple[str, int] | None:
        """Return the tactic named from here on: its words in order, most of them, and every word that turns its sense."""
        first, found = stems[at], list[tuple[int, str]]()
        for words, tactic in self._tactics.items():
            if first in _STOP or first not in words:
                continue
            place, matched = -1, list[str]()
            for stem in stems[at:]:
                if stem not in words[place + 1 :]:
                    break
                place = words.index(stem, place + 1)
                matched.append(stem)
            while matched[-1] in _STOP:
                matched.pop()
            told, content = _content(matched), _content(words)
            enough = len(told) == len(content) or (len(told) >= 2 and len(told) * 5 >= len(content) * 3)
            if enough and not (set(words) & _MUST) - set(matched):
                found.append((len(matched), tactic))
        found.sort(reverse=True)
        if not found or (len(found) > 1 and found[0][0] == found[1][0]):
            return None
        return found[0][1], found[0][0]


def _texts_of(deal: Deal) -> Iterator[tuple[str, str]]:
    """Yield what a deal names, each with the letter under which a sentence may name it."""
    for terms in (deal.flexible_on, deal.firm_on, deal.conceded, deal.obtained):
        for term in terms:
            yield "T", term
    for tactic in deal.tactics:
        yield "K", tactic.tactic
    named = (
        ("X", deal.competitor),
        ("X", deal.contact),
        ("X", deal.reseller),
        ("X", deal.contract_ref),
        ("B", deal.billing_frequency),
        ("P", deal.product),
        ("D", deal.department),
        ("W", deal.logged_by),
        ("V", deal.vendor),
        ("E", deal.unit if deal.quantity is not None else None),
        ("Y", deal.payment_terms),
    )
    for letter, text in named:
        if text:
            yield letter, text


def _tokens(text: str) -> list[str]:
    """Return the words and signs of a text; hyphens inside a word part it, possessive endings go."""
    found = _WORD.findall(unicodedata.normalize("NFKC", text))
    return [token for token in found if token not in _HYPHENS]


def _lows(tokens: Iterable[str]) -> list[str]:
    return [re.sub(r"['’]s$", "", token.casefold()) for token in tokens]


def _stems(text: str) -> tuple[str, ...]:
    return tuple(_stem(low) for low in _lows(_tokens(text)))


def _stem(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            return word[: -len(ending)]
    return word


def _content(stems: Iterable[str]) -> list[str]:
    return [stem for stem in stems if stem not in _STOP and stem.isalnum()]


def _is_written(name: _Name, tokens: Sequence[str]) -> bool:
    """Whether a name stands there as a name: short ones such as IT only in their own spelling."""
    if len(name.written) > 4 or name.letter in ("B", "E", "Y"):
        return True
    return "".join(tokens).removesuffix("'s").removesuffix("’s") == name.written


def _is_discount_or_terms(lows: Sequence[str]) -> bool:
    return " ".join(lows) in ("discount", "discounts", "payment terms", "payment term")


_MUST = frozenset(map(_stem, _TURNS))
