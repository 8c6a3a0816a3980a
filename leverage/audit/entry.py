"""One row of the trail, and the hash that chains it to the row before."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain, islice
from typing import Any, NamedTuple

from leverage.text import readable

GENESIS = "0" * 64  # what the first row follows
MOST_IDS = 50
MOST_TEXT = 200  # characters: words that tell what was done, never a text of a deal
MOST_WORDS = 20  # entries of a detail


class Entry(NamedTuple):
    """A row as the file holds it, each value as it was written."""

    n: int
    at: str
    who: str
    act: str
    vendor: str
    deal_ids: str
    detail: str
    prev: str
    hash: str

    def sealed(self) -> str:
        """Return the hash that belongs to everything else in the row."""
        return hashlib.sha256(json.dumps(self[:-1], separators=(",", ":"), default=repr).encode()).hexdigest()

    def follows(self, before: str) -> bool:
        """Say whether the row is as it was written, and was written after the row with this hash."""
        return self.prev == before and self.hash == self.sealed()


@dataclass(frozen=True)
class Row:
    """A row as people read it.

    `who` is the random id, `name` and `address` what is known of whoever it stands for. `vendor` is a bank id, or the
    random id of an erased vendor. `deal_count` may be larger than the number of `deal_ids`, of which the first fifty are kept.
    """

    n: int
    at: datetime
    who: str
    name: str
    address: str
    act: str
    vendor: str
    deal_ids: tuple[str, ...]
    deal_count: int
    detail: Mapping[str, str | int | float]
    hash: str

    @classmethod
    def of(cls, entry: Entry, name: str, address: str, vendor: str, unmasked: Callable[[str], str]) -> "Row":
        """Return an entry as people read it; one that somebody wrote over, so that it holds no such values, says that."""
        try:
            told = json.loads(entry.deal_ids)
            ids = tuple(map(str, told["first"] if isinstance(told, dict) else told))
            count = int(told["count"]) if isinstance(told, dict) else len(ids)
            at, detail = datetime.fromisoformat(entry.at).astimezone(UTC), dict(json.loads(entry.detail))
            detail = {name: unmasked(value) if isinstance(value, str) else value for name, value in detail.items()}
        except (ValueError, KeyError, TypeError, OverflowError):
            at, ids, count, detail = datetime.fromtimestamp(0, UTC), (), 0, {"row": "can't be read"}
        who, act = str(entry.who), str(entry.act)
        return cls(entry.n, at, who, name, address, act, vendor, ids, count, detail, str(entry.hash))


def ids_of(deal_ids: Iterable[str]) -> str:
    """Return deals' ids as a row keeps them: all of a few, else how many, their hash and the first fifty."""
    left = iter(deal_ids)
    first = [short(each) for each in islice(left, MOST_IDS)]
    beyond = next(left, None)
    if beyond is None:
        return _json(first)
    count, digest = 0, hashlib.sha256()
    for each in chain(first, (short(each) for each in _with(beyond, left))):
        count += 1
        digest.update(f"{each}\n".encode())
    return _json({"count": count, "sha256": digest.hexdigest(), "first": first})


def detail_of(detail: Mapping[str, Any], masked: Callable[[str], str]) -> str:
    """Return what else a row tells: numbers as they are, anything else as a short text, masked before it is cut."""
    told = islice(detail.items(), MOST_WORDS)
    return _json(
        {short(name): value if type(value) in (int, float, bool) else short(masked(line(value))) for name, value in told}
    )


def short(value: Any) -> str:
    """Return a value as one line of at most 200 characters that any file takes."""
    text = line(value)
    return text if len(text) <= MOST_TEXT else f"{text[: MOST_TEXT - 1]}…"


def line(value: Any) -> str:
    """Return a value as one line that any file takes."""
    return " ".join(readable(str(value)).split())


def _with(one: str, others: Iterator[str]) -> Iterator[str]:
    yield one
    yield from others


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
