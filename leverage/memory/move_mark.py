"""A server's own word that a memory is being moved to it or from it, or was moved away: a collection that is no bank, which is
read at each new connection, and a row of the journal, which whoever wants to write reads."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, Self

from chromadb.api import ClientAPI
from chromadb.errors import NotFoundError

from leverage.errors import StoreMoved
from leverage.memory.chroma import JOURNAL_ID, MOVE_ID

TURN_OF = "turn_of"  # the key of the journal by which turns are found

_RECORD = "move"


@dataclass(frozen=True)
class MoveMark:
    """That a move to or from here was begun by whoever knows the `token`, or that the memory has left."""

    state: Literal["coming", "going", "left"]
    token: str

    @classmethod
    def read(cls, client: ClientAPI) -> Self | None:
        """Return the mark; None where there is none. Raises whatever Chroma raises."""
        try:
            found: Any = client.get_collection(MOVE_ID, embedding_function=None).get(ids=[_RECORD], include=["metadatas"])
        except NotFoundError:
            return None
        told = (found["metadatas"] or [None])[0]
        return cls(told["state"], told["token"]) if told else None

    def write(self, client: ClientAPI) -> None:
        """Put it in the place of the one before."""
        marks = client.get_or_create_collection(MOVE_ID, embedding_function=None)
        vectors: Any = [[0.0, 1.0]]  # which Chroma wants
        marks.upsert(ids=[_RECORD], embeddings=vectors, metadatas=[{"state": self.state, "token": self.token}])
        journal = client.get_or_create_collection(JOURNAL_ID, embedding_function=None)
        journal.upsert(ids=[MOVE_ID], embeddings=vectors, metadatas=[{TURN_OF: MOVE_ID, "state": self.state}])

    @staticmethod
    def clear(client: ClientAPI) -> None:
        """Take it away: the memory here is whole."""
        with suppress(NotFoundError):
            client.get_collection(JOURNAL_ID, embedding_function=None).delete(ids=[MOVE_ID])
        with suppress(NotFoundError):
            client.delete_collection(MOVE_ID)


def refuse_moving(client: ClientAPI) -> None:
    """Raise StoreMoved where the memory on a server is not whole, or not the one that counts any more."""
    mark = MoveMark.read(client)
    if mark is not None:
        raise StoreMoved(_sentence(mark.state))


def refuse_marked(rows: Iterable[Mapping[str, Any]]) -> None:
    """Raise StoreMoved where the mark is among rows of the journal: an app that was connected all the while finds it there."""
    for each in rows:
        if each[TURN_OF] == MOVE_ID:
            raise StoreMoved(_sentence(each["state"]))


def _sentence(state: str) -> str:
    if state == "left":
        return (
            "The memory of this server was moved into a store's folder. Start the app there with LEVERAGE_CHROMA_URL unset, or "
            "set it to another server."
        )
    return (
        "A memory is being moved to this server, or from it. Nothing is lost: wait until that is done, or run the same "
        "command again: python -m leverage move."
    )
