"""Room for long cookies: a sign-in with a hundred groups is longer than a websocket's handshake may be by default."""

import os
import sys

MOST_BYTES = 65_536


def make_room() -> None:
    """Let a handshake have lines of 64 KB, also where the library that reads it is loaded already."""
    os.environ.setdefault("WEBSOCKETS_MAX_LINE_LENGTH", str(MOST_BYTES))
    if loaded := sys.modules.get("websockets.http11"):
        loaded.MAX_LINE_LENGTH = max(MOST_BYTES, loaded.MAX_LINE_LENGTH)  # type: ignore[attr-defined]
