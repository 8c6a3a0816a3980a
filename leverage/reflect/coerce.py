"""What a model gave for one field, as the field's own kind of value; empty wherever that would be a guess."""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from leverage.reflect.nothing import QUOTES, says_nothing
from leverage.reflect.nothing import is_blank as is_blank
from leverage.spellings import distinct
from leverage.text import Unclean, clean_block, clean_line

LONGEST_TEXT = 100_000
MOST_ITEMS = 500

_ODD_BLANK = re.compile("[\v\f\x1c-\x1f]")
_BLANKS = re.compile("[ \t\v\f\x1c-\x1f]+")
_BROKEN = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")

_OBJECT = re.compile(r"""\{\s*["']?\w+["']?\s*:.*\}$""")
_TEXT_KEYS = ("text", "term", "terms", "tactic", "item", "name", "value", "label", "title", "point", "sentence", "description")
_NUMBER_KEYS = ("value", "pct", "percent", "percentage", "max", "max_pct", "number", "discount", "discount_pct", "highest", "%")
_LIST_KEYS = ("items", "list", "values", "value", "terms", "tactics", "points", "entries", "elements", "data")
_BESIDE_TEXT = re.compile(
    r"type|kind|unit|base|basis|deals?|(?:source_|deal_)?(?:ids?|deals|numbers?)|n|count|of|numbers?|last_seen|sources?|evidence"
    r"|citations?|cites|ref(?:erence)?s|result|outcome|status|verdict|worked|success(?:ful)?|effective|notes?|reason|confidence|date|year|who|currency"
)
_PERCENT_UNIT = re.compile(r"\s*(?:%|pct|percent|per cent|percentage(?: points?)?)(?: off(?: list)?)?\s*", re.IGNORECASE)
_NO_ITEM = re.compile(
    r"flexible|firm|worked|failed|known|recorded|available|present|any|none|unknown|null|value|(?:is|has|are|was)[_ ].*",
    re.IGNORECASE,
)

_BULLET = re.compile(r"\s*(?:[-*•‣▪◦·–—]\s+|\(?\d{1,2}[.)]\s+)")
_ROW = re.compile(r";|\s\|\s|\s•\s")
_COMMA = re.compile(r"(?:,\s+|(?<!\d),|,(?!\d)|[，、])(?![^()]*\))")
_NUMBERED = re.compile(r"(?:^|(?<=\s))\(?(\d{1,2})[.)]\s+")
_CITES = r"(?:deals?|nos?\.?|#|sources?|memor(?:y|ies)|records?)"
_CITED = re.compile(
    rf"\s*(?:[\[【]\s?(?:{_CITES}\s?)?#?\d{{1,3}}(?:\s?(?:,|;|&|and|-|–)\s?(?:{_CITES}\s?)?#?\d{{1,3}}){{0,30}}\s?[\]】]"
    rf"|\((?:from |in |see )?{_CITES}\s?#?\d{{1,3}}(?:\s?(?:,|;|&|and|-|–)\s?(?:{_CITES}\s?)?#?\d{{1,3}}){{0,30}}\))",
    re.IGNORECASE,
)
_CITED_AT_END = re.compile(rf"(?:{_CITED.pattern})+(?=\.?$)", re.IGNORECASE)
_LEADING_AND = re.compile(r"(?:and|&)\s+", re.IGNORECASE)
_MOST_WORDS_OF_A_TERM = 4
_LONGEST_ROW = 1_000

_NUMBER = re.compile(r"\d+(?:\.\d+|,\d{1,2}(?!\d))?")
_NO_ZERO = re.compile(r"(?<![\d.,])\.(?=\d)")
_ODD_NUMBER = re.compile(r"(?<![\d.,])0\d")
_THOUSANDS = re.compile(r"\d[,.' ]\d{3}(?!\d)")
_YEAR = re.compile(r"\(?(?<![\d.,])(?:19|20)\d\d(?![\d.,%]|\s*%)\)?:?")
_DASH = re.compile(r"(?<=[\d%])\s*[-–—]\s*(?=\d)")
_WORD_AROUND = re.compile(
    r"[#%,;~≈]|up|to|max(?:imum)?|at|most|highest|about|around|approx(?:imately)?|roughly|ca|circa|historically|observed|off|list|discount"
    r"|price|on|from|between|and|in|bis|zu"
)
_SPACED = re.compile(r"percentage|percent|per cent|prozent|pct|[%~≈]")
_RANGE = re.compile(r"(?:#(?: %)?(?: to| and| ,| ;) )*# %|#(?: ; #)+")


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


def held(value: object) -> Any:
    """Return what an object holds as its `value`, if the rest only describes it; anything else as it is."""
    if isinstance(value, Mapping) and "value" in value and not isinstance(value["value"], Mapping) and _is_only_text(value):
        return value["value"]
    return value


