"""Talks word by word, in which a vendor takes part: what its turns settle."""

from leverage.inbox.rules.dialogue.speakers import is_talk, sides_in
from leverage.inbox.rules.dialogue.talk import Talk, told_in_talk

__all__ = ["Talk", "is_talk", "sides_in", "told_in_talk"]
