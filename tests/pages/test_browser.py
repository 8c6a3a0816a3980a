"""What only a real browser shows: the first deep link, the policy at work, and what a browser remembers."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from leverage import KnowledgeBase
from leverage.embedding import default_embedding
from tests.pages.conftest import NASTY

sync_api = pytest.importorskip("playwright.sync_api")
CHROMIUM = shutil.which("chromium")
ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="no chromium is installed")]


@pytest.fixture
def site(tmp_path: Path, deal: Any) -> Iterator[str]:
    """A server of its own, just started, whose store holds one hostile deal; nobody has opened its first page yet."""
    home = tmp_path / "served"
    hostile = deal(vendor="Acme", notes=NASTY, product=NASTY, firm_on=[NASTY])
    with KnowledgeBase.open(home, embedding=default_embedding()) as kb:
        kb.log(hostile)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", str(ROOT / "app.py"), "--server.port", str(port)]
    log = (tmp_path / "server.log").open("wb")
    server = subprocess.Popen(command, cwd=tmp_path, env={**os.environ, "LEVERAGE_HOME": str(home)}, stdout=log, stderr=log)
    address = f"http://localhost:{port}"
    try:
        _wait_for(address)
        yield address
    finally:
        server.terminate()
        server.wait(20)
        log.close()


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Any]:
    """Open the same browser again and again: what it keeps is kept in between."""
    with sync_api.sync_playwright() as playwright:

        def open_() -> Any:
            return playwright.chromium.launch_persistent_context(
                tmp_path / "profile", executable_path=CHROMIUM, args=["--no-sandbox"]
            )

        yield open_


def test_a_first_deep_link_runs_the_router_and_asks_nobody_else(site: str, profile: Any) -> None:
    """The navigation stands there, hostile text is text, and no request leaves the machine or breaks the policy."""
    browser = profile()
    page = browser.new_page()
    asked: list[str] = []
    refused: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: refused.append(message.text) if "Content Security Policy" in message.text else None)
    page.goto(f"{site}/brief?vendor=vendor-acme")
    page.get_by_role("heading", name="Acme").wait_for()
    page.get_by_role("link", name="Log a deal").first.wait_for()
    page.get_by_text("Whom to ask").wait_for()
    assert not [url for url in asked if not url.startswith((site, "data:", "blob:"))]
    assert not refused
    assert page.locator(".katex").count() == 0
    assert page.locator("img[src*='evil']").count() == 0
    assert page.locator("a[href*='evil']").count() == 0
    browser.close()


def test_a_browser_keeps_its_person_and_what_is_typed(site: str, profile: Any) -> None:
    """Notes are kept while they are typed: they outlive the page, the browser and a new session."""
    browser = profile()
    page = browser.new_page()
    page.goto(f"{site}/log?vendor=Acme")
    for label, value in (("Your name", "Zoë Quill"), ("Department", "Night shift")):
        page.get_by_role("combobox", name=label).fill(value)
        page.wait_for_timeout(400)
        page.keyboard.press("Enter")
        page.wait_for_timeout(600)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Notes").click()
    page.keyboard.type("Still typing", delay=20)
    page.wait_for_timeout(2000)
    browser.close()

    browser = profile()
    page = browser.new_page()
    page.goto(f"{site}/log")
    page.get_by_text("What you had not saved is back.").wait_for()
    sync_api.expect(page.get_by_label("Notes")).to_have_value("Still typing")
    assert "Zoë Quill, Night shift" in page.get_by_text("Logging as").inner_text().replace("\u00a0", " ")
    browser.close()


def _wait_for(address: str) -> None:
    for _ in range(120):
        try:
            with urllib.request.urlopen(f"{address}/healthz", timeout=2) as answer:
                if b"ok" in answer.read():
                    return
        except OSError:
            time.sleep(0.5)
    raise AssertionError("The server did not start.")
