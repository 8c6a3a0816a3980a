"""Sign-in in a real browser, with a provider of its own: in, out, and nothing for whoever is not in."""

import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

from leverage import Deal, KnowledgeBase
from leverage.embedding import default_embedding
from tests.browser import ARGUMENTS, need_browser
from tests.pages.test_browser import PORTAL_FAULT, SLOWEST, playwright, see, settle
from tests.pages.test_table_browser import fits
from tests.pages.test_watch_browser import look
from tests.provider import provide
from tests.serving import serve
from tests.signing import COOKIE, POLICY, claims, cookie, write_secrets

__all__ = ["playwright"]  # a fixture

pytestmark = [pytest.mark.browser, pytest.mark.slow]
GROUPS = [str(uuid.uuid5(uuid.NAMESPACE_DNS, str(n))) for n in range(200)]  # as Entra ID names them
PEOPLE = (
    {"sub": "ann", "email": "ann@corp.example", "email_verified": True, "name": "Ann Lee", "groups": ["fin"]},
    {"sub": "many", "email": "many@corp.example", "name": "Many Groups", "groups": GROUPS},
    {"sub": "unsure", "email": "unsure@corp.example", "email_verified": False},
)
DEEP = "/brief?vendor=vendor-microsoft"
ASKED = "Your company's vendor memory."


@dataclass(frozen=True)
class Site:
    """An app that people sign in to, and its provider."""

    address: str
    issuer: str
    log: Path

    def cookie(self, age: int = 0, **changes: Any) -> str:
        """Return the cookie of a sign-in with these claims."""
        return cookie(claims(self.issuer, **changes), age=age, origin=self.address)

    def get(self, path: str, value: str = "", method: str = "GET") -> int:
        """Return the status that a program gets with this cookie."""
        headers = {"cookie": f"{COOKIE}={value}"} if value else {}
        return httpx.request(method, self.address + path, headers=headers, timeout=60).status_code


