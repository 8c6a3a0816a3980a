"""Whether a bank's index answers for all that the bank holds."""

import struct
from pathlib import Path

from chromadb.api.models.Collection import Collection

from leverage.memory.id_map import IdMap, UnreadableIdMap, has_id_map
from leverage.memory.tables import CHROMA_FILE, Vectors, all_vectors, are_as_expected, banks_behind, opened, vectors_of

_DATA, _LENGTHS, _HEADER = "data_level0.bin", "length.bin", "header.bin"
_FILES = (_HEADER, _DATA, _LENGTHS, "link_lists.bin")
_LAYOUT = struct.Struct("<iQQQQ")  # version, offset, room for vectors, vectors, bytes a vector
_VERSION = 1


def broken_indexes(folder: Path) -> set[str]:
    """Return the banks whose index files do not fit together; of what only Chroma can read nothing is said.

    Chroma must not be asked about these: it takes the whole process down over a shortened file.
    """
    if not (folder / CHROMA_FILE).exists():
        return set()
    with opened(folder) as connection:
        places = all_vectors(connection) if are_as_expected(connection) else []
    return {each.bank_id for each in places if not _fits(folder, each)}


def is_index_whole(folder: Path, bank_id: str) -> bool:
    """Say whether the files of one bank's index fit together."""
    place = vectors_of(folder, bank_id)
    return place is None or _fits(folder, place)


def banks_to_catch_up(folder: Path) -> list[str]:
    """Return the banks with writes that Chroma has not taken in yet and would at the first look."""
    return [bank_id for bank_id in banks_behind(folder) if is_index_whole(folder, bank_id)]


def has_all_vectors(collection: Collection | None) -> bool:
    """Say whether the index has a vector for everything that the bank holds; Chroma raises where one is missing.

    A bank that is not there lacks nothing. While others write to it the answer may be no, wrongly.
    """
    if collection is None:
        return True
    found = collection.get(include=["embeddings"])["embeddings"]
    return found is not None and len(found) == collection.count()


def _fits(folder: Path, place: Vectors) -> bool:
    if not has_id_map(folder, place.segment_id):
        return place.seq_id == 0
    home = folder / place.segment_id
    try:
        ids = IdMap.read(home)
        return ids is not None and _holds(home, len(ids.ids))
    except (UnreadableIdMap, FileNotFoundError):
        return False


def _holds(home: Path, ids: int) -> bool:
    """Say whether an index has all files, and room in them for the vectors that its header and its ids tell of."""
    sizes = {name: (home / name).stat().st_size for name in _FILES}
    if sizes[_HEADER] < _LAYOUT.size:
        return False
    version, _, _, vectors, size = _LAYOUT.unpack((home / _HEADER).read_bytes()[: _LAYOUT.size])
    if version != _VERSION:
        return True
    return bool(ids <= vectors and sizes[_DATA] >= vectors * size and sizes[_LENGTHS] >= vectors * 4)
