"""What a vendor is called, and what is known of it beside its deals."""

from dataclasses import replace

from leverage.directory.known import clean_note, find_vendor, new_id, one_line, read_again, refuse_taken
from leverage.errors import LeverageError
from leverage.knowledge import KnowledgeBase
from leverage.text import fold
from leverage.vendor_records import Move, VendorNote, VendorRecord
from leverage.vendors import vendor_bank_id

_SOURCE = "Say where this is from, such as the annual report or who told you."


def rename(kb: KnowledgeBase, vendor: str, name: str, *, by: str | None = None) -> Move:
    """Give a vendor another name, keep the one before as an alias, and return the change. Raises LeverageError."""
    bank_id, _ = find_vendor(kb, vendor)
    name = one_line("The name", name)
    refuse_taken(kb, name, bank_id)
    with kb.mover.turns(bank_id):
        known = read_again(kb, bank_id)
        if name == known.name:
            raise LeverageError("This is the vendor's name already. Type another one.")
        move = Move(
            new_id(bank_id),
            "rename",
            bank_id,
            bank_id,
            kb.now(),
            by,
            "done",
            gained=() if known.name in known.aliases else (known.name,),
            source_name=known.name,
            target_name=name,
            left_behind=replace(known, moves=()).to_json(),
        )
        aliases = [each for each in (*known.aliases, *move.gained) if each != name]
        kb.mover.write(bank_id, replace(known, name=name, aliases=tuple(aliases)).with_move(move))
    return move


def undo_rename(kb: KnowledgeBase, bank_id: str, move: Move, by: str | None) -> Move:
    """Give a vendor the name back that it had before a change, and return the change that does so."""
    with kb.mover.turns(bank_id):
        known = read_again(kb, bank_id)
        if known.name != move.target_name:
            raise LeverageError(f"The vendor was renamed again since, to {known.name}. Undo that first.")
        undoing = Move(
            new_id(bank_id), "undo", bank_id, bank_id, kb.now(), by, "done", source_name=known.name, target_name=move.source_name,
            undoes=move.id,
        )  # fmt: skip
        told = replace(move, undone_at=undoing.at, undone_by=by)
        before = VendorRecord.from_json(move.left_behind or known.to_json())
        aliases = tuple(each for each in known.aliases if each not in move.gained)
        aliases += tuple(each for each in before.aliases if each == move.target_name)
        moves = tuple(told if each.id == move.id else each for each in known.moves)
        kb.mover.write(bank_id, replace(known, name=move.source_name, aliases=aliases, moves=moves).with_move(undoing))
    return undoing


def add_alias(kb: KnowledgeBase, vendor: str, alias: str) -> VendorRecord:
    """Make a name lead to a vendor and return the vendor's record. Raises LeverageError where it is another vendor's."""
    bank_id, _ = find_vendor(kb, vendor)
    alias = one_line("The name", alias)
    refuse_taken(kb, alias, bank_id)
    with kb.mover.turns(bank_id):
        known = read_again(kb, bank_id)
        if alias in (known.name, *known.aliases):
            raise LeverageError(f"“{alias}” leads to {known.name} already.")
        changed = known.next(aliases=(*known.aliases, alias))
        kb.mover.write(bank_id, changed)
    return changed


def remove_alias(kb: KnowledgeBase, vendor: str, alias: str) -> VendorRecord:
    """Let a name lead nowhere again, and return the vendor's record. Raises LeverageError where it is none."""
    bank_id, _ = find_vendor(kb, vendor)
    with kb.mover.turns(bank_id):
        known = read_again(kb, bank_id)
        if alias not in known.aliases:
            raise LeverageError(f"“{alias}” is not among the names of {known.name}. Reload the page.")
        if vendor_bank_id(alias) in known.banks:
            raise LeverageError(f"“{alias}” leads to {known.name} since the two were merged. Undo the merge instead.")
        changed = known.next(aliases=tuple(each for each in known.aliases if each != alias))
        kb.mover.write(bank_id, changed)
    return changed


def set_parent(kb: KnowledgeBase, vendor: str, parent: str | None) -> VendorRecord:
    """Say to which firm a vendor belongs (None: not known), and return its record. It moves no deals."""
    bank_id, known = find_vendor(kb, vendor)
    parent = one_line("The parent", parent or "") or None
    if parent and kb.bank_id(parent) == bank_id:
        raise LeverageError(f"{known.name} can't be its own parent. Name another firm.")
    with kb.mover.turns(bank_id):
        changed = read_again(kb, bank_id).next(parent=parent)
        kb.mover.write(bank_id, changed)
    return changed


def add_note(kb: KnowledgeBase, vendor: str, topic: str, text: str, source: str, *, by: str) -> VendorRecord:
    """Keep something known of a vendor, such as its fiscal year-end, with its source, and return the vendor's record.

    Raises LeverageError where one of the texts is blank.
    """
    bank_id, _ = find_vendor(kb, vendor)
    topic, source = one_line("The topic", topic), one_line("The source", source)
    text = clean_note(text)
    for value, sentence in ((topic, "Say what the note is about."), (text, "The note is blank. Write it."), (source, _SOURCE)):
        if not value:
            raise LeverageError(sentence)
    note = VendorNote(topic, text, source, one_line("Your name", by), kb.now())
    with kb.mover.turns(bank_id):
        known = read_again(kb, bank_id)
        others = tuple(each for each in known.notes if fold(each.topic) != fold(topic))
        changed = known.next(notes=(*others, note))
        kb.mover.write(bank_id, changed)
    return changed


def remove_note(kb: KnowledgeBase, vendor: str, topic: str) -> VendorRecord:
    """Drop what was noted about a topic, and return the vendor's record."""
    bank_id, _ = find_vendor(kb, vendor)
    with kb.mover.turns(bank_id):
        known = read_again(kb, bank_id)
        changed = known.next(notes=tuple(each for each in known.notes if fold(each.topic) != fold(topic)))
        kb.mover.write(bank_id, changed)
    return changed
