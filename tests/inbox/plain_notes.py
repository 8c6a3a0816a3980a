"""Plain notes and rules for tests: each line that begins with “Deal:” is a proposal, told by simple words."""

import re
from typing import Any

from leverage.inbox import Proposal, Quote, Source

NOTE = "Date: 2026-03-02\nFrom: Jonas Weber\n\nDeal: Acme, 20% off list, Net 60\nDeal: Bolt, 10% off list\n"

_DEAL = re.compile(
    r"Deal: (?P<vendor>[^,\n]+), (?P<discount>\d+)% off list(?:, (?P<payment>Net \d+))?(?:, with (?P<tactic>[^\n]+))?"
)
_DAY = re.compile(r"^Date: (\d{4}-\d\d-\d\d)$", re.MULTILINE)
_FROM = re.compile(r"^From: (.+)$", re.MULTILINE)


def propose(text: str, filename: str = "", *, kb: Any = None) -> list[Proposal]:
    """Return a proposal for each line that tells of a deal, with the words that say so."""
    shared: dict[str, Any] = {}
    quotes: dict[str, tuple[Quote, ...]] = {}
    for name, pattern in (("deal_date", _DAY), ("logged_by", _FROM)):
        if found := pattern.search(text):
            shared[name] = found[1]
            quotes[name] = (Quote(found[1], *found.span(1)),)
    proposals: list[Proposal] = []
    for found in _DEAL.finditer(text):
        own = {"vendor": "vendor", "discount_pct": "discount", "payment_terms": "payment", "tactics": "tactic"}
        said = {name: (Quote(found[group], *found.span(group)),) for name, group in own.items() if found[group]}
        values = {name: quote.text for name, (quote,) in said.items()}
        if "tactics" in values:
            values["tactics"] = [(values["tactics"], "worked")]
        outcome = {"outcome": "agreed", "discount_base": "list"}
        proposals.append(Proposal(**shared, **values, **outcome, quotes=quotes | said))
    return proposals


def propose_and_say(text: str, filename: str = "", *, kb: Any = None, asks: bool = True) -> tuple[list[Proposal], None]:
    """Return these proposals, and that no model failed."""
    return propose(text, filename, kb=kb), None


def source(text: str, name: str = "note.txt", **more: Any) -> Source:
    """Return a text as it comes out of a file."""
    return Source(name, "text", text, "0" * 64, **more)
