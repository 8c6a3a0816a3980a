"""Commands while an app holds the store: they run inside it, and nobody at the terminal can tell the difference."""

import os
import random
import re
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from leverage import KnowledgeBase, backup, cli
from leverage.cli import caller, line
from leverage.memory.holder import NOTE
from tests.fakes import WordEmbedding
from tests.holding import App, app, command

MANY, LONG = 400, " and what was said" * 40
SOME, SLOW = 150, 0.02  # deals, seconds a text
HEAD = "Vendor,Date,Owner,Department,Outcome,Notes"

AGREED = "Call with Zanzibar on 2 March 2026.\nWe agreed a 20% discount off list and payment terms of net 60.\n"

posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals and rights")

Give = Callable[..., int]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which commands are given."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def running(store: Path) -> Iterator[App]:
    """An app that holds the store."""
    with app(store) as process:
        yield process


def give(store: Path, *arguments: str | Path) -> int:
    """Give a command in this process, and return its status."""

    def open_store(folder: Path) -> KnowledgeBase:
        return KnowledgeBase.open(folder, embedding=WordEmbedding())

    return cli.main(["--home", str(store), *map(str, arguments)], open_store)


def write_deals(path: Path, count: int, vendor: str = "Acme", more: str = "") -> Path:
    """Write a file of deals, no two alike."""
    days = (date(2020, 1, 1) + timedelta(n) for n in range(count))
    rows = [f"{vendor} {n % 7},{day},Ida,IT,Agreed,note {n} of {vendor}{more}" for n, day in enumerate(days)]
    path.write_text("\n".join([HEAD, *rows, ""]), encoding="utf-8")
    return path


def count(store: Path) -> int:
    """Return how many deals a store that nobody holds has."""
    with KnowledgeBase.open(store, embedding=WordEmbedding()) as kb:
        assert [each for each in kb.check() if "embedding" not in each] == []
        return kb.count()


def begun(store: Path, process: subprocess.Popen[bytes]) -> None:
    """Wait until an import has written something."""
    until = time.monotonic() + 60
    while not list((store / "outbox").glob("*.json")) and time.monotonic() < until:
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    time.sleep(0.5)


COMMANDS: list[list[str]] = [
    ["check"],
    ["import", "deals.csv", "--dry-run"],
    ["import", "deals.csv"],
    ["import", "./deals.csv"],
    ["import", "nowhere.csv"],
    ["import", "."],
    ["import", "open.csv"],
    ["import", "open.csv", "--answer", "x"],
    ["import", "named.csv", "--read", "Partner=vendor", "--save-mapping", "Trackers"],
    ["import", "named.csv", "--mapping", "trackers"],
    ["imports"],
    ["undo-import", "zzz"],
    ["sample"],
    ["export"],
    ["export", "--vendor", "Nobody"],
    ["export", "--format", "xlsx", "--table", "terms"],
    ["export", "--since", "May"],
    ["export", "--vendor", "ACME 1", "-o", "."],
    ["export", "-o", "nowhere/deals.csv"],
    ["export", "--format", "zip", "-o", "all.zip"],
    ["backup"],
    ["backup"],
    ["backup", "--overwrite"],
    ["backup", "nowhere/all.zip"],
    ["backup", "other.zip"],
    ["check-backup", "other.zip"],
    ["rebuild"],
    ["repair"],
    ["scan"],
    ["scan", "nowhere"],
    ["scan", "deals.csv"],
    ["scan", "notes"],
    ["scan", "./notes"],
    ["scan", "notes/more", "--all-skipped"],
    ["check"],
    ["audit"],
    ["audit", "--check"],
    ["audit", "--since", "May"],
    ["audit", "--csv", "trail.csv", "--check"],
]


