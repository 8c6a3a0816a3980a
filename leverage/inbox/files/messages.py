"""Chat exports in JSON (Slack's, Telegram's) as text: a line with day, time and name, then the words."""

import html
import json
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

from leverage.inbox.files.limits import MOST_CHARACTERS, Unreadable

_MOST = 100_000  # messages
_MENTION = re.compile(r"<@([A-Z0-9]{1,30})(?:\|([^<>|]{1,80}))?>")
_LINK = re.compile(r"<(?:[#!]|https?:|mailto:)[^<>|]{0,2000}\|([^<>|]{1,300})>|<((?:https?:|mailto:)[^<>|]{0,2000})>")


def messages_text(text: str, name: str) -> tuple[str, date | None]:
    """Return the messages of an export and the day of the last; raises Unreadable for JSON that is no chat."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        raise Unreadable(f"{name} is no whole JSON file. Export the chat again, or copy its text and paste it.") from None
    found = list(_messages(told))
    if not found:
        raise Unreadable(f"{name} is no chat export of Slack or Telegram. Copy the text that matters and paste it.")
    names = dict(_names(told))
    lines: list[str] = []
    size = 0
    for moment, who, words in sorted(found, key=lambda each: each[0]):
        lines.append(f"[{moment:%Y-%m-%d %H:%M}] {names.get(who, who)}: {_readable(words, names)}")
        size += len(lines[-1])
        if size > MOST_CHARACTERS:  # cut where all texts are
            break
    return "\n".join(lines) + "\n", max(each[0] for each in found).date()


def _messages(told: Any) -> Iterator[tuple[datetime, str, str]]:
    listed = told.get("messages") if isinstance(told, dict) else told
    for each in listed[:_MOST] if isinstance(listed, list) else []:
        if isinstance(each, dict) and each.get("type", "message") == "message":
            moment = _moment(each)
            words = _words(each.get("text"))
            who = each.get("user") or each.get("from") or each.get("username") or "?"
            if moment and words.strip():
                yield moment, " ".join(str(who).split())[:80], words


def _moment(each: dict[str, Any]) -> datetime | None:
    stamp = each.get("ts") or each.get("date_unixtime")
    try:
        return datetime.fromtimestamp(float(stamp), UTC) if isinstance(stamp, str | int | float) else None
    except (ValueError, OverflowError, OSError):
        return None


def _words(text: Any) -> str:
    """Return the words of a message; Telegram writes them in pieces."""
    pieces = text if isinstance(text, list) else [text]
    return "".join(
        piece if isinstance(piece, str) else str(piece.get("text", "")) if isinstance(piece, dict) else "" for piece in pieces
    )


def _names(told: Any) -> Iterator[tuple[str, str]]:
    for each in told if isinstance(told, list) else []:
        profile = each.get("user_profile") if isinstance(each, dict) else None
        if isinstance(profile, dict) and isinstance(each.get("user"), str):
            shown = profile.get("real_name") or profile.get("display_name") or profile.get("name")
            if isinstance(shown, str) and shown.strip():
                yield each["user"], " ".join(shown.split())[:80]


def _readable(words: str, names: dict[str, str]) -> str:
    words = _MENTION.sub(lambda found: "@" + (found[2] or names.get(found[1], found[1])), words)
    return html.unescape(_LINK.sub(lambda found: found[1] or found[2], words)).strip()
