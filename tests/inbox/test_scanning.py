"""A folder scanned: what is new is read once, and no file is touched."""

import os
import shutil
import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from leverage import KnowledgeBase, LeverageError
from leverage.errors import StoreUnavailable
from leverage.folders import LocalFolder
from leverage.inbox import Proposal, Reading, Report, Source, dismiss, pending, reports, scan, source_of, watermark
from leverage.settings import FILE
from tests.inbox.plain_notes import NOTE, propose, source

DAY = 24 * 3_600

posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no such links and rights")

Scan = Callable[..., Report]


def read(data: bytes, name: str) -> list[Source]:
    """Return the text in a file; an empty one is refused."""
    if not data:
        raise LeverageError("It is empty.")
    return [source(data.decode(), name)]


READING = Reading(read, (".txt", ".eml"), 1_000_000)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A folder of two notes."""
    folder = tmp_path / "notes"
    (folder / "2026" / "spring").mkdir(parents=True)
    (folder / "first.txt").write_text(NOTE, encoding="utf-8")
    (folder / "2026" / "spring" / "second.txt").write_text("Deal: Cobalt, 5% off list\n", encoding="utf-8")
    return folder


@pytest.fixture
def look(kb: KnowledgeBase, notes: Path) -> Scan:
    """Scan the folder of notes with the rules of the tests."""
    return lambda **more: scan(kb, notes, **{"reading": READING, "propose": propose} | more)


def aged(path: Path, days: float, now: float | None = None) -> None:
    """Let a file be modified so many days ago."""
    at = (now or time.time()) - days * DAY
    os.utime(path, (at, at))


def state(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Return what can be told of every file in a folder."""
    return {str(path): (path.stat().st_mtime_ns, path.stat().st_size, path.read_bytes()) for path in folder.rglob("*.*")}


def test_what_is_in_a_folder_waits_in_the_inbox(kb: KnowledgeBase, notes: Path, look: Scan) -> None:
    """Sub-folders are walked, the report says what was done, and the files are as they were."""
    before = state(notes)
    steps: list[tuple[int, int]] = []
    report = look(progress=lambda done, total: steps.append((done, total)), by="Ann")
    assert (report.read, report.proposed, report.known, report.skipped) == (2, 3, 0, ())
    assert {(each.name, each.proposed) for each in report.files} == {("first.txt", 2), ("second.txt", 1)}
    assert (report.folder, report.by) == ("notes", "Ann")
    assert report.sentences == ("2 texts read, 3 new proposals.",)
    assert set(report.texts) == {"first.txt: 2 new proposals", "second.txt: 1 new proposal"}
    assert {each.proposal.vendor for each in pending(kb)} == {"Acme", "Bolt", "Cobalt"}
    assert set(report.pending_ids) == {each.id for each in pending(kb)}
    assert steps == [(1, 2), (2, 2)]
    assert state(notes) == before


def test_twice_is_harmless(kb: KnowledgeBase, look: Scan) -> None:
    """A second scan reads nothing; both reports stand, the last one first."""
    first = look()
    second = look()
    assert (second.read, second.proposed, second.known) == (0, 0, 0)
    assert second.sentences == ("Nothing new to read.",)
    assert [each.id for each in reports(kb)] == [second.id, first.id]
    assert len(pending(kb)) == 3


def test_what_was_added_or_changed_since_is_new(kb: KnowledgeBase, notes: Path, look: Scan) -> None:
    """So is an old file that was moved here: its change is new, though it was modified long ago."""
    look()
    (notes / "third.txt").write_text("Deal: Dune, 7% off list\n", encoding="utf-8")
    moved = notes.parent / "moved.txt"
    moved.write_text("Deal: Ember, 9% off list\n", encoding="utf-8")
    aged(moved, 400)
    moved.rename(notes / "moved.txt")
    with (notes / "first.txt").open("a", encoding="utf-8") as file:
        file.write("Deal: Flint, 3% off list\n")
    report = look()
    assert {each.name for each in report.files} == {"third.txt", "moved.txt", "first.txt"}
    assert {each.proposal.vendor for each in pending(kb)} >= {"Dune", "Ember", "Flint"}


def test_a_file_changed_within_the_same_tick_of_the_clock_is_new(
    notes: Path, look: Scan, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Times of files are coarse, and clocks of file servers run behind: what matters is that it was not read yet."""
    look()
    late = notes / "late.txt"
    late.write_text("Deal: Late, 1% off list\n", encoding="utf-8")
    aged(late, 0.5)
    monkeypatch.setattr(LocalFolder, "now", lambda self: time.time_ns() + 3_600 * 10**9)
    assert [each.name for each in look().files] == ["late.txt"]
    assert look().read == 0


@posix
def test_a_folder_that_is_moved_here_is_read(notes: Path, look: Scan, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moving a folder changes no time of what is in it, however long ago that was written."""
    elsewhere = notes.parent / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "old.txt").write_text("Deal: Moved, 1% off list\n", encoding="utf-8")
    aged(elsewhere / "old.txt", 400)
    monkeypatch.setattr(LocalFolder, "now", lambda self: time.time_ns() + 3 * DAY * 10**9)
    look()
    elsewhere.rename(notes / "moved")
    assert [each.name for each in look().files] == ["old.txt"]
    assert look().read == 0


