"""What this browser is remembered by: a random cookie, and the small notes kept under it beside the store.

A page can't write a cookie, since it speaks over a websocket; so the server sets one random id with the page itself
and keeps what the browser should remember (name, department, the unsaved form) in a file of its own. Only the hash of
the id is on disk. This is a comfort, not a sign-in.
"""

import hashlib
import json
import logging
import os
import re
import secrets
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import streamlit as st

from leverage.blotting import Blotter
from leverage.errors import StoreUnavailable
from leverage.settings import load_settings
from leverage.text import fold

COOKIE = "leverage_browser"
COOKIE_SECONDS = 400 * 86_400  # the longest that browsers accept
_ID = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
_FOLDER = "browsers"
_FORGET_AFTER_SECONDS = COOKIE_SECONDS
_logger = logging.getLogger(__name__)


def new_id() -> str:
    """Return a browser id that nobody can guess."""
    return secrets.token_urlsafe(32)


def is_id(value: object) -> bool:
    """Say whether a cookie's value can be a browser id."""
    return isinstance(value, str) and bool(_ID.fullmatch(value))


def recall(name: str) -> Any:
    """Return the note that this browser keeps under `name`, or None."""
    return _read(_file()).get(name)


def remember(name: str, note: Any) -> bool:
    """Keep a note of JSON types for this browser, None to drop it; return False where it can't be kept."""
    file = _file()
    if file is None:
        return False
    notes = _read(file)
    if notes.get(name) == note:
        return True
    notes = {key: kept for key, kept in (notes | {name: note}).items() if kept is not None}
    try:
        _write(file, notes)
    except OSError:
        _logger.warning("What a browser should remember could not be written.", exc_info=True)
        return False
    return True


def forget_person(name: str) -> int:
    """Let no browser be remembered by this person, drop unsaved forms that name them, and return how many notes went."""
    blotter = Blotter([name])
    return _forget(
        lambda note, kept: _is_person(kept, name) if note == "person" else mentions(kept, [name]) or blotter.mentions(kept)
    )


def forget_vendor(names: Iterable[str]) -> int:
    """Drop the unsaved forms that name a vendor by any of these names, and return how many went."""
    wanted = list(names)
    return _forget(lambda note, kept: note != "person" and mentions(kept, wanted))


def mentions(note: Any, names: Iterable[str]) -> bool:
    """Say whether one of the names stands in a note as words of their own, however it is spelled."""
    wanted = [re.compile(rf"(?<!\w){re.escape(fold(name))}(?!\w)") for name in names if name.strip()]
    return any(pattern.search(fold(each)) for each in _texts(note) for pattern in wanted)


def sweep(home: Path) -> None:
    """Drop the notes of browsers that have not come back for as long as their cookie lasts."""
    oldest = time.time() - _FORGET_AFTER_SECONDS
    for file in (home / _FOLDER).glob("*.json"):
        try:
            if file.stat().st_mtime < oldest:
                file.unlink()
        except OSError:
            continue


def _forget(goes: Callable[[str, Any], bool]) -> int:
    """Drop the notes of all browsers for which `goes` holds, by name and content; return how many went.

    Raises StoreUnavailable where they can't be written.
    """
    gone = 0
    for file in (load_settings().home / _FOLDER).glob("*.json"):
        notes = _read(file)
        kept = {name: note for name, note in notes.items() if not goes(name, note)}
        if len(kept) < len(notes):
            try:
                _write(file, kept)
            except OSError as problem:
                said = f"What browsers remember can't be written ({problem.strerror}). Nothing was erased: make room, try again."
                raise StoreUnavailable(said) from problem
            gone += len(notes) - len(kept)
    return gone


def _is_person(note: Any, name: str) -> bool:
    return isinstance(note, dict) and isinstance(note.get("name"), str) and fold(note["name"]) == fold(name)


def _texts(note: Any) -> Iterator[str]:
    """Yield every text in a note of JSON types, its keys aside."""
    if isinstance(note, str):
        yield note
    elif isinstance(note, dict | list | tuple):
        for each in note.values() if isinstance(note, dict) else note:
            yield from _texts(each)


def _file() -> Path | None:
    """Return where this browser's notes are, or None for one that keeps no cookies."""
    value = st.context.cookies.get(COOKIE, "")
    if not is_id(value):
        return None
    return load_settings().home / _FOLDER / f"{hashlib.sha256(value.encode()).hexdigest()[:40]}.json"


def _read(file: Path | None) -> dict[str, Any]:
    if file is None:
        return {}
    try:
        notes = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return notes if isinstance(notes, dict) else {}


def _write(file: Path, notes: dict[str, Any]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, path = tempfile.mkstemp(dir=file.parent, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as part:
            json.dump(notes, part, ensure_ascii=True)
        os.replace(path, file)
    except BaseException:
        Path(path).unlink(missing_ok=True)
        raise
