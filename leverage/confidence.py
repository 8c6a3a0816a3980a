"""How much is recorded about a vendor, as one word that is always shown with its count."""

from typing import Literal

Confidence = Literal["High", "Medium", "Low"]

HIGH_FROM = 6
MEDIUM_FROM = 3


def confidence_label(deal_count: int) -> Confidence:
    """Return High, Medium or Low for a number of deals; it says how much is recorded, not how likely it is."""
    if deal_count >= HIGH_FROM:
        return "High"
    return "Medium" if deal_count >= MEDIUM_FROM else "Low"
