"""Quotes and escapes of a broken object: what opens a string, what may close it, and what its escapes mean."""

import re

_CLOSERS = {  # what closes a string, by what opened it
    '"""': ('"""',),
    '""': ('""',),
    '\\"': ('\\"',),
    '"': ('"', "”", "“", "»"),  # the others only where none of them is open
    "'": ("'",),
    "`": ("`",),
    "“": ("“", "”", '"'),
    "”": ("“", "”", '"'),
    "„": ("“", "”", '"'),
    "‘": ("‘", "’", "'"),
    "’": ("‘", "’", "'"),
    "«": ("»", '"'),
    "»": ("«", "»"),
    "「": ("」",),
    "『": ("』",),
}
OPENERS = ('\\"', '"', "'", "`", "“", "”", "„", "‘", "’", "«", "»", "「", "『")
STOPS = {
    opener: re.compile(
        (r'(?P<escaped>\\\\(?:\\"|.))|' if opener == '\\"' else r"(?P<escaped>\\.)|") + "|".join(map(re.escape, closers)),
        re.DOTALL,
    )
    for opener, closers in _CLOSERS.items()
}
QUOTE = r"""["'“”„‘’`«»「『]|\\" """.strip()

_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.)|$)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "", "f": "\f"}
_LOOSE_NUMBER = re.compile(r"\+?(\d*)(?:\.(\d*))?")


def plain_number(word: str) -> str:
    """Return `.5`, `+5` and `5.` as JSON writes them; any other word as it is."""
    found = _LOOSE_NUMBER.fullmatch(word)
    if not found or not (found[1] or found[2]):
        return word
    return (found[1] or "0") + (f".{found[2]}" if found[2] else "")


def _meant(escape: re.Match[str]) -> str:
    if escape[1]:
        return chr(int(escape[1], 16))
    char = escape[2] or ""
    return _ESCAPED.get(char, escape[0] if char.isalnum() else char)  # `C:\path` keeps its sign, `18\%` does not


def unescaped(text: str) -> str:
    """Return what a text means whose signs may be escaped."""
    if "\\" not in text:
        return text
    text = _ESCAPE.sub(_meant, text)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")  # joins the halves of a pair
