"""The inbox as a person sees it: without proposals that became part of a deal that is not theirs to see, nor their texts."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from typing import Any, TypeVar

from leverage.inbox.pending import Pending
from leverage.inbox_bank import DECIDED, MARK, OPEN, PROPOSAL, REPORT, SOURCE, TEXT, TOLD, InboxBank

Value = TypeVar("Value")


class SeenInbox:
    """Reads the inbox for a person; writing is done within an act, on the whole.

    All but what tells where a deal came from raises NotAllowed where the person's role has no business in the inbox.
    """

    def __init__(self, whole: InboxBank, hidden: Callable[[], Collection[str]], need: Callable[[str], None]) -> None:
        """Look at the inbox; `hidden` gives the ids of the deals that the person does not see, `need` refuses by role."""
        self._whole = whole
        self._hidden = hidden
        self._need = need

    def __getattr__(self, name: str) -> Any:
        if name in ("deciding", "changing", "scanning"):
            return getattr(self._whole, name)
        raise AttributeError(f"A person's view of the inbox has no {name}.")

    def read(self, names: Iterable[str]) -> dict[str, Any]:
        """Return records by name; those that are not there, or not seen, are left out."""
        self._need("inbox")
        return self._shown(self._whole.read(names))

    def all(self, kind: str) -> dict[str, Any]:
        """Return all records of a kind that are seen, by name."""
        self._need("inbox")
        return self._shown(self._whole.all(kind))

    def names(self, kind: str) -> list[str]:
        """Return the names of all records of a kind that are seen: a name tells which text it is, to whoever has that."""
        self._need("inbox")
        shut = self._shut()
        names = self._whole.names(kind) if kind != TOLD else []
        if not shut or kind in (REPORT, MARK):
            return names
        if kind not in (SOURCE, TEXT):
            return list(self._shown(self._whole.read(names)))
        return [name for name in names if _text_of(name, {}) not in shut]

    def listed(self, state: str, make: Callable[[Any], Value]) -> list[Value]:
        """Return what `make` makes of each proposal in a state that is seen."""
        self._need("inbox")
        shut = self._shut()
        if not shut:
            return self._whole.listed(state, make)
        if make != Pending.from_json:
            return [make(each) for each in self.all(state).values()]
        return [each for each in self._whole.listed(state, make) if each.text_id not in shut]

    def of_deal(self, deal_id: str) -> list[Any]:
        """Return the records of the proposals that became part of a deal that is seen."""
        return [] if deal_id in self._hidden() else self._whole.of_deal(deal_id)

    def kept(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return what `make` makes of what is seen, kept for all who see the same."""
        self._need("inbox")
        return self._whole.kept((key, self._shut()), make)

    def _shut(self) -> frozenset[str]:
        """Return the ids of the texts of which a hidden deal was made, even where that was taken back since."""
        hidden = frozenset(self._hidden())
        if not hidden:
            return frozenset()

        def find() -> frozenset[str]:
            found = {each["source"]["text_id"] for deal_id in hidden for each in self._whole.of_deal(deal_id) if "source" in each}
            every = (each for state in (OPEN, DECIDED) for each in self._whole.listed(state, Pending.from_json))
            return frozenset(found) | {each.text_id for each in every if not hidden.isdisjoint(each.was_deals)}

        return self._whole.kept(("shut", hidden), find)

    def _shown(self, records: Mapping[str, Any]) -> dict[str, Any]:
        shut = self._shut()
        found = {name: each for name, each in records.items() if _text_of(name, each) not in shut and not _is_told(name)}
        if not shut or not any(map(_is_report, found)):
            return found
        names = {each.get("name") for each in self._whole.read(f"{SOURCE}:{text_id}" for text_id in shut).values()}
        return {name: _without_files(each, names) if _is_report(name) else each for name, each in found.items()}


def _text_of(name: str, record: Mapping[str, Any]) -> str | None:
    kind, _, key = name.partition(":")
    if kind == PROPOSAL:
        return str((record.get("source") or {}).get("text_id"))
    return key if kind in (SOURCE, TEXT) else None


def _is_report(name: str) -> bool:
    return name.partition(":")[0] == REPORT


def _is_told(name: str) -> bool:
    """Say whether a record is of what was told before, by which nothing but adding a text asks; its name tells what was."""
    return name.partition(":")[0] == TOLD


def _without_files(report: Mapping[str, Any], names: Collection[Any]) -> dict[str, Any]:
    """Return what a scan did without a word of files of these names; how many there were stays."""
    return {**report, "files": [each for each in report["files"] if each["name"] not in names]}
