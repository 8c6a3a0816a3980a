"""The cookie of a sign-in, checked with every request and every message: age, issuer, address, and whether it was ended.

Streamlit's own cookie is good for 30 days and a copy of it outlives a sign-out. So what does not hold any more is taken out of
the request before Streamlit sees it; files and uploads, for which Streamlit asks no sign-in at all, are refused.
"""

import json
import logging
import re
import time
from dataclasses import dataclass
from typing import Any

from itsdangerous import BadData, URLSafeTimedSerializer
from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from leverage.access.claims import Identity, identity
from leverage.access.sign_ins import SignIn
from leverage.errors import LeverageError, NotAllowed, StoreUnavailable
from pages.server.asgi import cookies, header, is_protected, make_cookie, path, refuse, without, without_cookies
from pages.server.files import Files, refuse_file
from pages.server.watched import watched
from pages.ui import proof
from pages.ui.entrance import CALLBACK, Entrance

USER, TOKENS = "_streamlit_user", "_streamlit_user_tokens"
FAILED = "leverage_sign_in_failed"
_LOGOUT = "/auth/logout"
_OURS = re.compile(rf"{USER}(_tokens)?(_\d+)?")
_CHUNKS = re.compile(r"chunks-([1-9]\d?)")
_SECONDS_FAILED = 120
_logger = logging.getLogger(__name__)
REFUSED = "Sign in first, then ask for this again."


@dataclass(frozen=True)
class Known:
    """Who a request is from; or, with a cookie that does not hold, why not."""

    identity: Identity | None = None
    why: str = ""
    had_cookie: bool = False


class SignInCheck:
    """Lets through what comes with a sign-in that holds, and the way to one."""

    def __init__(self, app: ASGIApp, entrance: Entrance) -> None:
        self._app = app
        self._entrance = entrance
        self._files = Files()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with or without its sign-in, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        scope = without(scope, proof.HEADER)
        asked, known = path(scope), self.known(scope)
        if scope["type"] == "websocket":
            await self._websocket(scope, receive, send, known)
        elif asked == _LOGOUT:
            await self._sign_out(scope, receive, send, known)
        elif known.identity is None and is_protected(asked):
            await refuse(scope, receive, send, known.why or REFUSED, 401)
        elif known.identity and self._files.is_anothers(scope, known.identity.email):
            await refuse_file(scope, receive, send)
        elif asked == CALLBACK:
            await self._app(scope, receive, _telling(scope, send))
        else:
            await self._app(scope if known.identity else _signed_out(scope), receive, send)

    def known(self, scope: Scope) -> Known:
        """Return who a request is from, by its cookie."""
        sent = cookies(scope)
        if USER not in sent:
            return Known()
        try:
            claims, signed = self._claims(sent)
            found = identity(claims, self._entrance.expected, signed=signed)
            if self._entrance.sign_ins.has_ended(found.sign_in):
                raise NotAllowed("You were signed out. Sign in again.")
            self._entrance.policies.now().person(found.email, found.name, found.groups, found.by)
        except LeverageError as problem:
            return Known(why=str(problem), had_cookie=True)
        return Known(found, had_cookie=True)

    def _claims(self, sent: dict[str, str]) -> tuple[dict[str, Any], float]:
        """Return what the cookie says and when it was signed. Raises NotAllowed for a cookie that this server did not sign."""
        try:
            content, signed = self._loads(USER, sent[USER])
            if chunks := _CHUNKS.fullmatch(content):
                parts = [self._loads(f"{USER}_{n}", sent[f"{USER}_{n}"]) for n in range(1, int(chunks[1]) + 1)]
                content, signed = "".join(part for part, _ in parts), min(signed, *(at for _, at in parts))
            claims = json.loads(content)
            if (
                not isinstance(claims, dict)
                or claims.get("is_logged_in") is not True
                or claims.get("origin") != self._entrance.origin
            ):
                raise NotAllowed("This sign-in was made at another address. Sign in again.")
        except (BadData, KeyError, ValueError, RecursionError):
            raise NotAllowed("This sign-in can't be read. Sign in again.") from None
        return claims, signed

    def _loads(self, name: str, value: str) -> tuple[str, float]:
        serializer = URLSafeTimedSerializer(self._entrance.cookie_secret, salt=name)
        content, signed = serializer.loads(value, max_age=int(self._entrance.seconds), return_timestamp=True)
        if not isinstance(content, str):
            raise BadData("no text")
        return content, signed.timestamp()

    def _holds(self, sign_in: SignIn) -> bool:
        return time.time() - sign_in.begun < self._entrance.seconds and not self._entrance.sign_ins.has_ended(sign_in)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send, known: Known) -> None:
        if known.identity is None:
            told = {"why": known.why or ("The sign-in did not work. Try it again." if FAILED in cookies(scope) else "")}
            await self._app(_proved(_signed_out(scope), told), receive, send)
            return
        sign_in = known.identity.sign_in
        told = {"begun": sign_in.begun}
        listened = self._files.telling(send, known.identity.email)
        await self._app(_proved(scope, told), *watched(receive, listened, lambda: self._holds(sign_in)))

    async def _sign_out(self, scope: Scope, receive: Receive, send: Send, known: Known) -> None:
        if header(scope, "sec-fetch-site") == "cross-site":
            await refuse(scope, receive, send, "Sign out on a page of Leverage itself.")
            return
        if known.identity is not None:
            try:
                await run_in_threadpool(self._entrance.sign_ins.end, known.identity.sign_in)
            except StoreUnavailable:
                _logger.exception("A sign-out could not be kept.")
        await self._app(scope, receive, send)


def _signed_out(scope: Scope) -> Scope:
    """Return a request without the cookies of a sign-in."""
    return without_cookies(scope, _OURS)


def _proved(scope: Scope, told: dict[str, Any]) -> Scope:
    return {**scope, "headers": [*scope["headers"], (proof.HEADER.encode(), proof.write(told).encode())]}


def _telling(scope: Scope, send: Send) -> Send:
    """Return `send` for a way back from the provider: one that brought no sign-in leaves a note for the page that follows."""
    is_answer = b"state=" in scope.get("query_string", b"") or b"error=" in scope.get("query_string", b"")

    async def send_telling(message: Message) -> None:
        if message["type"] == "http.response.start":
            is_in = brings_sign_in(message)
            note = make_cookie(FAILED, "1", 0 if is_in or not is_answer else _SECONDS_FAILED)
            message = {**message, "headers": [*message.get("headers", []), note]}
        await send(message)

    return send_telling


def brings_sign_in(message: Message) -> bool:
    """Say whether an answer gives the browser the cookie of a sign-in."""
    given = [value for name, value in message.get("headers", []) if name.lower() == b"set-cookie"]
    return any(value.startswith(f"{USER}=".encode()) and b"max-age=0" not in value.lower() for value in given)
