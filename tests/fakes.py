"""Stand-ins for what is slow or moves by itself: an embedding without a model, a clock that is set by hand."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np

DIMENSION = 64


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
