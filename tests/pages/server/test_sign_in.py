"""The cookie of a sign-in: what holds comes through, everything else is as if nobody had signed in."""

import base64
import json
import secrets
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from leverage.access.policy import UNREADABLE
from pages.server.headers import Headers
from pages.server.sign_in import FAILED, SignInCheck
from pages.server.watched import ENDED
from pages.ui import proof
from pages.ui.entrance import Entrance
from tests.signing import COOKIE, ORIGIN, POLICY, SECRET, answer, claims, cookie, signed, signed_in

FILES = (
    "/media/x.csv",
    "/_stcore/upload_file/s/f",
    "/component/x/index.html",
    "/_stcore/bidi-components/x",
    "/media//x",
    "/media",
)


async def told(request: Request) -> Response:
    """Answer with the cookies and the proof that came through."""
    return JSONResponse({"cookies": sorted(request.cookies), "proof": request.headers.get(proof.HEADER)})


async def stream(websocket: WebSocket) -> None:
    """Tell what came through, then answer every message; an address of a file is told as a page tells one."""
    await websocket.accept()
    await websocket.send_json({"cookies": sorted(websocket.cookies), "told": _told(websocket.headers.get(proof.HEADER, ""))})
    try:
        while True:
            await answer(websocket, await websocket.receive_text())
    except WebSocketDisconnect:
        pass


def _told(value: str) -> Any:
    return json.loads(base64.urlsafe_b64decode(value.partition(".")[2]))


async def callback(request: Request) -> Response:
    """Come back from the provider with a sign-in, or without one."""
    answer = RedirectResponse("/")
    if request.query_params.get("code") == "good":
        answer.set_cookie(COOKIE, "x")
    return answer


@pytest.fixture
def door() -> Entrance:
    """The way in by sign-in."""
    return signed_in()


@pytest.fixture
def site(door: Entrance) -> Callable[[str], TestClient]:
    """Return a client of a small site that sends this cookie."""
    routes = [
        Route("/oauth2callback", callback),
        WebSocketRoute("/_stcore/stream", stream),
        Route("/{path:path}", told, methods=["GET", "PUT", "DELETE"]),
    ]
    app = Starlette(routes=routes, middleware=[Middleware(SignInCheck, entrance=door)])

    def client(value: str = "") -> TestClient:
        headers = {"cookie": f"a=1; {COOKIE}={value}; {COOKIE}_tokens=t; _streamlit_xsrf=x"} if value else {}
        return TestClient(app, ORIGIN, headers=headers, follow_redirects=False)

    return client


Site = Callable[..., TestClient]


def is_in(client: TestClient) -> bool:
    """Say whether a client counts as signed in; the three ways of telling must agree."""
    with client.websocket_connect("ws://localhost:8501/_stcore/stream") as line:
        on_line = COOKIE in line.receive_json()["cookies"]
    on_page = COOKIE in client.get("/").json()["cookies"]
    on_file = {client.request(method, path).status_code for path in FILES for method in ("GET", "PUT", "DELETE")}
    assert on_file == ({200, 404} if on_line else {401})  # 404: a file that no page told them of
    assert on_page == on_line
    return on_line


def test_a_good_cookie_comes_through(site: Site) -> None:
    """By page, file and websocket, whole or in parts."""
    assert is_in(site(cookie(claims())))


def test_without_one_pages_open_and_files_do_not(site: Site) -> None:
    """The page is the way to sign in."""
    assert not is_in(site())
    assert site().get("/media/x").text == "Sign in first, then ask for this again.\n"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (lambda: cookie(claims(), age=8 * 3600 + 5), "can't be read"),
        (lambda: cookie(claims(iat=time.time() - 8 * 3600)), "after 8 hours"),
        (lambda: cookie(claims(iss="https://evil.example")), "another provider"),
        (lambda: cookie(claims(aud=["other"])), "another app"),
        (lambda: cookie(claims(email=None)), "did not say your e-mail address"),
        (lambda: cookie(claims(email_verified=False)), "not verified"),
        (lambda: cookie(claims(exp=time.time() - 3600)), "over when it was made"),
        (lambda: cookie(claims(), secret=SECRET + "x"), "can't be read"),
        (lambda: cookie(claims(), origin="http://localhost:9999"), "another address"),
        (lambda: cookie(claims(is_logged_in=False)), "another address"),
        (lambda: signed("other", json.dumps(claims())), "can't be read"),
        (lambda: signed(COOKIE, [1]), "can't be read"),
        (lambda: signed(COOKIE, "[]"), "another address"),
        (lambda: signed(COOKIE, "{"), "can't be read"),
        (lambda: signed(COOKIE, "chunks-3"), "can't be read"),
        (lambda: "x", "can't be read"),
        (lambda: cookie(claims())[:-1], "can't be read"),
    ],
)
def test_what_does_not_hold_is_taken_out_and_the_reason_is_told(site: Site, value: Callable[[], str], said: str) -> None:
    """Too old, of another issuer, app or address, without a verified e-mail, forged, or in pieces."""
    client = site(value())
    assert not is_in(client)
    assert said in client.get("/media/x").text
    with client.websocket_connect("ws://localhost:8501/_stcore/stream") as line:
        heard = line.receive_json()
    assert said in heard["told"]["why"]
    assert heard["cookies"] == ["_streamlit_xsrf", "a"]


