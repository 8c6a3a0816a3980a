"""Which releases may open a store: it says its format, and shuts out the release that would show everybody what is not theirs.

Format 1 is that of the release before there were roles. It knows no number and asks for none, so what it does at every start is
made use of: it takes away `held-by.json.new`, which fails on a folder, and empties the outbox of `*.tmp`.
"""

from pathlib import Path

from leverage.errors import StoreUnavailable
from leverage.whole_file import whole_file

FORMAT = 2
FILE_NAME = "format"
BARRIER = "held-by.json.new"
WITNESS = "opened-by-format-2.tmp"  # in the outbox
_NOTE = (
    "This store holds restricted deals. An older Leverage would show them to everybody, so it must not open it. Use a newer one."
)


def refuse_newer(folder: Path) -> None:
    """Raise StoreUnavailable where a later release wrote the store in a format that this one does not know."""
    file = folder / FILE_NAME
    try:
        said = int(file.read_text("utf-8")) if file.exists() else FORMAT
    except (OSError, ValueError):
        raise StoreUnavailable(
            f"{file} can't be read, so nobody knows which Leverage may open the store. Check its rights."
        ) from None
    if said > FORMAT:
        raise StoreUnavailable(
            f"The store in {folder} was written by a later Leverage (format {said}; this one knows {FORMAT}). "
            "Start it with that one, or restore a backup that was made before."
        )


def was_ours(folder: Path, outbox: Path) -> bool:
    """Say whether no older release has opened the store since this one did: then its index tells all that it should."""
    return (folder / FILE_NAME).exists() and (outbox / WITNESS).exists()


def make_ours(folder: Path, outbox: Path) -> None:
    """Note that this release opens the store, whose outbox is there. Raises OSError."""
    file = folder / FILE_NAME
    if not file.exists() or file.read_text("utf-8").strip() != str(FORMAT):
        with whole_file(file, overwrite=True) as out:
            out.write(f"{FORMAT}\n".encode())
    (outbox / WITNESS).touch()


def bar_older(folder: Path) -> None:
    """Let no older release open the store from now on. Raises StoreUnavailable where that can't be."""
    barrier = folder / BARRIER
    try:
        if not (barrier / "note.txt").exists():
            barrier.mkdir(exist_ok=True)
            (barrier / "note.txt").write_text(_NOTE + "\n", "utf-8")
    except OSError as problem:
        raise StoreUnavailable(f"{barrier} can't be written ({problem.strerror}). Check the rights and make room.") from problem
