"""A provider of identities as a process of its own, for sign-in in a real browser."""

import contextlib
import json
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.serving import free_port

_SECONDS = 60  # to start, on a machine that is busy with other things


@contextmanager
def provide(people: Iterable[Mapping[str, Any]], log: Path) -> Iterator[str]:
    """Run a provider that knows these people, by the claims of each, and give its issuer."""
    port = free_port()
    known = [part for each in people for part in ("--user-claims", json.dumps(each))]
    command = [sys.executable, "-W", "ignore", "-m", "oidc_provider_mock", "-H", "localhost", "-p", str(port), *known]
    with log.open("wb") as output:
        server = subprocess.Popen(command, stdout=output, stderr=output)
        try:
            yield _answering(f"http://localhost:{port}")
        finally:
            server.terminate()
            server.wait(20)


def _answering(issuer: str) -> str:
    until = time.monotonic() + _SECONDS
    while time.monotonic() < until:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{issuer}/.well-known/openid-configuration", timeout=2):
            return issuer
        time.sleep(0.1)
    raise AssertionError("The provider did not start.")
