"""Which code page a text is likely in: the one that puts letters inside words and currency signs beside figures."""

import re
import unicodedata
from functools import cache

from charset_normalizer import from_bytes

# In the order in which a tie is broken.
LATIN_PAGES = ("cp1252", "mac_roman", "cp850", "cp437", "cp1250", "cp1254", "cp1257", "cp852")
OTHER_PAGES = ("cp1251", "koi8_r", "cp866", "cp1253", "cp1255", "cp1256", "cp932", "gb18030", "big5", "cp949", "cp874")
CODE_PAGES = LATIN_PAGES + OTHER_PAGES

_MOST_OFFERED = 8
_SEEN = 2_000  # places looked at; more say nothing new
_HIGH = re.compile(rb"[\x80-\xff]+")
_AROUND = 12

_COMMON = frozenset("àáâãäåæçèéêëìíîïñòóôõöøùúûüßÀÁÂÃÄÅÆÇÈÉÊËÍÎÑÓÔÕÖØÚÜ")
_CENTRAL = frozenset("ąćęłńśźżčďěňřšťůžőűăţşğıİŞĄĆĘŁŃŚŹŻČĎŘŠŤŽŐŰēīūāģķļņĀĒ")
_ALONE = frozenset("àáéíóúèÀÁÉÓÈ")
_QUOTES = frozenset("’‘“”„‚«»‹›")
_DASHES = frozenset("–—•…·")
_CURRENCY = frozenset("£€¥¢")
_MARKS = frozenset("°ºª§©®™±²³½¼¾µ¿¡×")


def possible_pages(data: bytes) -> list[str]:
    """Return the Latin code pages that have a sign for every byte, in the order in which people have them."""
    high = bytes(set(data) - set(range(128)))
    return [page for page in LATIN_PAGES if _reads(page, high)]


def likely_pages(data: bytes) -> list[str]:
    """Return the code pages that have a sign for every byte, the likeliest first."""
    runs = [match.group() for match, _ in zip(_HIGH.finditer(data), range(_SEEN), strict=False)]
    if sum(len(run) for run in runs if len(run) > 2) * 2 > sum(map(len, runs)):
        return _other_script(data)
    possible = possible_pages(data)
    from_a_mac = b"\r" in data and b"\n" not in data
    scores = {page: _score(data, page) + (0.5 if from_a_mac and page == "mac_roman" else 0.0) for page in possible}
    best = max(scores.values())
    ranked = sorted(possible, key=lambda page: (-scores[page], LATIN_PAGES.index(page)))
    level = [page for page in ranked if scores[page] >= best - 0.02]
    if len(level) > 1 and "cp1252" in level:
        likeliest = _by_language(data, level) or level[0]
        ranked = [likeliest, *(page for page in ranked if page != likeliest)]
    return ranked[:_MOST_OFFERED]


def _other_script(data: bytes) -> list[str]:
    """Return the pages for a text that is mostly beyond ASCII, as Cyrillic, Greek or Chinese is."""
    sample = data[:20_000]
    sample = sample[: sample.rfind(b"\n") + 1] or sample
    found = [match.encoding for match in from_bytes(sample, cp_isolation=list(OTHER_PAGES), steps=8, chunk_size=1024)]
    possible = [page for page in (*found, *OTHER_PAGES, *LATIN_PAGES) if page in CODE_PAGES]
    return [page for page in dict.fromkeys(possible) if _decodes(data, page)][:_MOST_OFFERED]


def _by_language(data: bytes, level: list[str]) -> str | None:
    """Return the one page in whose language the words make sense, where a detector is sure of one."""
    lines = [line for line in data[:400_000].splitlines() if not line.isascii()][:400]
    matches = from_bytes(b"\n".join(lines), cp_isolation=level, enable_fallback=False)
    best = matches.best()
    return best.encoding if best and best.coherence > 0.5 and len(lines) > 10 else None


@cache
def _signs(page: str) -> tuple[str | None, ...]:
    """Return what each byte is in a page of one byte a sign."""
    signs: list[str | None] = []
    for number in range(256):
        try:
            signs.append(bytes([number]).decode(page))
        except UnicodeDecodeError:
            signs.append(None)
    return tuple(signs)


def _reads(page: str, high: bytes) -> bool:
    return all(_signs(page)[byte] is not None for byte in high)


def _decodes(data: bytes, page: str) -> bool:
    try:
        data.decode(page)
    except UnicodeDecodeError:
        return False
    return True


def _score(data: bytes, page: str) -> float:
    """Return how well the signs beyond ASCII fit where they stand: 1 is a letter in a word everywhere."""
    signs = _signs(page)
    total, seen = 0.0, 0
    for match in _HIGH.finditer(data):
        start, end = max(0, match.start() - 2), match.end() + 2
        text = "".join(signs[byte] or "\ufffd" for byte in data[start:end])
        for index in range(match.start() - start, match.end() - start):
            total += _fit(text[:index], text[index], text[index + 1 :])
            seen += 1
        if seen > _SEEN:
            break
    return total / max(seen, 1)


def _fit(before: str, sign: str, after: str) -> float:
    left, right = before[-1:] or " ", after[:1] or " "
    if sign.isalpha() and sign not in _MARKS:
        return _letter(before, sign, left, right)
    if sign in _CURRENCY:
        beside = right.isdigit() or left.isdigit() or (left == " " and after[1:2].isdigit()) or before[-2:-1].isdigit()
        return 1.0 if beside else 0.0 if sign != "¢" else -0.5
    if sign == "\xa0":
        return 1.0 if left.isalnum() or right.isalnum() or left in "$%€" else 0.5
    if sign in _QUOTES:
        apostrophe = sign == "’" and left.isalpha() and right.isalpha()
        return 1.0 if apostrophe else 0.6 if not (left.isalnum() and right.isalnum()) else -0.5
    if sign in _DASHES:
        return 0.7 if left.isspace() == right.isspace() else 0.3
    if sign in _MARKS:
        return 0.3 if not (left.isalpha() and right.isalpha()) else -0.8
    return -1.5 if unicodedata.category(sign) in ("Cc", "Cn", "So", "Co") or 0x2500 <= ord(sign) < 0x25A0 else -1.0


def _letter(before: str, sign: str, left: str, right: str) -> float:
    worth = 1.0 if sign in _COMMON else 0.95 if sign in _CENTRAL else 0.4
    if left.isdigit() or right.isdigit():
        return -1.0
    if left.isalpha() or right.isalpha():
        if sign.isupper() and left.islower():
            return -1.0  # no word has a capital behind a small letter
        among_capitals = before[-2:].isupper() and before[-2:].isalpha() and len(before) > 1
        if sign.islower() and (among_capitals or right.isupper()):
            return -0.5
        return worth
    return 0.3 if sign in _ALONE and left.isspace() and right.isspace() else -0.6
