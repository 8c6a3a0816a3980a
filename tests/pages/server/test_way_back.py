"""The way back: a deep link outlives the sign-in, and nobody is led elsewhere."""

from urllib.parse import quote

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import RedirectResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from pages.server.way_back import WayBack, is_page

ORIGIN = "http://localhost:8501"


@pytest.fixture
def site() -> TestClient:
    """A site whose sign-in goes to a provider with the state `s1` and comes back to `/`."""
    routes = [
        Route("/auth/login", lambda _: RedirectResponse("https://id.example/authorize?state=s1&x=y")),
        Route("/oauth2callback", lambda _: RedirectResponse("/")),
    ]
    app = Starlette(routes=routes, middleware=[Middleware(WayBack, origin=ORIGIN)])
    return TestClient(app, ORIGIN, follow_redirects=False)


def test_path_and_query_are_kept(site: TestClient) -> None:
    """For this very sign-in, once; the cookie is out of reach of scripts."""
    begun = site.get("/auth/login", headers={"referer": f"{ORIGIN}/brief?vendor=vendor-acme&product=a%20b"})
    assert begun.headers["location"].startswith("https://id.example/")
    assert "HttpOnly" in begun.headers["set-cookie"]
    assert site.get("/oauth2callback?state=other").headers["location"] == "/"
    assert site.get("/oauth2callback?state=s1").headers["location"] == "/brief?vendor=vendor-acme&product=a%20b"
    assert site.get("/oauth2callback?state=s1").headers["location"] == "/"


@pytest.mark.parametrize(
    "referer",
    [
        *("https://evil.example/brief", f"{ORIGIN}.evil.example/brief", f"{ORIGIN}@evil.example/brief", "", "about:blank"),
        *(f"{ORIGIN}//evil.example", f"{ORIGIN}/\\evil.example", f"{ORIGIN}/", f"{ORIGIN}/oauth2callback?state=s1"),
        *(f"{ORIGIN}/auth/logout", f"{ORIGIN}/media/x", f"{ORIGIN}/{'a' * 3000}"),
    ],
)
def test_only_a_page_of_this_site_is_kept(site: TestClient, referer: str) -> None:
    """Nothing of another site, no file, and no way out."""
    assert "set-cookie" not in site.get("/auth/login", headers={"referer": referer}).headers


@pytest.mark.parametrize(
    "wanted",
    [
        *("//evil.example", "/\\evil.example", "https://evil.example", "evil.example", "", "/a b", "/a\r\nx: y", "/a\\b"),
        *("/\t/evil.example", "javascript:alert(1)", "/%0d%0a\n", "/é", "/auth/logout", "/_stcore/stream"),
    ],
)
def test_a_forged_cookie_leads_nowhere(site: TestClient, wanted: str) -> None:
    """What is kept is looked at again before it is followed."""
    assert not is_page(wanted)
    name = next(iter(site.get("/auth/login", headers={"referer": f"{ORIGIN}/brief"}).cookies))
    site.cookies.clear()
    answer = site.get("/oauth2callback?state=s1", headers={"cookie": f"{name}={quote(wanted, safe='')}"})
    assert answer.headers["location"] == "/"
