"""The outbox: on disk before anybody is told, gone when it is in, set aside when it can't go in."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from leverage.outbox import Change, Outbox

AT = datetime(2026, 11, 29, 9, tzinfo=UTC)


@pytest.fixture
def outbox(tmp_path: Path) -> Outbox:
    """An empty outbox."""
    return Outbox(tmp_path / "outbox", tmp_path / "set-aside")


def change(deal_id: str = "a" * 32, version: int = 1, verb: str = "log") -> Change:
    """Write a change in one line."""
    return Change(verb, deal_id, version, "Microsoft", AT, values={"notes": "ünïcode\n😀"})  # type: ignore[arg-type]


def test_a_change_comes_back_as_it_was(outbox: Outbox) -> None:
    """What is put is what waits."""
    outbox.put(change())
    assert outbox.waiting() == [change()]
    assert not outbox.is_empty()


def test_changes_of_a_deal_wait_in_order_of_their_versions(outbox: Outbox) -> None:
    """However they were put, edits of one deal go in one after the other."""
    for version in (3, 1, 10, 2):
        outbox.put(change(version=version, verb="edit"))
    assert [each.version for each in outbox.waiting()] == [1, 2, 3, 10]
    assert [each.version for each in outbox.waiting_for("a" * 32)] == [1, 2, 3, 10]
    assert outbox.waiting_for("b" * 32) == []


def test_what_went_in_is_removed(outbox: Outbox) -> None:
    """Removing twice is fine."""
    outbox.put(change())
    outbox.remove(change())
    outbox.remove(change())
    assert outbox.is_empty()


def test_a_file_that_is_no_change_is_set_aside_and_shown(outbox: Outbox, tmp_path: Path) -> None:
    """Half a file, or somebody's own, neither stops the others nor disappears."""
    outbox.put(change())
    (tmp_path / "outbox" / "half.json").write_text('{"verb": "log"')
    assert outbox.waiting() == [change()]
    assert [each["why"] for each in outbox.set_aside_records()] == ["The file can't be read."]
    assert (tmp_path / "set-aside" / "half.json").exists()


def test_what_is_set_aside_keeps_its_content_and_reason(outbox: Outbox) -> None:
    """A refused change can be looked at and exported."""
    outbox.put(change())
    outbox.set_aside(change(), "It is refused.")
    (record,) = outbox.set_aside_records()
    assert record["why"] == "It is refused."
    assert record["values"] == {"notes": "ünïcode\n😀"}
    assert outbox.is_empty()


def test_forgetting_a_deal_drops_it_everywhere(outbox: Outbox, tmp_path: Path) -> None:
    """An erased deal stands neither in the outbox nor among what was set aside, and can't be set aside later."""
    outbox.put(change(version=1))
    outbox.put(change(version=2, verb="edit"))
    outbox.set_aside(change(version=2, verb="edit"), "refused")
    outbox.put(change("b" * 32))
    outbox.forget("a" * 32)
    outbox.set_aside(change(version=1), "late")
    assert [each.deal_id for each in outbox.waiting()] == ["b" * 32]
    assert outbox.set_aside_records() == []
