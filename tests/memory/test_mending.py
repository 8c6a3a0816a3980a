"""Health and mending: a broken index is found without asking Chroma to read it, and made anew without touching a text."""

import os
import random
import secrets
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
import pytest

from leverage import LeverageError, Memory
from leverage.errors import StoreUnavailable
from leverage.memory.bank import Banks, Stored
from leverage.memory.engine import Engine
from leverage.memory.mending import mend
from tests.killing import begun, needs_kill
from tests.memory.stores import EMBEDDING, SIZES, answers, erase, index_folder, open_engine, places_of, put, texts_alone

KILLS = 5
BANKS = ("vendor-small", "vendor-middle")

Damage = Callable[[Path], Any]

DAMAGES: dict[str, Damage] = {
    "the list of ids is empty": lambda home: os.truncate(home / "index_metadata.pickle", 0),
    "the list of ids is cut short": lambda home: os.truncate(home / "index_metadata.pickle", 20_000),
    "the list of ids is missing": lambda home: (home / "index_metadata.pickle").unlink(),
    "the vectors are missing": lambda home: (home / "data_level0.bin").unlink(),
    "the vectors are cut short": lambda home: os.truncate(home / "data_level0.bin", 1_000),
    "the header is empty": lambda home: os.truncate(home / "header.bin", 0),
    "the links are missing": lambda home: (home / "link_lists.bin").unlink(),
    "the lengths are missing": lambda home: (home / "length.bin").unlink(),
    "the folder is missing": shutil.rmtree,
}


@dataclass(frozen=True)
class Whole:
    """A store in which nothing is broken, and what its banks answer."""

    folder: Path
    answers: Mapping[str, Any]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """Two banks, one of them past the 1,000 records from which an index is written."""
    folder = tmp_path_factory.mktemp("whole") / "banks"
    engine = open_engine(folder)
    for bank_id in BANKS:
        put(engine, bank_id, [f"k{n}" for n in range(SIZES[bank_id])], "kept")
        put(engine, bank_id, ["k1"], "replaced")
        erase(engine, bank_id, ["k2"])
    found = {bank_id: answers(engine, bank_id) for bank_id in BANKS}
    assert list(engine.ailing()) == []
    engine.close()
    return Whole(folder, found)


@pytest.fixture
def store(whole: Whole, tmp_path: Path) -> Path:
    """A copy of the whole store."""
    return shutil.copytree(whole.folder, tmp_path / "banks")


@pytest.fixture
def open_banks(store: Path) -> Iterator[Callable[[], Banks]]:
    """Open the store, as often as needed; what is open at the end is closed."""
    opened: list[Banks] = []

    def open_() -> Banks:
        opened.append(Banks(open_engine(store), EMBEDDING))
        return opened[-1]

    yield open_
    for banks in opened:
        banks.engine.close()


def close_to(found: dict[str, Any], expected: dict[str, Any]) -> bool:
    """Say whether two answers are the same, vectors up to the last rounding."""
    same_texts = found | {"vectors": None} == expected | {"vectors": None}
    return same_texts and np.allclose(found["vectors"], expected["vectors"], rtol=0, atol=1e-6)


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_broken_index_is_found_and_mended_without_loss(
    whole: Whole, store: Path, open_banks: Callable[[], Banks], damage: Damage
) -> None:
    """The bank is named, and after mending it answers as before it broke: ids in order, texts, metadata, vectors, a query."""
    damage(index_folder(store, "vendor-middle"))
    banks = open_banks()
    assert list(banks.engine.ailing()) == ["vendor-middle"]
    assert mend(banks, "vendor-middle") == SIZES["vendor-middle"] - 1
    assert list(banks.engine.ailing()) == []
    assert close_to(answers(banks.engine, "vendor-middle"), whole.answers["vendor-middle"])


def test_a_mended_bank_goes_on_as_any_other(whole: Whole, store: Path, open_banks: Callable[[], Banks]) -> None:
    """It takes new records, keeps them over a reopen, and the bank beside it never changed."""
    os.truncate(index_folder(store, "vendor-middle") / "data_level0.bin", 1_000)
    banks = open_banks()
    mend(banks, "vendor-middle")
    put(banks.engine, "vendor-middle", ["later"], "later")
    after = answers(banks.engine, "vendor-middle")
    assert after["ids"] == [*whole.answers["vendor-middle"]["ids"], "later"]
    banks.engine.close()
    again = open_banks()
    assert answers(again.engine, "vendor-middle") == after
    assert answers(again.engine, "vendor-small") == whole.answers["vendor-small"]


