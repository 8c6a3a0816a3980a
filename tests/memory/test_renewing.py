"""Banks written anew with another embedding: cut short at every call, nothing is lost and nothing is left behind."""

import contextlib
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import chromadb
import pytest
from chromadb.api.models.Collection import Collection

from leverage.errors import StoreUnavailable
from leverage.memory.bank import Banks, Stored
from leverage.memory.carrying import carry
from leverage.memory.copies import Row, all_bank_ids, read_rows
from leverage.memory.engine import Engine
from leverage.memory.mending import mend
from leverage.memory.records import Memory
from leverage.memory.renewing import renew
from leverage.memory.swapping import ASIDE
from tests.fakes import LetterEmbedding, WordEmbedding

A, B = "vendor-a", "vendor-b"


def open_banks(folder: Path, embedding: Any) -> Banks:
    return Banks(Engine(folder, embedding), embedding)


@pytest.fixture
def banks_of(tmp_path: Path) -> Iterator[Callable[[Any], Banks]]:
    """Open the banks of one folder with an embedding, as often as needed; those opened before are closed."""
    opened: list[Banks] = []

    def open_(embedding: Any) -> Banks:
        for each in opened:
            each.engine.close()
        opened.append(open_banks(tmp_path / "banks", embedding))
        return opened[-1]

    yield open_
    for each in opened:
        each.engine.close()


def fill(banks: Banks, bank_id: str, texts: int = 5) -> list[Row]:
    """Write memories, a long record and what is left of an erased deal, and return all rows."""
    memories = [Memory(f"m{n}", f"sentence {n} about paying in {n} days", facet="payment") for n in range(texts)]
    record = Stored(Memory("d1:summary", "The summary.", deal_id="d1", facet="summary"), {"long": "x" * 70_000, "n": [1, 2.5]})
    banks.bank(bank_id).retain(memories, [record])
    banks.bank(bank_id).retain([], [Stored(Memory("d2:stone", "Erased.", deal_id=None, facet="tombstone"), {})])
    banks.bank(bank_id).erase(["m1"])
    banks.bank(bank_id).retain([Memory("m1", "written again, last")])
    return read_rows(banks, bank_id)


def names_in(banks: Banks) -> set[str]:
    """Return the names of all collections, those that nobody should see included."""
    banks.engine.recycle()
    client = banks.engine._open_client()
    return {each.name for each in client.list_collections()}


def test_only_the_vectors_change(banks_of: Callable[[Any], Banks]) -> None:
    """Ids, texts, metadata, records and their order stay; the bank is asked with its new embedding, and no folder is left."""
    rows = fill(banks_of(WordEmbedding()), A, texts=450)
    banks = banks_of(LetterEmbedding())
    told: list[int] = []
    assert renew(banks, A, told.append) == len(rows)
    assert told == [200, 400, len(rows)]
    assert read_rows(banks, A) == rows
    assert banks.model(A) == banks.engine.models.preferred
    assert banks.bank(A).records(["d1:summary"])["d1:summary"]["n"] == [1, 2.5]
    assert banks.bank(A).recall("written again, last", 1)[0].id == "m1"
    assert names_in(banks) == {A}
    assert banks.engine.orphans() == []
    assert list(banks.engine.ailing()) == []
    assert renew(banks, A) == 0
    assert renew(banks, "vendor-nobody") == 0


def test_a_bank_is_asked_and_written_with_its_own_embedding(banks_of: Callable[[Any], Banks]) -> None:
    """Where the setting changed and nothing else, the old bank answers and grows, and a new bank gets the new embedding."""
    fill(banks_of(WordEmbedding()), A)
    banks = banks_of(LetterEmbedding())
    assert banks.bank(A).recall("written again, last", 1)[0].id == "m1"
    banks.bank(A).retain([Memory("new", "a rebate for early payment")])
    assert banks.bank(A).recall("rebate early payment", 1)[0].id == "new"
    banks.bank(B).retain([Memory("x", "other")])
    assert dict(banks.engine.written_with())[A][0] == "leverage-test-words"
    assert dict(banks.engine.written_with())[B][0] == "leverage-test-letters"
    assert mend(banks, A) == len(read_rows(banks, A))
    assert banks.bank(A).recall("rebate early payment", 1)[0].id == "new"
    assert banks.engine.has_other_vectors()


@pytest.mark.parametrize(("source", "target"), [(A, B), (B, A)])
def test_what_is_carried_between_two_embeddings_gets_the_other_vectors(
    banks_of: Callable[[Any], Banks], source: str, target: str
) -> None:
    """Texts and metadata arrive as they were and are found there."""
    fill(banks_of(WordEmbedding()), A)
    banks = banks_of(LetterEmbedding())
    fill(banks, B)
    carry(banks, source, target, {"m2": "from/m2", "m1": "from/m1"})
    assert (
        "from/m1" in [each.id for each in banks.bank(target).recall("written again, last", 1)]
        or banks.bank(target).recall("written again, last", 1)[0].count == 2
    )
    assert list(banks.engine.ailing()) == []


