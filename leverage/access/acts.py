"""What can be done, and from which role on; the one table that pages, package and tests read."""

from types import MappingProxyType
from typing import Final

from leverage.access.person import Person, Role
from leverage.errors import NotAllowed

# Reading is no act, but of the inbox and the trail. Each act: the least role, and the words that follow “You may not”.
_TABLE: Final[dict[str, tuple[Role, str]]] = {
    "follow": ("reader", "follow vendors"),
    "export": ("reader", "export deals"),
    "ask_model": ("reader", "ask the model"),
    "digest": ("reader", "make a digest"),
    "calendar": ("reader", "follow the dates in a calendar"),
    "log": ("contributor", "log deals"),
    "edit": ("contributor", "change deals"),
    "retract": ("contributor", "retract deals"),
    "restore_deal": ("contributor", "restore deals"),
    "feedback": ("contributor", "give feedback"),
    "event": ("contributor", "record events"),
    "notes": ("contributor", "write notes on a playbook"),
    "import": ("contributor", "import spreadsheets"),
    "undo_import": ("contributor", "undo imports"),
    "inbox": ("contributor", "read the inbox"),
    "propose": ("contributor", "add texts to the inbox"),
    "decide": ("contributor", "decide proposals"),
    "edit_others": ("curator", "change what others logged"),
    "review": ("curator", "review flags"),
    "lesson": ("curator", "decide lessons of a playbook"),
    "merge": ("curator", "merge, split or rename vendors"),
    "names": ("curator", "merge people, or say who has left"),
    "vendor": ("curator", "change a vendor's names and notes"),
    "access": ("admin", "merge departments or change who may do what"),
    "undo_others": ("admin", "undo what others imported"),
    "erase": ("admin", "erase for good"),
    "backup": ("admin", "take a backup"),
    "restore": ("admin", "restore a backup"),
    "care": ("admin", "check or repair the store"),
    "settings": ("admin", "change settings"),
    "audit": ("admin", "read the audit trail"),
}

ACTS: Final = MappingProxyType({name: role for name, (role, _) in _TABLE.items()})


def may(person: Person, act: str) -> bool:
    """Say whether a person's role allows an act. Raises KeyError for an act that there is not."""
    return person.is_at_least(ACTS[act])


def need(person: Person, act: str) -> None:
    """Raise NotAllowed, which says from which role on an act may be done, where a person's role does not allow it."""
    if not may(person, act):
        role, words = _TABLE[act]
        raise NotAllowed(f"You may not {words}: that takes the role {role}, and yours is {person.role}. Ask an administrator.")
