"""The command `re-embed`: every bank given the setting's embedding, whatever stops it."""

import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase, LeverageError
from leverage.cli import main
from leverage.memory.copies import all_bank_ids, read_rows
from leverage.re_embedding import outdated, re_embed
from tests.fakes import LetterEmbedding, WordEmbedding
from tests.killing import begun, needs_kill


def everything(kb: KnowledgeBase) -> dict[str, Any]:
    """Return all rows of all banks."""
    return {bank_id: read_rows(kb.banks, bank_id) for bank_id in all_bank_ids(kb.banks)}


def filled(open_kb: Callable[..., KnowledgeBase], deal: Callable[..., Deal]) -> dict[str, Any]:
    """Log deals with three vendors, retract one, erase one, and return all rows."""
    kb = open_kb()
    ids = [kb.log(deal(vendor=f"Vendor {n % 3}", notes=f"note {n}")).deal_id for n in range(9)]
    kb.retract(ids[0], "wrong")
    kb.forget(ids[1])
    rows = everything(kb)
    kb.close()
    return rows


def test_every_bank_gets_it_and_nothing_else_changes(
    open_kb: Callable[..., KnowledgeBase], deal: Callable[..., Deal], caplog: pytest.LogCaptureFixture
) -> None:
    """A start and a check say that it is due; afterwards all is as before, the desk, retracted and erased deals included."""
    rows = filled(open_kb, deal)
    kb = open_kb(embedding=LetterEmbedding())
    assert "re-embed" in caplog.text
    assert [each for each in kb.check() if "re-embed" in each]
    briefs = [kb.brief(each.bank_id).to_dict() for each in kb.vendors()]
    told: list[tuple[int, int]] = []
    banks, texts = re_embed(kb, lambda done, total: told.append((done, total)))
    assert (banks, texts) == (len(rows), sum(map(len, rows.values())))
    assert told[-1] == (texts, texts)
    assert everything(kb) == rows
    assert outdated(kb) == {}
    assert kb.check() == []
    assert [kb.brief(each.bank_id).to_dict() for each in kb.vendors()] == briefs
    assert re_embed(kb) == (0, 0)


def test_a_stop_keeps_what_is_done(open_kb: Callable[..., KnowledgeBase], deal: Callable[..., Deal]) -> None:
    """Between two banks or inside one: the next call goes on with what is left, and a store of both answers meanwhile."""
    rows = filled(open_kb, deal)
    kb = open_kb(embedding=LetterEmbedding())

    def stop(done: int, total: int) -> None:
        if done > total / 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        re_embed(kb, stop)
    assert 0 < len(outdated(kb)) < len(rows)
    assert everything(kb) == rows
    for vendor in kb.vendors():
        assert kb.recall(vendor.bank_id, "note")
        kb.log(deal(vendor=vendor.name, notes="one more"))
    assert kb.waiting() == []
    left = len(outdated(kb))
    assert re_embed(kb)[0] == left
    assert kb.check() == []


def test_nothing_moves_or_is_erased_meanwhile(open_kb: Callable[..., KnowledgeBase], deal: Callable[..., Deal]) -> None:
    """An erasure is refused with a sentence while copies of what it would erase are being written."""
    filled(open_kb, deal)
    kb = open_kb(embedding=LetterEmbedding())
    deal_id = kb.deals("Vendor 2")[0].deal_id
    refused: list[str] = []

    def forget(done: int, total: int) -> None:
        if not refused:
            with pytest.raises(LeverageError, match="another embedding") as said:
                kb.forget(str(deal_id))
            refused.append(str(said.value))

    re_embed(kb, forget)
    assert refused
    assert kb.deal(str(deal_id))


def test_the_command_says_what_it_did(
    open_kb: Callable[..., KnowledgeBase], deal: Callable[..., Deal], store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Once it tells how much was done, a second time that nothing was to be done."""
    filled(open_kb, deal)

    def open_store(folder: Path) -> KnowledgeBase:
        return KnowledgeBase.open(folder, embedding=LetterEmbedding())

    assert main(["--home", str(store), "re-embed"], open_store) == 0
    assert "now have the embedding leverage-test-letters" in capsys.readouterr().out
    assert main(["--home", str(store), "re-embed"], open_store) == 0
    assert "Nothing was to be done" in capsys.readouterr().out


_RE_EMBEDDING = """
import sys
from leverage import KnowledgeBase
from leverage.re_embedding import re_embed
from tests.fakes import LetterEmbedding, WordEmbedding
kind = LetterEmbedding if sys.argv[2] == "letters" else WordEmbedding
with KnowledgeBase.open(sys.argv[1], embedding=kind()) as kb:
    print("open", flush=True)
    re_embed(kb, lambda done, total: print(done, flush=True))
"""


@pytest.mark.slow
@needs_kill
def test_a_kill_loses_nothing(open_kb: Callable[..., KnowledgeBase], deal: Callable[..., Deal], store: Path) -> None:
    """Killed at random moments, there and back again, every row is as it was, and the last call ends it."""
    rng = random.Random(5)
    rows = filled(open_kb, deal)
    for turn in range(8):
        kind = ("letters", "words")[turn % 2]
        with begun(_RE_EMBEDDING, str(store), kind) as process:
            assert process.stdout.readline().strip() == "open"
            for _ in range(rng.randint(0, 3)):
                process.stdout.readline()
            time.sleep(rng.uniform(0, 0.1))
            process.kill()
        kb = open_kb(embedding=(LetterEmbedding, WordEmbedding)[turn % 2]())
        assert everything(kb) == rows, turn
        assert [each for each in kb.check() if "folder" not in each and "re-embed" not in each] == [], turn
        kb.close()
    kb = open_kb(embedding=LetterEmbedding())
    re_embed(kb)
    assert everything(kb) == rows
    assert kb.check() == []
