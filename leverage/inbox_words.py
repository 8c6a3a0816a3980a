"""Which texts in the inbox's records people wrote: in these alone, named field by field, a name is put out of sight.

What else the records hold are words of our own, such as a state, a kind or an id. A vendor may be called like one of them.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from leverage.blotting import Blotter
from leverage.vendor_traces import ERASED, ErasedVendor

PEOPLE = ("logged_by", "logged_by_email", "department", "visible_to")
NAMES = ("vendor", "product", "competitor", "contact", "reseller", "contract_ref", "links")
PROSE = ("payment_terms", "unit", "billing_frequency", "notes", "flexible_on", "firm_on", "conceded", "obtained")
ITEMS = {"tactics": "tactic", "signals": "quote"}  # lists of records, and what a person wrote in each

Record = Mapping[str, Any]

# A sentence of ours that tells of a file begins with its name.
_OF_A_FILE = re.compile(r"(?P<ours>Left out: )?(?P<name>.*(?:\w\.[^\W_]{2,5}\b|(?= was left out: )))(?P<rest>.*)", re.DOTALL)


@dataclass(frozen=True)
class Rewording:
    """Takes a name out of what people wrote: `values` of a deal, `title` of a file, `prose` and `person` of who did it."""

    values: Callable[[Record], Record]
    title: Callable[[str], str]
    prose: Callable[[str], str]
    person: Callable[[str], str]

    def proposal(self, stored: Record) -> dict[str, Any]:
        """Return a proposal's record without the name; its quotes are left to who cuts the text."""
        values = stored["values"]
        written = {name: values[name] for name in (*PEOPLE, *NAMES, *PROSE) if name in values}
        written |= {name: [_item(each, key) for each in values[name]] for name, key in ITEMS.items() if name in values}
        told = dict(self.values(written))
        for name in ITEMS.keys() & values.keys():
            told[name] = [_with_item(old, new) for old, new in zip(values[name], told[name], strict=True)]
        return {
            **stored,
            "values": {**values, **told},
            "source": self._named(stored["source"]),
            "found": self._done(stored["found"]),
            "reason": stored["reason"] and self.prose(stored["reason"]),
            "decided": self._done(stored["decided"]),
        }

    def source(self, stored: Record) -> dict[str, Any]:
        """Return the record about a text without the name."""
        named = self._named(stored) if "name" in stored else dict(stored)
        return named | ({"left_out": list(map(self._sentence, stored["left_out"]))} if "left_out" in stored else {})

    def report(self, stored: Record) -> dict[str, Any]:
        """Return a report's record without the name."""
        return {
            **self._done(stored),
            "folder": self.title(stored["folder"]),
            "skipped": [{**self._named(each), "why": self._why(each["name"], each["why"])} for each in stored["skipped"]],
            "files": [self.source(each) for each in stored["files"]],
        }

    def _named(self, stored: Record) -> dict[str, Any]:
        return {**stored, "name": self.title(stored["name"])}

    def _done(self, stored: Record) -> dict[str, Any]:
        by, under = stored["by"], stored.get("entered_by")
        done = {**stored, "by": by and self.person(by)}
        is_theirs = under and (done["by"] != by or self.person(under) != under)
        return done | ({"entered_by": None} if is_theirs else {})

    def _why(self, name: str, why: str) -> str:
        return self.title(name) + why.removeprefix(name) if why.startswith(name) else self._sentence(why)

    def _sentence(self, sentence: str) -> str:
        found = _OF_A_FILE.match(sentence)
        return f"{found['ours'] or ''}{self.title(found['name'])}{found['rest']}" if found else sentence


def without_vendor(vendor: ErasedVendor) -> Rewording:
    """Return what takes an erased vendor's name out; who did something, and for which department, is no vendor."""

    def prose(text: str) -> str:
        told, until = "", 0
        for start, end in vendor.places(text, is_prose=True):
            told, until = told + text[until:start] + ERASED, end
        return told + text[until:]

    def values(written: Record) -> Record:
        changes = {**dict.fromkeys(NAMES, vendor.out_of_text), **dict.fromkeys((*PROSE, *ITEMS), prose)}
        return {name: _each(value, changes[name]) if name in changes else value for name, value in written.items()}

    return Rewording(values, vendor.out_of_text, prose, lambda person: person)


def without_person(blotter: Blotter) -> Rewording:
    """Return what takes a person's name out."""

    def by(person: str) -> str:
        return str(blotter.blotted({"by": person})["by"])

    def prose(text: str) -> str:
        return str(blotter.blotted({"reason": text})["reason"])

    return Rewording(blotter.blotted, blotter.blotted, prose, by)


def _item(stored: Any, key: str) -> Any:
    return {key: stored[key]} if isinstance(stored, Mapping) else stored


def _with_item(old: Any, new: Any) -> Any:
    return {**old, **new} if isinstance(old, Mapping) else new


def _each(value: Any, change: Callable[[str], str]) -> Any:
    """Return a text, a list of texts or a list of records of texts with each text changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Mapping):
        return {name: _each(each, change) for name, each in value.items()}
    return [_each(each, change) for each in value] if isinstance(value, list) else value
