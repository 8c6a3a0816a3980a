"""An upgrade from the release before this one, and the way back: nothing is lost, and nobody is shown what is not theirs."""

import functools
import io
import json
import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from leverage import KnowledgeBase, Person, directory, formats
from leverage.backup import restore, write
from leverage.embedding import default_embedding
from leverage.errors import StoreUnavailable
from tests.upgrade.previous import COMMIT, STORE, TOLD, Clock, deal, opened, told

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
READER = Person("ben@corp.example", role="reader")

RunBefore = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """The store as the release before left it, with a deal that waits."""
    store = tmp_path / "store"
    with zipfile.ZipFile(HERE / STORE) as archive:
        archive.extractall(store)
    for name in ("outbox", "set-aside"):
        (store / name).mkdir(exist_ok=True)
    return store


@pytest.fixture
def said() -> dict[str, Any]:
    """What that release said of it."""
    read: dict[str, Any] = json.loads((HERE / TOLD).read_text("utf-8"))
    return read


@functools.cache
def source_before() -> bytes | None:
    """Return that release's source, packed; None where this copy of the project has no history."""
    asked = ["git", "archive", COMMIT, "leverage", "data", ":!data/models"]
    try:
        return subprocess.run(asked, cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None


@pytest.fixture
def run_before(tmp_path: Path) -> RunBefore:
    """Run `previous.py`, or a command, by that very release."""
    packed = source_before()
    if packed is None:
        pytest.skip("The release before is not in this copy's history.")
    tree = tmp_path / "tree"
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(tree, filter="data")
    (tree / "data" / "models").symlink_to(ROOT / "data" / "models")

    def run(*asked: object) -> subprocess.CompletedProcess[str]:
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("LEVERAGE", "CHROMA"))}
        command = [sys.executable, "-W", "ignore", *map(str, asked)]
        there = environment | {"PYTHONPATH": str(tree)}
        return subprocess.run(command, cwd=tree, env=there, capture_output=True, text=True, check=False)

    return run


def lost(before: Any, after: Any, where: str = "") -> list[str]:
    """Return where something that was told before is told otherwise now, or not at all; what came along is fine."""
    if isinstance(before, dict) and isinstance(after, dict):
        gone = [f"{where}/{name}" for name in before.keys() - after.keys()]
        return gone + [
            each for name in before.keys() & after.keys() for each in lost(before[name], after[name], f"{where}/{name}")
        ]
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        return [
            each for n, (one, other) in enumerate(zip(before, after, strict=True)) for each in lost(one, other, f"{where}/{n}")
        ]
    return [] if before == after else [f"{where}: {before!r} became {after!r}"]


def test_a_store_of_the_release_before_opens_with_all_that_is_in_it(before: Path, said: dict[str, Any]) -> None:
    """Briefs, counts, exports, names, feedback, events, reviews, the inbox, and the deal that waited."""
    for _ in range(2):  # at the upgrade, and at the next start
        with opened(before) as kb:
            assert lost(said, told(kb)) == []
            assert kb.check() == []


def test_an_upgraded_store_goes_into_a_backup_and_out_of_it(before: Path, said: dict[str, Any], tmp_path: Path) -> None:
    """The backup of the day after holds what was there the day before."""
    with opened(before) as kb:
        write(kb, tmp_path / "backup.zip")
    restore(tmp_path / "backup.zip", tmp_path / "restored", embedding=default_embedding())
    with opened(tmp_path / "restored") as kb:
        assert lost(said | {"waiting": 0}, told(kb)) == []


def test_the_release_before_reads_a_store_again_that_this_one_worked_in(
    before: Path, said: dict[str, Any], run_before: RunBefore
) -> None:
    """Deals, edits and merges of this release are there, and so is all from before."""
    with opened(before) as kb:
        one = kb.log(deal("Orbis", "2026-09-09", discount_pct=3, discount_base="list"))
        kb.edit(one.deal_id, deal("Orbis", "2026-09-09", discount_pct=4, discount_base="list"), 1, by="Ann")
        directory.merge(kb, "SAP Labs", "SAP", by="Ann")
        now = told(kb)
    done = run_before(HERE / "previous.py", "told", before)
    assert done.returncode == 0, done.stderr
    back = json.loads(done.stdout)
    assert lost({name: now[name] for name in now if name not in ("briefs", "exports", "retracted")}, back) == []
    assert lost(back, now) == []
    assert back["vendors"] == {name: count for name, count in said["vendors"].items() if name != "SAP Labs"} | {
        "SAP": 2,
        "Orbis": 1,
    }


