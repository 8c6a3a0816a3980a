"""Names of companies as a text writes them: words with capital letters, with their legal form."""

import functools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from leverage.imports.cells.calendars import is_weekday, month_of
from leverage.inbox.asides import given_names
from leverage.inbox.cues import folded, phrases_in, word_set
from leverage.inbox.note import Note
from leverage.naming.lexicon import Kind, lexicon
from leverage.stems import is_everyday, is_of_every_deal
from leverage.words import read_vocabulary

MOST_WORDS = 6

_LEGAL = (
    r"(?:,? (?:GmbH(?: & Co\.? ?KG)?|gGmbH|AG|KG|KGaA|SE|UG|OHG|e\. ?K\.?|Inc\.?|INC\.?|Incorporated|Corp\.?|Corporation"
    r"|Company|Co\.?|Ltd\.?|LTD\.?|Limited|LLC|LLP|PLC|plc|S\. ?A\. ?de C\. ?V\.|S\. ?A\. ?S\.?|SAS|S\. ?A\. ?U\.?|S\. ?A\.?|SA"
    r"|S\. ?L\. ?U?\.?|SLU|SL|S\.?[àa]\.? ?r\.?l\.?|SARL|S\.?r\.?l\.?|SRL|S\.?p\.?A\.?|SpA|Lda\.?|Ltda\.?|LTDA|B\.? ?V\.?"
    r"|N\.? ?V\.?|Oy|AB|A/S|ApS|AS|Sp\. z o\.o\.|s\.r\.o\.|Pty Ltd|Pte Ltd|SNC|SCA|EIRL)(?![\w]))"
)
_CAP = r"(?![A-ZÀ-Þ]\.)[A-ZÀ-ÖØ-Þ0-9][\w&'’+-]*(?:\.(?=[a-z]{2,3}\b)[a-z]{2,3})?"
_NAME = re.compile(rf"(?<![\w@./-]){_CAP}(?:(?: & | )(?:(?:de|del|della|di|do|da|du|des|of|van|von) )?{_CAP}){{0,5}}{_LEGAL}?")
_JOINS = ("&", "de", "del", "della", "di", "do", "da", "du", "des", "of", "van", "von")
_FORM = re.compile(_LEGAL)
_TOKEN = re.compile(r"\S+")
_OF = re.compile(r" (?:de|del|della|di|do|da|du|des|of|van|von) ")
_LOOKED = 20_000  # characters in which a company is looked for by itself
_GERMAN_NOUN = re.compile(
    r"\w{2,}(?:ung|ungen|heit|keit|schaft|ziel|frist|fristen|preis|preise|preisen|liste|rabatt|rabatte|zeit|zeiten|vertrag|vertrags|tage|tagen|klausel|grenze|leiter"
    r"|leitung|kosten|menge|mengen|jahr|jahre|jahren|monat|monate|monaten|woche|wochen|chef|tion|tionen|ment|tat|ismus|punkt|punkte|punkten|satz|lage|summe|kauf|gebot"
    r"|bedingungen|konditionen|stellung|abteilung|partner|kunde|kunden|termin|gespräch|runde|garantie|lieferung|pauschale|gebühr|gebuhr|gebuhren|nachlass|stufe|bindung)"
)


class Name(NamedTuple):
    """A name as written, its place, and whether a legal form stands with it."""

    text: str
    start: int
    end: int
    has_form: bool


def names_in(note: Note, start: int, end: int) -> Iterator[Name]:
    """Yield what may be names of companies between two places, words of every day stripped from their ends."""
    for match in _NAME.finditer(note.view, start, end):
        form = next((each for each in _FORM.finditer(note.view, match.start(), match.end()) if each.end() == match.end()), None)
        place = _behind_person(note, match.start(), match.end())
        first, last = _stripped(note, place, form.start() if form else match.end())
        if first < last:
            yield Name(note.view[first : form.end() if form else last], first, form.end() if form else last, form is not None)