def test_every_command_does_and_says_the_same(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Standard output, standard error and status are those of the same commands on a store that nobody holds."""

    def told(where: str, store: Path) -> list[tuple[list[str], int, bytes, bytes]]:
        folder = tmp_path / where
        folder.mkdir()
        monkeypatch.chdir(folder)
        write_deals(folder / "deals.csv", 20)
        (folder / "open.csv").write_text("Vendor,Date\nAcme,2026-03-02\n", encoding="utf-8")
        (folder / "notes" / "more").mkdir(parents=True)
        (folder / "notes" / "note.txt").write_text(AGREED, encoding="utf-8")
        (folder / "notes" / "more" / "\x1b[31m.png").write_bytes(b"x")
        named = "Partner,Date,Owner,Department,Outcome\n\x1b[31mRéal,2026-03-02,Ida,IT,Agreed\n"
        (folder / "named.csv").write_text(named, encoding="utf-8")
        found = []
        for arguments in COMMANDS:
            status = give(store, *arguments)
            out, err = (
                re.sub(rb"\b[0-9a-f]{8}(?:[0-9a-f]{56})?\b|[\d,]+ bytes|(?:\d\d:)?\d\d:\d\d UTC", b"#", text)
                for text in capfdbinary.readouterr()
            )
            found.append((arguments, status, re.sub(rb"20\d\d-\d\d-\d\dT[\d:.+Z]+", b"#", out), err))
        return found

    apart = told("apart", tmp_path / "other")
    with app(store) as running:
        handed = told("handed", store)
        said = running.end()
    for one, other in zip(apart, handed, strict=True):
        assert one == other
    assert {status for _, status, _, _ in handed} == {0, 1, 2}
    assert said == ""
    assert sorted(path.name for path in (tmp_path / "apart").iterdir()) == sorted(
        path.name for path in (tmp_path / "handed").iterdir()
    )


def test_files_are_those_of_the_terminal_to_the_byte(
    running: App, store: Path, here: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """What goes to the pipe is what goes to a file; a backup is whole, its owner's alone, and never half there."""
    write_deals(here / "deals.csv", MANY, more=LONG)
    assert give(store, "import", "deals.csv") == 0
    capfdbinary.readouterr()
    assert give(store, "export") == 0
    out, err = capfdbinary.readouterr()
    assert give(store, "export", "-o", "deals.csv") == 0
    assert (here / "deals.csv").read_bytes() == out
    assert len(out) > line.CHUNK
    assert err == b""
    assert give(store, "backup", "all.zip") == 0
    assert backup.check(here / "all.zip").deals == MANY
    if os.name == "posix":
        assert stat.S_IMODE((here / "all.zip").stat().st_mode) == 0o600
    assert give(store, "import", "deals.csv") == 0
    assert b"0 new deals, 400 already here" in capfdbinary.readouterr().out
    assert sorted(path.name for path in here.iterdir()) == ["all.zip", "deals.csv"]


@posix
def test_a_pipe_is_read_once(running: App, store: Path, here: Path) -> None:
    """A file that can be read once only, such as another program's output, comes in whole."""
    os.mkfifo(here / "deals.csv")
    writer = threading.Thread(target=write_deals, args=(here / "deals.csv", 5))
    writer.start()
    assert give(store, "import", "deals.csv") == 0
    writer.join()


@posix
def test_rights_are_those_of_the_caller(store: Path, here: Path) -> None:
    """A written file has the rights that the caller gives its files, whatever the app gives its own."""
    with app(store, umask=0o077):
        before = os.umask(0o027)
        try:
            assert give(store, "export", "-o", "deals.csv") == 0
        finally:
            os.umask(before)
    assert stat.S_IMODE((here / "deals.csv").stat().st_mode) == 0o640


@posix
def test_a_path_means_what_it_means_to_the_caller(running: App, store: Path, here: Path) -> None:
    """The app opens none: standard input and output, as paths, are the caller's, and so are rights and relative paths."""
    with write_deals(here / "deals.csv", 5).open("rb") as file:
        process = command(store, "import", "/dev/stdin", stdin=file)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, b"")
    assert b"5 new deals" in out
    process = command(store, "export", "-o", "/dev/stdout")
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, b"")
    assert out.startswith(b"\xef\xbb\xbfvendor,")
    assert out.endswith(b"5 deals written to /dev/stdout.\n")
    assert running.end() == ""


