"""Texts as vectors, with the model that ships."""

import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import chromadb
import numpy as np
import pytest
from chromadb.utils.embedding_functions import register_embedding_function

from leverage import LeverageError
from leverage.embedding import (
    BATCH_SIZE,
    BATCH_TOKENS,
    DIMENSION,
    MODEL_FOLDER,
    MOST_TOKENS,
    BrokenModel,
    MiniLM,
    default_embedding,
)
from leverage.errors import BadMemory

SENTENCES = [
    "Discount achieved: 20% off list was agreed with Microsoft.",
    "Payment terms: Net 60 was agreed with Microsoft.",
    "Microsoft was firm and refused to move on: liability clause, SLA penalties.",
    "Tactic used: “Opening with an aggressive lowball offer”. This tactic FAILED.",
    "",
    "北京 supplier, 20 % Rabatt",
    "word " * 3000,
    *(f"Deal {number} ran {'very ' * (number % 40)}late." for number in range(2 * BATCH_SIZE)),
]


def test_vectors_have_the_shape_and_length_that_cosine_needs() -> None:
    """One row of 384 float32 numbers a text, each of length 1, the empty text and no text at all included."""
    vectors = default_embedding().embed(SENTENCES)
    assert vectors.shape == (len(SENTENCES), DIMENSION)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert default_embedding().embed([]).shape == (0, DIMENSION)


def test_a_text_has_one_vector_in_whatever_company_it_comes() -> None:
    """Alone, in a batch or in another order, a text gets the same vector, at its own place."""
    together = default_embedding().embed(SENTENCES)
    alone = np.vstack([default_embedding().embed([text]) for text in SENTENCES])
    backwards = default_embedding().embed(SENTENCES[::-1])[::-1]
    assert np.abs(together - alone).max() < 1e-5
    assert np.abs(together - backwards).max() < 1e-5


def test_vectors_stay_what_they_are() -> None:
    """Stores keep vectors for years: the first numbers of one are frozen."""
    vector = default_embedding().embed(["Payment terms: Net 60 was agreed with Microsoft."])[0]
    assert vector[:6] == pytest.approx([-0.0368, 0.0403, -0.0087, -0.0296, -0.0439, 0.0797], abs=1e-3)


@pytest.mark.parametrize(
    ("question", "nearest"),
    [
        ("did anyone get more time to pay?", 1),
        ("how much did they take off the price?", 0),
        ("which clauses do they refuse to change?", 2),
        ("should I begin with a very low number?", 3),
    ],
)
def test_a_question_meets_the_sentence_that_answers_it(question: str, nearest: int) -> None:
    """Other words for the same thing find the memory, which is what the model is for."""
    vectors = default_embedding().embed(SENTENCES[:4])
    assert int(np.argmax(vectors @ default_embedding().embed([question])[0])) == nearest


def test_a_long_text_counts_by_its_beginning() -> None:
    """What lies behind the last token that the model reads changes nothing."""
    vectors = default_embedding().embed(["price " * (MOST_TOKENS - 2), "price " * (MOST_TOKENS - 2) + "liability"])
    assert np.abs(vectors[0] - vectors[1]).max() < 1e-5


def test_token_count_tells_the_whole_length() -> None:
    """The marks at both ends count, and so does what the model would not read."""
    model = default_embedding()
    assert model.token_count("") == 2
    assert model.token_count("net sixty") == 4
    assert model.token_count("price " * 1000) == 1002


