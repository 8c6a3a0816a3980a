"""Tactics: what our side tried, and what it did; the vendor uses none of them."""

from collections import Counter

from leverage.reflect.adjuncts import WHEN
from leverage.reflect.condition import Unproven, tactic_key, tried
from leverage.reflect.forms.form import Form, Said
from leverage.reflect.pattern import Pattern
from leverage.reflect.scope import MIXED, NOT_COUNTED, Ids, Scope

_RESULT = (
    "( @worked( worked [ successfully ] | [ has | have ] succeeded | ( was | were ) successful | ( was | were ) effective | "
    "paid off | has worked | have worked ) | "
    "@failed( failed | did not work | did not succeed | ( was | were ) not successful | ( was | were ) unsuccessful | "
    "( was | were ) not effective | has failed | have failed ) | "
    "@mixed( had mixed results | was mixed ) | @unclear( had an unclear result | had unclear results | was unclear ) )"
)
_SHOUTED = (
    "( this tactic ( @worked( worked ) | @failed( failed ) | @mixed( had mixed results ) ) | its result is @unclear( unclear ) )"
)
_CONTRARY = {"worked": ("failed", "mixed"), "failed": ("worked", "mixed"), "unclear": ("worked", "failed", "mixed")}
_MOST = "most ( successful | effective ) tactic [ used ]"
_ADDED = WHEN | {"with", "for", "vendor_with", "vendor_against", "often"}


def _did(said: Said, scope: Scope) -> Ids:
    names = said("K") + said("H")
    result = said.which("worked", "failed", "mixed", "unclear")
    if scope.often is not None and len(names) > 1:
        raise Unproven(NOT_COUNTED)
    found: Ids = ()
    for tactic in names:
        if result is None:
            found += scope.some(tried(tactic))
        elif result == "mixed":
            found += _mixed(tactic, scope)
        else:
            found += scope.unopposed(tried(tactic, result), tried(tactic, *_CONTRARY[result]), tried(tactic))
    return found


def _mixed(tactic: str, scope: Scope) -> Ids:
    is_counted_so = any(tactic_key(each.tactic) == tactic for each in scope.brief.tactics_mixed)
    if is_counted_so and not scope.is_narrow and scope.often is None:
        return scope.some(tried(tactic))
    return scope.unopposed(tried(tactic, "mixed"), tried(tactic, "worked", "failed"), tried(tactic))


def _most_successful(said: Said, scope: Scope) -> Ids:
    """Return the deals in which a tactic worked, if no other worked in as many and it failed in none."""
    tactic = said("K")[0]
    worked = Counter(
        key for deal in scope.deals for key in {tactic_key(each.tactic) for each in deal.tactics if each.result == "worked"}
    )
    ranked = worked.most_common(2)
    if not ranked or ranked[0][0] != tactic or (len(ranked) > 1 and ranked[1][1] == ranked[0][1]):
        raise Unproven(NOT_COUNTED)
    if any(map(tried(tactic, "failed", "mixed"), scope.deals)):
        raise Unproven(MIXED)
    return scope.some(tried(tactic, "worked"))


TACTICS = (
    Form(
        "tactic",
        Pattern(
            f"[ the ( tactic | tactics ) [ of | : ] | the | a | an ] <K*> {_RESULT}",
            f"tactic used with {{VENDOR}} : <K> . {_SHOUTED}",
        ),
        _ADDED,
        _did,
        is_line=True,
    ),
    Form(
        "tactic of somebody",
        Pattern(
            f"( {{WHO}} | we ) used the tactic [ of | : ] <K> [ , ] which {_RESULT}",
            f"( {{WHO}} | we ) <H> [ , ] which {_RESULT}",
            "{WHO} @worked( successfully ) used the tactic [ of | : ] <K>",
            "{WHO} ( used | tried ) the tactic [ of | : ] <K>",
            "the tactic [ of | : ] <K> {WAS} ( used | tried )",
        ),
        WHEN | {"vendor_with", "by"},
        _did,
    ),
    Form(
        "most successful tactic",
        Pattern(f"the {_MOST} was <K>", f"<K> was the {_MOST}", f"the tactic [ of | : ] <K> was the {_MOST}"),
        frozenset({"vendor_with"}),
        _most_successful,
        is_line=True,
        is_counted=True,
    ),
)