def test_a_clock_that_was_ahead_loses_no_file(notes: Path, look: Scan, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was written after a scan by such a clock is read by the next one."""
    with monkeypatch.context() as ahead:
        ahead.setattr(LocalFolder, "now", lambda self: time.time_ns() + 30 * DAY * 10**9)
        look()
    (notes / "b.txt").write_text("Deal: Bee, 1% off list\n", encoding="utf-8")
    assert [each.name for each in look().files] == ["b.txt"]
    (notes / "c.txt").write_text("Deal: Cee, 1% off list\n", encoding="utf-8")
    assert [each.name for each in look().files] == ["c.txt"]
    assert look().read == 0


def test_a_disk_that_was_away_brings_nothing_twice(kb: KnowledgeBase, notes: Path, look: Scan) -> None:
    """Files that vanish for a while are known when they are there again, though not any number of them for ever."""
    look()
    away = notes.parent / "away"
    shutil.move(notes, away)
    notes.mkdir()
    assert look().sentences == ("Nothing new to read.",)
    notes.rmdir()
    shutil.move(away, notes)
    assert look().read == 0
    mark = watermark.Watermark(frozenset(f"{n:016x}" for n in range(30_000)))
    assert len(mark.moved([], []).done) == watermark.MOST_VANISHED


def test_what_is_done_is_noted_in_little_space(kb: KnowledgeBase, notes: Path, look: Scan) -> None:
    """Some ten bytes a file, written only when something was read."""
    look()
    (stored,) = kb.inbox.all("mark").values()
    assert len(stored["done"]) == 24
    look()
    assert list(kb.inbox.all("mark").values()) == [stored]
    mark = watermark.read_mark(kb, LocalFolder(notes))
    assert mark is not None
    assert mark.done == {each.identity for each in LocalFolder(notes).entries()[0]}


def test_the_first_scan_takes_the_last_days(kb: KnowledgeBase, notes: Path, look: Scan, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was modified before is left, then and later, and told once; with more days in the settings it is read."""
    now = min(time.time(), kb.now().timestamp())
    aged(notes / "first.txt", 91, now)
    aged(notes / "2026" / "spring" / "second.txt", 89, now)
    report = look()
    assert [each.name for each in report.files] == ["second.txt"]
    assert report.sentences[1:] == (
        "1 file older than 90 days was passed over. To have them read, set LEVERAGE_INBOX_DAYS to more days and scan again.",
    )
    assert look().sentences == ("Nothing new to read.",)
    monkeypatch.setenv("LEVERAGE_INBOX_DAYS", "92")
    assert [each.name for each in look().files] == ["first.txt"]
    other = notes.parent / "other"
    notes.rename(other)
    report = scan(kb, other, reading=READING, propose=propose)
    assert {each.name for each in report.files} == {"first.txt", "second.txt"}
    assert (report.proposed, report.known) == (0, 3)


def test_the_folder_of_the_settings_is_scanned(
    kb: KnowledgeBase, notes: Path, look: Scan, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless one is named; without either, and where there is none, a sentence says what to do."""
    assert not FILE.exists()
    with pytest.raises(LeverageError, match="set LEVERAGE_INBOX"):
        scan(kb)
    monkeypatch.setenv("LEVERAGE_INBOX", str(notes))
    assert scan(kb, reading=READING, propose=propose).read == 2
    with pytest.raises(LeverageError, match="is no folder"):
        scan(kb, notes / "nowhere")


def test_a_scan_that_dies_is_done_again(kb: KnowledgeBase, look: Scan) -> None:
    """The watermark has not moved, and what was kept is known."""

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        look(progress=stop)
    assert reports(kb) == []
    assert look().proposed == 3
    assert len(pending(kb)) == 3


def test_nothing_is_done_where_the_memory_can_not_keep_it(kb: KnowledgeBase, look: Scan, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of the store ends the scan, and is no file's."""

    def away(*given: object) -> None:
        raise StoreUnavailable("The memory is away.")

    with monkeypatch.context() as broken:
        broken.setattr(kb.inbox, "write", away)
        with pytest.raises(StoreUnavailable):
            look()
    assert look().proposed == 3


def test_one_scan_at_a_time(kb: KnowledgeBase, look: Scan) -> None:
    """A second one is told to wait."""

    def again(done: int, total: int) -> None:
        with pytest.raises(LeverageError, match="A scan is under way"):
            look()

    assert look(progress=again).read == 2


@posix
def test_links_out_of_the_folder_are_not_followed(notes: Path, look: Scan) -> None:
    """They are told; a link to what is inside is passed over, since that is read on its own; a loop ends."""
    outside = notes.parent / "outside"
    outside.mkdir()
    (outside / "secret.txt").write_text(NOTE, encoding="utf-8")
    (notes / "folder").symlink_to(outside)
    (notes / "file.txt").symlink_to(outside / "secret.txt")
    (notes / "nowhere.txt").symlink_to(outside / "nothing")
    (notes / "inside.txt").symlink_to(notes / "first.txt")
    (notes / "loop").symlink_to(notes)
    report = look()
    assert {each.name for each in report.files} == {"first.txt", "second.txt"}
    assert {name for name, why in report.skipped if "leads out of the folder" in why} == {"folder", "file.txt"}
    assert {name for name, why in report.skipped if "link to nothing" in why} == {"nowhere.txt"}
    assert look().skipped == ()


@posix
def test_a_link_that_takes_a_files_place_while_it_is_scanned_is_not_followed(notes: Path, look: Scan) -> None:
    """Neither for the file itself nor for a folder above it."""
    outside = notes.parent / "outside"
    outside.mkdir()
    (outside / "second.txt").write_text("Deal: Secret, 5% off list\n", encoding="utf-8")

    def swap(data: bytes, name: str) -> list[Source]:
        spring = notes / "2026" / "spring"
        if not spring.is_symlink():
            (spring / "second.txt").unlink()
            spring.rmdir()
            spring.symlink_to(outside)
        return read(data, name)

    (notes / "0.txt").write_text("Nothing.", encoding="utf-8")
    report = look(reading=replace(READING, read=swap))
    assert ("2026/spring/second.txt", "It leads out of the folder by now.") in report.skipped


def test_a_file_that_is_being_written_waits_for_the_next_scan(
    kb: KnowledgeBase, notes: Path, look: Scan, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of it is not read."""
    real = os.fstat
    path = notes / "first.txt"
    times = iter([0])

    def fstat(number: int) -> os.stat_result:
        told = real(number)
        if told.st_ino == path.stat().st_ino and next(times, None) is not None:
            with path.open("a", encoding="utf-8") as file:
                file.write("Deal: More, 2% off list\n")
        return told

    with monkeypatch.context() as busy:
        busy.setattr(os, "fstat", fstat)
        report = look()
    assert report.skipped == (("first.txt", "It is being written. The next scan reads it."),)
    assert {each.proposal.vendor for each in pending(kb)} == {"Cobalt"}
    monkeypatch.setattr(LocalFolder, "now", lambda self: time.time_ns() + 3 * DAY * 10**9)
    assert [each.name for each in look().files] == ["first.txt"]
    assert look().read == 0


def test_what_can_not_be_read_is_in_the_report(notes: Path, look: Scan, caplog: pytest.LogCaptureFixture) -> None:
    """Of another kind, empty, too large, or by a fault of ours: each with its reason, and the others are read."""
    (notes / "picture.png").write_bytes(b"\x89PNG")
    (notes / "empty.txt").touch()
    (notes / "large.txt").write_bytes(b"x" * 1_000_001)
    (notes / "fault.txt").write_bytes(b"\xff")
    (notes / ".hidden.txt").write_text(NOTE, encoding="utf-8")
    (notes / "~$lock.txt").write_text(NOTE, encoding="utf-8")
    report = look()
    assert report.read == 2
    assert dict(report.skipped) == {
        "picture.png": "It is no kind of file that is read here. Readable are .txt, .eml.",
        "empty.txt": "It is empty.",
        "large.txt": "It is larger than 1 MB. Take out the part that matters, or paste its text.",
        "fault.txt": "Reading it failed. The log says why; log the deal by hand.",
    }
    assert "could not be read" in caplog.text
    assert len(report.sentences) == 5
    assert look().skipped == ()


@posix
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="everything is readable for root")
def test_a_file_without_the_right_to_read_it_is_tried_again(notes: Path, look: Scan) -> None:
    """It is told with the reason at each scan, and read once it may be."""
    (notes / "first.txt").chmod(0)
    for _ in range(2):
        assert [name for name, _ in look().skipped] == ["first.txt"]
    (notes / "first.txt").chmod(0o600)
    assert [each.name for each in look().files] == ["first.txt"]


def test_a_file_that_fails_to_be_read_is_tried_again(notes: Path, look: Scan, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk or network that was away leaves no gap, however long ago the file was written."""
    monkeypatch.setattr(LocalFolder, "now", lambda self: time.time_ns() + 3 * DAY * 10**9)
    with monkeypatch.context() as away:

        def gone(path: str, flags: int) -> int:
            raise OSError(5, "Input/output error")

        away.setattr(os, "open", gone)
        report = look()
        assert len(report.skipped) == 2
        assert all(why == "It can't be read: Input/output error. Check the rights." for _, why in report.skipped)
    assert look().read == 2
    assert look().read == 0


@posix
def test_a_name_can_not_write_on_the_screen_or_lead_elsewhere(notes: Path, look: Scan) -> None:
    """Whatever a file is called is shown as plain characters, and a pipe is no file."""
    (notes / "a\x1b[31m\nb.txt").write_text("Deal: Name, 5% off list\n", encoding="utf-8")
    (notes / "%2e%2e%2f.txt").write_text("Nothing.", encoding="utf-8")
    os.mkfifo(notes / "pipe.txt")
    with open(os.fsencode(notes) + b"/\xff.txt", "w", encoding="utf-8") as file:
        file.write("Deal: Bytes, 5% off list\n")
    report = look()
    assert {each.name for each in report.files} == {
        "a\ufffd[31m\ufffdb.txt",
        "%2e%2e%2f.txt",
        "\ufffd.txt",
        "first.txt",
        "second.txt",
    }
    assert report.skipped == (("pipe.txt", "It is no plain file, so nothing can be read from it."),)
    assert look().skipped == ()


def test_a_fault_in_reading_one_text_keeps_no_other_back(kb: KnowledgeBase, look: Scan, caplog: pytest.LogCaptureFixture) -> None:
    """Else every scan would die at the same file."""

    def faulty(text: str, filename: str, *, kb: object) -> list[Proposal]:
        if filename == "first.txt":
            raise ValueError("A fault.")
        return propose(text, filename)

    report = look(propose=faulty)
    assert (report.proposed, [name for name, _ in report.skipped]) == (1, ["first.txt"])
    assert "A fault." in caplog.text
    assert look().read == 0


def test_a_dismissed_proposal_is_not_proposed_again(kb: KnowledgeBase, notes: Path, look: Scan) -> None:
    """Not by its file written anew, nor by a copy of it."""
    look()
    for each in pending(kb):
        dismiss(kb, each.id, "no deal", by="Ann")
    (notes / "first.txt").write_text(NOTE, encoding="utf-8")
    (notes / "copy of first.txt").write_text(NOTE + "\n\n", encoding="utf-8")
    report = look()
    assert (report.read, report.proposed, report.known) == (2, 0, 4)
    assert pending(kb) == []


def test_reports_outlive_the_process(open_kb: Callable[..., KnowledgeBase], notes: Path) -> None:
    """They are kept in the store, as they were given."""
    kb = open_kb()
    (notes / "picture.png").write_bytes(b"x")
    report = scan(kb, notes, reading=READING, propose=propose)
    kb.close()
    (kept,) = reports(open_kb())
    assert replace(report, pending_ids=()) == kept
    assert kept.at < datetime(2026, 11, 30, tzinfo=UTC)


@pytest.mark.slow
def test_a_thousand_files_are_scanned_in_bounded_memory(kb: KnowledgeBase, tmp_path: Path) -> None:
    """At no time more than a few texts are in memory; progress is told after each file."""
    folder = tmp_path / "many"
    folder.mkdir()
    filler = "Nothing else was said. " * 600  # 14 KB a file, 14 MB in all
    for n in range(1_000):
        (folder / f"{n:04}.txt").write_text(f"Deal: Vendor {n % 50}, {n % 40}% off list\n{n}\n{filler}", encoding="utf-8")
    told: list[int] = []
    tracemalloc.start()
    report = scan(kb, folder, progress=lambda done, total: told.append(done), reading=READING, propose=propose)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (report.read, report.proposed) == (1_000, 1_000)
    assert told == list(range(1, 1_001))
    assert peak < 9_000_000
    assert len(pending(kb)) == 1_000
    assert source_of(kb, pending(kb)[0].id).text.endswith(filler)


def test_a_note_without_a_day_is_known_where_it_lies(kb: KnowledgeBase, notes: Path, look: Scan) -> None:
    """Once decided it stays so when its file is edited; the same words in the same name of another folder are another deal."""
    note = notes / "note.txt"
    note.write_text("Deal: Same, 1% off list\n", encoding="utf-8")
    look()
    dismiss(kb, next(each.id for each in pending(kb) if each.proposal.vendor == "Same"), "no", by="Ann")
    note.write_text("Deal: Same, 1% off list\n.\n", encoding="utf-8")
    assert look().proposed == 0
    (notes / "2026" / "note.txt").write_text("Deal: Same, 1% off list\nAgain.\n", encoding="utf-8")
    assert look().proposed == 1
