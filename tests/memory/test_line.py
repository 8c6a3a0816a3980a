"""A line to a server: one caller finds out that it is away, and nobody else waits for it."""

import pytest

from leverage.errors import StoreUnavailable
from leverage.memory import line
from leverage.memory.last_read import LastRead, last_read_does
from leverage.memory.line import Line


class Server:
    """A server that is there or not; it counts how often it was asked for a sign of life."""

    def __init__(self) -> None:
        self.is_there = True
        self.asked = 0

    def is_alive(self, seconds: float) -> bool:
        """Answer, or not."""
        self.asked += 1
        return self.is_there


def test_a_server_that_answers_is_not_asked_for_a_sign_of_life() -> None:
    """A call costs nothing more than before."""
    server = Server()
    told = Line(server.is_alive, 3)
    told.need()
    told.worked()
    assert server.asked == 0
    assert told.away is None


def test_nobody_waits_for_a_server_that_is_away() -> None:
    """Calls are refused at once, without asking it, and since when it is away stays."""
    server = Server()
    told = Line(server.is_alive, 3)
    server.is_there = False
    assert not told.look()
    since = told.away
    for _ in range(3):
        with pytest.raises(StoreUnavailable, match="can't be reached"):
            told.need()
    assert server.asked == 1
    assert not told.look()
    assert told.away == since


def test_a_server_that_is_back_is_found_by_whoever_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the background, or after a pause by one caller."""
    server = Server()
    told = Line(server.is_alive, 3)
    for pause in (10.0, 0.0):
        monkeypatch.setattr(line, "PAUSE", pause)
        server.is_there = False
        told.look()
        server.is_there = True
        assert pause == 0.0 or told.look()
        told.need()
        assert told.away is None


def test_a_server_that_fails_over_one_bank_is_not_away() -> None:
    """It gives a sign of life, so others go on."""
    told = Line(Server().is_alive, 3)
    assert told.look()
    told.need()
    assert told.away is None


def test_a_server_that_lets_nobody_in_is_asked_all_the_same() -> None:
    """It answers, so nobody has to wait; pages say it until a call goes through."""
    told = Line(Server().is_alive, 3)
    told.refused()
    told.need()
    assert told.away is not None
    assert told.away.is_refused
    told.worked()
    assert told.away is None


def fail() -> dict[str, str]:
    """Read in vain."""
    raise StoreUnavailable("away")


def test_what_was_read_last_does_for_pages_alone() -> None:
    """Whoever acts hears that the memory is away, also within a page."""
    last = LastRead()
    last.read("acme", None, lambda: {"a": "1"})
    with pytest.raises(StoreUnavailable):
        last.read("acme", None, fail)
    with last_read_does():
        assert last.read("acme", None, fail) == {"a": "1"}
        with pytest.raises(StoreUnavailable):
            last.read("acme", ("a",), fail)
        with last_read_does(False), pytest.raises(StoreUnavailable):
            last.read("acme", None, fail)


def test_what_was_written_or_erased_meanwhile_is_not_kept() -> None:
    """Neither what was read before, nor what is being read just then."""
    last = LastRead()

    def read() -> dict[str, str]:
        last.drop("acme")
        return {"a": "erased"}

    last.read("bolt", None, lambda: {"b": "2"})
    last.read("acme", None, read)
    last.drop("bolt")
    with last_read_does():
        for bank_id in ("acme", "bolt"):
            with pytest.raises(StoreUnavailable):
                last.read(bank_id, None, fail)


def test_what_was_read_longest_ago_makes_room() -> None:
    """By whole banks, and never for the one that was read last."""
    last = LastRead(most=3)
    for bank_id in ("acme", "bolt"):
        last.read(bank_id, None, lambda: dict.fromkeys("ab", "1"))
    with last_read_does():
        assert last.read("bolt", None, fail)
        with pytest.raises(StoreUnavailable):
            last.read("acme", None, fail)
