"""What a model gave for one field, as the field's own kind of value; empty wherever that would be a guess."""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from leverage.spellings import distinct
from leverage.text import Unclean, clean_block, clean_line

LONGEST_TEXT = 100_000
MOST_ITEMS = 500

_ODD_BLANK = re.compile("[\v\f\x1c-\x1f]")
_BLANKS = re.compile("[ \t\v\f\x1c-\x1f]+")
_BROKEN = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")

_NOTHING = re.compile(
    r"|n/?a|n\.a|n/?d|n\.d|none|null|nil|nan|undefined|unknown|not known|unclear|tbd|nothing|no|empty|no data|[-–—]|--|\?|\.{3}|…"
    r"|\[\]|\{\}|\(\)|str(?:ing)?|text|number|float|int(?:eger)?|array|list|object"
    r"|(?:string|number) or null|(?:list|array) of strings"
    r"|keine?|keiner|keine angaben?|k\.a|unbekannt|nicht bekannt|entfällt|aucune?|néant|inconnu|non renseigné|sans objet"
    r"|ningun[oa]|nada|desconocido|sin datos|no aplica|nenhuma?|nessun[oa]|sconosciuto|geen|onbekend|brak|нет|неизвестно"
    r"|无|没有|未知|なし|不明|없음"
)
_SAYS_NOTHING = re.compile(
    r"(?:no|not|none|nothing)(?: [\w ]{1,40})?"
    r"(?: recorded| available| known| specified| stated| mentioned| provided| found| given| observed| applicable| noted"
    r"| identified| documented| listed| reported| disclosed)(?: yet)?"
)
_PLACEHOLDER = re.compile(r"<[^<>]{0,200}>")

_TEXT_KEYS = ("text", "term", "terms", "tactic", "item", "name", "value", "label", "title", "point", "sentence", "description")
_BESIDE_TEXT = re.compile(
    r"type|unit|deals?|(?:deal_)?ids?|n|count|of|numbers?|last_seen|sources?|evidence|citations?|cites|ref(?:erence)?s|result|notes?|reason"
)

_BULLET = re.compile(r"\s*(?:[-*•‣▪◦·–—]\s+|\(?\d{1,2}[.)]\s+)")
_ROW = re.compile(r";|\s\|\s|\s•\s")
_COMMA = re.compile(r",\s+(?![^()]*\))")
_LEADING_AND = re.compile(r"(?:and|&)\s+", re.IGNORECASE)
_QUOTES = "\"'“”‘’`"
_MOST_WORDS_OF_A_TERM = 4
_LONGEST_ROW = 1_000

_NUMBER = re.compile(r"\d+(?:\.\d+|,\d{1,2}(?!\d))?")
_THOUSANDS = re.compile(r"\d[,.' ]\d{3}(?!\d)")
_YEAR = re.compile(r"\(?(?<![\d.,])(?:19|20)\d\d(?![\d.,%]|\s*%)\)?:?")
_DASH = re.compile(r"(?<=[\d%])\s*[-–—]\s*(?=\d)")
_WORD_AROUND = re.compile(
    r"[#%,;~≈]|up|to|max(?:imum)?|at|most|highest|about|around|approx(?:imately)?|roughly|ca|circa|historically|observed|off|list|discount"
    r"|price|on|from|between|and|in|bis|zu"
)
_SPACED = re.compile(r"percentage|percent|per cent|prozent|pct|[%~≈]")
_RANGE = re.compile(r"(?:#(?: %)?(?: to| and| ,| ;) )*# %")


def tidy_line(text: str) -> str:
    """Return a text as one clean line; what can't be shown is left out."""
    try:
        return clean_line(_unbroken(text[:LONGEST_TEXT]), LONGEST_TEXT)
    except Unclean:
        return ""


def tidy_block(text: str) -> str:
    """Return a text clean, with its line breaks; what can't be shown is left out."""
    try:
        return clean_block(_unbroken(text[:LONGEST_TEXT]), LONGEST_TEXT)
    except Unclean:
        return ""


def is_blank(text: str) -> bool:
    """Return whether a text is only a word or sign for nothing, or the placeholder of a template."""
    word = text.casefold().strip(" !*_" + _QUOTES)
    return bool(_NOTHING.fullmatch(word) or _NOTHING.fullmatch(word.rstrip(".")) or _PLACEHOLDER.fullmatch(word))


def says_nothing(text: str) -> bool:
    """Return whether a value only says that there is none: it is blank, or says so in words."""
    return is_blank(text) or _SAYS_NOTHING.fullmatch(text.casefold().strip(" .!*_" + _QUOTES)) is not None


def held(value: object) -> Any:
    """Return what an object holds as its `value`, if the rest only describes it; anything else as it is."""
    if isinstance(value, Mapping) and "value" in value and not isinstance(value["value"], Mapping) and _is_only_text(value):
        return value["value"]
    return value