def test_a_file_made_for_one_person_is_not_there_for_another(site: Site) -> None:
    """Its address was told to a page of theirs, and is theirs after they have signed in anew, too."""
    ann, eve = site(cookie(claims())), site(cookie(claims(email="eve@corp.example", sub="eve")))
    assert ann.get("/media/a1.csv").status_code == 404
    with ann.websocket_connect("ws://localhost:8501/_stcore/stream") as line:
        line.send_text("/media/a1.csv")
    again = site(cookie(claims(iat=int(time.time()) + 1)))
    assert [each.get("/media/a1.csv").status_code for each in (ann, eve, again)] == [200, 404, 200]
    assert eve.get("/media/a1.csv").text.startswith("This file is not there any more, or was not made for you.")


def test_a_cookie_in_parts_is_one(site: Site) -> None:
    """As Streamlit splits a long one; every part must be there and signed under its own name."""
    content = json.dumps(claims(groups=[str(n) for n in range(2000)]) | {"origin": ORIGIN})
    half = len(content) // 2
    parts = {COOKIE: "chunks-2", f"{COOKIE}_1": content[:half], f"{COOKIE}_2": content[half:]}
    sent = {name: signed(name, value) for name, value in parts.items()}

    def client(cookies: dict[str, str]) -> TestClient:
        client = site()
        client.headers["cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
        return client

    assert is_in(client(sent))
    assert not is_in(client({**sent, f"{COOKIE}_2": sent[f"{COOKIE}_1"]}))
    assert not is_in(client({name: value for name, value in sent.items() if name != f"{COOKIE}_2"}))
    assert not is_in(client({**sent, f"{COOKIE}_1": signed(f"{COOKIE}_1", content[:half], age=8 * 3600 + 5)}))


@pytest.mark.parametrize("between", ["{name}={good}; {name}={other}", "{name}={other}; {name}={good}"])
def test_of_two_cookies_none_counts(site: Site, door: Entrance, between: str) -> None:
    """A good one does not carry one along that was ended: parsers differ in which of the two they take."""
    client = site()
    client.headers["cookie"] = between.format(name=COOKIE, good=cookie(claims()), other=cookie(claims(email="bob@corp.example")))
    assert not is_in(client)


@pytest.mark.parametrize("space", [b"\xa0", b"\x85", b"\x1c", b"\t", b" "])
def test_odd_space_around_a_name_hides_no_cookie(site: Site, space: bytes) -> None:
    """A name that the app would read is one that the check has read."""
    value = cookie(claims(email="bob@corp.example"), age=8 * 3600 + 5).encode()
    client = site()
    client.headers = [(b"cookie", space + COOKIE.encode() + space + b"=" + value)]  # type: ignore[assignment]
    assert not is_in(client)


def test_a_browser_can_not_write_what_the_server_tells(site: Site) -> None:
    """The header is dropped, however it is written."""
    for name in (proof.HEADER, proof.HEADER.upper(), proof.HEADER.replace("-", "_")):
        client = site()
        client.headers[name] = proof.write({"email": "ann@corp.example"})
        assert client.get("/").json()["proof"] is None


def test_signing_out_ends_every_copy_of_the_cookie(site: Site, door: Entrance) -> None:
    """By page, file and websocket; another sign-in of the same person goes on."""
    said = claims()
    mine, other = cookie(said), cookie(claims(nonce="m"))
    with site(mine).websocket_connect("ws://localhost:8501/_stcore/stream") as line:
        line.receive_json()
        line.send_text("hello")
        assert line.receive_text() == "hello"
        assert site(mine).get("/auth/logout", headers={"sec-fetch-site": "cross-site"}).status_code == 403
        assert is_in(site(mine))
        assert COOKIE in site(mine).get("/auth/logout").json()["cookies"]
        line.send_text("still here?")
        assert ForwardMsg.FromString(line.receive_bytes()).HasField("auth_redirect")
        with pytest.raises(WebSocketDisconnect) as closed:
            line.receive_bytes()
        assert closed.value.code == ENDED
    assert not is_in(site(mine))
    assert not is_in(site(cookie(said)))
    assert "You were signed out." in site(mine).get("/media/x").text
    assert is_in(site(other))
    door.sign_ins.end_all("ann@corp.example")
    assert not is_in(site(other))


def test_a_line_that_outlives_the_sign_in_is_closed(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """At its next message."""
    with site(cookie(claims())).websocket_connect("ws://localhost:8501/_stcore/stream") as line:
        line.receive_json()
        later = time.time() + 8 * 3600
        monkeypatch.setattr("pages.server.sign_in.time", type("Later", (), {"time": staticmethod(lambda: later)}))
        line.send_text("still here?")
        line.receive_bytes()
        with pytest.raises(WebSocketDisconnect):
            line.receive_bytes()


def test_a_policy_that_names_nobody_else_or_can_not_be_read_lets_nobody_in(site: Site, door: Entrance) -> None:
    """The reason is told."""
    door.policies.file.write_text('default = "none"\n' + POLICY, "utf-8")
    assert is_in(site(cookie(claims())))
    stranger = site(cookie(claims(email="eve@evil.example")))
    assert not is_in(stranger)
    assert "may not come in here" in stranger.get("/media/x").text
    door.policies.file.write_text("[[", "utf-8")
    assert not is_in(site(cookie(claims())))
    assert site(cookie(claims())).get("/media/x").text.strip() == UNREADABLE


def test_a_way_back_without_a_sign_in_leaves_a_note(site: Site) -> None:
    """The page that follows says that it did not work; a good one takes the note away."""
    failed = site().get("/oauth2callback?state=s&code=bad")
    assert f"{FAILED}=1" in failed.headers["set-cookie"]
    client = site()
    client.headers["cookie"] = f"{FAILED}=1"
    with client.websocket_connect("ws://localhost:8501/_stcore/stream") as line:
        assert "did not work" in line.receive_json()["told"]["why"]
    for query in ("state=s&code=good", ""):
        set_cookies = site().get(f"/oauth2callback?{query}").headers.get_list("set-cookie")
        assert any(f"{FAILED}=" in each and "Max-Age=0" in each for each in set_cookies)


def test_a_thousand_wrong_cookies_are_refused_at_once(site: Site) -> None:
    """None of them stops the server or holds it up."""
    client = site()
    begun = time.monotonic()
    good = cookie(claims())
    wrong = [
        secrets.token_urlsafe(40),
        good[::-1],
        good[:-4] + secrets.token_urlsafe(3),
        cookie(claims(), secret=secrets.token_hex(20)),
    ]
    for n in range(1000):
        client.headers["cookie"] = f"{COOKIE}={wrong[n % len(wrong)]}{n}"
        assert client.get("/media/x").status_code == 401
    assert time.monotonic() - begun < 30
    assert is_in(site(good))


@pytest.mark.parametrize(("root", "base"), [("/lev", ""), ("", "lev"), ("/a", "b/c"), ("/lev/", "")])
def test_files_are_refused_wherever_the_app_is_served(
    door: Entrance, root: str, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Below a path that the server or Streamlit was given."""
    monkeypatch.setattr("pages.server.asgi.st", SimpleNamespace(get_option=lambda name: base))

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await SignInCheck(PlainTextResponse("in"), door)(scope, receive, send)

    where = "/".join(filter(None, [root.rstrip("/"), base]))
    client = TestClient(app, ORIGIN, root_path=root)
    start = where if where.startswith("/") else f"/{where}"
    assert client.get(f"{start}/media/x").status_code == 401
    assert client.get(f"{start}/brief").text == "in"


def test_files_stay_in_no_cache(site: Site) -> None:
    """Neither the browser's, for whoever sits there next, nor one on the way."""

    async def file(request: Request) -> Response:
        return PlainTextResponse("deals", headers={"cache-control": "public, max-age=9"})

    app = Starlette(routes=[Route("/{path:path}", file)], middleware=[Middleware(Headers)])
    assert TestClient(app).get("/media/x.csv").headers["cache-control"] == "private, no-store"
    assert TestClient(app).get("/static/x.js").headers["cache-control"] == "public, max-age=9"


@pytest.mark.parametrize("address", ["https://leverage.example", "http://leverage.example"])
def test_cookies_travel_by_https_alone_where_there_is_one(address: str) -> None:
    """Streamlit's own ones, too, whoever ends the https."""
    route = Route("/oauth2callback", callback)
    for is_https in (True, False):
        app = Starlette(routes=[route], middleware=[Middleware(Headers, is_https=is_https)])
        answer = TestClient(app, address, follow_redirects=False).get(
            "/oauth2callback?code=good", headers={"accept": "text/html"}
        )
        given = answer.headers.get_list("set-cookie")
        assert len(given) == 2
        assert all(("Secure" in each) == (is_https or address.startswith("https")) for each in given)


BOUND = POLICY + '\n[[provider]]\nname = "{}"\ndomains = ["corp.example"]\n'


@pytest.mark.parametrize(("named", "is_let_in"), [("default", True), ("okta", False)])
def test_an_address_that_is_another_providers_does_not_come_in(site: Site, named: str, is_let_in: bool) -> None:
    """However good the sign-in is: page, file and websocket."""
    signed_in(BOUND.format(named))
    assert is_in(site(cookie(claims()))) == is_let_in
