"""The way back to the page that somebody wanted before they signed in: its path and query outlive the trip to the provider.

A cookie named by the state of that very trip keeps them. Only a path on this site is ever kept or followed.
"""

import hashlib
import re
from urllib.parse import parse_qs, quote, unquote, urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pages.server.asgi import cookies, header, make_cookie, path
from pages.ui.entrance import CALLBACK

_LOGIN = "/auth/login"
_SECONDS = 900
_MOST = 2_000  # characters
_PATH = re.compile(r"/(?![/\\])[!-\[\]-~]*", re.ASCII)  # no second slash at first, no backslash, blank or control character
_NOT_PAGES = ("/auth/", "/oauth2callback", "/_stcore", "/media", "/component", "/static")


class WayBack:
    """Remembers at the beginning of a sign-in where it began, and leads back there at its end."""

    def __init__(self, app: ASGIApp, origin: str) -> None:
        """Stand before an app that browsers reach at this origin."""
        self._app = app
        self._origin = origin

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        asked = path(scope) if scope["type"] == "http" else ""
        if asked == _LOGIN:
            await self._app(scope, receive, self._remembering(scope, send))
        elif asked == CALLBACK:
            await self._app(scope, receive, self._returning(scope, send))
        else:
            await self._app(scope, receive, send)

    def _remembering(self, scope: Scope, send: Send) -> Send:
        wanted = self._wanted(scope)

        async def send_remembering(message: Message) -> None:
            if message["type"] == "http.response.start" and wanted:
                state = _state(urlsplit(_location(message)).query)
                if state:
                    cookie = make_cookie(_name(state), quote(wanted, safe=""), _SECONDS)
                    message = {**message, "headers": [*message.get("headers", []), cookie]}
            await send(message)

        return send_remembering

    def _returning(self, scope: Scope, send: Send) -> Send:
        name = _name(_state(scope.get("query_string", b"").decode("latin-1")))
        kept = cookies(scope).get(name)

        async def send_returning(message: Message) -> None:
            if message["type"] == "http.response.start" and kept is not None:
                wanted = unquote(kept)
                headers = [*message.get("headers", []), make_cookie(name, "", 0)]
                if is_page(wanted):
                    headers = [(key, wanted.encode("ascii") if key.lower() == b"location" else value) for key, value in headers]
                message = {**message, "headers": headers}
            await send(message)

        return send_returning

    def _wanted(self, scope: Scope) -> str:
        """Return the path and query of the page that asks, empty for one of another site or none at all."""
        parts = urlsplit(header(scope, "referer") or "")
        if f"{parts.scheme}://{parts.netloc}" != self._origin and parts.netloc != header(scope, "host"):
            return ""
        wanted = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        return wanted if wanted != "/" and is_page(wanted) else ""


def is_page(wanted: str) -> bool:
    """Say whether this is the path of a page on this very site, and nothing that leads elsewhere."""
    return len(wanted) <= _MOST and bool(_PATH.fullmatch(wanted)) and not wanted.startswith(_NOT_PAGES)


def _location(message: Message) -> str:
    return next((value.decode("latin-1") for name, value in message.get("headers", []) if name.lower() == b"location"), "")


def _state(query: str) -> str:
    states = parse_qs(query).get("state", [])
    return states[0] if len(states) == 1 else ""


def _name(state: str) -> str:
    return f"leverage_back_{hashlib.sha256(state.encode('utf-8', 'surrogatepass')).hexdigest()[:24]}"
