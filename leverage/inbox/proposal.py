"""What a note, a mail or a transcript tells of a deal: values, each with the words that say so, until a person decides."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from leverage.deals import DealDraft


@dataclass(frozen=True)
class Quote:
    """Words of a source, verbatim: `source[start:end] == text`, counted in characters."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, kw_only=True)
class Proposal(DealDraft):
    """A deal as a source tells it: what is not said there is None or empty.

    `quotes` gives for each field that has a value the words that say so, in the order of the source; for a list
    (`flexible_on`, `firm_on`, `tactics`, `signals`) one quote an item, in the order of the items.
    """

    quotes: Mapping[str, tuple[Quote, ...]] = field(default_factory=dict, compare=False)

    def quotes_json(self) -> dict[str, list[list[Any]]]:
        """Return the quotes in JSON types, as `with_quotes` reads them."""
        return {name: [[each.text, each.start, each.end] for each in quotes] for name, quotes in self.quotes.items()}

    @classmethod
    def with_quotes(cls, values: Mapping[str, Any], quotes: Mapping[str, Any]) -> Self:
        """Return the proposal that `to_json` and `quotes_json` wrote, unchecked."""
        read = {name: tuple(Quote(text, start, end) for text, start, end in found) for name, found in quotes.items()}
        proposal = cls.from_json(values)
        vars(proposal)["quotes"] = read
        return proposal
