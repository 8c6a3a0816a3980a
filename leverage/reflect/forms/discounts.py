"""Discounts: what was agreed, what only discussed, the highest, the range, the change, and that there was none."""

from decimal import Decimal

from leverage.deals import Deal
from leverage.reflect.adjuncts import ALL_OF_THEM, DEALT, WHEN, terms
from leverage.reflect.condition import Holds, Unproven, both, equals, falls, has_discount, is_agreed, is_off
from leverage.reflect.forms.form import Form, Said
from leverage.reflect.pattern import Pattern
from leverage.reflect.scope import NOT_COUNTED, NOT_HERE, Ids, Scope, ids_of

_BASES = ("list", "first_quote", "last_price", "unknown")
_OURS = "( agreed [ on | to ] | secured | achieved | negotiated | obtained | got | received | won )"
_VENDORS = "( agreed [ on | to ] | accepted | gave | granted | offered | provided )"
_SEEN = "( recorded | observed | seen | agreed | achieved )"
_HIGHEST = "( @highest( highest | largest | biggest | maximum | best | greatest ) | @lowest( lowest | smallest | minimum ) )"
_PICK = "( @latest( latest | most recent | newest | last ) | @first( first | earliest | oldest ) )"
_VALUE = "<N> [ discount ] [ {BASE} ]"
_AND_TERMS = "[ ( and | with | , ) {TERMS} ]"
_FROM = frozenset({"vendor_from"})
_ALONE = frozenset({"by", "with", "for", "vendor_with"})


def _base(said: Said) -> list[Holds]:
    base = said.which(*_BASES)
    return [is_off(base)] if base else []


def _stated(deal: Deal) -> bool:
    return deal.is_agreed and deal.discount_pct is not None


def _agreed(said: Said, scope: Scope) -> Ids:
    conditions = [is_agreed, equals("discount_pct", said("N")[0]), *_base(said), *terms(said)]
    return scope.some(both(*conditions))


def _any(said: Said, scope: Scope) -> Ids:
    return scope.some(has_discount)


def _counted(said: Said, scope: Scope) -> Ids:
    among = [deal for deal in scope.deals if deal.is_agreed or not said.has("agreed_only")]
    found = [deal for deal in among if has_discount(deal)]
    recorded = [deal for deal in among if deal.discount_pct]
    n, of = said("n", "Q")[0], said("of", "Q")
    is_right = found and n == len(found) and (not of or of[0] == len(among)) and (not said.has("all") or n == len(among))
    if not is_right or (said.has("recorded") and len(recorded) != len(found)):
        raise Unproven(NOT_COUNTED)
    return ids_of(found)


def _several(said: Said, scope: Scope) -> Ids:
    each = [scope.some(both(is_agreed, equals("discount_pct", n), *_base(said))) for n in said("N")]
    if len(set(said("N"))) != len(each) or len(each) < 2:
        raise Unproven(NOT_COUNTED)
    return tuple(part for ids in each for part in ids)


def _not_agreed(said: Said, scope: Scope) -> Ids:
    same = both(equals("discount_pct", said("N")[0]), *_base(said))
    return scope.unopposed(lambda deal: deal.outcome in ("walked_away", "no_deal", "open") and same(deal), both(is_agreed, same))


def _extreme(said: Said, scope: Scope) -> Ids:
    """Return the deals with the highest or lowest discount of all deals; the adjuncts have to hold in one of them."""
    stated = [deal for deal in scope.brief.deals if _stated(deal)]
    amounts = [deal.discount_pct for deal in stated if deal.discount_pct is not None]
    if said.has("lowest") and len({deal.discount_base for deal in stated}) > 1:
        raise Unproven(NOT_COUNTED)
    if not amounts or (min(amounts) if said.has("lowest") else max(amounts)) != said("N")[0]:
        raise Unproven(NOT_COUNTED)
    return scope.some(both(_stated, equals("discount_pct", said("N")[0]), *_base(said), *terms(said)))


