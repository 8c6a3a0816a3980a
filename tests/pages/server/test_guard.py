"""Who reaches the server: without sign-in nobody but this machine, under its own name."""

import logging
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect
from streamlit import net_util
from streamlit.web.server import server_util
from streamlit.web.server.starlette import starlette_websocket

from leverage.errors import BadSettings
from leverage.settings import load_settings
from pages.server.guard import ELSEWHERE, ONLY_HERE, Guard, check_start
from pages.server.origins import ask_nobody
from pages.ui.entrance import Entrance, decide
from tests.signing import ORIGIN, POLICY, signed_in

ROOT = Path(__file__).resolve().parents[3]
FOREIGN = (
    *("http://evil.example", "http://localhost:3000", "null", "http://localhost:8501.evil.example", "http://127.0.0.1", ""),
    *("http://localhost:8501@evil.example", "http://[", "ftp://localhost:8501", "http://evil.example ERROR made up"),
)


async def echo(websocket: WebSocket) -> None:
    """Answer with what comes."""
    await websocket.accept()
    await websocket.send_text(await websocket.receive_text())
    await websocket.close()


def site(entrance: Entrance, address: str = "http://localhost:8501", peer: str = "127.0.0.1") -> TestClient:
    """Return a client at `peer` of a small site behind the guard."""
    routes = [Route("/{path:path}", lambda _: PlainTextResponse("in")), WebSocketRoute("/_stcore/stream", echo)]
    return TestClient(Starlette(routes=routes, middleware=[Middleware(Guard, entrance=entrance)]), address, client=(peer, 4711))


@pytest.fixture
def here() -> Entrance:
    """Where nobody signs in."""
    return decide(load_settings(), None)


@pytest.fixture
def by_proxy(monkeypatch: pytest.MonkeyPatch) -> Entrance:
    """Where a proxy says who it is."""
    with monkeypatch.context() as setting:
        setting.setenv("LEVERAGE_PROXY_SECRET", "a secret of the proxy, long enough for tests")
        setting.setenv("LEVERAGE_PROXY_EMAIL_HEADER", "X-Email")
        return decide(load_settings(), None)


@pytest.mark.parametrize("host", ["localhost", "localhost:8501", "LOCALHOST", "127.0.0.1:8501", "[::1]", "[::1]:8501"])
@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "::ffff:127.0.0.1", "127.0.0.9"])
def test_the_machine_itself_comes_in(here: Entrance, host: str, peer: str) -> None:
    """By each name of its own, on each address of its own."""
    assert site(here, peer=peer).get("/", headers={"host": host}).text == "in"


@pytest.mark.parametrize(
    "host",
    [
        *(
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "evil.example:8501",
            "127.0.0.2",
            "0.0.0.0",
            "192.168.1.5",
        ),
        *(
            "localhost@evil.example",
            "evil.example#localhost",
            "localhost:x",
            "localhost:8501:1",
            "[::2]",
            "[::1",
            "",
            " localhost",
        ),
        *("localhost/evil", "localhost.", "127.1", "2130706433", "[::ffff:127.0.0.1]"),
    ],
)
def test_other_names_that_lead_here_are_refused(here: Entrance, host: str) -> None:
    """A page elsewhere whose name is bound anew to this machine reads nothing."""
    answer = site(here).get("/", headers={"host": host})
    assert (answer.status_code, answer.text.strip()) == (403, ONLY_HERE)


@pytest.mark.parametrize("peer", ["192.168.1.5", "10.0.0.1", "8.8.8.8", "fe80::1%eth0", "::ffff:192.168.1.5", "testclient", ""])
def test_other_machines_are_refused(here: Entrance, peer: str) -> None:
    """Also under a name of this machine, by http and by websocket."""
    client = site(here, peer=peer)
    assert client.get("/").status_code == 403
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("ws://localhost:8501/_stcore/stream"):
        pass


