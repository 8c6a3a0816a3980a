"""A memory moved by somebody who changes their mind, goes home by another way, or left an app open: nothing is lost by it."""

from pathlib import Path
from typing import Any

import pytest

from leverage import LeverageError
from leverage.memory.server_client import Server
from leverage.transfer import banks
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
