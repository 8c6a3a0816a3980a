"""Where an app takes the commands of other processes: a port of this machine alone, told in the note beside the store's lock."""

import logging
import secrets
import socket
import threading
import time
from contextlib import suppress
from types import TracebackType
from typing import Self

from leverage.cli.commands import parser
from leverage.cli.distant import DistantTerminal
from leverage.cli.line import ADDRESS, Line, LineBroken, Silence, Stranger
from leverage.cli.status import FAILED, CutShort, status_of
from leverage.edition import edition
from leverage.errors import LeverageError
from leverage.knowledge import KnowledgeBase
from leverage.memory.holder import Door

log = logging.getLogger(__name__)

MOST_JOBS = 8
MOST_CALLERS = 32  # with those who have not proved themselves yet
CLOSING_SECONDS = 10.0  # for the commands that run, to come to their next step

BUSY = f"The app is busy with {MOST_JOBS} other commands. Try again when one of them is done."
CLOSING = "The app is being closed. What was saved until now stays; run the same command again."
BROKEN = "The command failed inside the app. The app's log says why."


class Endpoint:
    """Runs commands over an open knowledge base, from creation to `close`; close it before the knowledge base.

    Where no port can be had, or its token not be kept from others, the log says so and no command is taken.
    """

    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb = kb
        self._token = secrets.token_bytes(32)
        self._jobs: set[DistantTerminal] = set()
        self._lines: set[Line] = set()
        self._changed = threading.Condition()
        self._is_closing = False
        self._socket: socket.socket | None = None
        try:
            self._socket = socket.create_server((ADDRESS, 0))
            kb.announce(Door(self._socket.getsockname()[1], self._token.hex(), edition()))
        except (OSError, LeverageError) as problem:
            log.warning("Commands in a terminal can't be taken while the app runs: %s", problem)
            if self._socket:
                self._socket.close()
                self._socket = None
        else:
            self._serving = threading.Thread(target=self._serve, args=(self._socket,), name="leverage-endpoint", daemon=True)
            self._serving.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Take no more commands, let those that run end at their next step, and hang up. Closing twice is fine."""
        with self._changed:
            if self._is_closing or not self._socket:
                return
            self._is_closing = True
            for job in self._jobs:
                job.stop(CutShort(CLOSING))
        with suppress(OSError, LeverageError):
            self._kb.announce(None)
        with suppress(OSError):
            socket.create_connection(self._socket.getsockname(), timeout=1).close()  # wakes what waits for callers
        self._serving.join(CLOSING_SECONDS)
        self._socket.close()
        with self._changed:
            if not self._changed.wait_for(lambda: not self._jobs, CLOSING_SECONDS):
                log.warning("A command was cut short, since the app is being closed.")
            for line in self._lines:
                line.hang_up()

    def _serve(self, door: socket.socket) -> None:
        while not self._is_closing:
            try:
                connection, _ = door.accept()
            except OSError as problem:
                if not self._is_closing:
                    log.warning("A caller could not be heard: %s", problem)
                    time.sleep(1)
                continue
            with self._changed:
                is_heard = not self._is_closing and len(self._lines) < MOST_CALLERS
                if is_heard:
                    line = Line(connection)
                    self._lines.add(line)
            if is_heard:
                threading.Thread(target=self._hear, args=(line,), name="leverage-command", daemon=True).start()
            else:
                connection.close()

    def _hear(self, line: Line) -> None:
        try:
            line.admit(self._token)
            job = line.receive(10)
            if job.what == "job":
                self._run(DistantTerminal(self._kb, line, job.fields), [str(each) for each in job.fields["arguments"]])
        except Stranger:
            log.warning("Somebody without the token asked for a command, and was refused.")
        except (LineBroken, Silence):
            pass
        except Exception:
            log.exception("A caller could not be answered")
        finally:
            with self._changed:
                self._lines.discard(line)
            line.close()

    def _run(self, terminal: DistantTerminal, arguments: list[str]) -> None:
        with self._changed:
            why = CLOSING if self._is_closing else BUSY if len(self._jobs) >= MOST_JOBS else None
            if not why:
                self._jobs.add(terminal)
        try:
            terminal.end(_refused(terminal, why) if why else _run(terminal, arguments))
        finally:
            with self._changed:
                self._jobs.discard(terminal)
                self._changed.notify_all()


def _run(terminal: DistantTerminal, arguments: list[str]) -> int:
    try:
        asked = parser().parse_args(arguments)
        if asked.alone:
            return _refused(terminal, asked.alone)
        return status_of(lambda: int(asked.run(asked, terminal)), terminal)
    except (Exception, SystemExit):
        log.exception("A command failed")
        return _refused(terminal, BROKEN)


def _refused(terminal: DistantTerminal, why: str) -> int:
    terminal.complain(why)
    return FAILED