def test_nobody_comes_in_when_it_can_not_be_told_who_asks(here: Entrance) -> None:
    """A server that names no peer, or none of its own addresses, lets nobody in."""
    for missing in ({"client": None}, {"server": None}, {"server": ("192.168.1.5", 8501)}, {"server": ("/run/app.sock", None)}):
        assert _answer(here, missing) == 403
    assert _answer(here, {}) == 200


def _answer(entrance: Entrance, change: dict[str, Any]) -> int:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await Guard(PlainTextResponse("in"), entrance)({**scope, **change}, receive, send)

    return TestClient(app, "http://localhost", client=("127.0.0.1", 1)).get("/").status_code


@pytest.mark.parametrize("name", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via", "X-Forwarded-Host"])
def test_a_proxy_before_an_app_without_sign_in_is_refused(here: Entrance, name: str) -> None:
    """It would make everybody the person at the machine."""
    assert site(here).get("/", headers={name: "127.0.0.1"}).status_code == 403


def test_two_hosts_are_none(here: Entrance) -> None:
    """A request that says two names of the server is refused."""
    assert _answer(here, {"headers": [(b"host", b"localhost"), (b"host", b"localhost")]}) == 403


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_page_of_another_site_opens_no_websocket(here: Entrance, by_proxy: Entrance, origin: str) -> None:
    """Not even one of another program on this machine."""
    for entrance in (here, signed_in(), by_proxy):
        with (
            pytest.raises(WebSocketDisconnect),
            site(entrance).websocket_connect("ws://localhost:8501/_stcore/stream", headers={"origin": origin}),
        ):
            pass


@pytest.mark.parametrize("origin", FOREIGN)
@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "OPTIONS"])
def test_a_page_of_another_site_gets_no_answer(here: Entrance, by_proxy: Entrance, method: str, origin: str) -> None:
    """Whatever it asks for, whichever way people come in."""
    for entrance in (here, signed_in(), by_proxy):
        answer = site(entrance).request(method, "/_stcore/upload_file/a/b", headers={"origin": origin})
        assert (answer.status_code, answer.text.strip()) == (403, ELSEWHERE)


