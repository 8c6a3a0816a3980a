"""The move itself: what is left behind is given up only when all of it was read back at the other place.

Whoever stops half-way, or is killed, runs the same command again: what is there already is compared and left.
"""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from leverage.errors import LeverageError, StoreUnavailable
from leverage.memory.choosing import BANKS
from leverage.memory.chroma import Chroma
from leverage.memory.engine import Engine
from leverage.memory.folders import sync
from leverage.memory.holder import Holder
from leverage.memory.journal import Journal
from leverage.memory.move_mark import MoveMark
from leverage.memory.server_client import Server
from leverage.memory.server_engine import ServerEngine
from leverage.progress import Progress
from leverage.replicas.turns import LASTS, Turns
from leverage.restore_mark import refuse_marked
from leverage.transfer import marks
from leverage.transfer.banks import copy_all, differing, names
from leverage.transfer.marks import FolderMark

LONGEST_WAIT = LASTS + 15  # seconds: whoever is gone has lost its turn by then
PAUSE = 0.2
COMING = "banks.coming"  # beside the banks, until all of them have come
BEFORE = "banks.before"

_TAKEN = (
    "The server has a memory already, or one that was moved away. Name an empty one, or set CHROMA_DATABASE to another database "
    "on it. Nothing was done."
)

Stage = Callable[[str], Progress | None]


@dataclass(frozen=True)
class Moved:
    """How many banks, with how many memories, were moved and compared, and to which place."""

    banks: int
    memories: int
    place: str


def to_server(home: Path, server: Server, embedding: Any, stage: Stage) -> Moved:
    """Move the memory of a store's folder to a server, and return what was moved.

    The store must be open nowhere. `stage` is told what is done, and returns what is told how far it is. Raises StoreInUse,
    StoreUnavailable, and LeverageError where the server has something of its own.
    """
    with _held(home), _banks(home / BANKS, embedding) as source, _on(server, embedding) as target:
        if not (home / BANKS).exists():
            raise LeverageError(f"There is no memory in {home} that could be moved. Name its folder: --home DIR.")
        mark = FolderMark.read(home)
        if mark is not None and mark.state != "to_server":
            marks.refuse_moved(home)
        if mark is None or mark.place != target.place:
            mark = FolderMark("to_server", target.place, marks.new_token())
        _refuse_taken(target, mark.token)
        _refuse_broken(source)
        mark.write(home)
        is_begun = target.mark() is not None
        target.put_mark(MoveMark("coming", mark.token))
        if not is_begun:
            _refuse_writers(target)
        copy_all(source, target, stage("Copying banks"))
        moved = _compared(source, target, stage("Comparing"))
        _forget_lists(home)
        FolderMark("on_server", target.place, mark.token).write(home)
        target.put_mark(None)
        return moved


def to_folder(home: Path, server: Server, embedding: Any, stage: Stage) -> Moved:
    """Move the memory on a server into a store's folder, and return what was moved. All replicas must be closed."""
    with _held(home), _on(server, embedding) as source:
        mark = FolderMark.read(home)
        if mark is None and (home / BANKS).exists():
            raise LeverageError(
                f"The store in {home} has a memory of its own. Move into another: python -m leverage --home DIR move --here."
            )
        if mark is not None and mark.state == "to_server":
            raise LeverageError(
                f"The move to {mark.place} was never finished: the memory is whole in {home}, and the app can use it there. "
                "Nothing was done."
            )
        if mark is None or (mark.state != "to_folder" and mark.place == source.place):
            mark = FolderMark("to_folder", source.place, mark.token if mark else marks.new_token())
        if mark.place != source.place or mark.state != "to_folder":
            raise LeverageError(
                f"The memory of {home} is on {mark.place}, not on this server. Set LEVERAGE_CHROMA_URL to that one."
            )
        there = source.mark()
        if there is not None and there.state == "coming":
            raise LeverageError("This server has only a part of a memory that is being moved to it. Nothing was done here.")
        if there is not None and there.token != mark.token:
            raise LeverageError("The memory of this server is being moved elsewhere, or was. Nothing was done here.")
        mark.write(home)
        if there is not None and there.state == "left":  # all that was missing is said below
            moved = Moved(0, 0, str(home))
        else:
            moved = _bring(home, source, mark.token, embedding, stage)
        shutil.rmtree(home / BEFORE, ignore_errors=True)
        _forget_lists(home)
        marks.clear(home)
        return moved


