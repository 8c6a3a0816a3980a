"""The vectors of sentences embedded last: a bank says the same in many deals, and an edit writes most of a deal again.

What is kept names no sentence: a digest stands for it.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from leverage.kept import Kept
from leverage.memory.models import Model

MOST_KEPT = 4_096  # 7 MB; 15 MB of multilingual ones

Make = Callable[[Sequence[str], Model], list[Any]]


class KeptVectors:
    """Vectors by embedding and text, those asked for last; safe to use from any thread."""

    def __init__(self) -> None:
        self._kept: Kept[Any] = Kept(MOST_KEPT)

    def of(self, texts: Sequence[str], model: Model, make: Make) -> list[Any]:
        """Return a vector a text in the order given; `make` gives those that are not kept."""
        keys = {text: (model, hashlib.blake2b(text.encode(), digest_size=16).digest()) for text in texts}
        found = {text: self._kept.get(key, lambda: None, lambda: False) for text, key in keys.items()}
        missing = [text for text, vector in found.items() if vector is None]
        if missing:
            for text, vector in zip(missing, make(missing, model), strict=True):
                found[text] = np.array(vector)  # of its own: a row would keep all rows that were made with it
                self._kept.put(keys[text], found[text])
        return [found[text] for text in texts]

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()
