"""Reading: a model's sentence becomes plain words and typed values, known from the deals or read as figures.

A value stands in the plain form as its letters and a number: W who logged a deal, D a department, P a product, V the
vendor, C a competitor, O a contact, R a reseller, F a contract's reference, B a billing frequency, E a unit, Y payment
terms, T a term, K a tactic (H where it is told in the past tense), and the figures of `amounts`. A text that may be two
things carries both letters; where it stands decides.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from leverage.brief import Brief
from leverage.deals import Deal
from leverage.reflect.amounts import figure_at
from leverage.reflect.condition import tactic_key, term_key, verb_of
from leverage.reflect.hygiene import is_plain, is_quotable
from leverage.terms import payment_terms_label
from leverage.text import fold

_TOKEN = re.compile(r"\d{4}-\d\d-\d\d(?!\d)|\d+(?:[.,]\d+)*|[^\W\d_][^\W_]*|['’]s\b|\S")
_HYPHENS = frozenset("-‐‑")
_QUOTES = frozenset("“”\"„«»‘’'")
_PLACES = {"(": "⟨", ")": "⟩"}
_CHARACTER = re.compile(r"[^\W_]")
_LABEL = re.compile(r"(?:\d+(?:\.\d+)?/\d+ )?net \d+(?: eom)?|due on receipt|immediate|prepayment", re.IGNORECASE)
_WRITTEN_OUT = frozenset({"discount", "payment term", "price increase"})
_OPENINGS = frozenset({("opening", "with"), ("open", "with"), ("starting", "with"), ("start", "with")})
_MOST_WORDS = 24  # no figure is written in more

Key = tuple[str, ...]
_Bucket = dict[Key, dict[str, str]]


@dataclass
class Reading:
    """A sentence in its plain form, each word followed by a space; `values` holds what each placeholder stands for.

    `holds` are its words, and the kinds of its values as in `<N>`.
    """

    plain: str = ""
    values: dict[str, dict[str, Any]] = field(default_factory=dict)
    holds: frozenset[str] = frozenset()

    def put(self, values: dict[str, Any]) -> str:
        """Return a new placeholder for a value that may be of several kinds."""
        name = f"{''.join(sorted(values))}{len(self.values)}"
        self.values[name] = values
        return name


class Reader:
    """Reads sentences about one brief: the names, terms and tactics it knows are those of the brief's deals."""

    def __init__(self, brief: Brief) -> None:
        """Take note of what the deals name; it is taken apart only where a sentence comes near it."""
        self._currencies = {deal.currency for deal in brief.deals if deal.currency}
        self._told: dict[str, dict[tuple[str, str], None]] = {}
        self._ready: dict[str, tuple[_Bucket, tuple[int, ...]]] = {}
        seen: dict[tuple[str, str], None] = {("V", brief.vendor): None}
        for deal in brief.deals:
            seen.update(dict.fromkeys(_texts_of(deal)))
        for letter, text in seen:
            for start in _starts(letter, text):
                self._told.setdefault(start, {})[letter, text] = None

    def read(self, text: str) -> Reading:
        """Return the plain form of a sentence."""
        reading = Reading()
        tokens = _tokens(text)
        lows = [token.casefold() for token in tokens]
        plain: list[str] = []
        at = 0
        while at < len(tokens):
            values, length = self._next(tokens, lows, at)
            plain.append(reading.put(values) if values else '"' if lows[at] in _QUOTES else _PLACES.get(lows[at], lows[at]))
            at += length
        while plain and plain[-1] in (".", "!", "…", ",", ";", ":"):
            plain.pop()
        reading.plain = "".join(f"{word} " for word in plain)
        reading.holds = frozenset((*plain, *(f"<{letter}>" for values in reading.values.values() for letter in values)))
        return reading

    def _next(self, tokens: Sequence[str], lows: Sequence[str], at: int) -> tuple[dict[str, Any], int]:
        if lows[at] in _QUOTES:
            for values, end in self._known(tokens, lows, at + 1, is_quoted=True):
                if end < len(lows) and lows[end] in _QUOTES:
                    return values, end + 1 - at
            return {}, 1
        found: tuple[dict[str, Any], int] = ({}, 1)
        for values, end in self._known(tokens, lows, at):
            found = values, end - at
            break
        figure = figure_at("".join(f"{low} " for low in lows[at : at + _MOST_WORDS]), self._currencies)
        if figure and (not found[0] or figure[2] > found[1]):
            letters, value, length = figure
            return {letter: _figure(letters, letter, value) for letter in letters}, length
        return found

    def _known(
        self, tokens: Sequence[str], lows: Sequence[str], at: int, *, is_quoted: bool = False
    ) -> Iterator[tuple[dict[str, Any], int]]:
        """Yield what the deals name from a place on, the longest first, each with its end."""
        if at >= len(lows):
            return
        bucket, lengths = self._bucket(lows[at][:2])
        for length in lengths:
            if at + length > len(lows):
                continue
            key = tuple(lows[at : at + length])
            found: dict[str, str] = {}
            for each in (key, ("T", *_one(key)), ("K", *_started(key))):
                found |= bucket.get(each, {})
            values: dict[str, Any] = {}
            for letter, text in found.items():
                if is_quoted:
                    if letter in "TK" and is_quotable(text):
                        values |= _values(letter, text, key)
                elif letter == "T" and term_key(" ".join(key)) in _WRITTEN_OUT:
                    continue
                elif is_plain(text, letter) and _is_spelled(letter, text, tokens[at : at + length]):
                    values |= _values(letter, text, key)
            if values:
                yield values, at + length

    def _bucket(self, start: str) -> tuple[_Bucket, tuple[int, ...]]:
        """Return what begins with the same letters, by its words, and how many words there may be."""
        if start not in self._ready:
            bucket: _Bucket = {}
            lengths: set[int] = set()
            for letter, text in self._told.get(start, ()):
                for key in _keys(letter, text):
                    lengths.add(len(key) - (letter in "TK"))
                    bucket.setdefault(key, {}).setdefault(letter, text)
            self._ready[start] = bucket, tuple(sorted(lengths, reverse=True))
        return self._ready[start]


