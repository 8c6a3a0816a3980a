"""The inbox as a person sees it: without proposals that became part of a deal that is not theirs to see, nor their texts."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from typing import Any, TypeVar

from leverage.inbox_bank import PROPOSAL, SOURCE, TEXT, InboxBank

Value = TypeVar("Value")


class SeenInbox:
    """Reads the inbox for a person; writing is done within an act, on the whole."""

    def __init__(self, whole: InboxBank, hidden: Callable[[], Collection[str]]) -> None:
        """Look at the inbox; `hidden` gives the ids of the deals that the person does not see."""
        self._whole = whole
        self._hidden = hidden

    def __getattr__(self, name: str) -> Any:
        if name in ("deciding", "changing", "scanning"):
            return getattr(self._whole, name)
        raise AttributeError(f"A person's view of the inbox has no {name}.")

    def read(self, names: Iterable[str]) -> dict[str, Any]:
        """Return records by name; those that are not there, or not seen, are left out."""
        return self._shown(self._whole.read(names))

    def all(self, kind: str) -> dict[str, Any]:
        """Return all records of a kind that are seen, by name."""
        return self._shown(self._whole.all(kind))

    def names(self, kind: str) -> list[str]:
        """Return the names of all records of a kind; a name tells nothing."""
        return self._whole.names(kind)

    def listed(self, state: str, make: Callable[[Any], Value]) -> list[Value]:
        """Return what `make` makes of each proposal in a state that is seen."""
        made = self._whole.listed(state, make)
        shut = self._shut()
        return [each for each in made if getattr(each, "text_id", None) not in shut] if shut else made

    def of_deal(self, deal_id: str) -> list[Any]:
        """Return the records of the proposals that became part of a deal that is seen."""
        return [] if deal_id in self._hidden() else self._whole.of_deal(deal_id)

    def kept(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return what `make` makes of what is seen, kept for all who see the same."""
        return self._whole.kept((key, self._shut()), make)

    def _shut(self) -> frozenset[str]:
        """Return the ids of the texts of which a hidden deal was made, and of proposals out of them."""
        hidden = frozenset(self._hidden())
        if not hidden:
            return frozenset()

        def find() -> frozenset[str]:
            found = {each["source"]["text_id"] for deal_id in hidden for each in self._whole.of_deal(deal_id) if "source" in each}
            return frozenset(found)

        return self._whole.kept(("shut", hidden), find)

    def _shown(self, records: Mapping[str, Any]) -> dict[str, Any]:
        shut = self._shut()
        return {name: each for name, each in records.items() if _text_of(name, each) not in shut} if shut else dict(records)


def _text_of(name: str, record: Mapping[str, Any]) -> str | None:
    kind, _, key = name.partition(":")
    if kind == PROPOSAL:
        return str((record.get("source") or {}).get("text_id"))
    return key if kind in (SOURCE, TEXT) else None
