"""Whose an entry of a list on the desk is: of the address under which somebody signed in, else of the name that they gave.

Two people may have one name. What was kept by a name alone is everybody's who has it, until they have an entry by their address.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from leverage.access.mail import address
from leverage.desk import Desk

ADDRESS = "entered_by"  # of an entry: the address, where there is one

Entry = Mapping[str, Any]
IsNamed = Callable[[Entry], bool]


def own(entries: Iterable[Entry], email: str | None, is_named: IsNamed) -> list[Entry]:
    """Return the entries of whoever signed in as `email`, else of whoever is meant by the name; see above for older ones."""
    told = list(entries)
    found = [each for each in told if _is_own(each, email, is_named)]
    return found or [each for each in told if is_named(each) and not (email and each.get(ADDRESS))]


def others(entries: Iterable[Entry], email: str | None, is_named: IsNamed) -> list[Entry]:
    """Return the entries that stay when such a person's own is made anew."""
    return [each for each in entries if not _is_own(each, email, is_named)]


def signed(entry: Entry, email: str | None) -> dict[str, Any]:
    """Return an entry as whoever signed in as `email` makes it."""
    return {**entry, ADDRESS: email} if email else dict(entry)


def followers(record: Mapping[str, Any]) -> list[Entry]:
    """Return the entries of a record of who follows which vendors; none for a record of anything else."""
    people = record.get("people") or []
    return people if all("vendors" in each for each in people) else []


def is_kept(entry: Entry) -> bool:
    """Say whether such an entry means anything: an empty one does by an address, beside what is kept by the name alone."""
    return bool(entry["vendors"] or entry.get(ADDRESS))


def drop(desk: Desk, addresses: Collection[str]) -> None:
    """Drop every entry of whoever signed in with one of these addresses, whatever name it has. Raises StoreUnavailable."""
    with desk.turn:
        for name, value in desk.records().items():
            people = value.get("people") or []
            left = [each for each in people if not (isinstance(each, Mapping) and address(each.get(ADDRESS) or "") in addresses)]
            if len(left) < len(people):
                desk.rewrite(name, {**value, "people": left}, name)


def _is_own(entry: Entry, email: str | None, is_named: IsNamed) -> bool:
    return address(entry.get(ADDRESS) or "") == email if email else not entry.get(ADDRESS) and is_named(entry)
