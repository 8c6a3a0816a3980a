"""With which embedding a bank was written: Chroma keeps that with each bank, and vectors of two can't be compared."""

import json
import threading
from typing import Any

from chromadb.api.models.Collection import Collection
from chromadb.utils.embedding_functions import register_embedding_function

from leverage.embedding import MiniLM
from leverage.errors import StoreUnavailable
from leverage.multilingual import Multilingual

Model = tuple[str, str]
"""What tells an embedding from others: its name, and its configuration as JSON."""

_kinds: dict[str, Any] = {}


def register(kind: Any) -> None:
    """Make a class of embedding functions known by its name. Of others stored in a bank nothing is ever built or asked."""
    register_embedding_function(kind)  # type: ignore[no-untyped-call]
    _kinds[kind.name()] = kind


register(MiniLM)
register(Multilingual)


class Models:
    """The embedding that new banks are written with, and those that the others were."""

    def __init__(self, preferred: Any) -> None:
        self.preferred = model_of(preferred)
        self._lock = threading.Lock()
        self._known: dict[Model, Any] = {self.preferred: preferred}

    def of(self, collection: Collection) -> Model:
        """Return which embedding a collection was written with."""
        stored = collection.configuration_json.get("embedding_function") or {}
        return _model(stored["name"], stored.get("config") or {}) if "name" in stored else self.preferred

    def embedding(self, model: Model) -> Any:
        """Return an embedding function. Raises StoreUnavailable for one that this version does not have."""
        with self._lock:
            known = self._known.get(model)
            if known is None:
                name, config = model
                try:
                    known = self._known[model] = _kinds[name].build_from_config(json.loads(config))
                except Exception as problem:
                    raise StoreUnavailable(
                        f"These memories were written with an embedding that is not here: {told(model)}. Nothing is lost: run "
                        "python -m leverage re-embed."
                    ) from problem
            return known


def model_of(embedding: Any) -> Model:
    """Return what tells an embedding function from others."""
    return _model(embedding.name(), embedding.get_config())


def told(model: Model) -> str:
    """Return what an embedding is called."""
    name, config = model
    return str(json.loads(config).get("model") or name)


def _model(name: str, config: Any) -> Model:
    return name, json.dumps(config, sort_keys=True)