def test_long_texts_are_read_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the model is given at once stays within bounds, however long the texts are; short ones go many at a time."""
    model, run = default_embedding(), default_embedding()._run
    sizes: list[tuple[int, int]] = []

    def seen(batch: list[list[int]]) -> object:
        sizes.append((len(batch), max(map(len, batch))))
        return run(batch)

    monkeypatch.setattr(model, "_run", seen)
    model.embed(["word " * 300] * 10 + ["word"] * 40)
    assert all(count <= BATCH_SIZE and count * longest <= BATCH_TOKENS for count, longest in sizes)
    assert sorted(count for count, longest in sizes if longest == MOST_TOKENS) == [2, 8]
    assert sorted(count for count, longest in sizes if longest < MOST_TOKENS) == [8, 32]


def test_half_a_surrogate_pair_is_embedded_too() -> None:
    """A question pasted from a broken document gets an answer, not an error."""
    assert default_embedding().embed(["net 60 \ud83d"]).shape == (1, DIMENSION)


def test_threads_share_one_model() -> None:
    """Threads that meet at the first text load it once and get the right vectors."""
    model = MiniLM()
    with ThreadPoolExecutor(6) as pool:
        results = list(pool.map(lambda _: model.embed(SENTENCES[:6]), range(12)))
    assert all(np.array_equal(result, results[0]) for result in results)


def test_importing_it_loads_no_runtime() -> None:
    """The libraries that run the model are imported at the first text, not before."""
    code = "import sys, leverage.embedding; sys.exit(int('onnxruntime' in sys.modules or 'tokenizers' in sys.modules))"
    root = Path(__file__).resolve().parent.parent
    alone = "import sys, types; package = types.ModuleType('leverage'); package.__path__ = ['leverage']\n"
    assert subprocess.run([sys.executable, "-c", alone + "sys.modules['leverage'] = package\n" + code], cwd=root).returncode == 0


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
@pytest.mark.parametrize("fault", ["missing", "changed"])
def test_a_broken_model_is_said_at_the_first_text(tmp_path: Path, name: str, fault: str) -> None:
    """A missing or changed file is a sentence that names it, and no vector comes of it."""
    for file in ("model.onnx", "tokenizer.json"):
        shutil.copy(MODEL_FOLDER / file, tmp_path)
    if fault == "missing":
        (tmp_path / name).unlink()
    else:
        with (tmp_path / name).open("ab") as file:
            file.write(b" ")
    model = MiniLM(tmp_path)
    with pytest.raises(BrokenModel, match=name) as broken:
        model.embed(["Net 60"])
    assert isinstance(broken.value, LeverageError)
    assert str(tmp_path) not in str(broken.value)


def test_chroma_takes_it_and_knows_it_again(tmp_path: Path) -> None:
    """Chroma stores model and dimension, no path, and finds by meaning."""
    register_embedding_function(MiniLM)
    settings = chromadb.Settings(anonymized_telemetry=False)
    client = chromadb.PersistentClient(str(tmp_path), settings)
    collection = client.create_collection(
        "vendor-a", embedding_function=default_embedding(), configuration={"hnsw": {"space": "cosine"}}
    )
    collection.add(ids=["pay", "sky"], documents=["The invoice is paid within 60 days.", "The sky is blue."])
    known = collection.configuration_json["embedding_function"]
    assert known == {
        "type": "known",
        "name": "leverage-minilm",
        "config": {"model": "all-MiniLM-L6-v2-int8", "dimension": 384},
    }
    again = client.get_collection("vendor-a", embedding_function=default_embedding())
    assert again.query(query_texts=["time to pay the invoice"], n_results=1)["ids"] == [["pay"]]
    client.close()


def test_another_model_is_refused() -> None:
    """Vectors of two models can't be compared, so neither a stored nor a new configuration may name another."""
    model = default_embedding()
    assert MiniLM.build_from_config(model.get_config()) is model
    model.validate_config_update(model.get_config(), model.get_config())
    for changed in ({"model": "other"}, {"dimension": 768}):
        with pytest.raises(BadMemory, match="re-embed"):
            model.validate_config_update(model.get_config(), changed)
        with pytest.raises(BadMemory, match="re-embed"):
            MiniLM.build_from_config(model.get_config() | changed)
    assert model.default_space() == "cosine"
    assert not model.is_legacy()
