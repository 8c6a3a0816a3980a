"""nginx with the configurations of `deploy/`, filled in as its container does it."""

import contextlib
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

DEPLOY = Path(__file__).resolve().parent.parent / "deploy"
SETTING = re.compile(r"\$\{([A-Z][A-Z0-9_]*)\}")
_SECONDS = 30  # to start, on a machine that is busy with other things


def need_nginx() -> str:
    """Return the program of nginx; without one the test is skipped, or fails where LEVERAGE_NEED_NGINX is set."""
    program = os.environ.get("LEVERAGE_NGINX") or shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
    if program:
        return program
    said = "No nginx was found. Install it, or name it in LEVERAGE_NGINX."
    if os.environ.get("LEVERAGE_NEED_NGINX"):
        pytest.fail(said)
    pytest.skip(said)


def filled(template: str, settings: Mapping[str, str]) -> str:
    """Return a template with its settings put in, each of which must be there."""
    return SETTING.sub(lambda found: settings[found[1]], template)


@contextmanager
def proxied(name: str, folder: Path, settings: Mapping[str, str], port: int) -> Iterator[Path]:
    """Run nginx by `deploy/<name>.conf.template` in a folder, answering at a port; give the file that its log goes to."""
    program = need_nginx()
    folder.mkdir(parents=True, exist_ok=True)
    config, log = folder / f"{name}.conf", folder / f"{name}.log"
    template = (DEPLOY / f"{name}.conf.template").read_text("utf-8")
    config.write_text(filled(template, {"WORK": str(folder)} | settings), "utf-8")
    as_whom = " user root;" if hasattr(os, "geteuid") and os.geteuid() == 0 else ""  # in its container it begins as somebody else
    command = [program, "-e", "stderr", "-c", str(config), "-g", f"daemon off;{as_whom}"]
    with log.open("wb") as output:
        server = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        try:
            _wait_for(server, port, log)
            yield log
        finally:
            server.terminate()
            server.wait(20)


def _wait_for(server: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    until = time.monotonic() + _SECONDS
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=2):
            return
        assert server.poll() is None, log.read_text("utf-8", "replace")
        time.sleep(0.05)
    raise AssertionError("nginx did not start.")
