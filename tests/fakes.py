"""Stand-ins for what is slow or moves by itself: an embedding without a model, a clock that is set by hand."""

import hashlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np

from leverage.errors import StoreUnavailable
from leverage.memory.engine import Engine
from leverage.memory.models import register

DIMENSION = 64
LETTERS = 32


class WordEmbedding:
    """A bag of hashed words as a Chroma embedding function: the same words are near, others are not."""

    def __call__(self, input: Sequence[str]) -> list[np.ndarray[Any, np.dtype[np.float32]]]:
        return [self._vector(text) for text in input]

    def embed_query(self, input: Sequence[str]) -> list[np.ndarray[Any, np.dtype[np.float32]]]:
        return self(input)

    def _vector(self, text: str) -> np.ndarray[Any, np.dtype[np.float32]]:
        vector = np.full(DIMENSION, 1e-3, np.float32)
        for word in text.casefold().split():
            digest = hashlib.md5(word.strip(".,:;!?“”").encode(), usedforsecurity=False).digest()
            vector[digest[0] % DIMENSION] += 1
        return vector / np.linalg.norm(vector)

    @staticmethod
    def name() -> str:
        return "leverage-test-words"

    @staticmethod
    def build_from_config(config: dict[str, Any]) -> "WordEmbedding":
        return WordEmbedding()

    def get_config(self) -> dict[str, Any]:
        return {"dimension": DIMENSION}

    def default_space(self) -> str:
        return "cosine"

    def supported_spaces(self) -> list[str]:
        return ["cosine"]

    def validate_config_update(self, old_config: dict[str, Any], new_config: dict[str, Any]) -> None:
        return None

    @staticmethod
    def validate_config(config: dict[str, Any]) -> None:
        return None

    def is_legacy(self) -> bool:
        return False


class Clock:
    """A clock that moves a second at each look, from the day it is set to."""

    def __init__(self, start: datetime = datetime(2026, 11, 29, 9, tzinfo=UTC)) -> None:
        self.now = start

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


class Failing:
    """A collection whose nth call fails, before or after it took effect."""

    def __init__(self, collection: Any, failing: "FailingEngine") -> None:
        self._collection = collection
        self._failing = failing

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._collection, name)
        if not callable(method):
            return method

        def call(*args: Any, **kwargs: Any) -> Any:
            before, after = self._failing.due()
            if before:
                raise OSError("disk gone")
            answer = method(*args, **kwargs)
            if after:
                raise OSError("disk gone after")
            return answer

        return call


class FailingEngine:
    """Lets an engine fail from its nth collection call on, until told to work again."""

    def __init__(self, engine: Engine, from_call: int, *, after: bool) -> None:
        self._ask = engine.ask
        self._left = from_call
        self._after = after
        self.is_broken = True
        engine.ask = self.ask  # type: ignore[method-assign]
        self._delete_bank = engine.delete_bank
        engine.delete_bank = self.delete_bank  # type: ignore[method-assign]

    def due(self) -> tuple[bool, bool]:
        self._left -= 1
        if not self.is_broken or self._left > 0:
            return False, False
        if self._left == 0 and self._after:
            return False, True
        return True, False

    def ask(self, bank_id: str, action: Callable[[Any], Any], *, create: bool = False) -> Any:
        return self._ask(bank_id, lambda collection: action(Failing(collection, self)), create=create)

    def delete_bank(self, bank_id: str) -> None:
        before, after = self.due()
        if not before:
            self._delete_bank(bank_id)
        if before or after:
            raise StoreUnavailable("The memory is away.")


class LetterEmbedding(WordEmbedding):
    """Another embedding, of another size: how often each letter comes."""

    def _vector(self, text: str) -> np.ndarray[Any, np.dtype[np.float32]]:
        vector = np.full(LETTERS, 1e-3, np.float32)
        for letter in text.casefold():
            vector[ord(letter) % LETTERS] += 1
        return vector / np.linalg.norm(vector)

    @staticmethod
    def name() -> str:
        return "leverage-test-letters"

    @staticmethod
    def build_from_config(config: dict[str, Any]) -> "LetterEmbedding":
        return LetterEmbedding()

    def get_config(self) -> dict[str, Any]:
        return {"dimension": LETTERS}


register(WordEmbedding)
register(LetterEmbedding)
