"""Numbers in notes, in figures and in words of seven languages, with their places."""

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from leverage.inbox.cues import Word

_LONGEST = 5  # words of a number
_FIGURES = re.compile(r"[0-9]{1,9}")
_HALVES = ("and a half", "y medio", "et demi", "et demie", "e mezzo", "e meio", "e meia", "en een half")
_POINTS = frozenset(["point", "komma", "coma", "virgule", "virgola", "virgula", "punto"])

_UNITS = {
    "en": "zero one two three four five six seven eight nine",
    "de": "null eins zwei drei vier funf sechs sieben acht neun",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve",
    "fr": "zero un deux trois quatre cinq six sept huit neuf",
    "it": "zero uno due tre quattro cinque sei sette otto nove",
    "pt": "zero um dois tres quatro cinco seis sete oito nove",
    "nl": "nul een twee drie vier vijf zes zeven acht negen",
}
_TEENS = {
    "en": "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
    "de": "zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn",
    "es": "diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve",
    "fr": "dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf",
    "it": "dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove",
    "pt": "dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove",
    "nl": "tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien",
}
_TENS = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "de": "zwanzig dreisig vierzig funfzig sechzig siebzig achtzig neunzig",
    "es": "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "fr": "vingt trente quarante cinquante soixante septante quatre-vingt nonante",
    "it": "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
    "pt": "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
    "nl": "twintig dertig veertig vijftig zestig zeventig tachtig negentig",
}
_MORE = {
    "dreissig": 30, "quatre vingts": 80, "quatorze": 14, "dezasseis": 16, "dezassete": 17, "dezanove": 19, "fourty": 40,
    "hundred": 100, "one hundred": 100, "a hundred": 100, "hundert": 100, "einhundert": 100, "cien": 100, "cent": 100,
    "cento": 100, "cem": 100, "honderd": 100, "one hundred twenty": 120, "one hundred and twenty": 120,
    "hundred and twenty": 120, "hundertzwanzig": 120, "ciento veinte": 120, "cent vingt": 120, "centoventi": 120,
    "cento e vinte": 120, "honderdtwintig": 120,
}  # fmt: skip
_JOINED = {"de": ("", "und"), "nl": ("", "en")}  # the unit stands first, in one word


class Numeral(NamedTuple):
    """A number as written: its value and place; `words` of them make it."""

    value: Decimal
    start: int
    end: int
    words: int
    in_words: bool


def numerals_in(plain: str, words: Sequence[Word]) -> Iterator[Numeral]:
    """Yield the numbers in a run of words of a folded text, each as long as it goes."""
    at = 0
    while at < len(words):
        numeral = _figures_at(plain, words, at) or _words_at(words, at)
        if numeral:
            yield numeral
            at += numeral.words
        else:
            at += 1


def _figures_at(plain: str, words: Sequence[Word], at: int) -> Numeral | None:
    """Return a number in figures: 12, 12.5, 12,5; what has thousands, three decimals or a letter at it is none."""
    word = words[at]
    if not _FIGURES.fullmatch(word.plain):
        return None
    before = plain[word.start - 1 : word.start] if word.start else ""
    if before in (".", ",") and plain[word.start - 2 : word.start - 1].isdigit():
        return None
    text, end, count = word.plain, word.end, 1
    if at + 1 < len(words) and plain[word.end : words[at + 1].start] in (".", ",") and words[at + 1].plain.isdigit():
        decimals = words[at + 1]
        behind = plain[decimals.end : decimals.end + 2]
        if len(decimals.plain) > 2 or (behind[:1] in (".", ",") and behind[1:].isdigit()):
            return Numeral(Decimal(-1), word.start, decimals.end, 2, False)
        text, end, count = f"{text}.{decimals.plain}", decimals.end, 2
    return Numeral(Decimal(text), word.start, end, count, False)


def _words_at(words: Sequence[Word], at: int) -> Numeral | None:
    book = _book()
    first = words[at].plain
    if first not in _firsts():
        return None
    for length in range(min(_LONGEST, len(words) - at), 0, -1):
        value = book.get(" ".join(word.plain for word in words[at : at + length]))
        if value is None:
            continue
        end = at + length
        behind = " ".join(word.plain for word in words[end : end + 3])
        half = next((each for each in _HALVES if behind == each or behind.startswith(each + " ")), None)
        if half:
            value, end = value + Decimal("0.5"), end + len(half.split())
        elif end + 1 < len(words) and words[end].plain in _POINTS and (tenth := book.get(words[end + 1].plain, Decimal(10))) < 10:
            value, end = value + tenth / 10, end + 2
        return Numeral(value, words[at].start, words[end - 1].end, end - at, True)
    return None


def number_words() -> Mapping[str, Decimal]:
    """Return the numbers that are read in words, by their words."""
    return _book()


@functools.cache
def _firsts() -> frozenset[str]:
    return frozenset(phrase.split()[0] for phrase in _book())


@functools.cache
def _book() -> Mapping[str, Decimal]:
    """Return the numbers from 0 to 99, and a few above, by their words."""
    book: dict[str, int] = dict(_MORE.items())
    for language, listed in _UNITS.items():
        units = dict(enumerate(listed.split()))
        for value, word in enumerate(_TEENS[language].split(), 10):
            book[word.replace("-", " ")] = value
        book |= {word: value for value, word in units.items() if value != 1 or language in ("en", "de")}
        for tens, word in zip(range(20, 100, 10), _TENS[language].split(), strict=True):
            plain = word.replace("-", " ")
            book[plain] = tens
            for value in range(1, 10):
                for phrase in _composed(language, plain, units[value], value):
                    book[phrase] = tens + value
    for tens, word in ((60, "soixante"), (80, "quatre vingt")):
        for value, teen in enumerate(_TEENS["fr"].split(), 10):
            book[f"{word} {teen.replace('-', ' ')}"] = tens + value
    book["soixante et onze"] = 71
    halves = {f"{word}einhalb": Decimal(value) + Decimal("0.5") for word, value in book.items() if " " not in word}
    return {word: Decimal(value) for word, value in book.items()} | halves


def _composed(language: str, tens: str, unit: str, value: int) -> Iterator[str]:
    """Yield the spellings of tens with a unit."""
    if language in _JOINED:
        front, join = _JOINED[language]
        first = "ein" if unit in ("eins",) else unit
        yield f"{front}{first}{join}{tens}"
        if tens == "dreisig":
            yield f"{first}{join}dreissig"
    elif language == "es":
        yield f"veinti{unit}" if tens == "veinte" else f"{tens} y {unit}"
    elif language == "pt":
        yield f"{tens} e {unit}"
    elif language == "it":
        yield f"{tens[:-1] if value in (1, 8) else tens}{unit}"
    elif language == "fr":
        yield f"{tens} {unit}"
        yield f"{tens} et {unit}"
    else:
        yield f"{tens} {unit}"
        yield f"{tens}{unit}"