@pytest.fixture(scope="module")
def provider(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A provider of identities, and its issuer."""
    with provide(PEOPLE, tmp_path_factory.mktemp("provider") / "log") as issuer:
        yield issuer


@pytest.fixture(scope="module")
def site(provider: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The app over a store with one deal, whose admin is Ann."""
    folder = tmp_path_factory.mktemp("signed-in")
    deal = Deal(vendor="Microsoft", deal_date="2026-03-02", logged_by="Priya Nair", department="IT", outcome="agreed")
    with KnowledgeBase.open(folder / "store", embedding=default_embedding()) as kb:
        kb.log(deal)
    (folder / "store" / "access.toml").write_text(POLICY, "utf-8")
    write_secrets(folder / "secrets.toml", provider)
    with serve(folder / "store", folder / "log", ["--secrets.files", str(folder / "secrets.toml")]) as address:
        yield Site(address, provider, folder / "log")


@pytest.fixture(scope="module")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """One browser for all; each visitor has a context, which keeps cookies of its own."""
    browser = playwright.chromium.launch(executable_path=need_browser(), args=ARGUMENTS)
    yield browser
    browser.close()


@pytest.fixture
def visitor(chromium: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Open the browser of somebody who was never here."""
    opened: list[BrowserContext] = []

    def open_(**options: Any) -> BrowserContext:
        opened.append(chromium.new_context(**options))
        opened[-1].set_default_timeout(SLOWEST)
        return opened[-1]

    yield open_
    for each in opened:
        each.close()


Visitor = Callable[..., BrowserContext]


def sign_in(page: Page, site: Site, path: str = "/", who: str = "ann") -> None:
    """Open an address, and sign in as it asks."""
    page.goto(site.address + path)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name=who, exact=True).click()


def faults(page: Page) -> list[str]:
    """Return the rules of accessibility that the page breaks."""
    return [each["id"] for each in Axe().run(page).response["violations"]]


def kept(visitor: BrowserContext) -> str:
    """Return the cookie of the sign-in."""
    return next(str(each["value"]) for each in visitor.cookies() if each["name"] == COOKIE)


def speaks(site: Site, value: str) -> list[str]:
    """Return what a websocket of a page says at once to whoever has this cookie: with a bad one, no page."""
    with httpx.Client(base_url=site.address) as client:
        client.get("/_stcore/health")
        token = client.cookies["_streamlit_xsrf"]
    headers = {"cookie": f"_streamlit_xsrf={token}; {COOKIE}={value}"}
    said: list[str] = []
    address = site.address.replace("http", "ws") + "/_stcore/stream"
    with connect(address, origin=site.address, additional_headers=headers, subprotocols=["streamlit", token]) as line:  # type: ignore[arg-type]
        asked = BackMsg()
        asked.rerun_script.query_string = ""
        line.send(asked.SerializeToString())
        while True:
            message = ForwardMsg()
            message.ParseFromString(line.recv(60))  # type: ignore[arg-type]
            said.append(str(message))
            if message.HasField("script_finished"):
                return said


def test_a_deep_link_outlives_the_sign_in(site: Site, visitor: Visitor) -> None:
    """Nothing of the page before; then the very page with its query, and the account."""
    page = visitor(viewport={"width": 1280, "height": 900}).new_page()
    said: list[str] = []
    page.on("websocket", lambda line: line.on("framereceived", lambda data: said.append(str(data))))
    page.goto(site.address + DEEP)
    see(page, ASKED)
    look(page, "sign-in-1280")
    assert faults(page) == []
    assert not any("Priya Nair" in each or "Log a deal" in each for each in said)
    page.set_viewport_size({"width": 390, "height": 900})
    assert fits(page)
    look(page, "sign-in-390")
    sign_in(page, site, DEEP)
    page.get_by_role("heading", name="Microsoft", level=1).wait_for()
    assert page.url == site.address + DEEP
    page.set_viewport_size({"width": 1280, "height": 900})
    settle(page)
    page.get_by_role("link", name="Ann Lee").click()
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        see(page, "Your role is Admin")
        settle(page)
        look(page, f"account-{width}")
        assert fits(page)
        assert set(faults(page)) <= {PORTAL_FAULT}


def test_a_copy_of_the_cookie_is_worth_nothing_after_the_sign_out(site: Site, visitor: Visitor) -> None:
    """By page, websocket, file and upload; another tab is out at its next step."""
    browser = visitor()
    page, other = browser.new_page(), browser.new_page()
    sign_in(page, site)
    page.get_by_role("link", name="Ann Lee").wait_for()
    copy = kept(browser)
    other.goto(f"{site.address}/administration")
    other.get_by_role("heading", name="Administration", level=1).wait_for()
    assert any("Log a deal" in each for each in speaks(site, copy))
    assert [site.get("/media/none", copy), site.get("/_stcore/upload_file/a/b", copy, "DELETE")] != [401, 401]
    settle(page)
    page.get_by_role("link", name="Ann Lee").click()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(f"{site.issuer}/**")
    assert [site.get("/media/none", copy), site.get("/_stcore/upload_file/a/b", copy, "DELETE")] == [401, 401]
    assert not any("Log a deal" in each for each in speaks(site, copy))
    other.get_by_role("link", name="Watch").first.click()
    see(other, ASKED)
    look(other, "other-tab")
    expect(other.get_by_role("link", name="Watch")).to_have_count(0)
    thief = visitor()
    thief.add_cookies([{"name": COOKIE, "value": copy, "url": site.address}])
    page = thief.new_page()
    page.goto(site.address)
    see(page, "You were signed out.")


@pytest.mark.parametrize(
    ("age", "change"),
    [
        (9 * 3600, {}),
        (0, {"iat": time.time() - 9 * 3600}),
        (0, {"iss": "http://localhost:1"}),
        (0, {"email_verified": False}),
        (0, {"email": None}),
    ],
)
def test_a_sign_in_that_does_not_hold_opens_nothing(site: Site, age: int, change: dict[str, Any]) -> None:
    """Expired, of another issuer, or without a verified address: by websocket and by file."""
    value = site.cookie(age, **change)
    assert site.get("/media/none", value) == 401
    said = speaks(site, value)
    assert not any("Log a deal" in each for each in said)
    assert any("Sign in" in each for each in said)


def test_who_is_not_verified_is_told_so(site: Site, visitor: Visitor) -> None:
    """After signing in with the provider, which says so."""
    page = visitor().new_page()
    sign_in(page, site, who="unsure")
    see(page, "not verified")
    assert page.get_by_role("button", name="Sign in").is_visible()


def test_a_long_cookie_opens_the_page(site: Site, visitor: Visitor) -> None:
    """Two hundred groups are some ten kilobytes, which websockets refuse by default."""
    browser = visitor()
    page = browser.new_page()
    sign_in(page, site, who="many")
    page.get_by_role("link", name="Many Groups").wait_for()
    assert sum(len(str(each["value"])) for each in browser.cookies()) > 9_000


def test_who_says_no_at_the_provider_is_told_so(site: Site, visitor: Visitor) -> None:
    """And can try again."""
    page = visitor().new_page()
    page.goto(site.address + DEEP)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Deny").click()
    see(page, "The sign-in did not work.")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="ann", exact=True).click()
    page.get_by_role("link", name="Ann Lee").wait_for()


def test_a_thousand_wrong_cookies_open_nothing_and_stop_nothing(site: Site) -> None:
    """The server is as fast afterwards."""
    good = site.cookie()
    begun = time.monotonic()
    with httpx.Client(base_url=site.address) as client:
        for n in range(1000):
            wrong = (good[:-6] + f"{n:06}", f"{n}", good[n % 40 :] + "x")[n % 3]
            assert client.get("/media/none", headers={"cookie": f"{COOKIE}={wrong}"}).status_code == 401
        assert time.monotonic() - begun < 60
        assert client.get("/healthz").json() == {"status": "ok"}
    assert site.get("/media/none", good) == 404
    assert "Traceback" not in site.log.read_text("utf-8")


def test_what_is_nobodys_is_not_there(site: Site) -> None:
    """Figures of the server and its other doors."""
    assert [site.get(path, site.cookie()) for path in ("/_stcore/metrics", "/_stcore/agent")] == [404, 404]
