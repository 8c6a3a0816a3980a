"""The door of an app: who may come in, who finds it, and what becomes of those who may not."""

import contextlib
import json
import logging
import os
import socket
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

import pytest

from leverage import KnowledgeBase, cli
from leverage.cli import endpoint, line
from leverage.cli.distant import DistantTerminal
from leverage.cli.endpoint import Endpoint
from leverage.cli.line import Line, LineBroken, Silence, Stranger
from leverage.cli.status import status_of
from leverage.edition import edition
from leverage.memory.holder import LOCK, NOTE, Door, Held
from tests.fakes import WordEmbedding

Say = Callable[..., tuple[int, str]]


@pytest.fixture
def door(kb: KnowledgeBase, store: Path) -> Iterator[Door]:
    """The door of an app."""
    with Endpoint(kb):
        held = Held.read(store)
        assert held
        assert held.door
        yield held.door


@pytest.fixture
def say(store: Path, capsys: pytest.CaptureFixture[str]) -> Say:
    """Give a command, and return its status and what it complains of."""

    def say_(*arguments: str) -> tuple[int, str]:
        def open_store(folder: Path) -> KnowledgeBase:
            return KnowledgeBase.open(folder, embedding=WordEmbedding())

        status = cli.main(["--home", str(store), *arguments], open_store)
        return status, capsys.readouterr().err

    return say_


