"""A memory moved by somebody who changes their mind, goes home by another way, or left an app open: nothing is lost by it."""

from pathlib import Path
from typing import Any

import pytest

from leverage import LeverageError, backup
from leverage.errors import StoreUnavailable
from leverage.memory.server_client import Server
from leverage.transfer import banks, moving
from leverage.transfer.marks import FILE_NAME
from tests.fakes import WordEmbedding
from tests.test_moving_to_server import Write, back, home, opened, server, there, told, use

__all__ = ["home", "server"]  # fixtures


def stop_after(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """Let a move be stopped once so many banks were copied."""
    write, copied = banks._write, []

    def stopped(target: Any, bank_id: str, content: Any) -> None:
        if len(copied) == count:
            raise KeyboardInterrupt
        write(target, bank_id, content)
        copied.append(bank_id)

    monkeypatch.setattr(banks, "_write", stopped)


def test_half_of_a_memory_is_never_brought_back_over_the_whole(
    home: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move to a server that was stopped, and then taken for undone by a move back."""
    with opened(home) as kb:
        before = told(kb)
    with monkeypatch.context() as patch:
        stop_after(patch, 3)
        with pytest.raises(KeyboardInterrupt):
            there(home, server)
    with pytest.raises(LeverageError, match="never finished"):
        back(home, server)
    with opened(home) as kb:
        assert told(kb) == before
    there(home, server)
    use(monkeypatch, server)
    with opened(home) as kb:
        assert told(kb) == before


def test_the_list_is_that_of_the_memory_that_came_back(
    home: Path, server: Server, deal: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Written at another replica only: the folder's list was made of the memory as it was before it went."""
    there(home, server)
    use(monkeypatch, server)
    with opened(home.with_name("replica")) as kb:
        kb.log(deal(vendor="Later"))
    back(home, server)
    use(monkeypatch, None)
    with opened(home) as kb:
        assert "Later" in {each.name for each in kb.vendors()}
        assert kb.check() == []


def test_an_app_left_open_keeps_what_it_is_told_and_writes_no_more_to_what_has_left(
    home: Path, server: Server, deal: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a replica takes while the memory goes, or after it has gone, waits in its outbox and is in neither by half."""
    there(home, server)
    use(monkeypatch, server)
    with opened(home.with_name("replica")) as kb:
        copy_all = moving.copy_all

        def written(*given: Any) -> None:
            kb.log(deal(vendor="Acme", notes="Meanwhile"))
            copy_all(*given)

        with monkeypatch.context() as patch:
            patch.setattr(moving, "copy_all", written)
            back(home, server)
        kb.log(deal(vendor="Acme", notes="Afterwards"))
        assert len(kb.waiting()) == 2
    use(monkeypatch, None)
    with opened(home) as kb:
        assert not {"Meanwhile", "Afterwards"} & {each.notes for each in kb.deals("Acme")}
        assert kb.check() == []


def test_a_move_back_that_is_stopped_lets_replicas_go_on(
    home: Path, server: Server, deal: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server counts until the end: it is open again at once."""
    there(home, server)
    use(monkeypatch, server)
    with monkeypatch.context() as patch:
        stop_after(patch, 3)
        with pytest.raises(KeyboardInterrupt):
            back(home, server)
    with opened(home.with_name("replica")) as kb:
        kb.log(deal(vendor="Acme", notes="Between"))
        assert kb.waiting() == []
    back(home, server)
    use(monkeypatch, None)
    with opened(home) as kb:
        assert "Between" in {each.notes for each in kb.deals("Acme")}
        assert kb.check() == []


def test_an_app_does_not_start_on_half_of_a_memory_or_on_one_that_has_left(
    home: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused at the start, with what to do."""
    with monkeypatch.context() as patch:
        stop_after(patch, 3)
        with pytest.raises(KeyboardInterrupt):
            there(home, server)
    use(monkeypatch, server)
    with pytest.raises(StoreUnavailable, match="being moved"):
        opened(home.with_name("replica"))
    there(home, server)
    back(home, server)
    with pytest.raises(StoreUnavailable, match="was moved into"):
        opened(home.with_name("replica"))


def test_no_backup_is_restored_where_a_memory_went_from(
    home: Path, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where somebody has deleted the copy there: it could not be opened."""
    with opened(home) as kb, (tmp_path / "all.zip").open("w+b") as file:
        backup.fill(kb, file)
    there(home, server)
    (home / "banks").rename(tmp_path / "away")
    with pytest.raises(StoreUnavailable, match="was moved to"):
        backup.restore(tmp_path / "all.zip", home, embedding=WordEmbedding())
    assert (home / FILE_NAME).exists()
