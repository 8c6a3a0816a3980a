"""Payment terms: which were agreed, which only discussed, and which most often."""

from collections import Counter

from leverage.reflect.adjuncts import ALL_OF_THEM, WHEN, terms
from leverage.reflect.condition import Unproven, both, is_agreed, label_of, pays
from leverage.reflect.forms.form import Form, Said
from leverage.reflect.pattern import Pattern
from leverage.reflect.scope import NOT_COUNTED, Ids, Scope, ids_of

_ALONE = frozenset({"by", "with", "for", "vendor_with"})
_COMMON = "most ( common | frequent ) [ agreed ] payment ( terms | term )"
_BE = "( was | were | has been | have been )"


def _agreed(said: Said, scope: Scope) -> Ids:
    return scope.some(both(is_agreed, *terms(said)))


def _several(said: Said, scope: Scope) -> Ids:
    if scope.often is not None and len(said("Y")) > 1:
        raise Unproven(NOT_COUNTED)
    return tuple(part for each in said("Y") for part in scope.some(both(is_agreed, pays(each))))


def _the_terms(said: Said, scope: Scope) -> Ids:
    """Return the agreed deals that state terms, if they state exactly these; or as many as the clause counts."""
    if scope.often is not None:
        return _agreed(said, scope)
    stated = [deal for deal in scope.deals if deal.is_agreed and deal.payment_terms]
    if said("U") or len(said("Y")) == 1:
        return scope.all(both(*terms(said)), among=lambda deal: deal.is_agreed and deal.payment_terms is not None)
    if not stated or {label_of(deal) for deal in stated} != set(said("Y")):
        raise Unproven(NOT_COUNTED)
    return ids_of(stated)


def _most_common(said: Said, scope: Scope) -> Ids:
    """Return the deals with these terms, if they are the most frequent of the agreed deals and of all."""
    label = said("Y")[0]
    for among in ([deal for deal in scope.deals if deal.is_agreed], scope.deals):
        ranked = Counter(filter(None, map(label_of, among))).most_common(2)
        if not ranked or ranked[0][0] != label or (len(ranked) > 1 and ranked[1][1] == ranked[0][1]):
            raise Unproven(NOT_COUNTED)
    return scope.some(both(is_agreed, pays(label)))


def _not_agreed(said: Said, scope: Scope) -> Ids:
    same = both(*terms(said))
    return scope.unopposed(lambda deal: deal.outcome in ("walked_away", "no_deal", "open") and same(deal), both(is_agreed, same))


PAYMENT = (
    Form(
        "payment terms",
        Pattern(
            "{TERMS} {WAS} agreed",
            "{WHO} {HAS} ( agreed [ on | to ] | secured | negotiated | obtained | achieved | got ) {TERMS}",
            "payment terms : ( <Y> | <U> ) agreed",
        ),
        ALL_OF_THEM - {"terms"},
        _agreed,
    ),
    Form(
        "payment terms by vendor",
        Pattern(
            "{TERMS} {WAS} ( agreed | accepted | granted ) by {VENDOR}",
            "{TERMS} {WAS} accepted",
            "{VENDOR} {HAS} ( agreed [ to | on ] | accepted | granted ) {TERMS}",
        ),
        (ALL_OF_THEM - {"terms", "by", "vendor_with"}),
        _agreed,
    ),
    Form(
        "several payment terms",
        Pattern(
            "[ payment terms of ] <Y*> [ payment terms ] were agreed",
            "payment terms [ agreed ] included <Y*>",
            "the payment terms [ agreed ] included <Y*>",
        ),
        WHEN | _ALONE | {"often"},
        _several,
        is_line=True,
    ),
    Form(
        "the payment terms",
        Pattern(
            "[ the ] payment terms [ agreed ] were ( <Y*> [ payment terms ] | <U> )",
            "the agreed payment terms were <Y*>",
        ),
        WHEN | _ALONE | {"often"},
        _the_terms,
        is_line=True,
        is_counted=True,
    ),
    Form(
        "most common payment terms",
        Pattern(
            f"the {_COMMON} {_BE} <Y> [ payment terms | terms ]",
            f"<Y> {_BE} the {_COMMON}",
        ),
        frozenset({"vendor_with"}),
        _most_common,
        is_line=True,
        is_counted=True,
    ),
    Form(
        "payment terms not agreed",
        Pattern(
            "{TERMS} {WAS} discussed [ , ] [ but ] [ were | was ] not agreed",
            "payment terms : ( <Y> | <U> ) discussed , not agreed [ , ]",
        ),
        WHEN | _ALONE,
        _not_agreed,
    ),
)
