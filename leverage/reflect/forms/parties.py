"""Parties: competitor, contact and reseller, and what our side conceded and obtained."""

from collections.abc import Callable

from leverage.reflect.adjuncts import WHEN
from leverage.reflect.condition import Unproven, both, holds_term, is_agreed, named
from leverage.reflect.forms.form import Form, Said
from leverage.reflect.pattern import Pattern
from leverage.reflect.scope import NOT_COUNTED, Ids, Scope

_ADDED = WHEN | {"with", "for", "vendor_with"}
_WE = "( {WHO} | we )"


def _is(name: str, letter: str) -> Callable[[Said, Scope], Ids]:
    def proof(said: Said, scope: Scope) -> Ids:
        return scope.some(both(*(named(name, each) for each in said(letter))))

    return proof


def _bought(said: Said, scope: Scope) -> Ids:
    return scope.some(both(is_agreed, named("reseller", said("R")[0])))


def _listed(name: str) -> Callable[[Said, Scope], Ids]:
    def proof(said: Said, scope: Scope) -> Ids:
        terms = said.terms()
        if not terms or said.labels():
            raise Unproven(NOT_COUNTED)
        return scope.some(both(*(holds_term(name, each) for each in terms)))

    return proof


PARTIES = (
    Form(
        "competitor",
        Pattern(
            "competitor in play [ against {VENDOR} ] : <C>",
            "the competitor [ in play ] was <C>",
            "<C> was ( the | a ) competitor [ in play ]",
            "<C> was in play [ as a competitor ]",
        ),
        _ADDED,
        _is("competitor", "C"),
    ),
    Form(
        "contact",
        Pattern(
            "[ the | our ] contact [ at {VENDOR} ] ( : | was ) <O>",
            "<O> was ( the | our | a ) contact [ at {VENDOR} ]",
        ),
        _ADDED,
        _is("contact", "O"),
    ),
    Form(
        "reseller",
        Pattern("the reseller was <R>", "<P> {WAS} bought through [ the ] [ reseller ] <R>"),
        _ADDED,
        _bought,
    ),
    Form(
        "conceded",
        Pattern(
            "we conceded to {VENDOR} [ : ] <T*>",
            f"{_WE} {{HAS}} ( conceded | gave up ) [ : ] <T*>",
            "<T*> {WAS} conceded",
        ),
        _ADDED,
        _listed("conceded"),
    ),
    Form(
        "obtained",
        Pattern(
            "we obtained from {VENDOR} [ : ] <T*>",
            f"{_WE} {{HAS}} obtained [ : ] <T*>",
            "<T*> {WAS} obtained",
        ),
        _ADDED | {"vendor_from"},
        _listed("obtained"),
    ),
)
