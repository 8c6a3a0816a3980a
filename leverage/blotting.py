"""A person's name taken out of texts: every whole mention becomes "a former colleague".

Where that would not fit into what a field may hold, something shorter stands there instead, so that no other word is
lost and the record can still be edited.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from leverage.deals import FIELDS
from leverage.naming.letters import plain_letters
from leverage.text import fold

FORMER = "a former colleague"
INSTEAD = (FORMER, "a colleague", "…")  # the last is never longer than a name
MOST_OTHERWISE = 200  # characters, as in most lines of a form
MOST_CHARACTERS = {
    "notes": 20_000,
    "links": 2_000,
    "reason": 1_000,
    "text": 1_000,
    "happened": 1_000,
    "note": 1_000,
    "about": 500,
    "tactic": 500,
    "signals": 300,  # of an earlier version
    "taken_back_why": 1_000,
    "quote": 300,
    "logged_by_email": 320,
    "entered_by": 320,
    "payment_terms": 300,
    "unit": 100,
}

_PERSON_FIELDS = frozenset({"logged_by", "changed_by", "noted_by", "by", "undone_by", "person", "taken_back_by"})
_ADDRESS_FIELDS = frozenset({"logged_by_email", "entered_by"})
_FLEXIBLE, _FIRM = "flexible_on", "firm_on"
# Names of what we keep, those of several words: any other key of a record, such as a heading, may name a person.
OUR_KEYS = frozenset(
    (
        *FIELDS,
        *("deal_id", "deal_ids", "entered_at", "entered_by", "changed_at", "changed_by", "from_", "from_bank", "from_vendor"),
        *("noted_at", "noted_by", "undone_at", "undone_by", "source_name", "target_name", "gained_banks", "left_behind"),
        *("adopted_parent", "dropped_parent", "has_left", "batch_id", "taken_back_by", "taken_back_at", "taken_back_why"),
    )
)

_SPACE = r"[\s\-_.]+"  # between the words of a name, and of the local part of an address
_HOST = r"@[\w\-]+(?:\.[\w\-]+)+"
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
_GAP = r"[._\-]?"
_SHORTEST_PART = 3  # letters: a shorter word is too often another one


class Blotter:
    """Takes out the spellings of one person's name.

    A name of one word is taken out only where a field holds nothing else and names a person: it may be any word of a
    note. A name of several words is taken out wherever it stands, in any case and spacing, with the last name first
    ("Weber, Jonas"), and as the e-mail addresses that are made from it.
    """

    def __init__(self, spellings: Iterable[str]) -> None:
        written = list(spellings)
        self.spellings = tuple(written)
        self._folded = {fold(each) for each in written}
        names = {tuple(name): None for each in written for name in _names(each)}
        forms = sorted({form for name in names for form in _forms(name)}, key=len, reverse=True)
        self._mention = re.compile(rf"(?<!\w)(?:{'|'.join(forms)})(?!\w)", re.IGNORECASE) if forms else None
        parts = {part for name in names for part in (name[0], name[-1]) if len(part) >= _SHORTEST_PART}
        joined = "|".join(map(re.escape, sorted(parts, key=len, reverse=True)))
        self._part = re.compile(rf"(?<!\w)(?:{joined})(?!\w)", re.IGNORECASE) if joined else None

    def is_person(self, name: Any) -> bool:
        """Say whether a field's value is the person's name."""
        if not isinstance(name, str):
            return False
        return fold(name) in self._folded or bool(self._mention and self._mention.fullmatch(name.strip()))

    def mentions(self, value: Any) -> bool:
        """Say whether a value of JSON types names the person anywhere."""
        return bool(self.blotted(value) != value)

    def parts(self, value: Any) -> list[str]:
        """Return the single words of the name that still stand in a value of JSON types when the name is taken out.

        They may mean the person or anybody else. Fields that hold a person's name are passed over.
        """
        if self._part is None:
            return []
        return sorted({fold(found) for text in _texts(self.blotted(value)) for found in self._part.findall(text)})

    def text(self, text: str, instead: str = FORMER) -> str:
        """Return a text without the name; `instead` stands where it stood."""
        return self._mention.sub(instead, text) if self._mention else text

    def places(self, text: str) -> list[tuple[int, int]]:
        """Return where the name stands in a text, as `text` takes it out."""
        return [found.span() for found in self._mention.finditer(text)] if self._mention else []

    def blotted(self, value: Any, field: str = "") -> Any:
        """Return a value of JSON types without the name; who logged a deal loses the address, too.

        No text grows beyond what its field may hold, and terms of a deal that were two stay two.
        """
        if isinstance(value, str):
            return self._fitting(value, field)
        if isinstance(value, Mapping):
            is_theirs = any(self.is_person(value.get(name)) for name in _PERSON_FIELDS)
            keys = self._keys(value)
            told = {keys[name]: self._field(name, each, is_theirs=is_theirs) for name, each in value.items()}
            return self._apart(value, told)
        if isinstance(value, list | tuple):
            # A list in a list is a pair or the like, each place of which means something.
            blotted_each = [
                [self.blotted(one, field) for one in each] if isinstance(each, list | tuple) else self.blotted(each, field)
                for each in value
            ]
            return blotted_each if blotted_each == list(map(_as_list, value)) else _each_once(blotted_each)
        return value

    def _keys(self, value: Mapping[str, Any]) -> dict[str, str]:
        """Return what each key of a record becomes, no two the same; names of our own stay."""
        named = [name for name in value if name not in OUR_KEYS and self.text(name) != name]
        keys = {name: name for name in value if name not in named}
        for name in named:
            tried = (self.text(name, instead) for instead in (FORMER, *_further()))
            keys[name] = next(each for each in tried if each not in keys.values())
        return keys

    def _fitting(self, text: str, field: str) -> str:
        most = max(len(text), MOST_CHARACTERS.get(field, MOST_OTHERWISE))
        for instead in INSTEAD:
            blotted = self.text(text, instead)
            if len(blotted) <= most:
                break
        return blotted

    def _apart(self, before: Mapping[str, Any], blotted: dict[str, Any]) -> dict[str, Any]:
        """Return a deal's fields with no term both flexible and firm that was not both before."""
        firm = {fold(each) for each in blotted.get(_FIRM) or () if isinstance(each, str)}
        flexible = blotted.get(_FLEXIBLE) or ()
        if firm.isdisjoint(fold(each) for each in flexible if isinstance(each, str)):
            return blotted
        terms = [self._other_than(firm, term) for term in before[_FLEXIBLE]]
        firm_terms = blotted[_FIRM]
        if not firm.isdisjoint(map(fold, terms)):  # then it is the firm one that named them
            flexible_now = set(map(fold, terms))
            firm_terms = [self._other_than(flexible_now, term) for term in before[_FIRM]]
        return blotted | {_FLEXIBLE: terms, _FIRM: firm_terms}

    def _other_than(self, taken: set[str], term: str) -> str:
        """Return a term without the name that folds to none of those taken, where the name leaves a choice."""
        blotted = self._fitting(term, "")
        if blotted == term or fold(blotted) not in taken:
            return blotted
        tried = (self.text(term, instead) for instead in _further())
        most = max(len(term), MOST_OTHERWISE)
        return next((each for each in tried if fold(each) not in taken and len(each) <= most), blotted)

    def _field(self, name: str, value: Any, *, is_theirs: bool) -> Any:
        if name in _PERSON_FIELDS and self.is_person(value):
            return FORMER
        if name in _ADDRESS_FIELDS and is_theirs:
            return None
        return self.blotted(value, name)


