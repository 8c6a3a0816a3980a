"""What stands in a text and is nobody's word of a deal: signatures and footers, orders to a reading program, drafts, hearsay."""

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from leverage.inbox.cues import folded, phrases_in, words_of
from leverage.inbox.labels import field_of
from leverage.inbox.note import Line, Note, Sentence
from leverage.words import read_vocabulary

VOCABULARY = "inbox_asides.json"
MOST_SIGNATURE = 12  # lines
_MOST_NAMES = 4  # words behind a closing on its line: `Best, Ann Berg`
_DRAFT_WITHIN = 2  # first lines of a text that may say that it is one
_NEWS_WITHIN = 5  # first and last lines of a text that may say that it is one
_OFFERED_WITHIN = 40  # first sentences of a text in which it may offer
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)|\[INST\].*?(?:\[/INST\]|\Z)|<<SYS>>.*?(?:<</SYS>>|\Z)", re.DOTALL | re.IGNORECASE)
_SYSTEM = re.compile(r"<\|?/?(?:system|instructions?|prompt|assistant|im_start|im_end)\|?>", re.IGNORECASE)
_SENDS_NEWS = re.compile(
    r"\b(?:deals|promos?|promotions?|promociones|promozioni|promocoes|aktionen|newsletter|no-?reply|marketing|press|presse|prensa|stampa|imprensa|pers|digest|bulletin|updates)@"
)
_DELIMITER = re.compile(r"\s*(?:--|__+|—)\s*$")
_DAY_OF_SENDING = re.compile(r"ps|p s|nb|post scriptum")


def without_comments(text: str) -> str:
    """Return a text with the comments of markup and the blocks for a reading program blanked, character for character."""
    return _COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def set_aside(note: Note, lines: Sequence[Line]) -> list[Line]:
    """Return the lines, those that are signatures or speak to a reading program marked as such."""
    return _without_signatures(note, _without_orders(note, lines))


def _without_orders(note: Note, lines: Sequence[Line]) -> list[Line]:
    """Mark what speaks to a reading program, from the line that does to the end of its paragraph."""
    marked: list[Line] = []
    is_order = False
    for line in lines:
        if line.after_blank or line.is_header:
            is_order = False
        speaks = not line.is_header and _speaks_to_a_machine(note, line)
        is_cited = speaks and note.plain[line.start : line.start + 1] == '"'
        is_order = is_order or (speaks and not is_cited)
        marked.append(replace(line, aside="machine") if is_order or speaks else line)
    return marked


def _speaks_to_a_machine(note: Note, line: Line) -> bool:
    start = line.label_at[0] if line.label_at else line.start
    if _SYSTEM.search(note.view, start, line.end):
        return True
    words = [word.plain for word in words_of(note.plain, start, line.end)]
    names = _phrases("machine_names")
    behind = note.plain[start : line.end].lstrip(" [(*#>-")
    if words and any(tuple(words[: len(name)]) == name and re.match(r"[a-z ]+[,:]", behind) for name in names):
        return True
    return _holds(words, "machine")


def _without_signatures(note: Note, lines: Sequence[Line]) -> list[Line]:
    """Mark closings with what stands below them, and the lines of a footer."""
    marked: list[Line] = []
    left, part = 0, -1
    for line in lines:
        if line.part != part:
            left, part = 0, line.part
        if line.aside or line.is_header or line.speaker:
            left = 0
        elif _closes(note, line):
            left = MOST_SIGNATURE + 1
        elif left and _tells(note, line):
            left = 0
        if left or (not line.is_header and not line.aside and _is_footer(note, line)):
            line = replace(line, aside="signature")
            left = max(0, left - 1)
        marked.append(line)
    return marked


def _closes(note: Note, line: Line) -> bool:
    """Say whether a line closes a mail: `Kind regards`, `Gruß Tine`, `--`."""
    text = note.view[line.start : line.end]
    if _DELIMITER.match(text):
        return True
    if line.label and field_of(line.label):
        return False
    words = [word.plain for word in words_of(note.plain, line.start, line.end)]
    if not words or len(words) > 8:
        return False
    longest = max((len(each) for each in _phrases("closings") if tuple(words[: len(each)]) == each), default=0)
    if not longest:
        return False
    behind = text.split()[longest:]
    return len(behind) <= _MOST_NAMES and all(word[:1].isupper() for word in behind) and not any(map(str.isdigit, text))


def _tells(note: Note, line: Line) -> bool:
    """Say whether a line below a closing is text again: a label, a percentage, a postscript."""
    text = note.view[line.start : line.end]
    is_label = bool(line.label) and field_of(line.label) not in (None, "other")
    return is_label or "%" in text or bool(_DAY_OF_SENDING.match(note.plain, line.start, line.end) and ":" in text[:6])


def _is_footer(note: Note, line: Line) -> bool:
    start = line.label_at[0] if line.label_at else line.start
    return _holds([word.plain for word in words_of(note.plain, start, min(line.end, start + 300))], "footers")


