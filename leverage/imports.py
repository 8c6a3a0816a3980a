"""Deals out of a file: first a plan that can be shown, then the commit that logs it.

Nothing is guessed: who logged a deal, for which department and how it ended come from the file or from the person
who imports it. A row that can't be taken is passed over with its number, its column and the reason.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from leverage.cells import unguard
from leverage.deals import LABELS, Deal, DealDraft, deal_id_of
from leverage.errors import DealErased, InvalidDeal, LeverageError, UnreadableFile
from leverage.headers import Column, Mapped, read_headers
from leverage.progress import Progress
from leverage.rows import PlannedRow, RowReader, Skipped, in_the_future, repeated
from leverage.sheets import Sheet, read_sheet
from leverage.words import meaning_of

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase
    from leverage.writing import Receipt

DEFAULTS = ("logged_by", "department", "outcome", "currency")

_ASKED = {
    "logged_by": "Who logged these deals?",
    "department": "For which department were these deals made?",
    "outcome": "How did these deals end?",
}

_ERASED = "This very deal was erased for good, so it is not brought back."


@dataclass(frozen=True)
class Question:
    """Something that only a person can say: a needed field which `rows` rows leave open. Its answer goes by `field`."""

    field: str
    text: str
    rows: int


@dataclass(frozen=True)
class Plan:
    """What a file says, before anything is written: how it was read, its deals, and all that is not taken.

    `encoding` is the name of a Python codec, `sheet` that of a workbook's sheet; `blank_rows` are rows without a value.
    """

    filename: str
    encoding: str
    delimiter: str | None
    sheet: str | None
    header_row: int
    columns: tuple[Column, ...]
    rows: tuple[PlannedRow, ...]
    skipped: tuple[Skipped, ...]
    questions: tuple[Question, ...]
    blank_rows: int

    @property
    def deals(self) -> list[DealDraft]:
        """The proposed deals, in the file's order."""
        return [row.deal for row in self.rows]

    @property
    def unread(self) -> list[Column]:
        """The columns that are not read, each with its reason."""
        return [column for column in self.columns if column.reason]


@dataclass(frozen=True)
class ImportResult:
    """What an import did: deals logged, deals the store had already, and the rows not taken.

    `waiting` of the logged deals are safe on disk but not yet in the memory; `deal_ids` are those logged now.
    """

    batch_id: str
    logged: int
    existing: int
    skipped: tuple[Skipped, ...]
    waiting: int = 0
    deal_ids: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Ready:
    number: int
    deal: Deal


def plan(
    data: bytes,
    filename: str,
    *,
    kb: "KnowledgeBase | None" = None,
    answers: Mapping[str, str] | None = None,
    mapping: Mapped | None = None,
    today: date | None = None,
) -> Plan:
    """Return what a file of deals says, writing nothing.

    `answers` says who logged, the department, the outcome or the currency where a row does not. `mapping` sets what a
    column, by heading or index, is read as; None passes it over. A deal dated after `today` is not taken.
    Raises UnreadableFile with a sentence that says what to do.
    """
    sheet = read_sheet(data, filename)
    headers = [unguard(cell) for cell in sheet.rows[0]]
    columns = tuple(read_headers(headers, lambda index: _filled_cells(sheet, index), mapping))
    _refuse_without_needed(columns, sheet, filename)
    reader = RowReader(
        sheet, columns, today or (kb.today() if kb else datetime.now().astimezone().date()), read_defaults(answers)
    )
    for number in range(2, len(sheet.rows) + 1):
        reader.read(number)
    return Plan(
        filename=filename,
        encoding=sheet.encoding,
        delimiter=sheet.delimiter,
        sheet=None,
        header_row=1,
        columns=columns,
        rows=tuple(reader.rows),
        skipped=tuple(reader.skipped),
        questions=tuple(_open_questions(reader.rows)),
        blank_rows=reader.blank,
    )


def preview(kb: "KnowledgeBase | None", plan: Plan, *, defaults: Mapping[str, str] | None = None) -> ImportResult:
    """Return what `commit` would do, writing nothing; None for `kb` stands for an empty store."""
    ready, existing, skipped = _sort_out(kb, plan, defaults)
    return ImportResult(_batch_id(plan), len(ready), existing, skipped, deal_ids=tuple(deal_id_of(row.deal) for row in ready))


def commit(
    kb: "KnowledgeBase", plan: Plan, *, defaults: Mapping[str, str] | None = None, progress: Progress | None = None
) -> ImportResult:
    """Log the deals of a plan; importing the same file again adds nothing.

    `defaults` fills logged_by, department, outcome and currency where a row leaves them open; a row that then still
    lacks a needed field is passed over and said. `progress(done, total)` is called between batches.
    """
    ready, existing, skipped = _sort_out(kb, plan, defaults)
    receipts = _log(kb, [row.deal for row in ready], progress)
    taken = [receipt for receipt in receipts if receipt]
    # Where an erased deal made some go in twice, `existed` says nothing: none of these counted before.
    erased = [Skipped(row.number, None, "", _ERASED) for row, receipt in zip(ready, receipts, strict=True) if not receipt]
    logged = [each for each in taken if not each.existed or (erased and kb.deal(each.deal_id))]
    return ImportResult(
        batch_id=_batch_id(plan),
        logged=len(logged),
        existing=existing + len(taken) - len(logged),
        skipped=_in_order([*skipped, *erased]),
        waiting=sum(receipt.waiting for receipt in logged),
        deal_ids=tuple(receipt.deal_id for receipt in logged),
    )


