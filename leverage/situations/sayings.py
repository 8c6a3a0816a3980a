"""What a deal says, piece by piece, each as it stands in the deal."""

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from leverage.concepts import concepts
from leverage.deals import Deal
from leverage.situations.polarity import Spoken, Stance, spoken
from leverage.wording import OUTCOMES, show_base, show_percent

_SENTENCE = re.compile(r"\S.*?(?:[.!?…]+[”\"’')\]]*(?=\s|$)|[。！？]|$)")


_STANCES: dict[str, Stance] = {
    "firm_on": "refused",
    "flexible_on": "granted",
    "obtained": "granted",
    "conceded": "said",
    "tactics": "said",
}


class Saying(NamedTuple):
    """One thing that a deal says: a quote as somebody wrote it, or a figure that was recorded of a `concept`."""

    field: str
    text: str
    concept: str | None = None

    @property
    def is_quote(self) -> bool:
        """Whether somebody wrote these words: those in which a figure is told are no one's."""
        return self.concept is None


def sayings_of(deal: Deal) -> tuple[Saying, ...]:
    """Return what a deal says, the vendor's own words and the notes first, recorded figures among them.

    How a deal came out, such as its discount, is no saying, and neither is what we tried: nobody said it at the table.
    """
    return tuple(_sayings(deal))


def spoken_in(saying: Saying) -> tuple[Spoken, ...]:
    """Return the concepts that a saying speaks of, with the stance that its field gives to a matter, and whose doing it is."""
    if saying.concept is not None:
        return (Spoken(saying.concept, concepts()[saying.concept].label, saying.text, "said", False),)
    return tuple(_in_field(each, saying.field) for each in spoken(saying.text, is_theirs=saying.field == "signals"))


def _in_field(each: Spoken, field: str) -> Spoken:
    if field not in _STANCES:
        return each
    stance = _STANCES[field]
    if concepts()[each.concept].happens:  # of what we gave and got it tells nothing
        stance = "said" if field == "firm_on" else each.stance if field == "flexible_on" else "denied"
    return replace(each, stance=stance, is_ours=True if field == "conceded" else each.is_ours)


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
    yield from (Saying("signals", signal.quote) for signal in deal.signals)
    yield from (Saying("notes", sentence) for sentence in _sentences(deal.notes or ""))
    if deal.uplift_asked_pct or deal.uplift_agreed_pct:
        figures = _percents(("asked", deal.uplift_asked_pct), ("agreed", deal.uplift_agreed_pct))
        yield Saying("uplift", figures, "price_increase")
    if deal.uplift_cap_pct is not None:
        yield Saying("uplift_cap_pct", show_percent(deal.uplift_cap_pct), "uplift_cap")
    yield from (Saying("firm_on", term) for term in deal.firm_on)
    yield from (Saying("flexible_on", term) for term in deal.flexible_on)
    yield from (Saying("conceded", term) for term in deal.conceded)
    yield from (Saying("obtained", term) for term in deal.obtained)
    if deal.competitor:
        yield Saying("competitor", deal.competitor, "competitor")


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
