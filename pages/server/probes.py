"""What machines ask: whether the server is alive, whether its store is ready, and metrics in the usual text form."""

import hmac

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from leverage.metrics import MEDIA_TYPE, metrics
from leverage.readiness import readiness
from leverage.settings import load_settings
from pages.ui.store import opened

_NOTHING = JSONResponse({"status": "there is nothing here"}, status_code=404, headers={"cache-control": "no-store"})


def routes() -> list[Route]:
    """Return the routes of all probes."""
    return [Route("/healthz", healthz), Route("/readyz", readyz), Route("/metrics", told_metrics)]


async def healthz(_: Request) -> Response:
    """Answer that the server is up; it does not look into the store."""
    return JSONResponse({"status": "ok"})


async def readyz(_: Request) -> Response:
    """Answer whether banks and index can be reached, and how many changes wait; with 503 where not."""
    found = await run_in_threadpool(lambda: readiness(opened()))
    told = {
        "status": "ready" if found.is_ready else "not ready",
        "memory": "reachable" if found.is_reachable else "away",
        "index": "whole" if found.is_indexed else "being read",
        "waiting": found.waiting,
        "set_aside": found.set_aside,
    }
    return JSONResponse(told, status_code=200 if found.is_ready else 503, headers={"cache-control": "no-store"})


async def told_metrics(request: Request) -> Response:
    """Answer with the metrics where the request shows the token of the settings; else there are none."""
    token = load_settings().metrics_token
    given = request.headers.get("authorization", "")
    wanted = f"Bearer {token.get_secret_value()}" if token else ""
    if not token or not hmac.compare_digest(given.encode("latin-1"), wanted.encode()):
        return _NOTHING
    return Response(
        await run_in_threadpool(lambda: metrics(opened())), media_type=MEDIA_TYPE, headers={"cache-control": "no-store"}
    )
