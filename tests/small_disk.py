"""A disk of a few megabytes that a test may fill, in a process with mounts of its own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ALONE = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--map-root-user", "--mount"]
CAN_MOUNT = (
    shutil.which("unshare") is not None and subprocess.run([*ALONE, "true"], capture_output=True, check=False).returncode == 0
)
ROOT = Path(__file__).parents[1]


def run_on_small_disk(script: str, folder: Path, megabytes: int) -> str:
    """Run a program of which `folder` is a small disk, its first argument, and return what it printed."""
    folder.mkdir(parents=True)
    mounted = f'mount -t tmpfs -o size={megabytes}m small "$0" && exec "$@" "$0"'
    command = [*ALONE, "sh", "-c", mounted, str(folder), sys.executable, "-c", script]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
