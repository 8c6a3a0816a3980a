"""A name taken out of a record is out of every field of it, and what is left is still a record that can be edited."""

import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import UTC, date, datetime
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase, LeverageError, Memory, Tactic, directory, erasure
from leverage.blotting import FORMER, MOST_CHARACTERS, MOST_OTHERWISE, OUR_KEYS, Blotter
from leverage.deals import FIELDS, KINDS, deal_id_of
from leverage.directory import known
from leverage.effacing import blotted_memory
from leverage.imports import Batch
from leverage.knowledge import MOST_REASON
from leverage.name_book import LeftMark, NameBook, NameChange
from leverage.outbox import Change
from leverage.text import Unclean
from leverage.vendor_records import Move, VendorNote, VendorRecord
from leverage.versions import DealRecord, Origin

Write = Callable[..., Deal]

NAME = "Zora Quokkason"
NOW = datetime(2026, 11, 29, 9, tzinfo=UTC)
NO_NAME = {
    Move: {"id", "kind", "state", "source", "target", "gained_banks", "deal_ids", "undoes"},
    VendorRecord: {"banks", "moves", "notes", "more"},
    NameChange: {"id", "kind"},
    DealRecord: {"deal_id"},
    Memory: {"deal_id", "deal_ids"},
    Change: {"verb", "deal_id"},
}


def filled(record: type[Any], **given: Any) -> Any:
    """Return a record with the name in each of its texts; whoever adds a field need not think of this test."""
    hints = typing.get_type_hints(record)
    values = {
        each.name: _value(hints[each.name])
        for each in fields(record)
        if each.name not in NO_NAME.get(record, set()) or (each.default is MISSING and each.default_factory is MISSING)
    }
    return record(**values | given)


def _value(hint: Any) -> Any:
    """Return a value of a type, with the name wherever a text may stand."""
    kind, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint is str or kind is typing.Literal:
        return f"As {NAME} said" if hint is str else inner[0]
    if kind in (types.UnionType, typing.Union):
        return _value(inner[0])
    if kind is tuple:
        return (_value(inner[0]),)
    if isinstance(kind, type) and issubclass(kind, Mapping):
        return {f"Key of {NAME}": f"As {NAME} said"} if inner[1] is str else {"any": [f"As {NAME} said"]}
    if is_dataclass(hint):
        return filled(hint)  # type: ignore[arg-type]
    return {datetime: NOW, date: NOW.date(), int: 1, float: None, bool: True, Any: f"As {NAME} said"}[hint]


def test_a_vendors_record_holds_the_name_nowhere() -> None:
    """Notes, moves, what older copies tell, who did it, and what a later version added."""
    past = filled(VendorRecord, notes=(filled(VendorNote),))
    moves = (filled(Move, left_behind=past.to_json(), by=NAME, undone_by=NAME),)
    record = filled(VendorRecord, notes=(filled(VendorNote, noted_by=NAME),), moves=moves, more={"new": [{"any": NAME}]})
    assert NAME in str(record.to_json())
    blotted = Blotter([NAME]).blotted(record.to_json())
    assert "uokka" not in str(VendorRecord.from_json(blotted).to_json())


def test_a_deals_record_holds_the_name_nowhere() -> None:
    """Every field that takes text, of this version and of those before; reasons, and who changed it."""
    deal = Deal(**{name: value for name, value in all_fields().items() if value is not None})
    record = DealRecord.first("a", deal.to_json(), NOW).edited(deal.to_json(), NOW, NAME).retracted(f"As {NAME} said", NOW, NAME)
    assert all("uokka" in str(getattr(deal, name)) for name in FIELDS if takes_text(name))
    blotted = DealRecord.from_json(Blotter([NAME]).blotted(record.to_json()))
    assert "uokka" not in str(blotted.to_json())
    assert blotted.deal().outcome == "agreed"


def test_a_loose_memory_and_a_change_set_aside_hold_the_name_nowhere() -> None:
    """The id of a memory was chosen by somebody, too."""
    assert "uokka" not in str(blotted_memory(filled(Memory), Blotter([NAME])))
    change = filled(Change, values=Deal(**all_fields()).to_json(), by=NAME, from_bank=None, origin={"source": f"From {NAME}"})
    assert "uokka" not in str(Blotter([NAME]).blotted(change.to_json() | {"why": f"{NAME} was too late."}))


