"""Addresses of e-mail as they can safely be compared: two that look alike are never taken for one."""

import re
from typing import Final

from leverage.errors import LeverageError
from leverage.text import without_invisible

MOST: Final = 320  # characters, RFC 5321
_LOCAL = re.compile(r"[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}", re.ASCII)
_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", re.ASCII)


class NoAddress(LeverageError, ValueError):
    """A text is no address, or not one that can be compared."""


def proper(written: object) -> str:
    """Return an address in small letters, its domain as the network writes it. Raises NoAddress.

    Letters beyond ASCII before the @ are refused, since some of them become another letter when they are made small.
    """
    text = written.strip() if isinstance(written, str) else ""
    local, at, domain = text.rpartition("@")
    if not at or len(text) > MOST or not local.isascii() or not _LOCAL.fullmatch(local.lower()):
        raise NoAddress(f"“{text[:80]}” is no address of e-mail that can be compared. It looks like ann@corp.example.")
    return f"{local.lower()}@{proper_domain(domain)}"


def typed(written: object) -> str:
    """Return an address as `proper` does where people type it or copy it from a page, which puts invisible characters in.

    Not for what a provider or a proxy says: there another address is another person's.
    """
    return proper(without_invisible(written) if isinstance(written, str) else written)


def proper_domain(written: object) -> str:
    """Return a domain in small letters as the network writes it, such as `xn--mnchen-3ya.example`. Raises NoAddress."""
    text = written.strip() if isinstance(written, str) else ""
    labels = [_label(each) for each in text.split(".")]
    if len(labels) < 2 or len(text) > MOST or not all(_LABEL.fullmatch(label) for label in labels):
        raise NoAddress(f"“{text[:80]}” is no domain. It looks like corp.example, without @ and without a star.")
    return ".".join(labels)


def domain_of(address: str) -> str:
    """Return what follows the last @ of a proper address."""
    return address.rpartition("@")[2]


def _label(written: str) -> str:
    """Return one part of a domain; empty for one whose letters would turn into plain ones and so into another's name."""
    if written.isascii():
        return written.lower()
    try:
        encoded = written.encode("idna").decode("ascii")
    except UnicodeError:
        return ""
    return encoded if encoded.startswith("xn--") else ""
