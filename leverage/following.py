"""Which vendors a person follows: what others log about them stands in that person's digest."""

import threading
from collections.abc import Iterable, Mapping
from typing import Any

from leverage.desk import Desk
from leverage.errors import LeverageError
from leverage.knowledge import KnowledgeBase
from leverage.name_book import NameBook
from leverage.people import is_nobody
from leverage.text import MOST_NAME, clean_named

NAME = "following"  # of the desk's record
_lock = threading.Lock()


def follow(kb: KnowledgeBase, person: str, vendor: str) -> None:
    """Let a person follow a vendor; once more changes nothing. Raises LeverageError for an unknown vendor or no name."""
    bank_id = kb.bank_id(vendor)
    if kb.registry.record(bank_id) is None:
        raise LeverageError(f"Nothing is recorded about “{vendor}”. Log the first deal with them.")
    _change(kb, person, lambda banks: [*(each for each in banks if each != bank_id), bank_id])


def unfollow(kb: KnowledgeBase, person: str, vendor: str) -> None:
    """Let a person no longer follow a vendor."""
    bank_id = kb.bank_id(vendor)
    _change(kb, person, lambda banks: [each for each in banks if each != bank_id])


def followed(kb: KnowledgeBase, person: str) -> list[str]:
    """Return the bank ids of the vendors that a person follows, under whichever of their spellings, merged ones once."""
    return _banks(kb, kb.names(), _read(kb), person)


def is_following(kb: KnowledgeBase, person: str, vendor: str) -> bool:
    """Say whether a person follows a vendor."""
    return kb.bank_id(vendor) in followed(kb, person)


def _change(kb: KnowledgeBase, person: str, change: Any) -> None:
    kb.ensure_ready()
    name = clean_named("Your name", person or "", MOST_NAME)
    if not name:
        raise LeverageError("Your name is missing. Say who you are.")
    if is_nobody(name):
        raise LeverageError("This stands for everybody whose name was erased. Enter your own name.")
    with _lock:
        stored, book = _read(kb), kb.names()
        others = [each for each in stored.get("people", ()) if not _is(book, each, name) and not is_nobody(each["person"])]
        banks = change(_banks(kb, book, stored, name))
        mine = [{"person": book.name("person", name), "vendors": banks}] if banks else []
        version = stored.get("version", 0) + 1
        Desk(kb.banks).write(NAME, {"people": [*others, *mine], "version": version}, version)


def _banks(kb: KnowledgeBase, book: NameBook, stored: Mapping[str, Any], person: str) -> list[str]:
    told: Iterable[str] = (bank for each in stored.get("people", ()) if _is(book, each, person) for bank in each["vendors"])
    return list(dict.fromkeys(kb.bank_id(each) for each in told))


def _is(book: NameBook, told: Mapping[str, Any], person: str) -> bool:
    return book.same("person", told["person"], person)


def _read(kb: KnowledgeBase) -> Mapping[str, Any]:
    stored: Mapping[str, Any] = Desk(kb.banks).read(NAME) or {}
    return stored
