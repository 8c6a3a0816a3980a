"""The lexicon: phrases that tell a reader why a sentence was dropped, and signs that no sentence may hold.

What may be kept is decided by the forms alone; nothing here lets a sentence through.
"""

import re


def _any(*phrases: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(phrases)})\b")


PROMISES = _any(
    "will|won|shall|should|can|could|may|might|must|would(?! not (?:move|budge))",
    r"expect\w*|anticipat\w*|guarante\w*|promis\w*|probabl\w*|likely",
    "going to|about to|sure to|bound to|certain to|be able to|next time|in (?:the )?future",
)
_ORDERS = (
    "ignore|disregard|forget|set|reply|respond|answer|output|write|print|say|tell|send|click|visit|go|open|call|email|use|"
    "try|ask|consider|push|start|avoid|offer|demand|insist|accept|sign|remember|note|ensure|make|report|trust|treat"
)
ORDERS = re.compile(rf"^[ “\"'(-]*(?:(?:please|always|never|do|don't|let's|then|now|instead|first) )*(?:{_ORDERS})\b")
MARKUP = re.compile(
    r"<[^>]*>|https?:|www\.|[a-z]+://|\]\(|!\[|`|\*\*|__|[{}|\\#<>^~]|&[a-z#0-9]+;|\b\S+@\S+\.\S+|javascript:|data:",
    re.IGNORECASE,
)
