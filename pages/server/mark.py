"""What a store remembers of being served with sign-in: that it was, and which files said then who may come in."""

from pathlib import Path

from leverage.access.policy import FILE as ACCESS
from leverage.access.sign_ins import FILE as SIGN_INS
from leverage.errors import BadSettings, StoreUnavailable
from leverage.whole_file import whole_file
from pages.ui.entrance import MARK, Entrance


def refuse_without_files(entrance: Entrance) -> None:
    """Raise BadSettings where what was there when people signed in last is gone: fewer rules would let more people in."""
    files, mark = _files(entrance), _mark(entrance)
    gone = [name for name in _noted(mark) if not files[name].exists()]
    if ACCESS in gone:
        raise BadSettings(
            f"{files[ACCESS]} is gone, so nobody knows who may do what. Put it back from a copy; or, if everybody who signs in "
            f"may read what is restricted to nobody, remove the file {mark}, too."
        )
    if SIGN_INS in gone:
        raise BadSettings(
            f"{files[SIGN_INS]} is gone, so nobody knows which sign-ins were ended. Put it back from a copy; or change "
            f"cookie_secret in secrets.toml, which ends them all, and remove the file {mark}, too."
        )


def mark_store(entrance: Entrance) -> None:
    """Note in the store that it is served with sign-in, and by which files, so that no later start opens it to more people.

    What was noted stays. Raises StoreUnavailable, and BadSettings for a mark that can't be read.
    """
    if entrance.is_open:
        return
    files, mark = _files(entrance), _mark(entrance)
    if not files[SIGN_INS].exists():
        entrance.sign_ins.keep()
    there = sorted(_noted(mark) | {name for name, file in files.items() if file.exists()})
    try:
        with whole_file(mark, overwrite=True) as out:
            out.write("".join(f"{name}\n" for name in there).encode())
    except OSError as problem:
        raise StoreUnavailable(f"{mark} can't be written ({problem.strerror}). Check the rights and make room.") from problem


def _mark(entrance: Entrance) -> Path:
    return entrance.sign_ins.folder / MARK


def _files(entrance: Entrance) -> dict[str, Path]:
    return {ACCESS: entrance.policies.file, SIGN_INS: entrance.sign_ins.folder / SIGN_INS}


def _noted(mark: Path) -> set[str]:
    """Return what the mark says was there; each file stands by its name, so that the store and the files may be moved."""
    try:
        lines = mark.read_text("utf-8").splitlines() if mark.exists() else []
    except (OSError, ValueError):
        raise BadSettings(f"{mark} can't be read, so nobody knows which files said who may come in. Check its rights.") from None
    return {SIGN_INS if Path(line).name == SIGN_INS else ACCESS for line in lines if line.strip()}
