"""Identity from a proxy: its headers count beside its secret alone, by http and by websocket."""

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from leverage.settings import load_settings
from pages.server.proxied import ProxiedIdentity
from pages.server.watched import ENDED
from pages.ui import proof
from pages.ui.entrance import Entrance, decide
from tests.signing import answer

SECRET = "a secret of the proxy, long enough for tests"
HONEST = {"X-Leverage-Secret": SECRET, "X-Email": "Ann@Corp.example", "X-Name": "Zoë", "X-Groups": "fin, procurement"}
LINE = "ws://leverage.example/_stcore/stream"


async def told(request: Request) -> Response:
    """Answer with the headers that came through."""
    return JSONResponse(sorted(request.headers))


async def stream(websocket: WebSocket) -> None:
    """Tell who it is, then answer every message; an address of a file is told as a page tells one."""
    await websocket.accept()
    content = websocket.headers[proof.HEADER].partition(".")[2]
    await websocket.send_json({"told": json.loads(base64.urlsafe_b64decode(content)), "headers": sorted(websocket.headers)})
    try:
        while True:
            await answer(websocket, await websocket.receive_text())
    except WebSocketDisconnect:
        pass


Site = Callable[..., TestClient]


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> Entrance:
    """The way in by a proxy."""
    names = {
        "EMAIL_HEADER": "X-Email",
        "NAME_HEADER": "X-Name",
        "GROUPS_HEADER": "X-Groups",
        "ADDRESSES": "10.0.0.5, 10.1.0.0/16",
    }
    for name, value in {"SECRET": SECRET, **names}.items():
        monkeypatch.setenv(f"LEVERAGE_PROXY_{name}", value)
    return decide(load_settings(), None)


@pytest.fixture
def site(door: Entrance) -> Site:
    """Return a client at `peer` that sends these headers."""
    routes = [WebSocketRoute("/_stcore/stream", stream), Route("/{path:path}", told)]
    app = Starlette(routes=routes, middleware=[Middleware(ProxiedIdentity, entrance=door)])

    def client(peer: str = "127.0.0.1", port: int = 4711, **changes: str | None) -> TestClient:
        headers = {name: value for name, value in (HONEST | changes).items() if value is not None}
        client = TestClient(app, "http://leverage.example", client=(peer, port))
        client.headers.update({name: value.encode() for name, value in headers.items()})  # type: ignore[dict-item]
        return client

    return client


def who(client: TestClient) -> dict[str, Any]:
    """Return what a page learns of the person."""
    with client.websocket_connect(LINE) as line:
        heard: dict[str, Any] = line.receive_json()
    assert not {"x-email", "x-name", "x-groups", "x-leverage-secret"} & set(heard["headers"])
    return dict(heard["told"])


def test_the_proxy_says_who_it_is(site: Site) -> None:
    """Address, name in UTF-8 and groups; the headers themselves go no further."""
    known = who(site())
    assert (known["email"], known["name"], known["groups"]) == ("ann@corp.example", "Zoë", ["fin", "procurement"])
    assert not {"x-email", "x-leverage-secret"} & set(site().get("/").json())
    assert site().get("/component/x").status_code == 200


def test_a_file_made_for_one_person_is_not_there_for_another(site: Site) -> None:
    """Its address was told to a page of theirs."""
    ann, eve = site(), site(**{"X-Email": "eve@corp.example"})
    with ann.websocket_connect(LINE) as line:
        line.send_text("/media/a1.csv")
    assert [each.get("/media/a1.csv").status_code for each in (ann, eve)] == [200, 404]


@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "10.0.0.5", "10.1.2.3", "::ffff:10.0.0.5"])
def test_it_may_stand_here_or_where_it_is_named(site: Site, peer: str) -> None:
    """Nowhere else, whatever it knows."""
    assert site(peer).get("/").status_code == 200
    for elsewhere in ("10.0.0.6", "192.168.1.1", "testclient"):
        assert site(elsewhere).get("/").status_code == 403


