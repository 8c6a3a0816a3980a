"""Pieces: the words of a name in plain letters with the signs around them, and the names that one name holds."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from leverage.naming.letters import mend, plain_letters
from leverage.naming.lexicon import Kind, lexicon

MOST_LETTERS = 300  # of a name that are read; anything longer is a text
WHOLE, IN_BRACKETS = "whole", "in brackets"
NOTE, OTHER_NAME = "address or note in the name", "alternative name"

_ELIDED = re.compile(r"\b([ld])'(?=\w)")
_DOTTED = re.compile(r"(?<![^\W_])(?:[^\W_]\.){2,}")
_PIECE = re.compile(r"([^\W_]+|§)|([&+(),;:\[\]{}/*|]|(?<=\s)[-–]+(?=\s))")
_OPEN, _SHUT, _AND = frozenset("([{"), frozenset(")]}"), frozenset("&+")


class Piece(NamedTuple):
    """A word as it stands in a name."""

    text: str
    joined: bool = False  # an `&` stands at its side
    aside: bool = False  # a comma, dash or bracket stands before it, not necessarily right before
    after_sign: bool = False  # and right before
    bracketed: bool = False
    after_semicolon: bool = False


def pieces_of(name: str, *, spelled: bool = True) -> list[Piece]:
    """Return the words of a name, single letters in a row as one word; other scripts in Latin unless not `spelled`."""
    text = plain_letters(mend(name[:MOST_LETTERS]), spelled=spelled)
    if "." in text:
        text = _DOTTED.sub(lambda match: match[0].replace(".", "") + " ", text)
    if "'" in text:
        text = _ELIDED.sub(r"\1 ", text).replace("'", "")
    found: list[Piece] = []
    depth, joined, aside, after_sign, semicolon = 0, False, False, False, False
    for word, sign in _PIECE.findall(text):
        if word:
            found.append(Piece(word, joined, aside or depth > 0, after_sign, depth > 0, semicolon))
            joined = after_sign = semicolon = False
        elif sign in _AND:
            joined = True
            if found:
                found[-1] = found[-1]._replace(joined=True)
                found.append(Piece("and", False, aside or depth > 0, False, depth > 0))
        else:
            depth = max(0, depth + (sign in _OPEN) - (sign in _SHUT))
            aside = aside or sign in ",;:*|" or sign[0] in "-–"
            after_sign, semicolon = True, sign == ";"
    for at in range(1, len(found) - 1):
        if found[at].text == "amp":  # what is left of `&amp;` once the signs are gone
            found[at] = found[at]._replace(text="and")
    return found


def names_in(pieces: Sequence[Piece]) -> Iterator[tuple[str, list[Piece]]]:
    """Yield each name that a name as written holds: itself first, then those around `d/b/a`, `c/o`, `;` and brackets.

    Beside the pieces stands the role: WHOLE, IN_BRACKETS, or why it is not the whole: NOTE or OTHER_NAME.
    """
    yield WHOLE, run_together(pieces)
    texts = [piece.text for piece in pieces]
    cuts: list[tuple[int, int, str]] = []
    at = 1
    while at < len(pieces):
        join = lexicon().joins.at(texts, at)
        if pieces[at].after_semicolon:
            cuts.append((at, at, OTHER_NAME))
        elif join and at + join[0] < len(pieces):
            cuts.append((at, at + join[0], join[1]))
            at += join[0] - 1
        at += 1
    if cuts:
        bounds = [0, *(stop for _, stop, _ in cuts)], [*(start for start, _, _ in cuts), len(pieces)]
        reasons = [cuts[0][2], *(reason for _, _, reason in cuts)]
        for start, stop, reason in zip(*bounds, reasons, strict=True):
            yield reason, run_together([piece._replace(aside=False, after_sign=False) for piece in pieces[start:stop]])
    inside = [piece._replace(aside=False, after_sign=False) for piece in pieces if piece.bracketed]
    if inside and len(inside) < len(pieces) and not any(map(_is_number, inside)):
        yield NOTE, run_together([piece for piece in pieces if not piece.bracketed])
        if not cuts:
            yield IN_BRACKETS, run_together(inside)


def _is_number(piece: Piece) -> bool:
    meaning = lexicon().meanings.at([piece.text], 0)
    return piece.text.isdigit() or (meaning is not None and meaning[1].kind is Kind.NUMBER)


def run_together(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces with single letters in a row as one: `R T I`, `S & S`."""
    kept: list[Piece] = []
    run = False
    for at, piece in enumerate(pieces):
        letter = len(piece.text) == 1 and piece.text.isalpha()
        if run and letter:
            kept[-1] = kept[-1]._replace(text=kept[-1].text + piece.text)
        elif run and piece.text == "and" and len("".join(other.text for other in pieces[at + 1 : at + 2])) == 1:
            kept[-1] = kept[-1]._replace(joined=True)
        else:
            kept.append(piece)
            run = letter
    return kept
