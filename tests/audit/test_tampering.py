"""Whatever is done to the files of the trail behind its back is noticed, and nothing is noted on top of it."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from leverage.audit.entry import Entry
from leverage.audit.trail import Trail
from leverage.errors import StoreUnavailable
from tests.audit.conftest import PRIYA, Open, fill

GUARDS = "DROP TRIGGER trail_update; DROP TRIGGER trail_delete;"


def alter(folder: Path, *statements: str) -> None:
    """Change the file as somebody would who has SQLite: without its guards, which are put back."""
    with closing(sqlite3.connect(folder / "trail.sqlite3")) as db:
        guards = [sql for (sql,) in db.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'")]
        db.executescript(GUARDS)
        for each in statements:
            db.execute(each)
        for each in guards:
            db.execute(each)
        db.commit()


def copy(folder: Path, to: Path) -> Path:
    """Copy the files of a trail."""
    return Path(shutil.copytree(folder, to))


@pytest.fixture
def written(trail: Trail, folder: Path) -> Path:
    """The folder of a closed trail of six rows."""
    fill(trail)
    trail.close()
    return folder


def refuses(trail: Trail) -> str:
    """Return the sentence with which a trail takes no note; its file stays as it is."""
    with pytest.raises(StoreUnavailable) as refused:
        trail.note(PRIYA, "log")
    return str(refused.value)


def test_the_file_refuses_changes(written: Path) -> None:
    """Neither an update nor a deletion goes through by mistake."""
    with closing(sqlite3.connect(written / "trail.sqlite3")) as db:
        for statement in ("UPDATE trail SET act = 'x' WHERE n = 2", "DELETE FROM trail WHERE n = 6"):
            with pytest.raises(sqlite3.IntegrityError, match="takes new rows only"):
                db.execute(statement)


@pytest.mark.parametrize("column", [each for each in Entry._fields if each not in ("n", "prev")])
def test_a_changed_row_is_told(written: Path, open_trail: Open, column: str) -> None:
    """Whichever of its values it is; the rows around it are not blamed."""
    alter(written, f"UPDATE trail SET {column} = {column} || ' ' WHERE n = 3")
    found = open_trail().check()
    assert found[0] == "Row 3 of the audit trail is not as it was written."
    assert len(found) == (2 if column == "hash" else 1)


def test_a_row_changed_with_its_hash_breaks_the_chain(written: Path, open_trail: Open) -> None:
    """Whoever makes the hash anew has to make all the rows behind it anew, and the head."""
    with closing(sqlite3.connect(written / "trail.sqlite3")) as db:
        entry = Entry(*db.execute("SELECT * FROM trail WHERE n = 3").fetchone())._replace(act="other")
    alter(written, f"UPDATE trail SET act = 'other', hash = '{entry.sealed()}' WHERE n = 3")
    assert open_trail().check() == ["Row 4 of the audit trail does not follow the row before it."]


def test_all_rows_made_anew_differ_from_the_head(written: Path, open_trail: Open) -> None:
    """A forged chain that is whole in itself is still not the one that was written."""
    with closing(sqlite3.connect(written / "trail.sqlite3")) as db:
        rows = [Entry(*row) for row in db.execute("SELECT * FROM trail ORDER BY n")]
    made, before = [], "0" * 64
    for row in rows:
        forged = row._replace(act="forged", prev=before)
        made.append(forged._replace(hash=forged.sealed()))
        before = made[-1].hash
    alter(written, "DELETE FROM trail", *(f"INSERT INTO trail VALUES {tuple(row)}" for row in made))
    trail = open_trail()
    assert trail.check() == ["The audit trail is not the one that was written: row 6 is another than audit/head.json tells of."]
    assert "row 6 is another" in refuses(trail)


@pytest.mark.parametrize(
    ("statements", "said"),
    [
        (["DELETE FROM trail WHERE n = 3"], "Row 3 is missing in the audit trail."),
        (["DELETE FROM trail WHERE n IN (1, 2)"], "Rows 1 to 2 are missing in the audit trail."),
        (["DELETE FROM trail WHERE n = 6"], "The audit trail ends before its end: row 5 is the last, and row 6 was written."),
        (["DELETE FROM trail"], "The audit trail is empty, though other files tell that it held rows."),
        (
            ["DELETE FROM trail WHERE n = 3", "UPDATE trail SET n = n - 1 WHERE n > 3"],
            "Row 3 of the audit trail is not as it was written.",
        ),
        (
            ["UPDATE trail SET n = -3 WHERE n = 3", "UPDATE trail SET n = 3 WHERE n = 4", "UPDATE trail SET n = 4 WHERE n = -3"],
            "Row 4 of the audit trail is not as it was written.",
        ),
        (
            ["INSERT INTO trail VALUES (7, '2026', 'machine', 'log', '', '[]', '{}', 'x', 'y')"],
            "Row 7 of the audit trail is not as it was written.",
        ),
    ],
)
def test_rows_dropped_swapped_or_forged_are_told(written: Path, open_trail: Open, statements: list[str], said: str) -> None:
    """From the middle, the beginning and the end, also where the numbers are closed up."""
    alter(written, *statements)
    assert said in open_trail().check()


def test_the_last_row_replaced_by_another_is_told(written: Path, open_trail: Open) -> None:
    """Also where it is chained as it should be."""
    with closing(sqlite3.connect(written / "trail.sqlite3")) as db:
        last = Entry(*db.execute("SELECT * FROM trail WHERE n = 6").fetchone())._replace(act="other")
    last = last._replace(hash=last.sealed())
    alter(written, "DELETE FROM trail WHERE n = 6", f"INSERT INTO trail VALUES {tuple(last)}")
    trail = open_trail()
    assert len(trail.check()) == 1
    assert "row 6 is another" in str(trail.trouble())


def test_guards_taken_away_are_told(written: Path, open_trail: Open) -> None:
    """A file that takes changes was made so by somebody."""
    with closing(sqlite3.connect(written / "trail.sqlite3")) as db:
        db.executescript(GUARDS)
    trail = open_trail()
    assert trail.check() == [
        "The file of the audit trail no longer refuses changes to its rows: somebody changed how it is made."
    ]
    assert "no longer refuses" in refuses(trail)


def test_an_older_copy_in_its_place_is_told(trail: Trail, open_trail: Open, folder: Path, tmp_path: Path) -> None:
    """By the head outside the file; nothing is noted on top of it that would hide it."""
    fill(trail, 3)
    trail.close()
    older = copy(folder, tmp_path / "older")
    again = open_trail()
    fill(again, 3)
    again.close()
    shutil.copy(older / "trail.sqlite3", folder / "trail.sqlite3")
    third = open_trail()
    said = "The audit trail ends before its end: row 3 is the last, and row 6 was written."
    assert third.check() == [said]
    assert third.trouble() == said
    assert said in refuses(third)
    assert "put the folder audit in the store back from a copy" in refuses(third)
    assert third.count() == 3


@pytest.mark.parametrize("names", [["trail.sqlite3"], ["trail.sqlite3", "head.json"]])
def test_files_replaced_under_an_open_trail_are_told(
    trail: Trail, folder: Path, tmp_path: Path, names: list[str], open_trail: Open
) -> None:
    """The process knows the last row that it wrote, so even an older copy of everything is noticed while it runs."""
    fill(trail, 3)
    trail.close()
    older = copy(folder, tmp_path / "older")
    running = open_trail()
    fill(running, 3)
    for path in folder.glob("trail.sqlite3*"):
        path.unlink()
    for name in names:
        shutil.copy(older / name, folder / name)
    assert "The files of the audit trail were replaced." in refuses(running)
    assert "The audit trail ends before its end: row 3 is the last, and row 6 was written." in running.check()


@pytest.mark.parametrize("left", [["head.json"], ["names.sqlite3"], ["head.json", "names.sqlite3"]])
def test_a_trail_that_is_gone_is_told(written: Path, open_trail: Open, left: list[str]) -> None:
    """As long as anything beside it remains; nothing new is begun in its place."""
    for path in written.iterdir():
        if path.name not in left:
            path.unlink()
    trail = open_trail()
    (said,) = trail.check()
    assert said.startswith("The audit trail is gone")
    assert trail.trouble() == said
    assert said in refuses(trail)
    assert trail.rows() == []
    assert not (written / "trail.sqlite3").exists()


def test_a_trail_deleted_while_it_is_open_is_told(trail: Trail, folder: Path) -> None:
    """Also where the whole folder goes."""
    fill(trail, 2)
    shutil.rmtree(folder)
    assert "The audit trail is gone" in refuses(trail)
    assert trail.check()[0].startswith("The audit trail is gone")


def test_a_folder_moved_away_makes_room_for_a_new_trail(written: Path, open_trail: Open) -> None:
    """As the sentence says that tells what to do."""
    written.rename(written.with_name("old"))
    trail = open_trail()
    fill(trail, 2)
    assert trail.check() == []
    assert trail.count() == 2


@pytest.mark.parametrize("data", [None, b"", b"{", b'{"n": 3}', b"\xff\x00"])
def test_a_head_that_is_missing_or_broken_is_told(written: Path, open_trail: Open, data: bytes | None) -> None:
    """Without it nobody knows whether rows are missing at the end."""
    path = written / "head.json"
    path.unlink() if data is None else path.write_bytes(data)
    trail = open_trail()
    assert trail.check() == ["audit/head.json, which tells of the last row of the audit trail, is missing or can't be read."]
    assert "head.json" in str(trail.trouble())
    assert "head.json" in refuses(trail)


def test_a_head_behind_rows_that_follow_it_is_right(trail: Trail, folder: Path, open_trail: Open) -> None:
    """After a kill the row may be there and its head not; the next note goes on, and the head is right again."""
    fill(trail, 3)
    behind = (folder / "head.json").read_bytes()
    fill(trail, 2)
    trail.close()
    (folder / "head.json").write_bytes(behind)
    again = open_trail()
    assert (again.check(), again.trouble()) == ([], None)
    fill(again, 1)
    assert json.loads((folder / "head.json").read_bytes())["n"] == 6
    assert again.check() == []


def test_a_head_behind_rows_that_do_not_follow_is_told(trail: Trail, folder: Path, open_trail: Open) -> None:
    """A lagging head is no way in for a forged row."""
    fill(trail, 3)
    behind = (folder / "head.json").read_bytes()
    fill(trail, 2)
    trail.close()
    (folder / "head.json").write_bytes(behind)
    alter(folder, "UPDATE trail SET act = 'x' WHERE n = 4")
    again = open_trail()
    said = "Row 4 of the audit trail is not as it was written."
    assert again.check() == [said]
    assert said in refuses(again)


@pytest.mark.parametrize("change", ["UPDATE people SET name = 'Somebody'", "DELETE FROM people", "DROP TABLE people"])
def test_the_names_are_outside_the_chain(written: Path, open_trail: Open, change: str) -> None:
    """Whatever becomes of them, the chain stays whole."""
    with closing(sqlite3.connect(written / "names.sqlite3")) as db:
        db.execute(change)
        db.commit()
    trail = open_trail()
    assert trail.check() == []
    assert "Priya Nair" not in {row.name for row in trail.rows()}


@pytest.mark.parametrize("spoil", [lambda data: b"no database at all" * 99, lambda data: data[: len(data) // 2]])
def test_a_damaged_file_takes_no_note(written: Path, open_trail: Open, spoil: Callable[[bytes], bytes]) -> None:
    """The act is refused with what to do, and check and quick look say it, too."""
    path = written / "trail.sqlite3"
    path.write_bytes(spoil(path.read_bytes()))
    trail = open_trail()
    said = refuses(trail)
    assert "audit" in said
    assert "Nothing was done" in said
    assert any("damaged or can't be read" in each for each in trail.check())


def test_damaged_names_take_no_note_of_a_person(written: Path, open_trail: Open) -> None:
    """The machine's own notes need none; for people it says which file is broken."""
    (written / "names.sqlite3").write_bytes(b"no database at all" * 99)
    trail = open_trail()
    assert "audit/names.sqlite3" in refuses(trail)
    assert "audit/names.sqlite3" in trail.check()[0]


