"""What the vendor is flexible, firm or mixed on, in words, with how many of the deals that raised it say so."""

from leverage.brief import Brief, TermSeen
from leverage.briefing.parts import ONCE, Cited, FactLine, Group, line, literal, numbers_of, titled
from leverage.wording import sentence_case, show_month

NOTE = "n of m deals that raised it"


def stance_groups(brief: Brief) -> list[Group]:
    """Return the groups Flexible on, Firm on and Mixed on; where nobody recorded any, one group that says so."""
    if not (brief.flexible_on or brief.firm_on or brief.mixed_on):
        return [Group("Flexible and firm on", (line("None recorded. Log what they moved on, and what they did not."),))]
    return [
        Group("Flexible on", tuple(_one_way(brief, seen) for seen in brief.flexible_on), NOTE),
        Group("Firm on", tuple(_one_way(brief, seen) for seen in brief.firm_on), NOTE),
        Group("Mixed on", tuple(_both_ways(brief, seen) for seen in brief.mixed_on), NOTE),
    ]


def _one_way(brief: Brief, seen: TermSeen) -> FactLine:
    when = show_month(seen.last_seen)
    text = f": {ONCE}, {when}" if seen.of == 1 else f": {seen.count} of {seen.of}, last {when}"
    return titled(_term(seen), text, numbers_of(brief, seen.deal_ids))


def _both_ways(brief: Brief, seen: TermSeen) -> FactLine:
    parts = [Cited(_term(seen), is_strong=True)]
    sides = (("flexible", seen.flexible_ids, seen.flexible_last), ("firm", seen.firm_ids, seen.firm_last))
    for way, deal_ids, last in sides:
        if deal_ids:
            opens = ":" if len(parts) == 1 else ";"
            when = f", last {show_month(last)}" if last else ""
            parts.append(Cited(f"{opens} {way} {len(deal_ids)} of {seen.of}{when}", numbers_of(brief, deal_ids)))
    if len(parts) == 1:
        parts.append(Cited(f": {seen.of} times, last {show_month(seen.last_seen)}", numbers_of(brief, seen.deal_ids)))
    return FactLine(tuple(parts))


def _term(seen: TermSeen) -> str:
    return sentence_case(literal(seen.term))
