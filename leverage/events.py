"""Events of a vendor that are no deal, such as a renewal letter or an outage, with what the vendor did.

They are kept in the vendor's bank as dated, attributed memories. None counts as a deal: neither the number of deals nor the
confidence knows of them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from leverage import fields, noting
from leverage.access.acting import acting
from leverage.errors import LeverageError
from leverage.event_records import Event
from leverage.keeping import EVENTS, id_for
from leverage.knowledge import KnowledgeBase
from leverage.people import is_nobody
from leverage.signals import SIGNALS, Signal
from leverage.text import MOST_NAME

__all__ = ["MOST_NOTE", "MOST_SIGNALS", "Event", "log", "of", "put_back", "remove"]

MOST_NOTE = 1_000  # characters
MOST_SIGNALS = 10

_KINDS = {
    "day": fields.DAY,
    "signals": SIGNALS,
    "by": fields.line(MOST_NAME),
    "department": fields.line(MOST_NAME),
    "product": fields.line(),
    "note": fields.block(MOST_NOTE),
}
_LABELS = {
    "day": "The day",
    "signals": "What they did",
    "by": "Your name",
    "department": "Your department",
    "product": "Product",
    "note": "The note",
}
_MISSING = {
    "day": "The day is missing. Enter the day on which it happened.",
    "signals": "What they did is blank. Say it in a sentence.",
    "by": "Your name is missing. Say who you are.",
    "department": "Your department is missing. Say where you work.",
}


@acting("event", vendor="vendor")
def log(
    kb: KnowledgeBase,
    vendor: str,
    day: date | str,
    signals: Iterable[Signal | tuple[str, str] | Mapping[str, str] | str],
    *,
    by: str,
    department: str,
    product: str | None = None,
    note: str = "",
    key: str | None = None,
) -> Event:
    """Keep what a vendor did on a day outside any deal, and return it; the same said again is kept once.

    `signals` are what was seen, one at least; `key` is the form's own, so that a second click changes nothing. Raises
    LeverageError for what can't be taken, a day to come or an unknown vendor, and StoreUnavailable where the memory is
    away: once it is back, the same can be said again.
    """
    kb.ensure_ready()
    given = {"day": day, "signals": signals, "by": by, "department": department, "product": product, "note": note}
    told = _checked(given, kb.today())
    stored = {**told, "day": told["day"].isoformat(), "signals": SIGNALS.dump(told["signals"])}
    event = Event.from_json({**stored, "id": id_for(EVENTS, key, stored), "at": kb.now().isoformat()})
    return noting.put(kb, vendor, EVENTS, replace(event, entered_by=kb.entered_by or ""))


def of(kb: KnowledgeBase, vendor: str) -> list[Event]:
    """Return a vendor's events, newest first; people by the names they go by now."""
    each_once = {event.id: event for event in noting.of(kb, vendor, EVENTS)}
    return sorted(each_once.values(), key=lambda event: (event.day, event.at, event.id), reverse=True)


@acting("event", vendor="vendor", tells=("event_id",))
def remove(kb: KnowledgeBase, vendor: str, event_id: str) -> None:
    """Take an event out of the vendor's memory.

    Raises LeverageError where it is not there, NotAllowed where it is another's and may not be taken out here, StoreUnavailable.
    """
    kb.ensure_ready()
    noting.take_out(kb, vendor, EVENTS, event_id, "This event")


@acting("event", vendor="vendor")
def put_back(kb: KnowledgeBase, vendor: str, event: Event) -> Event:
    """Keep an event again that was taken out. Raises LeverageError for an unknown vendor, StoreUnavailable."""
    kb.ensure_ready()
    if not kb.may("edit_others"):  # whoever keeps only their own says nothing in another's name
        event = replace(event, by=kb.signed(event.by) or event.by, entered_by=kb.entered_by or "")
    return noting.put(kb, vendor, EVENTS, event)


def _checked(given: Mapping[str, Any], today: date) -> dict[str, Any]:
    parsed, problems = fields.parse_all(_KINDS, _LABELS, given)
    problems |= {name: said for name, said in _MISSING.items() if name not in problems and not parsed.get(name)}
    if "day" not in problems and parsed["day"] > today:
        problems["day"] = "The day is still to come. Log an event once it has happened."
    if "signals" not in problems and len(parsed["signals"]) > MOST_SIGNALS:
        problems["signals"] = f"What they did has {len(parsed['signals'])} entries; at most {MOST_SIGNALS} fit. Log two events."
    if "by" not in problems and is_nobody(parsed["by"]):
        problems["by"] = "This stands for everybody whose name was erased. Enter your own name."
    if problems:
        raise LeverageError(" ".join(problems[name] for name in _KINDS if name in problems))
    return parsed | {"note": parsed["note"] or ""}
