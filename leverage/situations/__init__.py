"""Situations: what happened the last time a vendor said such a thing, and what helped then."""

from leverage.situations.advice import Advice, Elsewhere, Match, Moment
from leverage.situations.advising import advise
from leverage.situations.others import elsewhere

__all__ = ["Advice", "Elsewhere", "Match", "Moment", "advise", "elsewhere"]
