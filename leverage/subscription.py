"""The secret in the address under which calendars follow the agenda: whoever knows it can read the agenda, nobody else."""

import hmac
import secrets
import threading

from leverage.desk import Desk
from leverage.knowledge import KnowledgeBase

NAME = "calendar"  # of the desk's record
_lock = threading.Lock()


def key(kb: KnowledgeBase) -> str:
    """Return the secret, made at the first call. Raises StoreUnavailable where it can't be kept."""
    with _lock:
        stored = Desk(kb.banks).read(NAME)
        return str(stored["key"]) if stored else _new(kb, 1)


def renew(kb: KnowledgeBase) -> str:
    """Return a new secret; whoever follows the agenda under the one before no longer can."""
    kb.ensure_ready()
    with _lock:
        stored = Desk(kb.banks).read(NAME) or {"version": 0}
        return _new(kb, stored["version"] + 1)


def is_key(kb: KnowledgeBase, given: str) -> bool:
    """Say whether somebody gave the secret; none was made yet, none is right."""
    stored = Desk(kb.banks).read(NAME)
    return stored is not None and hmac.compare_digest(str(stored["key"]).encode(), given.encode("utf-8", "surrogatepass"))


def _new(kb: KnowledgeBase, version: int) -> str:
    made = secrets.token_urlsafe(32)
    Desk(kb.banks).write(NAME, {"key": made, "version": version}, version)
    return made
