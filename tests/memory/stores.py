"""What the tests of Chroma's files share: banks filled with words of their own, all that a bank answers, and every byte."""

import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
from chromadb.api.models.Collection import Collection

from leverage.memory.engine import Engine
from tests.fakes import WordEmbedding

BATCH = 200
SIZES = {"vendor-small": 5, "vendor-middle": 1_200, "vendor-large": 2_500}  # an index is written at each 1,000

EMBEDDING = WordEmbedding()


def open_engine(folder: Path) -> Engine:
    """Open the store in a folder."""
    return Engine(folder, EMBEDDING)


def put(engine: Engine, bank_id: str, ids: Sequence[str], word: str) -> None:
    """Write records whose texts, metadata and nothing else hold `word`."""
    rng = random.Random(f"{bank_id}{word}{len(ids)}")
    texts = [f"{word} {memory_id} said {' '.join(f'w{rng.randrange(900)}' for _ in range(9))}" for memory_id in ids]
    metadatas = [
        {"version": n, "ratio": n + 0.5, "whole": float(n), "live": n % 2 == 0, "who": f"{word}-{n}", "record_0": f'["{word}"]'}
        for n in range(len(ids))
    ]

    def write(collection: Collection) -> None:
        for start in range(0, len(ids), BATCH):
            part = slice(start, start + BATCH)
            collection.upsert(
                ids=list(ids[part]),
                documents=texts[part],
                metadatas=metadatas[part],  # type: ignore[arg-type]
                embeddings=EMBEDDING(texts[part]),  # type: ignore[arg-type]
            )

    engine.ask(bank_id, write, create=True)


def erase(engine: Engine, bank_id: str, ids: Sequence[str]) -> None:
    """Delete records by id."""
    engine.ask(bank_id, lambda collection: collection.delete(ids=list(ids)))


def answers(engine: Engine, bank_id: str) -> dict[str, Any]:
    """Return all that a bank answers with: count, ids, texts, metadata with the kinds of their values, vectors, a query."""

    def read(collection: Collection) -> dict[str, Any]:
        found = collection.get(include=["documents", "metadatas", "embeddings"])
        near = collection.query(query_embeddings=EMBEDDING(["said w1 w2 w3"]), n_results=5, include=["distances"])
        return {
            "count": collection.count(),
            "ids": found["ids"],
            "documents": found["documents"],
            "metadatas": [sorted((k, type(v).__name__, v) for k, v in (each or {}).items()) for each in found["metadatas"] or []],
            "vectors": np.asarray(found["embeddings"]).tolist(),
            "nearest": [round(each, 4) for each in (near["distances"] or [[]])[0][:1]],
        }

    found = engine.ask(bank_id, read)
    assert found is not None
    return found


def texts_alone(engine: Engine, bank_id: str) -> Any:
    """Return what a bank answers with when nobody asks for vectors."""
    return engine.ask(bank_id, lambda collection: collection.get(include=["documents", "metadatas"]))


def places_of(folder: Path, word: str) -> list[str]:
    """Return the files that hold a word, by name, in any spelling of its letters' case."""
    asked = word.encode().lower()
    return [str(file.relative_to(folder)) for file in files(folder) if asked in file.read_bytes().lower()]


def files(folder: Path) -> Iterator[Path]:
    """Yield every file under a folder."""
    yield from (each for each in sorted(folder.rglob("*")) if each.is_file())


def index_folder(folder: Path, bank_id: str) -> Path:
    """Return the folder of a bank's index."""
    with closing(sqlite3.connect(folder / "chroma.sqlite3")) as connection:
        (name,) = connection.execute(
            "SELECT s.id FROM segments s JOIN collections c ON c.id = s.collection WHERE s.scope = 'VECTOR' AND c.name = ?",
            [bank_id],
        ).fetchone()
    return folder / name
