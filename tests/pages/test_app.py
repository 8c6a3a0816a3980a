"""The web server around the pages."""

import asyncio
import importlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from leverage import Deal, cli, subscription
from leverage.memory.holder import NOTE
from pages.server import probes
from pages.server.headers import TYPING_PATH, Headers
from pages.ui import browser, links

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def app(log_as_before: None) -> Iterator[ModuleType]:
    """The server's module, opened on a store of its own."""
    sys.modules.pop("app", None)
    yield importlib.import_module("app")
    sys.modules.pop("app", None)


def client(app: ModuleType) -> TestClient:
    """Return a client of a small site behind the product's middleware."""
    routes = [*probes.routes(), Route("/", lambda _: HTMLResponse("<head></head>"))]
    routes += [Route(TYPING_PATH, app.typing_script), Route(links.CALENDAR_PATH, app.dates)]
    return TestClient(Starlette(routes=routes, middleware=[Middleware(Headers)]))


def test_every_answer_carries_the_security_headers(app: ModuleType) -> None:
    """The policy names no outside host and allows inline scripts by hash alone."""
    headers = client(app).get("/healthz").headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self' 'sha256-" in policy
    assert "http" not in policy
    assert "unsafe-eval" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["x-frame-options"] == "DENY"


def test_health_answers_in_its_body(app: ModuleType) -> None:
    """Unknown paths answer 200 with the page, so a probe reads the body."""
    assert client(app).get("/healthz").json() == {"status": "ok"}


def test_a_page_gives_a_browser_an_id_and_keeps_it(app: ModuleType) -> None:
    """The cookie is random, out of reach of scripts, kept when good and replaced when not."""
    site = client(app)
    first = site.get("/", headers={"accept": "text/html"})
    cookie = first.headers["set-cookie"]
    assert all(part in cookie for part in ("HttpOnly", "SameSite=Lax", "Path=/", "Max-Age="))
    value = first.cookies[browser.COOKIE]
    assert browser.is_id(value)
    assert site.get("/", headers={"accept": "text/html"}).cookies[browser.COOKIE] == value
    site.cookies.set(browser.COOKIE, "forged")
    assert "forged" not in site.get("/", headers={"accept": "text/html"}).headers["set-cookie"]


def test_a_page_loads_our_own_script_and_nothing_else_does(app: ModuleType) -> None:
    """The tag stands in the head, the length is right, and other answers are left alone."""
    site = client(app)
    page = site.get("/", headers={"accept": "text/html"})
    assert '<script src="/leverage/typing.js" defer></script></head>' in page.text
    assert int(page.headers["content-length"]) == len(page.content)
    assert "script" not in site.get("/healthz", headers={"accept": "text/html"}).text
    assert "focusout" in site.get("/leverage/typing.js").text


def test_only_pages_set_the_cookie(app: ModuleType) -> None:
    """Probes and files do not."""
    assert "set-cookie" not in client(app).get("/healthz", headers={"accept": "*/*"}).headers


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [("LEVERAGE_TIMEZONE", "Mars/Base", "LEVERAGE_TIMEZONE"), ("LEVERAGE_HOME", "/dev/null/store", "can't be used")],
)
def test_a_start_that_can_not_be_ends_with_a_sentence(name: str, value: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong settings and a store that can't be opened end with status 2 and no traceback."""
    monkeypatch.setenv(name, value)
    done = subprocess.run(
        [sys.executable, "-c", "import app"], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 2
    assert "Leverage did not start." in done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_the_server_takes_commands_while_it_runs(app: ModuleType, store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A command in a terminal is run by the app that holds the store; after the end nothing of its door is left."""

    async def serve() -> int:
        async with app.lifespan(app.app):
            return await asyncio.to_thread(cli.main, ["--home", str(store), "check"])

    assert asyncio.run(serve()) == 0
    assert capsys.readouterr() == ("All is well.\n", "")
    assert not (store / NOTE).exists()


def test_a_calendar_follows_the_dates_under_the_secret_address_alone(app: ModuleType, deal: Callable[..., Deal]) -> None:
    """With the key the days of all vendors, kept by no cache; without it, or with an old one, a sentence."""
    kb, site = app.opened(), client(app)
    kb.log(deal(deal_date="2025-01-02", end_date=kb.today(), auto_renews=False))
    known = subscription.renew(kb)
    answer = site.get(links.CALENDAR_PATH, params={links.CALENDAR_KEY: known})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/calendar")
    assert "no-store" in answer.headers["cache-control"]
    assert "SUMMARY:Contract ends: Microsoft" in answer.text
    subscription.renew(kb)
    for given in ({links.CALENDAR_KEY: known}, {}):
        refused = site.get(links.CALENDAR_PATH, params=given)
        assert refused.status_code == 404
        assert "Copy it anew" in refused.text
