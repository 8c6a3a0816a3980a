"""The web server: the pages behind security headers, with the store opened before the first visit and closed at the end."""

import base64
import hashlib
import re
import sys
from collections.abc import AsyncIterator, MutableMapping
from contextlib import asynccontextmanager
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Any

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from leverage import LeverageError, logs, subscription
from leverage.agenda import entries
from leverage.calendar_file import MEDIA_TYPE, calendar_file
from leverage.cli.endpoint import Endpoint
from leverage.settings import load_settings
from pages.ui import browser, failures, links
from pages.ui.store import opened

ROOT = Path(__file__).resolve().parent
TYPING_PATH = "/leverage/typing.js"
_INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def content_policy() -> str:
    """Return the content security policy: nothing from elsewhere, and only the inline scripts that Streamlit's page holds."""
    page = (Path(st.__file__).parent / "static" / "index.html").read_text(encoding="utf-8")
    hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in _INLINE_SCRIPT.findall(page)]
    scripts = " ".join(["'self'", *(f"'sha256-{digest}'" for digest in hashes)])
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "font-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )


class Headers:
    """Puts the security headers on every answer; every page gets its browser's random id and the one script of our own."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._headers = [
            (b"content-security-policy", content_policy().encode()),
            (b"x-content-type-options", b"nosniff"),
            (b"referrer-policy", b"same-origin"),
            (b"x-frame-options", b"DENY"),
        ]
        self._ours = {name for name, _ in self._headers}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; websockets have no headers to add."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        asks_for_page = any(name == b"accept" and value.startswith(b"text/html") for name, value in scope["headers"])
        start: Message = {}
        body = bytearray()

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                kept = [(name, value) for name, value in message.get("headers", []) if name.lower() not in self._ours]
                message = {**message, "headers": [*kept, *self._headers]}
                if asks_for_page:
                    start.update(message)
                    return
            elif start and message["type"] == "http.response.body":
                body.extend(message.get("body", b""))
                if message.get("more_body"):
                    return
                page, headers = _page(bytes(body), start["headers"])
                await send({**start, "headers": [*headers, (b"set-cookie", _browser_cookie(scope).encode())]})
                message = {**message, "body": page}
            await send(message)

        await self._app(_uncached(scope) if asks_for_page else scope, receive, send_with_headers)


def _uncached(scope: Scope) -> Scope:
    """Return the request as one for a whole page: plain, and not only if it has changed."""
    asked = (b"accept-encoding", b"if-none-match", b"if-modified-since")
    return {**scope, "headers": [(name, value) for name, value in scope["headers"] if name not in asked]}


def _page(body: bytes, headers: list[tuple[bytes, bytes]]) -> tuple[bytes, list[tuple[bytes, bytes]]]:
    """Return a page that loads our script, and its headers; anything but a page stays as it is."""
    if not any(name.lower() == b"content-type" and value.startswith(b"text/html") for name, value in headers):
        return body, headers
    page = body.replace(b"</head>", f'<script src="{TYPING_PATH}" defer></script></head>'.encode(), 1)
    kept = [(name, value) for name, value in headers if name.lower() not in (b"content-length", b"etag", b"last-modified")]
    return page, [*kept, (b"content-length", str(len(page)).encode())]


def _browser_cookie(scope: MutableMapping[str, Any]) -> str:
    """Return the cookie that keeps this browser's id, or gives it one, for as long as browsers allow."""
    value = Request(scope).cookies.get(browser.COOKIE, "")
    cookie: SimpleCookie = SimpleCookie()
    try:
        cookie[browser.COOKIE] = value if browser.is_id(value) else browser.new_id()
    except CookieError:
        cookie[browser.COOKIE] = browser.new_id()
    kept = cookie[browser.COOKIE]
    kept["path"], kept["max-age"], kept["httponly"], kept["samesite"] = "/", browser.COOKIE_SECONDS, True, "Lax"
    if scope.get("scheme") == "https":
        kept["secure"] = True
    return kept.OutputString()


def open_or_exit() -> None:
    """Open the store before anything is served; where it can't be, say why and end with status 2."""
    try:
        settings = load_settings()
        logs.set_up(settings)
        browser.sweep(settings.home)
        opened()
    except LeverageError as problem:
        sys.stderr.write(f"Leverage did not start. {problem}\n")
        sys.exit(2)


@asynccontextmanager
async def lifespan(_: st.App) -> AsyncIterator[dict[str, Any]]:
    """Hold the store open while the server runs, take the commands of terminals, and close both at the end."""
    try:
        with Endpoint(opened()):
            yield {}
    finally:
        opened.clear()


async def typing_script(_: Request) -> Response:
    """Answer with the script that keeps notes while they are typed."""
    return FileResponse(ROOT / "pages" / "ui" / "typing.js", media_type="text/javascript", headers={"cache-control": "no-cache"})


async def dates(request: Request) -> Response:
    """Answer a calendar that knows the secret address with the days of all vendors."""
    given = request.query_params.get(links.CALENDAR_KEY, "")
    try:
        data = await run_in_threadpool(_dates, given, str(request.base_url).rstrip("/"))
    except LeverageError as problem:
        return PlainTextResponse(str(problem), status_code=503)
    if data is None:
        return PlainTextResponse("This address is not valid any more. Copy it anew from the page Watch.", status_code=404)
    return Response(data, media_type=f"{MEDIA_TYPE}; charset=utf-8", headers={"cache-control": "private, no-store"})


def _dates(given: str, app: str) -> bytes | None:
    kb = opened()
    return calendar_file(entries(kb), kb.now(), app) if subscription.is_key(kb, given) else None


async def healthz(_: Request) -> Response:
    """Answer that the server is up; it does not look into the store."""
    return JSONResponse({"status": "ok"})


open_or_exit()
app = st.App(
    ROOT / "pages" / "router.py",
    lifespan=lifespan,
    routes=[Route("/healthz", healthz), Route(TYPING_PATH, typing_script), Route(links.CALENDAR_PATH, dates)],
    middleware=[Middleware(Headers)],
    on_script_error=failures.tell,
)
