"""What people write by hand below a vendor's lessons."""

from leverage import noting
from leverage.access.acting import acting
from leverage.errors import EditConflict, LeverageError
from leverage.keeping import NOTES, held, id_for, resolved
from leverage.knowledge import KnowledgeBase
from leverage.lesson_records import Notes
from leverage.people import is_nobody
from leverage.playbook.book import joined
from leverage.text import MOST_NAME, Unclean, clean_block, clean_named
from leverage.wording import show_day

MOST_NOTES = 10_000  # characters


@acting("notes", vendor="vendor")
def write_notes(kb: KnowledgeBase, vendor: str, text: str, *, by: str, version: int, department: str = "") -> Notes:
    """Put a text in the place of the notes that were read at `version` (0: there were none), and return them.

    The lessons are not touched. Raises EditConflict, with who wrote meanwhile, where the notes are not those that were read;
    LeverageError for a text that can't be kept or an unknown vendor, and StoreUnavailable: then nothing was written.
    """
    kb.ensure_ready()
    by, department = named(by, department)
    try:
        text = clean_block(text, MOST_NOTES)
    except Unclean as problem:
        raise LeverageError(f"The notes {problem}") from None

    def write(bank_id: str) -> Notes:
        book = kb.names()
        found = {memory_id: resolved(book, each) for memory_id, each in held(kb.banks, bank_id, NOTES).items()}
        known = joined(list(found.values()))
        if known is not None and known.notes == text:
            return known
        if (known.version if known else 0) != version:
            raise EditConflict(_meanwhile(known))
        at, today = kb.now(), kb.today()
        first = id_for(NOTES, None, {"bank": bank_id, "at": at.isoformat()})
        kept = Notes(known.id if known else first, text, by, today, at, department, version + 1)
        place = next((memory_id for memory_id, each in found.items() if each.id == kept.id), kept.id)
        noting.write(kb, bank_id, {place: kept})
        kb.banks.bank(bank_id).erase([memory_id for memory_id in found if memory_id != place])
        return kept

    return noting.in_turn(kb, vendor, write)


def named(by: str, department: str) -> tuple[str, str]:
    """Return who says something, clean. Raises LeverageError for a blank name."""
    name = clean_named("Your name", by or "", MOST_NAME)
    if not name:
        raise LeverageError("Your name is missing. Say who you are.")
    if is_nobody(name):
        raise LeverageError("This stands for everybody whose name was erased. Enter your own name.")
    return name, clean_named("Your department", department or "", MOST_NAME)


def _meanwhile(known: Notes | None) -> str:
    if known is None:
        return "The notes are not there any more. Nothing was written: copy your text, and reload the page."
    who = f"{known.by} wrote the notes anew on {show_day(known.date)}"
    return f"{who}, while you were writing. Nothing was changed: copy your text, and reload the page."
