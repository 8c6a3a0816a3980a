"""What is made of every vendor's deals, for one person: the whole's where all of a vendor's deals are seen, else made anew."""

import json
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, TypeVar

from leverage.kept import Kept
from leverage.memory.bank import Banks
from leverage.progress import Progress
from leverage.projection import Extract, Material, Projection, material_of

Answer = TypeVar("Answer")

MOST_MADE = 5_000  # vendors of which something was made, for all persons together


class SeenProjection:
    """A projection as a person may see it. What is made for one is kept in memory, by what was seen, for all who see the same."""

    def __init__(self, whole: Projection, banks: Banks, ask_index: Callable[..., Any], made: Kept[Any]) -> None:
        """Look at a projection over the person's `banks` and index; `made` is shared by all persons."""
        self._whole = whole
        self._banks = banks
        self._ask_index = ask_index
        self._made = made
        self._kept: tuple[int, Mapping[str, str]] | None = None

    def each(self, extract: Extract, progress: Progress | None = None) -> Iterator[tuple[str, Any]]:
        """Yield the bank id of every vendor that is seen with what the extract gives for it; see `Projection.each`."""
        yield from self._merged(
            dict(self._whole.each(extract, progress)), lambda bank_id, key: self._value(extract, bank_id, key)
        )

    def each_as(
        self, extract: Extract, key: Hashable, make: Callable[[str, Any], Answer], progress: Progress | None = None
    ) -> Iterator[tuple[str, Answer]]:
        """Yield the bank id of every vendor that is seen with what `make` makes of the extract; see `Projection.each_as`."""

        def shaped(bank_id: str, revision: str) -> Any:
            def shape() -> Any:
                return make(bank_id, self._value(extract, bank_id, revision))

            return self._made.get(("shaped", extract.name, extract.edition, key, bank_id, revision), shape)

        # What a person's `make` knows of a vendor that they don't see all of is kept for no one else.
        seen, whole = self._revisions()
        among = {bank_id for bank_id, revision in seen.items() if whole.get(bank_id) == revision}
        yield from self._merged(dict(self._whole.each_as(extract, key, make, progress, among)), shaped)

    def of(self, extract: Extract, bank_id: str) -> Any:
        """Return what the extract gives for one vendor; None for one that is not seen."""
        value = self._whole.of(extract, bank_id)
        seen, whole = self._revisions(bank_id)
        if bank_id not in seen:
            return None
        return value if whole.get(bank_id) == seen[bank_id] else self._value(extract, bank_id, seen[bank_id])

    def behind(self, extract: Extract) -> int:
        """Return how many vendors would have to be read from their banks for `each` to answer now."""
        return self._whole.behind(extract)

    def material(self, bank_id: str) -> Material:
        """Return what extracts of a vendor are made of, as the person sees it."""
        return material_of(self._banks, self._ask_index, bank_id)

    def _merged(self, told: Mapping[str, Any], make: Callable[[str, str], Any]) -> Iterator[tuple[str, Any]]:
        """Yield what was told of vendors of which everything is seen, and what `make` makes of the others.

        The revisions are read after what was told: where they are the same, nothing hidden was in it.
        """
        seen, whole = self._revisions()
        for bank_id, revision in seen.items():
            if whole.get(bank_id) != revision:
                yield bank_id, make(bank_id, revision)
            elif bank_id in told:
                yield bank_id, told[bank_id]

    def _value(self, extract: Extract, bank_id: str, revision: str) -> Any:
        key = (extract.name, extract.edition, bank_id, revision)

        def is_still() -> bool:
            return bool(self._revisions(bank_id)[0].get(bank_id) == revision)

        # Kept as text: whoever gets what was made may change it.
        text = self._made.get(key, lambda: json.dumps(extract.make(self.material(bank_id)), ensure_ascii=False), is_still)
        return json.loads(text)

    def _revisions(self, bank_id: str | None = None) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """Return the revisions of what is seen, then those of the whole, by bank id.

        Those of all vendors are read again only after something was written. Old ones would do no harm: they are compared
        with the whole's of now.
        """
        if bank_id is not None:
            return self._ask_index(lambda index: index.revisions(bank_id)), self._whole.revisions(bank_id)
        writes, kept = self._ask_index(lambda index: index.writes), self._kept
        if kept is None or kept[0] != writes:
            kept = self._kept = (writes, self._ask_index(lambda index: index.revisions()))
        return kept[1], self._whole.revisions()