def _bring(home: Path, source: ServerEngine, token: str, embedding: Any, stage: Stage) -> Moved:
    try:
        source.put_mark(MoveMark("going", token))
        _wait_for_writers(source)
        with _banks(home / COMING, embedding) as target:
            copy_all(source, target, stage("Copying banks"))
            moved = _compared(source, target, stage("Comparing"))
    except BaseException:
        with suppress(StoreUnavailable):
            source.put_mark(None)  # it counts still: whoever uses it goes on
        raise
    if (home / BANKS).exists():
        shutil.rmtree(home / BEFORE, ignore_errors=True)
        os.rename(home / BANKS, home / BEFORE)
    os.rename(home / COMING, home / BANKS)
    sync(home)
    source.put_mark(MoveMark("left", token))
    return Moved(moved.banks, moved.memories, str(home))


def _forget_lists(home: Path) -> None:
    """Take away what was made of the memory where it was; it is made anew of the memory where it is."""
    for path in (*home.glob("index.sqlite3*"), *home.glob("projection.sqlite3*")):
        path.unlink(missing_ok=True)


@contextmanager
def _held(home: Path) -> Iterator[None]:
    if not home.exists():
        raise LeverageError(f"There is no folder {home}. Name the store's: python -m leverage --home DIR move.")
    holder = Holder(home)
    try:
        refuse_marked(home)
        yield
    except OSError as problem:
        raise StoreUnavailable(
            f"The move stopped: {problem}. Nothing is lost where the memory was: make room or check the rights, then move again."
        ) from problem
    finally:
        holder.release()


@contextmanager
def _banks(folder: Path, embedding: Any) -> Iterator[Engine]:
    with closing(Engine(folder, embedding)) as engine:
        yield engine


@contextmanager
def _on(server: Server, embedding: Any) -> Iterator[ServerEngine]:
    with closing(ServerEngine(server, embedding, is_moving=True)) as engine:
        yield engine


def _refuse_taken(target: ServerEngine, token: str) -> None:
    there = target.mark()
    is_ours = there is not None and there.token == token and there.state == "coming"
    if not is_ours and (there is not None or any(True for _ in target.bank_ids())):
        raise LeverageError(_TAKEN)


def _refuse_broken(source: Engine) -> None:
    if broken := source.broken():
        raise StoreUnavailable(
            f"What finds the memories of {names(sorted(broken))} is broken. Run python -m leverage repair first."
        )


def _refuse_writers(target: ServerEngine) -> None:
    """Raise LeverageError where an app that was connected has written before it saw the mark, which is taken away then."""
    try:
        _wait_for_writers(target)
        if next(target.bank_ids(), None) is not None:
            raise LeverageError(_TAKEN)
    except BaseException:
        target.put_mark(None)
        raise


def _wait_for_writers(engine: ServerEngine) -> None:
    """Wait until nobody writes there any more: whoever begins to from now on sees the mark. Raises StoreUnavailable."""
    turns = Turns(Journal(engine), lambda name: None, engine.server.seconds)
    ends = time.monotonic() + LONGEST_WAIT
    while turns.others():
        if time.monotonic() >= ends:
            raise StoreUnavailable("Somebody is writing at the server. Close the app at every replica, then move again.")
        time.sleep(PAUSE)


def _compared(source: Chroma, target: Chroma, progress: Progress | None) -> Moved:
    wrong, banks, memories = differing(source, target, progress)
    if wrong:
        raise StoreUnavailable(
            f"{names(wrong)} did not come over as they were, or were written meanwhile. Nothing is lost where the memory was: "
            "close whatever has it open, then move again."
        )
    return Moved(banks, memories, target.place)
