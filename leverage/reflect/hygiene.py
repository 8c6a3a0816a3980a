"""Hygiene: which names, terms and tactics may stand in a sentence as they are.

People type freely, and a name that reads like a fact would become one in a sentence of the product's own. Such a term
or tactic is shown in quotation marks only, as what somebody wrote; such a name not at all.
"""

import functools
import re

_SAYS = """
    agree agrees agreed accept accepts accepted give gives gave given grant grants granted offer offers offered get gets got
    obtained secured achieved received won refuse refuses refused concede conceded was were is are am be been being has have
    had do does did worked works failed fails paid pays will shall should could can cannot would might must
    guarantee guaranteed guarantees promise promised ignore disregard
"""
_COUNTS = """
    all every everyone everybody everything everywhere always any anyone anybody anything whatever each most whole entire
    only ever forever free unlimited nobody nothing none neither never half zero twice double triple
"""
_DENIES = "no not nor without n't don't won't can't except unless but"
_POINTS = "who which that whom whose we you they he she i our your their his her this these those"
_DEALS = "deal deals contract contracts agreement agreements discount discounts price prices payment payments terms negotiation"
_SUMS = "percent pct off hundred thousand million billion euro euros dollar dollars pound pounds cent cents tenth tenths eur usd"


def _words(*lists: str) -> frozenset[str]:
    return frozenset(" ".join(lists).split())


_NEVER = {
    "person": _words(_SAYS, _COUNTS, _DENIES, _POINTS, _DEALS, _SUMS, "and or"),
    "thing": _words(_SAYS, _COUNTS, _DENIES, _POINTS, _SUMS, "discount discounts terms deal deals agreement"),
    "term": _words(_SAYS, _COUNTS, _DENIES, "who which whom whose we you they he she i your", _SUMS),
    "tactic": _words(_SAYS, "nobody nothing none never unlimited forever free everyone everybody everything always", _SUMS)
    | _words("who which we you they i"),
}
_NEVER["tactic"] -= _words("offer promise give get accept concede grant agree refuse do be have work pay guarantee")
_NUMBERS = _words("one two three four five six seven eight nine ten eleven twelve")
_OPENS_NO_NAME = _words(_COUNTS, _DENIES, "the a an this these those")
_KINDS = {"P": "thing", "E": "thing", "B": "thing", "T": "term", "K": "tactic"}
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_LINK = re.compile(r"https?:|www\.|://|@|\w/\w*\.|\.\w{2,}/|[^\W\d_]{2,}\.[a-z]{2,}\b|\d[\d \-/]{5,}\d", re.IGNORECASE)
_SIGN = re.compile(r"[%‰€$£¥<>\[\]{}|\\`*_#=!?“”\"«»;:]")
_MEASURED = re.compile(r"\d\W*(?:days?|months?|years?|weeks?|points?|net\b|k\b|m\b)|\bnet\W*\d", re.IGNORECASE)
_ANY_SIGN = re.compile(r"[<>\[\]{}|\\`*_#=]|!\[")


@functools.lru_cache(maxsize=4096)
def is_plain(text: str, letter: str) -> bool:
    """Whether a name, term or tactic may stand in a sentence without quotation marks; `letter` says what it is."""
    kind = _KINDS.get(letter, "person")
    words = {word.casefold() for word in _WORD.findall(text)}
    if not words or words & _NEVER[kind] or (letter != "V" and _LINK.search(text)) or _SIGN.search(text):
        return False
    if words <= _NUMBERS or (kind == "person" and words & _NUMBERS) or _WORD.findall(text)[0].casefold() in _OPENS_NO_NAME:
        return False
    if letter in "TK" and re.search(r"\d", text):
        return False
    return not _MEASURED.search(text) and (kind != "person" or ("," not in text and len(words) <= 6))


@functools.lru_cache(maxsize=4096)
def is_quotable(text: str) -> bool:
    """Whether a term or tactic may stand in a sentence between quotation marks: without links, markup or marks of its own."""
    return not (_LINK.search(text) or _ANY_SIGN.search(text) or re.search('[“”"«»]', text))
