"""Any story of logging, editing, retracting, merging, splitting, undoing and erasing gives what a small model says."""

import shutil
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from leverage import Deal, KnowledgeBase, LeverageError, directory, erasure, vendor_bank_id
from leverage.errors import DealErased
from leverage.vendor_records import VendorNote
from tests.fakes import Clock, WordEmbedding

NAMES = ("Alpha", "Beta Ltd", "Gamma", "C++", "Delta")
ALIASES = ("Aka", "Bka")
PEOPLE = ("Ann Lee", "Bob Stone")


@dataclass
class Told:
    """A deal as the model knows it."""

    bank: str
    vendor: str
    notes: str
    who: str
    version: int = 1
    is_live: bool = True


@dataclass
class Change:
    """A merge or split as the model knows it."""

    id: str
    kind: str
    source: str
    target: str
    deals: set[str]
    ids: set[str]
    notes: set[str] = field(default_factory=set)


@dataclass
class Model:
    """What there should be: deals, where each bank id leads, and which changes can be undone."""

    deals: dict[str, Told] = field(default_factory=dict)
    leads: dict[str, str] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    erased: set[str] = field(default_factory=set)
    vendors: set[str] = field(default_factory=set)
    notes: dict[str, set[str]] = field(default_factory=dict)

    def owner(self, bank: str) -> str | None:
        return self.leads.get(bank) or (bank if bank in self.vendors else None)

    def in_use(self) -> set[str]:
        """Return the banks of which a deal, retracted or not, or a note is left."""
        return {told.bank for told in self.deals.values()} | {bank for bank, topics in self.notes.items() if topics}

    def home(self, name: str) -> str:
        bank = vendor_bank_id(name)
        return self.leads.get(bank, bank)

    def counts(self) -> dict[str, int]:
        live = [told.bank for told in self.deals.values() if told.is_live]
        return {bank: live.count(bank) for bank in live}


