"""Libraries without what they would load along and nothing here uses: sqlite-utils takes pandas, 70 MB, where it is installed."""

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def hidden(name: str) -> Iterator[None]:
    """Let imports find no module of this name, unless it is loaded already."""
    is_loaded = name in sys.modules
    if not is_loaded:
        sys.modules[name] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        if not is_loaded:
            del sys.modules[name]


with hidden("pandas"):
    importlib.import_module("sqlite_utils")
