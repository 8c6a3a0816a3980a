"""Readings: a name as written, as the words that it is made of, with what each tells about the firm."""

import functools
from collections.abc import Sequence
from typing import NamedTuple

from leverage.naming.lexicon import PROPER, Kind, lexicon
from leverage.naming.pieces import IN_BRACKETS, Piece, names_in, pieces_of

MOST_INITIALS = 6
ID_LENGTH = 5  # a number of so many figures is a vendor's or a customer's, not part of a name

_ELIDED = frozenset("ld")


class Word(NamedTuple):
    """A word of a name."""

    text: str
    kind: Kind
    place: str = ""  # the code of its country
    joined: bool = False  # an `&` stands at its side
    aside: bool = False  # it stands in brackets, or behind a comma or dash
    loose: bool = False  # an address, a note or a number of the files
    written: str = ""  # the word where `text` is the full one of an abbreviation


class Reading(NamedTuple):
    """One of the names that a name as written holds; its legal form stands apart."""

    words: tuple[Word, ...]
    legal: tuple[str, ...]
    role: str  # WHOLE, IN_BRACKETS, NOTE or OTHER_NAME
    text: str  # the words
    squashed: str  # the words as written, without blanks
    whole: str  # all without blanks, the legal form too
    front: str  # the first letters of a legal form in front
    short: str  # the one word that may be another name's initials, or nothing


class _Entry(NamedTuple):
    """A phrase: its words, and whether it is a legal form that may stand in front, only behind (False), or none."""

    words: list[Word]
    legal: bool | None
    after_sign: bool


@functools.lru_cache(maxsize=4_096)
def read_name(name: str, *, spelled: bool = True) -> tuple[Reading, ...]:
    """Return the readings of a name, the whole first: `A d/b/a B` gives itself, A and B; nothing to read gives none."""
    found: list[Reading] = []
    for role, pieces in names_in(pieces_of(name, spelled=spelled)):
        words, legal, front = _apart(_entries(pieces))
        text = " ".join([word.text for word in words])
        if role == IN_BRACKETS and not any(word.kind in PROPER for word in words):
            continue
        if text and not any(text == other.text for other in found):
            whole = "".join([piece.text for piece in pieces])
            squashed = "".join([word.written or word.text for word in words]).replace(" ", "")
            found.append(Reading(tuple(words), legal, role, text, squashed, whole, front, _short(words)))
    return tuple(found)


def _short(words: Sequence[Word]) -> str:
    """Return the letters that may be the initials of another name: of the only word beside places, forms and notes.

    Two letters say little: they must stand alone or have an `&` between them, which is then part of the initials.
    """
    telling = [word for word in words if word.kind not in (Kind.SMALL, Kind.PLACE, Kind.FORM) and not word.loose]
    if len(telling) != 1 or telling[0].kind not in (Kind.NAME, Kind.INITIAL):
        return ""
    text = telling[0].text
    if len(text) == 2 and telling[0].joined:
        text = "&".join(text)
    elif len(text) == 2 and len(words) > 1:
        return ""
    return text if 2 <= len(text) <= MOST_INITIALS and text.replace("&", "").isalpha() else ""


def _entries(pieces: Sequence[Piece]) -> list[_Entry]:
    """Return the phrases of a name."""
    texts = [piece.text for piece in pieces]
    entries: list[_Entry] = []
    firsts = lexicon().firsts
    at = 0
    while at < len(pieces):
        if texts[at] not in firsts:
            text, joined, aside, after_sign, _, _ = pieces[at]
            entries.append(_Entry([Word(text, _kind_of(text), "", joined, aside)], None, after_sign))
            at += 1
            continue
        legal = lexicon().legal.at(texts, at)
        length, words = _phrase(pieces, texts, at)
        if legal and legal[0] > length:
            length = legal[0]
            words = [word for step in range(at, at + length) for word in _phrase(pieces, texts, step)[1][:1]]
        entries.append(_Entry(words, legal[1] if legal and legal[0] == length else None, pieces[at].after_sign))
        at += length
    return entries


