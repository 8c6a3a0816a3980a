"""Banks: what is retained can be recalled, exactly, and only from the bank it is in."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date
from pathlib import Path

import chromadb
import numpy as np
import pytest
from chromadb.config import Settings

from leverage import Deal, KnowledgeBase, LeverageError, Memory
from leverage.memory.bank import Bank, Banks, Stored
from leverage.memory.engine import Engine
from leverage.memory.log_index import NAME, ensure_log_index
from tests.fakes import WordEmbedding


@pytest.fixture
def banks(tmp_path: Path) -> Iterator[Banks]:
    """All banks of an empty store."""
    embedding = WordEmbedding()
    banks = Banks(Engine(tmp_path / "banks", embedding), embedding)
    yield banks
    banks.engine.close()


@pytest.fixture
def bank(banks: Banks) -> Bank:
    """One bank, empty."""
    return banks.bank("vendor-acme")


def test_an_empty_bank_answers_with_nothing(bank: Bank) -> None:
    """Neither recall nor records make a bank or fail without one."""
    assert bank.recall("anything") == []
    assert bank.records() == {}


def test_only_id_and_text_are_needed(bank: Bank) -> None:
    """A plain memory is kept and comes back with its score."""
    assert bank.retain([Memory(id="m1", text="They pay late")]) == 1
    (memory,) = bank.recall("they pay late", limit=5)
    assert (memory.id, memory.text, memory.deal_id) == ("m1", "They pay late", None)
    assert memory.score == pytest.approx(1, abs=1e-3)


def test_a_memory_is_replaced_under_its_id(bank: Bank) -> None:
    """The same id holds one text, the last one."""
    bank.retain([Memory(id="m1", text="first words")])
    bank.retain([Memory(id="m1", text="second words")])
    assert [memory.text for memory in bank.recall("words")] == ["second words"]


def test_nothing_of_the_memory_before_stays_under_its_id(bank: Bank) -> None:
    """A plain memory that replaces a deal's has no facet, deal or day; of two with one id in one call the last counts."""
    bank.retain([Memory("m1", "old", deal_id="d", facet="price", deal_date=date(2026, 1, 2), logged_by="Ann")])
    bank.retain([Memory("m1", "newer"), Memory("m1", "newest")])
    (memory,) = bank.recall("newest")
    assert (memory.text, memory.deal_id, memory.facet, memory.deal_date, memory.logged_by) == ("newest", None, None, None, None)


@pytest.mark.parametrize("size", [10, 5_000, 100_000])
def test_a_record_that_shrinks_is_read_whole(bank: Bank, size: int) -> None:
    """Pieces of a longer record under the same id are gone."""
    for value in ({"notes": "x" * 200_000}, {"notes": "y" * size}):
        bank.retain([], [Stored(Memory("r", "a record"), value)])
        assert bank.records() == {"r": value} == bank.records(["r"])


def test_a_day_that_is_no_date_is_refused(bank: Bank) -> None:
    """The sentence says what to give."""
    with pytest.raises(LeverageError, match=r"datetime\.date"):
        bank.retain([Memory("m", "text", deal_date="2026-01-02")])  # type: ignore[arg-type]


@pytest.mark.parametrize(("memory_id", "text"), [("", "text"), ("m1", "   "), (" ", "text")])
def test_a_blank_memory_is_refused(bank: Bank, memory_id: str, text: str) -> None:
    """A memory without id or text is a sentence, not a row."""
    with pytest.raises(LeverageError, match="needs an id and a text"):
        bank.retain([Memory(id=memory_id, text=text)])


def test_the_same_words_are_one_memory_with_a_count(bank: Bank) -> None:
    """Copies of a sentence do not crowd out others: they come back once, counted, with all their deals."""
    said = "Payment terms: Net 60."
    copies = [Memory(f"m{n}", said, deal_id=f"deal{n}", facet="payment", deal_date=date(2026, 1, n)) for n in (1, 2, 3)]
    bank.retain([*copies, Memory("other", "Payment was discussed")])
    first, second = bank.recall("Payment terms: Net 60.", limit=2)
    assert (first.count, first.deal_ids, first.deal_date) == (3, ("deal3", "deal2", "deal1"), date(2026, 1, 3))
    assert second.id == "other"


def test_recall_finds_every_best_memory(bank: Bank) -> None:
    """Among thousands of near-identical sentences the answer equals a plain scan over all vectors."""
    rng = np.random.default_rng(7)
    words = [f"word{n}" for n in range(60)]
    texts = [" ".join(rng.choice(words, 4)) for _ in range(1500)] + ["Net 60 agreed"] * 600
    bank.retain([Memory(f"m{n}", text) for n, text in enumerate(texts)])
    embedding = WordEmbedding()
    matrix = np.asarray(embedding(texts))
    for question in ("word1 word2", "word7 word8 word9", "net 60"):
        scores = matrix @ embedding([question])[0]
        best: dict[str, float] = {}
        for text, score in zip(texts, scores, strict=True):
            best[text] = float(score)
        expected = sorted(best.values(), reverse=True)[:10]
        found = bank.recall(question, limit=2_000)
        assert sorted((memory.score for memory in found), reverse=True)[:10] == pytest.approx(expected, abs=1e-5)


