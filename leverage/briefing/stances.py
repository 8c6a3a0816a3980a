"""What the vendor is flexible, firm or mixed on, in words, with how many of the deals that raised it say so."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from leverage.brief import Brief, TermSeen
from leverage.briefing.parts import ONCE, Cited, FactLine, Group, line, literal, numbers_of, said_line, titled
from leverage.wording import sentence_case, show_month

NOTE = "n of m deals that raised it"


def stance_groups(brief: Brief) -> list[Group]:
    """Return the groups Flexible on, Firm on and Mixed on; where nobody recorded any, one group that says so."""
    if not (brief.flexible_on or brief.firm_on or brief.mixed_on):
        return [Group("Flexible and firm on", (line("None recorded. Log what they moved on, and what they did not."),))]
    return [
        Group("Flexible on", _lines(brief, brief.flexible_on, _one_way), NOTE),
        Group("Firm on", _lines(brief, brief.firm_on, _one_way), NOTE),
        Group("Mixed on", _lines(brief, brief.mixed_on, _both_ways), NOTE),
    ]


def _lines(brief: Brief, terms: Iterable[TermSeen], write: Callable[[Brief, TermSeen], FactLine]) -> tuple[FactLine, ...]:
    return tuple(
        each for seen in terms for each in (replace(write(brief, seen), subject=("line", seen.term)), *said_line(seen.feedback))
    )


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
