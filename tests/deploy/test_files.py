"""What the image and the services are made of: who runs, what may be written, who reaches whom, and what is kept outside."""

import re
import shlex
import subprocess
import sys
import threading
from fnmatch import fnmatch
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
import yaml

from leverage.settings import Settings
from tests.nginx import DEPLOY, SETTING

ROOT = DEPLOY.parent
OURS = ["chroma", "app-1", "app-2"]
PROXIES = ["guard", "front"]


class _Loader(yaml.SafeLoader):
    """Reads the files as Compose does, whose own tag says that a list replaces another one."""


_Loader.add_constructor("!override", lambda loader, node: loader.construct_sequence(node))  # type: ignore[no-untyped-call]


def read(name: str) -> Any:
    """Return what a file of Compose says."""
    return yaml.load((ROOT / name).read_text("utf-8"), Loader=_Loader)


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    """The services of compose.yaml."""
    told: dict[str, Any] = read("compose.yaml")["services"]
    return told


@pytest.fixture(scope="module")
def steps() -> list[str]:
    """The steps of the Dockerfile, each in one line."""
    text = re.sub(r"\\\n\s*", " ", (ROOT / "Dockerfile").read_text("utf-8"))
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]


def test_the_image_holds_the_locked_packages_alone(steps: list[str]) -> None:
    """Held to their hashes, built by nothing that is not locked, out of a base whose version is named."""
    assert steps[0] == "ARG PYTHON=python:3.11.14-slim-bookworm"
    assert [step for step in steps if step.startswith("FROM")] == ["FROM ${PYTHON} AS packages", "FROM ${PYTHON}"]
    installs = [step for step in steps if "pip install" in step]
    assert len(installs) == 1
    assert {"--require-hashes", "--only-binary", "-r", "/requirements.lock"} <= set(shlex.split(installs[0]))
    assert not any(step.startswith("ADD") or "apt-get" in step or "curl" in step or "http" in step.split()[0] for step in steps)


def test_the_image_runs_as_nobody_in_particular(steps: list[str]) -> None:
    """With the store on a volume, its own address, and no right to what it is made of."""
    assert [step for step in steps if step.startswith("USER")] == ["USER 10001:10001"]
    assert steps.index("USER 10001:10001") > max(n for n, step in enumerate(steps) if step.startswith(("RUN", "COPY")))
    assert not any("--chown" in step or "chmod" in step for step in steps)
    assert "VOLUME /var/lib/leverage" in steps
    environment = next(step for step in steps if step.startswith("ENV"))
    assert {"HOME=/var/lib/leverage", "LEVERAGE_HOME=/var/lib/leverage/store"} <= set(environment.split())
    assert steps[-1] == 'CMD ["streamlit", "run", "app.py"]'


def test_all_that_the_image_is_made_of_is_let_in_and_nothing_else(steps: list[str]) -> None:
    """No store, no secret, no history; what the code needs to run is there."""
    rules = [line for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line and not line.startswith("#")]
    assert rules[0] == "*"
    let_in = {rule[1:] for rule in rules if rule.startswith("!")}
    copied = [step.split()[1:-1] for step in steps if step.startswith("COPY") and "--from" not in step]
    assert {name for names in copied for name in names} == let_in
    assert "data/store" in rules
    assert all((ROOT / name).exists() for name in let_in)
    needed = subprocess.run(["git", "ls-files", "app.py", "pages", "leverage", "data"], cwd=ROOT, capture_output=True, text=True)
    for name in needed.stdout.split():
        assert any(name == each or name.startswith(f"{each}/") for each in let_in), name
    assert not any(fnmatch(".streamlit/secrets.toml", each) for each in let_in)


@pytest.mark.parametrize("name", OURS + PROXIES)
def test_every_service_is_shut_in(services: dict[str, Any], name: str) -> None:
    """No root, nothing to write on but a volume and memory, no rights to gain, bounds, an end in peace, a look at its health."""
    service = services[name]
    assert service["user"] == ("10001:10001" if name in OURS else "101:101")
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert not {"privileged", "cap_add", "network_mode", "pid", "devices"} & service.keys()
    assert [each.split(":")[0] for each in service["tmpfs"]] == ["/tmp"]
    written = [each for each in service.get("volumes", []) if not each.endswith(":ro")]
    assert written == ([f"{name}:/var/lib/leverage"] if name in OURS else [])
    assert service["stop_grace_period"] == "30s"
    assert {"mem_limit", "pids_limit", "restart"} <= service.keys()
    assert service["ulimits"]["nofile"] >= 4096
    assert service["healthcheck"]["test"]
    assert re.fullmatch(r"[^:]+:\S*\d\S*|leverage:\$\{LEVERAGE_TAG:-latest\}", service["image"])


def test_chroma_has_files_and_memory_for_its_vendors(services: dict[str, Any]) -> None:
    """Four descriptors and 3 MB for each; with the defaults for more than five hundred."""
    chroma = services["chroma"]
    assert chroma["ulimits"]["nofile"] >= 4 * 10_000 + 1_000
    assert chroma["mem_limit"] == "${CHROMA_MEMORY:-2g}"
    assert 500 * 3 + 300 < 2 * 1024