def read_number(value: object) -> int | float | None:
    """Return a percentage from 0 to 100 as given, never scaled; None where it is no number or more than a number is said."""
    value = held(value)
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return abs(value) if 0 <= value <= 100 else None  # neither holds for NaN
    if isinstance(value, str):
        return _number_in_words(value)
    if isinstance(value, list | tuple) and len(value) == 1:
        return None if isinstance(value[0], list | tuple) else read_number(value[0])
    return None


def read_terms(value: object) -> str | None:
    """Return payment terms as one line, several joined with `; `; None where there are none or they are no words."""
    value = held(value)
    if isinstance(value, list | tuple):
        return "; ".join(read_list(value)) or None
    text = tidy_line(text_of(value) or "")
    return None if says_nothing(text) else text


def read_list(value: object) -> list[str]:
    """Return the items of a list, or of a text that is written as one: each once, none empty, none that says there is none."""
    items = (_LEADING_AND.sub("", item, count=1) if item[:4].casefold() == "and " else item for item in _items(held(value), 0))
    return list(distinct(item for item in items if not says_nothing(item)))[:MOST_ITEMS]


def read_confidence(value: object) -> str | None:
    """Return High, Medium or Low where one of the words stands alone; None for everything else."""
    value = held(value)
    word = value.casefold().strip(" .!*").removesuffix(" confidence") if isinstance(value, str) else ""
    return word.title() if word in ("high", "medium", "low") else None


def text_of(value: object) -> str | None:
    """Return the text of a value that is a text, or of an object that holds one text and what it rests on."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping) and _is_only_text(value):
        texts = [held for key in _TEXT_KEYS if isinstance(held := value.get(key), str)]
        return texts[0] if len(texts) == 1 else None
    return None


def _is_only_text(value: Mapping[Any, Any]) -> bool:
    return all(key in _TEXT_KEYS or (isinstance(key, str) and _BESIDE_TEXT.fullmatch(key) is not None) for key in value)


def _unbroken(text: str) -> str:
    if _ODD_BLANK.search(text):  # no person types these: the blanks around them are damage as well
        text = _BLANKS.sub(" ", text)
    return _BROKEN.sub("", text)


def _items(value: object, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield from _listed(value, depth)
    elif isinstance(value, list | tuple) and depth < 3:
        for item in value[: MOST_ITEMS * 10]:
            if isinstance(item, str):
                yield from _lines(item)
            else:
                yield from _items(item, depth + 1)
    elif isinstance(value, Mapping):
        if value and all(isinstance(key, str) and key.isdecimal() for key in value):
            yield from _items(list(value.values()), depth + 1)
        elif (text := text_of(value)) is not None:
            yield from _lines(text)


def _listed(text: str, depth: int) -> Iterator[str]:
    """Yield the items of a list that was written as one text."""
    text = text[:LONGEST_TEXT].strip()
    if text[:1] == "[" and text[-1:] == "]":
        try:
            yield from _items(json.loads(text), depth + 1)
        except (ValueError, RecursionError):
            yield from _listed(text[1:-1], depth)
        return
    if "\n" not in text and _ROW.search(text):
        yield from _cleaned(_ROW.split(text))
        return
    if "\n" not in text and "," in text and len(text) <= _LONGEST_ROW:
        parts = [part for part in _COMMA.split(text) if part.strip()]
        if all(len(part.split()) <= _MOST_WORDS_OF_A_TERM + bool(_LEADING_AND.match(part)) for part in parts):
            yield from _cleaned(parts)
            return
    yield from _lines(text)


def _lines(text: str) -> Iterator[str]:
    yield from _cleaned(text.splitlines() if "\n" in text else [text])


def _cleaned(parts: list[str]) -> Iterator[str]:
    for part in parts:
        line = tidy_line(_BULLET.sub("", part, count=1)).rstrip(",;")
        if len(line) > 1 and line[0] in _QUOTES and line[-1] in _QUOTES:
            line = line[1:-1].strip()
        if line:
            yield line


def _number_in_words(text: str) -> int | float | None:
    if len(text) > 200 or _THOUSANDS.search(text):
        return None
    plain = unicodedata.normalize("NFKC", tidy_line(text)).casefold().strip(" *_" + _QUOTES).removesuffix(".").replace(":", " ")
    if "%" in plain:
        plain = _YEAR.sub(" ", plain)
    plain = _DASH.sub(" to ", plain)
    numbers = [float(found.replace(",", ".")) for found in _NUMBER.findall(plain)]
    shape = " ".join(_SPACED.sub(lambda found: found[0] if found[0] in "~≈" else " % ", _NUMBER.sub(" # ", plain)).split())
    shape = shape.replace(",", " , ").replace(";", " ; ").replace(". ", " ")
    words = shape.split()
    if not numbers or not all(map(_WORD_AROUND.fullmatch, words)):
        return None
    core = " ".join(word for word in words if word in ("#", "%", "to", "and", ",", ";")).removeprefix("to ").rstrip(" ,;")
    if len(numbers) > 1 and not _RANGE.fullmatch(core):
        return None
    highest = max(numbers)
    if highest > 100:
        return None
    return int(highest) if highest.is_integer() else highest