def test_two_origins_are_none(here: Entrance) -> None:
    """A request that says two is refused, also where one of them is its own."""
    own = [(b"host", b"localhost:8501"), (b"origin", b"http://localhost:8501")]
    assert _answer(here, {"headers": own}) == 200
    assert _answer(here, {"headers": [*own, (b"origin", b"http://evil.example")]}) == 403


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://localhost:8501", "localhost:8501"),
        ("http://localhost:8501", "app:8501"),  # a proxy renamed the server; the public address is known
        ("https://leverage.example", "leverage.example"),
        ("https://leverage.example", "Leverage.example:443"),
        ("http://[::1]:8501", "[::1]:8501"),
    ],
)
def test_streamlit_sees_at_once_that_a_page_is_its_own(origin: str, host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its check, which would ask an address elsewhere, comes to no question; another site's never reaches it."""
    asked: list[tuple[str | None, str | None]] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        told = Headers(scope=scope)
        asked.append((told.get("origin"), told.get("host")))
        await echo(WebSocket(scope, receive, send))

    monkeypatch.setattr(server_util, "is_url_from_allowed_origins", lambda _: pytest.fail("It was asked."))
    client = TestClient(Guard(app, signed_in()), "http://localhost:8501")
    with client.websocket_connect("/_stcore/stream", headers={"origin": origin, "host": host}) as line:
        line.send_text("hello")
    assert [starlette_websocket._is_origin_allowed(*each) for each in asked] == [True]
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/_stcore/stream", headers={"origin": FOREIGN[0]}):
        pass
    assert len(asked) == 1


def test_streamlit_looks_up_no_address_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither for its check of origins nor for the lines that it prints at the start."""
    for name in ("get_external_ip", "get_internal_ip"):
        monkeypatch.setattr(net_util, name, getattr(net_util, name))  # put back after this
    monkeypatch.setattr(net_util, "_make_blocking_http_get", lambda *_, **__: pytest.fail("It asked elsewhere."))
    ask_nobody()
    assert (net_util.get_external_ip(), net_util.get_internal_ip()) == (None, None)
    assert not server_util.is_url_from_allowed_origins("http://evil.example")


def test_a_page_of_its_own_opens_one(here: Entrance) -> None:
    """Its origin is where it was read from."""
    headers = {"origin": "http://localhost:8501"}
    with site(here).websocket_connect("ws://localhost:8501/_stcore/stream", headers=headers) as line:
        line.send_text("hello")
        assert line.receive_text() == "hello"


@pytest.mark.parametrize(
    "path", ["/_stcore/metrics", "/_stcore/agent", "/_stcore/agent/x", "/_stcore//metrics", "/_stcore/metrics/"]
)
def test_what_is_nobodys_is_not_found(here: Entrance, path: str) -> None:
    """In either way of coming in."""
    for entrance in (here, signed_in()):
        assert site(entrance).get(path).status_code == 404
    assert site(here).get("/_stcore/health").text == "in"


def test_with_sign_in_any_machine_may_ask() -> None:
    """What it then gets, the sign-in decides."""
    assert site(signed_in(), "https://leverage.example", "8.8.8.8").get("/").text == "in"
    assert signed_in().origin == ORIGIN


@pytest.mark.parametrize("address", [None, "", "0.0.0.0", "::", "192.168.1.5", "leverage.example"])
def test_without_sign_in_only_this_machine_is_served(here: Entrance, address: str | None) -> None:
    """The sentence says what to do; with sign-in every address is good."""
    with pytest.raises(BadSettings, match=r"nobody signs in\. Set up sign-in .*--server\.address 127\.0\.0\.1"):
        check_start(here, address)
    check_start(signed_in(), address)
    for own in ("127.0.0.1", "localhost", "::1"):
        check_start(here, own)


@pytest.mark.parametrize(
    ("option", "value"),
    [("server.enableXsrfProtection", False), ("server.enableCORS", False), ("server.trustedUserHeaders", {"x": "y"})],
)
def test_options_that_open_a_door_are_refused(option: str, value: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever way people come in."""
    options = {"server.enableXsrfProtection": True, "server.enableCORS": True, "server.trustedUserHeaders": None} | {
        option: value
    }
    monkeypatch.setattr(st, "get_option", options.get)
    with pytest.raises(BadSettings, match=option):
        check_start(signed_in(), "127.0.0.1")


def test_the_start_says_when_there_is_no_admin(caplog: pytest.LogCaptureFixture) -> None:
    """And goes on; with a broken policy it does not."""
    with caplog.at_level(logging.WARNING):
        check_start(signed_in(), None)
        assert not caplog.text
        check_start(signed_in('default = "reader"\n'), None)
    assert "No admin is named" in caplog.text
    with pytest.raises(BadSettings, match=r"access\.toml can't be read"):
        check_start(signed_in("[["), None)


def test_the_start_says_when_the_rules_name_a_provider_that_there_is_not(caplog: pytest.LogCaptureFixture) -> None:
    """A slip in its name would keep everybody out whose address it is about."""
    with caplog.at_level(logging.WARNING):
        check_start(signed_in(POLICY + '\n[[provider]]\nname = "default"\ndomains = ["corp.example"]\n'), None)
        assert not caplog.text
        check_start(signed_in(POLICY + '\n[[provider]]\nname = "otka"\ndomains = ["corp.example"]\n'), None)
    assert "names providers that there are not (otka)" in caplog.text


def test_a_start_on_every_address_ends_with_a_sentence(home: Path) -> None:
    """Status 2, and no traceback, as users begin it."""
    command = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        str(ROOT / "app.py"),
        "--server.address",
        "0.0.0.0",
        "--server.port",
        "0",
    ]
    environment = os.environ | {"LEVERAGE_HOME": str(home)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2
    assert "Leverage did not start. It would listen on 0.0.0.0, and nobody signs in." in done.stderr
    assert "Traceback" not in done.stderr
