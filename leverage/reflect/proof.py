"""Proof: the deals that show a claim to be true, or why none do."""

from collections import Counter
from collections.abc import Sequence

from leverage.brief import Brief, cite
from leverage.deals import Deal
from leverage.reflect.claims import Claim
from leverage.reflect.condition import Condition, Unproven
from leverage.spellings import fold_or_none
from leverage.terms import payment_terms_label
from leverage.text import fold

NOT_HERE = "is not in the deals it cites"
NOT_COUNTED = "is not what the deals give when counted"
NO_COUNT = "holds a superlative that no count answers"
MIXED = "is one side only: other deals say otherwise"

_SIDES = {"flexible_on": "firm_on", "firm_on": "flexible_on"}
_AT_LEAST = {"once": (1, 1), "twice": (2, 2), "some": (2, None), "many": (3, None)}


def prove(claim: Claim, brief: Brief, cited: frozenset[str]) -> frozenset[str]:
    """Return the ids of the deals that prove a claim: among the cited ones, or all where none is cited.

    What is counted is counted over every deal of the brief. Raises Unproven.
    """
    if claim.pick in ("most_common", "most_successful"):
        found = _most(claim, brief)
    elif claim.count or claim.how_often:
        found = _counted(claim, brief)
    elif claim.conditions or claim.pick:
        found = _in_one_deal(claim, brief)
    else:
        found = _told(claim, brief, cited)
    proven = found & cited if cited else found
    named = {number for each in claim.conditions if each.about == "reference" for number in each.value}
    if not proven or not named <= {brief.number(deal_id) for deal_id in found}:
        raise Unproven(NOT_HERE)
    return found if claim.count or claim.how_often or claim.pick in ("most_common", "most_successful") else proven


def _ids(deals: Sequence[Deal]) -> frozenset[str]:
    return frozenset(map(cite, deals))


def _in_one_deal(claim: Claim, brief: Brief) -> frozenset[str]:
    """Return the deals in which everything holds together, unless another deal that fits says the opposite."""
    fitting = [deal for deal in _pool(claim, brief) if _holds(claim.conditions, deal, brief)]
    if not fitting:
        raise Unproven(NOT_HERE)
    meant = [each for each in claim.conditions if each.is_filter]
    same = [deal for deal in (fitting if claim.pick else brief.deals) if _holds(meant, deal, brief)]
    is_open = len(meant) < len(claim.conditions) or claim.pick  # a figure tells one deal from others of the same person
    for name, term in claim.stances:
        if not is_open and any(_stands(deal, _SIDES.get(name, ""), term) for deal in same):
            raise Unproven(MIXED)
    for tactic, result in claim.tactics:
        if not is_open and result and any(_contradicts(deal, tactic, result) for deal in same):
            raise Unproven(MIXED)
    return _ids([deal for deal in fitting if _tells(deal, claim)])


def _pool(claim: Claim, brief: Brief) -> Sequence[Deal]:
    """Return the deals that a superlative may mean: always counted over all deals of the brief."""
    agreed = [deal for deal in brief.deals if deal.is_agreed]
    stated = [deal for deal in agreed if deal.discount_pct is not None]
    if claim.pick in ("highest", "lowest"):
        if not claim.names_discount or any(each.about.startswith("uplift") for each in claim.conditions):
            raise Unproven(NO_COUNT)
        if claim.pick == "highest":
            return [deal for deal in stated if cite(deal) in brief.max_discount_deals]
        if len({deal.discount_base for deal in stated}) != 1:
            raise Unproven(NOT_COUNTED)
        least = min(deal.discount_pct for deal in stated if deal.discount_pct is not None)
        return [deal for deal in stated if deal.discount_pct == least]
    if claim.pick in ("latest", "earliest"):
        is_agreed = any(each.about == "outcome" and each.value == "agreed" for each in claim.conditions)
        among = list(agreed if is_agreed else brief.deals)
        if claim.pick_of.startswith("discount"):
            among = stated
        elif claim.pick_of.startswith(("payment", "terms", "Y")):
            among = [deal for deal in among if deal.payment_terms]
        return among[:1] if claim.pick == "latest" else among[-1:]
    return brief.deals


def _told(claim: Claim, brief: Brief, cited: frozenset[str]) -> frozenset[str]:
    """Return the deals behind stances and tactics that are said of the vendor at large: then no deal may differ.

    Where deals are cited, each term and each tactic has to stand in one of them.
    """
    found: frozenset[str] = frozenset()
    for name, term in claim.stances:
        if name == "mixed":
            ids = _ids([deal for deal in brief.deals if _stands(deal, "flexible_on", term) or _stands(deal, "firm_on", term)])
            if not any(fold(each.term) == term for each in brief.mixed_on):
                raise Unproven(NOT_COUNTED)
        else:
            ids = _ids([deal for deal in brief.deals if _stands(deal, name, term)])
            if name in _SIDES and any(_stands(deal, _SIDES[name], term) for deal in brief.deals):
                raise Unproven(MIXED)
        if not (ids & cited if cited else ids):
            raise Unproven(NOT_HERE)
        found |= ids
    for tactic, result in claim.tactics:
        ids = _ids([deal for deal in brief.deals if _did(deal, tactic, result)])
        if result == "mixed" and any(fold(each.tactic) == tactic for each in brief.tactics_mixed):
            ids = _ids([deal for deal in brief.deals if _did(deal, tactic, None)])
        elif result and any(_contradicts(deal, tactic, result) for deal in brief.deals):
            raise Unproven(MIXED)
        if not (ids & cited if cited else ids):
            raise Unproven(NOT_HERE)
        found |= ids
    return found


