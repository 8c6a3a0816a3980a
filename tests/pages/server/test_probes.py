"""What machines ask the server: whether it is ready, and metrics for whoever shows the token."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.applications import Starlette
from starlette.testclient import TestClient

from leverage import Deal, KnowledgeBase
from leverage.errors import BadSettings, StoreUnavailable
from leverage.settings import load_settings
from pages.server import probes

TOKEN = "a token for the metrics, long enough for tests"


@pytest.fixture
def kb(open_kb: Callable[..., KnowledgeBase], monkeypatch: pytest.MonkeyPatch) -> KnowledgeBase:
    """The store that the server has open."""
    kb = open_kb()
    monkeypatch.setattr(probes, "opened", lambda: kb)
    return kb


@pytest.fixture
def client(kb: KnowledgeBase) -> TestClient:
    """A client of the probes."""
    return TestClient(Starlette(routes=probes.routes()))


def test_a_store_that_is_well_is_ready(client: TestClient, kb: KnowledgeBase, deal: Callable[..., Deal]) -> None:
    """And says how much waits."""
    kb.log(deal())
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {"status": "ready", "memory": "reachable", "index": "whole", "waiting": 0, "set_aside": 0}


def test_a_store_whose_memory_is_away_is_not_ready(
    client: TestClient, kb: KnowledgeBase, deal: Callable[..., Deal], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was told meanwhile is counted; no name and no text is said."""

    def away(*_: object, **__: object) -> None:
        raise StoreUnavailable("away")

    monkeypatch.setattr(kb.sharing, "is_away", True)
    monkeypatch.setattr(kb.banks.engine, "ask", away)
    assert kb.log(deal(vendor="Acme")).waiting
    answer = client.get("/readyz")
    assert answer.status_code == 503
    told = answer.json()
    assert (told["status"], told["memory"], told["waiting"]) == ("not ready", "away", 1)
    assert "Acme" not in answer.text


def test_metrics_are_for_whoever_shows_the_token(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without one in the settings there are none."""
    assert client.get("/metrics", headers={"authorization": "Bearer "}).status_code == 404
    monkeypatch.setenv("LEVERAGE_METRICS_TOKEN", TOKEN)
    for given in ("", "Bearer ", f"Bearer {TOKEN[:-1]}", f"Basic {TOKEN}", TOKEN, "Bearer é"):
        assert client.get("/metrics", headers={"authorization": given.encode("latin-1")}).status_code == 404
    answer = client.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")


def test_metrics_count_and_name_nobody(
    client: TestClient, kb: KnowledgeBase, deal: Callable[..., Deal], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They read as the usual text form, and no vendor, person or text is in them."""
    monkeypatch.setenv("LEVERAGE_METRICS_TOKEN", TOKEN)
    kb.log(deal(vendor="Acme", logged_by="Ann Lee", notes="Whatever"))
    kb.log(deal(vendor="Bolt", logged_by="Ann Lee"))
    kb.check()
    text = client.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"}).text
    samples = {
        (each.name, *each.labels.values()): each.value
        for family in text_string_to_metric_families(text)
        for each in family.samples
    }
    assert samples[("leverage_vendors",)] == samples[("leverage_deals",)] == 2
    assert samples[("leverage_memory_reachable",)] == samples[("leverage_index_whole",)] == 1
    assert samples[("leverage_waiting",)] == samples[("leverage_waiting_seconds",)] == 0
    assert samples[("leverage_acts_total", "care")] == 1
    assert not re.search("acme|bolt|ann|whatever", text, re.IGNORECASE)


def test_a_short_token_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It would be guessed."""
    monkeypatch.setenv("LEVERAGE_METRICS_TOKEN", "short")
    with pytest.raises(BadSettings, match="METRICS_TOKEN"):
        load_settings()
