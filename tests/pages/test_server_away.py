"""The memory's server away, or hung: each page stays up on what it has, says so in a sentence, and holds nobody up."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase
from pages.ui import away
from pages.ui.store import opened
from tests.chroma_server import ChromaServer
from tests.chroma_server import own_chroma as own_chroma
from tests.pages.conftest import microsoft, shown
from tests.pages.test_log import fill, press
from tests.replicas.test_replicas import soon

Page = Callable[..., AppTest]
SAID = "server has not answered since"
PAGES = ("vendors.py", "log.py", "watch.py", "numbers.py", "inbox.py", "importing.py", "export.py", "people.py")
OF_VENDOR = ("brief.py", "table.py", "record.py", "prepare.py")
FOR_ADMINS = ("administration.py", "care.py", "audit.py", "access.py", "account.py")

pytestmark = pytest.mark.slow


@pytest.fixture
def on_server(own_chroma: ChromaServer, monkeypatch: pytest.MonkeyPatch, deal: Callable[..., Deal]) -> KnowledgeBase:
    """The knowledge base of the pages, with deals on a server."""
    monkeypatch.setenv("LEVERAGE_CHROMA_URL", own_chroma.url)
    monkeypatch.setenv("LEVERAGE_CHROMA_TIMEOUT", "2")
    kb = opened()
    kb.log_many(microsoft(deal))
    kb.log(deal(vendor="Acme"))
    return kb


def calls(kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """Return a list that grows with each call that the server is really asked for."""
    made: list[None] = []
    line = kb.banks.engine._line
    need = line.need

    def counted() -> None:
        need()
        made.append(None)

    monkeypatch.setattr(line, "need", counted)
    return made


@pytest.mark.parametrize("how", ["hang", "kill"])
def test_pages_stay_up_while_the_server_is_away(
    own_chroma: ChromaServer, on_server: KnowledgeBase, page: Page, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """One page waits for it once; all others answer at once, and what was logged goes in when it is back."""
    deal_id = on_server.deals("Microsoft")[0].deal_id or ""
    page("brief.py", vendor="vendor-microsoft")
    page("deal.py", deal=deal_id)
    getattr(own_chroma, how)()
    brief = shown(page("brief.py", vendor="vendor-microsoft"))
    soon(lambda: on_server.away is not None, True)
    made = calls(on_server, monkeypatch)
    for script in (*PAGES, *FOR_ADMINS):
        assert SAID in shown(page(script)), script
    for script in OF_VENDOR:
        assert SAID in shown(page(script, vendor="vendor-microsoft")), script
    assert len(made) == 0
    assert "Built from 7 deals by 2 colleagues" in brief
    assert "Remark number 3." in shown(page("brief.py", vendor="vendor-microsoft"))
    assert "Microsoft" in shown(page("deal.py", deal=deal_id))
    never_read = shown(page("brief.py", vendor="vendor-acme"))
    assert SAID in never_read
    assert away.MISSING in never_read
    assert "Microsoft" in shown(page("vendors.py", q="Micro"))
    saved = press(fill(page("log.py", vendor="Bolt"), outcome="agreed"), "Save deal")
    assert "Deal kept, not yet in the brief" in shown(saved)
    assert "kept on disk and goes in by itself" in shown(page())
    assert [each.vendor for each in on_server.waiting()] == ["Bolt"]
    own_chroma.go_on()
    if how == "kill":
        own_chroma.start()
    soon(on_server.waiting, [], within=30)
    after = shown(page())
    assert SAID not in after
    assert "Bolt" in after


def test_a_start_while_the_server_is_away_shows_the_lists_of_last_time(
    own_chroma: ChromaServer, on_server: KnowledgeBase, page: Page, home: Path
) -> None:
    """And says so; the next visit after it is back says nothing more."""
    st.cache_resource.clear()
    own_chroma.kill()
    began = time.monotonic()
    kb = opened()
    assert time.monotonic() - began < 60
    said = shown(page())
    assert SAID in said
    assert "Microsoft" in said
    own_chroma.start()
    soon(lambda: kb.away, None, within=30)
    assert SAID not in shown(page())
    assert "Built from 7 deals" in shown(page("brief.py", vendor="vendor-microsoft"))
