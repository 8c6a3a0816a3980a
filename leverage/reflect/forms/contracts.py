"""Contracts: their dates, term, notice, renewal, reference and billing, and the next meeting."""

from collections.abc import Callable
from datetime import date

from leverage.deals import Deal
from leverage.reflect.adjuncts import WHEN
from leverage.reflect.condition import Holds, both, equals, falls, is_agreed, named, sells
from leverage.reflect.forms.form import Form, Said
from leverage.reflect.pattern import Pattern
from leverage.reflect.scope import Ids, Scope

_SAYS = (
    "( ( starts | @started( started ) ) [ on ] <A:start> | "
    "( ends | runs until | @ended( ended | ran until ) ) [ on ] <A:end> | "
    "( @renews( renews itself | renews automatically ) [ for <L:renewal> ] | @stops( does not renew itself ) ) | "
    "( needs | needed | with ) <U:notice> [ of ] notice | ( has | had ) a notice period of <U:notice> | "
    "( runs | ran | is | was ) for <L:term> [ until <A:end> ] )"
)
_MORE = f"[ [ , ] [ and ] {_SAYS} ]"
_FIGURES = (("renewal", "L", "renewal_term_months"), ("notice", "U", "notice_days"), ("term", "L", "term_months"))


def _contract(said: Said, scope: Scope) -> Ids:
    conditions: list[Holds] = [is_agreed]
    for slot, name in (("start", "start_date"), ("end", "end_date")):
        conditions += [falls(name, days) for days in said(slot, "A")]
    for slot, letter, name in _FIGURES:
        conditions += [equals(name, each) for each in said(slot, letter)]
    conditions += [_renews(does) for mark, does in (("renews", True), ("stops", False)) if said.has(mark)]
    conditions += [sells(unit, amount) for unit, amount in zip(said("E"), said("Q"), strict=True)]
    for mark, name in (("started", "start_date"), ("ended", "end_date")):
        if said.has(mark):
            conditions.append(falls(name, (date.min, scope.brief.as_of)))
    return scope.some(both(*conditions))


def _renews(does: bool) -> Holds:
    return lambda deal: deal.auto_renews is does


def _field(name: str, letter: str, *more: Holds) -> Callable[[Said, Scope], Ids]:
    def proof(said: Said, scope: Scope) -> Ids:
        return scope.some(both(*more, *(named(name, each) for each in said(letter))))

    return proof


def _meeting(said: Said, scope: Scope) -> Ids:
    """Return the deals with a meeting on that day that is still to come."""
    (first, last) = said("meeting", "A")[0]

    def holds(deal: Deal) -> bool:
        day = deal.next_meeting
        return day is not None and first <= day <= last and day >= scope.brief.as_of

    return scope.some(holds)


_ADDED = WHEN | {"vendor_with", "with"}

CONTRACTS = (
    Form(
        "contract",
        Pattern(
            f"( {{CONTRACT}} ) {_SAYS} {_MORE} {_MORE} {_MORE}",
            "( {CONTRACT} ) was for <Q> <E>",
            "the contract term was <L:term>",
            "the notice period was <U:notice>",
        ),
        _ADDED,
        _contract,
    ),
    Form(
        "contract reference",
        Pattern("contract reference [ with {VENDOR} ] : <F>", "the contract reference was <F>"),
        _ADDED,
        _field("contract_ref", "F"),
    ),
    Form("billing frequency", Pattern("billing frequency [ with {VENDOR} ] : <B>"), WHEN, _field("billing_frequency", "B")),
    Form("billing", Pattern("[ the ] billing was <B>"), _ADDED, _field("billing_frequency", "B", is_agreed)),
    Form(
        "next meeting",
        Pattern("[ the ] next meeting [ with {VENDOR} ] ( : | is on | is | was set for ) <A:meeting>"),
        frozenset({"product"}),
        _meeting,
    ),
)