def test_the_index_of_a_small_bank_makes_itself_anew(whole: Whole, store: Path, open_banks: Callable[[], Banks]) -> None:
    """Below 1,000 records the vectors stand in the log: a lost folder is no damage, and mending changes nothing."""
    shutil.rmtree(index_folder(store, "vendor-small"))
    banks = open_banks()
    assert list(banks.engine.ailing()) == []
    assert mend(banks, "vendor-small") == SIZES["vendor-small"] - 1
    assert banks.engine.scrub() is True
    assert close_to(answers(banks.engine, "vendor-small"), whole.answers["vendor-small"])


def test_a_bank_that_is_being_written_is_not_called_ailing(store: Path, open_banks: Callable[[], Banks]) -> None:
    """A record whose vector is on its way is no damage."""
    banks = open_banks()
    stopped = threading.Event()

    def write() -> None:
        while not stopped.is_set():
            for n in range(6):
                banks.bank(f"vendor-{n}").retain([Memory(secrets.token_hex(4), "a text")])

    writers = [threading.Thread(target=write) for _ in range(3)]
    for writer in writers:
        writer.start()
    try:
        assert [list(banks.engine.ailing()) for _ in range(4)] == [[], [], [], []]
    finally:
        stopped.set()
        for writer in writers:
            writer.join()


def test_what_was_written_to_a_broken_bank_is_mended_with_it(store: Path, open_banks: Callable[[], Banks]) -> None:
    """Chroma logs a write that it then can't take in: the text is there afterwards, and so is its vector."""
    os.truncate(index_folder(store, "vendor-middle") / "index_metadata.pickle", 0)
    banks = open_banks()
    with pytest.raises(LeverageError):
        put(banks.engine, "vendor-middle", ["late"], "late")
    assert mend(banks, "vendor-middle") == SIZES["vendor-middle"]
    found = answers(banks.engine, "vendor-middle")
    assert found["ids"][-1] == "late"
    assert found["documents"][-1].startswith("late late said")
    assert list(banks.engine.ailing()) == []


def test_records_in_pieces_come_through_a_mend(store: Path, open_banks: Callable[[], Banks]) -> None:
    """What the product keeps in a bank reads the same afterwards: long records, memories, numbers as numbers."""
    banks = open_banks()
    bank = banks.bank("vendor-middle")
    record = {"notes": "ünïcödé " * 9_000, "figures": [1, 2.5, True, None]}
    bank.retain(
        [Memory("d:price", "They gave 20 % off", deal_id="d", facet="price", deal_date=date(2026, 1, 2), version=3)],
        [Stored(Memory("d:summary", "a deal", deal_id="d", facet="summary", version=3), record)],
    )
    before = bank.recall("20 % off", limit=3)
    texts = texts_alone(banks.engine, "vendor-middle")
    banks.engine.close()
    os.truncate(index_folder(store, "vendor-middle") / "index_metadata.pickle", 0)
    again = open_banks()
    mend(again, "vendor-middle")
    assert texts_alone(again.engine, "vendor-middle") == texts
    assert again.bank("vendor-middle").records(["d:summary"]) == {"d:summary": record}
    assert again.bank("vendor-middle").recall("20 % off", limit=3) == before


def test_without_a_model_nothing_is_taken_away(whole: Whole, store: Path) -> None:
    """Where no vector can be made, the bank stays as it is."""

    class Broken(type(EMBEDDING)):  # type: ignore[misc]
        def __call__(self, input: Any) -> Any:
            raise StoreUnavailable("The embedding model's file can't be read.")

    banks = Banks(Engine(store, Broken()), Broken())
    with pytest.raises(StoreUnavailable, match="model"):
        mend(banks, "vendor-middle")
    assert answers(banks.engine, "vendor-middle") == whole.answers["vendor-middle"]
    banks.engine.close()


def test_mending_and_deleting_what_is_not_there_is_fine(store: Path, open_banks: Callable[[], Banks]) -> None:
    """Neither makes a bank or fails."""
    banks = open_banks()
    assert mend(banks, "vendor-nobody") == 0
    banks.engine.delete_bank("vendor-nobody")
    assert sorted(banks.engine.bank_ids()) == sorted(BANKS)


def test_a_deleted_bank_leaves_nothing_behind(whole: Whole, store: Path, open_banks: Callable[[], Banks]) -> None:
    """Its folder goes with it; a bank of the same name starts empty; nobody else's answers change."""
    banks = open_banks()
    engine = banks.engine
    home = index_folder(store, "vendor-middle")
    engine.delete_bank("vendor-middle")
    assert engine.ask("vendor-middle", lambda collection: collection.count()) is None
    assert not home.exists()
    put(engine, "vendor-middle", ["n1"], "new")
    assert answers(engine, "vendor-middle")["ids"] == ["n1"]
    assert answers(engine, "vendor-small") == whole.answers["vendor-small"]


