"""Scope: the deals that a clause speaks of, and how often it says that something was so in them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from leverage.brief import Brief, cite
from leverage.deals import Deal
from leverage.reflect.condition import Holds, Unproven, is_agreed

NOT_HERE = "is in no deal of the records"
NOT_COUNTED = "is not what the deals give when counted"
MIXED = "is one side only: other deals say otherwise"

Ids = tuple[frozenset[str], ...]
"""The deals that prove a claim: for each of its parts those of which any one is enough."""


@dataclass(frozen=True)
class Often:
    """How often: in `n` deals `of` so many, those that `raised` it or all; or by a word such as `always`."""

    n: Decimal | None = None
    of: Decimal | None = None
    word: str = ""
    is_raised: bool = False
    is_agreed: bool = False


@dataclass(frozen=True)
class Scope:
    """The deals of a brief that a clause means: all of them, or those that its adjuncts leave."""

    brief: Brief
    deals: tuple[Deal, ...]
    often: Often | None = None
    is_narrow: bool = False

    def where(self, holds: Holds) -> "Scope":
        """Return the scope with only those deals in which something holds."""
        return Scope(self.brief, tuple(deal for deal in self.deals if holds(deal)), self.often, is_narrow=True)

    def some(self, holds: Holds, raised: Holds | None = None) -> Ids:
        """Return the deals in which something holds: at least one, and as often as the clause says.

        `raised` are the deals in which it could have held; without them nothing can be said of how often it was raised.
        """
        found = [deal for deal in self.deals if holds(deal)]
        if not found:
            raise Unproven(NOT_HERE)
        if self.often is not None and not self._is_as_often(found, raised):
            raise Unproven(NOT_COUNTED)
        return ids_of(found)

    def unopposed(self, holds: Holds, opposed: Holds, raised: Holds | None = None) -> Ids:
        """Return the deals in which something holds, if no deal of the scope says the opposite, or if it is counted."""
        if self.often is None and any(map(opposed, self.deals)):
            raise Unproven(MIXED)
        return self.some(holds, raised)

    def all(self, holds: Holds, among: Holds = is_agreed) -> Ids:
        """Return the deals of the scope that are meant, if it holds in every one of them."""
        meant = [deal for deal in self.deals if among(deal)]
        if not meant:
            raise Unproven(NOT_HERE)
        if not all(map(holds, meant)):
            raise Unproven(MIXED)
        return self.some(both_of(holds, among))

    def none(self, holds: Holds) -> Ids:
        """Return the deals of the scope, if there are any and it holds in none of them."""
        if not self.deals:
            raise Unproven(NOT_HERE)
        if any(map(holds, self.deals)) or self.often is not None:
            raise Unproven(MIXED)
        return ids_of(self.deals)

    def _is_as_often(self, found: Sequence[Deal], raised: Holds | None) -> bool:
        often, n = self.often, len(found)
        assert often is not None
        among = [deal for deal in self.deals if is_agreed(deal)] if often.is_agreed else list(self.deals)
        if often.is_raised or often.word == "always":
            if raised is None:
                return False
            among = [deal for deal in among if raised(deal)]
        if often.is_agreed and not all(map(is_agreed, found)):
            return False
        if often.of is not None and often.of != len(among):
            return False
        if often.n is not None and often.n != n:
            return False
        return _fits(often.word, n, len(among))


def _fits(word: str, n: int, of: int) -> bool:
    checks: dict[str, Callable[[], bool]] = {
        "every": lambda: n == of >= 2,
        "always": lambda: n == of >= 2,
        "both": lambda: n == of == 2,
        "most": lambda: n * 2 > of and n >= 2,
        "many": lambda: n >= 3,
        "some": lambda: n >= 2,
    }
    return checks[word]() if word else True


def both_of(one: Holds, other: Holds) -> Holds:
    """Return the condition that both hold in one deal."""
    return lambda deal: one(deal) and other(deal)


def ids_of(deals: Iterable[Deal]) -> Ids:
    """Return the ids under which a brief cites deals."""
    return (frozenset(map(cite, deals)),)