class Story(RuleBasedStateMachine):
    """Plays the same steps on a knowledge base and on the model."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.model = Model()
        self.told = 0
        self.noted = False
        self.clock = Clock()
        self.kb = self._open()

    def _open(self) -> KnowledgeBase:
        return KnowledgeBase.open(self.folder / "store", embedding=WordEmbedding(), clock=self.clock)

    def teardown(self) -> None:
        self._compare()
        self.kb.close()
        shutil.rmtree(self.folder)

    def _deal(self, vendor: str, who: str) -> Deal:
        self.told += 1
        return Deal(
            vendor=vendor, deal_date="2026-01-02", logged_by=who, department="IT", outcome="agreed", notes=f"told {self.told}"
        )

    def _pick(self, n: int, *, live: bool | None = None) -> str | None:
        known = [each for each, told in self.model.deals.items() if live is None or told.is_live is live]
        return known[n % len(known)] if known else None

    @rule(name=st.sampled_from(NAMES + ALIASES), who=st.sampled_from(PEOPLE))
    def log(self, name: str, who: str) -> None:
        deal = self._deal(name, who)
        receipt = self.kb.log(deal)
        self.model.deals[receipt.deal_id] = Told(receipt.bank_id, name, deal.notes or "", who)
        self.model.vendors.add(receipt.bank_id)
        assert receipt.bank_id == self.model.home(name)

    @rule(n=st.integers(0, 99), name=st.sampled_from(NAMES + ALIASES), keep=st.booleans())
    def edit(self, n: int, name: str, keep: bool) -> None:
        deal_id = self._pick(n, live=True)
        if deal_id is None:
            return
        self._edit(deal_id, self.model.deals[deal_id].vendor if keep else name)

    def _edit(self, deal_id: str, vendor: str) -> None:
        told = self.model.deals[deal_id]
        deal = self._deal(vendor, told.who)
        self.kb.edit(deal_id, deal, told.version)
        told.bank = told.bank if vendor == told.vendor else self.model.home(vendor)
        told.vendor, told.notes, told.version = vendor, deal.notes or "", told.version + 1
        self.model.vendors.add(told.bank)

    @rule(n=st.integers(0, 99))
    def retract_or_restore(self, n: int) -> None:
        deal_id = self._pick(n)
        if deal_id is None:
            return
        told = self.model.deals[deal_id]
        if told.is_live:
            self.kb.retract(deal_id, "wrong")
        else:
            self.kb.restore(deal_id)
        told.is_live, told.version = not told.is_live, told.version + 1

    @rule(n=st.integers(0, 99))
    def erase_deal(self, n: int) -> None:
        deal_id = self._pick(n)
        if deal_id is None:
            return
        self.kb.forget(deal_id)
        del self.model.deals[deal_id]
        self.model.erased.add(deal_id)
        self._let_go()

    def _let_go(self) -> None:
        """Drop vendors that went since nothing of them is left; one of which anything is left has to be there."""
        for bank in self.model.vendors - self.model.in_use():
            if self.kb.registry.record(bank) is None:
                self.model.vendors.discard(bank)
                self.model.leads = {name: lead for name, lead in self.model.leads.items() if lead != bank}
                self.model.changes = [each for each in self.model.changes if bank not in (each.source, each.target)]

    @rule(one=st.integers(0, 9), other=st.integers(0, 9), meanwhile=st.booleans())
    def merge(self, one: int, other: int, meanwhile: bool) -> None:
        banks = sorted({told.bank for told in self.model.deals.values()})
        if len(banks) < 2:
            return
        source, target = banks[one % len(banks)], banks[other % len(banks)]
        if source == target:
            return
        edits: list[str] = []

        def edit_into_target(_done: int, _total: int) -> None:
            names = [name for name in NAMES if self.model.home(name) == target]
            live = [each for each, told in self.model.deals.items() if told.bank == source and told.is_live]
            if meanwhile and names and live and not edits and self.model.deals[live[0]].vendor != names[0]:
                edits.append(live[0])
                self._edit(live[0], names[0])

        known = {*map(vendor_bank_id, NAMES + ALIASES)}
        ids = {bank for bank in known if self.model.leads.get(bank, bank) == source}
        move = directory.merge(self.kb, source, target, progress=edit_into_target)
        moved = {deal_id for deal_id, told in self.model.deals.items() if told.bank == source}
        for deal_id in moved:
            self.model.deals[deal_id].bank = target
        for bank in ids:
            self.model.leads[bank] = target
        notes = self.model.notes.pop(source, set())
        self.model.notes.setdefault(target, set()).update(notes)
        self.model.vendors.discard(source)
        self.model.changes.append(Change(move.id, "merge", source, target, moved, ids, notes))

    @rule(n=st.integers(0, 9), alias=st.sampled_from(ALIASES))
    def give_or_take_an_alias(self, n: int, alias: str) -> None:
        banks = sorted({told.bank for told in self.model.deals.values()})
        if not banks:
            return
        bank, alias_id = banks[n % len(banks)], vendor_bank_id(alias)
        owner = self.model.owner(alias_id)
        if owner is not None and owner not in self.model.in_use():  # nothing of it is left, so it may yield its name
            with suppress(LeverageError):
                directory.add_alias(self.kb, bank, alias)
                self._let_go()
                self.model.leads[alias_id] = bank
        elif owner is None:
            directory.add_alias(self.kb, bank, alias)
            self.model.leads[alias_id] = bank
        elif owner != bank:
            with pytest.raises(LeverageError):
                directory.add_alias(self.kb, bank, alias)
        elif self.model.leads.get(alias_id) == bank and alias_id not in directory.record(self.kb, bank).banks:
            directory.remove_alias(self.kb, bank, alias)
            del self.model.leads[alias_id]

    @rule(n=st.integers(0, 9))
    def note_so_much_that_the_record_has_several_parts(self, n: int) -> None:
        banks = sorted({told.bank for told in self.model.deals.values()})
        if not banks or self.noted:
            return
        self.noted = True
        bank = banks[n % len(banks)]
        notes = tuple(VendorNote(f"Topic {each}", "x" * 990, "a report", "Ann Lee", self.clock()) for each in range(70))
        self.kb.registry.change(bank, lambda record: record.next(notes=notes))
        self.model.notes.setdefault(bank, set()).update(each.topic for each in notes)

    @rule(n=st.integers(0, 99), many=st.integers(1, 3), name=st.sampled_from(NAMES))
    def split(self, n: int, many: int, name: str) -> None:
        deal_id = self._pick(n)
        if deal_id is None:
            return
        source = self.model.deals[deal_id].bank
        bank = vendor_bank_id(name)
        target = bank if self.model.home(name) == source else self.model.home(name)
        leads_to_source = bank != source and self.model.home(name) == source
        if target == source or leads_to_source or any(bank in change.ids for change in self.model.changes):
            return
        chosen = {each for each, told in list(self.model.deals.items()) if told.bank == source}
        chosen = set(sorted(chosen)[:many])
        move = directory.split(self.kb, source, chosen, name)
        for each in chosen:
            self.model.deals[each].bank = target
        self.model.vendors.add(target)
        self.model.changes.append(Change(move.id, "split", source, target, chosen, set()))

    @precondition(lambda self: self.model.changes)
    @rule()
    def undo(self) -> None:
        change = self.model.changes.pop()
        owners = {self.model.owner(bank) for bank in change.ids}
        if owners - {None, change.source, change.target}:  # a name is another's by now
            with pytest.raises(LeverageError, match="a vendor of its own"):
                directory.undo(self.kb, change.id)
            self.model.changes.clear()  # those before may stand under this one
            return
        directory.undo(self.kb, change.id)
        self.model.vendors.add(change.source)
        if change.kind == "merge":
            self.model.notes.get(change.target, set()).difference_update(change.notes)
            self.model.notes.setdefault(change.source, set()).update(change.notes)
        for deal_id in change.deals:
            told = self.model.deals.get(deal_id)
            if told is not None and told.bank == change.target:
                told.bank = change.source
        for bank in change.ids:
            self.model.leads[bank] = change.source
        self._let_go()

    @rule()
    def open_again(self) -> None:
        self.kb.close()
        self.kb = self._open()

    @rule()
    def rebuild(self) -> None:
        self.kb.rebuild_index()

    @invariant()
    def lists_are_right(self) -> None:
        assert {vendor.bank_id: vendor.deal_count for vendor in self.kb.vendors()} == self.model.counts()

    def _compare(self) -> None:
        """Compare everything, before and after a restart and a rebuild."""
        for step in ("now", "opened again", "rebuilt"):
            if step == "opened again":
                self.kb.close()
                self.kb = self._open()
            if step == "rebuilt":
                self.kb.rebuild_index()
            assert self.kb.check() == [], step
            for bank, count in self.model.counts().items():
                live = {each: told for each, told in self.model.deals.items() if told.bank == bank and told.is_live}
                deals = {deal.deal_id: (deal.vendor, deal.notes, deal.version) for deal in self.kb.deals(bank)}
                assert deals == {each: (told.vendor, told.notes, told.version) for each, told in live.items()}, step
                assert self.kb.brief(bank).deal_count == count, step
                assert {each for hit in self.kb.recall(bank, "told", limit=500) for each in hit.deal_ids} == set(live), step
            for bank, topics in self.model.notes.items():
                if bank in self.model.vendors:
                    assert {each.topic for each in directory.record(self.kb, bank).notes} == topics, step
            for deal_id in self.model.erased:
                assert self.kb.record(deal_id) is None, step


@pytest.mark.slow
def test_any_story_gives_what_the_model_says() -> None:
    """Before and after a restart, and after a rebuild of the index."""
    Story.TestCase.settings = settings(
        max_examples=12,
        stateful_step_count=30,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.reuse, Phase.generate],  # a story takes seconds: to shrink one takes minutes
    )
    Story.TestCase().runTest()


def test_erased_deals_stay_erased_whoever_tells_them_again(kb: KnowledgeBase) -> None:
    """Also after their whole vendor was erased and the index was made anew."""
    deal = Deal(vendor="Alpha", deal_date="2026-01-02", logged_by="Ann", department="IT", outcome="agreed")
    kb.log(deal)
    erasure.erase_vendor(kb, "Alpha")
    for _ in range(2):
        with pytest.raises(DealErased):
            kb.log(deal)
        kb.rebuild_index()
    assert kb.vendors() == []
    with pytest.raises(LeverageError, match="Check the name"):
        erasure.erase_vendor(kb, "Alpha")
