"""What of a sentence its vector is made of."""

from pathlib import Path

import numpy as np
import pytest

from leverage import Deal, Memory
from leverage.embedding import default_embedding
from leverage.memory.bank import Banks
from leverage.memory.engine import Engine
from leverage.memory.gist import gist_of
from leverage.sentences import memories_of


@pytest.mark.parametrize(
    ("text", "gist"),
    [
        ("Tactic used with Acme: “ask “twice”. And wait”. This tactic FAILED.", "tactic: ask “twice”. And wait"),
        ('Tactic used: "ask first". This negotiation tactic WORKED successfully with Acme.', "tactic: ask first"),
        ("Acme was flexible on: ramp, price: list.", "flexible on ramp, price: list."),
        ("Contract flexibility: Acme was flexible and willing to compromise on: ramp.", "flexible on ramp."),
        ("Acme was firm and refused to move on: liability cap.", "firm on liability cap."),
        ("Contract firmness: Acme was firm, rigid, and refused to budge on: liability cap.", "firm on liability cap."),
        ("Note: they were late.\nTwice.", "they were late.\nTwice."),
        ("Notes: they were late.", "they were late."),
        ("Note: ", "Note: "),
        ("Payment terms: Net 60 agreed with Acme.", "Payment terms: Net 60 agreed with Acme."),
        ("", ""),
        ("Ann was firm in tone and said: no.", "Ann was firm in tone and said: no."),
    ],
)
def test_the_frame_goes_and_the_words_stay(text: str, gist: str) -> None:
    """What all sentences of a kind share is left out; a sentence of no such kind is its own gist."""
    assert gist_of(text) == gist


def test_every_sentence_of_a_deal_keeps_what_was_recorded() -> None:
    """Of each memory of a deal the recorded words stand in its gist, whole."""
    deal = Deal(
        vendor="Acme: was flexible on: all",
        deal_date="2026-01-02",
        logged_by="Ann",
        department="IT",
        outcome="agreed",
        flexible_on=["ramp", "exit"],
        firm_on=["cap"],
        tactics=[("asked: “now”", "worked")],
        notes="They were firm, as ever: no.",
    )
    gists = " ".join(gist_of(memory.text) for memory in memories_of(deal, "d"))
    assert all(word in gists for word in ("ramp, exit", "cap", "asked: “now”", "They were firm, as ever: no."))


def test_vectors_are_of_the_gist(tmp_path: Path) -> None:
    """A bank keeps the vector of a sentence's gist beside the whole sentence."""
    banks = Banks(Engine(tmp_path, default_embedding()), default_embedding())
    text = "Tactic used with Acme: “ask first”. This tactic WORKED."
    banks.bank("vendor-a").retain([Memory("t", text)])
    kept = banks.engine.ask("vendor-a", lambda collection: collection.get(include=["embeddings", "documents"]))
    banks.engine.close()
    assert kept["documents"] == [text]
    assert np.allclose(kept["embeddings"][0], default_embedding().embed(["tactic: ask first"])[0], atol=1e-6)
