"""Other vendors that a question names: their memory is not the one that is asked."""

import re
from collections.abc import Iterable

from leverage.concepts import is_ordinary, says_a_topic
from leverage.index import Vendor
from leverage.stems import is_everyday, is_of_every_deal, plain_word, stem
from leverage.text import fold

_SHORTEST = 2  # characters of a name that is looked for


def mentioned(question: str, vendors: Iterable[Vendor], own: Iterable[str]) -> list[tuple[Vendor, str]]:
    """Return the vendors that a question names, each with the words that do; `own` are the names of the one asked about.

    A name that is also a word of everybody's counts only where it is written as a name.
    """
    asked = fold(question)
    mine = {fold(name) for name in own}
    found: list[tuple[Vendor, str]] = []
    for vendor in vendors:
        names = sorted((vendor.name, *vendor.aliases), key=len, reverse=True)
        for name in names:
            folded = fold(name)
            if len(folded) < _SHORTEST or folded in mine or folded not in asked:
                continue
            if (words := _as_written(question, name)) is not None:
                found.append((vendor, words))
                break
    longest_first = sorted(found, key=lambda each: -len(each[1]))
    kept: list[tuple[Vendor, str]] = []
    for vendor, words in longest_first:  # “Nord” within “Nord Energy” is not another one
        if not any(words in longer for _, longer in kept):
            kept.append((vendor, words))
    return kept


def without(question: str, words: Iterable[str]) -> str:
    """Return a question without some of its words."""
    for each in words:
        question = question.replace(each, " ")
    return " ".join(question.split())


def _as_written(question: str, name: str) -> str | None:
    flags = 0 if is_a_word(name) else re.IGNORECASE
    spelled = r"[\s\-_]+".join(map(re.escape, re.split(r"[\s\-_]+", name.strip())))
    found = re.search(rf"(?<!\w){spelled}(?:['’]s)?(?!\w)", question, flags)
    return found[0] if found else None


def is_a_word(name: str) -> bool:
    """Say whether a name is also a word of everybody's."""
    plain = plain_word(name)
    if " " in plain:
        return False
    return says_a_topic(stem(plain)) or is_everyday(plain) or is_of_every_deal(plain) or is_ordinary(plain)
