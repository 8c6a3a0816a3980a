"""Items of a list in a sentence: short phrases in the note's own words, each with its place."""

import functools
import re
from collections.abc import Iterator

from leverage.inbox.cues import cues_in, words_of
from leverage.inbox.note import Note, Sentence

MOST_WORDS = 8
_NO_WAY = frozenset({"no_way", "refers", "flexible", "firm"})  # what begins with one of them is another clause
_STOP = re.compile(r"[;:()!?\n]|\s-+>?\s|->|=>|\.(?=\s|$)|\.{2,}")
_MARKS = r",\s+|\s+&\s+|\s+/\s+|\s+\+\s+"
_JOINS = {
    "en": "and|or|nor|as well as",
    "de": "und|oder|sowie|noch",
    "es": "y|e|ni",
    "fr": "et|ou|ni",
    "it": "e|ed|ne|nonche",
    "pt": "e|ou|nem",
    "nl": "en|of|noch",
}
_LEAD = re.compile(
    r"(?:(?:and|also|even|both|on|in|about|with|at|over|of|the|a|an|their|its|our|any|some|"
    r"und|auch|bei|beim|bei der|bei den|auf|im|der|die|das|dem|den|des|ein|eine|einen|einem|einer|"
    r"ihre|ihrer|ihrem|unserer|zum|zur|"
    r"en|y|con|el|la|los|las|lo|del|al|un|una|su|sus|sobre|ni|"
    r"sur|et|le|les|l|des|du|de|au|aux|une|leur|leurs|"
    r"su|sul|sulla|sui|sulle|sugli|sullo|il|i|gli|lo|nei|nel|nella|e|ed|"
    r"em|no|na|nos|nas|o|os|as|do|da|dos|das|ao|um|uma|"
    r"op|de|het|een|over|met|bij|hun|van)(?:\s+|'))"
)
_TRAIL = re.compile(
    r"\s+(?:at all|though|too|this time|as well|again|either|however|anyway|now|today"
    r"|hart|fest|auch|tambien|aussi|anche|tambem|ook)$"
)
_BUT = re.compile(r"(?:but|aber|doch|pero|mais|ma|mas|maar)\s+")
_ASIDE = re.compile(
    r",? ?\b(?:though|however|therefore|allerdings|hingegen|dagegen|en cambio|sin embargo|en revanche|toutefois|invece|pero"
    r"|ja|no entanto|echter|daarentegen),?\s*$"
)
_VERB_FIRST = re.compile(
    r"(?:they|we|he|she|it|that|this|which|who|but|because|so|not|no|never|i|you|there|threw|gave|did|was|were|is|are|would|could|had|has|have|what|"
    r"sie|wir|er|es|aber|weil|nicht|da|dort|dafur|das|war|waren|wurde|haben|hat|jedoch|"
    r"pero|que|porque|nos|ellos|aunque|no|tampoco|fue|era|"
    r"mais|ils|elles|nous|qui|que|car|ne|pas|il|on|"
    r"ma|che|perche|loro|non|ci|pero|"
    r"mas|eles|porque|nao|"
    r"maar|ze|zij|we|wij|die|dat|niet|omdat)(?!\w)"
)


def items_in(note: Note, start: int, end: int, *, is_label: bool = False) -> Iterator[tuple[int, int]]:
    """Yield the places of the items listed between two places, up to where another clause begins."""
    for first, last in _pieces(note, start, end, is_label=is_label):
        item = _trimmed(note, first, last)
        if item is None:
            return
        if item[0] < item[1]:
            yield item


