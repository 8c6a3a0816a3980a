"""The configurations of `deploy/` at work: whom the guard lets in, where a browser is kept, and what passes through."""

import json
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest

from leverage import Deal, KnowledgeBase
from leverage.errors import StoreUnavailable
from tests.chroma_server import ChromaServer
from tests.deploy.sites import PLACE, TOKEN, Site, fronted, guarded, line, run, site
from tests.fakes import Clock, WordEmbedding
from tests.nginx import need_nginx
from tests.provider import provide
from tests.replicas.test_replicas import soon
from tests.serving import free_port

pytestmark = pytest.mark.slow
GROUPS = [str(uuid.uuid5(uuid.NAMESPACE_DNS, str(n))) for n in range(500)]  # as Entra ID names them
PLACES = [f"{n:032x}" for n in range(12)]
MEGABYTE = 1024 * 1024

OpenPast = Callable[[str, dict[str, str]], KnowledgeBase]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The whole site."""
    need_nginx()
    folder = tmp_path_factory.mktemp("site")
    with provide([], folder / "provider.log") as issuer, site(folder, issuer) as made:
        yield made


@pytest.fixture(scope="module")
def guard(chroma: ChromaServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The guard before the Chroma server that tests share."""
    need_nginx()
    port = free_port()
    with guarded(tmp_path_factory.mktemp("guard"), chroma, port):
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def open_past(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenPast]:
    """Open a store whose banks are behind a guard, showing it these headers."""
    opened: list[KnowledgeBase] = []

    def open_(guard: str, headers: dict[str, str]) -> KnowledgeBase:
        monkeypatch.setenv("LEVERAGE_CHROMA_URL", guard)
        monkeypatch.setenv("LEVERAGE_CHROMA_HEADERS", json.dumps(headers))
        opened.append(KnowledgeBase.open(tmp_path / f"store-{len(opened)}", embedding=WordEmbedding(), clock=Clock()))
        return opened[-1]

    yield open_
    for kb in opened:
        kb.close()


@pytest.mark.parametrize("shown", [None, "", "Bearer", f"Bearer {TOKEN.upper()}", f"Bearer {TOKEN}0", f"Basic {TOKEN}"])
def test_the_guard_lets_nobody_to_chroma_without_the_token(guard: str, shown: str | None) -> None:
    """Whatever is asked there, and however."""
    headers = {} if shown is None else {"Authorization": shown}
    for path in (
        "/api/v2/heartbeat",
        "/api/v2/tenants/default_tenant/databases",
        "//api/v2/heartbeat",
        "/api/v2/../v2/heartbeat",
    ):
        assert httpx.get(guard + path, headers=headers).status_code == 401
        assert httpx.post(guard + path, headers=headers, content=b"{}").status_code == 401
    assert httpx.get(f"{guard}/openapi.json", headers=headers).status_code == 404


def test_the_guard_lets_the_token_pass(guard: str) -> None:
    """To Chroma's own paths and to nothing else."""
    headers = {"Authorization": f"Bearer {TOKEN}"}
    assert "heartbeat" in httpx.get(f"{guard}/api/v2/heartbeat", headers=headers).text
    assert [httpx.get(guard + path, headers=headers).status_code for path in ("/", "/docs", "/openapi.json")] == [404] * 3
    assert httpx.get(f"{guard}/alive").json() == {"status": "ok"}


@pytest.mark.parametrize("headers", [{}, {"Authorization": f"Bearer {TOKEN[:-1]}0"}])
def test_an_app_with_no_token_or_a_wrong_one_says_what_is_wrong(
    guard: str, open_past: OpenPast, deal: Callable[..., Deal], headers: dict[str, str]
) -> None:
    """It opens, what is logged waits, and whoever asks is told what is to be corrected."""
    kb = open_past(guard, headers)
    assert kb.log(deal(vendor="Acme")).waiting
    with pytest.raises(StoreUnavailable, match="LEVERAGE_CHROMA_HEADERS"):
        kb.brief("Acme")


def test_chroma_away_behind_its_guard_is_away_for_a_while(
    open_past: OpenPast, own_chroma: ChromaServer, deal: Callable[..., Deal], tmp_path: Path
) -> None:
    """The guard's own answer is no other trouble than a server that does not answer: deals wait, and go in once each."""
    need_nginx()
    port = free_port()
    with guarded(tmp_path / "guard", own_chroma, port):
        kb = open_past(f"http://127.0.0.1:{port}", {"Authorization": f"Bearer {TOKEN}"})
        kb.log(deal(vendor="Acme", notes="Before " * 2_000))
        own_chroma.kill()
        assert kb.log(deal(vendor="Acme", notes="Meanwhile")).waiting
        with pytest.raises(StoreUnavailable, match="can't be reached"):
            kb.brief("Acme")
        own_chroma.start()
        soon(lambda: [(each.name, each.deal_count) for each in kb.vendors()], [("Acme", 2)], within=30)
        assert kb.check() == []


