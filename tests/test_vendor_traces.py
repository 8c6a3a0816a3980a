"""A vendor that is erased leaves no trace in what is recorded of others, and does not come back as a bank."""

from collections.abc import Callable
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase, directory, erasure
from leverage.memory.records import Memory
from leverage.vendor_records import Move, VendorNote, VendorRecord
from leverage.vendor_traces import ERASED, ErasedVendor
from tests.test_erasing import files_with

Write = Callable[..., Deal]

NOW = datetime(2026, 11, 29, 9, tzinfo=UTC)


def test_a_parent_given_by_another_name_goes(kb: KnowledgeBase, deal: Write, store: Path) -> None:
    """The alias no longer led anywhere when it was looked for."""
    for name in ("Beta", "Acme", "Gamma"):
        kb.log(deal(vendor=name), key=name)
    directory.add_alias(kb, "Beta", "Zanzibar Holding")
    directory.set_parent(kb, "Acme", "Zanzibar Holding")
    directory.set_parent(kb, "Gamma", "Acme")
    erasure.erase_vendor(kb, "Beta")
    assert directory.record(kb, "Acme").parent is None
    assert directory.record(kb, "Gamma").parent == "Acme"
    assert files_with(store, "zanzibar") == []


def test_older_copies_of_a_record_tell_nothing_of_it(kb: KnowledgeBase, deal: Write, store: Path) -> None:
    """A merge keeps the source's record, in which an earlier merge keeps that of its source, and so on."""
    for name in ("Zanzibar", "Beta", "Core"):
        kb.log(deal(vendor=name, notes=f"{name} note"), key=name)
    directory.add_note(kb, "Zanzibar", "Year-end", "The numbatmonth", "quokkareport", by="Tom")
    directory.add_note(kb, "Beta", "Year-end of Beta", "June", "report", by="Tom")
    directory.add_alias(kb, "Zanzibar", "Wombatco")
    kb.bank("Zanzibar").retain([Memory("m1", "A loose word.")])
    kb.bank("Beta").retain([Memory("m1", "Another loose word.")])
    first = directory.merge(kb, "Zanzibar", "Beta")
    renamed = directory.rename(kb, "Beta", "Beta Two")
    second = directory.merge(kb, "Beta", "Core")
    directory.undo(kb, second.id)
    directory.undo(kb, renamed.id)
    directory.undo(kb, first.id)
    notes = {name: directory.record(kb, name).notes for name in ("Beta", "Core")}
    assert files_with(store, "numbatmonth", "wombatco")
    assert erasure.erase_vendor(kb, "Wombatco").in_files
    assert files_with(store, "zanzibar", "numbatmonth", "quokkareport", "wombatco") == []
    assert {name: directory.record(kb, name).notes for name in notes} == notes
    assert [each.notes for each in kb.deals("Beta")] == ["Beta note"]
    assert kb.check() == []


def test_a_record_kept_at_a_new_name_tells_nothing_of_it(kb: KnowledgeBase, deal: Write, store: Path) -> None:
    """Neither of an alias that became the erased vendor, nor of a parent."""
    split = kb.log(deal(vendor="Acme", notes="one"), key="1").deal_id
    kb.log(deal(vendor="Acme", notes="two"), key="2")
    kb.log(deal(vendor="Numbat"), key="3")
    directory.add_alias(kb, "Acme", "Zanzibar")
    directory.set_parent(kb, "Acme", "Numbat")
    renamed = directory.rename(kb, "Acme", "Acme Two")
    directory.split(kb, "Acme", [split], "Zanzibar")
    erasure.erase_vendor(kb, "Zanzibar")
    assert files_with(store, "zanzibar") == []
    erasure.erase_vendor(kb, "Numbat")
    assert files_with(store, "numbat") == []
    directory.undo(kb, renamed.id)
    assert directory.record(kb, "Acme").name == "Acme"
    assert kb.check() == []


def test_no_bank_is_made_for_what_is_erased(kb: KnowledgeBase, deal: Write, store: Path) -> None:
    """A deal that once was the vendor's brought its bank back, for its tombstone, under a name that was to be gone."""
    moved = kb.log(deal(vendor="Zanzibar", notes="moved"), key="1").deal_id
    kb.log(deal(vendor="Zanzibar", notes="goes"), key="2")
    kb.edit(moved, deal(vendor="Acme", notes="moved"), 1)
    erasure.erase_vendor(kb, "Zanzibar")
    assert kb.forget(moved)
    assert files_with(store, "zanzibar") == []
    assert set(kb.banks.engine.bank_ids()) == {"leverage-desk"}
    assert kb.check() == []
    for _ in range(2):
        assert kb.ask_index(lambda index: index.erased([moved])) == {moved}
        kb.rebuild_index()


