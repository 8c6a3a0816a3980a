"""Pages under test: a store of their own, a fast embedding, a clock that stands still enough, and no cache from before."""

import functools
import re
import string
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import streamlit as st
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase
from leverage.embedding import default_embedding
from leverage.imports import commit, plan
from pages.ui import browser, entrance, failures
from pages.ui.store import opened
from tests import signing
from tests.fakes import Clock, WordEmbedding

ROOT = Path(__file__).resolve().parents[2]
ROUTER = ROOT / "pages" / "router.py"
SAMPLE = ROOT / "data" / "sample_deals.csv"
NASTY = (
    "<script>alert(1)</script> ![x](http://evil.example/x.png) $50k to $40k :red[hot] :tada: -> [y](http://evil.example) "
    "https://evil.example # *b* _i_ `c` ~~s~~ | \\ {x}"
)
# What is installed stays as it is while the tests run, and Streamlit reads all of it for every page that is opened.
_scan_once = functools.cache(manifest_scanner.scan_component_manifests)


@pytest.fixture(autouse=True)
def home(store: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the pages' own store."""
    monkeypatch.setenv("LEVERAGE_HOME", str(store))
    monkeypatch.setattr("leverage.knowledge.embedding_for", lambda choice: WordEmbedding())
    monkeypatch.setattr("leverage.knowledge._now", Clock())
    monkeypatch.setattr(manifest_scanner, "scan_component_manifests", _scan_once)
    _clear_caches()
    entrance.forget()
    yield store
    _clear_caches()
    entrance.forget()


@pytest.fixture(scope="session")
def sample_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed store with the sample deals, to be copied."""
    store = tmp_path_factory.mktemp("sample") / "store"
    with KnowledgeBase.open(store, embedding=default_embedding()) as kb:
        commit(kb, plan(SAMPLE.read_bytes(), SAMPLE.name, kb=kb))
    return store


@pytest.fixture
def kb() -> KnowledgeBase:
    """The very knowledge base that the pages use, once its start is over: that would bring in again what a test takes out."""
    _wait_until_read(opened())
    return opened()


@pytest.fixture
def cookie(monkeypatch: pytest.MonkeyPatch) -> str:
    """A browser that keeps its cookie."""
    value = browser.new_id()
    monkeypatch.setattr(browser, "st", SimpleNamespace(context=SimpleNamespace(cookies={browser.COOKIE: value})))
    return value


@pytest.fixture
def sign_in(monkeypatch: pytest.MonkeyPatch, store: Path) -> Callable[..., Path]:
    """Let people sign in from here on, by this access policy; return its file."""

    def set_up(policy: str = signing.POLICY) -> Path:
        monkeypatch.setattr(entrance, "secrets", signing.auth)
        entrance.forget()
        store.mkdir(parents=True, exist_ok=True)
        (store / "access.toml").write_text(policy, "utf-8")
        return store / "access.toml"

    return set_up


@pytest.fixture
def page() -> Callable[..., AppTest]:
    """Open a page by its script, with a query, as somebody who has said who they are, or with the claims of a sign-in."""

    def open_(script: str = "vendors.py", person: bool = True, user: dict[str, Any] | None = None, **query: str) -> AppTest:
        _wait_until_read(opened())
        at = AppTest.from_file(str(ROUTER), default_timeout=30)
        if user is not None:
            at.user = user
        if person:
            at.session_state["person"] = {"name": "Priya Nair", "department": "IT"}
        if script != "vendors.py":
            at.run()
            at.switch_page(script)
        for name, value in query.items():
            at.query_params[name] = value
        return at.run()

    return open_


def shown(at: AppTest) -> str:
    """Return all that a page says, as a person reads it; fails where the page broke."""
    assert not at.exception
    parts = [*at.title, *at.header, *at.subheader, *at.markdown, *at.error, *at.get("badge")]
    said = "\n".join(str(part.value) for part in parts)
    said += "\n".join(f"{metric.label}: {metric.value}" for metric in at.metric)
    said += "\n".join(str(link.proto.label) for link in at.get("page_link"))
    assert failures.UNEXPECTED not in said
    return plain(said)


def plain(markdown: str) -> str:
    """Return Markdown without its escapes and what has no width, as it reads on the screen."""
    bare = markdown.replace("**", "").replace("\u2060", "").replace("\u00a0", " ")
    return re.sub(rf"\\([{re.escape(string.punctuation)}])", r"\1", bare)


def microsoft(deal: Callable[..., Deal], count: int = 7) -> list[tuple[Deal, None]]:
    """Return deals with Microsoft by two people, of two products, the newest in October 2026."""
    return [
        (
            deal(
                deal_date=f"2026-{10 - n:02}-14",
                logged_by=("Priya Nair", "Tom Becker")[n % 2],
                department=("Procurement", "IT")[n % 2],
                product=("Azure", "Power BI")[n % 2],
                discount_pct=20 - n,
                discount_base="list",
                payment_terms="Net 60",
                flexible_on=["payment terms"],
                firm_on=["liability cap"],
                tactics=[("Asked before discussing length", "worked" if n else "failed"), (f"Try {n}", "failed")],
                notes=f"Remark number {n}.",
            ),
            None,
        )
        for n in range(count)
    ]


def _wait_until_read(kb: KnowledgeBase) -> None:
    for _ in range(6_000):
        if not kb._replay.is_running:
            return
        time.sleep(0.01)
    raise AssertionError("The start of the store did not come to an end.")


def _clear_caches() -> None:
    st.cache_resource.clear()
