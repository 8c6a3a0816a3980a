"""The headers of every answer, and what a whole page gets beside: its browser's random id and the one script of our own."""

from collections.abc import MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pages.server.asgi import is_protected, path
from pages.server.content_policy import content_policy
from pages.ui import browser

TYPING_PATH = "/leverage/typing.js"
_CACHE = b"cache-control"


class Headers:
    """Puts the security headers on every answer; every page gets its browser's random id and the one script of our own."""

    def __init__(self, app: ASGIApp, is_https: bool = False) -> None:
        """Stand before an app; `is_https` where browsers reach it by https, whoever ends that."""
        self._app = app
        self._is_https = is_https
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
        is_https = self._is_https or scope.get("scheme") == "https"
        asks_for_page = any(name == b"accept" and value.startswith(b"text/html") for name, value in scope["headers"])
        start: Message = {}
        body = bytearray()

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                kept = [(name, value) for name, value in message.get("headers", []) if name.lower() not in self._ours]
                kept = [(name, _secured(name, value) if is_https else value) for name, value in kept]
                if is_protected(path(scope)):  # what is a person's own stays in no cache
                    kept = [*((name, value) for name, value in kept if name.lower() != _CACHE), (_CACHE, b"private, no-store")]
                message = {**message, "headers": [*kept, *self._headers]}
                if asks_for_page:
                    start.update(message)
                    return
            elif start and message["type"] == "http.response.body":
                body.extend(message.get("body", b""))
                if message.get("more_body"):
                    return
                page, headers = _page(bytes(body), start["headers"])
                cookie = _browser_cookie(scope, is_https)
                await send({**start, "headers": [*headers, (b"set-cookie", cookie.encode())]})
                message = {**message, "body": page}
            await send(message)

        await self._app(_uncached(scope) if asks_for_page else scope, receive, send_with_headers)


def _secured(name: bytes, value: bytes) -> bytes:
    """Return a header's value; a cookie is told to travel by https alone."""
    if name.lower() != b"set-cookie" or b"; secure" in value.lower():
        return value
    return value + b"; Secure"


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


def _browser_cookie(scope: MutableMapping[str, Any], is_https: bool) -> str:
    """Return the cookie that keeps this browser's id, or gives it one, for as long as browsers allow."""
    value = Request(scope).cookies.get(browser.COOKIE, "")
    cookie: SimpleCookie = SimpleCookie()
    try:
        cookie[browser.COOKIE] = value if browser.is_id(value) else browser.new_id()
    except CookieError:
        cookie[browser.COOKIE] = browser.new_id()
    kept = cookie[browser.COOKIE]
    kept["path"], kept["max-age"], kept["httponly"], kept["samesite"] = "/", browser.COOKIE_SECONDS, True, "Lax"
    if is_https:
        kept["secure"] = True
    return kept.OutputString()
