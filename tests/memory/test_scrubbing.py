"""Scrubbing: what is not in the memory any more is in none of Chroma's files either, and everything else is as it was."""

import os
import platform
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from leverage import Memory
from leverage.errors import StoreUnavailable
from leverage.memory.bank import Banks
from leverage.memory.engine import Engine
from leverage.memory.mending import mend
from tests.killing import begun, needs_kill
from tests.memory.stores import EMBEDDING, SIZES, answers, erase, index_folder, open_engine, places_of, put, texts_alone

KILLS = 5
FEW = ("vendor-small", "vendor-middle")
SECRETS = ("zqdeletedzq", "zqearlyzq", "zqreplacedzq", "zqgonezq")


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of banks of several sizes in which records were deleted and replaced, and two banks deleted whole."""
    folder = tmp_path_factory.mktemp("used") / "banks"
    engine = open_engine(folder)
    put(engine, "vendor-middle", ["zqearlyzq-1", "zqearlyzq-2"], "zqearlyzq")  # goes into the index that is written at 1,000
    for bank_id, size in SIZES.items():
        put(engine, bank_id, ["r1", "r2"], "zqreplacedzq")
        put(engine, bank_id, [f"k{n}" for n in range(size)], "kept")
        put(engine, bank_id, ["zqdeletedzq-1", "zqdeletedzq-2", "back"], "zqdeletedzq")
    put(engine, "vendor-zqgonezq", ["zqgonezq"], "zqgonezq")
    put(engine, "vendor-large-zqgonezq", [f"zqgonezq-{n}" for n in range(1_100)], "zqgonezq")
    engine.recycle()
    erase(engine, "vendor-middle", ["zqearlyzq-1", "zqearlyzq-2"])
    for bank_id in SIZES:
        erase(engine, bank_id, ["zqdeletedzq-1", "zqdeletedzq-2", "back"])
        put(engine, bank_id, ["r1", "r2"], "new")
        put(engine, bank_id, ["back"], "returned")
    engine.delete_bank("vendor-zqgonezq")
    engine.delete_bank("vendor-large-zqgonezq")
    engine.close()
    return folder


@pytest.fixture
def store_of(used: Path, tmp_path: Path) -> Iterator[Callable[[], Engine]]:
    """Open a copy of the used store, as often as needed; what is open at the end is closed."""
    folder = tmp_path / "banks"
    shutil.copytree(used, folder)
    opened: list[Engine] = []

    def open_() -> Engine:
        opened.append(open_engine(folder))
        return opened[-1]

    yield open_
    for engine in opened:
        engine.close()


def secrets_in(folder: Path) -> dict[str, list[str]]:
    """Return the erased words that any file still holds, with the files."""
    return {word: places for word in SECRETS if (places := places_of(folder, word))}


def test_an_erased_word_is_in_no_file_and_the_rest_answers_as_before(store_of: Callable[[], Engine], tmp_path: Path) -> None:
    """Texts, metadata, ids and names of deleted and replaced records and of deleted banks are gone; survivors answer the same."""
    folder = tmp_path / "banks"
    engine = store_of()
    before = {bank_id: answers(engine, bank_id) for bank_id in SIZES}
    there = secrets_in(folder)
    assert set(there) == set(SECRETS)
    assert any(place.endswith("index_metadata.pickle") for place in there["zqearlyzq"])
    assert engine.scrub() is True
    assert secrets_in(folder) == {}
    assert {bank_id: answers(engine, bank_id) for bank_id in SIZES} == before
    engine.close()
    again = store_of()
    assert {bank_id: answers(again, bank_id) for bank_id in SIZES} == before
    assert sorted(again.bank_ids()) == sorted(SIZES)
    assert list(again.ailing()) == []
    assert again.orphans() == []
    again.close()
    assert secrets_in(folder) == {}


def test_what_is_written_after_a_scrub_stays(store_of: Callable[[], Engine]) -> None:
    """New, replaced and deleted records and a new bank are right at once, after a reopen and after a second scrub."""
    engine = store_of()
    assert engine.scrub() is True
    for bank_id in (*SIZES, "vendor-new"):
        put(engine, bank_id, [f"later{n}" for n in range(7)], "later")
        put(engine, bank_id, ["r1"], "newest")
        erase(engine, bank_id, ["later3", "back"])
    before = {bank_id: answers(engine, bank_id) for bank_id in (*SIZES, "vendor-new")}
    for bank_id, size in SIZES.items():
        assert before[bank_id]["count"] == size + 3 - 1 + 6
    assert engine.scrub() is True
    engine.close()
    again = store_of()
    assert {bank_id: answers(again, bank_id) for bank_id in before} == before
    put(again, "vendor-middle", [f"many{n}" for n in range(1_000)], "many")  # the index is written anew
    assert answers(again, "vendor-middle")["count"] == SIZES["vendor-middle"] + 2 + 6 + 1_000
    assert list(again.ailing()) == []


def test_a_scrub_of_nothing_is_fine(tmp_path: Path) -> None:
    """Neither a store that was never opened nor an empty one makes a scrub fail."""
    engine = open_engine(tmp_path / "none")
    assert engine.scrub() is True
    assert list(engine.bank_ids()) == []
    assert engine.scrub() is True
    engine.close()


def test_words_of_a_replaced_memory_are_gone_from_the_index_of_words(tmp_path: Path) -> None:
    """Not even three letters of it stay, which is what Chroma searches by."""
    banks = Banks(open_engine(tmp_path), EMBEDDING)
    bank = banks.bank("vendor-a")
    bank.retain([Memory("m1", "xqj was said"), Memory("m2", "this stays")])
    bank.retain([Memory("m1", "something else")])
    bank.erase(["m1"])
    assert banks.engine.scrub() is True
    assert [memory.text for memory in bank.recall("this stays")] == ["this stays"]
    banks.engine.close()
    assert places_of(tmp_path, "xqj") == []


def test_what_memory_held_is_not_written_to_disk_by_banks_opened_later(tmp_path: Path) -> None:
    """Chroma fills the files of a new index with what its memory held before: after a scrub nothing of that stays."""
    engine = open_engine(tmp_path)
    for n in range(12):
        put(engine, f"vendor-{n}", [f"zqdeletedzq{m}" for m in range(8)], "zqdeletedzq")
    for n in range(12):
        engine.delete_bank(f"vendor-{n}")
    for n in range(6):
        put(engine, f"vendor-kept-{n}", ["k1"], "kept")
    assert engine.scrub() is True
    assert places_of(tmp_path, "zqdeletedzq") == []
    for n in range(12):
        put(engine, f"vendor-new-{n}", ["k1"], "kept")
    if platform.libc_ver()[0] == "glibc":  # which clears what it hands out, but for pieces below a kilobyte
        assert all(place.endswith("length.bin") for place in places_of(tmp_path, "zqdeletedzq"))
    engine.close()
    assert places_of(tmp_path, "zqdeletedzq") == []


def test_what_stands_in_the_log_alone_is_taken_in_first(store_of: Callable[[], Engine], tmp_path: Path) -> None:
    """A deletion that was logged when the process died counts, and its words are gone too."""
    engine = store_of()
    put(engine, "vendor-small", ["zqlatezq"], "zqlatezq")
    engine.close()
    with closing(sqlite3.connect(tmp_path / "banks" / "chroma.sqlite3")) as connection, connection:
        connection.execute(
            "INSERT INTO embeddings_queue (operation, topic, id, metadata)"
            " SELECT 3, topic, id, '{}' FROM embeddings_queue WHERE id = 'zqlatezq'"
        )
    again = store_of()
    assert again.scrub() is True
    assert places_of(tmp_path / "banks", "zqlatezq") == []
    assert "zqlatezq" not in answers(again, "vendor-small")["ids"]


@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE embeddings_queue ADD COLUMN more TEXT",
        "UPDATE embeddings_queue SET topic = 'elsewhere/' || topic",
        "UPDATE max_seq_id SET seq_id = CAST(seq_id AS BLOB)",
        "ALTER TABLE segments RENAME COLUMN scope TO kind",
    ],
)
def test_tables_that_are_not_as_expected_are_left_alone(
    store_of: Callable[[], Engine], tmp_path: Path, caplog: pytest.LogCaptureFixture, change: str
) -> None:
    """Another version's log is not written to: the scrub says so and changes no byte."""
    file = tmp_path / "banks" / "chroma.sqlite3"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(change)
    before = file.read_bytes()
    engine = store_of()
    assert engine.scrub() is False
    assert "not as expected" in caplog.text
    assert file.read_bytes() == before


