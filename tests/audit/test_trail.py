"""The audit trail: what is noted is read again, by whom, when and about what; nothing is noted that should not be kept."""

import csv
import json
import stat
import sys
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from leverage.access.person import HERE, Person
from leverage.audit.entry import MOST_IDS, MOST_TEXT
from leverage.audit.trail import Trail
from leverage.errors import StoreUnavailable
from tests.audit.conftest import PRIYA, TOM, Open, fill


def test_nothing_is_made_before_the_first_note(trail: Trail, folder: Path) -> None:
    """An empty trail is empty and whole, and no file stands there."""
    assert (trail.rows(), trail.count(), trail.check(), trail.trouble(), trail.head()) == ([], 0, [], None, None)
    assert trail.choices() == ({}, [], [])
    assert len(list(trail.csv())) == 1
    assert trail.forget("Priya Nair") is False
    assert not folder.exists()


def test_a_note_is_read_again_as_it_was_made(trail: Trail) -> None:
    """Person, act, vendor, deals, detail and moment are those that were given."""
    trail.note(PRIYA, "import", vendor="vendor-acme", deal_ids=["a", "b"], rows=2, file="x.csv")
    (row,) = trail.rows()
    assert (row.n, row.name, row.address, row.act, row.vendor) == (
        1,
        "Priya Nair",
        "priya.nair@example.com",
        "import",
        "vendor-acme",
    )
    assert (row.deal_ids, row.deal_count, row.detail) == (("a", "b"), 2, {"rows": 2, "file": "x.csv"})
    assert row.at == datetime(2026, 11, 29, 9, 0, 1, tzinfo=UTC)
    assert trail.head() == (1, row.hash)


def test_the_machine_and_whoever_sits_here_have_no_name(trail: Trail) -> None:
    """Neither is anybody, so no book of names is made for them."""
    trail.note(None, "rebuild")
    trail.note(HERE, "log")
    trail.note(Person(name="Ada", role="admin"), "log")
    assert [row.name for row in trail.rows()] == ["whoever sat here", "whoever sat here", "the machine itself"]
    assert trail.check() == []


def test_the_folder_is_its_owners_alone(trail: Trail, folder: Path) -> None:
    """Nobody else on the machine may look into it."""
    fill(trail, 1)
    if sys.platform != "win32":
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_rows_are_narrowed_down(trail: Trail) -> None:
    """By whom, what, about whom, when, and before which row; the newest first, a page at a time."""
    fill(trail)
    trail.note(PRIYA, "merge", vendor="vendor-other")
    assert [row.n for row in trail.rows()] == [7, 6, 5, 4, 3, 2, 1]
    assert [row.n for row in trail.rows(limit=2, skip=3)] == [4, 3]
    assert [row.n for row in trail.rows(limit=2, before=4)] == [3, 2]
    assert [row.n for row in trail.rows(who=TOM.email)] == [6, 4, 2]
    assert [row.n for row in trail.rows(who=trail.rows()[0].who, act="log")] == [5, 3, 1]
    assert [row.n for row in trail.rows(vendor="vendor-other")] == [7]
    assert [row.n for row in trail.rows(vendor=("vendor-other", "vendor-acme"), limit=1)] == [7]
    assert trail.rows(vendor=()) == []
    third = trail.rows()[4].at
    assert [row.n for row in trail.rows(since=third, until=third + timedelta(seconds=2))] == [4, 3]
    assert (trail.count(), trail.count(act="export"), trail.count(who="nobody"), trail.count(who="\ud800")) == (7, 3, 0, 0)
    choices = trail.choices()
    assert (choices.acts, choices.vendors) == (["export", "log", "merge"], choices.vendors)
    assert sorted(choices.vendors) == ["vendor-acme", "vendor-other"]
    assert {each.called for each in choices.who.values()} == {"Priya Nair", "Tom Becker"}