def _picked(said: Said, scope: Scope) -> Ids:
    """Return the newest or oldest agreed deal that states a discount, if it states this one."""
    stated = [deal for deal in scope.brief.deals if _stated(deal)]
    if not stated:
        raise Unproven(NOT_HERE)
    day = stated[0 if said.has("latest") else -1].deal_date
    if sum(deal.deal_date == day for deal in stated) > 1:
        raise Unproven(NOT_COUNTED)
    return scope.some(both(_stated, falls("deal_date", (day, day)), equals("discount_pct", said("N")[0]), *_base(said)))


def _range(said: Said, scope: Scope) -> Ids:
    stated = [deal for deal in scope.deals if both(_stated, *_base(said))(deal)]
    amounts = [deal.discount_pct for deal in stated if deal.discount_pct is not None]
    low, high = said("low", "N")[0], said("high", "N")[0]
    if len(amounts) < 2 or low == high or (min(amounts), max(amounts)) != (low, high) or scope.often:
        raise Unproven(NOT_COUNTED)
    if len({deal.discount_base for deal in stated}) > 1:
        raise Unproven(NOT_COUNTED)
    return ids_of(stated)


def _change(said: Said, scope: Scope) -> Ids:
    """Return the deals of two years, if all of each year have one discount and all are off the same base."""
    days = [said(name, "I")[0] for name in ("year", "later")]
    amounts: list[Decimal] = [said(name, "N")[0] for name in ("low", "high")]
    found: list[Deal] = []
    for when, amount in zip(days, amounts, strict=True):
        own = [deal for deal in scope.deals if _stated(deal) and falls("deal_date", when)(deal)]
        if not own or any(deal.discount_pct != amount for deal in own):
            raise Unproven(NOT_COUNTED)
        found += own
    is_right = days[0] < days[1] and (amounts[0] < amounts[1] if said.has("rise") else amounts[0] > amounts[1])
    if not is_right or len({deal.discount_base for deal in found}) != 1 or not all(both(*_base(said))(deal) for deal in found):
        raise Unproven(NOT_COUNTED)
    return ids_of(found)


def _the_discount(said: Said, scope: Scope) -> Ids:
    return scope.all(both(equals("discount_pct", said("N")[0]), *_base(said), *terms(said)), among=_stated)


def _none(said: Said, scope: Scope) -> Ids:
    return scope.none(has_discount if said.has("agreed") else lambda deal: bool(deal.discount_pct))


