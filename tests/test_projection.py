"""The projection: right after every change, read from the banks no more than needed, and never a place where text stays."""

import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase, agenda, backup, directory, erasure, events, feedback, projection, savings, watch
from leverage.blotting import FORMER
from leverage.desk import DESK_ID
from leverage.digest import digest
from leverage.errors import StoreUnavailable
from leverage.projection import FILE_NAME, Extract, Material
from tests.test_erasing import files_with

Open = Callable[..., KnowledgeBase]
Write = Callable[..., Deal]


class Notes:
    """An extract that tells each vendor's notes, and counts how often it was made, by bank id."""

    def __init__(self, name: str = "notes", version: int = 1) -> None:
        self.extract = Extract(name, version, self._make)
        self.made: list[str] = []

    def _make(self, material: Material) -> Any:
        self.made.append(material.bank_id)
        return {"name": material.vendor.name, "notes": sorted(record.deal().notes or "" for record in material.records)}

    def seen(self, kb: KnowledgeBase) -> dict[str, list[str]]:
        """Return all vendors' notes."""
        return {bank_id: value["notes"] for bank_id, value in kb.projection.each(self.extract)}


@pytest.fixture
def notes() -> Notes:
    """An extract that nobody has asked for yet."""
    return Notes()


@pytest.fixture
def two(kb: KnowledgeBase, deal: Write) -> KnowledgeBase:
    """Two vendors."""
    kb.log(deal(vendor="Acme", notes="one quokka"), key="a1")
    kb.log(deal(vendor="Beta", notes="b"), key="b1")
    return kb


def test_each_vendor_is_made_once_for_as_long_as_it_stays_the_same(
    two: KnowledgeBase, notes: Notes, deal: Write, open_kb: Open
) -> None:
    """A further deal has one vendor read again; a restart, and other names of people, have none."""
    assert notes.seen(two) == {"vendor-acme": ["one quokka"], "vendor-beta": ["b"]}
    assert notes.seen(two) == notes.seen(two)
    assert notes.made == ["vendor-acme", "vendor-beta"]
    two.log(deal(vendor="Acme", notes="two"), key="a2")
    assert notes.seen(two)["vendor-acme"] == ["one quokka", "two"]
    assert notes.made[2:] == ["vendor-acme"]
    two.change_names(lambda book: book.merged("person", "Priya Nair", "P. Nair", two.now(), None))
    two.close()
    again = open_kb()
    assert notes.seen(again)["vendor-acme"] == ["one quokka", "two"]
    assert len(notes.made) == 3


