"""What a deal says, piece by piece, each as it stands in the deal."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from leverage.deals import Deal
from leverage.wording import OUTCOMES, show_base, show_percent

_SENTENCE = re.compile(r"\S.*?(?:[.!?…]+[”\"’')\]]*(?=\s|$)|[。！？]|$)")


class Saying(NamedTuple):
    """One thing that a deal says: a quote as somebody wrote it, or one of its figures told in words."""

    field: str
    text: str
    is_quote: bool = True


def sayings_of(deal: Deal) -> tuple[Saying, ...]:
    """Return what a deal says, the vendor's own words and the notes first, its figures last."""
    return tuple(_sayings(deal))


def ended(deal: Deal) -> str:
    """Return how a deal ended, as `Agreed: 18% off list, Net 60, uplift asked 9%, agreed 3%`."""
    uplift = _uplift(deal)
    facts = [_discount(deal), deal.payment_terms or "", f"uplift {uplift}" if uplift else ""]
    told = ", ".join(fact for fact in facts if fact)
    how = OUTCOMES[deal.outcome] if deal.outcome != "unknown" else "How it ended is not recorded"
    if not told:
        return how
    return f"{how}: {told}" if deal.is_agreed or deal.outcome == "unknown" else f"{how}, not agreed: {told}"


def _sayings(deal: Deal) -> Iterator[Saying]:
    yield from (Saying("signals", signal) for signal in deal.signals)
    yield from (Saying("notes", sentence) for sentence in _sentences(deal.notes or ""))
    if increase := _percents(("asked", deal.uplift_asked_pct), ("agreed", deal.uplift_agreed_pct)):
        yield Saying("uplift", f"Price increase: {increase}", is_quote=False)
    if deal.uplift_cap_pct is not None:
        yield Saying("uplift_cap_pct", f"Price cap at renewal: {show_percent(deal.uplift_cap_pct)}", is_quote=False)
    yield from (Saying("firm_on", term) for term in deal.firm_on)
    yield from (Saying("flexible_on", term) for term in deal.flexible_on)
    yield from (Saying("tactics", each.tactic) for each in deal.tactics)
    yield from (Saying("conceded", term) for term in deal.conceded)
    yield from (Saying("obtained", term) for term in deal.obtained)
    if deal.competitor:
        yield Saying("competitor", f"Competitor: {deal.competitor}", is_quote=False)
    if deal.payment_terms:
        yield Saying("payment_terms", f"Payment terms: {deal.payment_terms}", is_quote=False)
    if discount := _discount(deal):
        yield Saying("discount_pct", f"Discount: {discount}", is_quote=False)


def _sentences(notes: str) -> Iterator[str]:
    """Yield the sentences of the notes, each a piece of them as it stands there."""
    for line in notes.split("\n"):
        for found in _SENTENCE.finditer(line):
            if sentence := found[0].strip():
                yield sentence


def _discount(deal: Deal) -> str:
    return f"{show_percent(deal.discount_pct)} {show_base(deal.discount_base)}" if deal.discount_pct is not None else ""


def _uplift(deal: Deal) -> str:
    return _percents(("asked", deal.uplift_asked_pct), ("agreed", deal.uplift_agreed_pct), ("cap", deal.uplift_cap_pct))


def _percents(*figures: tuple[str, Decimal | None]) -> str:
    return ", ".join(f"{name} {show_percent(amount)}" for name, amount in figures if amount is not None)
