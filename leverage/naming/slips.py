"""Slips: two spellings of one word, as fingers, ears and other alphabets make them."""

import functools
import re

from rapidfuzz.distance import OSA

_VOWELS = frozenset("aeiouy")
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_BESIDE = frozenset(
    pair
    for y, row in enumerate(_ROWS)
    for x, key in enumerate(row)
    for other in (row[x - 1 : x] + row[x + 1 : x + 2] + (_ROWS[y + 1][max(x - 1, 0) : x + 1] if y + 1 < len(_ROWS) else ""))
    for pair in (key + other, other + key)
)
_SOUNDS = (
    (re.compile("ae"), "a"),
    (re.compile("oe"), "o"),
    (re.compile("ue"), "u"),
    (re.compile("ph"), "f"),
    (re.compile("th"), "t"),
    (re.compile("ij"), "i"),
    (re.compile("y"), "i"),
    (re.compile("w"), "v"),
    (re.compile("x"), "ks"),
    (re.compile("ck|qu?"), "k"),
    (re.compile("(?<=.)c(?![eiyh])"), "k"),
    (re.compile("(?<=.)z"), "s"),
    (re.compile("(?<=[^cs])h"), ""),
    (re.compile(r"(.)\1+"), r"\1"),
)
_PLURALS = (("s", ""), ("es", ""), ("ies", "y"))


@functools.lru_cache(maxsize=20_000)
def sound_of(word: str) -> str:
    """Return a key that ue/ü, ph/f, c/k, y/i, x/ks and doubled letters do not change; the first letter stays."""
    for pattern, sound in _SOUNDS:
        word = pattern.sub(sound, word)
    return word


def is_plural(one: str, other: str) -> bool:
    """Say whether one word is the other's plural."""
    short, long = sorted((one, other), key=len)
    return len(short) >= 4 and any(
        long.endswith(plural) and long[: len(long) - len(plural)] + singular == short for plural, singular in _PLURALS
    )


def are_one_abroad(one: str, other: str) -> bool:
    """Say whether two words that are known are one in two languages: energy and Energie, logistics and logística."""
    stems = [sound_of(word).rstrip("aeios") for word in (one, other)]
    return stems[0] == stems[1] and len(stems[0]) >= 4


@functools.lru_cache(maxsize=20_000)
def slips_between(one: str, other: str) -> int | None:
    """Return how many slips make one word of the other, or None where they rather are two words.

    The shorter the words, the more a slip must be one that people make: letters swapped, doubled or, from six
    letters on, left out, hit beside the key, or a vowel for a vowel. Figures are never a slip.
    """
    if one == other:
        return 0
    shortest, longest = sorted((len(one), len(other)))
    if shortest < 3 or longest > shortest + 4 or (not (one.isalpha() and other.isalpha()) and _figures(one) != _figures(other)):
        return None
    if one[0] == other[0] and _is_small_slip(one, other, longest):
        return 1
    if longest >= 4 and sound_of(one) == sound_of(other):
        return 1
    most = 3 if longest >= 15 else 2 if longest >= 11 else 1 if longest >= 8 else 0
    distance = OSA.distance(one, other, score_cutoff=most) if most else 1
    return distance if distance <= most else None


def _is_small_slip(one: str, other: str, longest: int) -> bool:
    """Say whether a single slip that is easily made tells the words apart."""
    start = _shared(one, other)
    end = _shared(one[start:][::-1], other[start:][::-1])
    left, right = one[start : len(one) - end], other[start : len(other) - end]
    if len(left) == len(right) == 2:
        return longest >= 4 and left == right[::-1]
    if len(left) + len(right) == 1:
        char, at = left or right, start
        longer = one if left else other
        doubled = longer[at - 1] == char or longer[at + 1 : at + 2] == char
        return longest >= 6 or (doubled and longest >= 4)
    if len(left) == len(right) == 1:
        return longest >= 6 and (left + right in _BESIDE or {left, right} <= _VOWELS)
    return False


def _shared(one: str, other: str) -> int:
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def _figures(word: str) -> str:
    return "".join(filter(str.isdigit, word))