def read_defaults(given: Mapping[str, str] | None) -> dict[str, Any]:
    """Return the values that fill what a file leaves open, checked; raises LeverageError for what can't fill a file."""
    filled: dict[str, str] = {}
    for name, text in (given or {}).items():
        if name not in DEFAULTS:
            raise LeverageError(f"“{name}” can't be filled in for a whole file. These can: {', '.join(DEFAULTS)}.")
        filled[name] = (meaning_of(name, text) or text) if name == "outcome" else text
    return DealDraft(**filled).values()  # type: ignore[arg-type]


def _log(kb: "KnowledgeBase", deals: Sequence[Deal], progress: Progress | None = None) -> list["Receipt | None"]:
    """Return the receipt of each deal; None for one that was erased for good, which keeps no other out."""
    try:
        return list(kb.log_many([(deal, None) for deal in deals], progress)) if deals else []
    except DealErased:
        if len(deals) == 1:
            return [None]
        half = len(deals) // 2
        return _log(kb, deals[:half]) + _log(kb, deals[half:])


def _sort_out(
    kb: "KnowledgeBase | None", plan: Plan, defaults: Mapping[str, str] | None
) -> tuple[list[_Ready], int, tuple[Skipped, ...]]:
    """Return the rows to log, the number of those the store holds already, and those not taken."""
    filled, today = read_defaults(defaults), kb.today() if kb else date.max
    ready: list[_Ready] = []
    existing = 0
    skipped = list(plan.skipped)
    first_rows: dict[str, int] = {}
    held: dict[str, set[str | None]] = {}
    for row in plan.rows:
        try:
            deal = Deal(**filled | row.deal.values())
        except InvalidDeal as problem:
            skipped += [Skipped(row.number, LABELS[name], "", sentence) for name, sentence in problem.problems.items()]
            continue
        same = deal_id_of(deal)
        first = first_rows.setdefault(same, row.number)
        if deal.deal_date > today:
            skipped.append(Skipped(row.number, LABELS["deal_date"], deal.deal_date.isoformat(), in_the_future(deal.deal_date)))
        elif first != row.number:
            skipped.append(repeated(row.number, first))
        elif kb and same in _ids_held(kb, deal.vendor, held):
            existing += 1
        else:
            ready.append(_Ready(row.number, deal))
    return ready, existing, _in_order(skipped)


def _in_order(skipped: Iterable[Skipped]) -> tuple[Skipped, ...]:
    return tuple(sorted(skipped, key=lambda each: each.row))


def _ids_held(kb: "KnowledgeBase", vendor: str, known: dict[str, set[str | None]]) -> set[str | None]:
    """Return the ids of the vendor's deals, and those that their words would give them.

    The two differ where a deal was edited or logged under a key; an export of it has to meet it all the same.
    """
    bank_id = kb.bank_id(vendor)
    if bank_id not in known:
        deals = kb.deals(vendor)
        known[bank_id] = {deal.deal_id for deal in deals} | {deal_id_of(deal) for deal in deals}
    return known[bank_id]


def _batch_id(plan: Plan) -> str:
    """Return the id of an import: the same for the same deals, however often they are imported."""
    ids = sorted(deal_id_of(deal) for deal in plan.deals)
    return hashlib.sha256("\n".join(ids).encode()).hexdigest()[:32]


def _filled_cells(sheet: Sheet, index: int) -> list[str]:
    return [unguard(row[index]) for row in sheet.rows[1:] if index < len(row) and row[index].strip()]


def _refuse_without_needed(columns: Sequence[Column], sheet: Sheet, filename: str) -> None:
    """Raise UnreadableFile where the file can't hold a single deal."""
    name = filename or "The file"
    headings = [column.header for column in columns if column.header]
    if not headings:
        raise UnreadableFile(f"{name} has no headings in row 1. Delete the rows above the headings and choose it again.")
    for label in (LABELS[field] for field in ("vendor", "deal_date") if field not in {column.field for column in columns}):
        unsure = [f"“{column.header}” {column.reason}." for column in columns if column.reason and label in column.reason]
        found = unsure[0] if unsure else f"Its headings are: {', '.join(headings)}."
        raise UnreadableFile(f"{name} has no column that is surely the {label.lower()}. {found} Call one of them {label}.")
    if not any(cell.strip() for row in sheet.rows[1:] for cell in row) and not sheet.broken:
        raise UnreadableFile(f"{name} has headings but no rows. Add a row for each deal and choose it again.")


def _open_questions(rows: Iterable[PlannedRow]) -> Iterable[Question]:
    """Yield what has to be answered before all rows can be logged."""
    rows = tuple(rows)
    for field, text in _ASKED.items():
        missing = sum(not getattr(row.deal, field) for row in rows)
        if missing:
            yield Question(field, text, missing)
