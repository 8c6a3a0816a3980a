"""The browser that the tests drive, wherever this machine keeps one."""

import os
import shutil
from pathlib import Path

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
)

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"]


def find_browser() -> str | None:
    """Return the program of a Chromium: the one named by LEVERAGE_CHROMIUM, else the first one found."""
    named = os.environ.get("LEVERAGE_CHROMIUM")
    found = (shutil.which(name) for name in _NAMES)
    installed = (place for place in _PLACES if Path(place).exists())
    return named or next(filter(None, found), None) or next(installed, None)


def need_browser() -> str:
    """Return the program of a Chromium; without one the test is skipped, or fails where LEVERAGE_NEED_BROWSER is set."""
    program = find_browser()
    if program:
        return program
    said = "No Chromium or Chrome was found. Install one, or name it in LEVERAGE_CHROMIUM."
    if os.environ.get("LEVERAGE_NEED_BROWSER"):
        pytest.fail(said)
    pytest.skip(said)
