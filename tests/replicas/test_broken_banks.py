"""Files of a server that are broken: one vendor's memory suffers at most, and a repair mends it from its texts."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from leverage import Deal, KnowledgeBase
from leverage.errors import StoreUnavailable
from tests.chroma_server import ChromaServer
from tests.fakes import Clock, WordEmbedding

OpenOn = Callable[..., KnowledgeBase]
DEALS = 400  # with more memories than the thousand that Chroma keeps beside the files of an index


@pytest.fixture
def filled(own_chroma: ChromaServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deal: Callable[..., Deal]) -> Path:
    """The folder of a server that is stopped: a large bank, and a small one without files."""
    monkeypatch.setenv("LEVERAGE_CHROMA_URL", own_chroma.url)
    monkeypatch.setenv("LEVERAGE_CHROMA_TIMEOUT", "3")
    with opened(tmp_path) as kb:
        kb.log_many([(deal(vendor="Acme", notes=f"Note {n}", tactics=[("asked", "worked")]), None) for n in range(DEALS)])
        kb.log(deal(vendor="Bolt"))
    own_chroma.kill()
    return own_chroma.folder


def opened(tmp_path: Path, home: str = "home") -> KnowledgeBase:
    """Open a replica, in the server's own database."""
    return KnowledgeBase.open(tmp_path / home, embedding=WordEmbedding(), clock=Clock())


def spoil(folder: Path, bank_id: str, name: str, start: bytes, length: int | None) -> None:
    """Begin a file of a bank's index with other bytes, and cut it off."""
    sql = "SELECT s.id FROM segments s JOIN collections c ON s.collection = c.id WHERE c.name = ? AND s.scope = 'VECTOR'"
    with closing(sqlite3.connect(folder / "chroma.sqlite3")) as connection:
        [(segment,)] = connection.execute(sql, [bank_id]).fetchall()
    with (folder / segment / name).open("r+b") as file:
        file.write(start)
        if length is not None:
            file.truncate(length)


def test_a_bank_that_a_server_can_not_read_is_mended_in_its_folder(
    own_chroma: ChromaServer, filled: Path, tmp_path: Path, deal: Callable[..., Deal], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its deals wait, other vendors go on, and the repair says what to do; the way that the README tells works."""
    spoil(filled, "vendor-acme", "index_metadata.pickle", b"xx", 2)
    own_chroma.start()
    with opened(tmp_path) as kb:
        assert [(each.name, each.deal_count) for each in kb.vendors()] == [("Acme", DEALS), ("Bolt", 1)]
        assert kb.log(deal(vendor="Acme", notes="Meanwhile")).waiting
        assert not kb.log(deal(vendor="Bolt", notes="Meanwhile")).waiting
        with pytest.raises(StoreUnavailable, match="stop it, repair its folder"):
            kb.repair()
    mend(own_chroma, tmp_path, monkeypatch)
    with opened(tmp_path) as kb:
        kb.catch_up()
        assert {each.notes for each in kb.deals("Acme")} == {"Meanwhile", *(f"Note {n}" for n in range(DEALS))}
        assert kb.check() == []


@pytest.mark.parametrize(
    ("bank_id", "name", "length"),
    [
        ("vendor-acme", "data_level0.bin", 100),
        ("vendor-acme", "header.bin", 2),
        ("leverage-journal", "data_level0.bin", 100),
    ],
)
def test_files_that_take_the_server_down_are_mended_in_its_folder(
    own_chroma: ChromaServer,
    filled: Path,
    tmp_path: Path,
    deal: Callable[..., Deal],
    monkeypatch: pytest.MonkeyPatch,
    bank_id: str,
    name: str,
    length: int,
) -> None:
    """Lists stand and deals wait, also where the journal itself is what is broken; nothing is lost."""
    spoil(filled, bank_id, name, b"", length)
    own_chroma.start()
    with opened(tmp_path) as kb:
        assert [(each.name, each.deal_count) for each in kb.vendors()] == [("Acme", DEALS), ("Bolt", 1)]
        kb.log(deal(vendor="Acme", notes="Meanwhile"))
    mend(own_chroma, tmp_path, monkeypatch)
    with opened(tmp_path) as kb:
        kb.catch_up()
        assert {each.notes for each in kb.deals("Acme")} == {"Meanwhile", *(f"Note {n}" for n in range(DEALS))}
        assert not kb.log(deal(vendor="Bolt", notes="After")).waiting
        assert kb.check() == []


def mend(server: ChromaServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Repair the folder of a server as the README tells, and start it again."""
    server.kill()
    monkeypatch.delenv("LEVERAGE_CHROMA_URL")
    place = tmp_path / "mending"
    place.mkdir()
    os.rename(server.folder, place / "banks")
    with opened(tmp_path, "mending") as kb:
        kb.repair()
        assert kb.check() == []
    os.rename(place / "banks", server.folder)
    server.start()
    monkeypatch.setenv("LEVERAGE_CHROMA_URL", server.url)
