"""The secret in the address under which calendars follow the agenda: whoever knows it can read the agenda, nobody else."""

import hmac
import secrets

from leverage.access.acting import acting
from leverage.desk import Desk
from leverage.knowledge import KnowledgeBase

NAME = "calendar"  # of the desk's record


def key(kb: KnowledgeBase) -> str | None:
    """Return the secret; None until one is made."""
    stored = Desk(kb.banks).read(NAME)
    return str(stored["key"]) if stored else None


@acting("calendar")
def renew(kb: KnowledgeBase) -> str:
    """Return a new secret; whoever follows the agenda under one before no longer can. Raises StoreUnavailable."""
    kb.ensure_ready()
    return str(Desk(kb.banks).change(NAME, lambda _: {"key": secrets.token_urlsafe(32)})["key"])


def is_key(kb: KnowledgeBase, given: str) -> bool:
    """Say whether somebody gave the secret; none was made yet, none is right."""
    known = key(kb)
    return known is not None and hmac.compare_digest(known.encode(), given.encode("utf-8", "surrogatepass"))