def test_a_neighbour_that_forwards_is_known_by_the_port_that_is_none(site: Site) -> None:
    """The server puts the browser's address in its place only where it trusts it."""
    assert site("8.8.8.8", 0).get("/").status_code == 200


@pytest.mark.parametrize("secret", [None, "", "x", SECRET[:-1], SECRET + " x", SECRET.upper(), "é" * 44])
@pytest.mark.parametrize("path", ["/", "/brief", "/media/x", "/healthz", "/_stcore/upload_file/a/b"])
def test_without_the_secret_everybody_is_refused(site: Site, secret: str | None, path: str) -> None:
    """Also a probe that says who it is."""
    assert site(**{"X-Leverage-Secret": secret}).get(path).status_code == 403
    with pytest.raises(WebSocketDisconnect), site(**{"X-Leverage-Secret": secret}).websocket_connect(LINE):
        pass


def test_a_probe_of_the_machine_needs_no_secret(site: Site) -> None:
    """It learns that the server is up."""
    nobody = dict.fromkeys(HONEST)
    assert site(**nobody).get("/healthz").status_code == 200
    assert site(**nobody).get("/").status_code == 403


@pytest.mark.parametrize("email", [None, "", "ann", "ann@corp.example, eve@evil.example"])
def test_a_proxy_that_names_nobody_lets_nobody_in(site: Site, email: str | None) -> None:
    """The page says so, and files are refused."""
    client = site(**{"X-Email": email})
    assert "email" not in who(client)
    assert who(client)["why"]
    assert client.get("/media/x").status_code == 401


def test_two_headers_of_one_name_are_none(site: Site) -> None:
    """One of them may be the browser's."""
    client = site(**{"X-Email": None})
    assert client.get("/media/x", headers=[("x-email", "ann@corp.example"), ("x-email", "eve@evil.example")]).status_code == 401
    client = site(**{"X-Leverage-Secret": None})
    assert client.get("/", headers=[("x-leverage-secret", SECRET), ("x-leverage-secret", SECRET)]).status_code == 403


def test_a_browser_can_not_write_what_the_server_tells(site: Site) -> None:
    """Neither beside the proxy's headers nor to a probe."""
    client = site(**{"X-Email": None, proof.HEADER: proof.write({"email": "ann@corp.example"})})
    assert "email" not in who(client)


def test_a_person_is_signed_out_everywhere_at_the_next_message(site: Site, door: Entrance) -> None:
    """The line is closed; whether there is another one, the proxy says."""
    with site().websocket_connect(LINE) as line:
        line.receive_json()
        door.sign_ins.end_all("ann@corp.example")
        line.send_text("still here?")
        assert ForwardMsg.FromString(line.receive_bytes()).HasField("auth_redirect")
        with pytest.raises(WebSocketDisconnect) as closed:
            line.receive_bytes()
        assert closed.value.code == ENDED


def test_the_policy_decides_who_comes_in(site: Site, door: Entrance) -> None:
    """A person whom no rule names is told so."""
    door.policies.file.parent.mkdir(parents=True, exist_ok=True)
    door.policies.file.write_text('default = "none"\n', "utf-8")
    assert "may not come in here" in who(site())["why"]


@pytest.mark.parametrize(("named", "said"), [("proxy", ""), ("okta", "signs in with okta here, and by no other way")])
def test_an_address_that_is_a_providers_does_not_come_by_the_proxy(site: Site, door: Entrance, named: str, said: str) -> None:
    """Unless the access file means the proxy itself."""
    door.policies.file.parent.mkdir(parents=True, exist_ok=True)
    door.policies.file.write_text(f'[[provider]]\nname = "{named}"\ndomains = ["corp.example"]\n', "utf-8")
    with site().websocket_connect(LINE) as line:
        why = line.receive_json()["told"]["why"]
    assert said in why
    assert bool(why) == bool(said)
