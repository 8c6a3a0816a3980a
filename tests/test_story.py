"""Any story of logging, editing, retracting, merging, splitting, undoing and erasing gives what a small model says."""

import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from leverage import Deal, KnowledgeBase, LeverageError, directory, erasure, vendor_bank_id
from leverage.errors import DealErased
from tests.fakes import Clock, WordEmbedding

NAMES = ("Alpha", "Beta Ltd", "Gamma", "C++", "Delta")
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


@dataclass
class Model:
    """What there should be: deals, where each bank id leads, and which changes can be undone."""

    deals: dict[str, Told] = field(default_factory=dict)
    leads: dict[str, str] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    erased: set[str] = field(default_factory=set)

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

    @rule(name=st.sampled_from(NAMES), who=st.sampled_from(PEOPLE))
    def log(self, name: str, who: str) -> None:
        deal = self._deal(name, who)
        receipt = self.kb.log(deal)
        self.model.deals[receipt.deal_id] = Told(receipt.bank_id, name, deal.notes or "", who)
        assert receipt.bank_id == self.model.home(name)

    @rule(n=st.integers(0, 99), name=st.sampled_from(NAMES), keep=st.booleans())
    def edit(self, n: int, name: str, keep: bool) -> None:
        deal_id = self._pick(n, live=True)
        if deal_id is None:
            return
        told = self.model.deals[deal_id]
        vendor = told.vendor if keep else name
        deal = self._deal(vendor, told.who)
        self.kb.edit(deal_id, deal, told.version)
        told.bank = told.bank if vendor == told.vendor else self.model.home(vendor)
        told.vendor, told.notes, told.version = vendor, deal.notes or "", told.version + 1

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

    @rule(one=st.integers(0, 9), other=st.integers(0, 9))
    def merge(self, one: int, other: int) -> None:
        banks = sorted({told.bank for told in self.model.deals.values()})
        if len(banks) < 2:
            return
        source, target = banks[one % len(banks)], banks[other % len(banks)]
        if source == target:
            return
        moved = {deal_id for deal_id, told in self.model.deals.items() if told.bank == source}
        ids = {bank for bank in map(vendor_bank_id, NAMES) if self.model.leads.get(bank, bank) == source}
        move = directory.merge(self.kb, source, target)
        for deal_id in moved:
            self.model.deals[deal_id].bank = target
        for bank in ids:
            self.model.leads[bank] = target
        self.model.changes.append(Change(move.id, "merge", source, target, moved, ids))

    @rule(n=st.integers(0, 99), many=st.integers(1, 3), name=st.sampled_from(NAMES))
    def split(self, n: int, many: int, name: str) -> None:
        deal_id = self._pick(n)
        if deal_id is None:
            return
        source = self.model.deals[deal_id].bank
        bank = vendor_bank_id(name)
        target = bank if self.model.home(name) == source else self.model.home(name)
        if target == source or any(bank in change.ids for change in self.model.changes):
            return
        chosen = {each for each, told in list(self.model.deals.items()) if told.bank == source}
        chosen = set(sorted(chosen)[:many])
        move = directory.split(self.kb, source, chosen, name)
        for each in chosen:
            self.model.deals[each].bank = target
        self.model.changes.append(Change(move.id, "split", source, target, chosen, set()))

    @precondition(lambda self: self.model.changes)
    @rule()
    def undo(self) -> None:
        change = self.model.changes.pop()
        directory.undo(self.kb, change.id)
        for deal_id in change.deals:
            told = self.model.deals.get(deal_id)
            if told is not None and told.bank == change.target:
                told.bank = change.source
        for bank in change.ids:
            self.model.leads[bank] = change.source

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