@posix
def test_ctrl_c_stops_the_work_in_the_app(store: Path, here: Path) -> None:
    """The caller is told as always and gets 130; what was saved stays, the app goes on, and the same command does the rest."""
    write_deals(here / "deals.csv", SOME)
    with app(store, seconds=SLOW) as running:
        process = command(store, "import", here / "deals.csv")
        begun(store, process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out) == (130, b"")
        assert err == b"Stopped. What was saved until now stays; the same command goes on from there.\n"
        assert give(store, "imports") == 0
        assert running.end() == ""
    assert 0 < count(store) < SOME
    assert give(store, "import", here / "deals.csv") == 0
    assert count(store) == SOME


@posix
def test_a_second_ctrl_c_leaves_at_once(store: Path, here: Path) -> None:
    """Where the app does not come to its next step, nobody has to wait for it."""
    write_deals(here / "deals.csv", SOME)
    with app(store, seconds=SLOW) as running:
        process = command(store, "import", here / "deals.csv")
        begun(store, process)
        running.send_signal(signal.SIGSTOP)
        process.send_signal(signal.SIGINT)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(timeout=2)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert (process.returncode, err.startswith(b"Stopped.")) == (130, True)


@posix
def test_a_caller_that_vanishes_stops_its_work_and_nothing_else(store: Path, here: Path) -> None:
    """What was saved stays, and the app takes the next command."""
    write_deals(here / "deals.csv", SOME)
    with app(store, seconds=SLOW) as running:
        process = command(store, "import", here / "deals.csv")
        begun(store, process)
        process.kill()
        process.communicate()
        assert give(store, "export", "-o", here / "some.csv") == 0
        assert running.end() == ""
    assert 0 < count(store) < SOME


@posix
def test_an_app_that_dies_loses_nothing(store: Path, here: Path) -> None:
    """The caller is told at once, and the same command then does the rest by itself."""
    write_deals(here / "deals.csv", SOME)
    with app(store, seconds=SLOW) as running:
        process = command(store, "import", here / "deals.csv")
        begun(store, process)
        running.kill()
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err.decode()) == (2, f"{caller.ENDED}\n")
    assert (store / NOTE).exists()
    assert give(store, "import", here / "deals.csv") == 0
    assert count(store) == SOME
    assert not (store / NOTE).exists()


def test_an_app_that_is_closed_ends_its_commands_first(store: Path, here: Path) -> None:
    """The command ends at its next step with a sentence; what was saved stays."""
    write_deals(here / "deals.csv", SOME)
    with app(store, seconds=SLOW) as running:
        process = command(store, "import", here / "deals.csv")
        begun(store, process)
        assert running.end() == ""
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (
        2,
        b"The app is being closed. What was saved until now stays; run the same command again.\n",
    )
    assert 0 < count(store) < SOME


@posix
def test_an_app_that_hangs_is_said(
    store: Path, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """While a command runs, and before it is taken: a sentence, and the app that wakes again drops what nobody waits for."""
    monkeypatch.setattr(caller, "SILENT_SECONDS", 6.0)
    monkeypatch.setattr(line, "GREETING_SECONDS", 1.0)
    write_deals(here / "deals.csv", SOME)
    with app(store, seconds=SLOW) as running:
        threading.Timer(5, running.send_signal, [signal.SIGSTOP]).start()
        assert give(store, "import", here / "deals.csv") == 2
        assert capsys.readouterr().err == f"{caller.HANGS}\n"
        assert give(store, "check") == 2
        assert "which takes no commands at the moment. Try again in a minute" in capsys.readouterr().err
        running.send_signal(signal.SIGCONT)
        monkeypatch.undo()
        assert give(store, "imports") == 0


@posix
def test_a_closed_pipe_ends_quietly(running: App, store: Path, here: Path) -> None:
    """`export | head` is status 141 and says nothing, there as here."""
    assert give(store, "import", write_deals(here / "deals.csv", MANY, more=LONG)) == 0
    process = command(store, "export")
    assert process.stdout
    assert process.stdout.read(3) == b"\xef\xbb\xbf"
    process.stdout.close()
    assert process.stderr
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=60) == 141
    assert running.end() == ""


