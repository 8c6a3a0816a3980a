"""Mails that answer mails: the reply that accepts what stood in the one before, and which company each writer is of."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from leverage.inbox.cues import Cue, cues_in, folded, word_set, words_of
from leverage.inbox.note import Line, Note, Part, Sentence
from leverage.inbox.rules.names import Name, names_in, starts_with_given
from leverage.words import plain_key

_ACCEPTS_WITHIN = 5  # first sentences of a reply in which it accepts
_LEAD = 6  # words of a sentence before those that accept
_SHORT = 8  # words of a sentence that only accepts
_MOST_PARTS = 20
_MOST_SENDER = 120  # characters
_BRACKETED = re.compile(r"\(([^()@]{3,60})\)")
_ADDRESS = re.compile(r"<?[\w.+-]{1,64}@([\w-]{1,63})(?:\.[\w-]{1,63}){1,4}>?")
_ATTRIBUTION = re.compile(
    r"(?:^|, |: |\d )([^,:<>\d()]{3,60}?)\s*(?:\([^()]{0,60}\)\s*)?(?:<[^<>\s]{1,80}@[^<>\s]{1,80}>\s*)?"
    r"(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|escreveu)"
)
_ATTRIBUTED = re.compile(r"(?:schrieb|schreef|escribió|escreveu|ha scritto|a écrit)\s+([^,:<>\d()]{3,60}?)\s*[:<(]")


class Acceptance(NamedTuple):
    """The sentence of a reply that accepts, and the words that do."""

    sentence: Sentence
    start: int
    end: int


class Writer(NamedTuple):
    """A company that a writer of mails is of, by its name as written, and whether its mails sell, by how many words."""

    company: Name
    sells: int


def acceptance_in(note: Note) -> Acceptance | None:
    """Return where the newest mail of a thread accepts what an older one holds, None where it asks, supposes or holds back."""
    if "acceptance" not in note.memo:
        note.memo["acceptance"] = _acceptance(note)
    return note.memo["acceptance"]  # type: ignore[no-any-return]


def _acceptance(note: Note) -> Acceptance | None:
    older = [each for each in note.sentences if each.line.part != note.newest.index and not each.line.aside]
    if len(note.parts) < 2 or not older or note.is_chat or note.is_dialogue:
        return None
    own = [each for each in note.own_sentences if each.line.part == note.newest.index][:_ACCEPTS_WITHIN]
    if any(each.is_question for each in own):
        return None
    for n, sentence in enumerate(own):
        place = _accepting(sentence)
        if place is None:
            continue
        near = own[n : n + 2]
        if any(each.has("unsigned", "request_for") or each.has("hypothetical") for each in own[n : n + 1]):
            return None
        figures = {figure for each in near for figure in _figures(each)}
        is_restated = figures & {figure for each in older for figure in _figures(each)}
        is_order = any(word.plain in word_set("order_nouns") for each in near for word in each.words)
        if is_restated or (is_order and figures):
            return Acceptance(sentence, *place)
    return None


def _accepting(sentence: Sentence) -> tuple[int, int] | None:
    """Return the place of words that accept at a sentence's beginning, or in the words before its colon."""
    line = sentence.line
    if line.label and line.label_at and sentence.start == line.start:
        cues = cues_in(words_of(folded(line.label)), sentence.note.languages)
        if any(cue.name in _ASSENTS for cue in cues) and not any(cue.name in ("negation", "unsettled") for cue in cues):
            return line.label_at
    names = (*_ASSENTS, "accepts") if len(sentence.words) <= _SHORT else _ASSENTS
    for cue in sentence.all(*names):
        lead = sentence.note.plain[sentence.start : cue.start].split()
        if len(lead) <= _LEAD and not _is_held_back(sentence, cue):
            return cue.start, cue.end
    return None


_ASSENTS = ("we_have_a_deal", "assents")


def _is_held_back(sentence: Sentence, cue: Cue) -> bool:
    """Say whether what accepts is denied, or a `but` with a demand follows."""
    before = sentence.has("negation", start=sentence.start, end=cue.start)
    turn = next((word.start for word in sentence.words if word.start >= cue.end and word.plain in word_set("but_words")), None)
    return before or (turn is not None and sentence.has("unsettled", "negation", start=turn))


