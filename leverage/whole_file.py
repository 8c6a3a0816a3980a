"""A file that is there whole or not at all, and that only its owner can read."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from leverage.errors import LeverageError
from leverage.memory.folders import sync


@contextmanager
def whole_file(path: Path, *, overwrite: bool) -> Iterator[IO[bytes]]:
    """Give a file to read and write, which takes its place under `path`, durably, when the block ends well.

    Until then nothing stands there, and what stood there stays. Raises LeverageError for a path that is taken already,
    unless `overwrite`, and OSError.
    """
    _refuse_taken(path, overwrite=overwrite)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    except OSError as problem:
        raise OSError(problem.errno, problem.strerror, str(path)) from problem  # named as whoever asked for it knows it
    scratch = Path(name)
    try:
        with os.fdopen(handle, "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _refuse_taken(path, overwrite=overwrite)
        scratch.replace(path)
        sync(path.parent)
    except BaseException:
        with suppress(OSError):
            scratch.unlink(missing_ok=True)
        raise


def _refuse_taken(path: Path, *, overwrite: bool) -> None:
    if path.exists() and not overwrite:
        raise LeverageError(f"{path} is there already. Name another file, or add --overwrite.")
