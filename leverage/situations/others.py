"""What other vendors taught about a situation: only when asked for, apart, and each under its own name."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from leverage.index import Vendor
from leverage.situations.advice import Advice, Elsewhere
from leverage.situations.advising import counted, match
from leverage.situations.hearing import hear

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

MOST_VENDORS = 12  # whose banks are opened: those with the newest deals


def elsewhere(kb: "KnowledgeBase", advice: Advice, most: int = MOST_VENDORS) -> Elsewhere:
    """Return what was taught by other vendors, of the `most` with the newest deals; those that say nothing are left out.

    Nothing of it goes into the advice itself.
    """
    others = [vendor for vendor in kb.vendors() if vendor.bank_id != advice.bank_id]
    looked_at = _newest(others, max(0, most))
    advices = []
    for vendor in looked_at:
        brief = kb.brief(vendor.bank_id)
        heard = hear(advice.text, (brief.vendor, *vendor.aliases, advice.vendor))
        matched = match(brief, heard)
        if matched.moments:
            advices.append(counted(brief, heard, matched))
    return Elsewhere(len(looked_at), len(others), tuple(advices))


def _newest(vendors: Sequence[Vendor], most: int) -> list[Vendor]:
    by_name = sorted(vendors, key=lambda vendor: vendor.bank_id)
    return sorted(by_name, key=lambda vendor: vendor.last_deal, reverse=True)[:most]
