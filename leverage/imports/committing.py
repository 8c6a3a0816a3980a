"""The deals of a plan on their way into the memory: preview and import sort the rows with the same code."""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, overload

from leverage import directory
from leverage.deals import KINDS, LABELS, Deal, deal_id_of
from leverage.errors import DealErased, InvalidDeal, LeverageError
from leverage.imports.batches import Batch, begin, finish, note_aliases
from leverage.imports.names import SameVendor
from leverage.imports.planning import Plan, in_order, read_defaults
from leverage.imports.rows import MUST_BE_READ, PlannedRow, Skipped, repeated
from leverage.imports.standing import REASONS, Standings
from leverage.progress import Progress
from leverage.versions import Origin
from leverage.wording import show_day

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase
    from leverage.writing import Receipt

DEALS_A_SLICE, BANKS_A_SLICE = 1_000, 8  # kept in memory at once: Chroma keeps every bank that it wrote to


@dataclass(frozen=True)
class ImportResult:
    """What an import did, or would do: deals logged, deals the store had already, and what was not taken.

    `waiting` of the logged deals are safe on disk but not yet in the memory; `deal_ids` are those logged now. A preview
    has the very `deals` too, and the `rows` they come from.
    """

    batch_id: str
    logged: int
    existing: int
    skipped: tuple[Skipped, ...]
    waiting: int = 0
    deal_ids: tuple[str, ...] = ()
    deals: Sequence[Deal] = ()
    rows: tuple[PlannedRow, ...] = ()


@dataclass(frozen=True, slots=True)
class _Ready:
    row: PlannedRow
    deal_id: str
    bank_id: str


class _Deals(Sequence[Deal]):
    """The deals of rows, each made when it is asked for: thousands at once would fill the memory."""

    def __init__(self, ready: Sequence[_Ready], filled: Mapping[str, Any]) -> None:
        self._ready, self._filled = ready, filled

    def __len__(self) -> int:
        return len(self._ready)

    @overload
    def __getitem__(self, place: int) -> Deal: ...
    @overload
    def __getitem__(self, place: slice) -> list[Deal]: ...
    def __getitem__(self, place: int | slice) -> Deal | list[Deal]:
        if isinstance(place, slice):
            return [_whole_deal(each.row, self._filled) for each in self._ready[place]]
        return _whole_deal(self._ready[place].row, self._filled)


@dataclass(frozen=True)
class _Sorted:
    ready: list[_Ready]
    filled: Mapping[str, Any]
    existing: int
    skipped: tuple[Skipped, ...]


def preview(kb: "KnowledgeBase | None", plan: Plan, *, defaults: Mapping[str, str] | None = None) -> ImportResult:
    """Return what `commit` would do with its very deals, writing nothing; None for `kb` stands for an empty store."""
    found = _sort_out(kb, plan, defaults)
    return ImportResult(
        batch_id(plan),
        len(found.ready),
        found.existing,
        found.skipped,
        deal_ids=tuple(each.deal_id for each in found.ready),
        deals=_Deals(found.ready, found.filled),
        rows=tuple(each.row for each in found.ready),
    )


def commit(
    kb: "KnowledgeBase",
    plan: Plan,
    *,
    defaults: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    by: str | None = None,
) -> ImportResult:
    """Log the deals of a plan; importing the same file again adds nothing.

    `defaults` fills logged_by, department, outcome, discount_base and currency where a row leaves them open; a row that
    then still lacks a needed field is passed over and said. `progress(done, total)` is called between batches, `by` is
    who imports. Raises LeverageError while a question that the import waits for is open, and NotAllowed where names are
    to lead to vendors by it and whoever imports may not change a vendor's names.
    """
    if plan.waited_for:
        raise LeverageError(f"Answer first: {plan.waited_for[0].text}")
    if plan.same_vendors:
        kb.need("import")
        kb.need("vendor")
    with kb.course("import", batch_id=batch_id(plan), rows=len(plan.rows)):
        return _commit(kb, plan, defaults, progress, kb.signed(by))


