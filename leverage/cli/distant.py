"""The terminal of another process, as a command sees it that runs inside the app: everything goes through the line."""

import queue
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from leverage.cli.line import CHUNK, Line, LineBroken, Message, Silence
from leverage.cli.terminal import OutFile
from leverage.embedding_choice import Choice
from leverage.errors import LeverageError
from leverage.folders import BeingWritten, Entry, Folder
from leverage.knowledge import KnowledgeBase
from leverage.progress import Progress

BEAT_SECONDS = 5.0  # so often the app says that it is alive, and is told of a stop at once
SHOWN_SECONDS = 0.1  # between two moves of a bar
MOST_READ = 1 << 30  # bytes; what a command refuses, it refuses before


class DistantTerminal:
    """The place where a command was given, at the other end of a line.

    Where somebody there presses Ctrl-C or is gone, or the app is being closed, what comes next in the command raises: a
    step of its progress, a file, bytes for standard output.
    """

    def __init__(self, kb: KnowledgeBase, line: Line, job: dict[str, Any]) -> None:
        self._kb = kb
        self._line = line
        self._answers: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self._why: BaseException | None = None
        self.home = Path(str(job["home"]))
        self.is_screen = bool(job["is_screen"])
        self.setting: Choice | None = job["setting"]
        self._listening = threading.Thread(target=self._listen, name="leverage-caller", daemon=True)
        self._listening.start()

    def stop(self, why: BaseException) -> None:
        """Let the command end with this error at its next step."""
        self._why = self._why or why

    def has_store(self) -> bool:
        """Say that there is a store: the app has it open."""
        return True

    @contextmanager
    def open_store(self) -> Iterator[KnowledgeBase]:
        """Give the app's knowledge base, once it has brought in what waited, as an opening would have."""
        while self._kb.is_catching_up:
            self._go_on()
            time.sleep(0.05)
        yield self._kb

    def say(self, text: str) -> None:
        """Write a line on the caller's standard output."""
        self._tell("say", text=text)

    def complain(self, text: str) -> None:
        """Write a line on the caller's standard error."""
        self._tell("complain", text=text)

    def end(self, status: int) -> None:
        """Tell the caller the exit status, let it hang up, else do so."""
        self._tell("status", status=status)
        self._listening.join(BEAT_SECONDS)
        self._line.hang_up()
        self._listening.join()

    @contextmanager
    def bar(self, label: str) -> Iterator[Progress]:
        """Give a progress callback that moves a bar at the caller's."""
        self._go_on()
        self._tell("bar", label=label)
        shown = 0.0

        def move(done: int, total: int) -> None:
            nonlocal shown
            self._go_on()
            now = time.monotonic()
            if done >= total or now - shown > SHOWN_SECONDS:
                shown = now
                self._tell("move", done=done, total=total)

        try:
            yield move
        finally:
            self._tell("bar", label=None)

    def put_out(self, data: bytes) -> None:
        """Write bytes on the caller's standard output."""
        for start in range(0, len(data), CHUNK):
            self._go_on()
            self._tell("bytes", data[start : start + CHUNK])

    def hush(self) -> None:
        """Do nothing: what is closed is at the caller's."""

    def read(self, path: str, approve: Callable[[int], None]) -> bytes:
        """Return what is in a file, as the caller may read it."""
        size = self._ask("read", path=path).fields["size"]
        approve(size)
        return _fetched(self._ask, size, path)

    def folder(self, path: str | None) -> Folder:
        """Return a folder at the caller's, else that of the caller's settings."""
        return _DistantFolder(self._ask, path)

    @contextmanager
    def file(self, path: str, name: str, *, private: bool = False, overwrite: bool = True) -> Iterator[OutFile]:
        """Give a file here, which is sent once the block ends well, and written as the caller may write it."""
        place = str(self._ask("file", path=path, name=name, private=private, overwrite=overwrite).fields["path"])
        with tempfile.TemporaryFile() as file:
            yield OutFile(file, place)
            file.seek(0)
            while chunk := file.read(CHUNK):
                self._ask("write", chunk)
        self._ask("keep")

    def _tell(self, what: str, data: bytes = b"", **fields: Any) -> None:
        try:
            self._line.send(what, data, **fields)
        except LineBroken:  # nobody is there to be told
            self.stop(KeyboardInterrupt())

    def _ask(self, what: str, data: bytes = b"", **fields: Any) -> Message:
        """Return the caller's answer; what could not be done there raises here as it would have there."""
        self._go_on()
        self._tell(what, data, **fields)
        answer = self._answers.get()
        self._go_on()
        if answer is None:
            raise KeyboardInterrupt
        if answer.what == "refused":
            raise LeverageError(str(answer.fields["sentence"]))
        if answer.what == "failed":
            raise OSError(answer.fields["number"], answer.fields["reason"], answer.fields["name"])
        return answer

    def _go_on(self) -> None:
        if self._why:
            raise self._why

    def _listen(self) -> None:
        """Take what the caller says until it is gone, and tell it now and then that the app is alive."""
        while True:
            try:
                message = self._line.receive(BEAT_SECONDS)
            except Silence:
                with suppress(LineBroken):  # the next receiving finds that out
                    self._line.send("beat")
                continue
            except LineBroken:
                self.stop(KeyboardInterrupt())
                self._answers.put(None)
                return
            if message.what == "stop":
                self.stop(KeyboardInterrupt())
            else:
                self._answers.put(message)


class _DistantFolder:
    """A folder at the other end of a line, as `Folder` says; it is read with the rights that are there."""

    def __init__(self, ask: Callable[..., Message], path: str | None) -> None:
        self._ask = ask
        told = ask("folder", path=path).fields
        self.name, self.key = str(told["name"]), str(told["key"])

    def now(self) -> int:
        """Return now by the clock there."""
        return int(self._ask("now").fields["now"])

    def entries(self) -> tuple[list[Entry], list[tuple[str, str]]]:
        """Return its files, and what is left out with the reason."""
        found: list[Entry] = []
        left_out: list[tuple[str, str]] = []
        while True:
            told = self._ask("entries", start=len(found) + len(left_out)).fields
            found += [Entry(str(name), int(modified), int(changed), int(size)) for name, modified, changed, size in told["files"]]
            left_out += [(str(name), str(why)) for name, why in told["left_out"]]
            if not told["files"] and not told["left_out"]:
                return found, left_out

    def read(self, entry: Entry, most: int) -> bytes:
        """Return what is in a file there."""
        told = self._ask("open", name=entry.name, most=most).fields
        if told["is_being_written"]:
            raise BeingWritten(str(told["sentence"]))
        return _fetched(self._ask, int(told["size"]), entry.shown)


def _fetched(ask: Callable[..., Message], size: int, name: str) -> bytes:
    data = bytearray()
    while chunk := ask("more", start=len(data)).data:
        data += chunk
        if len(data) > min(size, MOST_READ):
            raise LeverageError(f"{name} grew while it was read. Try again.")
    return bytes(data)