def test_the_book_of_names_holds_the_name_nowhere() -> None:
    """Who made a change, who undid it, departments and longer names that hold it; who else has left stays marked."""
    changes = (
        NameChange("1", "department", "Sales Ops", f"Team of {NAME}", ("Sales Ops",), NOW, NAME, NOW, NAME),
        NameChange("2", "person", "Tom B", "Tom Becker", ("Tom B",), NOW, NAME),
        NameChange("3", "person", "Z. Q.", NAME, ("Z. Q.",), NOW, "Tom"),
    )
    leads: Any = {
        "department": {"sales ops": f"Team of {NAME}", f"ops ({NAME.casefold()})": "Ops"},
        "person": {"tom b": "Tom Becker", "z. q.": NAME, f"{NAME.casefold()} (it)": f"{NAME}, IT"},
    }
    blotter = Blotter([NAME, "Z. Q."])
    marks = (LeftMark(NAME, True, NOW), LeftMark("Wendy", True, NOW, NAME))
    book = NameBook(7, leads, (NAME, "Wendy"), changes, marks, {"new": NAME}).without(blotter.is_person, blotter.blotted)
    assert "uokka" not in str(book).casefold()
    assert [(each.id, each.by, each.undone_by) for each in book.changes] == [("1", FORMER, FORMER), ("2", FORMER, None)]
    assert book.left == ("Wendy",)
    assert [(mark.name, mark.by) for mark in book.marks] == [("Wendy", FORMER)]
    assert book.name("person", "Tom B") == "Tom Becker"
    assert book.name("department", "Sales Ops") == f"Team of {FORMER}"
    assert {each.name for each in fields(NameBook)} == {"version", "leads", "left", "changes", "marks", "more"}


def keys_in(value: Any) -> set[str]:
    """Return every key in a value of JSON types."""
    if isinstance(value, Mapping):
        return {*value, *(key for each in value.values() for key in keys_in(each))}
    return {key for each in value for key in keys_in(each)} if isinstance(value, list | tuple) else set()


def test_a_key_that_names_a_person_is_blotted_and_ours_are_not() -> None:
    """Headings of a saved mapping are keys; two that become one stay two, and no person is called as a field of ours is."""
    blotter = Blotter([NAME, "Deal Date"])
    columns = {f"{NAME} remarks": "notes", "Quokkason, Zora remarks": "product", "zora_quokkason": None, "Price": "list_price"}
    blotted = blotter.blotted({"name": "x", "columns": columns, "deal_date": "2026-03-02"})
    assert blotted["deal_date"] == "2026-03-02"
    assert list(blotted["columns"].values()) == list(columns.values())
    assert next(iter(blotted["columns"])) == f"{FORMER} remarks"
    assert "uokka" not in str(blotted)
    assert blotter.blotted([["Zora Quokkason", "Quokkason, Zora"]]) == [[FORMER, FORMER]]


def test_every_key_of_what_is_kept_is_known_as_ours() -> None:
    """Whoever adds a field of several words to a record says so, or a person called like it would take it away."""
    move = filled(Move, loose={}, left_behind=None, more={}, undone_at=NOW)
    vendor = filled(VendorRecord, notes=(filled(VendorNote, more={}),), moves=(move,), more={})
    deal = DealRecord.first("a", {}, NOW, Origin("x", "y")).edited({}, NOW, "x").retracted("x", NOW, "x")
    batch = Batch("x", "x", NOW, "x")
    book = NameBook(1, {}, (), (filled(NameChange, more={}),), (filled(LeftMark),), {})
    change = filled(Change, values={}, origin={})
    kept = [each.to_json() for each in (move, vendor, deal, batch, book, change)]
    assert {key for key in keys_in(kept) | set(FIELDS) if "_" in key} <= OUR_KEYS


def takes_text(name: str) -> bool:
    """Say whether a field of a deal can hold a name."""
    try:
        return "uokka" in str(KINDS[name].parse(sample(name)))
    except (Unclean, LeverageError):
        return False


def sample(name: str) -> Any:
    """Return the name as a field of a deal may hold it."""
    return "https://x.example/zora-quokkason" if name == "links" else NAME


def all_fields() -> dict[str, Any]:
    """Return every field of a deal that takes text with the name in it, those that must differ told apart."""
    texts: dict[str, Any] = {name: sample(name) for name in FIELDS if takes_text(name)}
    needed = {"deal_date": "2026-03-02", "outcome": "agreed", "tactics": [Tactic(f"asked {NAME}", "worked")]}
    return texts | needed | {"flexible_on": [f"ask {NAME}"], "firm_on": [f"not without {NAME}"]}


