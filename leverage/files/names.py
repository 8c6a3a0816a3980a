"""The name of a file as it is shown and kept: its own alone, never a path, nothing hidden in it."""

import re
import unicodedata

from leverage.text import readable

MOST = 120  # characters
BETWEEN = " › "  # a file and what is in it
_PATH = re.compile(r"[/\\\u2215\u2044\uff0f\uff3c]")
_DRIVE = re.compile(r"[A-Za-z]:")
_STACKS = re.compile(r"(?<=[\u0300-\u036f]{2})[\u0300-\u036f]+")
_SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,8}")


def clean_name(name: str) -> str:
    """Return the name without folders, controls, direction signs and stacked marks, in at most 120 characters."""
    last = next((part for part in reversed(_PATH.split(name[-2_000:])) if part.strip(" .\0")), "")
    shown = "".join(sign for sign in readable(unicodedata.normalize("NFC", last)) if _is_shown(sign))
    plain = " ".join(_STACKS.sub("", shown).replace(BETWEEN.strip(), ">").split())
    plain = _DRIVE.sub("", plain, count=1) if _DRIVE.match(plain) else plain
    return _short(plain.strip(" .")) or "file"


def inside(outer: str, inner: str) -> str:
    """Return the name of what is in a file: `debrief.eml › terms.docx`."""
    return f"{outer}{BETWEEN}{clean_name(inner)}"


def suffix_of(name: str) -> str:
    """Return the suffix in small letters with its dot, or an empty text."""
    dot = name.rfind(".")
    suffix = name[dot:] if dot >= 0 else ""
    return suffix.lower() if _SUFFIX.fullmatch(suffix) else ""


def _is_shown(sign: str) -> bool:
    return unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Cn", "Co", "Me")


def _short(name: str) -> str:
    if len(name) <= MOST:
        return name
    suffix = suffix_of(name)
    return f"{name[: MOST - len(suffix) - 1].rstrip(' .')}…{suffix}"
