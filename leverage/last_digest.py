"""When a person last had a digest, and which flags stood in it: the desk remembers it, so that each digest begins there."""

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from leverage import whose
from leverage.access.acting import acting
from leverage.desk import Desk
from leverage.knowledge import KnowledgeBase
from leverage.people import is_nobody

NAME = "digests"  # of the desk's record
AT_ONCE = timedelta(minutes=1)  # within which a second digest is the same one again

_lock = threading.Lock()


@dataclass(frozen=True)
class LastDigest:
    """The digest of a person at an instant, the instant of the one `before`, and when each open flag was first told."""

    at: datetime
    before: datetime | None = None
    flags: Mapping[str, datetime] = field(default_factory=dict)

    def since(self, now: datetime) -> datetime | None:
        """Return from when the next digest tells: within a minute it is the same once more, so that none is lost."""
        return self.before if now - self.at < AT_ONCE else self.at


def read(kb: KnowledgeBase, person: str | None) -> LastDigest | None:
    """Return the last digest of a person, over a view of whoever signed in, or of nobody in particular; None for none."""
    told = next(iter(whose.own(_stored(kb).get("people", ()), kb.entered_by, _named(kb, person))), None)
    if told is None:
        return None
    flags = {flag_id: datetime.fromisoformat(at) for flag_id, at in told["flags"].items()}
    before = told["before"]
    return LastDigest(datetime.fromisoformat(told["at"]), datetime.fromisoformat(before) if before else None, flags)


@acting("digest", signed="person")
def remember(kb: KnowledgeBase, person: str | None, now: datetime, flags: Iterable[str]) -> None:
    """Keep that a person had a digest now, in which these flags were open. Raises StoreUnavailable where it can't be kept."""
    kb.ensure_ready()
    with _lock:
        last, stored, book = read(kb, person), _stored(kb), kb.names()
        at, before = (last.at, last.before) if last and now - last.at < AT_ONCE else (now, last.at if last else None)
        told = last.flags if last else {}
        entry = {
            "by": book.name("person", person) if person else "",
            "at": at.isoformat(),
            "before": before.isoformat() if before else None,
            "flags": {flag_id: told.get(flag_id, at).isoformat() for flag_id in flags},
        }
        others = whose.others(stored.get("people", ()), kb.entered_by, _named(kb, person))
        people = [*(each for each in others if not is_nobody(each["by"])), whose.signed(entry, kb.entered_by)]
        version = stored.get("version", 0) + 1
        Desk(kb.banks).write(NAME, {"people": people, "version": version}, version)


def _named(kb: KnowledgeBase, person: str | None) -> whose.IsNamed:
    book = kb.names()
    if not person:
        return lambda told: not told["by"]
    return lambda told: bool(told["by"]) and book.same("person", told["by"], person)


def _stored(kb: KnowledgeBase) -> Mapping[str, Any]:
    stored: Mapping[str, Any] = Desk(kb.banks).read(NAME) or {}
    return stored
