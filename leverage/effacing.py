"""A person's name taken out of everything that a store holds, the addresses of vendors that are named after them included."""

import itertools
import uuid
from collections.abc import Callable, Container, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from leverage import keeping
from leverage.blotting import FORMER, Blotter
from leverage.desk import Desk
from leverage.index import ERASING, NAMES
from leverage.intake import Intake, deal_row, retracted_row
from leverage.memory.bank import BATCH, Banks
from leverage.memory.carrying import ids_in, is_empty, loose_ids
from leverage.memory.records import Memory
from leverage.moving import Mover
from leverage.name_book import NameBook
from leverage.outbox import Outbox
from leverage.progress import Progress
from leverage.registry import Registry
from leverage.vendor_records import Move, VendorRecord, all_vendors, vendor_bank_ids
from leverage.vendors import vendor_bank_id
from leverage.versions import DealRecord
from leverage.whereabouts import deals_in
from leverage.whose import ADDRESS, followers, is_kept

_LOOSE_FIELDS = ("id", "text", "facet", "logged_by", "department", "result", "product")


class Effacer:
    """Effaces a name; `ask_index` reaches the index. What was cut short is finished by doing it again."""

    def __init__(
        self,
        banks: Banks,
        intake: Intake,
        outbox: Outbox,
        mover: Mover,
        registry: Registry,
        ask_index: Callable[..., Any],
        change_names: Callable[[Callable[[NameBook], NameBook]], NameBook],
        now: Callable[[], datetime],
    ) -> None:
        self._banks = banks
        self._intake = intake
        self._outbox = outbox
        self._mover = mover
        self._registry = registry
        self._ask_index = ask_index
        self._change_names = change_names
        self._now = now
        self._desk = Desk(banks)

    def efface(self, blotter: Blotter, progress: Progress | None = None, *, is_again: bool = False) -> set[str]:
        """Take the name out of banks, index, what was set aside and the book of names, while no deal is being moved.

        Return the banks in which it stood.
        """
        touched: set[str] = set()
        bank_ids = vendor_bank_ids(self._banks)
        for done, bank_id in enumerate(bank_ids, start=1):
            with self._intake.turns(bank_id):
                is_in_deals = self._efface_deals(bank_id, blotter, is_again=is_again)
                record = self._mover.record(bank_id)
                if record is not None and blotter.mentions(record.to_json()):
                    keeping.note_apart(self._banks, bank_id, record)
                is_in_kept = keeping.efface(self._banks, bank_id, blotter)
                if self._efface_loose(bank_id, blotter) or is_in_deals or is_in_kept:
                    touched.add(bank_id)
            if progress:
                progress(done, len(bank_ids))
        for bank_id, record in list(all_vendors(self._banks)):
            if blotter.mentions(record.to_json()):
                self._registry.change(bank_id, partial(self._effaced, bank_id, blotter))
                touched.add(bank_id)
        self._outbox.rewrite(lambda change: blotter.blotted(_without_old_home(change, blotter)))
        if self._desk.read(NAMES):
            self._change_names(lambda book: book.without(blotter.is_person, blotter.blotted))
        self._efface_desk(blotter)
        return touched

    def move_out(self, blotter: Blotter) -> None:
        """Carry every vendor whose bank id names the person into a bank whose id does not."""
        for bank_id in vendor_bank_ids(self._banks):
            if blotter.mentions(bank_id):
                self._move_out(bank_id, blotter)
        self._lead_followers(blotter, {})

    def _efface_deals(self, bank_id: str, blotter: Blotter, *, is_again: bool) -> bool:
        bank = self._banks.bank(bank_id)
        changed: list[DealRecord] = []
        copies = {stored["deal_id"]: stored for stored in deals_in(bank.records())}
        stale = self._mover.whereabouts.stale(bank_id, copies)  # a leftover of a deal that is elsewhere must not count again
        bank.erase(ids_in(self._banks, bank_id, stale))
        for stored in (copies[each] for each in copies.keys() - set(stale)):
            blotted = blotter.blotted(stored)
            if blotted != stored:
                blotted["version"] += 1  # the sentences of the version before are then out of date
            elif not (is_again and FORMER in str(stored)):  # one written before may lack its last steps
                continue
            record = DealRecord.from_json(blotted)
            before = set(bank.ids_of_deal(record.deal_id))
            bank.erase(sorted(before - self._intake.keep(bank_id, record)))
            changed.append(record)
        live = [deal_row(record, bank_id) for record in changed if record.is_live]
        gone = [retracted_row(record, bank_id) for record in changed if not record.is_live]
        self._ask_index(lambda index: index.move_deals(live, gone, [], None))
        return bool(changed or stale)

    def _efface_loose(self, bank_id: str, blotter: Blotter) -> bool:
        bank = self._banks.bank(bank_id)
        is_in = False
        taken = set(loose_ids(self._banks, bank_id))
        ids = sorted(taken - keeping.ids_of(self._banks, bank_id))
        for start in range(0, len(ids), BATCH):
            changed: dict[str, Memory] = {}
            for memory in bank.memories(ids[start : start + BATCH]):
                blotted = blotted_memory(memory, blotter)
                if blotted.id != memory.id:
                    blotted = replace(blotted, id=_free_id(blotted.id, taken))
                    taken.add(blotted.id)
                if blotted != memory:
                    changed[memory.id] = blotted
            bank.retain(changed.values())
            bank.erase([before for before, memory in changed.items() if memory.id != before])
            is_in = is_in or bool(changed)
        return is_in

    def _efface_desk(self, blotter: Blotter) -> None:
        """Take the name out of what the desk holds beside the book of names: imports that were made, mappings, who follows."""
        there = {bank_id for bank_id in vendor_bank_ids(self._banks) if blotter.mentions(bank_id)}
        with self._desk.turn:
            for name, value in self._desk.records().items():
                if name in (NAMES, ERASING) or not blotter.mentions([name, value]):
                    continue
                blotted = blotter.blotted(value)
                if people := followers(value):
                    followed = (_following(each, lambda bank: bank if bank in there else None, blotter) for each in people)
                    blotted["people"] = [each for each in followed if is_kept(each) and not _is_theirs(each, blotter)]
                if blotted != value or blotter.text(name) != name:
                    self._desk.rewrite(name, blotted, blotter.text(name))

    def _lead_followers(self, blotter: Blotter, led: Mapping[str, str]) -> None:
        """Let followers of vendors whose bank ids name the person follow those to which these are led, else no longer."""
        with self._desk.turn:
            for name, value in self._desk.records().items():
                if people := followers(value):
                    followed = [_following(each, led.get, blotter) for each in people]
                    if (left := [each for each in followed if is_kept(each)]) != people:
                        self._desk.rewrite(name, {**value, "people": left}, name)

    def _effaced(self, bank_id: str, blotter: Blotter, record: VendorRecord) -> VendorRecord:
        """Return a vendor's record with a name and aliases without the person's, and without moves that bank ids tell of."""
        plain = _without_ids(record, blotter)
        name = record.name
        if blotter.mentions(name):
            name = self._free_name(blotter.text(name), bank_id)
        aliases = [each for each in map(blotter.text, plain.aliases) if each in record.aliases or self._is_free(each, bank_id)]
        told = blotter.blotted(replace(plain, name=name, aliases=tuple(dict.fromkeys(aliases))).to_json())
        return VendorRecord.from_json(told)

    def _move_out(self, bank_id: str, blotter: Blotter) -> None:
        """Carry all of a vendor into a bank whose id does not name the person; the old id leads nowhere then."""
        record = self._mover.record(bank_id)
        if record is None:
            return
        name = self._free_name(blotter.text(record.name), bank_id)
        target = vendor_bank_id(name)

        def plan(leaving: VendorRecord | None, known: VendorRecord | None) -> Move:
            return Move(
                f"{target}:{uuid.uuid4().hex}",
                "merge",
                bank_id,
                target,
                self._now(),
                deal_ids=tuple(sorted(self._mover.held(bank_id))),
                loose={each: each for each in loose_ids(self._banks, bank_id)},
                source_name=leaving.name if leaving else name,
                target_name=name,
            )

        others = {each: each for each in vendor_bank_ids(self._banks)}
        self._lead_followers(blotter, others | {bank_id: target})
        self._mover.move(bank_id, target, plan)
        self._registry.change(target, lambda known: self._effaced(target, blotter, replace(known, name=name)))

    def _free_name(self, name: str, bank_id: str) -> str:
        """Return the name, with a number behind it where it leads to another vendor."""
        number, numbered = 1, name
        while not self._is_free(numbered, bank_id):
            number += 1
            numbered = f"{name} {number}"
        return numbered

    def _is_free(self, name: str, bank_id: str) -> bool:
        wanted = vendor_bank_id(name)
        home = self._mover.home(wanted)
        if wanted == bank_id or home == bank_id:
            return True
        return home == wanted and self._mover.record(wanted) is None and is_empty(self._banks, wanted)


