"""The app as its container runs it: by nobody in particular, over a source that nobody may write, with its store and /tmp."""

import contextlib
import functools
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.deploy.sites import is_root
from tests.serving import ROOT, free_port

PACKAGES = Path(pytest.__file__).parent
ARE_FOR_ALL = all(each.stat().st_mode & 0o001 for each in [PACKAGES, *PACKAGES.parents])
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="There are no such rights here."),
    pytest.mark.skipif(not ARE_FOR_ALL, reason="Only their owner may read the packages here, and this runs as somebody else."),
]
NOBODY = 10001
COPIED = ("app.py", ".streamlit/config.toml", "deploy/probe.py", "data", "pages", "leverage")  # as in the Dockerfile
CHROMA = "import sys; sys.argv[0] = 'chroma'; from chromadb.cli.cli import app; app()"
_SECONDS = 120


@pytest.fixture
def box() -> Iterator[Path]:
    """A folder that everybody may enter, unlike those of other tests."""
    with tempfile.TemporaryDirectory(prefix="leverage-") as made:
        Path(made).chmod(0o755)
        yield Path(made)


@pytest.fixture
def image(box: Path) -> Path:
    """A copy of what is in the image, which nobody may write."""
    source = box / "app"
    for name in COPIED:
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("store", "__pycache__"))
        else:
            shutil.copy(ROOT / name, source / name)
    for path in [source, *source.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    return source


@contextmanager
def started(asked: Sequence[str], source: Path, volume: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """Run Python in the image's place, with a volume and a folder for what passes; what it says goes to a file beside them."""
    passing = volume.parent / "tmp"
    for folder in (volume, passing):
        folder.mkdir()
        give(folder)
    with (volume.parent / "log").open("wb") as output:
        process = subprocess.Popen(
            [*as_nobody(), *asked], cwd=source, env=settings(volume), stdout=output, stderr=output, **rights()
        )
        try:
            yield process
        finally:
            process.terminate()
            process.wait(60)


def settings(volume: Path) -> dict[str, str]:
    """Return the environment of the image, and where the packages of the tests are."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(volume),
        "LEVERAGE_HOME": str(volume / "store"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path.endswith("site-packages")),
        "TMPDIR": str(volume.parent / "tmp"),
    }


def rights() -> dict[str, Any]:
    """Return whom a process is run by: somebody without rights where the tests may become somebody else, else themselves."""
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []} if is_root() else {}


def give(folder: Path) -> None:
    """Let whoever runs the image's process write in a folder."""
    if is_root():
        os.chown(folder, NOBODY, NOBODY)


@functools.cache
def as_nobody() -> tuple[str, ...]:
    """Return a Python of this version that whoever runs the image's process may run; without one the test is skipped."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for program in (sys.executable, f"/usr/bin/{version}", f"/usr/local/bin/{version}"):
        with contextlib.suppress(OSError):
            tried = subprocess.run([program, "-c", ""], capture_output=True, cwd="/", check=False, **rights())
            if tried.returncode == 0:
                return (program,)
    pytest.skip("Nobody but the superuser can run a Python of this version here.")


def answered(url: str, process: "subprocess.Popen[bytes]", log: Path) -> str:
    """Return what an address answers, once it does."""
    until = time.monotonic() + _SECONDS
    while time.monotonic() < until:
        with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=2) as answer:
            return str(answer.read(), "utf-8")
        assert process.poll() is None, log.read_text("utf-8", "replace")
        time.sleep(0.1)
    raise AssertionError("It did not start.")


def test_the_app_runs_without_rights_over_a_source_that_cannot_be_written(image: Path, box: Path) -> None:
    """It starts, takes deals into its store, and writes nowhere else."""
    before, volume, port = sorted(image.rglob("*")), box / "volume", free_port()
    command = ["-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    with started(command, image, volume) as process:
        log = volume.parent / "log"
        assert "ok" in answered(f"http://127.0.0.1:{port}/healthz", process, log)
        given = [*as_nobody(), "-m", "leverage", "sample"]
        done = subprocess.run(given, cwd=image, env=settings(volume), capture_output=True, text=True, check=False, **rights())
        assert done.returncode == 0, done.stderr
        if is_root():
            assert (volume / "store" / "index.sqlite3").stat().st_uid == NOBODY
    assert "Traceback" not in log.read_text("utf-8")
    assert sorted(image.rglob("*")) == before
    assert {each.name for each in volume.iterdir()} <= {"store", ".streamlit", ".cache"}


def test_chroma_runs_without_rights_over_a_source_that_cannot_be_written(image: Path, box: Path) -> None:
    """As the image starts it beside the apps."""
    volume, port = box / "volume", free_port()
    command = ["-c", CHROMA, "run", "--path", str(volume / "chroma"), "--host", "127.0.0.1", "--port", str(port)]
    with started(command, image, volume) as process:
        assert "heartbeat" in answered(f"http://127.0.0.1:{port}/api/v2/heartbeat", process, volume.parent / "log")
    assert (volume / "chroma" / "chroma.sqlite3").exists()
