"""What the crawler is made of: a site over a store with marks, a model that keeps its prompts, and people who look around."""

import json
import re
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus, urlencode

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Response, WebSocket
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

from leverage import KnowledgeBase
from leverage.access.rates import Rates
from leverage.embedding import default_embedding
from leverage.outbox import Change
from leverage.wording import show_day
from tests.access.marked import ONLY_FOR, SECRET, SECRET_TOO, Model, Store, restricted, said
from tests.access.marked import plain as plain_deal
from tests.browser import ARGUMENTS, need_browser
from tests.pages.conftest import plain
from tests.pages.test_browser import SLOWEST
from tests.provider import provide
from tests.serving import serve
from tests.signing import COOKIE, write_secrets

POLICY = """
[[rule]]
role = "contributor"
emails = ["carl@corp.example"]

[[rule]]
role = "curator"
emails = ["cora@corp.example"]

[[rule]]
role = "admin"
emails = ["ada@corp.example"]

[[department]]
name = "Facilities"
emails = ["rita@corp.example"]

[[department]]
name = "IT"
emails = ["carl@corp.example", "ada@corp.example"]

[[department]]
name = "Finance"
emails = ["cora@corp.example"]

[[department]]
name = "Board of Zyzzo"
emails = ["ina@corp.example"]
"""
PEOPLE = {"reader": "rita", "contributor": "carl", "curator": "cora", "insider": "ina", "admin": "ada"}
OUTSIDERS = ("reader", "contributor", "curator")
TWIN_DAY = "2025-03-04"


def called(name: str) -> str:
    """Return the whole name of somebody."""
    return f"{name.title()} Low"


CLAIMS = [
    {"sub": each, "email": f"{each}@corp.example", "email_verified": True, "name": called(each)} for each in PEOPLE.values()
]
_NAMES = (SECRET, SECRET_TOO, "vendor-quornix-ag")
_MEDIA = re.compile(rb"/media/[\w.%~-]+")
_FOLDED = re.compile(r"\r\n[ \t]")  # how a calendar breaks its lines


class Marked(Store):
    """The store of the leak tests as the app opens it: with the embedding and the clock of every day."""

    def __init__(self, folder: Path) -> None:
        self.model = Model()
        self.kb = KnowledgeBase.open(folder, embedding=default_embedding(), model=self.model)
        self.kb.rates = Rates({}, self.kb.now)
        self.hidden: list[str] = []
        self._fill()
        self._twins()
        self._not_in()
        self.kb.close()

    def _twins(self) -> None:
        """Log what people of other roles are about to log, too, in their names."""
        for name in PEOPLE.values():
            told = plain_deal(deal_date=TWIN_DAY, logged_by=called(name), visible_to=ONLY_FOR, notes="Zyzzo.", contact="Zyzzo")
            self._log(told)

    def _not_in(self) -> None:
        """Leave a deal that waits until the app starts, and one that can't go in at all."""
        for n, aside in ((7, False), (8, True)):
            deal = restricted(n)
            change = Change("log", f"{n}" * 32, 1, deal.vendor, self.kb.now(), deal.to_json(), entered_by="person@zyzzo.example")
            self.hidden.append(change.deal_id)
            self.kb._outbox.put(change)
            if aside:
                self.kb._outbox.set_aside(change, "Zyzzo could not go in.")

    def leaked(self, value: Any, given: Iterable[str] = ()) -> list[str]:
        """Return the marks in whatever reached a person who gave these texts, which may come back word for word."""
        text = _FOLDED.sub("", plain(said(value)))
        today = datetime.now(UTC).date()  # may be a marked day by chance
        given = [*given, *map(quote_plus, given)]
        names = [each for each in _NAMES if each in text and not any(each in told for told in given)]
        words = {word.strip(",.:") for each in given for word in each.split()}
        for each in sorted({*given, *words, today.isoformat(), show_day(today)} - {""}, key=len, reverse=True):
            text = text.replace(each, "…")
        return sorted({*self.found(text), *names})


