"""What is kept of a model's words: by vendor, under races, and gone for good when it is forgotten."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from leverage.errors import StoreUnavailable
from leverage.narratives import MOST_PER_VENDOR, Narratives


@pytest.fixture
def kept(tmp_path: Path) -> Narratives:
    """An empty store of narratives whose folder is not there yet."""
    return Narratives(tmp_path / "narratives")


def test_what_is_put_is_found_again(kept: Narratives, tmp_path: Path) -> None:
    """By the same store and by the next one, under its key and its vendor alone."""
    assert kept.put("vendor-acme", "a", {"n": 1})
    for store in (kept, Narratives(tmp_path / "narratives")):
        assert store.get("vendor-acme", "a") == {"n": 1}
        assert store.get("vendor-acme", "b") is None
        assert store.get("vendor-other", "a") is None


def test_the_newest_comes_first_and_the_oldest_goes(kept: Narratives) -> None:
    """A vendor keeps a dozen; one that is put again is the newest."""
    for n in range(MOST_PER_VENDOR + 2):
        kept.put("vendor-acme", f"k{n}", n)
    kept.put("vendor-acme", "k5", 5)
    found = kept.newest_first("vendor-acme")
    assert (found[0], len(found)) == (5, MOST_PER_VENDOR)
    assert 0 not in found


def test_writers_at_once_lose_nothing(kept: Narratives) -> None:
    """The bug was a scratch file that all threads shared: writes failed and entries were lost."""
    start = threading.Barrier(6)
    told: list[bool] = []

    def write(number: int) -> None:
        start.wait()
        told.extend(kept.put(f"vendor-{number % 3}", f"{number}-{n}", {"text": "x" * 5_000}) for n in range(6))

    threads = [threading.Thread(target=write, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert told == [True] * 36
    assert [len(kept.newest_first(f"vendor-{number}")) for number in range(3)] == [12, 12, 12]


def test_what_was_begun_before_an_erasure_is_not_kept(kept: Narratives) -> None:
    """The erasure wins, whenever the writer comes; what is begun afterwards is kept again."""
    before = kept.times_forgotten("vendor-acme")
    other = kept.times_forgotten("vendor-other")
    kept.forget("vendor-acme")
    assert not kept.put("vendor-acme", "a", 1, before)
    assert kept.put("vendor-other", "a", 1, other)
    assert kept.newest_first("vendor-acme") == []
    assert kept.put("vendor-acme", "a", 1, kept.times_forgotten("vendor-acme"))


class Interrupted(Narratives):
    """A store in which the vendor is forgotten just after its file was read for a write."""

    is_armed = False

    def _read(self, bank_id: str) -> dict[str, Any]:
        found = super()._read(bank_id)
        if self.is_armed:
            self.is_armed = False
            self.forget(bank_id)
        return found


def test_an_erasure_inside_a_write_brings_nothing_back(tmp_path: Path) -> None:
    """The bug was an old entry, read before the erasure, that the write put back."""
    kept = Interrupted(tmp_path)
    kept.put("vendor-acme", "old", "secret")
    kept.is_armed = True
    assert not kept.put("vendor-acme", "new", "also secret")
    assert not list(tmp_path.glob("*.json"))


def test_everything_can_be_forgotten(kept: Narratives, tmp_path: Path) -> None:
    """No file stays, and nothing that is just being made comes after."""
    began = kept.times_forgotten("vendor-a")
    for name in "ab":
        kept.put(f"vendor-{name}", "k", 1)
    kept.forget_all()
    assert not list((tmp_path / "narratives").iterdir())
    assert kept.get("vendor-a", "k") is None
    assert not kept.put("vendor-a", "k", 1, began)


@pytest.mark.parametrize("written", ["", "[1, 2", "[1]", '"x"', "7", "null", "[" * 5_000, '{"a": '])
def test_a_damaged_file_reads_as_nothing_kept(kept: Narratives, tmp_path: Path, written: str) -> None:
    """And the next write makes it whole."""
    kept.put("vendor-acme", "a", 1)
    (tmp_path / "narratives" / "vendor-acme.json").write_text(written)
    assert kept.newest_first("vendor-acme") == []
    assert kept.put("vendor-acme", "b", 2)
    assert json.loads((tmp_path / "narratives" / "vendor-acme.json").read_text()) == {"b": 2}


def test_a_disk_that_takes_nothing_only_costs_a_call(tmp_path: Path) -> None:
    """What can't be written is not kept, and nothing is raised."""
    (tmp_path / "narratives").write_text("a file in the folder's place")
    kept = Narratives(tmp_path / "narratives")
    assert not kept.put("vendor-acme", "a", 1)
    assert kept.get("vendor-acme", "a") is None


def test_an_erasure_that_fails_says_which_file_is_left(kept: Narratives, tmp_path: Path) -> None:
    """Words about an erased deal never stay behind in silence."""
    (tmp_path / "narratives" / "vendor-acme.json").mkdir(parents=True)
    with pytest.raises(StoreUnavailable, match=r"vendor-acme\.json"):
        kept.forget("vendor-acme")
