"""A command handed to the app that holds the store; what it says, reads and writes there is said, read and written here."""

import argparse
import signal
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import IO, Any, NamedTuple

from leverage.cli.line import CHUNK, MOST_WORDS, Line, LineBroken, Message, Silence, Stranger
from leverage.cli.terminal import LocalTerminal
from leverage.edition import edition
from leverage.errors import LeverageError, StoreInUse, StoreUnavailable
from leverage.folders import BeingWritten, Entry, LocalFolder
from leverage.memory.holder import Held
from leverage.progress import Progress
from leverage.settings import load_settings

SILENT_SECONDS = 60.0  # the app says every few seconds that it is alive

ENDED = "The app ended before the command was done. What was saved until then stays; run the same command again."
HANGS = "The app does not answer any more. What was saved until now stays; look after the app, then run the same command again."


def hand_over(given: Sequence[str], asked: argparse.Namespace, terminal: LocalTerminal, problem: StoreInUse) -> int:
    """Let the holder of the store run a command, and return its exit status.

    Raises the `problem` where the holder takes no commands, StoreUnavailable where it can't be reached or ends meanwhile.
    """
    held = Held.read(terminal.home)
    if held and not held.is_here:
        raise StoreInUse(f"The store in {terminal.home} is held by {held.host}. Run the command there.") from problem
    if not held or not held.door:
        raise problem
    if held.door.edition != edition():
        raise StoreInUse(
            f"The app that holds the store in {terminal.home} runs another version of Leverage than this command. Start the "
            "app anew, or run the command from the copy that the app runs from."
        ) from problem
    with _reached(held, terminal.home) as line, _stops(line):
        line.send(
            "job",
            arguments=list(given),
            home=str(terminal.home),
            is_screen=terminal.is_screen,
            setting=load_settings().embedding,
        )
        return _Attendance(line, asked, terminal).status()


class _Answer(NamedTuple):
    """What is told the app: a few words, and bytes of a file."""

    fields: Mapping[str, Any] = {}
    data: bytes = b""


@contextmanager
def _reached(held: Held, home: Path) -> Iterator[Line]:
    """Give a line to the holder, and say in a sentence what becomes of it."""
    assert held.door
    who = f"The store in {home} is in use by process {held.pid}"
    try:
        line = Line.to(held.door.port, held.door.token)
    except (Stranger, LineBroken, ConnectionRefusedError):
        raise StoreUnavailable(f"{who}, which takes no commands at the moment. Try again in a minute, or close it.") from None
    except OSError as problem:
        raise StoreUnavailable(
            f"{who}, which can't be reached ({problem.strerror or problem}). Try again in a minute, or close it."
        ) from None
    try:
        yield line
    except LineBroken:
        raise StoreUnavailable(ENDED) from None
    except Silence:
        raise StoreUnavailable(HANGS) from None
    finally:
        line.close()


@contextmanager
def _stops(line: Line) -> Iterator[None]:
    """Tell the app of the first Ctrl-C, so that it stops as it would here; the second leaves at once."""
    is_told = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal is_told
        if is_told:
            raise KeyboardInterrupt
        is_told = True
        line.interject("stop")

    is_ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    is_ours = is_ours and threading.current_thread() is threading.main_thread()  # which alone is told of Ctrl-C
    if is_ours:
        signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        if is_ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)


class _Dropped(Exception):
    """The app does not go on with a file that it had begun."""