def _phrase(pieces: Sequence[Piece], texts: list[str], at: int) -> tuple[int, list[Word]]:
    """Return the longest known phrase at a piece: how many pieces it takes, and its words."""
    known = lexicon()
    text, joined, aside, after_sign, _, _ = pieces[at]
    note = known.notes.at(texts, at)
    if note and at and (note[0] > 1 or after_sign or at + 1 == len(pieces)):
        return note[0], [Word(word, Kind.NAME, loose=True) for word in texts[at : at + note[0]]]
    short = known.abbreviations.at(texts, at)
    if short and short[0] == 1:
        text = short[1]
        meaning = known.meanings.at([text], 0)
    else:
        meaning = known.meanings.at(texts, at)
    if meaning is None:
        return 1, [Word(text, _kind_of(text), "", joined, aside, False, texts[at])]
    length, (kind, place) = meaning
    if kind is Kind.PLACE and length > 1:
        return length, [Word(" ".join(texts[at : at + length]), kind, place, joined, aside)]
    if kind is Kind.SMALL and len(text) == 1 and ((at == 0 and text not in _ELIDED) or _ends(texts, at + 1)):
        kind = Kind.INITIAL
    elif kind is Kind.SMALL and joined:
        kind = Kind.NAME
    if length == 1:
        return 1, [Word(text, kind, place, joined, aside, False, texts[at])]
    return length, [Word(word, kind, place, joined, aside) for word in texts[at : at + length]]


def _kind_of(text: str) -> Kind:
    """Return the kind of a word that no list knows."""
    if len(text) > 2 and text.isalpha():
        return Kind.NAME
    figures = sum(map(str.isdigit, text))
    if figures == len(text) or (len(text) >= 4 and text[0].isdigit() and 2 * figures > len(text)):
        return Kind.NUMBER
    if len(text) <= 2 and text.isascii() and text.isalpha():
        return Kind.INITIAL
    return Kind.NAME


def _ends(texts: list[str], at: int) -> bool:
    """Say whether nothing or only a legal form follows."""
    legal = lexicon().legal.at(texts, at) if at < len(texts) else (0, False)
    return legal is not None and at + legal[0] == len(texts)


def _apart(entries: Sequence[_Entry]) -> tuple[list[Word], tuple[str, ...], str]:
    """Return the words of the name, those of its legal form, and the first letters of one that stands in front.

    A legal form stands at the end, in front where that is usual, and inside if it is clear that it is one.
    """
    forms: set[int] = set()
    for at in range(len(entries) - 1, 0, -1):
        if entries[at].legal is not None:
            forms.add(at)
        elif any(word.kind not in (Kind.PLACE, Kind.SMALL) and not word.loose for word in entries[at].words):
            break
    front = ""
    for at, entry in enumerate(entries):
        if entry.legal:
            forms.add(at)
            front += "".join([word.text[0] for word in entry.words if word.kind is not Kind.SMALL])
        elif not all(word.kind is Kind.SMALL for word in entry.words):
            break
    for at, entry in enumerate(entries):
        clear = sum(len(word.text) for word in entry.words) >= 3 or (at + 1 < len(entries) and entries[at + 1].after_sign)
        if at and entry.legal is not None and clear:
            forms.add(at)
    words: list[Word] = []
    loose = False
    for at, entry in enumerate(entries):
        loose = loose or (entry.after_sign and at - 1 in forms and bool(words))
        if at not in forms:
            words.extend([word._replace(loose=True) for word in entry.words] if loose else entry.words)
    if all(word.kind is Kind.SMALL or word.loose for word in words):
        words, forms = [word for entry in entries for word in entry.words], set()
        if all(word.kind is Kind.SMALL for word in words):
            words = [word._replace(kind=Kind.NAME) for word in words]
    while len(words) > 1 and words[-1].text == "and":
        words = [*words[:-2], words[-2]._replace(joined=False)]
    legal = [word.written or word.text for at in sorted(forms) for word in entries[at].words]
    return _without_numbers(_without_address(words)), tuple(legal), front


def _without_address(words: list[Word]) -> list[Word]:
    """Return the words, those of a street address loose."""
    known = lexicon()
    texts = [word.text for word in words]
    for at in range(1, len(words)):
        street = known.streets.at(texts, at)
        ending = len(texts[at]) > 7 and texts[at].endswith(known.street_endings)
        numbers = [n for n in range(max(at - 3, 1), min(at + 3, len(words))) if texts[n][0].isdigit()]
        if numbers and (street or ending):
            start = min(at, *numbers)
            return [word._replace(loose=True) if n >= start else word for n, word in enumerate(words)]
    return words


def _without_numbers(words: list[Word]) -> list[Word]:
    """Return the words, a vendor's or customer's number loose with its label (`Kd-Nr.`, or one word that is not known)."""
    ids = [at for at, word in enumerate(words) if word.text.isdigit() and len(word.text) >= ID_LENGTH]
    if not ids or not any(word.kind in PROPER for word in words):
        return words  # a firm that is called by its number: 1234567 Ontario Inc.
    labels = lexicon().labels
    texts = [word.text for word in words]
    loose = set(ids)
    for at in ids:
        before = at - 1
        while before > 0 and labels.at(texts, before):
            loose.add(before)
            before -= 1
        if before == at - 1 and before > 0 and words[before].kind is Kind.NAME:
            loose.add(before)
    return [word._replace(loose=True) if at in loose else word for at, word in enumerate(words)]