def test_a_person_keeps_the_id_over_a_new_name_and_a_restart(trail: Trail, open_trail: Open) -> None:
    """Whoever marries is still one person; the name is the one they have now."""
    trail.note(PRIYA, "log")
    trail.note(Person(PRIYA.email, "IT", "admin", "Priya Rao"), "log")
    trail.close()
    again = open_trail()
    again.note(Person(PRIYA.email, "IT", "admin", "Priya Rao"), "log")
    rows = again.rows()
    assert len({row.who for row in rows}) == 1
    assert {row.name for row in rows} == {"Priya Rao"}
    assert again.check() == []


def test_of_many_deals_there_are_a_count_and_a_hash(trail: Trail) -> None:
    """An import of thousands makes one short row; fifty ids are kept, and the hash tells whether a list is the same."""
    trail.note(None, "import", deal_ids=(f"deal-{n}" for n in range(3_000)))
    trail.note(None, "import", deal_ids=[f"deal-{n}" for n in range(MOST_IDS)])
    fifty, many = trail.rows()
    assert (many.deal_count, len(many.deal_ids), many.deal_ids[-1]) == (3_000, MOST_IDS, "deal-49")
    assert (fifty.deal_count, len(fifty.deal_ids)) == (MOST_IDS, MOST_IDS)


def test_no_text_of_a_deal_fits_into_a_detail(trail: Trail, folder: Path) -> None:
    """Words are cut to one short line, whatever somebody hands over, and broken characters do no harm."""
    trail.note(
        PRIYA, "log", vendor="v" * 999, note="secret " * 1_000, broken="\ud800\x00", many=1, **{f"k{n}": n for n in range(90)}
    )
    (row,) = trail.rows()
    assert len(str(row.detail["note"])) == MOST_TEXT
    assert len(row.vendor) == MOST_TEXT
    assert len(row.detail) == 20
    assert "\n" not in str(row.detail)
    assert trail.check() == []


def test_two_notes_of_one_moment_are_two(folder: Path) -> None:
    """Rows are in the order in which they were made, also where the clock stands still or goes back."""
    moments = [datetime(2026, 11, 29, 9, tzinfo=UTC)] * 3 + [datetime(2026, 11, 29, 8, tzinfo=UTC)]
    trail = Trail(folder, iter(moments).__next__)
    for n in range(4):
        trail.note(PRIYA, "log", row=n)
    assert [row.detail["row"] for row in trail.rows()] == [3, 2, 1, 0]
    assert trail.check() == []
    trail.close()


