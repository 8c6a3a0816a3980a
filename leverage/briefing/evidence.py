"""The numbered deals of a brief, each in one line."""

from leverage.access.audience import read_by
from leverage.brief import Brief, Evidence, cite
from leverage.briefing.parts import DealLine, literal
from leverage.deals import Deal
from leverage.sizes import size_of
from leverage.wording import KINDS, OUTCOMES, show_base, show_count, show_day, show_percent


def deal_lines(brief: Brief) -> tuple[DealLine, ...]:
    """Return one line for every deal the brief may cite, newest first."""
    deals = {cite(deal): deal for deal in brief.deals}
    numbered = sorted(brief.evidence.items(), key=lambda item: item[1].n)
    return tuple(DealLine(seen.n, deal_id, _line(deals.get(deal_id), seen)) for deal_id, seen in numbered)


def deal_line(deal: Deal) -> str:
    """Return a deal as `14 Oct 2026, Azure, renewal, 36 months: 18% off list, Net 60. Priya Nair, Procurement.`

    What is unknown stands at the end, under "Not recorded", and never as a value; then whom the deal is for, if not everyone.
    """
    size = size_of(deal)
    about = [
        show_day(deal.deal_date),
        literal(deal.product) if deal.product else "",
        KINDS[deal.kind].lower() if deal.kind else "",
        literal(size) if size else "",
        show_count(deal.term_months, "month") if deal.term_months else "",
        f"via {literal(deal.reseller)}" if deal.reseller else "",
    ]
    unknown = {
        "product": deal.product,
        "kind": deal.kind,
        "size": size,
        "term": deal.term_months,
        "discount": deal.discount_pct if deal.outcome == "agreed" else "",  # none is missed where none was agreed
        "payment terms": deal.payment_terms,
    }
    missing = ", ".join(name for name, value in unknown.items() if value is None)
    sentences = [
        f"{_listed(about)}: {_result(deal)}.",
        f"{literal(deal.logged_by)}, {literal(deal.department)}.",
        f"Not recorded: {missing}." if missing else "",
        read_by(deal.visible_to, literal) if deal.visible_to else "",
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def _line(deal: Deal | None, seen: Evidence) -> str:
    if deal is not None:
        return deal_line(deal)
    outcome = OUTCOMES.get(seen.outcome, OUTCOMES["unknown"]).lower()
    return f"{show_day(seen.deal_date)}: {outcome}. {literal(seen.logged_by)}, {literal(seen.department)}."


def _result(deal: Deal) -> str:
    facts = _listed(
        [
            f"{show_percent(deal.discount_pct)} {show_base(deal.discount_base)}" if deal.discount_pct is not None else "",
            literal(deal.payment_terms) if deal.payment_terms else "",
        ]
    )
    outcome = OUTCOMES[deal.outcome].lower()
    if deal.outcome == "agreed":
        return facts or outcome
    if deal.outcome == "renewed_as_is" or deal.outcome == "unknown":
        return _listed([outcome, facts])
    return f"{outcome} (not agreed: {facts})" if facts else outcome


def _listed(facts: list[str]) -> str:
    return ", ".join(fact for fact in facts if fact)