def _stripped(note: Note, start: int, end: int) -> tuple[int, int]:
    """Return the place of a name without words of every day before it, and without what the deal is called behind it."""
    tokens = [(match.start(), match.end()) for match in _TOKEN.finditer(note.view, start, end)]
    words = [note.view[first:last] for first, last in tokens]
    while words and (words[0] in _JOINS or (names_nobody(words[0]) and not _leads_a_firm(words))):
        tokens, words = tokens[1:], words[1:]
    for n, word in enumerate(words):
        plain = folded(word).strip(".,;:'\"()!?")
        if n and plain in word_set("firm_trades") and not names_nobody(words[0]):
            continue
        if n and (plain in _trail() or (names_nobody(word) and word not in _JOINS and not is_weak(word))):
            tokens, words = tokens[:n], words[:n]
            break
    while words and words[-1] in _JOINS:
        tokens, words = tokens[:-1], words[:-1]
    if not words:
        return start, start
    first, last = tokens[0][0], tokens[-1][1]
    bare = note.view[first:last].rstrip(".,;:'’-")
    bare = bare[:-2] if bare.endswith(("'s", "’s")) else bare
    return first, first + len(bare)


def _leads_a_firm(words: Sequence[str]) -> bool:
    """Say whether a trade stands before a name of its own, as firms are called in many languages: `Atelier Brumel`."""
    return len(words) > 1 and folded(words[0]) in word_set("firm_leads") and not names_nobody(words[1])


@functools.lru_cache(maxsize=20_000)
def names_nobody(word: str) -> bool:
    """Say whether a word with a capital letter is one of every day, a month, a weekday, or one that every deal has."""
    plain = folded(word).strip(".,;:'’\"()!?")
    bare = plain[:-2] if plain.endswith("'s") else plain
    if not bare or bare[0].isdigit() or len(bare) < 2:
        return True
    if month_of(bare) or is_weekday(bare) or is_everyday(bare) or is_of_every_deal(bare):
        return True
    return bare in _nobody() or _GERMAN_NOUN.fullmatch(bare) is not None


def is_weak(text: str) -> bool:
    """Say whether no word of a name is its own: all are trades, places, first names or forms, as `Cloud Services` are."""
    known = lexicon()
    for word in folded(text).replace("-", " ").split():
        bare = word.strip(".,;:&'")
        meaning = known.meanings.at([bare], 0) if bare else None
        if bare and (meaning is None or meaning[1].kind in (Kind.NAME, Kind.COMMON)) and len(bare) > 1:
            return False
    return True


def sounds_like_a_company(text: str) -> bool:
    """Say whether a word of a name is what firms call themselves by: a trade, a business or a form."""
    known = lexicon()
    words = folded(text).replace("-", " ").split()
    meanings = [known.meanings.at([word.strip(".,;:&'")], 0) for word in words[1:] if word.strip(".,;:&'")]
    return any(each is not None and each[1].kind in (Kind.BUSINESS, Kind.TRADE, Kind.FORM) for each in meanings)


def _behind_person(note: Note, start: int, end: int) -> int:
    """Return where a company's name begins behind a person's and a word that joins them: `Marta Ruiz de Nordwerk`."""
    match = _OF.search(note.view, start, end)
    if not match:
        return start
    if starts_with_given(note.view[start:end]):
        return match.end()
    alone = re.compile(rf"(?<!\bof )(?<!\b[dv][aeo] )(?<!\bv[ao]n )(?<!\w){re.escape(note.view[match.end() : end])}(?!\w)")
    is_one_word = len(note.view[start : match.start()].split()) == 1
    return match.end() if is_one_word and alone.search(note.view[:_LOOKED]) else start


def starts_with_given(text: str) -> bool:
    """Say whether a name begins with a first name of a person."""
    first = folded(text).split()[0].strip(".,")
    if first in given_names():
        return True
    meaning = lexicon().meanings.at([first], 0)
    return meaning is not None and meaning[1].kind is Kind.GIVEN


@functools.cache
def _nobody() -> frozenset[str]:
    data = read_vocabulary("inbox_names.json")
    words = {word for listed in data["nobody"].values() for phrase in phrases_in(listed) for word in phrase}
    words |= {word for listed in data["further"].values() for phrase in phrases_in(listed) for word in phrase}
    small = {word for listed in read_vocabulary("inbox_words.json")["small_words"].values() for (word,) in phrases_in(listed)}
    return frozenset(words | small)


@functools.cache
def _trail() -> frozenset[str]:
    return frozenset(word for phrase in phrases_in(read_vocabulary("inbox_names.json")["trail"]) for word in phrase)