def _commit(
    kb: "KnowledgeBase", plan: Plan, defaults: Mapping[str, str] | None, progress: Progress | None, by: str | None
) -> ImportResult:
    _refuse_moved_names(kb, plan)
    found = _sort_out(kb, plan, defaults)
    if not found.ready:
        return ImportResult(batch_id(plan), 0, found.existing, found.skipped)
    batch = begin(kb, batch_id(plan), plan.filename, len(found.ready), by)
    logged: list[str] = []
    waiting, existing, erased = 0, found.existing, list[Skipped]()
    by_bank: dict[str, list[_Ready]] = defaultdict(list)  # the deals of one vendor together are written quickest
    for each in found.ready:
        by_bank[each.bank_id].append(each)
    own = [each for bank_id, group in by_bank.items() if bank_id not in plan.same_vendors for each in group]
    others = [each for bank_id, group in by_bank.items() if bank_id in plan.same_vendors for each in group]
    done = 0
    for rows in (own, others):
        if rows is others:
            batch = _lead_names(kb, batch, [plan.same_vendors[bank_id] for bank_id in by_bank if bank_id in plan.same_vendors])
        for part in _slices(rows):

            def told(now: int, _: int, before: int = done) -> None:
                if progress:
                    progress(before + now, len(found.ready))

            receipts = _log(kb, _Deals(part, found.filled)[:], [_origin(plan, each.row, batch) for each in part], told)
            done += len(part)
            erased += [_erased(each.row) for each, receipt in zip(part, receipts, strict=True) if receipt is None]
            taken = [receipt for receipt in receipts if receipt]
            # Where an erased deal made some go in twice, `existed` says nothing: none of these counted before.
            new = [each for each in taken if not each.existed or (erased and kb.deal(each.deal_id))]
            existing += len(taken) - len(new)
            logged += [each.deal_id for each in new]
            waiting += sum(receipt.waiting for receipt in new)
            if done < len(found.ready):
                kb.recycle()
    finish(kb, batch, waiting)
    return ImportResult(
        batch_id=batch.batch_id,
        logged=len(logged),
        existing=existing,
        skipped=in_order([*found.skipped, *erased]),
        waiting=waiting,
        deal_ids=tuple(logged),
    )


def batch_id(plan: Plan) -> str:
    """Return the id of an import: the same for the same deals, however often they are imported."""
    ids = sorted(deal_id_of(row.deal) for row in plan.rows)
    return hashlib.sha256("\n".join(ids).encode()).hexdigest()[:32]


def _sort_out(kb: "KnowledgeBase | None", plan: Plan, defaults: Mapping[str, str] | None) -> _Sorted:
    """Return the rows to log, the number of those the store holds already, and what is not taken."""
    filled, today = read_defaults(defaults), kb.today() if kb else plan.today or date.max
    deals: list[tuple[PlannedRow, Deal, str]] = []
    skipped = list(plan.skipped)
    first_rows: dict[str, PlannedRow] = {}
    for row in plan.rows:
        deal, problems = _deal(row, filled, lambda name: _heading(plan, name))
        skipped += problems
        day = row.values.get("deal_date")
        to_come = day if day is not None and day > today else None
        if to_come:  # said of a row that waits for an answer, too: no answer makes it a deal
            skipped.append(_about(row, _heading(plan, "deal_date"), to_come.isoformat(), in_the_future(to_come)))
        if deal is None:
            continue
        same = deal_id_of(deal)
        first = first_rows.setdefault(same, row)
        if to_come:
            continue
        if first is not row:
            skipped.append(repeated(row.number, first.number, row.sheet))
        else:
            deals.append((row, deal, same))
    standings = Standings(kb, plan.same_vendors, plan.rows, (same for _, _, same in deals)) if kb else None
    ready: list[_Ready] = []
    existing = 0
    for row, deal, same in deals:
        standing = standings.of(row, deal, same) if standings else "new"
        if standing == "known":
            existing += 1
        elif standing == "new" or (standing == "twin" and plan.takes_twins):
            ready.append(_Ready(row, same, kb.bank_id(deal.vendor) if kb else ""))
        else:
            skipped.append(_about(row, None, "", REASONS[standing]))
    return _Sorted(ready, filled, existing, in_order(skipped))


def _refuse_moved_names(kb: "KnowledgeBase", plan: Plan) -> None:
    """Raise LeverageError where a vendor's name leads elsewhere since the plan was made, unless a person said so then."""
    for name, home in plan.homes.items():
        now = kb.bank_id(name)
        same = plan.same_vendors.get(home)
        if now != home and not (same and now == kb.bank_id(same.vendor)):
            known = kb.vendor(now)
            raise LeverageError(
                f"“{name}” stands for {known.name if known else 'another vendor'} since this file was read. "
                "Nothing was written: read the file again and look at the deals once more."
            )