def test_folders_of_no_bank_are_found_and_removed(whole: Whole, store: Path, open_banks: Callable[[], Banks]) -> None:
    """What a kill between a bank's end and its folder's leaves goes; what is not Chroma's, and every bank, stays."""
    engine = open_banks().engine
    stranger = store / str(uuid4())
    for folder in (stranger, store / "keep-me"):
        folder.mkdir()
    assert engine.orphans() == [stranger]
    assert engine.remove_orphans() == 1
    assert engine.orphans() == []
    assert (store / "keep-me").exists()
    assert {bank_id: answers(engine, bank_id) for bank_id in BANKS} == whole.answers


def open_files(folder: Path) -> list[str]:
    """Return the files below a folder that this process has open."""
    found: list[str] = []
    for each in Path("/proc/self/fd").iterdir():
        with suppress(OSError):  # closed meanwhile
            found.append(os.readlink(each))
    return [each for each in found if each.startswith(str(folder))]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="descriptors are counted where the system lists them")
def test_deleting_many_banks_leaves_no_file_open(tmp_path: Path) -> None:
    """Chroma keeps a deleted bank's files open; the engine lets go of them."""
    engine = open_engine(tmp_path)
    put(engine, "vendor-kept", ["k1"], "kept")
    counts = []
    for _ in range(8):
        put(engine, "vendor-gone", ["g1"], "gone")
        engine.delete_bank("vendor-gone")
        answers(engine, "vendor-kept")
        counts.append(len(open_files(tmp_path)))
    engine.close()
    assert counts[-1] < counts[0] + 14  # Chroma opens a connection or two as it likes; seven banks would be 28 files


def test_mending_takes_the_vectors_of_erased_texts_too(store: Path, open_banks: Callable[[], Banks]) -> None:
    """A scrub takes texts and ids out of a large bank's index; mending leaves nothing of its old files."""
    banks = open_banks()
    put(banks.engine, "vendor-middle", [f"zqgonezq-{n}" for n in range(900)], "zqgonezq")
    erase(banks.engine, "vendor-middle", [f"zqgonezq-{n}" for n in range(900)])
    size = (index_folder(store, "vendor-middle") / "data_level0.bin").stat().st_size
    mend(banks, "vendor-middle")
    assert banks.engine.scrub() is True
    assert (index_folder(store, "vendor-middle") / "data_level0.bin").stat().st_size < size
    assert places_of(store, "zqgonezq") == []


def test_a_closed_engine_does_nothing(store: Path) -> None:
    """After closing, the folder may be somebody else's."""
    engine: Engine = open_engine(store)
    engine.close()
    for use in (engine.scrub, engine.remove_orphans, lambda: engine.forget_index("vendor-small"), lambda: list(engine.ailing())):
        with pytest.raises(StoreUnavailable, match="closed"):
            use()
    with pytest.raises(StoreUnavailable, match="closed"):
        engine.delete_bank("vendor-small")


_MENDING = """
import sys
from pathlib import Path
from leverage.memory.bank import Banks
from leverage.memory.mending import mend
from tests.memory.stores import EMBEDDING, open_engine
banks = Banks(open_engine(Path(sys.argv[1])), EMBEDDING)
list(banks.engine.bank_ids())
print("open", flush=True)
mend(banks, "vendor-middle")
print("done", flush=True)
"""


@pytest.mark.slow
@needs_kill
def test_a_kill_inside_a_mend_loses_nothing(whole: Whole, tmp_path: Path) -> None:
    """After each kill the bank is whole or named as ailing, and mending again makes it answer as before it broke."""
    banks = Banks(open_engine(shutil.copytree(whole.folder, tmp_path / "first")), EMBEDDING)
    started = time.monotonic()
    mend(banks, "vendor-middle")
    took = time.monotonic() - started
    banks.engine.close()
    rng = random.Random(5)
    for turn in range(KILLS):
        folder = shutil.copytree(whole.folder, tmp_path / f"turn{turn}")
        os.truncate(index_folder(folder, "vendor-middle") / "index_metadata.pickle", 0)
        with begun(_MENDING, str(folder)) as process:
            assert process.stdout.readline().strip() == "open"
            time.sleep(rng.uniform(0, took))
            process.kill()
        banks = Banks(open_engine(folder), EMBEDDING)
        for bank_id in banks.engine.ailing():
            assert bank_id == "vendor-middle"
            mend(banks, bank_id)
        assert all(close_to(answers(banks.engine, bank_id), whole.answers[bank_id]) for bank_id in BANKS)
        assert list(banks.engine.ailing()) == []
        banks.engine.close()
        shutil.rmtree(folder)
