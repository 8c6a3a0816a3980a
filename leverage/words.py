"""Words of other people's files: when two spellings are one, and which of the record's fixed words they mean."""

import functools
import hashlib
import json
import re
import unicodedata
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parent.parent / "data"

_CAMEL_CASE = re.compile(r"(?<=[a-z])(?=[A-Z])")
_PERCENT = re.compile(r"\b(?:pct|percent|percentage|per cent)\b|%")
_PUNCTUATION = re.compile(r"[^\w%]+|_+")


@functools.lru_cache(maxsize=20_000)
def plain_key(text: str) -> str:
    """Return the form under which two spellings of a heading or a fixed word are one.

    Case, spacing, accents, punctuation and `camelCase` do not count; `%`, `pct` and `percent` are the same.
    """
    plain = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))
    plain = _PUNCTUATION.sub(" ", _CAMEL_CASE.sub(" ", plain).casefold())
    return " ".join(_PERCENT.sub(" % ", plain).split())


def meaning_of(field: str, text: str, header: str = "") -> str | None:
    """Return the record's word for `text` in a column of `field` headed `header`; None if it is not known.

    A plain yes or no says an outcome only under a heading that asks for it, such as `Closed?`.
    """
    word = plain_key(text)
    if field == "outcome":
        answer = _meanings("answer").get(word)
        if answer is not None:
            return _answered(plain_key(header), answer)
    return _meanings(field).get(word)


def may_be_outcome(text: str) -> bool:
    """Say whether a text is one of the words that stand for how a deal ended, but leave open how."""
    return plain_key(text) in set(map(plain_key, _vocabulary()["unsure_outcomes"]))


def _answered(header: str, answer: str) -> str | None:
    for question in _vocabulary()["outcome_questions"]:
        if header in map(plain_key, question["headers"]):
            outcome: str | None = question[answer]
            return outcome
    return None


@functools.cache
def read_vocabulary(name: str) -> dict[str, Any]:
    """Return a vocabulary that ships in `data/`."""
    content: dict[str, Any] = json.loads((DATA / name).read_text(encoding="utf-8"))
    return content


@functools.cache
def edition() -> str:
    """Return a short text that is another one once any vocabulary that ships was changed; it holds for as long as this runs."""
    told = hashlib.sha256()
    for path in sorted(DATA.glob("*.json")):
        told.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return told.hexdigest()[:16]


def _vocabulary() -> dict[str, Any]:
    return read_vocabulary("words.json")


@functools.cache
def _meanings(field: str) -> dict[str, str]:
    """Return the record's word by the key of every known spelling of it."""
    return {plain_key(spelling): word for word, spellings in _vocabulary()[field].items() for spelling in (word, *spellings)}
