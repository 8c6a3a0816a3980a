"""Texts as vectors: the model that ships in `data/models`, as an embedding function that Chroma can hold.

It works offline and gives a text the same vector in every batch. The libraries that run it are imported at the
first text, so that importing this module stays cheap.
"""

import functools
import hashlib
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from leverage.errors import BadMemory, StoreUnavailable
from leverage.memory.descriptors import release_memory

Vector = npt.NDArray[np.float32]
Space = Literal["cosine", "l2", "ip"]

MODEL_ID = "all-MiniLM-L6-v2-int8"
DIMENSION = 384
MOST_TOKENS = 256  # what the model was trained to read; a longer text counts by its beginning
BATCH_SIZE = 32
BATCH_TOKENS = 2_048  # what the model computes with grows with these: long texts go a few at a time
MODEL_FOLDER = Path(__file__).resolve().parent.parent / "data" / "models" / "all-MiniLM-L6-v2"

_SHA256 = {
    "model.onnx": "768330058a2e60cc3f6fd70f9fcddbffbeaf601b2e572a086e4df6b55dcd8c38",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}


class BrokenModel(StoreUnavailable):
    """A file of the embedding model is missing or is not the one that ships."""


class MiniLM:
    """all-MiniLM-L6-v2 as a Chroma embedding function; safe to share between threads.

    Vectors have 384 dimensions and length 1, so that their dot product is their cosine.
    """

    def __init__(self, folder: Path = MODEL_FOLDER) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._tokenizer: Any = None
        self._session: Any = None

    def embed(self, texts: Sequence[str]) -> Vector:
        """Return an array of float32, one row of 384 numbers a text, in the order given.

        Raises BrokenModel where the model's files are missing or changed.
        """
        tokens = [self._tokens(text) for text in texts]
        vectors = np.zeros((len(tokens), DIMENSION), np.float32)
        for rows in _batches([len(each) for each in tokens]):
            vectors[rows] = self._run([tokens[row] for row in rows])
        return vectors

    def token_count(self, text: str) -> int:
        """Return how many tokens a text has for the model, its start and end marks among them, however long it is."""
        return len(self._encode(text))

    def __call__(self, input: Sequence[str]) -> list[Vector]:
        return list(self.embed(input))

    def embed_query(self, input: Sequence[str]) -> list[Vector]:
        """Return the vectors of questions; the model reads questions and memories alike."""
        return self(input)

    @staticmethod
    def name() -> str:
        """Return the name under which Chroma knows this embedding function."""
        return "leverage-minilm"

    @staticmethod
    def build_from_config(config: Mapping[str, Any]) -> "MiniLM":
        """Return the embedding function of a stored configuration; BadMemory if it tells of another model."""
        MiniLM.validate_config(config)
        return default_embedding()

    def get_config(self) -> dict[str, Any]:
        """Return what makes vectors comparable: model and dimension, never a path."""
        return {"model": MODEL_ID, "dimension": DIMENSION}

    def default_space(self) -> Space:
        """Return the distance that the model was trained for."""
        return "cosine"

    def supported_spaces(self) -> list[Space]:
        """Return the distances under which its vectors can be compared."""
        return ["cosine", "l2", "ip"]

    @staticmethod
    def validate_config(config: Mapping[str, Any]) -> None:
        """Raise BadMemory where a configuration tells of another model or dimension."""
        if (config.get("model"), config.get("dimension")) != (MODEL_ID, DIMENSION):
            raise BadMemory(
                f"The memory was written with the embedding model {config.get('model')} ({config.get('dimension')} dimensions), "
                f"and this version reads {MODEL_ID} ({DIMENSION} dimensions). Run python -m leverage re-embed."
            )

    def validate_config_update(self, old_config: Mapping[str, Any], new_config: Mapping[str, Any]) -> None:
        """Raise BadMemory where an update would change the model under vectors that are already kept."""
        for key in ("model", "dimension"):
            if key in new_config and new_config[key] != old_config.get(key):
                raise BadMemory(
                    f"The embedding model of a bank can't change from {old_config.get(key)} to {new_config[key]}. "
                    "Run python -m leverage re-embed."
                )

    def is_legacy(self) -> bool:
        """Return False: the configuration can be stored and read back."""
        return False

    def _encode(self, text: str) -> list[int]:
        self._load()
        readable = text.encode("utf-8", "replace").decode()  # half a surrogate pair would stop the tokenizer
        ids: list[int] = self._tokenizer.encode(readable).ids
        return ids

    def _tokens(self, text: str) -> list[int]:
        ids = self._encode(text)
        return ids if len(ids) <= MOST_TOKENS else [*ids[: MOST_TOKENS - 1], ids[-1]]

    def _run(self, batch: Sequence[list[int]]) -> Vector:
        """Return the vectors of one batch: the mean over each text's tokens, at length 1."""
        ids = np.zeros((len(batch), max(map(len, batch))), np.int64)
        mask = np.zeros_like(ids)
        for row, tokens in enumerate(batch):
            ids[row, : len(tokens)] = tokens
            mask[row, : len(tokens)] = 1
        with self._lock:
            (states,) = self._session.run(None, {"input_ids": ids, "attention_mask": mask})
        weights = mask[:, :, None].astype(np.float32)
        means = (states * weights).sum(axis=1) / weights.sum(axis=1)
        vectors: Vector = (means / np.linalg.norm(means, axis=1, keepdims=True)).astype(np.float32)
        return vectors

    def _load(self) -> None:
        if self._session is not None:
            return
        with self._lock:
            if self._session is not None:
                return
            import onnxruntime
            from tokenizers import Tokenizer

            tokenizer = Tokenizer.from_str(_checked(self._folder / "tokenizer.json").decode())
            tokenizer.no_truncation()
            tokenizer.no_padding()
            options = onnxruntime.SessionOptions()
            # Spinning would fight numpy for the cores; weights unpacked once, at load, read a batch nearly twice as fast.
            options.add_session_config_entry("session.intra_op.allow_spinning", "0")
            options.add_session_config_entry("session.disable_quant_qdq", "1")
            model = _checked(self._folder / "model.onnx")
            session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
            self._tokenizer, self._session = tokenizer, session  # the session last: it says that all is loaded
        release_memory()  # loading took twice of what stays


@functools.cache
def default_embedding() -> MiniLM:
    """Return the model that ships, one for the whole process; it loads at the first text."""
    return MiniLM()


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Yield the places of texts that are read together: of much the same length, so that little is padding."""
    batch: list[int] = []
    for place in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (len(batch) == BATCH_SIZE or (len(batch) + 1) * lengths[place] > BATCH_TOKENS):
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


def _checked(file: Path) -> bytes:
    """Return the bytes of one of the model's files, or raise BrokenModel."""
    try:
        content = file.read_bytes()
    except OSError:
        raise BrokenModel(f"The embedding model's file {file.name} can't be read. Install Leverage again.") from None
    if hashlib.sha256(content).hexdigest() != _SHA256[file.name]:
        raise BrokenModel(f"The embedding model's file {file.name} is not the one that ships. Install Leverage again.")
    return content
