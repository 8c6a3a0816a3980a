"""The command `scan`: the same sentences, status and files whoever holds the store."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from leverage import KnowledgeBase, cli
from leverage.cli import caller
from leverage.folders import Entry
from leverage.inbox import pending
from tests.fakes import WordEmbedding
from tests.holding import app

AGREED = "Call with Zanzibar on 2 March 2026.\nWe agreed a 20% discount off list and payment terms of net 60.\n"

Give = Callable[..., int]


@pytest.fixture
def give(store: Path) -> Give:
    """Give a command in this process, and return its status."""

    def give_(*arguments: str | Path) -> int:
        def open_store(folder: Path) -> KnowledgeBase:
            return KnowledgeBase.open(folder, embedding=WordEmbedding())

        return cli.main(["--home", str(store), *map(str, arguments)], open_store)

    return give_


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of a note and something else, beside which commands are given."""
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "note.txt").write_text(AGREED, encoding="utf-8")
    (folder / "picture.png").write_bytes(b"x")
    monkeypatch.chdir(tmp_path)
    return folder


def found(store: Path) -> list[str | None]:
    """Return the vendors of the proposals that wait."""
    with KnowledgeBase.open(store, embedding=WordEmbedding()) as kb:
        return [each.proposal.vendor for each in pending(kb)]


def test_a_scan_says_what_it_did(give: Give, store: Path, notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was read and what was not is told; the second scan has nothing to read, and is all right, too."""
    assert give("scan", "notes") == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "notes: 1 text read, 1 new proposal."
    assert told[1].startswith("picture.png: It is no kind of file that is read here.")
    assert told[2] == "1 proposal waits on the page Inbox."
    assert give("scan", notes) == 0
    assert capsys.readouterr().out.splitlines()[0] == "notes: Nothing new to read."
    assert found(store) == ["Zanzibar"]


def test_a_folder_in_which_nothing_can_be_read_is_a_finding(give: Give, notes: Path) -> None:
    """The status says so to scripts; no folder, or none that is there, is wrong use."""
    (notes / "note.txt").unlink()
    assert give("scan", "notes") == 1
    assert give("scan") == 2
    assert give("scan", "nowhere") == 2


def test_the_folder_is_the_callers(
    give: Give, store: Path, notes: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """While an app holds the store, a relative path, the setting and the rights are those of who gives the command."""
    with app(store) as running:
        assert give("scan", "notes") == 0
        assert capsys.readouterr().out.splitlines()[0] == "notes: 1 text read, 1 new proposal."
        (notes / "late.txt").write_text(AGREED.replace("Zanzibar", "Quagga"), encoding="utf-8")
        monkeypatch.setenv("LEVERAGE_INBOX", str(notes))
        assert give("scan") == 0
        assert capsys.readouterr().out.splitlines()[0] == "notes: 1 text read, 1 new proposal."
        assert running.end() == ""
    assert set(found(store)) == {"Zanzibar", "Quagga"}


def test_the_app_gets_no_file_but_those_of_the_folder(
    give: Give, store: Path, notes: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A listing of many files comes in pages, whole; a command that scans nothing gives no folder."""
    for n in range(300):
        (notes / f"{n:03} {'x' * 100}.png").write_bytes(b"x")
    monkeypatch.setattr(caller, "MOST_WORDS", 20_000)
    with app(store):
        assert give("scan", "notes", "--all-skipped") == 0
        assert capsys.readouterr().out.count("It is no kind of file") == 301
        assert give("check") == 0


def test_a_file_that_is_being_written_is_told_over_the_line(
    give: Give, store: Path, notes: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The app leaves it to the next scan, as it would its own."""
    real = os.fstat
    path = notes / "note.txt"

    def fstat(number: int) -> os.stat_result:
        told = real(number)
        if told.st_ino == path.stat().st_ino:
            path.write_text(AGREED + "More.\n" * (time.time_ns() % 97 + 1), encoding="utf-8")
        return told

    with app(store):
        with monkeypatch.context() as busy:
            busy.setattr(os, "fstat", fstat)
            assert give("scan", "notes") == 1
        assert "note.txt: It is being written." in capsys.readouterr().out
        assert give("scan", "notes") == 0
        assert "1 text read, 1 new proposal" in capsys.readouterr().out


def test_a_listing_fits_into_messages() -> None:
    """Each page holds at least one entry, and all pages together each entry once."""
    listed: list[Entry | tuple[str, str]] = [*(Entry(f"{n}" * 4_000, n, n, n) for n in range(200)), ("a", "b")]
    told = []
    while page := caller._page(listed[len(told) :]).fields:
        if not page["files"] and not page["left_out"]:
            break
        told += [*page["files"], *page["left_out"]]
    assert len(told) == 201
