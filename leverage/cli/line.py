"""The line between a command and the app: a TCP connection on this machine that carries messages, once both have proved
that they know the token.

Neither sends the token: each gives the other a random challenge and gets its HMAC back. So whoever took the port of an app
that has died learns nothing and is believed nothing. What does not begin with the greeting, such as any browser's request
whatever its headers are, is answered with 403 and nothing else.
"""

import hmac
import json
import re
import secrets
import socket
import struct
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

ADDRESS = "127.0.0.1"
CHUNK = 1 << 18  # bytes of a file in one message
MOST_WORDS = 1 << 22  # bytes of a message's fields
GREETING_SECONDS = 20.0
STALLED_SECONDS = 60.0  # within a message
SENDING_SECONDS = 3600.0  # as long as somebody may leave a pager open

_NAME = b"LEVERAGE/1 "
_GREETING = re.compile(rb"LEVERAGE/1 [0-9a-f]{64}\n")
_GREETING_LENGTH = len(_NAME) + 65
_PROOF_LENGTH = 32
_REFUSAL = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_HEAD = struct.Struct("!II")


class LineBroken(Exception):
    """The other side is gone, or says what nobody says here."""


class Silence(Exception):
    """Nothing came within the time given; the line is as it was."""


class Stranger(Exception):
    """The other side does not know the token."""


@dataclass(frozen=True)
class Message:
    """What one side says: a word, what belongs to it, and bytes of a file."""

    what: str
    fields: dict[str, Any]
    data: bytes


class Line:
    """One end of a connection. Any thread may send, one at a time receives."""

    def __init__(self, connection: socket.socket) -> None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._in = connection
        self._out = connection.dup()  # with time limits of its own
        self._out.settimeout(SENDING_SECONDS)
        self._sending = threading.Lock()
        self._interjected: str | None = None

    @classmethod
    def to(cls, port: int, token: str) -> Self:
        """Return a line to the app at a port. Raises Stranger where that is no app with this token, LineBroken, and OSError."""
        line = cls(socket.create_connection((ADDRESS, port), timeout=GREETING_SECONDS))
        try:
            line._greet(bytes.fromhex(token))
        except BaseException:
            line.close()
            raise
        return line

    def admit(self, token: bytes) -> None:
        """Let in whoever knows the token. Raises Stranger for anybody else, and LineBroken."""
        until = time.monotonic() + GREETING_SECONDS
        greeting = self._take_line(until)
        if not _GREETING.fullmatch(greeting):
            with suppress(OSError):
                self._out.settimeout(1)
                self._out.sendall(_REFUSAL)
                self._out.shutdown(socket.SHUT_WR)
                self._in.settimeout(1)
                self._in.recv(CHUNK)  # else closing would take the answer back
            raise Stranger
        theirs = bytes.fromhex(greeting[len(_NAME) :].decode())
        mine = secrets.token_bytes(32)
        self._put(mine + _proof(token, b"app", theirs, mine))
        if not hmac.compare_digest(self._take(_PROOF_LENGTH, until), _proof(token, b"command", theirs, mine)):
            raise Stranger

    def send(self, what: str, data: bytes = b"", **fields: Any) -> None:
        """Say something. Raises LineBroken."""
        with self._sending:
            self._put(_packed(what, fields, data))
        self._catch_up()

    def interject(self, what: str) -> None:
        """Say a word from within a signal handler: now, or as soon as what is being said is said. Raises LineBroken."""
        self._interjected = what
        self._catch_up()

    def receive(self, seconds: float) -> Message:
        """Return the next message; raises Silence where none begins within so many seconds, and LineBroken."""
        try:
            self._in.settimeout(seconds)
            first = self._in.recv(1)
        except TimeoutError:
            raise Silence from None
        except OSError as problem:
            raise LineBroken from problem
        if not first:
            raise LineBroken
        until = time.monotonic() + STALLED_SECONDS
        words_length, data_length = _HEAD.unpack(first + self._take(_HEAD.size - 1, until))
        if words_length > MOST_WORDS or data_length > CHUNK:
            raise LineBroken
        words, data = self._take(words_length, until), self._take(data_length, until)
        try:
            fields: dict[str, Any] = json.loads(words)
            return Message(str(fields.pop("what")), fields, data)
        except (ValueError, KeyError, AttributeError, TypeError) as problem:
            raise LineBroken from problem

    def hang_up(self) -> None:
        """End the conversation; whichever thread waits at either end is told."""
        with suppress(OSError):
            self._out.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Hang up and give the connection back, which no other thread may be using any more."""
        self.hang_up()
        self._out.close()
        self._in.close()

    def _greet(self, token: bytes) -> None:
        until = time.monotonic() + GREETING_SECONDS
        mine = secrets.token_bytes(32)
        self._put(_NAME + mine.hex().encode() + b"\n")
        theirs = self._take(32, until)
        if not hmac.compare_digest(self._take(_PROOF_LENGTH, until), _proof(token, b"app", mine, theirs)):
            raise Stranger
        self._put(_proof(token, b"command", mine, theirs))

    def _catch_up(self) -> None:
        while self._interjected and self._sending.acquire(blocking=False):
            try:
                what, self._interjected = self._interjected, None
                self._put(_packed(what, {}, b""))
            finally:
                self._sending.release()

    def _put(self, data: bytes) -> None:
        try:
            self._out.sendall(data)
        except OSError as problem:
            raise LineBroken from problem

    def _take(self, length: int, until: float) -> bytes:
        """Return so many bytes, which must be there at a moment of the monotonic clock."""
        taken = bytearray()
        while len(taken) < length:
            self._in.settimeout(max(until - time.monotonic(), 0.001))
            try:
                some = self._in.recv(length - len(taken))
            except OSError as problem:
                raise LineBroken from problem
            if not some:
                raise LineBroken
            taken += some
        return bytes(taken)

    def _take_line(self, until: float) -> bytes:
        """Return the bytes up to the end of a line, or as many as a greeting has."""
        taken = b""
        while len(taken) < _GREETING_LENGTH and not taken.endswith(b"\n"):
            taken += self._take(1, until)
        return taken


def _packed(what: str, fields: dict[str, Any], data: bytes) -> bytes:
    words = json.dumps({"what": what, **fields}).encode()
    if len(words) > MOST_WORDS or len(data) > CHUNK:
        raise ValueError("A message is too long.")
    return _HEAD.pack(len(words), len(data)) + words + data


def _proof(token: bytes, side: bytes, *challenges: bytes) -> bytes:
    return hmac.digest(token, b"leverage " + side + b"".join(challenges), "sha256")