def test_what_others_hold_stays(kb: KnowledgeBase, deal: Write) -> None:
    """A note that came with a merge which stands is the target's own, and goes with no other vendor."""
    gone = kb.log(deal(vendor="Zanzibar", notes="z"), key="1").deal_id
    kb.log(deal(vendor="Acme"), key="2")
    directory.add_note(kb, "Zanzibar", "Year-end", "June", "report", by="Tom")
    directory.merge(kb, "Zanzibar", "Acme")
    directory.split(kb, "Acme", [gone], "Zanzibar")
    notes = directory.record(kb, "Acme").notes
    erasure.erase_vendor(kb, "Zanzibar")
    assert directory.record(kb, "Acme").notes == notes != ()
    assert kb.vendor("Acme") is not None


def test_every_field_of_a_record_that_can_tell_of_a_vendor_is_cleaned() -> None:
    """Whoever adds a field to a record or a move says here how an erased vendor goes out of it."""
    theirs = VendorNote("Year-end", "June", "report", "Tom", NOW)
    kept: dict[str, Any] = {"at": NOW, "state": "done"}
    past = VendorRecord("Zan", 3, ("Zan Ltd",), ("vendor-zan-ltd",), "Zan Ltd", (theirs,))
    from_it = Move("vendor-beta:1", "merge", "vendor-zan", "vendor-beta", **kept, left_behind=past.to_json())
    beta = VendorRecord("Beta", 4, ("Zan", "Beta Ltd"), ("vendor-zan",), "Zan", (theirs,), (from_it,))
    move = Move(
        id="vendor-core:2",
        kind="merge",
        source="vendor-beta",
        target="vendor-core",
        **kept,
        loose={"m1@vendor-zan": "m1@vendor-zan", "m2": "m2"},
        gained=("Beta", "Zan"),
        gained_banks=("vendor-beta", "vendor-zan-ltd"),
        source_name="Beta",
        target_name="Core",
        left_behind=beta.to_json(),
        undone_at=NOW,
        dropped_parent="Zan",
        brought=("vendor-zan:4", "vendor-beta:5"),
    )
    renamed = Move("vendor-core:3", "rename", "vendor-core", "vendor-core", **kept, source_name="ZAN", target_name="Core")
    core = VendorRecord("Core", 9, ("Zan Ltd", "Core Ltd"), ("vendor-zan",), "zan", (), (move, renamed))
    cleaned = ErasedVendor.of(["vendor-zan", "vendor-zan-ltd"]).taken_out(core)
    text = str(cleaned.to_json()).casefold()
    assert "zan" not in text
    assert "June" not in str(cleaned.to_json())
    assert "beta ltd" in text
    assert {each.name for each in fields(VendorRecord)} == {
        "name", "version", "aliases", "banks", "parent", "notes", "moves", "more",
    }  # fmt: skip
    assert {each.name for each in fields(Move)} == {
        "id", "kind", "source", "target", "at", "by", "state", "deal_ids", "loose", "gained", "gained_banks", "source_name",
        "target_name", "opened", "adopted_parent", "left_behind", "undoes", "undone_at", "undone_by",
        "dropped_parent", "brought", "deals", "more",
    }  # fmt: skip
    assert ErasedVendor.of(["vendor-other"]).taken_out(core) == core


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("zorbax deals.csv", f"{ERASED} deals.csv"),
        ("2026_ZORBAX_GmbH-Angebote.xlsx", f"2026_{ERASED}-Angebote.xlsx"),
        ("price (Zorbax GmbH)", f"price ({ERASED})"),
        ("Zorbax Holding and zorbaxes", f"{ERASED} Holding and zorbaxes"),
        ("Zorbax, Zorbax", f"{ERASED}, {ERASED}"),
        ("other.csv", "other.csv"),
        ("", ""),
    ],
)
def test_a_vendors_name_goes_out_of_a_text(text: str, left: str) -> None:
    """Where words of it are the whole name, in any spelling that leads to the vendor; the longest name first."""
    assert ErasedVendor.of(["vendor-zorbax", "vendor-zorbax-gmbh"]).out_of_text(text) == left
