"""Addresses of e-mail as they are compared: each has one form, and no two that only look alike have the same.

The form is the address in small letters, its domain as the network writes it: `ann@xn--bcher-kva.example`. What has one:

- What Unicode's compatibility form (NFKC) would write otherwise is refused and never folded: `ﬁ`, `＠` and the Kelvin sign would
  make the address of somebody else. So are letters whose small form is not sure, such as `ß` (which would be `ss`) and `ς`.
- Letters beyond ASCII may stand before the @, all of one script, if a domain could hold them; what nobody sees may stand nowhere.
- A domain is what IDNA 2008 makes of it, and one that has letters beyond ASCII never becomes one that has none.
- What people type or copy is composed first, and characters without width go, since pages put them in; what a provider or a
  proxy says is taken to the letter: there another address is another person's.
"""

import functools
import re
import unicodedata
from typing import Final

import idna

from leverage.errors import LeverageError

MOST: Final = 254  # characters of the form, RFC 5321 with its erratum
_MOST_LOCAL: Final = 64  # bytes
_LIKE, _LIKE_DOMAIN = "Write it like ann@corp.example.", "Write it like corp.example, without @ and without a star."
_TOO_LONG = f"it has more than {MOST} characters"
_PLAIN = re.compile(r"[a-z0-9.!#$%&'*+/=?^_`{|}~-]+", re.ASCII)
_BETWEEN = re.compile(r"[.!#$%&'*+/=?^_`{|}~-]+")
_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", re.ASCII)
_WITHOUT_WIDTH = re.compile("[\u00ad\u200b\u2060-\u2064\ufeff]")
_EAST_ASIAN = frozenset(("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"))  # written beside each other


class NoAddress(LeverageError, ValueError):
    """A text is no address, or not one that can be compared; the message says which text, why, and how one looks."""


def proper(written: object) -> str:
    """Return an address in the form in which it is compared; see above. Raises NoAddress."""
    if written is not None and not isinstance(written, str):
        raise NoAddress(f"“{_shown(str(written))}” is no address of e-mail: it is no text. {_LIKE}")
    text = (written or "").strip()
    if not text:
        raise NoAddress(f"The address of e-mail is missing. {_LIKE}")
    if why := _why_none(text):
        raise NoAddress(f"“{_shown(text)}” is no address of e-mail: {why}. {_LIKE}")
    local, _, domain = text.rpartition("@")
    return f"{local.lower()}@{_domain(domain)}"


def typed(written: object) -> str:
    """Return an address as `proper` does where people type it or copy it from a page.

    Not for what a provider or a proxy says.
    """
    return proper(_composed(written))


@functools.lru_cache(maxsize=20_000)
def address(kept: str) -> str:
    """Return any text that is kept as an address as two are compared: its form, else the text itself, in small letters if ASCII.

    So an older record matches, and a text that is no address matches only itself.
    """
    try:
        return typed(kept)
    except NoAddress:
        text = (kept or "").strip()
        return text.lower() if text.isascii() else text


def proper_domain(written: object) -> str:
    """Return a domain in small letters as the network writes it, such as `xn--mnchen-3ya.example`. Raises NoAddress."""
    text = written.strip() if isinstance(written, str) else ""
    if not (domain := _domain(text)):
        raise NoAddress(f"“{_shown(text)}” is no domain. {_LIKE_DOMAIN}")
    return domain


def typed_domain(written: object) -> str:
    """Return a domain as `proper_domain` does where people type it or copy it from a page."""
    return proper_domain(_composed(written))


def domain_of(address: str) -> str:
    """Return what follows the last @ of a proper address."""
    return address.rpartition("@")[2]


def _why_none(text: str) -> str:
    """Return why a text is no address, in words that follow a colon; nothing for one that is."""
    if len(text) > MOST:
        return _TOO_LONG
    if unseen := next((char for char in text if unicodedata.category(char)[0] in "CZ"), None):
        return "it has a space" if unseen == " " else f"it has a character that can't be seen (U+{ord(unseen):04X})"
    if odd := next((char for char in text if not _is_stable(char)), None):
        return f"“{odd}” (U+{ord(odd):04X}) stands for other letters"
    if text.count("@") != 1:
        return "it has more than one @" if "@" in text else "it has no @"
    local, _, domain = text.partition("@")
    if why := _why_no_local(local):
        return why
    if not (form := _domain(domain)):
        return f"“{_shown(domain)}” is no domain" if domain else "nothing stands behind the @"
    return _TOO_LONG if len(local) + 1 + len(form) > MOST else ""


def _why_no_local(local: str) -> str:
    """Return why a text can't stand before the @, in words that follow a colon; nothing where it can."""
    small, refused = local.lower(), f"“{_shown(local)}” can't stand before the @"
    if not local:
        return "nothing stands before the @"
    if len(local.encode()) > _MOST_LOCAL:
        return f"more than {_MOST_LOCAL} characters stand before the @"
    if local.isascii():
        return "" if _PLAIN.fullmatch(small) else refused
    if unsure := next((char for char in local if char.lower() != char.casefold() or len(char.lower()) > 1), None):
        return f"“{unsure}” before the @ may be written as other letters"
    if not _is_of_one_script(small):
        return "letters of two alphabets, which look alike, stand before the @"
    words = [each for each in _BETWEEN.split(small) if each]
    return "" if _is_stable(local) and _is_stable(small) and all(map(_is_word, words)) else refused


def _is_word(small: str) -> bool:
    """Say whether a domain could hold a word."""
    try:
        idna.check_label(small)
    except (idna.IDNAError, UnicodeError):
        return False
    return True


def _is_of_one_script(text: str) -> bool:
    scripts = {unicodedata.name(char, "?").split()[0] for char in text if char.isalpha()}
    return len(scripts) <= 1 or scripts <= _EAST_ASIAN


def _is_stable(text: str) -> bool:
    return unicodedata.normalize("NFKC", text) == text


def _domain(text: str) -> str:
    """Return a domain in its form; empty for what is none."""
    labels = [_label(each) for each in text.split(".")]
    domain = ".".join(labels)
    return domain if len(labels) > 1 and len(domain) <= MOST - 1 and all(map(_LABEL.fullmatch, labels)) else ""


def _label(written: str) -> str:
    """Return one part of a domain; empty for one whose letters would turn into plain ones and so into another's name."""
    if written.isascii() and not written.lower().startswith("xn--"):
        return written.lower()
    if not _is_stable(written) or any(unicodedata.category(char)[0] in "CZ" for char in written):
        return ""
    try:
        encoded = idna.alabel(written.lower() if written.isascii() else idna.uts46_remap(written)).decode("ascii")
    except (idna.IDNAError, UnicodeError):
        return ""
    return encoded if encoded.startswith("xn--") else ""


def _composed(written: object) -> object:
    """Return what people typed without characters that have no width, letters and their marks as one."""
    if not isinstance(written, str):
        return written
    text = _WITHOUT_WIDTH.sub("", written)
    return unicodedata.normalize("NFC", text) if all(map(_is_stable, text.strip())) else text


def _shown(text: str) -> str:
    """Return a text as a sentence can quote it: what can't be seen in it is a mark."""
    return "".join("\N{REPLACEMENT CHARACTER}" if unicodedata.category(char)[0] == "C" else char for char in text[:80])
