"""What a vendor is called, and what is known of it beside its deals."""

from dataclasses import replace

from leverage.access.acting import acting
from leverage.directory.known import change, clean_note, find_vendor, make_free, new_id, one_line
from leverage.errors import LeverageError
from leverage.knowledge import KnowledgeBase
from leverage.text import clean_by, fold
from leverage.vendor_records import Move, VendorNote, VendorRecord
from leverage.vendors import vendor_bank_id

_SOURCE = "Say where this is from, such as the annual report or who told you."


@acting("merge", vendor="vendor")
def rename(kb: KnowledgeBase, vendor: str, name: str, *, by: str | None = None) -> Move:
    """Give a vendor another name, keep the one before as an alias, and return the change. Raises LeverageError."""
    bank_id, _ = find_vendor(kb, vendor)
    name, by = one_line("The name", name), clean_by(by)
    move_id, at = new_id(bank_id), kb.now()

    def renamed(known: VendorRecord) -> VendorRecord:
        if name == known.name:
            raise LeverageError("This is the vendor's name already. Type another one.")
        move = Move(
            move_id,
            "rename",
            bank_id,
            bank_id,
            at,
            by,
            "done",
            gained=() if known.name in known.aliases else (known.name,),
            source_name=known.name,
            target_name=name,
            left_behind={"name": known.name, "version": known.version, "aliases": list(known.aliases)},
        )
        aliases = [each for each in (*known.aliases, *move.gained) if each != name]
        return replace(known, name=name, aliases=tuple(aliases)).with_move(move)

    make_free(kb, name, bank_id)
    with kb.registry.naming:
        kb.registry.refuse_taken(name, bank_id)
        return _told(change(kb, bank_id, renamed), move_id)


@acting("merge", vendor="bank_id")
def undo_rename(kb: KnowledgeBase, bank_id: str, change_id: str, by: str | None) -> Move:
    """Give a vendor the name back that it had before a change, and return the change that does so.

    Raises LeverageError where that name is another vendor's by now.
    """
    undoing_id, at = new_id(bank_id), kb.now()

    def named_back(known: VendorRecord) -> VendorRecord:
        move = _told(known, change_id)
        if move.undone_at is not None:
            raise LeverageError("This change was undone already. Reload the page.")
        if known.name != move.target_name:
            raise LeverageError(f"The vendor was renamed again since, to {known.name}. Undo that first.")
        kb.registry.refuse_taken(move.source_name, bank_id)
        undoing = Move(
            undoing_id, "undo", bank_id, bank_id, at, by, "done", source_name=known.name, target_name=move.source_name,
            undoes=move.id,
        )  # fmt: skip
        told = replace(move, undone_at=at, undone_by=by).closed()
        before = (move.left_behind or {}).get("aliases", ())
        aliases = tuple(each for each in known.aliases if each not in (*move.gained, move.source_name))
        aliases += tuple(each for each in before if each == move.target_name)
        moves = tuple(told if each.id == move.id else each for each in known.moves)
        return replace(known, name=move.source_name, aliases=aliases, moves=moves).with_move(undoing)

    with kb.registry.naming:
        return _told(change(kb, bank_id, named_back), undoing_id)


def _told(record: VendorRecord, move_id: str) -> Move:
    move = record.move(move_id)
    if move is None:
        raise LeverageError("This change is not known any more. Reload the page.")
    return move


@acting("vendor", vendor="vendor")
def add_alias(kb: KnowledgeBase, vendor: str, alias: str) -> VendorRecord:
    """Make a name lead to a vendor and return the vendor's record. Raises LeverageError where it is another vendor's."""
    bank_id, _ = find_vendor(kb, vendor)
    alias = one_line("The name", alias)

    def with_alias(known: VendorRecord) -> VendorRecord:
        if alias in known.names():
            raise LeverageError(f"“{alias}” leads to {known.name} already.")
        return known.next(aliases=(*known.aliases, alias))

    make_free(kb, alias, bank_id)
    with kb.registry.naming:
        kb.registry.refuse_taken(alias, bank_id)
        return change(kb, bank_id, with_alias)


@acting("vendor", vendor="vendor")
def remove_alias(kb: KnowledgeBase, vendor: str, alias: str) -> VendorRecord:
    """Let a name lead nowhere again, and return the vendor's record. Raises LeverageError where it is none."""
    bank_id, _ = find_vendor(kb, vendor)

    def without_alias(known: VendorRecord) -> VendorRecord:
        if alias not in known.aliases:
            raise LeverageError(f"“{alias}” is not among the names of {known.name}. Reload the page.")
        if vendor_bank_id(alias) in known.banks:
            raise LeverageError(f"“{alias}” leads to {known.name} since the two were merged. Undo the merge instead.")
        return known.next(aliases=tuple(each for each in known.aliases if each != alias))

    return change(kb, bank_id, without_alias)


@acting("vendor", vendor="vendor")
def set_parent(kb: KnowledgeBase, vendor: str, parent: str | None) -> VendorRecord:
    """Say to which firm a vendor belongs (None: not known), and return its record. It moves no deals.

    Raises LeverageError where the firm is the vendor itself or belongs to it, over however many firms in between.
    """
    bank_id, known = find_vendor(kb, vendor)
    parent = one_line("The parent", parent or "") or None
    with kb.registry.naming:
        if parent and kb.bank_id(parent) == bank_id:
            raise LeverageError(f"{known.name} can't be its own parent. Name another firm.")
        if parent and kb.registry.belongs_to(parent, bank_id):
            raise LeverageError(f"{parent} belongs to {known.name} itself. Name another firm, or change its parent first.")
        return change(kb, bank_id, lambda record: record.next(parent=parent))


@acting("vendor", vendor="vendor")
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
    return change(kb, bank_id, lambda known: known.next(notes=(*_others(known, topic), note)))


@acting("vendor", vendor="vendor")
def remove_note(kb: KnowledgeBase, vendor: str, topic: str) -> VendorRecord:
    """Drop what was noted about a topic, and return the vendor's record."""
    bank_id, _ = find_vendor(kb, vendor)
    return change(kb, bank_id, lambda known: known.next(notes=_others(known, topic)))


def _others(known: VendorRecord, topic: str) -> tuple[VendorNote, ...]:
    return tuple(each for each in known.notes if fold(each.topic) != fold(topic))
