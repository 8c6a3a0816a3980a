"""Uplifts: the price increase that a vendor asked for, what of it was agreed, and the cap on later ones."""

from leverage.reflect.adjuncts import ALL_OF_THEM, WHEN
from leverage.reflect.condition import Unproven, both, equals, is_agreed
from leverage.reflect.forms.form import Form, Said
from leverage.reflect.pattern import Pattern
from leverage.reflect.scope import NOT_COUNTED, Ids, Scope

_FIELDS = {"asked": "uplift_asked_pct", "agreed": "uplift_agreed_pct", "cap": "uplift_cap_pct"}


def _of(name: str) -> str:
    return f"( a | an | the ) ( <N:{name}> {{INCREASE}} | {{INCREASE}} of <N:{name}> )"


_SETTLED = (
    "[ [ , ] ( and | but ) ( agreed to | accepted | settled at | settled for ) <N:agreed> | "
    "[ , | ; ] [ and | but ] <N:agreed> [ was ] agreed ]"
)
_CAP = "[ [ , ] [ and ] with a cap of <N:cap> ]"
_ALONE = frozenset({"by", "with", "for", "vendor_with"})


def _figures(said: Said, scope: Scope) -> Ids:
    conditions = [equals(field, n) for name, field in _FIELDS.items() for n in said(name, "N")]
    if not conditions:
        raise Unproven(NOT_COUNTED)
    if said("agreed", "N") or said("cap", "N"):
        conditions.append(is_agreed)
    if said.has("reduced") and said("asked", "N")[0] <= said("agreed", "N")[0]:
        raise Unproven(NOT_COUNTED)
    return scope.some(both(*conditions))


def _none(said: Said, scope: Scope) -> Ids:
    names = ("uplift_agreed_pct",) if said.has("agreed") else tuple(_FIELDS.values())
    return scope.none(lambda deal: any(getattr(deal, name) for name in names))


UPLIFTS = (
    Form(
        "uplift asked",
        Pattern(
            f"{{VENDOR}} {{HAS}} asked for {_of('asked')} [ ( on | for ) <P> ] {_SETTLED} {_CAP}",
            f"{_of('asked')} {{WAS}} asked [ for ] [ by {{VENDOR}} ] {_SETTLED} {_CAP}",
            f"the {{INCREASE}} was <N:asked> asked {_SETTLED} {_CAP}",
            "the {INCREASE} asked [ for ] was <N:asked>",
            "price increase ⟨ uplift ⟩ by {VENDOR} [ for <P> ] : [ <N:asked> asked ] [ , | and ] [ <N:agreed> agreed ] "
            "[ , | and ] [ <N:cap> as the cap for later ones ]",
            "the ( asked | requested ) {INCREASE} of <N:asked> {WAS} @reduced( reduced ) to <N:agreed>",
        ),
        WHEN,
        _figures,
    ),
    Form(
        "uplift agreed",
        Pattern(
            f"{_of('agreed')} {{WAS}} agreed [ by <W> ] {_CAP}",
            f"{{WHO}} {{HAS}} ( agreed [ on | to ] | accepted ) {_of('agreed')} {_CAP}",
            f"the <P> renewal had {_of('agreed')} {_CAP}",
            "the {INCREASE} agreed was <N:agreed>",
            "the agreed {INCREASE} was <N:agreed>",
            "the {INCREASE} was capped at <N:cap>",
            "the {INCREASE} cap was <N:cap>",
        ),
        ALL_OF_THEM - {"often"},
        _figures,
    ),
    Form(
        "uplift by vendor",
        Pattern(f"{{VENDOR}} {{HAS}} agreed [ on | to ] {_of('agreed')} {_CAP}"),
        WHEN | {"with", "for"},
        _figures,
    ),
    Form(
        "no uplift",
        Pattern("no {INCREASE} {WAS} ( @agreed( agreed ) | recorded )"),
        WHEN | _ALONE,
        _none,
        is_line=True,
        is_counted=True,
    ),
)
