"""Adjuncts: what a clause adds on when, who, what for and how often; each is a condition on the same deals.

Nothing here is decoration: whatever an adjunct says has to hold in the deals that prove the clause.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from leverage.deals import Deal
from leverage.reflect.condition import Holds, both, equals, falls, is_agreed, named, pays, sells
from leverage.reflect.pattern import Pattern, Slots
from leverage.reflect.reading import Reading
from leverage.reflect.scope import Often
from leverage.text import fold
from leverage.wording import show_number

_THAT = "( that raised it | where it was raised | in which it was raised | that tried it | where it was tried | "
_RAISED = f"{_THAT}in which it was tried )"

ADJUNCTS = {
    "when": Pattern("( in | during ) ( <J> | <I*> )", "on <A>"),
    "by": Pattern(
        "[ which ( was | were ) ] [ @agreed( agreed | negotiated | achieved | secured ) ] by {BY}",
        "by <W*:people>",
    ),
    "with": Pattern("with {WHO}"),
    "for": Pattern("for <W*:people>", "for {BY}"),
    "product": Pattern(
        "( for | on ) [ the ] <P> [ @renewal( renewal ) | @expansion( expansion ) | deal | @agreed( contract | agreement ) ]",
        "for <P> {DETAILS}",
        "( for | at | in | on ) the ( @renewal( renewal ) | @expansion( expansion ) ) of <P>",
    ),
    "kind": Pattern("( at renewal | ( at | in | for | on ) ( @renewal( a renewal ) | @expansion( an expansion ) ) )"),
    "terms": Pattern("[ and ] with {TERMS}"),
    "size": Pattern("for <Q> <E>"),
    "term": Pattern("for <L>"),
    "reseller": Pattern("[ bought ] through the reseller <R>", "[ bought ] through <R>"),
    "competitor": Pattern("with [ the ] [ competitor ] <C> in play"),
    "deal": Pattern("in deal [ number ] <Q:number>"),
    "vendor_with": Pattern("with {VENDOR}"),
    "vendor_against": Pattern("against {VENDOR}"),
    "vendor_from": Pattern("from {VENDOR}"),
    "vendor_by": Pattern("by {VENDOR}"),
    "to": Pattern("to {WHO}"),
    "often": Pattern(
        f"in [ @all( all ) ] <Q:n> [ recorded | @of_agreed( agreed ) ] ( deals | deal | negotiations ) [ @raised{_RAISED} ]",
        f"in <Q:n> of [ the | its | all ] <Q:of> [ recorded | @of_agreed( agreed ) ] {{DEALS}} [ @raised{_RAISED} ]",
        f"in ( @every( every deal | each deal | every negotiation | all deals ) | @both( both deals ) ) [ @raised{_RAISED} ]",
        "in ( @most( most deals ) | @many( several deals | many deals ) | @some( more than one deal ) )",
        "( @one( once ) | @two( twice ) | <Q:n> times | @some( more than once | repeatedly ) )",
    ),
}
WHEN = frozenset({"when", "product", "kind", "deal"})
DEALT = WHEN | {"terms", "size", "reseller", "competitor", "often"}
ALL_OF_THEM = DEALT | {"by", "with", "for", "vendor_with"}


@dataclass(frozen=True)
class Adjunct:
    """An adjunct as it was found: its name, its slots, and where it ends."""

    name: str
    slots: Slots

    def conditions(self, reading: Reading, numbers: Callable[[Deal], int]) -> list[Holds]:
        """Return what it demands of a deal: one condition, or several of which each is shown by itself."""
        return _DEMANDS.get(self.name, _nothing)(_Values(self.slots, reading), numbers)

    def often(self, reading: Reading) -> Often:
        """Return how often it says that something was so."""
        slots = self.slots
        said = _Values(slots, reading)
        n = next(iter(said.of("n", "Q")), None)
        if slots.has("one") or slots.has("two"):
            n = Decimal(1 if slots.has("one") else 2)
        word = next((word for word in ("every", "both", "most", "many", "some") if slots.has(word)), "")
        return Often(
            n=n,
            of=next(iter(said.of("of", "Q")), None),
            word="every" if slots.has("all") else word,
            is_raised=slots.has("raised"),
            is_agreed=slots.has("of_agreed"),
        )


@dataclass(frozen=True)
class _Values:
    slots: Slots
    reading: Reading

    def of(self, name: str, letter: str | None = None) -> list[Any]:
        found = (self.reading.values[each] for each in self.slots.values.get(name, ()))
        return [values[letter or name] for values in found]


def adjuncts_at(reading: Reading, at: int, allowed: frozenset[str]) -> Iterator[Adjunct]:
    """Yield the adjuncts of the allowed kinds that stand at a place, behind a comma or without one."""
    start = at + 2 if reading.plain.startswith(", ", at) else at
    for name in ADJUNCTS:
        if name in allowed:
            for slots in ADJUNCTS[name].matches(reading, start):
                yield Adjunct(name, slots)


def people(said: Callable[[str], list[Any]]) -> list[Holds]:
    """Return the condition on who logged a deal, and for which department."""
    return [*(named("logged_by", each) for each in said("W")), *(named("department", each) for each in said("D"))]


def terms(said: Callable[[str], list[Any]]) -> list[Holds]:
    """Return the conditions on payment terms, written as such or as days."""
    return [*(pays(each) for each in said("Y")), *(pays(fold(f"net {show_number(each)}")) for each in said("U"))]


def _who(said: _Values, numbers: Callable[[Deal], int]) -> list[Holds]:
    return [both(*people(said.of))]


def _by(said: _Values, numbers: Callable[[Deal], int]) -> list[Holds]:
    listed = said.of("people", "W")
    if listed:
        return [named("logged_by", each) for each in listed]
    return [both(*people(said.of), *([is_agreed] if said.slots.has("agreed") else []))]


def kinds(has: Callable[[str], bool]) -> list[Holds]:
    """Return the condition that a deal is new, a renewal or an expansion, where that is said."""
    return [lambda deal, kind=kind: deal.kind == kind for kind in ("new", "renewal", "expansion") if has(kind)]  # type: ignore[misc]


def details(said: Callable[[str], list[Any]]) -> list[Holds]:
    """Return the conditions on how many of which unit, and for how many months."""
    counted = [sells(unit, amount) for unit, amount in zip(said("E"), said("Q"), strict=True)]
    return [*counted, *(equals("term_months", each) for each in said("L"))]


def _when(said: _Values, numbers: Callable[[Deal], int]) -> list[Holds]:
    return [falls("deal_date", days) for letter in "AJI" for days in said.of(letter)]


def _product(said: _Values, numbers: Callable[[Deal], int]) -> list[Holds]:
    conditions = [named("product", each) for each in said.of("P")]
    if said.slots.has("agreed"):
        conditions.append(is_agreed)
    return [both(*conditions, *kinds(said.slots.has), *details(said.of))]


def _kind(said: _Values, numbers: Callable[[Deal], int]) -> list[Holds]:
    return [both(*(kinds(said.slots.has) or [lambda deal: deal.kind == "renewal"]))]


def _number(said: _Values, numbers: Callable[[Deal], int]) -> list[Holds]:
    return [lambda deal, number=each: numbers(deal) == number for each in said.of("number", "Q")]  # type: ignore[misc]


def _nothing(said: _Values, numbers: Callable[[Deal], int]) -> list[Holds]:
    return []


_DEMANDS: dict[str, Callable[[_Values, Callable[[Deal], int]], list[Holds]]] = {
    "when": _when,
    "by": _by,
    "with": _who,
    "to": _who,
    "for": _by,
    "product": _product,
    "kind": _kind,
    "terms": lambda said, numbers: [both(is_agreed, *terms(said.of))],
    "size": lambda said, numbers: [both(is_agreed, sells(said.of("E")[0], said.of("Q")[0]))],
    "term": lambda said, numbers: [both(is_agreed, equals("term_months", said.of("L")[0]))],
    "reseller": lambda said, numbers: [named("reseller", each) for each in said.of("R")],
    "competitor": lambda said, numbers: [named("competitor", each) for each in said.of("C")],
    "deal": _number,
}
