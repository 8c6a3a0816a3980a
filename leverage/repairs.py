"""The care of a store: what a check finds, in words, and what a repair puts right without loss."""

import uuid
from datetime import datetime
from typing import TYPE_CHECKING

from leverage import upkeep
from leverage.index import UNDOING
from leverage.memory.carrying import loose_ids, new_ids
from leverage.memory.mending import mend
from leverage.progress import Progress
from leverage.re_embedding import RUN, outdated
from leverage.vendor_records import Move, VendorRecord
from leverage.wording import show_count

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase


def check(kb: "KnowledgeBase", progress: Progress | None = None) -> list[str]:
    """Return what is not as it should be, a sentence each; nothing when all is well."""
    kb.sharing.catch_up()
    found = [
        f"What finds the memories of {_name(kb, bank_id)} is broken. Its texts are safe: run repair."
        for bank_id in kb.banks.engine.ailing()
    ]
    if found:
        return found + kb.trail.check()  # whatever else is asked of a broken bank may fail
    found += kb.ask_index(lambda index: upkeep.differences(kb.banks, index, progress))
    for bank_id in kb.ask_index(lambda index: index.unsettled()):
        if not kb.mover.is_busy(bank_id):
            found.append(f"A change to {_name(kb, bank_id)} was cut short. Run repair.")
    if kb.ask_index(lambda index: index.noted(UNDOING)) and not kb.undoing.locked():
        found.append("The undo of an import was cut short. Run repair.")
    if kb.eraser.is_unfinished():
        found.append("What was erased may still stand in the files. Run repair.")
    if orphans := len(kb.banks.engine.orphans()):
        found.append(f"{show_count(orphans, 'folder')} in the store {_belong(orphans)} to no bank. Run repair.")
    if behind := len(outdated(kb)):
        found.append(f"{show_count(behind, 'bank')} {_was(behind)} written with another embedding than the setting's. {RUN}")
    if waiting := len(kb.waiting()):
        found.append(f"{show_count(waiting, 'change')} {_wait(waiting)} on disk and {_go(waiting)} in by {_itself(waiting)}.")
    if aside := len(kb.set_aside()):
        found.append(f"{show_count(aside, 'change')} could not go in and {_was(aside)} set aside, in the folder set-aside.")
    return found + kb.trail.check()


def repair(kb: "KnowledgeBase", progress: Progress | None = None) -> list[str]:
    """Put right what can be, and return what was done, a sentence each; `progress` gets (steps done, steps in all)."""
    steps = (_mend, _settle, _delete_noted, _bring_home, _rebuild, _bring_in, _undo, _clear, _finish_erasing, _leave_to_people)
    done: list[str] = []
    for number, step in enumerate(steps, start=1):
        done += step(kb)
        if progress:
            progress(number, len(steps))
    return done


def _mend(kb: "KnowledgeBase") -> list[str]:
    done: list[str] = []
    for bank_id in list(kb.banks.engine.ailing()):
        with kb.mover.turns(bank_id):
            count = mend(kb.banks, bank_id)
        done.append(f"{_name(kb, bank_id)} got a new index, made from its {show_count(count, 'text')}.")
    return done


def _settle(kb: "KnowledgeBase") -> list[str]:
    settled = kb.mover.finish()
    return [f"{show_count(settled, 'change')} to vendors, cut short, {_was(settled)} brought to an end."] if settled else []


def _delete_noted(kb: "KnowledgeBase") -> list[str]:
    """Delete first what was to be erased, or what follows would bring it home and list it."""
    kb.eraser.finish(in_files=False)
    return []


def _finish_erasing(kb: "KnowledgeBase") -> list[str]:
    """Clean the files last, after everything that deletes."""
    if not kb.eraser.is_unfinished():
        return []
    kb.eraser.finish()
    if kb.eraser.is_unfinished():
        return ["What was erased is out of the memory, but could not be taken out of its files."]
    return ["What was erased was taken out of the files."]


def _bring_home(kb: "KnowledgeBase") -> list[str]:
    """Move what is left in the banks of vendors that a person merged into another; nothing else is ever joined."""
    strays = upkeep.read_holdings(kb.banks).strays
    for source in strays:
        target = kb.registry.home(source)
        if target == source:
            continue  # the index is not right yet; it is made anew next

        at = kb.now()

        def plan(
            left: VendorRecord | None, record: VendorRecord | None, source: str = source, target: str = target, at: datetime = at
        ) -> Move:
            return Move(
                f"{target}:{uuid.uuid4().hex}",
                "merge",
                source,
                target,
                at,
                deal_ids=tuple(sorted(kb.mover.held(source))),
                loose=new_ids(loose_ids(kb.banks, source), loose_ids(kb.banks, target), source),
                source_name=left.name if left else source,
                target_name=record.name if record else target,
            )

        kb.mover.move(source, target, plan)
    return [f"{show_count(len(strays), 'bank')} of merged vendors went to the vendor they belong to."] if strays else []


def _rebuild(kb: "KnowledgeBase") -> list[str]:
    disputes = set(upkeep.read_holdings(kb.banks).disputes)
    if not set(kb.ask_index(lambda index: upkeep.differences(kb.banks, index))) - disputes:
        return []
    return [f"The index was made anew from the banks: {show_count(kb.rebuild_index(), 'deal')}."]


def _leave_to_people(kb: "KnowledgeBase") -> list[str]:
    return upkeep.read_holdings(kb.banks).disputes


def _bring_in(kb: "KnowledgeBase") -> list[str]:
    waiting = len(kb.waiting())
    kb.bring_in()
    brought = waiting - len(kb.waiting())
    return [f"{show_count(brought, 'change')} that waited {_was(brought)} brought in or set aside."] if brought > 0 else []


def _undo(kb: "KnowledgeBase") -> list[str]:
    undone = kb.finish_undos()
    return [f"{show_count(undone, 'undo')} of an import, cut short, {_was(undone)} finished."] if undone else []


def _clear(kb: "KnowledgeBase") -> list[str]:
    cleared = kb.banks.engine.remove_orphans()
    return [f"{show_count(cleared, 'folder')} that belonged to no bank {_was(cleared)} removed."] if cleared else []


def _name(kb: "KnowledgeBase", bank_id: str) -> str:
    """Return what a bank's vendor is called, or the bank's id where that is not known."""
    rows = kb.ask_index(lambda index: index.vendor_rows())
    return next((row.name for row in rows if row.bank_id == bank_id), bank_id)


def _was(count: int) -> str:
    return "was" if count == 1 else "were"


def _belong(count: int) -> str:
    return "belongs" if count == 1 else "belong"


def _wait(count: int) -> str:
    return "waits" if count == 1 else "wait"


def _go(count: int) -> str:
    return "goes" if count == 1 else "go"


def _itself(count: int) -> str:
    return "itself" if count == 1 else "themselves"