def _counted(claim: Claim, brief: Brief) -> frozenset[str]:
    """Return the deals that a claim of how often counts, where the count is right."""
    if claim.pick:
        raise Unproven(NO_COUNT)
    meant = [each for each in claim.conditions if each.is_filter]
    dealt = [each for each in claim.conditions if not each.is_filter]
    base = [
        deal
        for deal in brief.deals
        if _holds(meant, deal, brief)
        and (deal.is_agreed or not _needs_agreement(claim.conditions))
        and all(each.is_recorded(deal) for each in dealt)
        and all(_raises(deal, term) for _, term in claim.stances)
        and all(_did(deal, tactic, None) for tactic, _ in claim.tactics)
    ]
    matching = [deal for deal in base if _holds(dealt, deal, brief) and _tells(deal, claim)]
    n, of = len(matching), len(base)
    if not (claim.stances or claim.tactics or dealt) and not meant:
        of = n = brief.deal_count
    if claim.count:
        said, said_of = claim.count
        is_right = said == n and (said_of is None or said_of in (of, brief.deal_count))
    elif claim.how_often == "every":  # of all deals that are meant, whatever they record
        is_right = n == sum(_holds(meant, deal, brief) for deal in brief.deals) >= 2
    elif claim.how_often == "always":  # whenever it was raised
        is_right = n == of >= 2
    elif claim.how_often == "often":
        is_right = n * 2 > of and n >= 2
    else:
        least, most = _AT_LEAST[claim.how_often or "once"]
        is_right = n >= least and (most is None or n == most)
    if not is_right or not matching:
        raise Unproven(NOT_COUNTED)
    return _ids(matching)


def _most(claim: Claim, brief: Brief) -> frozenset[str]:
    """Return the deals behind what is said to be the most frequent, where nothing is as frequent."""
    meant = [each for each in claim.conditions if each.is_filter]
    among = [deal for deal in brief.deals if _holds(meant, deal, brief)]
    dealt = [each for each in claim.conditions if not each.is_filter]
    if claim.names_discount and not claim.stances and not claim.tactics:
        raise Unproven(NO_COUNT)
    if claim.pick == "most_successful" and len(claim.tactics) == 1 and not dealt and claim.tactics[0][1] in (None, "worked"):
        tactic = claim.tactics[0][0]
        _first(Counter(fold(each.tactic) for deal in among for each in deal.tactics if each.result == "worked"), tactic)
        return _ids([deal for deal in among if _did(deal, tactic, "worked")])
    if claim.pick == "most_common" and not claim.tactics:
        if len(dealt) == 1 and dealt[0].about == "payment_terms" and not claim.stances:
            _first(Counter(fold(payment_terms_label(deal.payment_terms)) for deal in among if deal.payment_terms), dealt[0].value)
            return _ids([deal for deal in among if dealt[0].holds(deal)])
        if not dealt and len(claim.stances) == 1 and claim.stances[0][0] in _SIDES:
            name, term = claim.stances[0]
            _first(Counter(fold(each) for deal in among for each in getattr(deal, name)), term)
            return _ids([deal for deal in among if _stands(deal, name, term)])
    raise Unproven(NO_COUNT)


def _first(counts: Counter[str], said: str) -> None:
    ranked = counts.most_common(2)
    if not ranked or ranked[0][0] != said or (len(ranked) > 1 and ranked[1][1] == ranked[0][1]):
        raise Unproven(NOT_COUNTED)


def _holds(conditions: Sequence[Condition], deal: Deal, brief: Brief) -> bool:
    return all(
        brief.number(cite(deal)) in each.value if each.about == "reference" else each.holds(deal) for each in conditions
    ) and (deal.is_agreed or not _needs_agreement(conditions))


def _needs_agreement(conditions: Sequence[Condition]) -> bool:
    """Whether figures are given as dealt: unless the outcome is named, a discount or a term is one that was agreed."""
    dealt = {"discount_pct", "payment_terms", "final_price", "uplift_agreed_pct", "term_months", "annual_value", "total_value"}
    is_dealt = any(each.about in dealt for each in conditions)
    return is_dealt and not any(each.about == "outcome" for each in conditions)


def _tells(deal: Deal, claim: Claim) -> bool:
    return all(_stands(deal, name, term) for name, term in claim.stances) and all(
        _did(deal, tactic, result) for tactic, result in claim.tactics
    )


def _stands(deal: Deal, name: str, term: str) -> bool:
    return term in map(fold, getattr(deal, name, ()))


def _raises(deal: Deal, term: str) -> bool:
    is_discount = term == "discount" and deal.is_agreed and bool(deal.discount_pct)
    return _stands(deal, "flexible_on", term) or _stands(deal, "firm_on", term) or is_discount


def _did(deal: Deal, tactic: str, result: str | None) -> bool:
    return any(fold_or_none(each.tactic) == tactic and result in (None, each.result) for each in deal.tactics)


def _contradicts(deal: Deal, tactic: str, result: str) -> bool:
    return any(fold(each.tactic) == tactic and each.result not in (result, "unclear") for each in deal.tactics)
