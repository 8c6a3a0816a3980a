"""A deal through time."""

from collections.abc import Callable
from datetime import UTC, datetime

from leverage import Deal, KnowledgeBase, directory
from leverage.versions import DealRecord

AT = datetime(2026, 11, 29, 9, tzinfo=UTC)
LATER = datetime(2026, 11, 30, 9, tzinfo=UTC)
VALUES = {"vendor": "A", "deal_date": "2026-01-02", "logged_by": "Ann", "department": "IT", "outcome": "agreed"}


def test_a_record_comes_back_as_it_was() -> None:
    """Every state survives JSON: logged, edited, retracted, restored."""
    record = DealRecord.first("d1", VALUES, AT)
    states = [record, record.edited(VALUES | {"notes": "x"}, LATER)]
    states.append(states[-1].retracted("a slip", LATER))
    states.append(states[-1].restored(LATER))
    for state in states:
        assert DealRecord.from_json(state.to_json()) == state
    assert [state.version for state in states] == [1, 2, 3, 4]
    assert [state.is_live for state in states] == [True, True, False, True]


def test_the_deal_carries_its_identity() -> None:
    """A deal read back knows its id, version and time of entry, which do not count for equality."""
    deal = DealRecord.first("d1", VALUES, AT).edited(VALUES, LATER).deal()
    assert (deal.deal_id, deal.version, deal.entered_at) == ("d1", 2, AT)
    assert deal == Deal(**VALUES)


def test_history_keeps_what_was_replaced() -> None:
    """Earlier versions stand in the record, oldest first, with their times."""
    record = DealRecord.first("d1", VALUES | {"notes": "one"}, AT).edited(VALUES | {"notes": "two"}, LATER)
    assert [state["deal"]["notes"] for state in record.history] == ["one"]
    assert record.history[0]["changed_at"] == AT.isoformat()


def test_fields_of_a_later_schema_survive_an_edit() -> None:
    """What this program does not know is passed over when read and kept when written."""
    record = DealRecord.first("d1", VALUES | {"mood": "sunny"}, AT)
    assert record.deal() == Deal(**VALUES)
    assert record.edited(VALUES | {"notes": "x"}, LATER).values["mood"] == "sunny"


def test_a_vendor_with_retracted_deals_only_is_known_by_its_bank_id(kb: KnowledgeBase, deal: Callable[..., Deal]) -> None:
    """The bug: once no deal counted, a bank id was taken for a name, and nothing was found under it."""
    receipt = kb.log(deal())
    kb.retract(receipt.deal_id, "Told twice")
    assert kb.bank_id("vendor-microsoft") == "vendor-microsoft"
    assert [each.deal_id for each in kb.retracted("vendor-microsoft")] == [receipt.deal_id]
    assert kb.home_of(receipt.deal_id) == "vendor-microsoft"
    assert kb.home_of("nope") is None


def test_what_a_later_schema_added_to_a_record_survives_every_change() -> None:
    """The bug: an edit dropped the record's own later fields and lowered its schema number."""
    stored = DealRecord.first("d1", VALUES, AT).retracted("a slip", AT).to_json()
    stored |= {"schema": 9, "later": {"x": [1]}}
    stored["retraction"]["approved_by"] = "Ann"
    record = DealRecord.from_json(stored)
    assert record.to_json() == stored
    changed = record.restored(LATER).edited(VALUES | {"notes": "x"}, LATER)
    told = changed.to_json()
    assert (told["schema"], told["later"]) == (9, {"x": [1]})
    assert told["history"][1]["retraction"]["approved_by"] == "Ann"
    assert DealRecord.first("d1", VALUES, AT).to_json()["schema"] == 1


def test_what_a_later_schema_added_is_still_there_after_an_edit_in_the_store(
    kb: KnowledgeBase, deal: Callable[..., Deal]
) -> None:
    """Edit, retraction, restoring, a merge and its undo keep it."""
    receipt = kb.log(deal())
    kb.log(deal(vendor="Beta"))
    record = kb.record(receipt.deal_id)
    assert record is not None
    kb._intake.keep("vendor-microsoft", DealRecord.from_json(record.to_json() | {"schema": 9, "later": "kept"}))
    kb.edit(receipt.deal_id, deal(notes="x"), 1)
    kb.retract(receipt.deal_id, "a slip")
    kb.restore(receipt.deal_id)
    directory.undo(kb, directory.merge(kb, "Microsoft", "Beta").id)
    known = kb.record(receipt.deal_id)
    assert known is not None
    assert known.more == {"schema": 9, "later": "kept"}
