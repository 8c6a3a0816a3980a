"""Whether a process has its banks for itself or is one of several."""

from collections.abc import Callable
from typing import Any

from leverage.memory.chroma import Chroma
from leverage.memory.server_engine import ServerEngine
from leverage.memory.sharing import Alone
from leverage.replicas.replica import Replica


def sharing_for(engine: Chroma, ask_index: Callable[..., Any], lost: Callable[[str], None]) -> Alone:
    """Return what tells others of writes where there can be others: over a server. `lost` is told of banks left half done."""
    return Replica(engine, ask_index, lost) if isinstance(engine, ServerEngine) else Alone()
