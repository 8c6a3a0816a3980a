"""Recall and logging beside mem0 and bare Chroma, in a bank of 1,000 deals, with the same embedding of the same sentences.

It runs by the Python of an environment of its own (`requirements.txt` here) and prints its ratios as JSON.
"""

import dataclasses
import itertools
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from leverage import KnowledgeBase
from leverage.embedding import default_embedding
from leverage.sentences import memories_of
from tests.benchmarks.made import QUESTIONS, bare_client, deals
from tests.benchmarks.ratios import Ratio, compare, compare_all

DEALS = 1_000
BATCH = 200
FULL_LOG = 1_000
MOST = 10  # answers a question brings


def peers_by(python: str, scratch: Path) -> Iterator[Ratio]:
    """Yield the ratios, measured by the Python of the environment in which mem0 is installed."""
    offline = {"MEM0_TELEMETRY": "False", "ANONYMIZED_TELEMETRY": "False", "MEM0_DIR": str(scratch / "mem0")}
    offline["OPENBLAS_NUM_THREADS"] = "1"  # on a busy machine a scan on several cores waits longer than it works
    command = [python, "-m", "tests.benchmarks.peers", str(scratch)]
    done = subprocess.run(command, env=os.environ | offline, stdout=subprocess.PIPE, text=True, check=True)
    yield from (Ratio(**each) for each in json.loads(done.stdout))


def _mem0(folder: Path) -> Any:
    """Return mem0 over a Chroma store, with the embedding that ships; no model is ever asked, so the key is none."""
    from mem0 import Memory

    class Embedder:
        def embed(self, text: str, memory_action: str | None = None) -> list[float]:
            vector: list[float] = default_embedding().embed([text])[0].tolist()
            return vector

    nothing = {"api_key": "none"}
    memory = Memory.from_config(
        {
            "vector_store": {"provider": "chroma", "config": {"collection_name": "deals", "path": str(folder / "chroma")}},
            "embedder": {"provider": "openai", "config": nothing},
            "llm": {"provider": "openai", "config": nothing},
            "history_db_path": str(folder / "history.db"),
        }
    )
    memory.embedding_model = Embedder()
    return memory


def _logging(kb: KnowledgeBase, mem0: Any) -> Ratio:
    """Return what a logged deal takes to a single add of mem0's: the means over as many records as Chroma's log holds at most.

    A write to Chroma takes longer with each record that stands in its log, until it puts them into its index.
    """
    sentences = (memory.text for n, deal in enumerate(deals(FULL_LOG, seed=2)) for memory in memories_of(deal, f"new {n}"))
    times: tuple[list[float], list[float]] = ([], [])
    written = 0
    for deal in deals(FULL_LOG, seed=1):
        start = time.perf_counter()
        written += len(kb.log(deal).sentences)
        times[0].append(time.perf_counter() - start)
        while len(times[1]) < min(written, FULL_LOG):
            sentence = next(sentences)
            start = time.perf_counter()
            mem0.add(sentence, user_id="vendor-0", infer=False)
            times[1].append(time.perf_counter() - start)
        if written >= FULL_LOG:
            break
    return Ratio("logging a deal to mem0's single add", statistics.mean(times[0]), statistics.mean(times[1]), 2.5)


def peers(scratch: Path) -> Iterator[Ratio]:
    """Measure: recall to mem0's search, to Chroma's query and to a scan with numpy; a logged deal to mem0's single add."""
    embedding = default_embedding()
    many = deals(DEALS)
    told = [memory for n, deal in enumerate(many) for memory in memories_of(deal, str(n))]
    texts = [memory.text for memory in told]
    vectors = embedding.embed(texts)
    (scratch / "mem0").mkdir(exist_ok=True)
    mem0 = _mem0(scratch / "mem0")
    for text in texts:
        mem0.add(text, user_id="vendor-0", infer=False)
    client = bare_client(str(scratch / "bare"))
    collection = client.create_collection("bare", embedding_function=embedding, configuration={"hnsw": {"space": "cosine"}})
    for start in range(0, len(told), BATCH):
        part = slice(start, start + BATCH)
        collection.add([str(n) for n in range(start, len(texts))][:BATCH], documents=texts[part], embeddings=list(vectors[part]))
    questions = itertools.cycle(QUESTIONS)

    def by_mem0() -> object:
        return mem0.search(next(questions), top_k=MOST, filters={"user_id": "vendor-0"})

    def by_chroma() -> object:
        asked = embedding.embed([next(questions)])
        return collection.query(query_embeddings=list(asked), n_results=MOST, include=["documents", "metadatas", "distances"])

    def by_numpy() -> object:
        near = vectors @ embedding.embed([next(questions)])[0]
        best = np.argpartition(-near, MOST)[:MOST]
        return [texts[n] for n in best[np.argsort(-near[best])]]

    with KnowledgeBase.open(scratch / "ours") as kb:
        kb.log_many([(deal, None) for deal in many])

        def ours() -> object:
            return kb.recall("Vendor 0", next(questions))

        others = {"embedding and exact numpy": by_numpy, "bare Chroma's query": by_chroma}
        yield from compare_all("recall in 1,000 deals", ours, others, [1.5, 2.0], runs=120, warm_up=12)
        yield compare("speed of recall to mem0's search", by_mem0, ours, 2.0, runs=60, warm_up=6, at_least=True)
        yield _logging(kb, mem0)
    client.close()  # type: ignore[attr-defined]


if __name__ == "__main__":
    real, sys.stdout = sys.stdout, sys.stderr  # what libraries say is no part of the answer
    json.dump([dataclasses.asdict(each) for each in peers(Path(sys.argv[1]))], real)
