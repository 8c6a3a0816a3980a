"""Letters: a name in plain small Latin letters, whatever script, accents or damage it came with."""

import functools
import html
import re
import unicodedata

from slugify import slugify

from leverage.words import read_vocabulary

LEGAL_SIGN = "§"  # stands for a legal form that was written without a space, as in Japanese

_APOSTROPHE = re.compile("[’‘ʼ´`′]")
_ACCENTS = re.compile("[\u0300-\u036f]+")
_BEYOND_ASCII = re.compile("[^\x00-\x7f]+")
_MISREAD = re.compile("[ÂÃÅÄÐÑâã][\u0080-\u00bf‚-™Œ-ž]")


def mend(text: str) -> str:
    """Return the text without HTML entities (`&amp;`) and UTF-8 that was read as Latin (`Ã¼`)."""
    if "&" in text and ";" in text:
        text = html.unescape(html.unescape(text))
    if text.isascii():
        return text
    text = unicodedata.normalize("NFC", text)
    if is_misread(text):
        for encoding in ("cp1252", "latin-1"):
            try:
                return text.encode(encoding).decode("utf-8")
            except UnicodeError:
                continue
    return text


def is_misread(text: str) -> bool:
    """Say whether a text in NFC holds what UTF-8 looks like when it is read as Latin."""
    return _MISREAD.search(text) is not None


def is_in_han(text: str) -> bool:
    """Say whether a text holds Chinese characters: spelled out in Latin they'd no longer be told apart."""
    return not text.isascii() and any("\u3400" <= char <= "\u9fff" or "\U00020000" <= char <= "\U0003ffff" for char in text)


def plain_letters(text: str, *, spelled: bool = True) -> str:
    """Return the text in small letters without accents, other scripts spelled in Latin unless not `spelled`.

    ASCII punctuation and white space stay, any other becomes a space, a legal form such as 株式会社 becomes `§`.
    """
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKC", _APOSTROPHE.sub("'", text))
    for form in _forms_without_spaces():
        if form in text:
            text = text.replace(form, f" {LEGAL_SIGN} ")
    text = text.casefold()
    if spelled:
        text = unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFD", text)))
    letters = _latin_letters if spelled else _letters
    return _BEYOND_ASCII.sub(lambda run: "".join(map(letters, run[0])), text)


@functools.lru_cache(maxsize=20_000)
def _latin_letters(char: str) -> str:
    """Return how a character beyond ASCII is spelled in Latin letters; Chinese ones as words of their own."""
    if char == LEGAL_SIGN:
        return char
    bare = "".join(part for part in unicodedata.normalize("NFD", char) if not unicodedata.combining(part))
    if bare.isascii():
        return bare
    table = read_vocabulary("company_names.json")["letters"]
    if (spelled := table.get(char, table.get(bare))) is not None:
        return str(spelled)
    kind = unicodedata.category(char)[0]
    if kind not in "LN":
        return "" if kind in "MC" else " "
    latin = slugify(char, entities=False, decimal=False, hexadecimal=False, separator="")
    return f" {latin} " if is_in_han(char) else latin


@functools.lru_cache(maxsize=20_000)
def _letters(char: str) -> str:
    """Return the character, or a space for punctuation, or nothing for what can't be seen."""
    if char == LEGAL_SIGN:
        return char
    kind = unicodedata.category(char)[0]
    return char if kind in "LN" else "" if kind in "MC" else " "


@functools.cache
def _forms_without_spaces() -> tuple[str, ...]:
    forms = (unicodedata.normalize("NFKC", form) for form in read_vocabulary("company_names.json")["legal_forms_without_spaces"])
    return tuple(sorted(forms, key=len, reverse=True))
