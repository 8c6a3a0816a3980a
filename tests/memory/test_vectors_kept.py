"""Vectors of sentences that were embedded before."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from leverage import Deal, KnowledgeBase
from leverage.erasure import erase_person
from leverage.memory import vectors_kept
from leverage.memory.models import Model, model_of
from leverage.memory.vectors_kept import KeptVectors
from tests.fakes import LetterEmbedding, WordEmbedding

WORDS, LETTERS = model_of(WordEmbedding()), model_of(LetterEmbedding())


class Counting(WordEmbedding):
    """Keeps every text that it is given."""

    def __init__(self) -> None:
        self.given: list[str] = []

    def __call__(self, input: Sequence[str]) -> list[np.ndarray[Any, np.dtype[np.float32]]]:
        self.given += input
        return super().__call__(input)


def lengths(given: list[str]) -> Callable[[Sequence[str], Model], list[Any]]:
    """Return what makes a vector of a text's length, and notes the texts that it is given."""

    def make(texts: Sequence[str], model: Model) -> list[Any]:
        given.extend(texts)
        return [np.full(2, len(text), np.float32) for text in texts]

    return make


def test_a_sentence_is_embedded_once_by_each_embedding() -> None:
    """A second time, or twice in one call, it has the vector made first, in its place; another embedding makes its own."""
    kept, given = KeptVectors(), list[str]()
    first = kept.of(["aa", "b", "aa"], WORDS, lengths(given))
    again = kept.of(["ccc", "aa"], WORDS, lengths(given))
    assert [float(each[0]) for each in (*first, *again)] == [2, 1, 2, 3, 2]
    assert given == ["aa", "b", "ccc"]
    kept.of(["aa"], LETTERS, lengths(given))
    assert given == ["aa", "b", "ccc", "aa"]


def test_no_more_is_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was asked for longest ago goes first."""
    monkeypatch.setattr(vectors_kept, "MOST_KEPT", 2)
    kept, given = KeptVectors(), list[str]()
    for text in ("a", "b", "a", "c", "a", "b"):
        kept.of([text], WORDS, lengths(given))
    assert given == ["a", "b", "c", "b"]


def test_an_edit_embeds_only_what_it_changes(store: Path, deal: Callable[..., Deal]) -> None:
    """The sentences that stay are not read by the model again, and after an erasure all of them are."""
    embedding = Counting()
    with KnowledgeBase.open(store, embedding=embedding) as kb:
        receipt = kb.log(deal(notes="It rained.", payment_terms="Net 60"))
        embedding.given.clear()
        kb.edit(receipt.deal_id, deal(notes="It snowed.", payment_terms="Net 60"), 1)
        assert [text for text in embedding.given if "Net 60" in text] == []
        assert any("snowed" in text for text in embedding.given)
        kb.log(deal(vendor="Elsewhere", logged_by="Zoë Quill"))
        erase_person(kb, "Zoë Quill")
        embedding.given.clear()
        kb.log(deal(notes="It thawed.", payment_terms="Net 60"), key="another")
        assert any("Net 60" in text for text in embedding.given)
