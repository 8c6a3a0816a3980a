"""Identity from a proxy that signs people in: its headers count only beside its secret, from where it stands.

Whoever reaches the port without the secret is refused, whatever they say of themselves, by http and by websocket.
"""

import hmac
import time
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

from leverage.access.claims import called
from leverage.access.mail import NoAddress, proper
from leverage.access.sign_ins import SignIn, key_of
from leverage.errors import LeverageError
from pages.server.asgi import has_header, header, is_protected, path, refuse, without
from pages.server.files import Files, refuse_file
from pages.server.guard import address, is_loopback
from pages.server.watched import watched
from pages.ui import proof
from pages.ui.entrance import PROXY, Entrance, Proxy

ONLY_BY_PROXY = "This Leverage is reached through its proxy alone. Open the address that your company gave you."
NO_ADDRESS = "The proxy did not say who you are. Sign in there; if it stays, ask whoever runs Leverage."
_OPEN = ("/healthz", "/readyz", "/metrics")  # a probe knows no secret of the proxy's; metrics ask for one of their own


class ProxiedIdentity:
    """Lets through what the proxy sends, with who it is about."""

    def __init__(self, app: ASGIApp, entrance: Entrance) -> None:
        """Stand before an app; `entrance` is one of a proxy."""
        self._app = app
        self._entrance = entrance
        self._files = Files()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        proxy = self._entrance.proxy
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
        elif proxy is None or not is_of_proxy(scope, proxy):
            if scope["type"] == "http" and path(scope) in _OPEN and proxy and not has_header(scope, _identity(proxy)):
                await self._app(without(scope, proof.HEADER), receive, send)
            else:
                await refuse(scope, receive, send, ONLY_BY_PROXY)
        else:
            await self._pass(scope, receive, send, proxy)

    async def _pass(self, scope: Scope, receive: Receive, send: Send, proxy: Proxy) -> None:
        begun = time.time()
        told = self._told(scope, proxy, begun)
        clean = without(scope, proof.HEADER, *_identity(proxy), proxy.secret_header)
        if scope["type"] == "websocket":
            clean["headers"].append((proof.HEADER.encode(), proof.write(told).encode()))
            sign_in = SignIn(told.get("email", ""), begun, told.get("key", ""))
            listened = self._files.telling(send, sign_in.email)
            await self._app(clean, *watched(receive, listened, lambda: self._holds(sign_in)))
        elif told["why"] and is_protected(path(scope)):
            await refuse(scope, receive, send, told["why"], 401)
        elif self._files.is_anothers(scope, told.get("email", "")):
            await refuse_file(scope, receive, send)
        else:
            await self._app(clean, receive, send)

    def _holds(self, sign_in: SignIn) -> bool:
        return time.time() - sign_in.begun < self._entrance.seconds and not self._entrance.sign_ins.has_ended(sign_in)

    def _told(self, scope: Scope, proxy: Proxy, begun: float) -> dict[str, Any]:
        """Return what is known of the person, in JSON types: who it is, or why nobody is let in."""
        given = _text(header(scope, proxy.email_header))
        if not given:
            return {"why": NO_ADDRESS}
        listed = _text(header(scope, proxy.groups_header)) if proxy.groups_header else ""
        groups = [each.strip() for each in listed.split(",") if each.strip()]
        name = called(_text(header(scope, proxy.name_header))) if proxy.name_header else ""
        try:
            email = proper(given)
            self._entrance.policies.now().person(email, name, groups, PROXY)
        except NoAddress as problem:
            return {"why": f"{problem} Ask whoever runs Leverage."}
        except LeverageError as problem:
            return {"why": str(problem)}
        return {"why": "", "email": email, "name": name, "groups": groups, "begun": begun, "key": key_of("proxy", email, begun)}


def is_of_proxy(scope: Scope, proxy: Proxy) -> bool:
    """Say whether a request comes from where the proxy stands and carries its secret, once."""
    client = scope.get("client")
    given = header(scope, proxy.secret_header)
    is_near = bool(client) and _may_ask(client[0], client[1], proxy)
    return is_near and given is not None and hmac.compare_digest(given.encode("latin-1"), proxy.secret.encode())


def _may_ask(host: str, port: int, proxy: Proxy) -> bool:
    """Say whether a peer may be the proxy.

    Port 0 is no peer's: the server put the browser's address in place of its neighbour's, only for one on this machine.
    """
    found = address(host)
    return port == 0 or is_loopback(host) or (found is not None and any(found in network for network in proxy.networks))


def _identity(proxy: Proxy) -> list[str]:
    return [each for each in (proxy.email_header, proxy.name_header, proxy.groups_header) if each]


def _text(value: str | None) -> str:
    """Return a header as the proxy meant it: UTF-8 where it is some."""
    raw = (value or "").encode("latin-1")
    try:
        return raw.decode("utf-8").strip()
    except UnicodeDecodeError:
        return raw.decode("latin-1").strip()
