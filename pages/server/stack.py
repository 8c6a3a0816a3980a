"""The layers around the pages, from the outside in."""

from starlette.middleware import Middleware

from pages.server.guard import Guard
from pages.server.headers import Headers
from pages.server.proxied import ProxiedIdentity
from pages.server.sign_in import SignInCheck
from pages.server.way_back import WayBack
from pages.ui.entrance import Entrance


def layers(entrance: Entrance) -> list[Middleware]:
    """Return the layers that a way of coming in needs."""
    headers = Middleware(Headers, is_https=entrance.origin.startswith("https:"))
    guard = Middleware(Guard, entrance=entrance)
    if entrance.kind == "sign_in":
        return [headers, guard, Middleware(WayBack, origin=entrance.origin), Middleware(SignInCheck, entrance=entrance)]
    if entrance.kind == "proxy":
        return [headers, guard, Middleware(ProxiedIdentity, entrance=entrance)]
    return [headers, guard]