def is_draft(note: Note) -> bool:
    """Say whether a text says of itself that it is a draft, a preparation, an exercise: its deals are none."""
    first = [line for line in note.lines if not line.is_header and note.is_own(line)][:_DRAFT_WITHIN]
    for n, line in enumerate(first):
        start = line.label_at[0] if line.label_at else line.start
        words = [word.plain for word in words_of(note.plain, start, min(line.end, start + 80))]
        if n == 0 and not line.speaker and any(tuple(words[: len(each)]) == each for each in _phrases("invitations")):
            return True
        if line.speaker or not any(tuple(words[: len(each)]) == each for each in _phrases("drafts")):
            continue
        is_title = n == 0 or len(words) <= 4
        if is_title and (len(words) <= 16 or bool(line.label)):
            return True
    if first and not first[0].speaker and note.view[first[0].end - 1] not in ".!?,":
        start = first[0].label_at[0] if first[0].label_at else first[0].start
        title = [word.plain for word in words_of(note.plain, start, min(first[0].end, start + 120))]
        if len(title) <= 10 and _holds(title, "draft_words"):
            return True
    subject = note.newest.subject
    words = [word.plain for word in words_of(note.plain, *subject)] if subject else []
    if any(tuple(words[: len(each)]) == each for each in _phrases("invitations")):
        return True
    return any(tuple(words[: len(each)]) == each for each in _phrases("drafts") if each[0] not in ("plan", "example", "exemple"))


def is_news(note: Note) -> bool:
    """Say whether a text is a newsletter or a press cutting: its head or its foot says so."""
    if any(_SENDS_NEWS.search(folded(part.sender)) for part in note.parts[:1]):
        return True
    lines = [line for line in note.lines if not line.speaker]
    near = [*lines[:_NEWS_WITHIN], *lines[-_NEWS_WITHIN:]]
    return any(
        _holds([word.plain for word in words_of(note.plain, _begin(line), min(line.end, _begin(line) + 120))], "news")
        for line in near
    )


def is_offer(note: Note) -> bool:
    """Say whether a text offers something to its reader, and nobody has agreed to it yet."""
    first = note.own_sentences[:_OFFERED_WITHIN]
    return any(_holds([word.plain for word in words_of(note.plain, each.start, each.end)], "offers") for each in first)


def _begin(line: Line) -> int:
    return line.label_at[0] if line.label_at else line.start


def is_hearsay(sentence: Sentence) -> bool:
    """Say whether a sentence tells what is said of others."""
    start = sentence.line.label_at[0] if sentence.line.label_at else sentence.start
    return _holds([word.plain for word in words_of(sentence.note.plain, start, sentence.end)], "hearsay")


def _holds(words: Sequence[str], name: str) -> bool:
    firsts = _by_first(name)
    return any(_is_at(phrase, words, at) for at, word in enumerate(words) for phrase in firsts.get(word, ()))


def _is_at(phrase: Sequence[str], words: Sequence[str], at: int) -> bool:
    if at + len(phrase) > len(words):
        return False
    return all(
        word.startswith(each[:-1]) if each.endswith("*") else word == each
        for each, word in zip(phrase, words[at : at + len(phrase)], strict=True)
    )


@functools.cache
def _phrases(name: str) -> tuple[tuple[str, ...], ...]:
    return tuple(phrases_in(read_vocabulary(VOCABULARY)[name]))


@functools.cache
def _by_first(name: str) -> dict[str, list[tuple[str, ...]]]:
    firsts: dict[str, list[tuple[str, ...]]] = {}
    for phrase in _phrases(name):
        firsts.setdefault(phrase[0], []).append(phrase)
    return firsts


def given_names() -> frozenset[str]:
    """Return first names of people, folded."""
    return _given()


@functools.cache
def _given() -> frozenset[str]:
    return frozenset(folded(read_vocabulary(VOCABULARY)["given"]).split())


def greeted(note: Note) -> Iterator[str]:
    """Yield the folded words by which people are greeted or sign."""
    pattern = re.compile(
        r"^[^\w\n]*(?:dear|hi|hello|hey|liebe[rs]?|hallo|guten tag|sehr geehrter?|hola|estimad[oa]s?|querid[oa]s?|bonjour"
        r"|bonsoir|ch[eè]re?s?"
        r"|ciao|gentile|buongiorno|egregio|ol[aá]|caro|cara|prezad[oa]|beste|hoi|dag|geachte)"
        r"(?: (?:herr|frau|mr|mrs|ms|se[ñn]ora?|monsieur|madame|signora?|sr|sra|dr|mevrouw|meneer|heer)\.?)?"
        r"[ ]+([^\W\d_]+(?: [^\W\d_]+)?),?",
        re.IGNORECASE | re.MULTILINE,
    )
    for match in pattern.finditer(note.view[:20_000]):
        yield from folded(match[1]).split()
