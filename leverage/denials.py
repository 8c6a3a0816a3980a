"""Outright denials: what a text says was not asked, not raised or not there at all.

“They did not ask for an increase” and “No surcharge this time” deny that; “they did not move on price” is no denial but a
refusal, and “at no extra charge” a gift: both are facts of their own.
"""

import functools
import re

_NOT = r"(?:not|n['’]t|never|nobody|no ?one|neither|none of (?:them|us))"
_RAISED = (
    r"(?:ask|asked|asking|request|requested|demand|demanded|want|wanted|mention|mentioned|raise|raised|propose|proposed|"
    r"announce|announced|bring up|brought up|come up with|came up with|seek|sought|claim|claimed|talk about|talked about)"
)
_DENIED = re.compile(
    rf"\b\w*{_NOT}\s+(?:\w+\s+){{0,2}}?{_RAISED}\b(?P<raised>[^.;!?:]*)"
    r"|(?:^|[.;,!?:]\s+|\bthere (?:was|were|is|are|has been) )no\s+(?P<none>(?:[\w%’'-]+\s?){1,4})",
    re.IGNORECASE,
)
_ENDS = re.compile(r"\b(?:but|though|although|however|yet|until|unless|if|than|more than|longer|later|only)\b", re.IGNORECASE)


@functools.lru_cache(maxsize=10_000)
def denials_in(text: str) -> tuple[str, ...]:
    """Return what a text denies outright, each as it stands there; none for most texts."""
    found = (match["raised"] or match["none"] or "" for match in _DENIED.finditer(text))
    cut = (_ENDS.split(each, maxsplit=1)[0].strip(" ,") for each in found)
    return tuple(each for each in cut if each)
