"""Sign-ins that were ended at one replica end at all: the desk, which they share, tells of them, by hashes alone."""

from collections.abc import Mapping
from typing import Any, Final

from leverage.access.sign_ins import SignIns
from leverage.desk import Desk
from leverage.knowledge import KnowledgeBase

NAME: Final = "ended-sign-ins"  # of the desk's record


def share(kb: KnowledgeBase, sign_ins: SignIns) -> None:
    """Let this process and the others that share its banks tell each other from now on which sign-ins have ended."""
    kb.sharing.each_time(lambda: agree(kb, sign_ins))


def agree(kb: KnowledgeBase, sign_ins: SignIns) -> None:
    """End here what has ended elsewhere, and tell what has ended here. Raises StoreUnavailable."""
    desk = Desk(kb.banks)
    told = _told(desk.read(NAME))
    sign_ins.take_in(told)
    if sign_ins.ended() != told:
        desk.change(NAME, lambda record: _taken_in(sign_ins, record))


def _taken_in(sign_ins: SignIns, record: Mapping[str, Any] | None) -> dict[str, dict[str, float]]:
    sign_ins.take_in(_told(record))
    return sign_ins.ended()


def _told(record: Mapping[str, Any] | None) -> dict[str, dict[str, float]]:
    return {kind: dict((record or {}).get(kind, {})) for kind in ("ended", "ended_before")}
