"""Bank ids: the one bank that a vendor's name leads to, the same for ever."""

import hashlib
import unicodedata

from slugify import slugify

from leverage.errors import LeverageError

BANK_PREFIX = "vendor-"
BANK_ID_MAX = 120
_HASH_LENGTH = 10

_SIGNS_WITH_MEANING = frozenset("#%*@+=<>|~^`$")
_TRADE_MARKS = frozenset("®©™℠")
_APOSTROPHES = frozenset("’‘ʼ´")


class BlankVendor(LeverageError, ValueError):
    """The vendor's name is blank."""


def vendor_bank_id(name: str) -> str:
    """Return the bank id of a vendor's name: at most 120 characters of `[a-z0-9-]`, the same for ever.

    Case, spacing, Latin diacritics and plain punctuation do not count. Where the slug alone would lose
    meaning (`C++`, 北京, a name cut for length), `--` and a hash of the folded name follow it; a slug never
    holds `--`, so the two kinds of id can't meet. Raises BlankVendor for a blank name.
    """
    visible = " ".join(_plain(_plain(name).casefold()).split())
    if not visible:
        raise BlankVendor("The vendor's name is blank. Type the name as it stands on the contract.")
    slug = _slug(visible)
    fits = slug and len(BANK_PREFIX + slug) <= BANK_ID_MAX
    if fits and not any(map(_is_lost_in_a_slug, unicodedata.normalize("NFD", visible))):
        return BANK_PREFIX + slug
    digest = hashlib.sha256((_folded(visible) or visible).encode()).hexdigest()[:_HASH_LENGTH]
    room = BANK_ID_MAX - len(BANK_PREFIX) - len("--") - _HASH_LENGTH
    return f"{BANK_PREFIX}{slug[:room].strip('-')}--{digest}"


def _slug(text: str) -> str:
    return slugify(text, entities=False, decimal=False, hexadecimal=False, backend="text-unidecode")


def _plain(name: str) -> str:
    """Return the name in NFC without invisible characters, trade marks and typographic punctuation."""
    kept: list[str] = []
    for char in unicodedata.normalize("NFC", name):
        category = unicodedata.category(char)
        if char in _APOSTROPHES:
            kept.append("'")
        elif char.isspace() or (category[0] == "P" and not char.isascii()):
            kept.append(" ")
        elif category not in ("Cc", "Cf", "Cs") and char not in _TRADE_MARKS:
            kept.append(char)
    return unicodedata.normalize("NFC", "".join(kept))


def _is_lost_in_a_slug(char: str) -> bool:
    """Say whether a slug would drop or rewrite a character that tells two names apart."""
    if char.isascii():
        return char in _SIGNS_WITH_MEANING
    category = unicodedata.category(char)
    if category[0] == "L":
        # A Latin letter such as ß, ø or ł has an accepted ASCII spelling; any other letter does not slug.
        return not (unicodedata.name(char, "").startswith("LATIN ") and _slug(char))
    return category[0] in "NS" or category in ("Co", "Cn")


def _folded(name: str) -> str:
    """Return the name without anything that `vendor_bank_id` calls meaningless."""
    kept: list[str] = []
    after_latin = False
    for char in unicodedata.normalize("NFD", name.casefold()):
        category = unicodedata.category(char)
        if category[0] == "M":
            if not after_latin:
                kept.append(char)
            continue
        after_latin = "LATIN" in unicodedata.name(char, "")
        kept.append(" " if category[0] in "PZ" and char not in _SIGNS_WITH_MEANING else char)
    return unicodedata.normalize("NFC", " ".join("".join(kept).split()))