def test_a_disk_that_takes_nothing_refuses_the_act(trail: Trail, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence says that nothing was done, and afterwards all goes on."""
    fill(trail, 2)

    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("leverage.audit.file.append", fail)
        assert "disk is full" in refuses(trail)
        assert "nothing was done" in refuses(trail)
    fill(trail, 2)
    assert (trail.count(), trail.check()) == (4, [])


def test_a_head_that_could_not_be_written_is_behind(trail: Trail, monkeypatch: pytest.MonkeyPatch) -> None:
    """The row is on the disk, so the act may happen."""

    def fail(*_: object) -> None:
        raise OSError("input/output error")

    fill(trail, 2)
    with monkeypatch.context() as patch:
        patch.setattr("leverage.audit.head.write", fail)
        fill(trail, 2)
    fill(trail, 1)
    assert (trail.count(), trail.check()) == (5, [])


def test_many_faults_are_summed_up(trail: Trail, folder: Path, open_trail: Open) -> None:
    """Nobody reads thousands of sentences; the bar comes to its end."""
    fill(trail, 60)
    trail.close()
    alter(folder, "UPDATE trail SET act = 'x' WHERE n > 10")
    steps: list[tuple[int, int]] = []
    found = open_trail().check(lambda done, total: steps.append((done, total)))
    assert len(found) == 21
    assert found[-1] == "And 30 more findings in the audit trail."
    assert steps[-1] == (60, 60)