def test_the_release_before_opens_no_store_with_a_restricted_deal(before: Path, run_before: RunBefore) -> None:
    """It would show it to everybody; by itself and by its commands it is refused, and changes nothing."""
    with opened(before) as kb:
        kb.log(deal("Acme", "2026-08-08", notes="For Finance alone", visible_to=["Finance"]))
        now = told(kb)
    for asked in ([HERE / "previous.py", "told", before], ["-m", "leverage", "--home", before, "export"]):
        done = run_before(*asked)
        assert done.returncode != 0
        assert "For Finance alone" not in done.stdout
        assert formats.BARRIER in done.stderr
    assert "An older Leverage" in (before / formats.BARRIER / "note.txt").read_text("utf-8")
    with opened(before) as kb:
        assert lost(now, told(kb)) == []


def test_a_backup_of_the_release_before_is_restored(
    before: Path, said: dict[str, Any], run_before: RunBefore, tmp_path: Path
) -> None:
    """It brings all that the store held."""
    done = run_before("-m", "leverage", "--home", before, "backup", tmp_path / "backup.zip")
    assert done.returncode == 0, done.stderr
    restore(tmp_path / "backup.zip", tmp_path / "restored", embedding=default_embedding())
    with opened(tmp_path / "restored") as kb:
        assert lost(said, told(kb)) == []
        assert kb.check() == []


def test_the_release_before_restores_no_backup_of_this_one(before: Path, run_before: RunBefore, tmp_path: Path) -> None:
    """It would show everybody what is restricted in it; it says that the backup is of a newer version."""
    with opened(before) as kb:
        write(kb, tmp_path / "backup.zip")
    done = run_before("-m", "leverage", "--home", tmp_path / "restored", "restore", tmp_path / "backup.zip")
    assert done.returncode != 0
    assert "made by a newer version" in done.stderr


def test_what_the_release_before_let_in_for_some_is_theirs_alone_from_the_upgrade_on(before: Path, run_before: RunBefore) -> None:
    """Also where it was brought in after a first upgrade, on the way back: the index of then does not know it."""
    with opened(before) as kb:
        assert kb.view(READER).count("Acme") == 1
    done = run_before(HERE / "previous.py", "log", before)
    assert done.returncode == 0, done.stderr
    with opened(before) as kb:
        assert kb.count("Acme") == 2
        assert kb.view(READER).count("Acme") == 1
    assert (before / formats.BARRIER).is_dir()


def test_a_store_without_restricted_deals_shuts_nobody_out(before: Path) -> None:
    """So that the way back stands open until there is something to keep."""
    with opened(before):
        pass
    assert not (before / formats.BARRIER).exists()


def test_a_restored_backup_with_a_restricted_deal_shuts_older_releases_out(tmp_path: Path) -> None:
    """As soon as it is opened."""
    with opened(tmp_path / "one") as kb:
        kb.log(deal("Acme", "2026-08-08", visible_to=["Finance"]))
        write(kb, tmp_path / "backup.zip")
    restore(tmp_path / "backup.zip", tmp_path / "two", embedding=default_embedding())
    with opened(tmp_path / "two"):
        assert (tmp_path / "two" / formats.BARRIER).is_dir()


def test_a_store_of_a_later_release_is_refused_with_a_sentence(tmp_path: Path) -> None:
    """Before anything in it is touched."""
    with opened(tmp_path):
        pass
    (tmp_path / formats.FILE_NAME).write_text(f"{formats.FORMAT + 1}\n", "utf-8")
    with pytest.raises(StoreUnavailable, match="written by a later Leverage"):
        KnowledgeBase.open(tmp_path, embedding=default_embedding(), clock=Clock())
    (tmp_path / formats.FILE_NAME).write_text("two", "utf-8")
    with pytest.raises(StoreUnavailable, match="can't be read"):
        KnowledgeBase.open(tmp_path, embedding=default_embedding(), clock=Clock())


def test_a_restricted_deal_is_told_to_older_releases_before_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where that can't be told, nothing is logged."""

    def refuse(folder: Path) -> None:
        raise StoreUnavailable("There is no room.")

    monkeypatch.setattr(formats, "bar_older", refuse)
    with opened(tmp_path) as kb:
        with pytest.raises(StoreUnavailable, match="no room"):
            kb.log(deal("Acme", "2026-08-08", visible_to=["Finance"]))
        assert kb.waiting() == []
        assert kb.vendors() == []
