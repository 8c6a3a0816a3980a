"""A server's own word that a memory is being moved to it or from it, or was moved away: a collection that is no bank."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, Self

from chromadb.api import ClientAPI
from chromadb.errors import NotFoundError

from leverage.errors import StoreUnavailable
from leverage.memory.chroma import MOVE_ID

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

    @staticmethod
    def clear(client: ClientAPI) -> None:
        """Take it away: the memory here is whole."""
        with suppress(NotFoundError):
            client.delete_collection(MOVE_ID)


def refuse_moving(client: ClientAPI) -> None:
    """Raise StoreUnavailable where the memory on a server is not whole, or not the one that counts any more."""
    mark = MoveMark.read(client)
    if mark is not None and mark.state == "left":
        raise StoreUnavailable(
            "The memory of this server was moved into a store's folder. Start the app there with LEVERAGE_CHROMA_URL unset, or "
            "set it to another server."
        )
    if mark is not None:
        raise StoreUnavailable(
            "A memory is being moved to this server, or from it. Nothing is lost: wait until that is done, or run the same "
            "command again: python -m leverage move."
        )
