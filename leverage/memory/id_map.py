"""The file in which Chroma keeps the ids of an index: `index_metadata.pickle`, written once a bank passes 1,000 records."""

import os
import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

FILE = "index_metadata.pickle"
_NEW = FILE + ".new"
_PROTOCOL = 3  # Chroma's own
_KEYS = {"dimensionality", "total_elements_added", "max_seq_id", "id_to_label", "label_to_id", "id_to_seq_id"}


class UnreadableIdMap(ValueError):
    """The file is empty, cut short, or not of the form that this package knows."""


class IdMap:
    """The ids that an index knows, each with the number of its vector."""

    def __init__(self, file: Path, content: dict[str, Any]) -> None:
        self._file = file
        self._content = content

    @classmethod
    def read(cls, folder: Path) -> Self | None:
        """Return the ids of the index in a segment's folder; None where none was written yet. Raises UnreadableIdMap."""
        file = folder / FILE
        try:
            with file.open("rb") as stream:
                content = _Plain(stream).load()
        except FileNotFoundError:
            return None
        except (pickle.UnpicklingError, EOFError, ValueError, LookupError, TypeError, AttributeError, OverflowError) as problem:
            raise UnreadableIdMap(f"{file} can't be read.") from problem
        if not isinstance(content, dict) or content.keys() != _KEYS:
            raise UnreadableIdMap(f"{file} is not as expected.")
        return cls(file, content)

    @property
    def ids(self) -> set[str]:
        """The ids in it."""
        return set(self._content["id_to_label"])

    def rename(self, names: Mapping[str, str]) -> None:
        """Write the file with some ids under new names; whoever is killed meanwhile leaves the old file or the new one."""
        content = dict(self._content)
        for key in ("id_to_label", "id_to_seq_id"):
            content[key] = {names.get(each, each): value for each, value in content[key].items()}
        content["label_to_id"] = {label: names.get(each, each) for label, each in content["label_to_id"].items()}
        new = self._file.with_name(_NEW)
        with new.open("wb") as stream:
            pickle.dump(content, stream, protocol=_PROTOCOL)
            stream.flush()
            os.fsync(stream.fileno())
        new.replace(self._file)
        self._content = content


def remove_unfinished(folder: Path) -> None:
    """Remove what a writer that was killed left beside the file."""
    (folder / _NEW).unlink(missing_ok=True)


class _Plain(pickle.Unpickler):
    """Reads numbers, texts and dictionaries, and no code."""

    def find_class(self, module: str, name: str) -> Any:
        raise pickle.UnpicklingError(f"{module}.{name} has no place here")


def has_id_map(folder: Path, segment_id: str) -> bool:
    """Say whether the ids of a segment's index were ever written."""
    return os.path.exists(f"{folder}/{segment_id}/{FILE}")  # asked of every bank at every start: a Path costs as much again