def _deal(
    row: PlannedRow, filled: Mapping[str, Any], heading: Callable[[str], str] = LABELS.__getitem__
) -> tuple[Deal | None, list[Skipped]]:
    """Return the deal of a row, None where it lacks something needed, and what is said of it: all that keeps it out."""
    values = {name: value for name, value in filled.items() if name != "discount_base" or "discount_pct" in row.values}
    if row.named and values.get("currency") not in row.named:
        values.pop("currency", None)  # its cells name another one
    blocked = {problem.column for problem in row.problems}
    try:
        deal = Deal(**values | row.values)
    except InvalidDeal as problem:
        told = {name: sentence for name, sentence in problem.problems.items() if name in MUST_BE_READ}
        if not told:  # what only a proposal may hold, such as a price below zero, is left out of the deal
            kept = {name: value for name, value in row.values.items() if name not in problem.problems}
            left_out = [
                _about(row, LABELS[name], KINDS[name].dump(row.values[name]), sentence, is_cell=True)
                for name, sentence in problem.problems.items()
            ]
            return Deal(**values | kept), left_out
        lacks = [_about(row, LABELS[name], "", sentence) for name, sentence in told.items() if heading(name) not in blocked]
        return None, [*row.problems, *lacks]
    return (None, list(row.problems)) if blocked else (deal, [])


def _whole_deal(row: PlannedRow, filled: Mapping[str, Any]) -> Deal:
    """Return the deal of a row that was found whole before."""
    deal, _ = _deal(row, filled)
    assert deal is not None
    return deal


def _about(row: PlannedRow, column: str | None, value: object, reason: str, *, is_cell: bool = False) -> Skipped:
    return Skipped(row.number, column, str(value), reason, is_cell, row.sheet)


def in_the_future(day: date) -> str:
    """Return the sentence for a deal date after today."""
    return f"Deal date is {show_day(day)}, which is after today. Write the day of the agreement or of the last talk."


def _heading(plan: Plan, name: str) -> str:
    return next((column.header for column in plan.columns if column.field == name), LABELS[name])


def _slices(rows: Sequence[_Ready]) -> Iterator[Sequence[_Ready]]:
    """Yield the rows, which stand vendor by vendor, in parts of not too many deals and vendors."""
    start, banks = 0, 0
    for place, row in enumerate(rows):
        is_next = place == 0 or rows[place - 1].bank_id != row.bank_id
        if place > start and (place - start == DEALS_A_SLICE or (is_next and banks == BANKS_A_SLICE)):
            yield rows[start:place]
            start, banks = place, 0
        banks += is_next or place == start
    if rows:
        yield rows[start:]


def _lead_names(kb: "KnowledgeBase", batch: Batch, same: Iterable[SameVendor]) -> Batch:
    """Make the names lead to the vendors that a person says they mean, and return the batch with what was added."""
    added: list[tuple[str, str]] = []
    for each in same:
        if kb.vendor(each.vendor):  # else no row of that vendor was taken, and the name stays one of its own
            directory.add_alias(kb, each.vendor, each.name)
            added.append((each.vendor, each.name))
    return note_aliases(kb, batch, added) if added else batch


def _log(
    kb: "KnowledgeBase", deals: Sequence[Deal], origins: Sequence[Origin], progress: Progress | None = None
) -> list["Receipt | None"]:
    """Return the receipt of each deal; None for one that was erased for good, which keeps no other out."""
    try:
        return list(kb.log_many([(deal, None) for deal in deals], progress, origins)) if deals else []
    except DealErased:
        if len(deals) == 1:
            return [None]
        half = len(deals) // 2
        return _log(kb, deals[:half], origins[:half]) + _log(kb, deals[half:], origins[half:])


def _origin(plan: Plan, row: PlannedRow, batch: Batch) -> Origin:
    place = f"{row.sheet}, row {row.number}" if row.sheet else f"row {row.number}"
    return Origin(f"{plan.filename}, {place}" if plan.filename else place, batch.batch_id, row.mark)


def _erased(row: PlannedRow) -> Skipped:
    return _about(row, None, "", REASONS["erased"])
