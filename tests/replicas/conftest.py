"""Several knowledge bases over one server, each with a folder of its own, as replicas have them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from leverage import KnowledgeBase
from tests.chroma_server import ChromaServer
from tests.fakes import Clock, WordEmbedding

OpenReplica = Callable[..., KnowledgeBase]


@pytest.fixture
def open_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenReplica]:
    """Open a replica by its name on a server, in a database that all replicas of the test share."""
    opened: list[KnowledgeBase] = []
    databases: dict[str, str] = {}

    def open_(server: ChromaServer, name: str, **options: Any) -> KnowledgeBase:
        if server.url not in databases:
            databases[server.url] = server.database()
        monkeypatch.setenv("LEVERAGE_CHROMA_URL", server.url)
        monkeypatch.setenv("CHROMA_DATABASE", databases[server.url])
        settings = {"embedding": WordEmbedding(), "clock": Clock()} | options
        opened.append(KnowledgeBase.open(tmp_path / name, **settings))
        return opened[-1]

    yield open_
    for kb in opened:
        kb.close()


@pytest.fixture
def replica(open_on: OpenReplica, chroma: ChromaServer) -> OpenReplica:
    """Open a replica by its name on the server that tests share."""
    return lambda name, **options: open_on(chroma, name, **options)