DISCOUNTS = (
    Form(
        "discount",
        Pattern(
            "{DISCOUNT} {WAS} ( agreed | reached )",
            "{DISCOUNT} {WAS} ( achieved | secured | negotiated | obtained )",
            f"{{WHO}} {{HAS}} {_OURS} {{DISCOUNT}} {_AND_TERMS}",
            f"{{DISCOUNT}} {_AND_TERMS} {{WAS}} agreed",
            "discount achieved : {DISCOUNT} {WAS} agreed",
        ),
        ALL_OF_THEM | _FROM,
        _agreed,
    ),
    Form("discount by vendor", Pattern("{DISCOUNT} {WAS} agreed by {VENDOR}"), DEALT | {"with", "for"}, _agreed),
    Form(
        "discount given",
        Pattern(
            f"{{VENDOR}} {{HAS}} {_VENDORS} {{DISCOUNT}} {_AND_TERMS}",
            "{DISCOUNT} {WAS} ( given | granted | offered ) by {VENDOR}",
            "{DISCOUNT} {WAS} ( given | granted )",
        ),
        DEALT | {"with", "for", "to"},
        _agreed,
    ),
    Form(
        "a discount",
        Pattern(
            "a discount {WAS} ( agreed | achieved )",
            "discounts {WAS} ( agreed | achieved )",
            "{VENDOR} {HAS} ( agreed [ to | on ] | gave | granted ) a discount",
            "{WHO} {HAS} ( agreed [ to | on ] | secured | achieved | negotiated | obtained | got ) a discount",
        ),
        WHEN | {"often", "by", "with", "for", "vendor_with"},
        _any,
    ),
    Form(
        "deals with a discount",
        Pattern(
            "[ @all( all ) ] <Q:n> [ of [ the | its ] <Q:of> ] [ recorded | @agreed_only( agreed ) ] {DEALS} "
            "[ with <W> ] [ in <I> ] ( @recorded( recorded ) | had | brought ) a discount"
        ),
        frozenset({"vendor_with", "when"}),
        _counted,
        is_line=True,
        is_counted=True,
    ),
    Form(
        "several discounts",
        Pattern(
            "discounts of <N*> [ {BASE} ] {WAS} ( agreed | recorded | achieved )",
            "{VENDOR} {HAS} ( agreed [ to | on ] | gave | granted ) discounts of <N*> [ {BASE} ]",
        ),
        WHEN | _ALONE,
        _several,
        is_line=True,
    ),
    Form(
        "discount not agreed",
        Pattern(
            "{DISCOUNT} {WAS} discussed [ , ] [ but ] [ was ] not agreed",
            "discount discussed , not agreed : {DISCOUNT}",
        ),
        WHEN | _ALONE,
        _not_agreed,
    ),
    Form(
        "extreme discount",
        Pattern(
            f"the {_HIGHEST} [ {_SEEN} ] discount [ {_SEEN} ] ( was | has been ) {_VALUE} [ ( and | with | , with ) {{TERMS}} ]",
            f"the {_HIGHEST} ( {_SEEN} discount | discount {_SEEN} ) is {_VALUE}",
            f"the {_HIGHEST} discount of <N> [ {{BASE}} ] {{WAS}} {_SEEN}",
            f"{{WHO}} {{HAS}} ( agreed | negotiated | achieved | secured | obtained | got ) the {_HIGHEST} discount "
            "[ , | of | : ] <N> [ {BASE} ]",
            f"[ historically [ , ] ] discounts {{WAS}} [ historically ] {_SEEN} [ of ] up to <N> [ {{BASE}} ]",
            f"[ historically [ , ] ] discounts [ of ] up to <N> [ {{BASE}} ] {{WAS}} [ historically ] {_SEEN}",
            "historically observed up to <N> [ discount ] [ {BASE} ]",
            f"[ a discount of ] up to <N> [ discount ] [ {{BASE}} ] {{WAS}} [ historically ] {_SEEN}",
        ),
        (ALL_OF_THEM | _FROM) - {"often"},
        _extreme,
    ),
    Form(
        "latest discount",
        Pattern(f"the {_PICK} [ recorded | agreed ] discount [ recorded | agreed ] was {_VALUE}"),
        ALL_OF_THEM - {"often"},
        _picked,
    ),
    Form(
        "range of discounts",
        Pattern("[ the ] [ agreed | recorded ] discounts [ have ] ranged from <N:low> to <N:high> [ {BASE} ]"),
        WHEN | _ALONE,
        _range,
        is_line=True,
        is_counted=True,
    ),
    Form(
        "change of discount",
        Pattern(
            "the discount ( on | for ) <P> ( @rise( rose | increased | grew ) | @fall( fell | dropped | decreased ) ) "
            "from <N:low> [ {BASE} ] in <I:year> to <N:high> [ {BASE} ] in <I:later>"
        ),
        frozenset(),
        _change,
        is_line=True,
        is_counted=True,
    ),
    Form(
        "the discount",
        Pattern(f"the discount [ agreed | achieved ] ( was | has been ) {_VALUE}", f"the agreed discount was {_VALUE}"),
        WHEN | _ALONE,
        _the_discount,
        is_counted=True,
    ),
    Form(
        "no discount",
        Pattern(
            "no discount {WAS} ( @agreed( agreed | achieved | given ) | recorded )",
            "{VENDOR} @agreed( gave | agreed ) no discount",
        ),
        WHEN | _ALONE,
        _none,
        is_line=True,
        is_counted=True,
    ),
)
