"""Plain text of mails that is wrapped for sending (RFC 3676): its paragraphs whole again."""

import re

_QUOTED = re.compile(r"(>*) ?(.*)", re.DOTALL)
_SIGNATURE = "-- "


def unflowed(text: str, *, drops_space: bool = False) -> str:
    """Return the text with soft line ends joined, quoted lines within their own depth alone."""
    lines: list[str] = []
    depth, open_line = 0, False
    pieces: list[str] = []
    for raw in text.replace("\r\n", "\n").split("\n"):
        marks, words = _split(raw)
        is_signature = words == _SIGNATURE
        if pieces and not (open_line and marks == depth and not is_signature):
            lines.append(_quoted(depth, "".join(pieces)))
            pieces = []
        is_soft = words.endswith(" ") and not is_signature
        pieces.append(words[:-1] if is_soft and drops_space else words)
        depth, open_line = marks, is_soft
    lines.append(_quoted(depth, "".join(pieces)))
    return "\n".join(lines)


def _split(raw: str) -> tuple[int, str]:
    found = _QUOTED.fullmatch(raw)
    assert found is not None
    return len(found[1]), found[2]


def _quoted(depth: int, words: str) -> str:
    return f"{'> ' * depth}{words}" if depth else words