def read_number(value: object) -> int | float | None:
    """Return a percentage from 0 to 100 as given, never scaled; None where it is no number or more than a number is said."""
    if isinstance(value, Mapping):
        value = _only_number(value)
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return abs(value) if 0 <= value <= 100 else None  # neither holds for NaN
    if isinstance(value, str):
        return _number_in_words(value)
    if isinstance(value, list | tuple) and len(value) == 1:
        return None if isinstance(value[0], list | tuple) else read_number(value[0])
    return None


def _only_number(value: Mapping[Any, Any]) -> Any:
    """Return the one number that an object holds as a percentage, if the rest only describes it."""
    keys = [key for key in _NUMBER_KEYS if key in value]
    if len(keys) != 1 or not _PERCENT_UNIT.fullmatch(str(value.get("unit") or "%")) or value.get("currency"):
        return None
    others = (key for key in value if key != keys[0])
    return value[keys[0]] if all(isinstance(key, str) and _BESIDE_TEXT.fullmatch(key) for key in others) else None


def read_terms(value: object) -> str | None:
    """Return payment terms as one line, several joined with `; `; None where there are none or they are no words."""
    value = held(value)
    if isinstance(value, Mapping) and text_of(value) is None:
        value = _only_list(value)
    if isinstance(value, list | tuple):
        return "; ".join(read_list(value)) or None
    text = _CITED_AT_END.sub("", tidy_line(text_of(value) or "")).strip()
    if text[:1] == "[" and text[-1:] == "]" and not says_nothing(text):
        return "; ".join(read_list(text)) or None
    return None if says_nothing(text) or _OBJECT.match(text) else text


def _only_list(value: Mapping[Any, Any]) -> Any:
    """Return the one list that an object holds, if the rest only describes it."""
    lists = [key for key in _LIST_KEYS if isinstance(value.get(key), list | tuple)]
    if len(lists) == 1 and all(key == lists[0] or (isinstance(key, str) and _BESIDE_TEXT.fullmatch(key)) for key in value):
        return value[lists[0]]
    return None


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
        elif value and all(isinstance(held, bool) for held in value.values()):
            yield from (key for key, is_so in value.items() if is_so and isinstance(key, str) and not _NO_ITEM.fullmatch(key))
        elif (text := text_of(value)) is not None:
            yield from _lines(text)
        else:
            yield from _items(_only_list(value), depth + 1)


def _listed(text: str, depth: int) -> Iterator[str]:
    """Yield the items of a list that was written as one text."""
    text = text[:LONGEST_TEXT].strip()
    if says_nothing(text):
        return
    if text[:1] == "[" and text[-1:] == "]":
        try:
            yield from _items(json.loads(text), depth + 1)
        except (ValueError, RecursionError):
            yield from _listed(text[1:-1], depth)
        return
    if "\n" not in text and _ROW.search(text):
        yield from _cleaned(_ROW.split(text))
        return
    if "\n" not in text and (rows := _numbered(text)):
        yield from _cleaned(rows)
        return
    if "\n" not in text and _COMMA.search(text) and len(text) <= _LONGEST_ROW:
        parts = [part for part in _COMMA.split(text) if part.strip()]
        if all(len(part.split()) <= _MOST_WORDS_OF_A_TERM + bool(_LEADING_AND.match(part)) for part in parts):
            yield from _cleaned(parts)
            return
    yield from _lines(text)


def _numbered(text: str) -> list[str]:
    """Return the items of a text that numbers them 1, 2, 3 in one line; none where it does not."""
    marks = list(_NUMBERED.finditer(text))
    if len(marks) < 2 or marks[0].start() or [int(mark[1]) for mark in marks] != list(range(1, len(marks) + 1)):
        return []
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    return [text[mark.end() : end] for mark, end in zip(marks, ends, strict=True)]


def _lines(text: str) -> Iterator[str]:
    yield from _cleaned(text.splitlines() if "\n" in text else [text])


def _cleaned(parts: list[str]) -> Iterator[str]:
    for part in parts:
        line = _CITED_AT_END.sub("", tidy_line(_BULLET.sub("", part, count=1)).rstrip(",;")).strip()
        if len(line) > 1 and line[0] in QUOTES and line[-1] in QUOTES:
            line = line[1:-1].strip()
        if line:
            yield line


def _number_in_words(text: str) -> int | float | None:
    if len(text) > 200:
        return None
    text = _CITED.sub(" ", text)
    if _THOUSANDS.search(text):
        return None
    plain = unicodedata.normalize("NFKC", tidy_line(text)).casefold().strip(" *_" + QUOTES).removesuffix(".").replace(":", " ")
    plain = _NO_ZERO.sub("0.", plain.removeprefix("+"))
    if _ODD_NUMBER.search(plain):
        return None
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