def _figures(sentence: Sentence) -> Iterator[str]:
    yield from (
        match[0].replace(",", ".") for match in re.finditer(r"\d+(?:[.,]\d+)?(?=\s?%|\s?\w)", sentence.plain) if len(match[0]) < 6
    )


def writers_of(note: Note) -> list[Writer]:
    """Return the companies that mails of a thread are from, as brackets, names of senders and signatures give them."""
    if "writers" not in note.memo:
        note.memo["writers"] = list(_writers(note))
    return note.memo["writers"]  # type: ignore[no-any-return]


def _writers(note: Note) -> Iterator[Writer]:
    if len(note.parts) < 2 or note.is_chat or note.is_dialogue:
        return
    companies: dict[str, Name] = {}
    sells: dict[str, int] = {}
    domains = {match[1] for part in note.parts for match in _ADDRESS.finditer(folded(part.sender + " " + part.receiver))}
    for part in note.parts[:_MOST_PARTS]:
        writer, head = _writer_of(note, part)
        if not writer:
            continue
        sells[writer] = sells.get(writer, 0) + _selling(note, part)
        name = _bracketed(note, part, head) or _displayed(note, head, writer, domains) or _signed(note, part, writer, domains)
        if name and writer not in companies:
            companies[writer] = name
    for writer, name in companies.items():
        rest = sum(count for other, count in sells.items() if other != writer)
        yield Writer(name, sells[writer] - rest)


def _writer_of(note: Note, part: Part) -> tuple[str, tuple[int, int]]:
    """Return who wrote a mail, folded, and the place of the line that says so."""
    lines = [line for line in note.lines if line.part == part.index]
    if part.sender:
        at = note.view.find(part.sender[:_MOST_SENDER], part.start)
        bare = _ADDRESS.sub(" ", re.sub(r"\([^()]*\)", " ", part.sender)) or part.sender
        return plain_key(bare) or plain_key(part.sender), (at, at + len(part.sender)) if at >= 0 else (0, 0)
    before = note.parts[part.index - 1] if part.index else None
    heads = [line for line in lines if line.is_header and part.is_attributed]
    if before and not heads and before.is_attributed and not any(not each.is_header for each in _lines_of(note, before)):
        heads = [line for line in _lines_of(note, before) if line.is_header]
    if not heads:
        return "", (0, 0)
    head = heads[-1]
    text = note.view[head.start : head.end]
    match = _ATTRIBUTED.search(text) or _ATTRIBUTION.search(text)
    return (plain_key(match[1]) if match else ""), (head.start, head.end)


def _lines_of(note: Note, part: Part) -> list[Line]:
    return [line for line in note.lines if line.part == part.index]


def _bracketed(note: Note, part: Part, head: tuple[int, int]) -> Name | None:
    match = _BRACKETED.search(note.view, *head)
    if not match:
        return None
    return next((name for name in names_in(note, *match.span(1)) if not starts_with_given(name.text)), None)


def _displayed(note: Note, head: tuple[int, int], writer: str, domains: set[str]) -> Name | None:
    """Return the company that stands as a sender's own name before the address."""
    return next((name for name in names_in(note, *head) if plain_key(name.text) == writer and _is_of(name, domains)), None)


def _signed(note: Note, part: Part, writer: str, domains: set[str]) -> Name | None:
    """Return the company below a mail's closing: with its form, or called as a writer's domain is."""
    for line in note.lines:
        if line.part != part.index or line.aside != "signature":
            continue
        for name in names_in(note, line.start, line.end):
            if plain_key(name.text) != writer and (name.has_form or _is_of(name, domains)):
                return name
    return None


def _is_of(name: Name, domains: set[str]) -> bool:
    words = plain_key(name.text).split()
    bares = {domain.replace("-", "") for domain in domains}
    return (
        bool(words)
        and (len(words[0]) > 3 or len(words) > 1)
        and any(
            bare == "".join(words) or bare == words[0] or (len(words) > 1 and bare.startswith("".join(words[:2])))
            for bare in bares
        )
    )


def _selling(note: Note, part: Part) -> int:
    """Return whether a mail speaks as one who sells, 1, as one who buys, -1, or neither, 0."""
    told = [each for each in note.sentences if each.line.part == part.index and not each.line.aside]
    sells = sum(each.has("we_sell") for each in told)
    buys = sum(each.has("we_buy") for each in told)
    return (sells > buys) - (buys > sells)