def test_the_limits_of_a_field_are_those_of_the_form() -> None:
    """The longest text that a form takes is the longest that is left after a name went; no form takes more."""
    for name in filter(takes_text, FIELDS):
        most = MOST_CHARACTERS.get({"tactics": "tactic", "signals": "quote"}.get(name, name), MOST_OTHERWISE)
        start = "https://x.example/" if name == "links" else ""
        assert KINDS[name].parse(start.ljust(most, "x"))
        with pytest.raises(Exception, match="characters"):
            KINDS[name].parse(start.ljust(most + 1, "x"))
    assert MOST_CHARACTERS["reason"] == MOST_REASON
    assert (MOST_CHARACTERS["text"], MOST_OTHERWISE) == (known.MOST_NOTE, known.MOST_NAME)


def test_a_text_full_of_the_name_keeps_all_its_other_words() -> None:
    """What stands for the name is as long as there is room for, and never longer than the name."""
    blotter = Blotter(["Li Wu"])
    assert blotter.blotted({"contact": "Li Wu, Sales"}) == {"contact": f"{FORMER}, Sales"}
    assert blotter.blotted({"contact": "Li Wu, " * 14 + "x"}) == {"contact": "a colleague, " * 14 + "x"}
    assert blotter.blotted({"contact": "Li Wu " * 33}) == {"contact": "… " * 33}
    assert blotter.blotted({"notes": "Li Wu " * 900}) == {"notes": f"{FORMER} " * 900}
    assert len(blotter.blotted({"notes": ("word Li Wu " * 1_818)})["notes"]) <= MOST_CHARACTERS["notes"]
    assert len(blotter.blotted({"tactic": "Li Wu " * 80})["tactic"]) <= MOST_CHARACTERS["tactic"]
    assert len(blotter.blotted({"more": "Li Wu " * 80})["more"]) <= 480


@pytest.mark.parametrize(
    ("flexible", "firm"),
    [
        (["ask li wu", "sla"], [f"ask {FORMER}"]),
        ([f"ask {FORMER}"], ["sla", "ask Li Wu"]),
        (["ask Li Wu"], ["ask L. Wu"]),
        (["ask Li Wu"], [f"ask {FORMER}", "ask a colleague", "ask …"]),
        (["ask Li Wu", "ask L. Wu"], ["nothing"]),
    ],
)
def test_terms_that_become_one_are_kept_apart(flexible: list[str], firm: list[str], kb: KnowledgeBase, deal: Write) -> None:
    """A term can't be both flexible and firm: the deal could not be edited any more."""
    told = deal(flexible_on=flexible, firm_on=firm)
    blotted = Blotter(["Li Wu", "L. Wu"]).blotted(told.to_json())
    again = Deal(**blotted)
    assert again.to_json() == blotted
    assert len(again.firm_on) == len(firm)
    assert [each for each in again.firm_on + again.flexible_on if "Wu" in each] == []


def test_a_deal_can_be_edited_after_a_name_was_taken_out(kb: KnowledgeBase, deal: Write) -> None:
    """Its contact grew to 626 characters and its notes to 56,999, and no edit was taken until they were shortened."""
    told = deal(
        logged_by="Li Wu",
        contact=("Li Wu " * 33).strip(),
        notes=("Li Wu. " * 2_850).strip(),
        flexible_on=["ask li wu", "sla"],
        firm_on=[f"ask {FORMER}"],
        tactics=[("Li Wu " * 83, "worked")],
        signals=[("changed_terms", "Li Wu " * 50)],
    )
    deal_id = kb.log(told).deal_id
    kb.retract(deal_id, ("Li Wu " * 160).strip())
    kb.restore(deal_id)
    directory.add_note(kb, "Microsoft", "Li Wu " * 30, "Li Wu " * 160, "Li Wu " * 30, by="Li Wu")
    erasure.erase_person(kb, "Li Wu")
    (left,) = kb.deals("Microsoft")
    assert kb.edit(deal_id, Deal(**left.values() | {"discount_pct": 5}), left.version or 0).deal_id == deal_id
    (note,) = directory.record(kb, "Microsoft").notes
    directory.add_note(kb, "Microsoft", note.topic, note.text, note.source, by=note.noted_by)
    assert kb.check() == []
    assert deal_id_of(told) == deal_id
