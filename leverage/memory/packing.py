"""JSON in metadata values of at most 4,000 bytes each, as hosted Chroma allows."""

import json
from collections.abc import Mapping
from typing import Any

from leverage.errors import BadMemory

MOST_BYTES = 4_000
MOST_PIECES = 16  # of the 32 keys a record may have, the rest is for what is searched by


def pack(value: Any) -> list[dict[str, str]]:
    """Return `value` as JSON in pieces, grouped into the metadata of one or more records: `record_0`, `record_1`, …

    Raises BadMemory where a text in it can't be written.
    """
    try:
        pieces = _pieces(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())
    except UnicodeEncodeError as problem:
        raise BadMemory("A text holds broken characters. Copy it again or type it.") from problem
    groups = [pieces[start : start + MOST_PIECES] for start in range(0, len(pieces), MOST_PIECES)]
    return [{f"record_{n}": piece for n, piece in enumerate(group)} for group in groups]


def unpack(groups: list[Mapping[str, Any]]) -> Any:
    """Return the value that `pack` put into the groups; raises ValueError where a piece is missing."""
    text = "".join(piece for group in groups for piece in _pieces_in(group))
    return json.loads(text)


def _pieces(data: bytes) -> list[str]:
    pieces: list[str] = []
    start = 0
    while start < len(data):
        end = min(start + MOST_BYTES, len(data))
        while end < len(data) and data[end] & 0xC0 == 0x80:  # never cut inside a character
            end -= 1
        pieces.append(data[start:end].decode())
        start = end
    return pieces


def _pieces_in(group: Mapping[str, Any]) -> list[str]:
    pieces: list[str] = []
    while (piece := group.get(f"record_{len(pieces)}")) is not None:
        pieces.append(piece)
    return pieces