def test_commands_at_the_same_time_do_not_mix(running: App, store: Path, here: Path) -> None:
    """Each caller gets its own lines and bytes alone, and each its own deals are in."""
    processes = []
    for vendor in ("Acme", "Beta", "Gamma"):
        (here / vendor).mkdir()
        write_deals(here / vendor / f"{vendor}.csv", 50, vendor)
        processes.append(command(store, "import", f"{vendor}.csv", cwd=here / vendor))
    for vendor, process in zip(("Acme", "Beta", "Gamma"), processes, strict=True):
        out, err = process.communicate(timeout=120)
        assert (process.returncode, err) == (0, b"")
        assert out.decode().splitlines()[0] == f"{vendor}.csv: read as UTF-8 with commas, headings in row 1."
        assert "50 new deals, 0 already here" in out.decode()
        assert not any(other in out.decode() for other in {"Acme", "Beta", "Gamma"} - {vendor})
    running.end()
    assert count(store) == 150


def test_what_can_not_run_in_an_app_says_what_to_do(
    running: App, store: Path, here: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is restored into the open store; into another folder it is, while the app runs."""
    assert give(store, "import", write_deals(here / "deals.csv", 5)) == 0
    assert give(store, "backup", "all.zip") == 0
    assert give(store, "restore", "all.zip") == 2
    assert "Restore into another folder, then start the app with that" in capsys.readouterr().err
    assert give(tmp_path / "new", "restore", "all.zip") == 0
    assert count(tmp_path / "new") == 5
    assert give(store, "re-embed") == 2
    assert (
        "was started with the embedding leverage-test-words, and here LEVERAGE_EMBEDDING is english." in capsys.readouterr().err
    )


def test_re_embedding_goes_on_under_an_app_of_the_same_setting(
    store: Path, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where the app was started with the setting that the terminal has, the banks get it while everybody works."""
    assert give(store, "import", write_deals(here / "deals.csv", 5)) == 0
    with app(store, embedding="default"):
        assert give(store, "re-embed") == 0
        assert "now have the embedding all-MiniLM-L6-v2" in capsys.readouterr().out
        assert give(store, "re-embed") == 0
        assert "Nothing was to be done" in capsys.readouterr().out


def test_a_bar_is_drawn_at_the_terminal(running: App, store: Path, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its label and its steps come through the line, to the last one."""
    seen: list[tuple[int, int]] = []
    monkeypatch.setattr(cli.LocalTerminal, "bar", lambda self, label: _Seen(seen))
    assert give(store, "import", write_deals(here / "deals.csv", 20)) == 0
    assert seen[-1] == (20, 20)


class _Seen:
    """A bar that keeps its steps."""

    def __init__(self, seen: list[tuple[int, int]]) -> None:
        self._seen = seen

    def __enter__(self) -> Callable[[int, int], None]:
        return lambda done, total: self._seen.append((done, total))

    def __exit__(self, *_: object) -> None:
        return None


def test_a_large_random_file_arrives_whole(running: App, store: Path, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Megabytes go through the line; what is in them is then the import's concern, and said in its sentence."""
    (here / "x.csv").write_bytes(random.Random(7).randbytes(3_000_000))
    there = give(store, "import", "x.csv"), capsys.readouterr()
    running.end()
    assert (give(store, "import", "x.csv"), capsys.readouterr()) == there
    with (here / "y.csv").open("wb") as file:
        file.truncate(60_000_000)
    with app(store):
        assert give(store, "import", "y.csv") == 2
    assert capsys.readouterr().err == "y.csv has 60 MB; 50 MB at a time can be read. Divide it and import the parts one by one.\n"