def test_an_embedding_that_is_not_here_is_said_in_a_sentence(
    banks_of: Callable[[Any], Banks], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the old embedding a question can't be answered, but texts can be read, and the bank can be re-embedded."""
    rows = fill(banks_of(WordEmbedding()), A)
    banks = banks_of(LetterEmbedding())
    monkeypatch.delitem(__import__("leverage.memory.models", fromlist=["_kinds"])._kinds, "leverage-test-words")
    for attempt in (lambda: banks.bank(A).recall("pay", 1), lambda: banks.bank(A).retain([Memory("y", "z")])):
        with pytest.raises(StoreUnavailable, match="re-embed"):
            attempt()
    assert read_rows(banks, A) == rows
    renew(banks, A)
    assert read_rows(banks, A) == rows
    assert banks.bank(A).recall("written again, last", 1)[0].id == "m1"


def test_what_is_written_meanwhile_is_not_lost(banks_of: Callable[[Any], Banks]) -> None:
    """A memory that comes in while the copy is being written, and one that goes, are so afterwards."""
    fill(banks_of(WordEmbedding()), A, texts=300)
    banks = banks_of(LetterEmbedding())
    calls: list[int] = []

    def meddle(done: int) -> None:
        calls.append(done)
        if len(calls) == 2:
            banks.bank(A).retain([Memory("late", "came in late")])
            banks.bank(A).erase(["m7"])

    renew(banks, A, meddle)
    ids = [row.id for row in read_rows(banks, A)]
    assert "late" in ids
    assert "m7" not in ids
    assert banks.model(A) == banks.engine.models.preferred


def test_a_stop_from_within_leaves_the_bank_as_it_was(banks_of: Callable[[Any], Banks]) -> None:
    """Ctrl-C while it writes leaves nothing beside the bank, in the same process already."""
    rows = fill(banks_of(WordEmbedding()), A, texts=300)
    banks = banks_of(LetterEmbedding())

    def stop(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        renew(banks, A, stop)
    assert names_in(banks) == {A}
    assert read_rows(banks, A) == rows


def test_a_full_disk_is_said(banks_of: Callable[[Any], Banks], monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing can be written, and what was begun can't be taken away, the sentence names the disk; the bank stays."""
    rows = fill(banks_of(WordEmbedding()), A)
    banks = banks_of(LetterEmbedding())

    def full(*_: Any, **__: Any) -> None:
        raise StoreUnavailable("It can't be written.")

    with monkeypatch.context() as patch:
        patch.setattr("leverage.memory.renewing.write_rows", full)
        patch.setattr(banks.engine, "discard_beside", full)
        with pytest.raises(StoreUnavailable, match="the disk may be full"):
            renew(banks, A)
    assert read_rows(banks, A) == rows
    assert renew(banks, A) == len(rows)


class Dying:
    """From its nth call on Chroma does nothing any more: before the call took effect, or after."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, nth: int, *, after: bool) -> None:
        self.calls = 0
        self.nth, self.after = nth, after
        for kind, names in ((Collection, ("upsert", "get", "modify", "count")), (chromadb.api.client.Client, _CLIENT)):
            for name in names:
                monkeypatch.setattr(kind, name, self._counted(getattr(kind, name)))

    def _counted(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **options: Any) -> Any:
            self.calls += 1
            if self.calls > self.nth or (self.calls == self.nth and not self.after):
                raise OSError("killed")
            answer = method(*args, **options)
            if self.calls == self.nth:
                raise OSError("killed")
            return answer

        return call


_CLIENT = ("get_collection", "get_or_create_collection", "delete_collection", "list_collections")


@pytest.mark.slow
@pytest.mark.parametrize("after", [False, True])
def test_it_may_die_at_every_call(tmp_path: Path, after: bool) -> None:
    """Whichever call to Chroma is the last, the next start finds every bank once and whole, and goes on to the end."""
    filled = open_banks(tmp_path / "filled", WordEmbedding())
    rows = {bank_id: fill(filled, bank_id, texts=2) for bank_id in (A, B)}
    filled.engine.close()
    nth = 0
    while True:
        nth += 1
        folder = tmp_path / f"{nth}"
        shutil.copytree(tmp_path / "filled", folder)
        with pytest.MonkeyPatch.context() as patch:
            banks = open_banks(folder, LetterEmbedding())
            dying = Dying(patch, nth, after=after)
            with contextlib.suppress(StoreUnavailable):
                renew(banks, A)
            banks.engine.close()
        banks = open_banks(folder, LetterEmbedding())
        assert all_bank_ids(banks) == [A, B], nth
        assert not any(name.startswith(ASIDE) for name in names_in(banks)), nth
        assert {bank_id: read_rows(banks, bank_id) for bank_id in rows} == rows, nth
        for bank_id in rows:
            assert banks.bank(bank_id).recall("written again, last", 1)[0].id == "m1", nth
            renew(banks, bank_id)
        assert {bank_id: read_rows(banks, bank_id) for bank_id in rows} == rows, nth
        assert {model for _, model in banks.engine.written_with()} == {banks.engine.models.preferred}
        assert list(banks.engine.ailing()) == []
        assert len(banks.engine.orphans()) <= 1, nth  # a folder of vectors that belongs to no bank any more
        banks.engine.close()
        if dying.calls < nth:
            break
    assert nth > 15
