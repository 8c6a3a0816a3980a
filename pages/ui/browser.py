"""What this browser is remembered by: a random cookie, and the small notes kept under it beside the store.

A page can't write a cookie, since it speaks over a websocket; so the server sets one random id with the page itself
and keeps what the browser should remember (name, department, the unsaved form) in a file of its own. Only the hash of
the id is on disk. This is a comfort, not a sign-in.
"""

import hashlib
import logging
import re
import secrets
import time
from pathlib import Path
from typing import Any

import streamlit as st

from leverage import LeverageError, browser_notes
from leverage.settings import load_settings
from pages.ui import identity, session

COOKIE = "leverage_browser"
COOKIE_SECONDS = 400 * 86_400  # the longest that browsers accept
_ID = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
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
    file = _file()
    return browser_notes.read(file).get(name) if file is not None else None


def remember(name: str, note: Any) -> bool:
    """Keep a note of JSON types for this browser, None to drop it; return False where it can't be kept."""
    file = _file()
    if file is None:
        return False
    notes = browser_notes.read(file)
    if notes.get(name) == note:
        return True
    notes = {key: kept for key, kept in (notes | {name: note} | _whose()).items() if kept is not None}
    try:
        browser_notes.write(file, notes)
    except OSError:
        _logger.warning("What a browser should remember could not be written.", exc_info=True)
        return False
    return True


def sweep(home: Path) -> None:
    """Drop the notes of browsers that have not come back for as long as their cookie lasts."""
    oldest = time.time() - _FORGET_AFTER_SECONDS
    for file in (home / browser_notes.FOLDER).glob("*.json"):
        try:
            if file.stat().st_mtime < oldest:
                file.unlink()
        except OSError:
            continue


def _whose() -> dict[str, str]:
    """Return the note by which these are found where whoever signed in is erased."""
    email = identity.person().email
    return {browser_notes.WHOSE: browser_notes.mark_of(email)} if email else {}


def _file() -> Path | None:
    """Return where this browser's notes are, or None for one that keeps no cookies."""
    value = st.context.cookies.get(COOKIE, "")
    if not is_id(value):
        return None
    try:
        email = identity.person().email
    except LeverageError:  # a sign-in that has just ended
        return None
    if not session.is_of(email):  # what is still typed here is another person's
        return None
    whose = f"{value}\n{email}" if email else value  # of two people at one browser, each has their own
    return load_settings().home / browser_notes.FOLDER / f"{hashlib.sha256(whose.encode()).hexdigest()[:40]}.json"
