"""The days that must not pass, for calendars that know somebody's secret address; they show what that person may see now."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from leverage import LeverageError, subscription
from leverage.access.person import HERE, Person
from leverage.agenda import entries
from leverage.calendar_file import MEDIA_TYPE, calendar_file
from leverage.errors import NotAllowed
from pages.ui import links
from pages.ui.entrance import entrance
from pages.ui.store import opened

GONE = "This address is not valid any more. Copy it anew from the page Watch."


async def dates(request: Request) -> Response:
    """Answer a calendar that knows a secret address with the days that its person may see."""
    given = request.query_params.get(links.CALENDAR_KEY, "")
    try:
        data = await run_in_threadpool(dates_for, given, str(request.base_url).rstrip("/"))
    except LeverageError as problem:
        return PlainTextResponse(str(problem), status_code=503)
    if data is None:
        return PlainTextResponse(GONE, status_code=404)
    return Response(data, media_type=f"{MEDIA_TYPE}; charset=utf-8", headers={"cache-control": "private, no-store"})


def dates_for(given: str, app: str) -> bytes | None:
    """Return the calendar file for a secret; None where it is nobody's, or of somebody who may not come in."""
    kb = opened()
    whose = subscription.whose(kb, given)
    who = _person(whose) if whose is not None else None
    if who is None:
        return None
    return calendar_file(entries(kb.view(who)), kb.now(), app)


def _person(whose: str) -> Person | None:
    """Return the person of an address as the access policy says now; the machine's secret is good only where nobody signs in."""
    door = entrance()
    if whose == subscription.MACHINE:
        return HERE if door.is_open else None
    if door.is_open:
        return None
    try:
        return door.policies.now().absent(whose)
    except NotAllowed:
        return None
