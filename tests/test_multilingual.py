"""Texts of many languages as vectors, with the package that requirements-dev.txt brings."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from leverage import KnowledgeBase, Memory, multilingual
from leverage.embedding import BrokenModel, default_embedding
from leverage.embedding_choice import embedding_for
from leverage.errors import BadMemory, BadSettings
from leverage.multilingual import DIMENSION, MOST_CHARACTERS, Multilingual, multilingual_embedding

SENTENCES = [
    "Discount achieved: 20% off list was agreed with Microsoft.",
    "Payment terms: Net 60 was agreed with Microsoft.",
    "Microsoft was firm and refused to move on: liability clause, SLA penalties.",
    "",
    "half a pair \ud83d",
]


def test_vectors_have_length_one_and_do_not_depend_on_the_batch() -> None:
    """Alone, together and in threads a text gets the same vector."""
    model = multilingual_embedding()
    together = model.embed(SENTENCES)
    assert together.shape == (len(SENTENCES), DIMENSION)
    assert together.dtype == np.float32
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)
    assert np.abs(together - np.vstack([model.embed([text]) for text in SENTENCES])).max() < 1e-5
    with ThreadPoolExecutor(4) as pool:
        assert all(np.abs(each - together).max() < 1e-5 for each in pool.map(lambda _: model.embed(SENTENCES), range(4)))
    assert model.embed([]).shape == (0, DIMENSION)
    long = "price " * MOST_CHARACTERS
    assert np.array_equal(model.embed([long])[0, :512], model.embed([long + "liability"])[0, :512])


@pytest.mark.parametrize(
    ("question", "nearest"),
    [
        ("Hat jemand ein längeres Zahlungsziel bekommen?", 1),
        ("Quelle remise avons-nous obtenue ?", 0),
        ("¿Qué cláusulas se negaron a cambiar?", 2),
    ],
)
def test_a_question_in_another_language_meets_its_answer(question: str, nearest: int) -> None:
    """German, French and Spanish find English sentences."""
    vectors = multilingual_embedding().embed([*SENTENCES[:3], question])
    assert int(np.argmax(vectors[:3] @ vectors[3])) == nearest


def test_the_setting_switches_it_on_and_a_bank_keeps_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bank written in English goes on beside one that is multilingual, and both answer."""
    with KnowledgeBase.open(tmp_path) as kb:
        kb.bank("A").retain([Memory("1", SENTENCES[1])])
    monkeypatch.setenv("LEVERAGE_EMBEDDING", "multilingual")
    with KnowledgeBase.open(tmp_path) as kb:
        kb.bank("B").retain([Memory("1", SENTENCES[1])])
        names = {bank_id: name for bank_id, (name, _) in kb.banks.engine.written_with()}
        assert names == {"vendor-a": "leverage-minilm", "vendor-b": "leverage-multilingual"}
        assert [kb.bank(each).recall("time to pay", 1)[0].id for each in "AB"] == ["1", "1"]


def test_a_missing_package_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever switches it on without the package is told what to install, or to set."""
    monkeypatch.setattr(multilingual, "MODULE", "no_such_module")
    with pytest.raises(BadSettings, match=r"requirements-multilingual\.txt, or set LEVERAGE_EMBEDDING=english"):
        embedding_for("multilingual")
    with pytest.raises(BrokenModel, match=r"requirements-multilingual\.txt"):
        Multilingual().embed(["x"])
    assert embedding_for("english") is default_embedding()


def test_other_weights_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Vectors of other weights would not fit those in the banks."""
    monkeypatch.setitem(multilingual._SHA256, "sp.model", "0" * 64)
    with pytest.raises(BrokenModel, match=r"sp\.model"):
        Multilingual().embed(["x"])


def test_its_configuration_names_models_and_no_path() -> None:
    """Chroma keeps what makes vectors comparable, and builds nothing else from it."""
    model = multilingual_embedding()
    assert "/" not in json.dumps(model.get_config())
    assert Multilingual.build_from_config(model.get_config()) is model
    for changed in ({"model": "other"}, {"share": 0.4}):
        with pytest.raises(BadMemory, match="re-embed"):
            Multilingual.build_from_config(model.get_config() | changed)
        with pytest.raises(BadMemory, match="re-embed"):
            model.validate_config_update(model.get_config(), changed)