def test_a_browser_stays_at_one_replica_by_its_cookie(whole: Site) -> None:
    """By http and by websocket; different browsers are spread over both."""
    first = httpx.get(whole.address + "/healthz")
    given = first.cookies[PLACE]
    assert "HttpOnly" in first.headers["set-cookie"]
    assert PLACE not in httpx.get(whole.address + "/healthz", cookies={PLACE: given}).cookies
    assert httpx.get(whole.address + "/healthz", cookies={PLACE: "x; DROP"}).cookies[PLACE] != "x; DROP"
    at = {place: whole.asked(place) for place in PLACES}
    assert set(at.values()) == set(whole.apps)
    for place in PLACES[:4]:
        with line(whole, whole.headers(place)) as (opened, _):
            assert any("Log a deal" in str(each) for each in run(opened))
        soon(lambda: whole.answered("/_stcore/stream"), at[place], within=30)
        assert {whole.asked(place) for _ in range(5)} == {at[place]}


def test_a_cookie_of_five_hundred_groups_passes(whole: Site) -> None:
    """By http and by websocket: nobody with many groups gets a blank page."""
    headers = whole.headers(PLACES[0], groups=GROUPS)
    assert len(headers["cookie"]) > 10_000
    assert httpx.get(whole.address + "/media/none", headers=headers).status_code == 404  # without a sign-in it would be 401
    with line(whole, headers) as (opened, _):
        assert any("Log a deal" in str(each) for each in run(opened))


def test_a_large_file_passes_and_one_over_the_bound_is_refused(whole: Site) -> None:
    """Up to the 50 MB that the app takes."""
    headers = whole.headers(PLACES[1])
    with line(whole, headers) as (opened, token):
        session = next(each.new_session.initialize.session_id for each in run(opened) if each.HasField("new_session"))
        sent = {"cookie": f"{headers['cookie']}; _streamlit_xsrf={token}", "x-xsrftoken": token}
        for size, status in ((45, 204), (60, 413)):
            path = f"{whole.address}/_stcore/upload_file/{session}/{uuid.uuid4()}"
            file = {"file": ("deals.csv", b"x" * size * MEGABYTE)}
            assert httpx.put(path, headers=sent, files=file, timeout=120).status_code == status


def test_a_replica_that_goes_away_leaves_its_browsers_to_the_other(whole: Site) -> None:
    """They stay signed in there."""
    gone = whole.asked(PLACES[0])
    whole.apps[gone].close()
    assert gone not in {whole.asked(place).rpartition(",")[2] for place in PLACES}
    with line(whole, whole.headers(PLACES[0])) as (opened, _):
        assert any("Log a deal" in str(each) for each in run(opened))


@contextmanager
def listening() -> Iterator[tuple[str, list[tuple[str, dict[str, str]]]]]:
    """Stand where an app would, and give the address with what came there."""
    heard: list[tuple[str, dict[str, str]]] = []

    class Ear(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Ear)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"127.0.0.1:{server.server_address[1]}", heard
    finally:
        server.shutdown()
        server.server_close()


def test_what_a_client_says_of_its_way_is_replaced(tmp_path: Path) -> None:
    """An app hears the proxy's word about whence and how; with TLS the cookie travels by it alone."""
    port = free_port()
    said = {"X-Forwarded-For": "10.0.0.1", "X-Forwarded-Proto": "gopher", "X-Real-IP": "10.0.0.1", "Forwarded": "for=10.0.0.1"}
    with listening() as (app, heard), fronted(tmp_path, port, app, app, PROTO="https") as log:
        answer = httpx.get(f"http://localhost:{port}/brief?vendor=secret", headers=said)
        for path in (
            "/_stcore/metrics",
            "//_stcore/metrics",
            "/_stcore/agent/x",
            "/_stcore/../_stcore/metrics",
            "/_stcore/%6detrics",
        ):
            assert httpx.get(f"http://localhost:{port}{path}").status_code == 404
        assert "secret" not in log.read_text("utf-8")
    (path, headers), *others = heard
    assert others == []
    assert path == "/brief?vendor=secret"
    assert (headers["x-forwarded-for"], headers["x-forwarded-proto"]) == ("127.0.0.1", "https")
    assert not {"x-real-ip", "forwarded", "x-forwarded-host"} & headers.keys()
    assert headers["host"] == f"localhost:{port}"
    assert "Secure" in answer.headers["set-cookie"]
    assert answer.headers["strict-transport-security"] == "max-age=31536000"
