"""Clauses: a sentence taken apart to its last word, and the deals that prove it.

A sentence may be read in more than one way; then each way has to be proved. A clause that is joined to another either
shares one deal with it, or both speak of the vendor at large and nothing narrows either: so it does not matter whether an
adjunct at the end of the sentence was meant for all of it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from leverage.brief import Brief, cite
from leverage.deals import Deal
from leverage.reflect.adjuncts import Adjunct, adjuncts_at
from leverage.reflect.condition import Unproven, both
from leverage.reflect.forms import FORMS, Form, Said, own_conditions
from leverage.reflect.pattern import Pattern
from leverage.reflect.reading import Reading
from leverage.reflect.scope import NOT_COUNTED, Ids, Scope

MOST_CLAUSES = 3
MOST_ADJUNCTS = 5
MOST_READINGS = 12

NOT_UNDERSTOOD = "is not a plain sentence about what was recorded"
NOT_ONE_DEAL = "joins what no single deal holds"

_JOIN = Pattern("[ , ] ( but | while | whereas | and )", ";", ".")
_LEADS = frozenset({"when", "product", "kind"})


@dataclass(frozen=True)
class Clause:
    """One clause: its form with what it says in it, the adjuncts before it and behind it, and its own words."""

    form: Form
    said: Said
    leads: tuple[Adjunct, ...]
    adjuncts: tuple[Adjunct, ...]
    end: int

    @property
    def narrows(self) -> frozenset[str]:
        """Which kinds of condition it lays on its deals."""
        own = [letter for letter in ("W", "D", "P", "A", "J", "I") if self.said.slots.values.get(letter)]
        return frozenset({*(each.name for each in (*self.leads, *self.adjuncts) if each.name not in _SILENT), *own})

    @property
    def counts(self) -> bool:
        """Whether it says something of all deals that it means, or of how many they are."""
        return self.form.is_counted or self.said.has("always") or any(each.name == "often" for each in self.adjuncts)

    def prove(self, brief: Brief) -> Ids:
        """Return the ids of the deals that prove it by itself. Raises Unproven."""
        found: Ids = ()
        for scope in self._scopes(brief):
            found += self.form.proof(self.said, scope)
        return found

    def _scopes(self, brief: Brief) -> Iterator[Scope]:
        """Yield the deals that are meant; where an adjunct lists people or years, those of each."""

        def number(deal: Deal) -> int:
            return brief.number(cite(deal))

        reading = self.said.reading
        every = (*self.leads, *self.adjuncts)
        often = [each.often(reading) for each in every if each.name == "often"]
        demands = [demand for each in every if (demand := each.conditions(reading, number))]
        own = own_conditions(self.said)
        ways = list(product(*demands))
        if len(often) > 1 or (often and len(ways) > 1):
            raise Unproven(NOT_COUNTED)
        for way in ways:
            deals = tuple(filter(both(*own, *way), brief.deals)) if own or way else brief.deals
            yield Scope(brief, deals, often[0] if often else None, is_narrow=bool(own or way))


_SILENT = frozenset({"vendor_with", "vendor_against", "vendor_from", "vendor_by", "often"})


@dataclass(frozen=True)
class Proven:
    """The deals that prove a sentence, part by part; where it counts, all of them belong to it."""

    parts: Ids
    is_counted: bool

    def shown(self, cited: frozenset[str]) -> frozenset[str]:
        """Return the deals to show: of each part those that were cited, else all."""
        return frozenset[str]().union(*(part if self.is_counted else part & cited or part for part in self.parts))


def prove(reading: Reading, brief: Brief) -> Proven:
    """Return the deals that prove a sentence, in every way in which it can be read. Raises Unproven."""
    ways: list[tuple[Clause, ...]] = []
    for way in _sentences(reading, 0, ()):
        ways.append(way)
        if len(ways) > MOST_READINGS:
            raise Unproven(NOT_UNDERSTOOD)
    if not ways:
        raise Unproven(NOT_UNDERSTOOD)
    proven = [_together(way, brief) for way in ways]
    return proven[0]


def _together(clauses: Sequence[Clause], brief: Brief) -> Proven:
    proven = [clause.prove(brief) for clause in clauses]
    counts = any(clause.counts for clause in clauses)
    if len(clauses) == 1:
        return Proven(proven[0], counts)
    narrows = [clause.narrows for clause in clauses]
    if any(clause.leads for clause in clauses):
        raise Unproven(NOT_ONE_DEAL)
    if not any(narrows) and all(clause.form.is_line for clause in clauses):
        return Proven(tuple(part for ids in proven for part in ids), counts)
    shared = frozenset.intersection(*(part for ids in proven for part in ids))
    if not shared or (counts and any(narrows)):
        raise Unproven(NOT_ONE_DEAL)
    return Proven((shared,), counts)


def _sentences(reading: Reading, at: int, before: tuple[Clause, ...]) -> Iterator[tuple[Clause, ...]]:
    plain = reading.plain
    for clause in _clauses(reading, at, before):
        clauses = (*before, clause)
        if clause.end == len(plain):
            yield clauses
        elif len(clauses) < MOST_CLAUSES:
            for join in _JOIN.matches(reading, clause.end):
                is_new = plain.startswith(". ", clause.end)
                for sentence in _sentences(reading, join.end, clauses):
                    if not is_new or (sentence[len(clauses)].form.follows and plain.startswith("it ", join.end)):
                        yield sentence


def _clauses(reading: Reading, at: int, before: tuple[Clause, ...]) -> Iterator[Clause]:
    for leads, start in _leads(reading, at):
        for form in FORMS:
            if form.follows and (leads or not before or form.follows not in (before[-1].form.name, before[-1].form.follows)):
                continue
            for slots in form.pattern.matches(reading, start):
                for adjuncts, end in _tails(reading, slots.end, form.adjuncts, ()):
                    yield Clause(form, Said(slots, reading), leads, adjuncts, end)


def _leads(reading: Reading, at: int) -> Iterator[tuple[tuple[Adjunct, ...], int]]:
    yield (), at
    if not reading.plain.startswith(", ", at):
        for adjunct in adjuncts_at(reading, at, _LEADS):
            end = adjunct.slots.end
            yield (adjunct,), end + 2 if reading.plain.startswith(", ", end) else end


def _tails(
    reading: Reading, at: int, allowed: frozenset[str], found: tuple[Adjunct, ...]
) -> Iterator[tuple[tuple[Adjunct, ...], int]]:
    """Yield the adjuncts from a place on, each kind once, as many of them as the sentence gives."""
    yield found, at
    if len(found) < MOST_ADJUNCTS and at < len(reading.plain):
        for adjunct in adjuncts_at(reading, at, allowed - {each.name for each in found}):
            yield from _tails(reading, adjunct.slots.end, allowed, (*found, adjunct))