@pytest.mark.parametrize(("file", "size"), [("index_metadata.pickle", 40), ("data_level0.bin", 1_000)])
def test_a_broken_bank_is_told_and_the_others_are_scrubbed(
    store_of: Callable[[], Engine], tmp_path: Path, caplog: pytest.LogCaptureFixture, file: str, size: int
) -> None:
    """A bank to be mended first keeps what only Chroma could take in; once mended it is scrubbed as any other."""
    with closing(sqlite3.connect(tmp_path / "banks" / "chroma.sqlite3")) as connection, connection:
        connection.execute(
            "INSERT INTO embeddings_queue (operation, topic, id, vector, encoding, metadata) SELECT 2, topic, 'zqlatezq', vector,"
            " encoding, metadata FROM embeddings_queue WHERE id = 'k1150' AND topic LIKE '%' || (SELECT id FROM collections"
            " WHERE name = 'vendor-middle')"
        )
    os.truncate(index_folder(tmp_path / "banks", "vendor-middle") / file, size)
    engine = store_of()
    assert engine.scrub() is False
    assert "1 of them" in caplog.text
    assert "vendor-middle" not in caplog.text
    assert "zqreplacedzq" not in secrets_in(tmp_path / "banks")
    assert list(engine.ailing()) == ["vendor-middle"]
    mend(Banks(engine, EMBEDDING), "vendor-middle")
    assert texts_alone(engine, "vendor-middle")["ids"][-1] == "zqlatezq"
    assert engine.scrub() is True
    assert secrets_in(tmp_path / "banks") == {}