def test_no_other_bank_is_opened(two: KnowledgeBase, notes: Notes, deal: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the bank of the vendor that changed is read."""
    assert two.projection.behind(notes.extract) == 2
    notes.seen(two)
    assert two.projection.behind(notes.extract) == 0
    two.log(deal(vendor="Beta", notes="c"))
    assert two.projection.behind(notes.extract) == 1
    opened: list[str] = []
    ask = two.banks.engine.ask

    def watched(bank_id: str, *args: Any, **options: Any) -> Any:
        opened.append(bank_id)
        return ask(bank_id, *args, **options)

    monkeypatch.setattr(two.banks.engine, "ask", watched)
    assert notes.seen(two)["vendor-beta"] == ["b", "c"]
    assert set(opened) == {"vendor-beta"}
    opened.clear()
    notes.seen(two)
    assert two.projection.of(notes.extract, "vendor-acme") == {"name": "Acme", "notes": ["one quokka"]}
    assert opened == []


def test_every_kind_of_change_shows(two: KnowledgeBase, notes: Notes, deal: Write) -> None:
    """An edit, a retraction and its undoing, a merge and its undoing, a deal forgotten, another name of the vendor."""
    assert notes.seen(two)["vendor-acme"] == ["one quokka"]
    (first,) = two.deals("Acme")
    assert first.deal_id
    two.edit(first.deal_id, deal(vendor="Acme", notes="edited"), 1)
    assert notes.seen(two)["vendor-acme"] == ["edited"]
    two.retract(first.deal_id, "wrong")
    assert notes.seen(two)["vendor-acme"] == []
    two.restore(first.deal_id)
    assert notes.seen(two)["vendor-acme"] == ["edited"]
    merge = directory.merge(two, "Beta", "Acme")
    assert notes.seen(two) == {"vendor-acme": ["b", "edited"]}
    directory.undo(two, merge.id)
    assert notes.seen(two) == {"vendor-acme": ["edited"], "vendor-beta": ["b"]}
    two.forget(first.deal_id)
    assert notes.seen(two) == {"vendor-beta": ["b"]}


def test_one_vendor_can_be_asked_about(two: KnowledgeBase, notes: Notes, deal: Write) -> None:
    """It is brought up to date, and no other; a bank that is no vendor's gives nothing."""
    assert two.projection.of(notes.extract, "vendor-beta") == {"name": "Beta", "notes": ["b"]}
    two.log(deal(vendor="Beta", notes="c"))
    assert two.projection.of(notes.extract, "vendor-beta")["notes"] == ["b", "c"]
    assert notes.made == ["vendor-beta", "vendor-beta"]
    assert two.projection.of(notes.extract, "vendor-nobody") is None
    assert two.projection.of(notes.extract, "vendor-\ud800") is None


def opened_by(kb: KnowledgeBase) -> set[str]:
    """Return the ids of the banks that are opened from now on."""
    opened: set[str] = set()
    ask = kb.banks.engine.ask

    def watched(bank_id: str, *args: Any, **options: Any) -> Any:
        opened.add(bank_id)
        return ask(bank_id, *args, **options)

    kb.banks.engine.ask = watched  # type: ignore[method-assign]
    return opened


def test_one_reading_serves_everything_that_is_declared(two: KnowledgeBase, open_kb: Open) -> None:
    """Flags, dates, savings and the digest after a start: whichever is asked first, the others open no bank."""
    two.close()
    kb = open_kb()
    opened = opened_by(kb)
    watch.flags(kb)
    assert opened == {"vendor-acme", "vendor-beta"}
    opened.clear()
    agenda.entries(kb)
    savings.savings(kb)
    watch.open_counts(kb)
    digest(kb)
    assert opened <= {DESK_ID}


def test_an_extract_that_fails_takes_no_other_with_it(two: KnowledgeBase, notes: Notes) -> None:
    """It fails for whoever asks for it, and for nobody else."""

    def fail(material: Material) -> Any:
        raise ValueError("odd")

    failing = Extract("failing", 1, fail)
    with pytest.raises(ValueError, match="odd"):
        list(two.projection.each(failing))
    assert notes.seen(two) == {"vendor-acme": ["one quokka"], "vendor-beta": ["b"]}


def test_other_vocabularies_have_everything_made_anew(
    two: KnowledgeBase, notes: Notes, open_kb: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules stand in files that people may change: all vendors are judged by the same ones after the next start."""
    notes.seen(two)
    two.close()
    monkeypatch.setattr(projection, "edition", lambda: "another")
    notes.seen(open_kb())
    assert len(notes.made) == 4


def test_a_later_version_of_an_extract_is_made_anew(two: KnowledgeBase, notes: Notes) -> None:
    """What another version of the program made is not taken for this one's."""
    notes.seen(two)
    later = Notes(version=2)
    assert later.seen(two) == notes.seen(two)
    assert len(later.made) == 2


def test_one_reading_serves_all_extracts(two: KnowledgeBase, notes: Notes, deal: Write) -> None:
    """A vendor that changed is read once for all that were asked for, not once for each."""
    other = Notes("other")
    notes.seen(two)
    other.seen(two)
    two.log(deal(vendor="Beta", notes="c"))
    notes.seen(two)
    assert len(other.made) == 3
    other.seen(two)
    assert len(other.made) == 3


def test_feedback_and_other_words_of_the_vendor_are_a_change(two: KnowledgeBase, notes: Notes) -> None:
    """Whatever gives the vendor's own record its next version has it made anew."""
    notes.seen(two)
    feedback.note(two, "Acme", "asked early", "helped", by="Tom Becker", department="Sales")
    notes.seen(two)
    assert notes.made == ["vendor-acme", "vendor-beta", "vendor-acme"]


def test_an_erased_deal_is_in_no_file(two: KnowledgeBase, notes: Notes, store: Path) -> None:
    """Its vendor's rows go with it, at once and out of the pages of the file; the others' stay."""
    notes.seen(two)
    assert any(FILE_NAME in found for found in files_with(store, "quokka"))
    (first,) = two.deals("Acme")
    assert two.forget(first.deal_id or "")
    assert files_with(store, "quokka") == []
    notes.seen(two)
    assert notes.made == ["vendor-acme", "vendor-beta"]


def test_a_row_that_is_out_of_date_goes_with_any_erasure(two: KnowledgeBase, notes: Notes, store: Path) -> None:
    """The bug was a deal split off and then erased: what was made of its old vendor, never asked since, still held its words."""
    (first,) = two.deals("Acme")
    notes.seen(two)
    directory.split(two, "Acme", [first.deal_id or ""], "Gamma")
    assert any(FILE_NAME in found for found in files_with(store, "quokka"))
    two.forget(first.deal_id or "")
    assert files_with(store, "quokka") == []


@pytest.mark.parametrize(
    "erase", [lambda kb: erasure.erase_vendor(kb, "Acme"), lambda kb: erasure.erase_person(kb, "Zora Quokka")]
)
def test_an_erased_vendor_or_person_is_in_no_file(
    two: KnowledgeBase, notes: Notes, store: Path, deal: Write, erase: Callable[[KnowledgeBase], Any]
) -> None:
    """Only what tells of them goes, and what is out of date; no other vendor's bank is read again for it."""
    (first,) = two.deals("Acme")
    two.edit(first.deal_id or "", deal(vendor="Acme", notes="Zora Quokka said no."), 1)
    two.log(deal(vendor="Gamma", notes="g"))
    notes.seen(two)
    assert any(FILE_NAME in found for found in files_with(store, "zora"))
    notes.made.clear()
    erase(two)
    assert not any(FILE_NAME in found for found in files_with(store, "zora"))
    assert "Zora" not in str(notes.seen(two))
    assert set(notes.made) <= {"vendor-acme"}


def test_an_erased_event_or_review_of_a_person_is_in_no_file(two: KnowledgeBase, deal: Write, store: Path) -> None:
    """The name stood in one vendor's kept words alone, which no revision tells of: that vendor is made again, no other."""
    events.log(two, "Acme", "2026-05-01", [("security_incident", "Keys.")], by="Zora Quokka", department="IT")
    watch.review(two, watch.flags(two)[0].flag_id, "Zora Quokka", "seen", verdict="kept_open")
    watch.flags(two)
    assert any(FILE_NAME in found for found in files_with(store, "zora"))
    opened = opened_by(two)
    erasure.erase_person(two, "Zora Quokka")
    assert files_with(store, "zora") == []
    opened.clear()
    assert watch.flags(two)[0].reviews[0].by == FORMER
    assert opened == {"vendor-acme"}


def test_what_was_made_of_a_vendor_that_is_gone_is_dropped(two: KnowledgeBase, notes: Notes, store: Path) -> None:
    """With the next look at all vendors, though none of them changed."""
    notes.seen(two)
    directory.merge(two, "Acme", "Beta")
    notes.seen(two)
    with sqlite3.connect(store / FILE_NAME) as connection:
        assert connection.execute("SELECT DISTINCT bank_id FROM made").fetchall() == [("vendor-beta",)]
    connection.close()


def test_what_was_read_before_an_erasure_is_not_kept(two: KnowledgeBase, store: Path) -> None:
    """The erasure wins, whenever the reader comes to write."""
    (first,) = two.deals("Acme")
    is_read, go_on = threading.Event(), threading.Event()

    def make(material: Material) -> Any:
        told = [record.deal().notes for record in material.records]
        if material.bank_id == "vendor-acme":
            is_read.set()
            assert go_on.wait(10)
        return told

    slow = Extract("slow", 1, make)
    reader = threading.Thread(target=lambda: list(two.projection.each(slow)))
    reader.start()
    assert is_read.wait(10)
    two.forget(first.deal_id or "")
    go_on.set()
    reader.join()
    assert files_with(store, "quokka") == []


def test_what_changes_while_it_is_read_is_not_kept(two: KnowledgeBase, deal: Write) -> None:
    """It may be half old and half new: the next one to ask has it made again."""
    made: list[int] = []

    def make(material: Material) -> Any:
        made.append(len(material.records))
        if len(made) == 1:
            two.log(deal(vendor="Acme", notes="meanwhile"))
        return len(material.records)

    counted = Extract("counted", 1, make)
    assert two.projection.of(counted, "vendor-acme") == 1
    assert two.projection.of(counted, "vendor-acme") == 2


def test_a_stopped_page_loses_nothing(two: KnowledgeBase, notes: Notes, deal: Write) -> None:
    """Progress is told between batches, with nothing held; one who stops there leaves all as it was."""

    class Stop(BaseException):
        pass

    def stop(done: int, total: int) -> None:
        assert two.projection.of(notes.extract, "vendor-beta")
        raise Stop

    with pytest.raises(Stop):
        list(two.projection.each(notes.extract, stop))
    told: list[tuple[int, int]] = []
    assert len(list(two.projection.each(notes.extract, lambda done, total: told.append((done, total))))) == 2
    assert told == [(0, 1), (1, 1)]


def test_threads_at_once_get_the_same(two: KnowledgeBase, notes: Notes) -> None:
    """Many readers of an empty projection all get every vendor."""
    start = threading.Barrier(6)
    seen: list[Any] = []

    def read() -> None:
        start.wait()
        seen.append(notes.seen(two))

    threads = [threading.Thread(target=read) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [{"vendor-acme": ["one quokka"], "vendor-beta": ["b"]}] * 6


@pytest.mark.parametrize("value", ["{broken", "[]", "", None, "5"])
def test_a_value_that_is_not_what_was_kept_is_made_anew(two: KnowledgeBase, notes: Notes, store: Path, value: Any) -> None:
    """Whoever wrote it there: it is neither believed nor does anybody fall over it."""
    expected = notes.seen(two), watch.flags(two)
    two.projection.close()
    with sqlite3.connect(store / FILE_NAME) as connection:
        connection.execute("UPDATE made SET value = ?", [value])
    connection.close()
    two.projection = projection.Projection(store, two.banks, two.ask_index)
    assert two.projection.behind(notes.extract) == 2
    assert (notes.seen(two), watch.flags(two)) == expected
    assert two.projection.of(notes.extract, "vendor-acme")["notes"] == ["one quokka"]
    assert two.projection.behind(notes.extract) == 0


def test_a_file_that_another_program_holds_is_done_without(two: KnowledgeBase, notes: Notes, store: Path) -> None:
    """The banks are read instead."""
    expected = notes.seen(two)
    other = sqlite3.connect(store / FILE_NAME, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert notes.seen(two) == expected
    other.rollback()
    other.close()


@pytest.mark.parametrize("damage", ["text", "page", "schema", "folder"])
def test_damage_costs_time_only(two: KnowledgeBase, notes: Notes, store: Path, open_kb: Open, damage: str) -> None:
    """A file that is no database, has a broken page or another version's tables is made anew."""
    expected = notes.seen(two)
    two.close()
    path = store / FILE_NAME
    if damage == "text":
        path.write_text("no database" * 500)
    elif damage == "page":
        data = bytearray(path.read_bytes())
        data[4096:8192] = b"\xff" * 4096
        path.write_bytes(data)
    elif damage == "schema":
        with sqlite3.connect(path) as connection:
            connection.execute("PRAGMA user_version = 99")
        connection.close()
    else:
        path.unlink()
        path.mkdir()
    again = open_kb()
    assert notes.seen(again) == expected
    assert notes.seen(again) == expected
    assert len(notes.made) == (6 if damage == "folder" else 4)


def test_a_rebuild_drops_the_file(two: KnowledgeBase, notes: Notes, store: Path) -> None:
    """The same is made again from the banks."""
    expected = notes.seen(two)
    two.rebuild_index()
    assert not (store / FILE_NAME).exists()
    assert notes.seen(two) == expected


def test_an_erasure_says_so_where_the_file_can_not_be_cleaned(
    two: KnowledgeBase, notes: Notes, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told, and finished later; nothing is called erased that may still be there."""
    notes.seen(two)
    two.projection.close()
    monkeypatch.setattr(two.projection, "_is_closed", False)
    (store / FILE_NAME).unlink()
    (store / FILE_NAME).mkdir()
    (first,) = two.deals("Acme")
    with pytest.raises(StoreUnavailable, match="may still hold what was erased"):
        two.forget(first.deal_id or "")
    (store / FILE_NAME).rmdir()
    for _ in range(200):  # it is tried again by itself, too
        two.catch_up()
        if not two.eraser.is_unfinished():
            break
        time.sleep(0.05)
    assert not two.eraser.is_unfinished()
    assert files_with(store, "quokka") == []


def test_a_closed_store_says_so(two: KnowledgeBase, notes: Notes) -> None:
    """Nothing is read or made afterwards."""
    two.close()
    with pytest.raises(StoreUnavailable):
        list(two.projection.each(notes.extract))


@pytest.mark.folder
def test_a_backup_does_without(two: KnowledgeBase, notes: Notes, tmp_path: Path) -> None:
    """It is made anew from what was restored."""
    expected = notes.seen(two)
    backup.write(two, tmp_path / "all.leverage-backup")
    backup.restore(tmp_path / "all.leverage-backup", tmp_path / "other", embedding=two.banks.embedding)
    assert not (tmp_path / "other" / FILE_NAME).exists()
    with KnowledgeBase.open(tmp_path / "other", embedding=two.banks.embedding) as other:
        assert notes.seen(other) == expected


def test_what_is_made_of_an_extract_is_kept_until_its_vendor_changes(two: KnowledgeBase, notes: Notes, deal: Write) -> None:
    """A further deal has one vendor made again, another key or an erasure all of them; a vendor that is gone is out."""
    made: list[str] = []

    def make(bank_id: str, value: Any) -> int:
        made.append(bank_id)
        return len(value["notes"])

    def told(key: str) -> dict[str, int]:
        return dict(two.projection.each_as(notes.extract, key, make))

    assert [told("a") for _ in range(2)] == [{"vendor-acme": 1, "vendor-beta": 1}] * 2
    assert made == ["vendor-acme", "vendor-beta"]
    added = two.log(deal(vendor="Acme", notes="two"), key="a2").deal_id
    assert told("a") == {"vendor-acme": 2, "vendor-beta": 1}
    assert made[2:] == ["vendor-acme"]
    assert told("b") == told("a")
    assert len(made) == 5
    two.forget(added)
    assert told("a") == {"vendor-acme": 1, "vendor-beta": 1}
    assert len(made) == 7
    two.projection.reset()
    assert told("a") == {"vendor-acme": 1, "vendor-beta": 1}
    assert len(made) == 9
    erasure.erase_vendor(two, "Beta")
    assert told("a") == {"vendor-acme": 1}