def test_threads_note_one_after_the_other(trail: Trail) -> None:
    """No note is lost, none is there twice, and a check meanwhile finds nothing."""
    found: list[str] = []

    def work(person: Person | None) -> None:
        for n in range(40):
            trail.note(person, "log", row=n)
            if n % 10 == 0:
                found.extend([*trail.check(), *filter(None, [trail.trouble()])])

    threads = [threading.Thread(target=work, args=(each,)) for each in (PRIYA, TOM, None, HERE, PRIYA)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert found == []
    assert trail.count() == 200
    assert len({row.n for row in trail.rows(limit=500)}) == 200
    assert trail.check() == []


def test_a_closed_trail_takes_and_tells_nothing(trail: Trail) -> None:
    """The store may be somebody else's by now."""
    fill(trail, 1)
    trail.close()
    trail.close()
    for act in (lambda: trail.note(None, "log"), trail.rows, lambda: trail.forget("Priya Nair")):
        with pytest.raises(StoreUnavailable, match="closed"):
            act()


def test_a_csv_runs_no_formula_and_keeps_every_row(trail: Trail, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines come one by one, newest first; a name or a vendor that would run carries an apostrophe."""
    monkeypatch.setattr("leverage.audit.trail._CSV_STEP", 2)
    trail.note(Person("eve@example.com", role="admin", name='=HYPERLINK("http://evil.example")'), "+log", vendor="@x", a="=1+1")
    fill(trail, 4)
    lines = list(trail.csv(lambda bank_id: "-2+3|cmd"))
    assert lines[0].startswith("\ufeffrow,at,person,")
    rows = list(csv.DictReader(line.removeprefix("\ufeff") for line in lines))
    assert [row["row"] for row in rows] == ["5", "4", "3", "2", "1"]
    last = rows[-1]
    assert (last["person"], last["act"], last["bank_id"]) == ('\'=HYPERLINK("http://evil.example")', "'+log", "'@x")
    assert last["vendor"] == "'-2+3|cmd"
    assert not any(cell.lstrip().startswith(("=", "+", "-", "@")) for row in rows for cell in row.values())
    assert [line.split(",")[0] for line in trail.csv(who=TOM.email)][1:] == ["5", "3"]


def test_a_forgotten_person_stays_as_a_former_colleague(trail: Trail, folder: Path) -> None:
    """The rows and the chain stay; no byte of name or address is in any file of the folder, also before it is closed."""
    fill(trail)
    assert trail.forget("priya  NAIR") is True
    assert trail.forget("Priya Nair") is False
    assert {row.name for row in trail.rows()} == {"a former colleague", "Tom Becker"}
    assert trail.check() == []
    for is_closed in (False, True):
        for path in folder.iterdir():
            data = path.read_bytes().lower()
            assert not any(word in data for word in (b"priya", b"nair")), (path.name, is_closed)
        trail.close()


def test_a_person_is_forgotten_by_address_and_is_somebody_new_after(trail: Trail) -> None:
    """What they do later is not joined to what they did before."""
    fill(trail)
    before = trail.rows(who=PRIYA.email)[0].who
    assert trail.forget("PRIYA.NAIR@EXAMPLE.COM") is True
    trail.note(PRIYA, "log")
    assert trail.rows()[0].who != before
    assert trail.rows()[0].name == "Priya Nair"
    assert trail.check() == []


def test_a_vendor_that_is_forgotten_is_an_erased_one(trail: Trail, folder: Path) -> None:
    """Its bank id is made from its name, so it stands outside the chain, also where a detail is one."""
    fill(trail, 2)
    trail.note(PRIYA, "merge", vendor="vendor-jonas-weber", also="vendor-jonas-weber-2")
    assert trail.rows(vendor="vendor-jonas-weber")[0].detail == {"also": "vendor-jonas-weber-2"}
    assert trail.forget_whoever(lambda each: each.startswith("vendor-jonas")) == 0
    row = trail.rows(limit=1)[0]
    assert row.detail == {"also": "an erased vendor"}
    assert [each.n for each in trail.rows(vendor=row.vendor)] == [3]
    assert trail.count(vendor="vendor-jonas-weber") == 0
    assert trail.check() == []
    assert b"jonas" not in b"".join(path.read_bytes().lower() for path in folder.iterdir())


def test_an_address_in_a_detail_is_no_part_of_the_chain(trail: Trail, folder: Path) -> None:
    """It is read like any other word until the person is forgotten, and then is nowhere; no cut leaves a piece of it."""
    trail.note(PRIYA, "log")
    trail.note(None, "role", who=PRIYA.email, other=f"{'x' * 195} <{TOM.email}>")
    first, second = trail.rows(limit=1)[0].detail.values()
    assert first == PRIYA.email
    assert "tom@" not in str(second)
    assert trail.rows(limit=1, before=2)[0].name == "Priya Nair"
    assert trail.forget(PRIYA.name)
    assert trail.rows(limit=1)[0].detail["who"] == "a former colleague"
    assert trail.check() == []
    trail.close()
    assert b"priya" not in b"".join(path.read_bytes().lower() for path in folder.iterdir())


def test_a_head_is_one_short_file(trail: Trail, folder: Path) -> None:
    """It tells number and hash of the last row, within one sector, in plain JSON."""
    fill(trail, 12)
    data = (folder / "head.json").read_bytes()
    assert len(data) == 128
    assert json.loads(data) == {"n": 12, "hash": trail.rows(limit=1)[0].hash}
    assert sorted(path.name for path in folder.iterdir() if "sqlite3-" not in path.name) == [
        "head.json",
        "names.sqlite3",
        "trail.sqlite3",
    ]
