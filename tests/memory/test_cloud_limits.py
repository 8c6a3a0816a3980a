"""What Leverage asks of Chroma stays within the limits that Chroma Cloud publishes, held here by a wrapper around a server."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from chromadb.api.models.Collection import Collection

from leverage import Deal, KnowledgeBase, Tactic, feedback
from leverage.memory import choosing
from leverage.memory.server_client import CLOUD_RESULTS
from tests.chroma_server import ChromaServer
from tests.fakes import Clock, WordEmbedding

NAME, DOCUMENT, VALUE, KEYS, PREDICATES = 128, 16_384, 4_096, 32, 8


def _hold(call: Callable[..., Any], *, reads: bool = False) -> Callable[..., Any]:
    """Return a call of a collection that refuses what Chroma Cloud would refuse, and gives no more than it would give."""

    def held(self: Collection, **asked: Any) -> Any:
        assert len(self.name.encode()) <= NAME
        assert len(asked.get("ids") or ()) <= CLOUD_RESULTS
        assert all(len(each.encode()) <= DOCUMENT for each in asked.get("documents") or ())
        for metadata in asked.get("metadatas") or ():
            kept = {key: value for key, value in (metadata or {}).items() if value is not None}
            assert len(kept) <= KEYS
            assert all(len(str(value).encode()) <= VALUE for value in kept.values())
        assert _predicates(asked.get("where")) <= PREDICATES
        if reads and not asked.get("ids"):
            asked["limit"] = min(asked.get("limit") or CLOUD_RESULTS, CLOUD_RESULTS)
        return call(self, **asked)

    return held


def _predicates(where: Any) -> int:
    if not isinstance(where, dict):
        return 0
    return sum(sum(map(_predicates, value)) if key in ("$and", "$or") else 1 for key, value in where.items())


@pytest.fixture
def cloud(chroma: ChromaServer, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A knowledge base over a server that is held to the limits."""
    for name in ("add", "upsert", "update", "delete"):
        monkeypatch.setattr(Collection, name, _hold(getattr(Collection, name)))
    monkeypatch.setattr(Collection, "get", _hold(Collection.get, reads=True))
    monkeypatch.setenv("LEVERAGE_CHROMA_URL", chroma.url)
    monkeypatch.setenv("CHROMA_DATABASE", chroma.database())
    found = choosing.server_of
    monkeypatch.setattr(choosing, "server_of", lambda settings: replace(found(settings), results=CLOUD_RESULTS))  # type: ignore[type-var]
    with KnowledgeBase.open(tmp_path / "store", embedding=WordEmbedding(), clock=Clock()) as kb:
        yield kb


def test_a_bank_with_more_records_than_a_call_gives_is_read_whole(cloud: KnowledgeBase, deal: Callable[..., Deal]) -> None:
    """Deals with the longest texts that a form takes, edited and taken out again, in one bank and in the journal."""
    told = [
        {"notes": f"Note {n} " + "lorem ipsum " * 150, "tactics": [Tactic(f"asked {n} times", "worked")], "discount_pct": n % 90}
        for n in range(80)
    ]
    deals = [(deal(vendor="Acme", **each), None) for each in told]
    receipts = cloud.log_many(deals)
    assert len(cloud.deals("Acme")) == 80
    held = cloud.banks.engine.ask("vendor-acme", lambda bank: bank.count()) or 0
    assert held > CLOUD_RESULTS
    assert any("asked 79 times" in each.text for each in cloud.recall("Acme", "asked 79 times"))
    feedback.note(cloud, "Acme", "asked 79 times", "helped", by="Ann", department="IT", kind="tactic")
    cloud.edit(receipts[0].deal_id, deal(vendor="Acme", notes="Short"), 1)
    cloud.retract(receipts[1].deal_id, "Typed twice")
    assert len(cloud.deals("Acme")) == 79
    assert cloud.rebuild_index() == 79
    assert cloud.check() == []