def _pieces(note: Note, start: int, end: int, *, is_label: bool) -> Iterator[tuple[int, int]]:
    """Yield the pieces between marks and joining words; what stands in brackets is passed over."""
    view, plain = note.view, note.plain
    brackets = [(m.start(), m.end()) for m in re.finditer(r"\([^()]{0,200}\)?", view[start:end])]
    blanked = list(plain[start:end])
    for first, last in brackets:
        blanked[first:last] = "\x00" * (last - first)
    text = "".join(blanked)
    stop = _STOP.search(text)
    while stop and is_label and stop[0] in (";", "\n"):
        stop = _STOP.search(text, stop.end())
    text = text[: stop.start()] if stop else text
    pattern = _part(note.languages, is_label)
    at = 0
    for match in pattern.finditer(text):
        yield from _without(text, at, match.start(), start)
        at = match.end()
    yield from _without(text, at, len(text), start)


@functools.lru_cache(maxsize=256)
def _part(languages: frozenset[str], is_label: bool) -> re.Pattern[str]:
    """Return what parts the items of a list, in the languages of its text."""
    few = languages if len(languages) < len(_JOINS) else languages - {"nl"}  # `en` is “in” elsewhere
    joins = "|".join(_JOINS[language] for language in sorted(few))
    return re.compile(rf"{_MARKS}|\s+(?:{joins})\s+" + (r"|;\s*" if is_label else ""))


def _without(text: str, first: int, last: int, offset: int) -> Iterator[tuple[int, int]]:
    """Yield a piece without what stands in brackets in it: the words before them."""
    piece = (
        text[first:last].split("\x00")[0] if "\x00" in text[first:last] and text[first:last][0] != "\x00" else text[first:last]
    )
    lead = len(piece) - len(piece.lstrip(" \x00"))
    bare = piece[lead:].rstrip(" \x00,.")
    if bare:
        yield offset + first + lead, offset + first + lead + len(bare)


def _trimmed(note: Note, first: int, last: int) -> tuple[int, int] | None:
    """Return the place of an item without articles and adverbs around it; None where a clause begins."""
    plain = note.plain
    if _is_no_way(note, first, last):
        return None
    for _ in range(4):
        lead = _LEAD.match(plain, first, last)
        if not lead:
            break
        first = lead.end()
    if _VERB_FIRST.match(plain, first, last) or _is_no_way(note, first, last):
        return None
    while tail := _TRAIL.search(plain, first, last):
        if tail.end() != last:
            break
        last = tail.start()
    while first < last and note.view[first] in "\"' ":
        first += 1
    while last > first and note.view[last - 1] in "\"' .,":
        last -= 1
    if len(plain[first:last].split()) > MOST_WORDS:
        return first, first
    return first, last


def _is_no_way(note: Note, first: int, last: int) -> bool:
    cues = cues_in(words_of(note.plain, first, last), note.languages, _NO_WAY)
    return any(cue.start == first for cue in cues)


def phrase_before(sentence: Sentence, end: int, start: int) -> tuple[int, int] | None:
    """Return the place of the phrase that ends at a place, begun where its clause does; None where it is too long."""
    note = sentence.note
    plain = note.plain
    while start < end and not plain[start].isalnum():
        start += 1
    if but := _BUT.match(plain, start, end):
        start = but.end()
    for _ in range(3):
        lead = _LEAD.match(plain, start, end)
        if not lead:
            break
        start = lead.end()
    last = end
    while aside := _ASIDE.search(plain, start, last):
        last = aside.start()
    while last > start and not (plain[last - 1].isalnum() or plain[last - 1] in "%)"):
        last -= 1
    while word := re.search(
        r"\s+(?:is|are|was|were|ist|sind|war|waren|gibt es|est|sont|va|van|es|son|e|sono|viene|vengono|vai|foi|sao|wordt|zijn)$",
        plain[start:last],
    ):
        last = start + word.start()
    if start >= last or len(plain[start:last].split()) > MOST_WORDS or _VERB_FIRST.match(plain, start, last):
        return None
    return start, last


def worded(note: Note, start: int, end: int) -> str:
    """Return words on one line: marks and tags gone, what a line's end cut in two joined."""
    return (
        re.sub(r"(?<=[^\W\d_])-\s+(?=[^\W\d_])", "", " ".join(note.view[start:end].split()))
        if "\n" in note.view[start:end]
        else " ".join(note.view[start:end].split())
    )