@pytest.mark.skipif(os.name != "posix", reason="rights of this kind are POSIX")
def test_the_note_is_its_owners_alone(
    open_kb: Callable[..., KnowledgeBase], store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also with a umask that gives everything away, from the first byte on, and with or without a door."""
    rights: set[int] = set()
    real = os.open

    def spy(path: str | Path, flags: int, *more: int) -> int:
        handle = real(path, flags, *more)
        if str(path).startswith(str(store / NOTE)):
            rights.add(stat.S_IMODE(os.fstat(handle).st_mode))
        return handle

    monkeypatch.setattr(os, "open", spy)
    before = os.umask(0)
    try:
        kb = open_kb()
        assert stat.S_IMODE((store / NOTE).stat().st_mode) == 0o600
        with Endpoint(kb):
            token = json.loads((store / NOTE).read_text())["token"]
            assert stat.S_IMODE((store / NOTE).stat().st_mode) == 0o600
            assert len(bytes.fromhex(token)) == 32
            assert [path for path in store.rglob("*") if path.is_file() and token.encode() in path.read_bytes()] == [store / NOTE]
        assert "token" not in (store / NOTE).read_text()
    finally:
        os.umask(before)
    assert rights == {0o600}
    kb.close()
    assert not (store / NOTE).exists()


def test_a_note_that_others_could_read_is_not_written(
    kb: KnowledgeBase, store: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Where a file system knows no owners, the app runs without a door and its log says so."""
    real = os.open
    monkeypatch.setattr(os, "open", lambda path, flags, mode=0o777: real(path, flags, 0o644))
    with Endpoint(kb):
        held = Held.read(store)
        assert held
        assert held.door is None
    assert "keeps no file to its owner" in caplog.text


def test_whichever_thread_closes_the_store_lets_go_of_it(open_kb: Callable[..., KnowledgeBase], store: Path) -> None:
    """The lock used to belong to the thread that took it: closed by another, it stayed, and its note with it."""
    kb = open_kb()
    closing = threading.Thread(target=kb.close)
    closing.start()
    closing.join()
    assert not (store / NOTE).exists()
    open_kb()


@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
@pytest.mark.parametrize("headers", [{}, {"Origin": "https://example.com"}, {"Origin": "null", "Authorization": "Bearer TOKEN"}])
def test_no_browser_comes_in(door: Door, method: str, headers: dict[str, str]) -> None:
    """Whatever a page lets a browser send is refused, the very token included, and nothing is told."""
    sent = {name: value.replace("TOKEN", door.token) for name, value in headers.items()}
    request = Request(f"http://127.0.0.1:{door.port}/{door.token}", b"x" * 99 if method == "POST" else None, sent, method=method)
    with pytest.raises(HTTPError) as refused:
        build_opener(ProxyHandler({})).open(request, timeout=10)
    assert (refused.value.code, refused.value.read()) == (403, b"")
    assert not [name for name in refused.value.headers if name.lower().startswith("access-control")]
    refused.value.close()


def test_a_wrong_token_is_refused_on_both_sides(door: Door, caplog: pytest.LogCaptureFixture) -> None:
    """The caller does not believe an app that can't prove itself, the app no caller; the token itself is never sent."""
    with pytest.raises(Stranger):
        Line.to(door.port, "00" * 32)
    with socket.create_connection(("127.0.0.1", door.port)) as connection:
        connection.sendall(b"LEVERAGE/1 " + b"0" * 64 + b"\n")
        told = connection.recv(64, socket.MSG_WAITALL)
        assert len(told) == 64
        assert bytes.fromhex(door.token) not in told
        connection.sendall(bytes(32))
        assert connection.recv(1) == b""
    _until(lambda: "Somebody without the token" in caplog.text)
    Line.to(door.port, door.token).close()


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"\n",
        b"LEVERAGE/2 " + b"0" * 64 + b"\n",
        b"\x16\x03\x01\x02\x00\x01",
        b"LEVERAGE/1 " + b"z" * 64 + b"\n",
        bytes(9000),
    ],
)
def test_nonsense_is_hung_up_on(door: Door, sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is no greeting, or none in time, gets at most a refusal."""
    monkeypatch.setattr(line, "GREETING_SECONDS", 0.5)
    with socket.create_connection(("127.0.0.1", door.port), timeout=10) as connection:
        connection.sendall(sent)
        with contextlib.suppress(ConnectionResetError):
            assert connection.recv(1000) in (b"", line._REFUSAL)


def test_an_oversized_message_is_hung_up_on(door: Door) -> None:
    """Nobody lets the app hold more than a message's bounds."""
    connection = Line.to(door.port, door.token)
    connection._put(line._HEAD.pack(1 << 31, 0))
    with pytest.raises(LineBroken):
        connection.receive(10)
    connection.close()


def test_who_only_stands_at_the_door_keeps_nobody_out(door: Door, say: Say) -> None:
    """Silent connections take no command's place, and too many are hung up on."""
    idle = [socket.create_connection(("127.0.0.1", door.port)) for _ in range(20)]
    assert say("imports") == (0, "")
    for each in idle:
        each.close()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere 127.0.0.2 is no address")
def test_no_other_address_leads_in(door: Door) -> None:
    """The door opens on the one loopback address."""
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", door.port), timeout=5)


def test_no_proxy_is_asked(door: Door, say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings of a proxy change nothing."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert say("imports") == (0, "")


def test_an_app_with_much_to_do_says_so(door: Door, say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many commands run at a time; the next is refused with a sentence."""
    monkeypatch.setattr(endpoint, "MOST_JOBS", 0)
    assert say("imports") == (2, f"{endpoint.BUSY}\n")


def test_a_command_that_fails_inside_the_app_is_said(
    door: Door, say: Say, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The app lives on, and its log has what went wrong."""
    with monkeypatch.context() as patch:
        patch.setattr(KnowledgeBase, "check", lambda self, progress=None: 1 / 0)
        assert say("check") == (2, f"{endpoint.BROKEN}\n")
    assert "ZeroDivisionError" in caplog.text
    assert say("check") == (0, "")


def test_a_caller_hands_out_no_file_that_it_does_not_name(door: Door, store: Path, tmp_path: Path, say: Say) -> None:
    """An app that asks for another file, or for a name out of the folder, is hung up on."""
    (tmp_path / "secret").write_text("x")

    def asks(what: str, **fields: object) -> tuple[int, str]:
        def answer(terminal: DistantTerminal, arguments: list[str]) -> int:
            return status_of(lambda: len(terminal._ask(what, **fields).what), terminal)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(endpoint, "_run", answer)
            return say("export", "-o", str(tmp_path))

    more = {"private": False, "overwrite": True}
    for status, said in (
        asks("read", path=str(tmp_path / "secret")),
        asks("file", path=str(tmp_path / "secret"), name="x", **more),
        asks("file", path=str(tmp_path), name="../x", **more),
        asks("nonsense"),
    ):
        assert status == 2
        assert "The app ended before" in said
    assert (tmp_path / "secret").read_text() == "x"


def test_a_note_from_before_is_no_hindrance(store: Path, say: Say) -> None:
    """After a crash the lock is free: the command runs by itself, and its own note takes the old one's place."""
    store.mkdir()
    told = {"pid": 1, "host": "gone", "since": "2026-01-01", "port": 9, "token": "00" * 32, "edition": "x"}
    (store / NOTE).write_text(json.dumps(told))
    assert say("imports") == (0, "")
    assert not (store / NOTE).exists()


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"host": "elsewhere"}, "is held by elsewhere. Run the command there."),
        ({"edition": "0"}, "runs another version of Leverage than this command. Start the app anew"),
        ({"token": "00" * 32}, "which takes no commands at the moment. Try again in a minute, or close it."),
        ({"port": 1}, "which takes no commands at the moment. Try again in a minute, or close it."),
        ({"port": 0}, "is in use by another process. Close that first"),
        ({"port": "x"}, "is in use by another process. Close that first"),
        ({"token": None}, "is in use by another process. Close that first"),
        (None, "is in use by another process. Close that first"),
    ],
)
def test_a_holder_that_can_not_be_reached_is_said(
    door: Door, store: Path, say: Say, changed: dict[str, object], says: str
) -> None:
    """On another machine, of another version, with another token, away or with a note that is none: one sentence each."""
    told = json.loads((store / NOTE).read_text())
    (store / NOTE).write_text(json.dumps(told | changed) if changed else "[]")
    status, said = say("check")
    assert status == 2
    assert says in said
    assert said.count("\n") == 1


