"""What the parts of the server share: reading a request's headers, and refusing it with a sentence."""

import re
from collections.abc import Iterable, Iterator
from http.cookies import CookieError, SimpleCookie

import streamlit as st
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

_POLICY_VIOLATION = 1008  # of websockets
_PROTECTED = ("/media", "/component", "/_stcore/upload_file", "/_stcore/bidi-components")
_SLASHES = re.compile("/+")


def header(scope: Scope, name: str) -> str | None:
    """Return a header's value; None where it is missing, or there more than once."""
    values = [value for key, value in scope["headers"] if key == name.encode()]
    return values[0].decode("latin-1") if len(values) == 1 else None


def has_header(scope: Scope, names: Iterable[str]) -> bool:
    """Say whether any of the headers is there."""
    wanted = {name.encode() for name in names}
    return any(key in wanted for key, _ in scope["headers"])


def without(scope: Scope, *names: str) -> Scope:
    """Return the request without some headers, however often and with whichever of - and _ they are written."""
    dropped = {name.encode().replace(b"_", b"-") for name in names}
    kept = [(key, value) for key, value in scope["headers"] if key.lower().replace(b"_", b"-") not in dropped]
    return {**scope, "headers": kept}


def cookie_parts(scope: Scope) -> Iterator[tuple[str, str, str]]:
    """Yield each cookie of a request as name, value and as it was written, told apart exactly as the app's own parser does."""
    for key, value in scope["headers"]:
        if key == b"cookie":
            for part in value.decode("latin-1").split(";"):
                name, equals, content = part.partition("=")
                yield (name.strip(), content.strip(), part) if equals else ("", part.strip(), part)


def cookies(scope: Scope) -> dict[str, str]:
    """Return the cookies of a request; of a name that comes twice nobody knows which one counts, so its value is empty."""
    found: dict[str, str] = {}
    for name, content, _ in cookie_parts(scope):
        found[name] = "" if name in found else content
    return found


def without_cookies(scope: Scope, names: re.Pattern[str]) -> Scope:
    """Return a request without the cookies whose whole names match."""
    kept = ";".join(part for name, _, part in cookie_parts(scope) if not names.fullmatch(name))
    others = [(key, value) for key, value in scope["headers"] if key != b"cookie"]
    return {**scope, "headers": [*others, (b"cookie", kept.strip().encode("latin-1"))] if kept.strip() else others}


def path(scope: Scope) -> str:
    """Return the path of a request below where the app is served, as its routes read it, each slash once."""
    base = "/" + str(st.get_option("server.baseUrlPath") or "").strip("/")
    asked = _below(_SLASHES.sub("/", _below(scope["path"], scope.get("root_path", "").rstrip("/"))), base.rstrip("/"))
    return asked or "/"


def _below(asked: str, base: str) -> str:
    return asked[len(base) :] if base and (asked == base or asked.startswith(f"{base}/")) else asked


def is_protected(asked: str) -> bool:
    """Say whether a path is of a file, an upload or a component: what a page of somebody who has signed in is made of."""
    return any(asked == each or asked.startswith(f"{each}/") for each in _PROTECTED)


def make_cookie(name: str, value: str, seconds: int) -> tuple[bytes, bytes]:
    """Return the header that sets a cookie out of reach of scripts, or drops it with `seconds` 0."""
    cookie: SimpleCookie = SimpleCookie()
    try:
        cookie[name] = value
    except CookieError:
        cookie[name] = ""
    kept = cookie[name]
    kept["path"], kept["max-age"], kept["httponly"], kept["samesite"] = "/", seconds, True, "Lax"
    return b"set-cookie", kept.OutputString().encode("latin-1")


async def refuse(scope: Scope, receive: Receive, send: Send, sentence: str, status: int = 403) -> None:
    """Answer a request with a sentence and nothing else; a websocket is not accepted."""
    if scope["type"] == "websocket":
        message: Message = await receive()
        if message["type"] == "websocket.connect":
            await send({"type": "websocket.close", "code": _POLICY_VIOLATION, "reason": ""})
        return
    answer = PlainTextResponse(sentence + "\n", status_code=status, headers={"cache-control": "no-store"})
    await answer(scope, receive, send)
