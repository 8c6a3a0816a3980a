"""Stances: on what the vendor, and nobody else, was flexible, firm, or now one, now the other."""

from dataclasses import replace

from leverage.deals import Deal
from leverage.reflect.adjuncts import WHEN
from leverage.reflect.condition import Holds, Unproven, both, has_discount, holds_term, is_agreed, pays
from leverage.reflect.forms.form import Form, Said
from leverage.reflect.pattern import Pattern
from leverage.reflect.scope import NOT_COUNTED, Ids, Often, Scope

_PAYMENT = "payment term"
_BE = "( was | has been | had been | remained | stayed )"
_ALWAYS = "[ @always( always | consistently ) | also ]"
_MOVE = "( move | budge )"
_FLEXIBLE = (
    "flexible [ and willing to ( move | negotiate ) ] on [ : ] <T*>",
    "flexible and willing to move on to <T*>",
)
_FIRM = (f"( firm | rigid ) [ , rigid ] [ , ] [ and ( rigid | ( refused | unwilling ) to {_MOVE} ) ] on [ : ] <T*>",)
_ACTS = (
    "@flexible( showed flexibility on ) <T*>",
    "@flexible( moved on | gave ground on ) <T*>",
    "@flexible( was willing to move on | was willing to negotiate on | was open to negotiation on ) <T*>",
    f"[ @always( always | consistently ) ] @firm( refused to {_MOVE} on | declined to {_MOVE} on ) [ : ] <T*>",
    f"@firm( ( did | would ) not {_MOVE} on | has not moved on | stood firm on | held firm on | was not flexible on ) <T*>",
    "@firm( @always( never ) ( moved | budged | gave ground ) on | @always( was never | never was ) flexible on ) <T*>",
)
_STATES = (
    *(f"{{BE}} {_ALWAYS} @flexible( {line.replace('<T*>', '')} ) <T*>" for line in _FLEXIBLE),
    *(f"{{BE}} {_ALWAYS} @firm( {line.replace('<T*>', '')} ) <T*>" for line in _FIRM),
)
_ADDED = WHEN | {"with", "for", "terms", "competitor", "reseller", "often"}


def _stance(said: Said, scope: Scope) -> Ids:
    """Return the deals behind each term of the list; where the clause is narrowed, one deal has to hold them all."""
    name, other = ("firm_on", "flexible_on") if said.has("firm") else ("flexible_on", "firm_on")
    if said.has("always"):
        if scope.often is not None:
            raise Unproven(NOT_COUNTED)
        scope = replace(scope, often=Often(word="always"))
    listed, labels = said.terms(), said.labels()
    if not listed and not labels:
        raise Unproven(NOT_COUNTED)
    if scope.often is not None and len(listed) + len(labels) > 1:
        raise Unproven(NOT_COUNTED)
    wanted = [(term, holds_term(name, term)) for term in listed]
    wanted += [(_PAYMENT, both(holds_term(name, _PAYMENT), is_agreed, pays(label))) for label in labels]
    if scope.is_narrow and len(wanted) > 1:
        together = both(*(holds for _, holds in wanted))
        wanted = [(term, together) for term, _ in wanted]
    found = [scope.unopposed(holds, holds_term(other, term), _raised(term)) for term, holds in wanted]
    return tuple(part for each in found for part in each)


def _raised(term: str) -> Holds:
    def holds(deal: Deal) -> bool:
        either = holds_term("flexible_on", term)(deal) or holds_term("firm_on", term)(deal)
        return either or (term == "discount" and has_discount(deal))

    return holds


def _mixed(said: Said, scope: Scope) -> Ids:
    found: Ids = ()
    counts = zip(("flexible_on", "firm_on"), ("n", "m"), strict=True)
    for name, slot in counts:
        for term in said.terms()[:1]:
            ids = scope.some(holds_term(name, term))
            if said(slot, "Q") and said(slot, "Q")[0] != len(ids[0]):
                raise Unproven(NOT_COUNTED)
            found += ids
    if len(said.terms()) != 1:
        raise Unproven(NOT_COUNTED)
    return found


def _lines(subject: str, be: str) -> tuple[str, ...]:
    return tuple(f"{subject} {line.replace('{BE}', be)}" for line in (*_STATES, *_ACTS))


STANCES = (
    Form("stance", Pattern(*_lines("{VENDOR}", _BE)), _ADDED, _stance, is_line=True),
    Form("stance again", Pattern(*_lines("[ it | they ]", f"[ {_BE} ]")), _ADDED, _stance, is_line=True, follows="stance"),
    Form(
        "mixed stance",
        Pattern(
            "{VENDOR} was ( mixed | now flexible , now firm | sometimes flexible and sometimes firm ) on <T*>",
            "{VENDOR} was flexible on <T*> in <Q:n> ( deals | deal ) and firm [ on it ] in <Q:m> ( deals | deal )",
        ),
        frozenset({"vendor_with"}),
        _mixed,
        is_line=True,
        is_counted=True,
    ),
)
