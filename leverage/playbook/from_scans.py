"""Lessons from what people accepted out of notes, mails and transcripts: a tactic or a stance, with the words that say so."""

from collections.abc import Iterable, Iterator

from leverage.brief import Brief
from leverage.deals import Deal
from leverage.inbox import Pending, Quote
from leverage.playbook.candidate import LONGEST_QUOTE, Candidate, by_id, candidate, deal_words, quoted, shortened
from leverage.playbook.from_deals import FIRM, FLEXIBLE, RESULTS
from leverage.text import fold
from leverage.wording import show_day


def from_scans(brief: Brief, accepted: Iterable[Pending]) -> Iterator[Candidate]:
    """Yield the tactics and stances of accepted proposals that still stand in their deals."""
    deals = by_id(brief.deals)
    for pending in accepted:
        deal = deals.get(pending.deal_id or "")
        if deal is not None:
            for heading, quote in _told(pending, deal):
                day = f", {show_day(pending.source_day)}" if pending.source_day else ""
                source = f"{shortened(pending.source_name, 80)}{day}"
                text = f"“{shortened(quote.text, LONGEST_QUOTE).strip('“”')}” ({source}). The deal: {deal_words(deal)}."
                yield candidate(2, heading, deal.deal_date, text, [pending.deal_id or ""], "scan")


def _told(pending: Pending, deal: Deal) -> Iterator[tuple[str, Quote]]:
    proposal = pending.proposal
    results = {fold(each.tactic): each.result for each in deal.tactics}
    for tactic, quote in zip(proposal.tactics, proposal.quotes.get("tactics", ()), strict=False):
        result = results.get(fold(tactic.tactic))
        if result in RESULTS:
            yield f"{quoted(tactic.tactic)} {RESULTS[result]}", quote
    for name, stance in (("firm_on", FIRM), ("flexible_on", FLEXIBLE)):
        stands = set(map(fold, getattr(deal, name)))
        for term, quote in zip(getattr(proposal, name), proposal.quotes.get(name, ()), strict=False):
            if fold(term) in stands:
                yield f"They {stance} {quoted(term)}", quote
