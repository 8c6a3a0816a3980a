"""How a line of a note begins: its bullet or number, its label, and whether it heads what stands below it."""

import re

from leverage.inbox.labels import MOST_LABEL, field_of
from leverage.inbox.note import Note

HEADED = ("flexible_on", "firm_on", "tactics", "worked", "failed")
_UNDER_NUMBERS = (*HEADED, "payment_terms", "discount_pct", "price")  # what a numbered or a colon heading may head besides
_MOST_LABEL_WORDS = 4
_BULLET = re.compile(
    r"[ ]{0,40}(?:(?:[-*•·▪●‣◦–—+>→✓✔]|\(?\d{1,2}(?:\.\d{1,2})?[.)](?!\d)|\(?[a-z]\)|\[[ xX]\])[ ]{1,8}"
    r"|(?:TOP|Top|Punkt|Pkt\.?|Item|Point|Punto|Ponto|Punt|Agendapunt|Nr\.?|No\.?|N[º°])[ ]?\d{1,2}[.:)]?[ ]{1,8}(?:[-–—:][ ])?"
    r"|\d{1,2}[ ]{2,8}(?=[^\W\d]))"
)
_LABEL = re.compile(rf"[ ]{{0,40}}([^\W_][^:|=\n]{{0,{MOST_LABEL}}}?)[ ]{{0,4}}(?::|\||=(?!=)|->)(?=[ ]|$)")
_DASHED = re.compile(rf"[ ]{{0,40}}([^\W_][^:|=\n]{{0,{MOST_LABEL}}}?)[ ]{{1,4}}[-–—][ ]{{1,4}}(?=\S)")
_DOTTED = re.compile(rf"[ ]{{0,40}}([^\W\d_][^:|=.!?\n]{{1,{MOST_LABEL}}})\.[ ]{{1,4}}(?=\S)")
_LEADERS = re.compile(rf"[ ]{{0,40}}([^\W\d_][^:|=.\n]{{1,{MOST_LABEL}}}?)[ ]{{0,4}}(?:\.[ ]?){{4,80}}[ ]{{0,8}}(?=[^\s.:])")
_TOLD_IN_BRACKETS = re.compile(r"\([^()]*\d")

Place = tuple[int, int]


def bullet_at(line: str) -> int | None:
    """Return where the words behind a bullet or a number begin, None where a line has none."""
    match = _BULLET.match(line)
    return match.end() if match else None


def label_at(view: str, start: int, last: int, *, is_numbered: bool = False) -> tuple[Place, int] | None:
    """Return the place of a label and where what stands behind it begins; a sentence with a colon has none."""
    line = view[start:last]
    match = _LABEL.match(line)
    if match and (field_of(match[1]) or _may_label(match[1])):
        return (start + match.start(1), start + match.end(1)), start + match.end()
    match = _DASHED.match(line)
    if match and field_of(match[1]):
        return (start + match.start(1), start + match.end(1)), start + match.end()
    match = _LEADERS.match(line)
    if match and field_of(match[1]):
        return (start + match.start(1), start + match.end(1)), start + match.end()
    match = _DOTTED.match(line) if is_numbered else None
    if match and field_of(match[1]) in _UNDER_NUMBERS:
        return (start + match.start(1), start + match.end(1)), start + match.end()
    return None


def _may_label(words: str) -> bool:
    """Say whether unknown words before a colon may be a label: a few, no sentence, and no day or figure told in brackets."""
    if _TOLD_IN_BRACKETS.search(words):
        return False
    bare = re.sub(r"\([^()]*\)?", " ", words)
    return len(bare.split()) <= _MOST_LABEL_WORDS and not re.search(r"[.!?,;] ", bare)


def heading_at(note: Note, start: int, last: int, following: Place | None, *, is_numbered: bool) -> Place | None:
    """Return the place of a heading that is all of its line: over bullets, or numbered, or over the line right below it."""
    words = note.view[start:last].rstrip(" .:")
    field = field_of(words)
    if field is None or field not in (_UNDER_NUMBERS if is_numbered else HEADED):
        return None
    if not is_numbered and (following is None or not _may_stand_below(note, following)):
        return None
    return start, start + len(words)


def _may_stand_below(note: Note, following: Place) -> bool:
    """Say whether a line may be an item of a heading without a number: one of a list, or deeper."""
    text = note.view[slice(*following)]
    return bullet_at(text) is not None or text.startswith("  ")