class _Attendance:
    """Does what the app asks of this terminal: with the rights that are here, and with the files that were named here."""

    def __init__(self, line: Line, asked: argparse.Namespace, terminal: LocalTerminal) -> None:
        self._line = line
        self._terminal = terminal
        self._may_read = getattr(asked, asked.reads) if asked.reads else None
        self._may_write = getattr(asked, asked.writes) if asked.writes else None
        self._may_scan = (getattr(asked, asked.scans),) if asked.scans else ()
        self._folder: LocalFolder | None = None  # that is scanned
        self._entries: dict[str, Entry] = {}
        self._listed: list[Entry | tuple[str, str]] = []
        self._data = b""  # of the file that is read
        self._out: IO[bytes] | None = None  # the file that is written
        self._writing, self._bar = ExitStack(), ExitStack()
        self._move: Progress = _stay

    def status(self) -> int:
        """Return the exit status once the app tells it."""
        try:
            while (message := self._next()).what != "status":
                try:
                    answer = self._answer(message)
                except LeverageError as problem:
                    self._line.send("refused", sentence=str(problem))
                except OSError as problem:
                    reason = problem.strerror or str(problem)
                    self._line.send("failed", number=problem.errno, reason=reason, name=problem.filename)
                else:
                    self._line.send("done", answer.data, **answer.fields)
            return int(message.fields["status"])
        except (KeyError, TypeError, AttributeError, ValueError) as problem:
            raise LineBroken from problem
        finally:
            self._bar.close()
            self._writing.__exit__(_Dropped, _Dropped(), None)

    def _next(self) -> Message:
        """Return the next message that wants an answer, or the status; say and show all before."""
        while True:
            message = self._line.receive(SILENT_SECONDS)
            fields = message.fields
            match message.what:
                case "beat":
                    continue
                case "say":
                    self._terminal.say(fields["text"])
                case "complain":
                    self._terminal.complain(fields["text"])
                case "bytes":
                    self._terminal.put_out(message.data)
                case "bar":
                    self._show(fields["label"])
                case "move":
                    self._move(fields["done"], fields["total"])
                case _:
                    return message

    def _show(self, label: str | None) -> None:
        self._bar.close()
        self._move = self._bar.enter_context(self._terminal.bar(label)) if label is not None else _stay

    def _answer(self, message: Message) -> _Answer:
        """Return what the app wants to know of a file; it gets no other than the command line names."""
        fields = message.fields
        match message.what:
            case "folder" if fields["path"] in self._may_scan:
                self._folder = folder = self._terminal.folder(fields["path"])
                return _Answer({"name": folder.name, "key": folder.key})
            case "now" | "entries" | "open" if self._folder:
                return self._answer_of(self._folder, message)
            case "read" if fields["path"] == self._may_read:
                self._data = self._terminal.read(fields["path"])
                return _Answer({"size": len(self._data)})
            case "more":
                return _Answer(data=self._data[fields["start"] : fields["start"] + CHUNK])
            case "file" if fields["path"] == self._may_write and Path(fields["name"]).name == fields["name"]:
                options = {"private": fields["private"], "overwrite": fields["overwrite"]}
                out = self._writing.enter_context(self._terminal.file(fields["path"], fields["name"], **options))
                self._out = out.file
                return _Answer({"path": out.path})
            case "write" if self._out:
                self._out.write(message.data)
                return _Answer()
            case "keep":
                self._writing.close()
                return _Answer()
        raise LineBroken

    def _answer_of(self, folder: LocalFolder, message: Message) -> _Answer:
        """Return what the app wants to know of the folder that it scans; of its files it gets those that were listed."""
        fields = message.fields
        match message.what:
            case "now":
                return _Answer({"now": folder.now()})
            case "entries":
                if fields["start"] == 0:
                    found, left_out = folder.entries()
                    self._listed, self._entries = [*found, *left_out], {each.name: each for each in found}
                return _page(self._listed[fields["start"] :])
            case "open" if fields["name"] in self._entries:
                try:
                    self._data = folder.read(self._entries[fields["name"]], fields["most"])
                except BeingWritten as problem:
                    return _Answer({"is_being_written": True, "sentence": str(problem)})
                return _Answer({"is_being_written": False, "size": len(self._data)})
        raise LineBroken


def _page(listed: Sequence[Entry | tuple[str, str]]) -> _Answer:
    """Return as much of a listing as one message holds."""
    page: list[Entry | tuple[str, str]] = []
    size = 0
    for each in listed:
        size += 100 + 6 * len(each.name if isinstance(each, Entry) else "".join(each))
        if page and size > MOST_WORDS // 2:
            break
        page.append(each)
    files = [(each.name, each.modified, each.changed, each.size) for each in page if isinstance(each, Entry)]
    return _Answer({"files": files, "left_out": [each for each in page if not isinstance(each, Entry)]})


def _stay(done: int, total: int) -> None:
    """Move no bar."""
