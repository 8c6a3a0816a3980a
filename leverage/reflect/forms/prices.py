"""Prices: list price, first quote and final price of one deal, and the value of its contract."""

from itertools import permutations

from leverage.reflect.adjuncts import ALL_OF_THEM, WHEN
from leverage.reflect.condition import Unproven, both, equals, is_agreed, sells
from leverage.reflect.forms.form import Form, Said
from leverage.reflect.pattern import Pattern
from leverage.reflect.scope import NOT_COUNTED, Ids, Scope

_NAMES = {
    "list_price": "list price",
    "quoted_price": "( first quote | quoted price )",
    "final_price": "( final price | agreed price | price paid )",
}
_VALUES = ("annual_value", "total_value")
_DEALT = ("final_price", *_VALUES)


def _price(field: str, verb: str = "[ was | of ]") -> str:
    return f"{_NAMES[field]} [ per <E> ] {verb} <M:{field}> [ per <E> ]"


_ONE = tuple(f"the {_price(field, 'was')}" for field in _NAMES)
_TWO = tuple(f"the {_price(one, 'was')} [ , ] and the {_price(two, '[ was ]')}" for one, two in permutations(_NAMES, 2))
_AGAINST = tuple(
    f"the ( {_price('final_price', 'was')} | price per <E> was <M:final_price> ) [ , ] ( against | down from ) "
    f"( a | the ) {_NAMES[field]} of <M:{field}>"
    for field in ("list_price", "quoted_price")
)
_EACH = " ".join(f"[ {words} <M:{field}> ] [ , | and ]" for field, words in _NAMES.items())
_VALUE = "the ( annual value [ of the contract ] {WAS} <M:annual_value> | total value [ of the contract ] {WAS} <M:total_value> )"


def _amounts(said: Said, scope: Scope) -> Ids:
    conditions = [equals(field, *value) for field in (*_NAMES, *_VALUES) for value in said(field, "M")]
    if not conditions:
        raise Unproven(NOT_COUNTED)
    conditions += [sells(unit) for unit in said("E")]
    if any(said(field, "M") for field in _DEALT):
        conditions.append(is_agreed)
    return scope.some(both(*conditions))


PRICES = (
    Form(
        "prices",
        Pattern(
            *_ONE,
            *_TWO,
            *_AGAINST,
            f"prices per ( <E> | unit ) [ with {{VENDOR}} ] [ for <P> ] : {_EACH}",
        ),
        WHEN | {"vendor_with", "with"},
        _amounts,
    ),
    Form(
        "price paid",
        Pattern(
            "<M:final_price> per <E> {WAS} ( agreed | paid )",
            "{WHO} {HAS} ( agreed [ on | to ] | paid ) <M:final_price> per <E>",
        ),
        ALL_OF_THEM - {"often"},
        _amounts,
    ),
    Form(
        "contract value",
        Pattern(
            _VALUE,
            "contract value [ with {VENDOR} ] [ for <P> ] : [ <M:annual_value> a year ] [ and ] [ <M:total_value> in total ]",
        ),
        WHEN | {"vendor_with", "with"},
        _amounts,
    ),
)