def test_a_file_in_use_is_said_and_nothing_is_lost(
    store_of: Callable[[], Engine], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else's lock on the file makes a sentence, and the scrub goes through once it is gone."""
    monkeypatch.setattr("leverage.memory.tables.LOCK_WAIT", 0.1)
    engine = store_of()
    before = answers(engine, "vendor-small")
    engine.recycle()
    with closing(sqlite3.connect(tmp_path / "banks" / "chroma.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable, match="in use"):
            engine.scrub()
        other.execute("ROLLBACK")
    assert answers(engine, "vendor-small") == before
    assert engine.scrub() is True
    assert secrets_in(tmp_path / "banks") == {}


@pytest.mark.parametrize(
    "step",
    ["scrubbing._Indexes.rename", "id_map.Path.replace", "scrubbing.sync", "scrubbing._replace_file", "scrubbing.remove_orphans"],
)
def test_a_scrub_cut_short_at_any_step_brings_no_vector_back(
    store_of: Callable[[], Engine], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Between two steps a deleted record is deleted still: what is near it in meaning is found without it."""

    def stop(*_: object) -> None:
        raise OSError(28, "No space left on device")

    engine = store_of()
    with monkeypatch.context() as broken:
        broken.setattr(f"leverage.memory.{step}", stop)
        with pytest.raises(StoreUnavailable, match="make room"):
            engine.scrub()
    for _ in range(2):
        found = engine.ask(
            "vendor-middle",
            lambda collection: collection.query(query_embeddings=EMBEDDING(["zqearlyzq zqearlyzq-1 said"]), n_results=40),
        )
        assert found is not None
        assert not any("erased-" in memory_id or "zq" in memory_id for memory_id in found["ids"][0])
        assert len(found["ids"][0]) == 40
        assert answers(engine, "vendor-middle")["count"] == SIZES["vendor-middle"] + 3
        assert engine.scrub() is True
    assert secrets_in(tmp_path / "banks") == {}


_ON_A_FULL_DISK = """
import resource, sys
from pathlib import Path
from leverage.errors import StoreUnavailable
from tests.memory.stores import open_engine
engine = open_engine(Path(sys.argv[1]))
list(engine.bank_ids())
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
try:
    engine.scrub()
except StoreUnavailable as problem:
    print(problem)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on the size of files")
@pytest.mark.parametrize("most", [4_096, 1_000_000], ids=["no room at all", "no room for the new file"])
def test_a_full_disk_is_said_and_nothing_is_lost(store_of: Callable[[], Engine], tmp_path: Path, most: int) -> None:
    """Wherever the room runs out, the memory is whole afterwards and the next scrub ends what was begun."""
    engine = store_of()
    before = {bank_id: answers(engine, bank_id) for bank_id in FEW}
    engine.close()
    run = subprocess.run(
        [sys.executable, "-c", _ON_A_FULL_DISK, str(tmp_path / "banks"), str(most)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ,
    )
    assert "make room" in run.stdout, run.stderr
    again = store_of()
    assert {bank_id: answers(again, bank_id) for bank_id in FEW} == before
    assert again.scrub() is True
    assert secrets_in(tmp_path / "banks") == {}


_SCRUBBING = """
import sys
from pathlib import Path
from tests.memory.stores import open_engine
engine = open_engine(Path(sys.argv[1]))
list(engine.bank_ids())
print("open", flush=True)
engine.scrub()
print("done", flush=True)
"""


@pytest.mark.slow
@needs_kill
def test_a_kill_inside_a_scrub_loses_nothing_and_the_next_one_ends_it(used: Path, tmp_path: Path) -> None:
    """After each kill every bank answers as before, and a second scrub leaves no erased word."""
    engine = open_engine(shutil.copytree(used, tmp_path / "first"))
    before = {bank_id: answers(engine, bank_id) for bank_id in SIZES}
    started = time.monotonic()
    engine.scrub()
    whole = time.monotonic() - started
    engine.close()
    rng = random.Random(5)
    for turn in range(KILLS):
        folder = shutil.copytree(used, tmp_path / f"turn{turn}")
        with begun(_SCRUBBING, str(folder)) as process:
            assert process.stdout.readline().strip() == "open"
            time.sleep(rng.uniform(0, whole))
            process.kill()
        engine = open_engine(folder)
        assert {bank_id: answers(engine, bank_id) for bank_id in SIZES} == before
        assert engine.scrub() is True
        assert {bank_id: answers(engine, bank_id) for bank_id in SIZES} == before
        engine.close()
        assert secrets_in(folder) == {}
        shutil.rmtree(folder)