def _names(spelling: str) -> Iterator[list[str]]:
    """Yield the words of a name as they may be spelled, the first name first; nothing for a name of one word."""
    last, comma, first = spelling.partition(",")
    name = f"{first} {last}" if comma and first.strip() else spelling
    for each in (name, fold(name), plain_letters(name), plain_letters(name.casefold().translate(_UMLAUTS))):
        words = [word for word in re.split(r"[\s\-_.,]+", each) if word]
        if len(words) > 1:
            yield words


def _forms(name: tuple[str, ...]) -> Iterator[str]:
    """Yield patterns for what stands for a name: in order, the last name first, and addresses."""
    words = [re.escape(word) for word in name]
    first, last = words[0], words[-1]
    yield rf"{_SPACE.join(words)}(?:\d*{_HOST})?"
    for place in range(1, len(words)):
        yield rf"{_SPACE.join(words[place:])}\s*,\s*{_SPACE.join(words[:place])}"
    initial, lasts = re.escape(name[0][0]), [_GAP.join(words[1:]), last]
    lasts += words[1:2] if len(name[1]) >= _SHORTEST_PART else []
    local = [f"{one}{_GAP}{other}" for each in (first, initial) for end in lasts for one, other in ((each, end), (end, each))]
    local.append(f"{first}{_GAP}{re.escape(name[-1][0])}")
    local.append("".join(re.escape(word[0]) for word in name[:-1]) + last)
    yield from (rf"{each}\d*{_HOST}" for each in dict.fromkeys(local))


def _texts(value: Any) -> Iterator[str]:
    """Yield the texts in a value of JSON types, those of fields that name a person left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, each in value.items():
            if name not in _PERSON_FIELDS:
                yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)


def _as_list(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _each_once(values: list[Any]) -> list[Any]:
    """Return the values without the texts that say again what one before says."""
    if not all(isinstance(each, str) for each in values):
        return values
    return list({fold(each): each for each in reversed(values)}.values())[::-1]


def _further() -> Iterator[str]:
    """Yield what else may stand for a name, ever another."""
    yield from INSTEAD[1:]
    yield from (f"{INSTEAD[-1]}{n}" for n in range(2, 1_000))