def test_chroma_is_reached_by_its_guard_alone_and_the_guard_by_the_apps(services: dict[str, Any]) -> None:
    """Only the proxy in front is published, on this machine alone unless somebody says more."""
    on = {name: set(service["networks"]) for name, service in services.items()}
    assert {name for name in on if "banks" in on[name]} == {"chroma", "guard"}
    assert on["chroma"] == {"banks"}
    assert {name for name in on if "memory" in on[name]} == {"guard", "app-1", "app-2"}
    assert on["front"] == {"pages"}
    networks = read("compose.yaml")["networks"]
    assert networks["banks"] == networks["memory"] == {"internal": True}
    assert {name: service["ports"] for name, service in services.items() if "ports" in service} == {
        "front": ["${BIND:-127.0.0.1}:${PORT:-8501}:8080"]
    }


def test_each_waits_for_what_it_needs(services: dict[str, Any]) -> None:
    """Chroma, its guard, the apps, the proxy, in that order."""
    waits = {
        name: {each: told["condition"] for each, told in service.get("depends_on", {}).items()}
        for name, service in services.items()
    }
    well = "service_healthy"
    assert waits == {
        "chroma": {},
        "guard": {"chroma": well},
        "app-1": {"guard": well},
        "app-2": {"guard": well},
        "front": {"app-1": well, "app-2": well},
    }


def test_both_apps_are_one_but_for_their_stores(services: dict[str, Any]) -> None:
    """The same secrets, rules and settings, so that a browser that changes over stays signed in; each a store of its own."""
    one, two = services["app-1"], services["app-2"]
    assert {name: value for name, value in one.items() if name != "volumes"} == {
        name: value for name, value in two.items() if name != "volumes"
    }
    assert one["volumes"][1:] == two["volumes"][1:]
    assert one["volumes"][0] != two["volumes"][0]
    assert one["command"][-4:] == ["--server.address", "0.0.0.0", "--secrets.files", "/run/secrets/secrets.toml"]
    known = {f"LEVERAGE_{name.upper()}" for name in Settings.model_fields}
    assert set(one["environment"]) <= known


@pytest.mark.parametrize("name", PROXIES)
def test_each_proxy_is_told_all_that_its_configuration_asks(services: dict[str, Any], name: str) -> None:
    """A setting that nobody gives would stand there as it is written."""
    asked = set(SETTING.findall((DEPLOY / f"{name}.conf.template").read_text("utf-8")))
    assert asked | {"NGINX_ENVSUBST_OUTPUT_DIR"} == set(services[name]["environment"])
    assert f"./deploy/{name}.conf.template:/etc/nginx/templates/{name}.conf.template:ro" in services[name]["volumes"]
    assert services[name]["command"][:3] == ["nginx", "-c", f"/tmp/{name}.conf"]


def test_what_is_to_be_filled_in_is_named_and_holds_no_secret() -> None:
    """Each setting of the files of Compose stands in the example; what is secret is empty there, and git passes over the rest."""
    texts = "".join((ROOT / name).read_text("utf-8") for name in ("compose.yaml", "compose.tls.yaml"))
    asked = set(re.findall(r"\$\{([A-Z_]+)", texts)) - {"LEVERAGE_TAG", "NGINX"}
    told = dict(
        line.split("=", 1) for line in (DEPLOY / "example.env").read_text("utf-8").splitlines() if line[:1] not in ("", "#")
    )
    assert set(told) == asked
    assert told["CHROMA_TOKEN"] == ""
    secrets = (DEPLOY / "example.secrets.toml").read_text("utf-8")
    assert {"cookie_secret", "client_id", "client_secret"} == set(re.findall(r'(?m)^(\w+) = ""$', secrets)) - {
        "server_metadata_url"
    }
    ignored = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    assert {"/.env", "/deploy/secrets.toml", "/deploy/access/access.toml", "/deploy/app.env", "/deploy/tls/"} <= set(ignored)


def test_a_try_is_answered_on_this_machine_alone() -> None:
    """The app keeps to its own address there, since nobody signs in."""
    (service,) = read("compose.try.yaml")["services"].values()
    assert service["network_mode"] == "host"
    assert "command" not in service
    assert "ports" not in service
    assert service["read_only"] is True
    assert 'address = "127.0.0.1"' in (ROOT / ".streamlit" / "config.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("status", "body", "ends"), [(200, b'{"status":"ok"}', 0), (200, b"<html>", 1), (503, b'{"status":"ok"}', 1)]
)
def test_a_probe_looks_at_the_answer_and_not_at_its_status_alone(status: int, body: bytes, ends: int) -> None:
    """An unknown path of the app answers 200 with its page; an address where nobody listens is no health, either."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}/healthz"
        assert probe(url, '"ok"') == ends
    assert probe(url, '"ok"') == 1
    assert probe(url) == 1
    assert probe() == 1


def probe(*asked: str) -> int:
    """Return how the probe ends."""
    return subprocess.run([sys.executable, str(DEPLOY / "probe.py"), *asked], capture_output=True).returncode