def test_a_holder_without_a_door_is_said(kb: KnowledgeBase, say: Say) -> None:
    """A script holds the store for itself: who it is, and what to do."""
    status, said = say("check")
    assert status == 2
    assert f"is in use by process {os.getpid()} on" in said


def test_who_takes_the_port_of_a_dead_app_is_believed_nothing(kb: KnowledgeBase, store: Path, say: Say) -> None:
    """It gets a challenge that tells nothing, and no job."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        kb.announce(Door(other.getsockname()[1], "11" * 32, edition()))
        heard: list[bytes] = []

        def pretend() -> None:
            connection, _ = other.accept()
            with connection:
                heard.append(connection.recv(1000))
                connection.sendall(bytes(64))
                heard.append(connection.recv(1000))

        thread = threading.Thread(target=pretend)
        thread.start()
        status, said = say("export", "-o", str(store))
        thread.join()
    assert (status, "takes no commands at the moment" in said) == (2, True)
    assert heard[1] == b""
    assert bytes.fromhex("11" * 32) not in heard[0]
    assert b"11" * 32 not in heard[0]


def test_a_line_says_when_nothing_comes(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    """Silence is told apart from an end, and leaves the line as it was."""
    connection = Line.to(door.port, door.token)
    with pytest.raises(Silence):
        connection.receive(0.05)
    connection.send("job", arguments=["imports"], home="x", is_screen=False, setting="english")
    told = [connection.receive(30) for _ in range(2)]
    assert [each.what for each in told] == ["say", "status"]
    connection.close()


def test_a_closed_door_is_told_nowhere(kb: KnowledgeBase, store: Path, say: Say, caplog: pytest.LogCaptureFixture) -> None:
    """Nothing listens any more, the store is still held, and closing twice is fine."""
    opened = Endpoint(kb)
    held = Held.read(store)
    assert held
    assert held.door
    opened.close()
    opened.close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", held.door.port), timeout=5)
    assert say("check")[0] == 2
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


@pytest.mark.skipif(os.name != "posix", reason="rights of this kind are POSIX")
def test_somebody_who_may_not_read_the_note_is_told(
    kb: KnowledgeBase, store: Path, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store is another user's: the sentence says so."""
    (store / NOTE).write_text("")
    real = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: False if str(path).endswith(NOTE) else real(path, mode))
    assert "in use by another user's process" in say("check")[1]
    assert (store / LOCK).exists()


def _until(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + 10
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.02)
