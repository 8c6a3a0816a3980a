"""A person's name taken out of texts: every whole mention becomes "a former colleague"."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from leverage.text import fold

FORMER = "a former colleague"

_PERSON_FIELDS = frozenset({"logged_by", "changed_by", "noted_by", "by", "undone_by"})
_ADDRESS_FIELDS = frozenset({"logged_by_email"})


class Blotter:
    """Takes out the spellings of one person's name.

    A name of one word is taken out only where a field holds nothing else and names a person: it may be any word of a
    note. A name of several words is taken out wherever it stands, in any case and spacing.
    """

    def __init__(self, spellings: Iterable[str]) -> None:
        written = list(spellings)
        self._folded = {fold(each) for each in written}
        several = sorted({*self._folded, *map(_plain, written)}, key=len, reverse=True)
        joined = "|".join(r"[\s\-_]+".join(map(re.escape, each.split())) for each in several if " " in each)
        self._mention = re.compile(rf"(?<!\w)(?:{joined})(?!\w)", re.IGNORECASE) if joined else None

    def is_person(self, name: Any) -> bool:
        """Say whether a field's value is the person's name."""
        return isinstance(name, str) and fold(name) in self._folded

    def mentions(self, value: Any) -> bool:
        """Say whether a value of JSON types names the person anywhere."""
        return bool(self.blotted(value) != value)

    def text(self, text: str) -> str:
        """Return a text without the name."""
        return self._mention.sub(FORMER, text) if self._mention else text

    def blotted(self, value: Any) -> Any:
        """Return a value of JSON types without the name; who logged a deal loses the address, too."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            is_theirs = any(self.is_person(value.get(name)) for name in _PERSON_FIELDS)
            return {name: self._field(name, each, is_theirs=is_theirs) for name, each in value.items()}
        if isinstance(value, list | tuple):
            return [self.blotted(each) for each in value]
        return value

    def _field(self, name: str, value: Any, *, is_theirs: bool) -> Any:
        if name in _PERSON_FIELDS and self.is_person(value):
            return FORMER
        if name in _ADDRESS_FIELDS and is_theirs:
            return None
        return self.blotted(value)


def _plain(name: str) -> str:
    return re.sub(r"[\s\-_]+", " ", name).strip()
