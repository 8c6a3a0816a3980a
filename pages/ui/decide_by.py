"""The days that must not pass, beside the flags."""

from leverage import KnowledgeBase


def draw(kb: KnowledgeBase) -> None:
    """Draw the days by which something has to be decided, the next first."""