def _texts_of(deal: Deal) -> Iterator[tuple[str, str]]:
    """Yield what a deal names, each with the letter under which a sentence may name it."""
    for terms in (deal.flexible_on, deal.firm_on, deal.conceded, deal.obtained):
        for term in terms:
            yield "T", term
    for tactic in deal.tactics:
        yield "K", tactic.tactic
    yield "V", deal.vendor
    yield "W", deal.logged_by
    yield "D", deal.department
    for letter, text in (
        ("P", deal.product),
        ("C", deal.competitor),
        ("O", deal.contact),
        ("R", deal.reseller),
        ("F", deal.contract_ref),
        ("B", deal.billing_frequency),
        ("E", deal.unit),
        ("Y", deal.payment_terms),
    ):
        if text:
            yield letter, text


def _starts(letter: str, text: str) -> Iterator[str]:
    """Yield the two characters with which the text may begin in a sentence."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    low = text.casefold()
    begin = _CHARACTER.search(low)
    if begin is None:
        return
    yield low[begin.start() : begin.start() + 2] if letter == "K" or not (first := _TOKEN.match(low)) else first[0][:2]
    if letter == "K" and low.startswith(("open", "start")) and len(words := _tokens(low)) > 3:
        yield words[3][:2]


def _keys(letter: str, text: str) -> Iterator[Key]:
    """Yield the words under which a text is found: a term in either number, a tactic whatever the form of its verb."""
    key = tuple(token.casefold() for token in _tokens(text, is_name=letter != "F"))
    while key and not _CHARACTER.search(key[-1]):
        key = key[:-1]
    if not key:
        return
    if letter == "T":
        yield ("T", *_one(key))
    elif letter == "K":
        yield ("K", *_started(key))
        if key[:2] in _OPENINGS and key[2:3] in (("a",), ("an",)) and len(key) >= 5 and is_plain(" ".join(key[3:]), "K"):
            yield ("K", *_started(key[3:]))
    elif letter == "Y":
        if _LABEL.fullmatch(payment_terms_label(text)):
            yield key
    elif letter == "E":
        yield key
        yield (f"{key[0]}s",)
    else:
        yield key


def _values(letter: str, text: str, key: Key) -> dict[str, Any]:
    if letter == "Y":
        return {"Y": fold(payment_terms_label(text))}
    if letter == "T":
        return {"T": term_key(text)}
    if letter == "K":
        told = _tokens(text)[0].casefold()
        forms = "HK" if key[0] == told else "H" if key[0].endswith("ed") else "K"
        return {form: tactic_key(text) for form in forms}
    return {letter: fold(text)}


def _figure(letters: str, letter: str, value: Any) -> Any:
    return value[0].year if letters == "IQ" and letter == "Q" else value


def _tokens(text: str, *, is_name: bool = False) -> list[str]:
    """Return the words and signs of a text; a hyphen inside a word parts it, but not one between figures."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    kept: list[str] = []
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in _HYPHENS:
            before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
            if is_name or (before.isalnum() and after.isalnum() and not (before.isdigit() and after.isdigit())):
                continue
        kept.append(token)
    return kept


def _one(key: Key) -> Key:
    return (*key[:-1], term_key(key[-1]))


def _started(key: Key) -> Key:
    return (verb_of(key[0]), *key[1:])


def _is_spelled(letter: str, text: str, tokens: Sequence[str]) -> bool:
    """Whether a name stands there as a name: short ones such as IT only in their own spelling."""
    return len(text) > 4 or letter in "TKBEY" or "".join(tokens) == "".join(_tokens(text))
