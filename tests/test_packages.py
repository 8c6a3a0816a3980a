"""The packages: what is asked for, what is pinned and what is locked are one, and the list of what is installed holds no more."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
FILES = ["requirements.txt", "requirements-dev.txt", "requirements-multilingual.txt", "constraints.txt", "requirements.lock"]
SBOM = ROOT / ".ci" / "sbom.py"


def lines_of(name: str) -> list[str]:
    """Return the lines of a requirements file that ask for a package, without comments and hashes."""
    lines = (ROOT / name).read_text("utf-8").splitlines()
    return [line.partition(" #")[0].rstrip(" \\") for line in lines if re.match(r"[A-Za-z]", line)]


def asked(name: str) -> list[Requirement]:
    """Return what a requirements file asks for."""
    return [Requirement(line) for line in lines_of(name)]


def pinned(name: str) -> dict[str, set[str]]:
    """Return the versions at which a file pins each package."""
    pins: dict[str, set[str]] = {}
    for each in asked(name):
        pins.setdefault(canonicalize_name(each.name), set()).add(str(each.specifier).removeprefix("=="))
    return pins


def test_every_package_of_the_product_is_locked_with_hashes_at_its_pin() -> None:
    """What requirements.txt asks for stands in the lock, hashed, and in constraints.txt, at one version within its bounds."""
    lock, pins = pinned("requirements.lock"), pinned("constraints.txt")
    for each in asked("requirements.txt"):
        name = canonicalize_name(each.name)
        assert lock[name] == pins[name]
        assert all(each.specifier.contains(version) for version in lock[name]), name
    assert {name: pins[name] for name in lock} == lock
    entries = re.split(r"(?m)^(?=[a-z])", (ROOT / "requirements.lock").read_text("utf-8"))[1:]
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}", entry) for entry in entries)


def test_every_package_of_the_checks_is_pinned_within_its_bounds() -> None:
    """Development packages and the extra are pinned too, each with a bound above and a word on why it is there."""
    pins = pinned("constraints.txt")
    for file in FILES[:3]:
        told = [line for line in (ROOT / file).read_text("utf-8").splitlines() if re.match(r"[A-Za-z]", line)]
        assert all(" # " in line for line in told if not line.startswith("tzdata")), file
        for each in asked(file):
            assert re.search("<|==", str(each.specifier)) or each.name == "tzdata", each
            assert all(each.specifier.contains(version) for version in pins[canonicalize_name(each.name)]), each


@pytest.mark.parametrize("name", FILES)
def test_no_file_says_where_packages_come_from(name: str) -> None:
    """An index, a host or a folder of wheels in a file would change from where everybody installs."""
    text = "\n".join(line for line in (ROOT / name).read_text("utf-8").splitlines() if not line.startswith("#"))
    assert not re.search(r"(?i)https?:|file:|index-url|find-links|trusted-host", text)


def cut(bom: dict[str, Any]) -> subprocess.CompletedProcess[str]:
    """Cut a list of packages down to those of the lock, as the checks do."""
    return subprocess.run([sys.executable, str(SBOM)], input=json.dumps(bom), capture_output=True, text=True, check=False)


def test_the_list_of_what_is_installed_holds_the_product_alone() -> None:
    """What only the checks need is left out, in the components and among what they depend on."""
    version = next(iter(pinned("requirements.lock")["streamlit"]))
    parts = [
        {"bom-ref": "s", "name": "Streamlit", "version": version},
        {"bom-ref": "p", "name": "pytest", "version": "9.0.0"},
    ]
    made = cut({"components": parts, "dependencies": [{"ref": "s", "dependsOn": ["p"]}, {"ref": "p"}]})
    assert json.loads(made.stdout) == {"components": parts[:1], "dependencies": [{"ref": "s", "dependsOn": []}]}


def test_another_version_than_the_locked_one_is_told() -> None:
    """A list of something that the lock does not hold is not written."""
    made = cut({"components": [{"bom-ref": "s", "name": "streamlit", "version": "0.1"}]})
    assert made.returncode == 1
    assert not made.stdout
    assert made.stderr.endswith("Install requirements.lock again.\n")


def test_the_document_on_security_is_kept() -> None:
    """It names what the checks make and what the settings are called, and the README leads to it."""
    told = (ROOT / "SECURITY.md").read_text("utf-8")
    assert all(word in told for word in ("sbom.json", "requirements.lock", "LEVERAGE_RATE_", "leverage/logs.py"))
    assert "@" not in told.replace("python -m", "")  # no address is invented
    assert "(SECURITY.md)" in (ROOT / "README.md").read_text("utf-8")
