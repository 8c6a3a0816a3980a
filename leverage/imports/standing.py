"""What the store knows already of the deals of a file, so that a row met twice adds nothing."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from leverage.deals import DealDraft, deal_id_of
from leverage.imports.names import SameVendor
from leverage.imports.questions import Answers, Option, Question
from leverage.imports.rows import PlannedRow
from leverage.twins import what_twins_share
from leverage.wording import show_count, show_day

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

Standing = Literal["new", "known", "changed", "erased", "twin"]

TWINS = "twins"
REASONS: Mapping[Standing, str] = {
    "erased": "This very deal was erased for good, so it is not brought back.",
    "changed": "The deal is here already and says something else. It stays as it is: change it on its own page.",
    "twin": "A deal of the same vendor, day, person and figures is here already, and nobody said that this is another one.",
}
_MOST_SAMPLES = 5


class Standings:
    """Tells what a knowledge base knows of rows and their deals, whose ids are given; `same` is as the plan has it.

    A deal is known by its id, wherever it stands and whether or not it was retracted, by its words, and by the mark of
    the row that it came from, however the row was read then.
    """

    def __init__(
        self, kb: "KnowledgeBase", same: Mapping[str, SameVendor], rows: Sequence[PlannedRow], deal_ids: Iterable[str]
    ) -> None:
        """Ask the index once for all rows."""
        self._kb, self._same = kb, same
        ids = {*deal_ids, *(row.told_id for row in rows)} - {""}
        self._listed = kb.ask_index(lambda index: set(index.banks_of(ids)))
        self._erased = kb.ask_index(lambda index: index.erased(ids))
        self._marked = kb.ask_index(lambda index: index.marked(row.mark for row in rows))
        self._ids: dict[str, set[str]] = {}
        self._twins: dict[str, set[tuple[object, ...]]] = {}

    def of(self, row: PlannedRow, deal: DealDraft, deal_id: str) -> Standing:
        """Return what is known of a row whose deal has, by its words, this id."""
        bank_id = self._vendor(deal)
        if deal_id in self._listed or deal_id in self._ids[bank_id]:
            return "known"
        if {deal_id, row.told_id} & self._erased:
            return "erased"
        if row.told_id in self._listed:
            here = self._kb.deal(row.told_id)
            return "known" if here is None or deal_id_of(here) == deal_id else "changed"
        if row.mark in self._marked:
            return "known"
        return "twin" if self._is_twin(bank_id, deal) else "new"

    def _vendor(self, deal: DealDraft) -> str:
        """Return the bank to which a deal's vendor leads, as a person answered, once its deals are read.

        Where a deal was edited or logged under a key, its id is another than its words would give it.
        """
        bank_id = self._kb.bank_id(deal.vendor or "")
        if bank_id not in self._ids:
            known = self._same.get(bank_id)
            deals = self._kb.deals(known.vendor if known else bank_id)
            self._ids[bank_id] = {deal_id_of(each) for each in deals}
            self._twins[bank_id] = {what_twins_share(each) for each in deals}
        return bank_id

    def _is_twin(self, bank_id: str, deal: DealDraft) -> bool:
        return bool(deal.deal_date and deal.logged_by) and what_twins_share(deal) in self._twins[bank_id]


def ask_about_twins(kb: "KnowledgeBase", same: Mapping[str, SameVendor], rows: Sequence[PlannedRow], said: Answers) -> bool:
    """Ask once whether rows that look like deals of the store are further ones, and return whether they are to be taken."""
    ids = [deal_id_of(row.deal) for row in rows]
    standings = Standings(kb, same, rows, ids)
    found = [deal for row, each in zip(rows, ids, strict=True) if standings.of(row, deal := row.deal, each) == "twin"]
    if not found:
        return False
    options = (Option("no", "Leave them out"), Option("yes", "Import them as further deals"))
    looks, they = ("looks", "it says") if len(found) == 1 else ("look", "they say")
    text = (
        f"{show_count(len(found), 'row')} {looks} like deals that are here already: the same vendor, day, person and figures, "
        f"though {they} something else in words. Are these further deals?"
    )
    samples = tuple(f"{deal.vendor}, {show_day(deal.deal_date)}" for deal in found[:_MOST_SAMPLES] if deal.deal_date)
    return said.ask(Question(TWINS, "rows", text, options, None, samples, len(found))) == "yes"
