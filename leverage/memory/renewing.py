"""A bank written anew with another embedding: beside the old one, read back, and only then in its place."""

from collections.abc import Callable, Iterator
from contextlib import suppress

from chromadb.api.models.Collection import Collection

from leverage.errors import StoreUnavailable
from leverage.memory.bank import BATCH, Banks
from leverage.memory.chroma import UNREADABLE
from leverage.memory.copies import Row, read_rows, rows_in, write_rows
from leverage.memory.health import has_all_vectors
from leverage.memory.swapping import BESIDE

MOST_TRIES = 5

_NO_ROOM = (
    "The bank could not be written anew: the disk may be full. Nothing is lost: make room, then run the same command again."
)


def renew(banks: Banks, bank_id: str, progress: Callable[[int], None] | None = None, *, even_if_current: bool = False) -> int:
    """Give a bank vectors by the embedding of new banks, and return how many texts it holds; none where it has them.

    Ids, texts, metadata and their order stay to the letter. The old bank is touched by nothing until the new one has been
    read back beside it; whoever is killed meanwhile leaves one of the two, whole. What others write meanwhile is not lost.
    `progress` gets how many texts are done, with nothing held. Raises StoreUnavailable, and whatever the embedding raises.
    """
    with banks.writing(bank_id):
        return _renew(banks, bank_id, progress, even_if_current)


def _renew(banks: Banks, bank_id: str, progress: Callable[[int], None] | None, even_if_current: bool) -> int:
    engine = banks.engine
    for _ in range(MOST_TRIES):
        model = engine.ask(bank_id, engine.models.of)
        if model is None or (model == engine.models.preferred and not even_if_current):
            return 0
        try:
            rows = read_rows(banks, bank_id)
        except StoreUnavailable as problem:
            raise StoreUnavailable(UNREADABLE) from problem
        try:
            for done in _write_beside(banks, bank_id, rows):
                if progress:
                    progress(done)
            is_done = engine.put_in_place(bank_id, _is_copy)
        except BaseException as problem:
            banks.contents.drop(bank_id)
            with suppress(StoreUnavailable):  # on a full disk nothing can be deleted, either: the next start does it
                engine.discard_beside(bank_id)
            if isinstance(problem, StoreUnavailable):
                raise StoreUnavailable(_NO_ROOM) from problem
            raise
        banks.contents.drop(bank_id)
        if is_done:
            return len(rows)
        engine.discard_beside(bank_id)
    raise StoreUnavailable(
        "Deals were logged each time while the bank was being written anew. Nothing is lost: close the app, then try again."
    )


def _write_beside(banks: Banks, bank_id: str, rows: list[Row]) -> Iterator[int]:
    if not rows:
        banks.engine.ask(BESIDE + bank_id, lambda collection: True, create=True)
    for start in range(0, len(rows), BATCH):
        write_rows(banks, BESIDE + bank_id, rows[start : start + BATCH], banks.vectors)
        yield min(start + BATCH, len(rows))


def _is_copy(old: Collection, new: Collection) -> bool:
    return rows_in(old) == rows_in(new) and has_all_vectors(new)
