"""A vendor's own record: what a later program wrote into it, and what moves make of it."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from leverage.errors import BadMemory
from leverage.memory.packing import pack
from leverage.name_book import NameBook
from leverage.vendor_records import Move, VendorNote, VendorRecord

AT = datetime(2026, 11, 29, 9, tzinfo=UTC)


def later(stored: dict[str, Any]) -> dict[str, Any]:
    """Return a value in JSON types as a later program might have written it."""
    return {**stored, "later": {"x": [1]}}


def test_what_a_later_schema_added_to_a_record_a_note_or_a_move_survives() -> None:
    """The bug: a note could not be read, a move lost the field, and the schema number was lowered."""
    note = later(VendorNote("Fiscal year-end", "June", "a report", "Ann", AT).to_json())
    move = later(Move("vendor-a:1", "merge", "vendor-b", "vendor-a", AT, state="done").to_json())
    stored = later(VendorRecord("A").to_json()) | {"schema": 9, "notes": [note], "moves": [move]}
    record = VendorRecord.from_json(stored)
    assert record.to_json() == stored
    changed = record.next(aliases=("Ay",)).to_json()
    assert changed == stored | {"version": 2, "aliases": ["Ay"]}


def test_what_a_later_schema_added_to_the_book_of_names_survives() -> None:
    """The bug: a change with a later field could not be read, and with it no name."""
    book = NameBook().merged("person", "P. Nair", "Priya Nair", AT, "Ann")
    stored = later(book.to_json()) | {"schema": 9, "changes": [later(book.to_json()["changes"][0])]}
    told = NameBook.from_json(stored).merged("person", "T. B.", "Tom Becker", AT, None).to_json()
    assert (told["schema"], told["later"], told["changes"][0]) == (9, {"x": [1]}, stored["changes"][0])


def test_what_a_later_schema_added_to_a_vendor_comes_back_with_the_undo_of_its_merge() -> None:
    """It is kept in what the vendor left behind."""
    leaving = VendorRecord.from_json(later(VendorRecord("B").to_json()))
    merge = Move("vendor-a:1", "merge", "vendor-b", "vendor-a", AT)
    there = VendorRecord("A").arrived(merge, leaving, None)
    undo = Move("vendor-b:1", "undo", "vendor-a", "vendor-b", AT, opened=True, undoes="vendor-a:1")
    assert VendorRecord("B").arrived(undo, there, None).more == {"later": {"x": [1]}}


def test_a_change_that_was_undone_is_told_in_a_few_words() -> None:
    """Who, what, when and how many deals; no ids, and nothing of what a vendor left behind."""
    merge = Move("vendor-a:1", "merge", "vendor-b", "vendor-a", AT, state="done", deal_ids=("d1", "d2"))
    merge = replace(merge, left_behind=VendorRecord("B").to_json())
    undo = Move("vendor-b:1", "undo", "vendor-a", "vendor-b", AT, by="Ann", undoes="vendor-a:1")
    (told,) = VendorRecord("A", moves=(merge,)).left(undo).moves
    assert (told.deal_count, told.deal_ids, told.left_behind, told.undone_by) == (2, (), None, "Ann")


def test_a_record_that_cannot_be_written_is_refused_before_anything_is() -> None:
    """A lone half of a character is said in a sentence."""
    with pytest.raises(BadMemory, match="broken characters"):
        pack({"name": "\ud800"})
