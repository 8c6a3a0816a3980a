"""The web server: the pages behind their guards, with the store opened before the first visit and closed at the end."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import streamlit as st
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from leverage import LeverageError, logs
from leverage.cli.endpoint import Endpoint
from leverage.replicas.ended import share
from leverage.settings import load_settings
from pages.server import guard, long_lines, mark, origins, probes, stack
from pages.server.dates import dates
from pages.server.headers import TYPING_PATH
from pages.ui import browser, failures, links
from pages.ui.entrance import Entrance, entrance
from pages.ui.store import opened

ROOT = Path(__file__).resolve().parent


def open_or_exit() -> Entrance:
    """Open the store before anything is served and return how people come in; where that can't be, say why and end with 2."""
    try:
        settings = load_settings()
        logs.set_up(settings)
        decided = entrance()
        guard.check_start(decided, st.get_option("server.address"))
        browser.sweep(settings.home)
        share(opened(), decided.sign_ins)
        mark.mark_store(decided)
    except LeverageError as problem:
        sys.stderr.write(f"Leverage did not start. {problem}\n")
        sys.exit(2)
    return decided


@asynccontextmanager
async def lifespan(_: st.App) -> AsyncIterator[dict[str, Any]]:
    """Hold the store open while the server runs, take the commands of terminals, and close both at the end."""
    try:
        with Endpoint(opened()):
            yield {}
    finally:
        opened.clear()
        mark.mark_store(entrance())  # the rules may have been written meanwhile


async def typing_script(_: Request) -> Response:
    """Answer with the script that keeps notes while they are typed."""
    return FileResponse(ROOT / "pages" / "ui" / "typing.js", media_type="text/javascript", headers={"cache-control": "no-cache"})


long_lines.make_room()
origins.ask_nobody()
app = st.App(
    ROOT / "pages" / "router.py",
    lifespan=lifespan,
    routes=[
        *probes.routes(),
        Route(TYPING_PATH, typing_script),
        Route(links.CALENDAR_PATH, dates),
    ],
    middleware=stack.layers(open_or_exit()),
    on_script_error=failures.tell,
)