class Prompts:
    """What the model was asked, as it came."""

    def __init__(self) -> None:
        self._asked: list[bytes] = []
        self._changed = threading.Condition()

    def put(self, asked: bytes) -> None:
        """Keep a prompt."""
        with self._changed:
            self._asked.append(asked)
            self._changed.notify_all()

    def take(self, least: int = 0) -> bytes:
        """Return what was asked since the last time it was taken, once there are so many prompts."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self._asked) >= least, SLOWEST / 1000), "The model was not asked."
            asked, self._asked = b"\n".join(self._asked), []
            return asked


@contextmanager
def model_server() -> Iterator[tuple[str, Prompts]]:
    """Run a server that speaks as OpenAI's does and repeats a mark it reads; give its address, and what it was asked."""
    prompts = Prompts()

    class Answer(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = self.rfile.read(int(self.headers["content-length"]))
            prompts.put(asked)
            told = re.search(r"\w* *zyzzo \w*", asked.decode(), re.IGNORECASE)
            sentence = {"text": f"They said {told[0] if told else 'nothing'}.", "deals": [1]}
            message = {"role": "assistant", "content": json.dumps({"sentences": [sentence]})}
            choice = {"index": 0, "finish_reason": "stop", "message": message}
            usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
            reply = {"id": "1", "object": "chat.completion", "created": 1, "model": "fake", "choices": [choice], "usage": usage}
            data = json.dumps(reply).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1", prompts
    finally:
        server.shutdown()
        server.server_close()


@dataclass(frozen=True)
class Site:
    """An app over a marked store; `prompts` are what the model was asked."""

    address: str
    store: Marked
    prompts: Prompts
    log: Path


class Visitor:
    """Somebody who has signed in with a real browser; whatever the server says to them is kept until it is taken."""

    def __init__(self, browser: Browser, site: str, name: str) -> None:
        self.site, self.name = site, name
        self.context: BrowserContext = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
        self.context.set_default_timeout(SLOWEST)
        self._heard: list[bytes] = []
        self.media: set[str] = set()
        self.page: Page = self.context.new_page()
        self.page.on("websocket", self._listen)
        self.page.on("response", self._keep)
        self.page.goto(site)
        self.page.get_by_role("button", name="Sign in").click()
        self.page.get_by_role("button", name=name, exact=True).click()
        self.page.get_by_role("heading", name="Vendors", level=1).wait_for()
        cookies = {str(each["name"]): str(each["value"]) for each in self.context.cookies(site)}
        self._cookies = "; ".join(f"{name}={value}" for name, value in cookies.items())
        self._token = cookies["_streamlit_xsrf"]
        assert COOKIE in cookies
        self.client = httpx.Client(base_url=site, headers={"cookie": self._cookies}, timeout=SLOWEST / 1000)

    def close(self) -> None:
        """Leave."""
        self.client.close()
        self.context.close()

    def heard(self) -> bytes:
        """Return all that came since the last time it was taken."""
        heard, self._heard[:] = b"\n".join(self._heard), []
        self.media.update(each.decode() for each in _MEDIA.findall(heard))
        return heard

    def asks(self, path: str, query: dict[str, str]) -> list[bytes]:
        """Return every message of a page when it is opened: on the line that a browser speaks on, without the browser."""
        headers = {"cookie": self._cookies}
        address = self.site.replace("http", "ws") + "/_stcore/stream"
        protocols: Any = ["streamlit", self._token]
        with connect(address, origin=self.site, additional_headers=headers, subprotocols=protocols, max_size=None) as line:  # type: ignore[arg-type]
            asked = BackMsg()
            asked.rerun_script.query_string = urlencode(query)
            asked.rerun_script.page_name = path
            line.send(asked.SerializeToString())
            heard: list[bytes] = []
            while True:
                heard.append(line.recv(SLOWEST / 1000))  # type: ignore[arg-type]
                message = ForwardMsg.FromString(heard[-1])
                if message.HasField("script_finished") and message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
                    self.media.update(each.decode() for each in _MEDIA.findall(b"\n".join(heard)))
                    return heard

    def _listen(self, line: WebSocket) -> None:
        line.on("framereceived", lambda data: self._heard.append(data if isinstance(data, bytes) else data.encode()))

    def _keep(self, response: Response) -> None:
        if "/static/" in response.url or not response.url.startswith(self.site):
            return  # the app's own files, and the provider
        self._heard.append(f"{response.url} {sorted(response.headers.items())}".encode())


Visit = Callable[[str], Visitor]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The app, with sign-in and a model."""
    folder = tmp_path_factory.mktemp("crawled")
    store = Marked(folder / "store")
    (folder / "store" / "access.toml").write_text(POLICY, "utf-8")
    with provide(CLAIMS, folder / "provider") as issuer, model_server() as (model, prompts):
        write_secrets(folder / "secrets.toml", issuer)
        more = {"LEVERAGE_MODEL": "openai/fake", "LEVERAGE_MODEL_BASE": model, "LEVERAGE_RATE_EXPORTS": "1000"}
        options = ["--secrets.files", str(folder / "secrets.toml")]
        with serve(folder / "store", folder / "log", options, more) as address:
            yield Site(address, store, prompts, folder / "log")


@pytest.fixture(scope="module")
def visit(playwright: Playwright, site: Site) -> Iterator[Visit]:
    """Let somebody of a role sign in, once for all tests."""
    browser = playwright.chromium.launch(executable_path=need_browser(), args=ARGUMENTS)
    there: dict[str, Visitor] = {}

    def visit_(role: str) -> Visitor:
        if role not in there:
            there[role] = Visitor(browser, site.address, PEOPLE[role])
        there[role].heard()
        return there[role]

    yield visit_
    for each in there.values():
        each.close()
    browser.close()
