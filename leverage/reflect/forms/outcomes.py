"""Outcomes: how deals ended, which was the newest, and how many there are."""

from leverage.brief import cite
from leverage.deals import Deal
from leverage.reflect.adjuncts import ALL_OF_THEM, WHEN, details, kinds
from leverage.reflect.condition import Holds, Unproven, both, is_agreed, named
from leverage.reflect.forms.form import Form, Said
from leverage.reflect.pattern import Pattern
from leverage.reflect.scope import NOT_COUNTED, NOT_HERE, Ids, Scope, ids_of

_OUTCOMES = ("agreed", "renewed_as_is", "walked_away", "no_deal", "open", "unknown")
_HAPPENED = (
    "( @agreed( agreed a deal with ) | @renewed_as_is( renewed as it stood with ) | "
    "@walked_away( walked away from a deal with ) | "
    "@no_deal( negotiated and made no deal with ) | @open( is in talks with | was in talks with ) | @unknown( dealt with ) )"
)
_AS_IS = "@as_is( as it stood | as is | unchanged )"
_PICK = "( @latest( latest | most recent | newest | last ) | @first( first | earliest | oldest ) )"
_TALKS = "( deal | negotiation | talks | @renewal( renewal ) | @expansion( expansion ) )"
_ALONE = frozenset({"by", "with", "for", "vendor_with"})


def _outcome(*names: str) -> Holds:
    return lambda deal: deal.outcome in names


def _kinds(said: Said) -> list[Holds]:
    return kinds(said.has)


def _summary(said: Said, scope: Scope) -> Ids:
    outcome = said.which(*_OUTCOMES) or ""
    conditions = [_outcome(outcome), *_kinds(said), *details(said)]
    conditions += [named("reseller", each) for each in said("R")]
    return scope.some(both(*conditions))


def _agreed(said: Said, scope: Scope) -> Ids:
    return scope.some(is_agreed)


def _renewed(said: Said, scope: Scope) -> Ids:
    if said.has("as_is"):
        return scope.some(_outcome("renewed_as_is"))
    return scope.some(lambda deal: deal.is_agreed and (deal.kind == "renewal" or deal.outcome == "renewed_as_is"))


def _walked_away(said: Said, scope: Scope) -> Ids:
    return scope.some(both(_outcome("walked_away"), *_kinds(said)))


def _without_deal(said: Said, scope: Scope) -> Ids:
    """Return the deals that came to nothing, if none of those that are meant was agreed."""
    ended = ("no_deal",) if said.has("no_deal") else ("no_deal", "walked_away")
    meant = scope.where(both(*_kinds(said))) if _kinds(said) else scope
    return meant.unopposed(_outcome(*ended), is_agreed)


def _open(said: Said, scope: Scope) -> Ids:
    """Return the talks that are open as of the brief's day: nothing has settled them since."""
    now = {each.deal_id for each in scope.brief.in_talks}
    return scope.some(lambda deal: deal.outcome == "open" and cite(deal) in now)


def _picked(said: Said, scope: Scope) -> Ids:
    """Return the newest or oldest deal, if everything that is said of it holds in it."""
    pool = [deal for deal in scope.brief.deals if deal.is_agreed or not said.has("agreed_only")]
    if not pool or not scope.is_narrow:
        raise Unproven(NOT_HERE)
    picked = pool[0] if said.has("latest") else pool[-1]
    if sum(deal.deal_date == picked.deal_date for deal in pool) > 1:
        raise Unproven(NOT_COUNTED)
    return scope.some(lambda deal: deal is picked and (deal.is_agreed or not said.has("agreed")))


def _counted(said: Said, scope: Scope) -> Ids:
    found: list[Deal] = [deal for deal in scope.deals if deal.is_agreed or not said.has("agreed")]
    n, of = said("n", "Q")[0], said("of", "Q")
    is_right = n == len(found) and (not of or of[0] == len(scope.deals)) and (not said.has("all") or n == len(scope.deals))
    if not found or not is_right:
        raise Unproven(NOT_COUNTED)
    return ids_of(found)


OUTCOMES = (
    Form(
        "summary",
        Pattern(
            f"on <A> <W> , <D> , {_HAPPENED} {{VENDOR}} [ for <P> ] [ {{DETAILS}} ] "
            "[ . how it ended is not recorded ] [ . it was bought through the reseller <R> ]"
        ),
        frozenset(),
        _summary,
    ),
    Form(
        "deal agreed",
        Pattern(
            "{WHO} {HAS} ( agreed | made | reached | closed | signed ) ( a deal | an agreement )",
            "( a deal | an agreement ) {WAS} ( agreed | reached | made | signed | closed )",
        ),
        (ALL_OF_THEM | {"term"}) - {"often"},
        _agreed,
    ),
    Form(
        "renewed",
        Pattern(
            f"<P> {{WAS}} renewed [ {_AS_IS} ]",
            f"{{WHO}} {{HAS}} renewed ( <P> | the contract ) [ {_AS_IS} ]",
            "{WHO} {HAS} @as_is( renewed as it stood ) with {VENDOR}",
            "the <P> contract {WAS} renewed",
        ),
        ALL_OF_THEM - {"often"},
        _renewed,
    ),
    Form(
        "walked away",
        Pattern(
            "{WHO} {HAS} walked away [ from ( a | the ) ( deal | negotiation ) | from [ the ] talks ]",
            f"{{WHO}} {{HAS}} walked away from ( a | the ) <P> {_TALKS}",
        ),
        WHEN | {"vendor_with"},
        _walked_away,
    ),
    Form(
        "no deal",
        Pattern(
            "{WHO} @no_deal( negotiated and made | made | reached ) no ( deal | agreement )",
            f"the <P> {_TALKS} ended without ( a deal | an agreement | agreement )",
        ),
        WHEN | {"vendor_with"},
        _without_deal,
    ),
    Form(
        "open",
        Pattern(
            "[ the ] ( talks | negotiations ) ( were | are ) [ still ] open",
            "[ the ] ( talks | negotiations ) [ with {VENDOR} ] ( on | for | about ) <P> ( were | are ) [ still ] open",
            "[ the ] ( talks | negotiations ) with {VENDOR} ( were | are ) [ still ] open",
            "the negotiation ( for | on ) <P> ( is | was ) [ still ] open",
            "{WHO} ( is | was ) in talks",
        ),
        WHEN | {"vendor_with"},
        _open,
    ),
    Form(
        "latest deal",
        Pattern(
            f"the {_PICK} [ recorded | @agreed_only( agreed ) ] ( deal | negotiation | @agreed_only( agreement ) ) was "
            "[ @agreed( agreed | made | closed | signed ) | negotiated ]"
        ),
        ALL_OF_THEM - {"often"},
        _picked,
    ),
    Form(
        "count of deals",
        Pattern(
            "[ @all( all ) ] <Q:n> of [ the | its ] <Q:of> [ recorded ] {DEALS} {WAS} @agreed( agreed )",
            "of [ the | its ] <Q:of> [ recorded ] {DEALS} , <Q:n> {WAS} @agreed( agreed )",
            "[ @all( all ) ] <Q:n> {DEALS} {WAS} @agreed( agreed )",
            "<Q:n> {DEALS} ( are | {WAS} ) recorded",
            "{WHO} {HAS} @agreed( agreed ) <Q:n> {DEALS}",
        ),
        WHEN | _ALONE,
        _counted,
        is_line=True,
        is_counted=True,
    ),
)
