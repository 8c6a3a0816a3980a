"""Which pages may ask: this app's own alone. Streamlit is never left to say that, as its answer takes a look-up elsewhere."""

import re

from starlette.types import Scope
from streamlit import net_util

from pages.server.asgi import has_header, header, without

_ORIGIN = re.compile(r"(https?)://([a-z0-9._:\[\]-]+)", re.ASCII | re.IGNORECASE)
_USUAL = {"http": ":80", "https": ":443"}


def ask_nobody() -> None:
    """Let Streamlit know no address of this machine: for the outside one it asks a server elsewhere, and waits for the answer."""
    for name in ("get_external_ip", "get_internal_ip"):
        setattr(net_util, name, lambda: None)


def is_own(scope: Scope, public: str) -> bool:
    """Say whether a request comes from a page of this app, or from no page at all.

    The origin of a page is then `public`, the app's own address, or names the server that is asked.
    """
    if not has_header(scope, ["origin"]):
        return True
    told = _ORIGIN.fullmatch(header(scope, "origin") or "")
    if told is None:
        return False
    scheme, server = told[1].lower(), told[2].lower()
    asked = (header(scope, "host") or "").lower()
    return told[0].lower() == public.lower() or server.removesuffix(_USUAL[scheme]) == asked.removesuffix(_USUAL[scheme])


def as_own(scope: Scope) -> Scope:
    """Return the request of an own page with the server as the page calls it, which a proxy may have renamed on the way."""
    told = _ORIGIN.fullmatch(header(scope, "origin") or "")
    if told is None:
        return scope
    kept = without(scope, "host")
    return {**kept, "headers": [*kept["headers"], (b"host", told[2].encode())]}