def test_banks_do_not_see_each_other(banks: Banks) -> None:
    """A memory answers in its own bank only."""
    banks.bank("vendor-a").retain([Memory("m", "secret of a")])
    banks.bank("vendor-b").retain([Memory("m", "secret of b")])
    assert [memory.text for memory in banks.bank("vendor-a").recall("secret")] == ["secret of a"]


def test_a_bank_made_with_another_model_goes_on_with_it(tmp_path: Path) -> None:
    """Vectors of two models are never mixed: what is asked and written is read by the bank's own."""

    class Other(WordEmbedding):
        @staticmethod
        def name() -> str:
            return "leverage-test-other"

    first = WordEmbedding()
    banks = Banks(Engine(tmp_path, first), first)
    banks.bank("vendor-a").retain([Memory("m", "text")])
    banks.engine.close()
    other = Other()
    banks = Banks(Engine(tmp_path, other), other)
    model = banks.model("vendor-a")
    banks.bank("vendor-a").retain([Memory("n", "another")])
    assert banks.model("vendor-a") == model != banks.model("vendor-new")
    assert [memory.text for memory in banks.bank("vendor-a").recall("text", limit=1)] == ["text"]
    banks.engine.close()


def test_more_banks_than_may_be_open_lose_nothing(banks: Banks) -> None:
    """Beyond the cap the client is recycled, and the newest memory of every bank is still found."""
    banks.engine._most_banks = 5
    for turn in range(2):
        for n in range(40):
            banks.bank(f"vendor-{n:03}").retain([Memory(f"m{turn}", f"turn {turn} bank {n}")])
    for n in range(40):
        assert {memory.text for memory in banks.bank(f"vendor-{n:03}").recall("turn bank")} == {
            f"turn 0 bank {n}",
            f"turn 1 bank {n}",
        }
    assert sorted(banks.engine.bank_ids()) == [f"vendor-{n:03}" for n in range(40)]


_FEW_DESCRIPTORS = """
import resource, sys
soft, hard, count = map(int, sys.argv[1:4])
resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
from leverage.memory.bank import Banks
from leverage.memory.engine import Engine
from leverage.memory.records import Memory
from pathlib import Path
from tests.fakes import WordEmbedding
embedding = WordEmbedding()
banks = Banks(Engine(Path(sys.argv[4]), embedding), embedding)
for turn in range(2):
    for n in range(count):
        banks.bank(f"vendor-{n:03}").retain([Memory(f"m{turn}", f"turn {turn} bank {n}")])
wrong = 0
for n in list(range(count))[::-1] + list(range(count)):
    found = {memory.text for memory in banks.bank(f"vendor-{n:03}").recall(f"turn 1 bank {n}")}
    wrong += found != {f"turn 0 bank {n}", f"turn 1 bank {n}"}
banks.engine.close()
print("wrong", wrong)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
@pytest.mark.parametrize(("hard", "count"), [(4096, 300), (256, 120)], ids=["soft limit alone", "hard limit too"])
def test_256_descriptors_are_enough_for_many_vendors(tmp_path: Path, hard: int, count: int) -> None:
    """Every recall is right, newest memories included, over more banks than may be open at once."""
    run = subprocess.run(
        [sys.executable, "-c", _FEW_DESCRIPTORS, "256", str(hard), str(count), str(tmp_path / "banks")],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ,
    )
    assert run.stdout.strip() == "wrong 0", run.stderr[-2000:]


def test_the_log_index_is_made_and_left_alone_where_the_table_is_strange(tmp_path: Path, banks: Banks) -> None:
    """Chroma's log gets its index only if the table is the expected one."""
    banks.bank("vendor-a").retain([Memory("m", "text")])
    banks.engine.close()
    with closing(sqlite3.connect(tmp_path / "banks" / "chroma.sqlite3")) as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_master WHERE name = ?", [NAME]).fetchone() == (1,)
    strange = tmp_path / "strange.sqlite3"
    with closing(sqlite3.connect(strange)) as connection:
        connection.execute("CREATE TABLE embeddings_queue (seq_id INTEGER, topic TEXT)")
    assert ensure_log_index(strange) is False
    garbage = tmp_path / "garbage.sqlite3"
    garbage.write_bytes(b"no database" * 100)
    assert ensure_log_index(garbage) is False
    assert ensure_log_index(tmp_path / "missing.sqlite3") is False


def test_metadata_keeps_to_what_hosted_chroma_allows(store: Path, kb: KnowledgeBase, deal: Callable[..., Deal]) -> None:
    """No value is over 4,096 bytes, no record has over 32 keys, no document over 16,384 bytes."""
    kb.log(deal(notes="ünïcödé " * 2500, firm_on=[f"term {n}" for n in range(100)]))
    kb.close()
    client = chromadb.PersistentClient(str(store / "banks"), settings=Settings(anonymized_telemetry=False))
    found = client.get_collection("vendor-microsoft", embedding_function=WordEmbedding()).get()
    client.close()
    for text, metadata in zip(found["documents"] or [], found["metadatas"] or [], strict=True):
        assert len(text.encode()) <= 16_384
        assert len(metadata) <= 32
        assert all(len(str(value).encode()) <= 4_096 for value in metadata.values())
