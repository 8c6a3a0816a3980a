"""What the prose beside an object says about it: that it is no answer, or that it is the last word."""

import re
from typing import Literal

Standing = Literal["", "disowned", "final"]

_LONGEST_LEAD = 300
_LONGEST_AFTER = 1_500

_FENCE = re.compile(r"(?:```|~~~)[ \t]*[\w+-]{0,20}[ \t]*$")
_TAGS = re.compile(r"<[^<>]{1,80}>")
_TRIMMED = " \t\r\n`*_#>~\"'“”‘’("
_ABBREVIATED = re.compile(r"\b(e\.g|i\.e|ex|vs|no)\.", re.IGNORECASE)
_ENDS = re.compile(r"[.!?。]\s+|\n+")

_FOLLOWS = (
    r"(?:\s+(?:with|this|that|these|those|the|an?|any|anything|something|like|such|as|following|json|object|outputs?|reply|replies"
    r"|answer|brief|values?|in|form|format|style|below|it|example|numbers?|to|me|them|us|just|only)){0,7}\s*[:,–—-]*\s*$"
)
_WRITE = (
    r"(?:outputs?|return|write|use|reply|answer|print|emit|say|give|produce|respond|send|include|repeat|copy|follow|believe|trust|take"
    r"|generate|show|state|accept|do)"
)
_WHO = (
    r"(?:notes?|text|messages?|document|instructions?|comment|attacker|injection|e-?mail|memo|someone|somebody"
    r"|(?:a|one|another|this|that|the)\s+(?:record|memory|deal|person|colleague)|deal\s+#?\d+|record\s+#?\d+|memory\s+#?\d+)"
)
_SAYS = (
    r"(?:says?|said|tells?|told|asks?|asked|claims?|claimed|reads?|contains?|contained|wants?|wanted|demands?|demanded|orders?|ordered"
    r"|instructs?|instructed|suggests?|suggested|wrote|writes|states?|stated|tries|tried|insists?|requests?|requested|holds?|includes?)"
)
_NO_ANSWER = re.compile(
    rf"\b(?:do\s+not|don[’']?t|does\s+not|never|must\s+not|mustn[’']?t|should\s+not|shouldn[’']?t|will\s+not|won[’']?t|would\s+not"
    rf"|can\s?not|can[’']?t|not\s+going\s+to|refuse\s+to|wrong\s+to|avoid|instead\s+of|rather\s+than|without|stop)"
    rf"(?:\s+\w+){{0,2}}?\s+(?:{_WRITE}|{_WRITE}ing|writing|using|giving|producing){_FOLLOWS}"
    rf"|\b(?:{_WHO}|users?\b(?!\s+(?:ask|want|request)))\b(?:\s+\w+){{0,3}}?\s+{_SAYS}\b[^{{}}\n]{{0,60}}$"
    r"|(?:^(?!(?:following|per|as|like|in|using|according|matching|based)\b)(?:[\w’'-]+\s+){0,2}|\b(?:here\s+is|here[’']s|this\s+is|as|see|my|an?|the|with|for|one)\s+(?:an?\s+|my\s+|the\s+)?(?:\w+\s+)?)"
    r"(?:drafts?|examples?|samples?|illustrations?|placeholders?|counter-?examples?|templates?)"
    r"(?:\s+(?:answer|json|output|outputs|reply|brief|object|response|only|\d+|of\s+[^:\n]{0,40}|for\s+[^:\n]{0,40}))?\s*[:–—-]+\s*$"
    r"|(?:^|[\s(])(?:e\.g\.?|for\s+(?:example|instance|illustration)|hypothetical(?:ly)?|suppose|imagine)\s*[,:–—-]*\s*$"
    r"|\b(?:drafts?|wrong|incorrect|bad|invalid|rejected|discarded|outdated|previous(?:ly)?|old|older|earlier|tentative|preliminary"
    r"|rough|initial|first\s+(?:attempt|try|version|guess|pass)|attempt\s+\d+|not|ignore|ignoring|disregard|unlike|versus|vs\.?"
    r"|not\s+like(?:\s+this)?|anti-?pattern)(?:\s+(?:answer|output|json|brief|object|reply|version|response|this|that|it|values?|\d+))?"
    r"\s*[:–—-]*\s*$"
    r"|^(?:user|human|system|prompt|input|question|instruction|thoughts?|thinking|reasoning|scratchpad|attacker|customer|competitor"
    r"|(?:the\s+)?schema|example|before|old|was)\s*[:–—-]+\s*$"
    r"|\b(?:instead\s+of|rather\s+than)\s*$|(?:^|\W)(?:error|exception)\s*:\s*$"
    r"|^(?:error|exception|traceback|http/\d|[45]\d\d\b|(?:bad\s+gateway|service\s+unavailable|internal\s+server\s+error))"
    r"[^\n]{0,80}$",
    re.IGNORECASE,
)
_LAST_WORD = re.compile(
    r"\b(?:final|finally|answer|result|output|assistant|ai|corrected?|correction|actual|real|right|reply|response|brief|so|thus"
    r"|therefore|here\s+(?:is|are|you\s+go)|here[’']s|now|instead|fixed|revised|updated)\b[^\n{}]{0,60}$",
    re.IGNORECASE,
)
_TAKEN_BACK = re.compile(
    r"(?:^|(?<=[.!?\n])|(?<=[.!?]\s))\s{0,9}[*_(–—-]{0,3}\s{0,3}(?:"
    r"(?:oh,?\s+|but\s+|no,?\s+)?(?:wait|hold\s+on|hmm+|hm|oops|scratch\s+that|strike\s+that)\b\s*(?:[,.:;…!—–-]|$|\n|no\b|that|wait|i\b|the\b)"
    r"|correction\b|no\s*[,.:;—–]|(?:actually|sorry)\s*[,:;—–]|on\s+second\s+thou?ght"
    r"|but\s+(?:no\s*[,.:;—–]|(?:deals?|records?)\s+#?\d)|final(?:ly)?(?:\s+(?:answer|brief|version|json|reply|result|output))?\s*[:–—]"
    r"|(?:please\s+)?(?:ignore|disregard|do\s+not\s+use|don[’']?t\s+use|never\s+use|discard)\s+(?:this|that|it|the\s+(?:above|object|json))"
    r")"
    r"|^\s{0,9}(?:is|was)\s+(?:only\s+|just\s+)?(?:an?\s+|the\s+|my\s+)?(?:example|draft|template|placeholder|sample|wrong|incorrect)\b"
    r"|\b(?:that|this|it|which|the\s+(?:above|object|json|brief|answer|draft|first|number|discount|\d+(?:\.\d+)?\s?%?))"
    r"\s*(?:above|one)?\s*(?:is|was|were|[’']s|looks?|seems?)\s+(?:only\s+|just\s+|clearly\s+|all\s+|probably\s+)?"
    r"(?:wrong|incorrect|not\s+(?:right|correct|true|the\s+final|final|my\s+(?:final\s+)?answer|what)|a\s+mistake|mistaken"
    r"|(?:an?\s+|the\s+|my\s+)?(?:example|draft|template|placeholder|first\s+draft|sample|guess|attempt|joke|test)\b|invented"
    r"|made\s+up|fabricated|outdated|from\s+another|about\s+another|another\s+vendor)"
    r"|\b(?:was|were|is)\s+(?:only|just|merely)\s+(?:asked|offered|requested|claimed|quoted)"
    r"|\bi\s+(?:will\s+|would\s+|did\s+|do\s+|must\s+|should\s+|have\s+to\s+)?(?:ignore|disregard|reject|not\s+(?:follow|use|trust|believe|do))"
    r"(?:d|ed)?\s+(?:it|this|that|them)\b"
    r"|\bi\s+(?:was|am)\s+(?:wrong|mistaken)|\bmy\s+mistake\b|\blet\s+me\s+(?:re-?\w+|fix|correct|double|check|try\s+again)"
    r"|\bshould\s+(?:be|have\s+been|read)\s+\d",
    re.IGNORECASE,
)
_HIGHEST = re.compile(
    r"\b(?:max(?:imum)?|highest|largest|best|top)\s+discount\b[^.\d%\n]{0,30}(?<![\d.])(\d{1,3}(?:\.\d{1,2})?)\s?(?:%|percent|pct)",
    re.IGNORECASE,
)


def standing(before: str) -> Standing:
    """Return what the words right before an object say about it."""
    lead = _TAGS.sub(" ", _FENCE.sub("", before[-_LONGEST_LEAD:].rstrip()))
    lead = _ABBREVIATED.sub(r"\1", lead.strip(_TRIMMED))
    spoken = [part.strip(_TRIMMED + "-•") for part in _ENDS.split(lead)]
    last = next((part for part in reversed(spoken) if part), "")
    if _NO_ANSWER.search(last):
        return "disowned"
    return "final" if _LAST_WORD.search(last) else ""


def is_taken_back(after: str) -> bool:
    """Return whether the words after an object take it back, or go on to correct it."""
    return _TAKEN_BACK.search(after[:_LONGEST_AFTER].replace("```", "\n").strip()) is not None


def highest_told(text: str) -> list[float]:
    """Return the percentages that a text calls the highest discount."""
    return [float(found) for found in _HIGHEST.findall(text[:_LONGEST_AFTER])]
