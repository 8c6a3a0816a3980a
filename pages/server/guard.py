"""Who may reach the server at all: without sign-in this machine alone, under its own name; some paths are nobody's."""

import logging
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

import streamlit as st
from starlette.types import ASGIApp, Receive, Scope, Send

from leverage.errors import BadSettings
from pages.server.asgi import has_header, header, path, refuse
from pages.server.mark import refuse_without_files
from pages.server.origins import as_own, is_own
from pages.ui.entrance import LOCAL_NAMES, Entrance

ONLY_HERE = (
    "Nobody signs in to this Leverage, so it answers this machine alone. Set up sign-in (README, Sign-in) to reach it from "
    "elsewhere, or open it as http://localhost on the machine itself."
)
ELSEWHERE = "This request comes from a page of another site, so it is not answered."
_FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-server", "x-real-ip")
_NOBODYS = ("/_stcore/metrics", "/_stcore/agent", "/_stcore/script-health-check")
_logger = logging.getLogger(__name__)


def check_start(entrance: Entrance, address: str | None) -> None:
    """Refuse to start on an address or with settings that would let somebody in. Raises BadSettings, which says what to do."""
    if entrance.is_open and not is_local_name(address):
        where = f"on {address}" if address else "on every address of this machine"
        raise BadSettings(
            f"It would listen {where}, and nobody signs in. Set up sign-in (README, Sign-in), or keep to this machine: "
            "start it in its own folder, or with --server.address 127.0.0.1."
        )
    if st.get_option("server.trustedUserHeaders"):
        raise BadSettings(
            "server.trustedUserHeaders believes whoever reaches the port. Remove it, and set LEVERAGE_PROXY_SECRET instead "
            "(README, Sign-in)."
        )
    for name in ("server.enableXsrfProtection", "server.enableCORS"):
        if not st.get_option(name):
            raise BadSettings(f"{name} is off, so pages of other sites could act here. Leave it on.")
    policy = entrance.policies.checked()
    if entrance.is_open:
        return
    refuse_without_files(entrance)
    if not policy.names_an_admin:
        _logger.warning("No admin is named in %s: nobody can administer Leverage until a rule names one.", entrance.policies.file)
    if unknown := sorted({each.name for each in policy.provider} - entrance.names):
        _logger.warning(
            "%s names providers that there are not (%s): nobody comes in by an address, and nobody has a group, that is theirs.",
            entrance.policies.file,
            ", ".join(unknown),
        )
    if any("accounts.google.com" in each.issuer for each in entrance.providers) and policy.default != "none":
        _logger.warning(
            'Anybody with a Google account may be able to sign in. Write default = "none" in %s, and rules for your own domains.',
            entrance.policies.file,
        )


def is_local_name(name: str | None) -> bool:
    """Say whether a name or an address is this machine's own, as it calls itself."""
    return name is not None and name.strip("[]").lower() in LOCAL_NAMES


def is_loopback(host: str) -> bool:
    """Say whether an address is of this machine alone."""
    found = address(host)
    return found is not None and found.is_loopback


def address(host: str) -> IPv4Address | IPv6Address | None:
    """Return what a peer's address is, None for none; one of version 4 within version 6 is that of version 4."""
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found


class Guard:
    """Stands before everything else and answers what may not go on."""

    def __init__(self, app: ASGIApp, entrance: Entrance) -> None:
        self._app = app
        self._entrance = entrance

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        asked = path(scope)
        if any(asked == each or asked.startswith(f"{each}/") for each in _NOBODYS):
            await refuse(scope, receive, send, "There is nothing here.", 404)
        elif self._entrance.is_open and not _is_from_here(scope):
            await refuse(scope, receive, send, ONLY_HERE)
        elif not is_own(scope, self._entrance.origin):
            await refuse(scope, receive, send, ELSEWHERE)
        else:
            await self._app(as_own(scope) if scope["type"] == "websocket" else scope, receive, send)


def _is_from_here(scope: Scope) -> bool:
    """Say whether this machine itself asks, by a name of its own, with nobody between."""
    client, server = scope.get("client"), scope.get("server")
    if not client or not is_loopback(client[0]):
        return False
    if not server or not (is_loopback(server[0]) or is_local_name(server[0])):
        return False
    return _is_local_host(header(scope, "host")) and not has_header(scope, _FORWARDED)


def _is_local_host(host: str | None) -> bool:
    """Say whether a Host header names this machine: other names that lead here are somebody else's."""
    if host is None or any(sign in host for sign in "/@?#\\ \t"):
        return False
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port
    except ValueError:
        return False
    return is_local_name(parts.hostname)
