"""The secrets in the addresses under which calendars follow the agenda: each person's own, and one of the machine.

Whoever knows a secret reads what its person may see, and nobody else does.
"""

import hmac
import secrets
from collections.abc import Iterable, Mapping
from typing import Any, Final

from leverage.access.acting import acting
from leverage.access.mail import address
from leverage.desk import Desk
from leverage.knowledge import KnowledgeBase

NAME: Final = "calendar"  # of the desk's record: `key` is the machine's, `keys` those of persons by their address
MACHINE: Final = ""  # whose key it is where nobody signs in


def key(kb: KnowledgeBase) -> str | None:
    """Return the secret of whoever is signed in, else the machine's; None until one is made."""
    return _keys(Desk(kb.banks).read(NAME)).get(kb.entered_by or MACHINE)


@acting("calendar")
def renew(kb: KnowledgeBase) -> str:
    """Return a new secret of whoever is signed in, else the machine's; the one before opens nothing any more.

    Raises StoreUnavailable.
    """
    kb.ensure_ready()
    made = secrets.token_urlsafe(32)
    _change(kb, {kb.entered_by or MACHINE: made})
    return made


def whose(kb: KnowledgeBase, given: str) -> str | None:
    """Return whose secret somebody gave: an address, `MACHINE`, or None where it is nobody's."""
    asked = given.encode("utf-8", "surrogatepass")
    found = [who for who, known in _keys(Desk(kb.banks).read(NAME)).items() if hmac.compare_digest(known.encode(), asked)]
    return found[0] if found else None


def drop(kb: KnowledgeBase, addresses: Iterable[str]) -> None:
    """Let the secrets of these persons open nothing any more. Raises StoreUnavailable."""
    known = _keys(Desk(kb.banks).read(NAME))
    if gone := {each: None for each in addresses if each in known and each != MACHINE}:
        _change(kb, gone)


def _change(kb: KnowledgeBase, changes: Mapping[str, str | None]) -> None:
    def changed(stored: Any) -> Mapping[str, Any]:
        keys = {who: each for who, each in {**_keys(stored), **changes}.items() if each}
        own = {"key": keys.pop(MACHINE)} if MACHINE in keys else {}
        return own | {"keys": keys}

    Desk(kb.banks).change(NAME, changed)


def _keys(stored: Any) -> dict[str, str]:
    known = {address(who): each for who, each in (stored or {}).get("keys", {}).items()}
    return known | ({MACHINE: stored["key"]} if stored and stored.get("key") else {})
