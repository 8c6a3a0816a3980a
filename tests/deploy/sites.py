"""The whole site as compose.yaml puts it together, without containers: Chroma, its guard, two apps and the proxy in front."""

import json
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import ClientConnection, connect

from tests.chroma_server import ChromaServer
from tests.nginx import proxied
from tests.serving import free_port, serve
from tests.signing import COOKIE, POLICY, claims, cookie, write_secrets

TOKEN = "0f" * 32
PLACE = "leverage_replica"  # the cookie by which the proxy keeps a browser at one replica


@dataclass
class Site:
    """A site behind its proxies: `address` is what browsers open, `guard` what the apps call Chroma."""

    address: str
    guard: str
    issuer: str
    chroma: ChromaServer
    folder: Path
    apps: dict[str, ExitStack] = field(default_factory=dict)  # by host and port, as the proxy writes them
    log: Path = Path()

    def headers(self, place: str, **changes: Any) -> dict[str, str]:
        """Return the headers of a browser with a place of its own, and the cookie of a sign-in with these claims."""
        signed = cookie(claims(self.issuer, **changes), origin=self.address)
        return {"cookie": f"{PLACE}={place}; {COOKIE}={signed}"}

    def asked(self, place: str, path: str = "/healthz") -> str:
        """Ask for a path from a browser with a place, and return which app answered."""
        httpx.get(self.address + path, headers={"cookie": f"{PLACE}={place}"}, timeout=60).raise_for_status()
        return self.answered(path)

    def answered(self, path: str) -> str:
        """Return which app answered the last request for a path, as the proxy's log says; the last one of several tried."""
        lines = [line for line in self.log.read_text("utf-8").splitlines() if f' {path}"' in line]
        return lines[-1].split()[-1]


@contextmanager
def site(folder: Path, issuer: str) -> Iterator[Site]:
    """Run the site for people whom this provider knows; Ann is its admin."""
    with ExitStack() as stack:
        chroma = ChromaServer(folder / "chroma")
        chroma.start()
        stack.callback(chroma.kill)
        port = free_port()
        stack.enter_context(guarded(folder / "guard", chroma, port))
        front = free_port()
        made = Site(f"http://localhost:{front}", f"http://127.0.0.1:{port}", issuer, chroma, folder)
        (folder / "access.toml").write_text(POLICY, "utf-8")
        write_secrets(folder / "secrets.toml", issuer, made.address)
        for name in ("app-1", "app-2"):
            _start(stack, made, name)
        one, two = made.apps
        made.log = stack.enter_context(fronted(folder / "front", front, one, two))
        yield made


def _start(stack: ExitStack, made: Site, name: str) -> None:
    settings = {
        "LEVERAGE_CHROMA_URL": made.guard,
        "LEVERAGE_CHROMA_HEADERS": json.dumps({"Authorization": f"Bearer {TOKEN}"}),
        "LEVERAGE_ACCESS": str(made.folder / "access.toml"),
        "FORWARDED_ALLOW_IPS": "192.0.2.1",  # in a container the proxy is another machine, whose word about browsers is not taken
    }
    app = stack.enter_context(ExitStack())
    options = ["--server.address", "0.0.0.0", "--secrets.files", str(made.folder / "secrets.toml")]
    address = app.enter_context(serve(made.folder / name, made.folder / f"{name}.log", options, settings))
    made.apps[address.removeprefix("http://").replace("localhost", "127.0.0.1")] = app


def guarded(folder: Path, chroma: ChromaServer, port: int) -> Any:
    """Run the guard before a Chroma server at a port."""
    settings = {"GUARD_LISTEN": f"127.0.0.1:{port}", "CHROMA_SERVER": f"127.0.0.1:{chroma.port}", "CHROMA_TOKEN": TOKEN}
    return proxied("guard", folder, settings, port)


def fronted(folder: Path, port: int, one: str, two: str, **changes: str) -> Any:
    """Run the proxy before two apps at a port."""
    more = folder / "more"
    more.mkdir(parents=True, exist_ok=True)
    settings = {"FRONT_LISTEN": f"127.0.0.1:{port}", "PROTO": "http", "MORE": str(more), "APP_1": one, "APP_2": two}
    return proxied("front", folder, settings | changes, port)


@contextmanager
def line(site: Site, headers: dict[str, str]) -> Iterator[tuple[ClientConnection, str]]:
    """Open the websocket of a page, with these cookies; give it with the token against forged uploads."""
    with httpx.Client(base_url=site.address, headers=headers, timeout=60) as client:
        answer = client.get("/_stcore/health")
        token = answer.cookies["_streamlit_xsrf"]
    kept = {"cookie": f"{headers['cookie']}; _streamlit_xsrf={token}"}
    address = site.address.replace("http", "ws") + "/_stcore/stream"
    with connect(address, origin=site.address, additional_headers=kept, subprotocols=["streamlit", token]) as opened:  # type: ignore[arg-type]
        yield opened, token


def run(opened: ClientConnection) -> list[ForwardMsg]:
    """Let the page run, and return what it says."""
    asked = BackMsg()
    asked.rerun_script.query_string = ""
    opened.send(asked.SerializeToString())
    said = []
    while True:
        message = ForwardMsg()
        message.ParseFromString(opened.recv(60))  # type: ignore[arg-type]
        said.append(message)
        if message.HasField("script_finished"):
            return said


def is_root() -> bool:
    """Say whether the tests may become somebody else."""
    return os.name == "posix" and os.geteuid() == 0
