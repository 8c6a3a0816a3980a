"""Initials: what a name may be shortened to."""

from itertools import takewhile

from leverage.naming.lexicon import WEAK, Kind
from leverage.naming.readings import MOST_INITIALS, Reading

MOST_BEFORE_WORDS = 4  # letters of initials that further words follow; more of them are a word
LONG_FORM = 7  # letters of a legal form that is spelled out: Company, Limited


def initials_of(reading: Reading) -> set[str]:
    """Return the initials of a name of two words or more, with and without its small words, last place and legal form.

    Two letters are no initials where one stands for a word that says little, such as Group.
    """
    words = [word for word in reading.words if not word.loose and word.kind is not Kind.NUMBER]
    firsts = "".join([word.text[0] for word in words if word.kind is not Kind.SMALL])
    found = {firsts, "".join(["&" if word.text == "and" else word.text[0] for word in words])}
    if reading.front:
        found.add(reading.front + firsts)
    elif reading.legal and (len(reading.legal[0]) >= LONG_FORM or len(firsts) >= 3):
        found.add(firsts + reading.legal[0][0])
    placed = len(list(takewhile(lambda word: word.kind is Kind.PLACE, reversed(words))))
    if placed:
        found.add("".join([word.text[0] for word in words[:-placed] if word.kind is not Kind.SMALL]))
    least = 3 if any(word.kind in WEAK for word in words) else 2
    return {letters for letters in found if least <= len(letters) <= MOST_INITIALS}


def begins_with_initials(short: Reading, long: Reading) -> bool:
    """Say whether one name is the other with its first words as initials: H&D Staffing, Hart & Dunn Staffing."""
    head, *rest = short.words
    if not rest or head.kind not in (Kind.INITIAL, Kind.NAME) or not 2 <= len(head.text) <= MOST_BEFORE_WORDS:
        return False
    spelled = long.words[: -len(rest)]
    if len(spelled) < 2 or [word.text for word in rest] != [word.text for word in long.words[-len(rest) :]]:
        return False
    letters = "&".join(head.text) if head.joined and len(head.text) == 2 else head.text
    return letters in initials_of(long._replace(words=spelled))