def blotted_memory(memory: Memory, blotter: Blotter) -> Memory:
    """Return a memory that belongs to no deal without a person's name, its id included."""
    told = {name: getattr(memory, name) for name in _LOOSE_FIELDS}
    return Memory(**vars(memory) | blotter.blotted(told) | {"why": ()})


def _free_id(wanted: str, taken: Container[str]) -> str:
    numbered = (f"{wanted}-{n}" for n in itertools.count(2))
    return wanted if wanted not in taken else next(each for each in numbered if each not in taken)


def _is_theirs(told: Mapping[str, Any], blotter: Blotter) -> bool:
    return blotter.is_person(told["person"]) or blotter.mentions(told.get(ADDRESS) or "")


def _following(told: Mapping[str, Any], lead: Callable[[str], str | None], blotter: Blotter) -> dict[str, Any]:
    """Return whom somebody follows, those whose bank ids name the person by where these lead, if anywhere."""
    led = (bank if not blotter.mentions(bank) else lead(bank) for bank in told["vendors"])
    return {**told, "vendors": list(dict.fromkeys(each for each in led if each))}


def _without_ids(record: VendorRecord, blotter: Blotter) -> VendorRecord:
    """Return a record in which no bank id names the person: neither among the banks nor in a move, which goes with it."""
    moves: list[Move] = []
    for move in record.moves:
        ids = (
            move.id,
            move.undoes,
            move.source,
            move.target,
            *move.gained_banks,
            *move.loose,
            *move.loose.values(),
            *move.brought,
        )
        if not blotter.mentions(list(ids)):
            left = _without_ids(VendorRecord.from_json(move.left_behind), blotter).to_json() if move.left_behind else None
            moves.append(replace(move, left_behind=left))
    return replace(record, banks=tuple(each for each in record.banks if not blotter.mentions(each)), moves=tuple(moves))


def _without_old_home(change: Any, blotter: Blotter) -> Any:
    """Return a change that was set aside without the bank it came from, where the id of that names the person."""
    if isinstance(change, dict) and blotter.mentions(change.get("from_bank")):
        return change | {"from_bank": None}
    return change
