"""A form: one way to say one thing about deals, with the words for it, what may be added, and what proves it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from leverage.reflect.adjuncts import people
from leverage.reflect.condition import Holds, both, falls, named, term_key
from leverage.reflect.pattern import Pattern, Slots
from leverage.reflect.reading import Reading
from leverage.reflect.scope import Ids, Scope


@dataclass(frozen=True)
class Said:
    """What a sentence says in the slots of a form."""

    slots: Slots
    reading: Reading

    def __call__(self, name: str, letter: str | None = None) -> list[Any]:
        """Return the values of a slot in the order of the text; `letter` is their kind where the slot has another name."""
        wanted = letter or name
        return [self.reading.values[each][wanted] for each in self.slots.values.get(name, ())]

    def has(self, mark: str) -> bool:
        """Whether a remembered choice was made."""
        return self.slots.has(mark)

    def which(self, *marks: str) -> str | None:
        """Return the first of the choices that was made."""
        return next((mark for mark in marks if self.has(mark)), None)

    def terms(self) -> list[str]:
        """Return the terms of the list, each in its folded singular."""
        return [term for each in self.slots.values.get("T", ()) if (term := self._term(each))]

    def labels(self) -> list[str]:
        """Return the payment terms of the list of terms."""
        known = (self.reading.values.get(each, {}) for each in self.slots.values.get("T", ()))
        return [values["Y"] for values in known if "T" not in values and "Y" in values]

    def _term(self, name: str) -> str | None:
        values = self.reading.values.get(name)
        return term_key(name) if values is None else values.get("T")


@dataclass(frozen=True)
class Form:
    """One way to say one thing.

    `adjuncts` may be added, `proof` gives the deals that prove it within the scope that they leave. `is_line` says that
    it speaks of the vendor at large, `is_counted` that it counts, so that no adjunct of another clause may narrow it.
    `follows` names the form whose subject it shares.
    """

    name: str
    pattern: Pattern
    adjuncts: frozenset[str]
    proof: Callable[[Said, Scope], Ids]
    is_line: bool = False
    is_counted: bool = False
    follows: str = ""


def own_conditions(said: Said) -> list[Holds]:
    """Return what the words of a form themselves say on who, when and what for."""
    conditions = people(said)
    conditions += [named("product", each) for each in said("P")]
    conditions += [falls("deal_date", each) for letter in "AJI" for each in said(letter)]
    return [both(*conditions)] if conditions else []
