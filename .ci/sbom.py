"""Cuts a CycloneDX list of a whole environment, from stdin, down to the packages of requirements.lock, to stdout."""

import json
import re
import sys
from pathlib import Path
from typing import Any

LOCK = Path(__file__).resolve().parent.parent / "requirements.lock"


def locked(lock: str) -> dict[str, set[str]]:
    """Return the versions of each package that a lock names: some have one for each version of Python."""
    versions: dict[str, set[str]] = {}
    for name, version in re.findall(r"(?m)^([a-z0-9-]+)==(\S+)", lock):
        versions.setdefault(name, set()).add(version)
    return versions


def cut(bom: dict[str, Any], versions: dict[str, set[str]]) -> dict[str, Any]:
    """Return the list with the locked packages alone; ends the program where one is there in another version."""
    components = [each for each in bom["components"] if _plain(each["name"]) in versions]
    for each in components:
        wanted = versions[_plain(each["name"])]
        if each["version"] not in wanted:
            sys.exit(
                f"{each['name']} {each['version']} is installed, not {' or '.join(wanted)}. Install requirements.lock again."
            )
    kept = {each["bom-ref"] for each in components}
    depending = [
        {**each, "dependsOn": [ref for ref in each.get("dependsOn", ()) if ref in kept]}
        for each in bom.get("dependencies", ())
        if each["ref"] in kept
    ]
    return {**bom, "components": components, "dependencies": depending}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    json.dump(cut(json.load(sys.stdin), locked(LOCK.read_text("utf-8"))), sys.stdout, indent=1)
