"""The plan of an import: what a file says, before anything is written, and what only a person can say about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from leverage.cells import unguard
from leverage.deals import DISCOUNT_BASES, OUTCOMES, DealDraft
from leverage.errors import LeverageError, UnreadableFile
from leverage.files.names import clean_name
from leverage.imports.columns import NONE, Column, Mapped, is_known, is_own, read_columns, side_table
from leverage.imports.files.headings import is_figure
from leverage.imports.files.tables import LeftOut, Reading, Row, Table, read_table
from leverage.imports.furniture import Totals, find_odd_rows, find_totals
from leverage.imports.money import AS_WRITTEN, PRICES, currencies_named, is_as_written
from leverage.imports.names import SameVendor, find_same_vendors, without_numbers
from leverage.imports.outcomes import short
from leverage.imports.parties import find_other_parties, find_shared_amounts
from leverage.imports.questions import Answers, Given, Option, Question
from leverage.imports.rows import PlannedRow, RowReader, Skipped
from leverage.imports.shapes import Shape, ask_about_shape, find_shape
from leverage.imports.standing import ask_about_twins
from leverage.long_texts import with_whole_texts
from leverage.wording import BASES
from leverage.wording import OUTCOMES as SHOWN_OUTCOMES
from leverage.words import meaning_of

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

DEFAULTS = ("logged_by", "department", "outcome", "discount_base", "currency")
ALL_SHEETS = "all"
NO_VENDOR_COLUMN = "No column is read as the vendor. Say which one names it."


@dataclass(frozen=True)
class Plan:
    """What a file says, before anything is written: how it was read, its deals, and all that is not taken.

    `encoding` is the name of a Python codec, None for a workbook; `sheet` the name of a workbook's sheet; `header_row`
    counts from 1; `blank_rows` are rows without a value. `questions` are all that were asked, `open_questions` those
    without an answer. `same_vendors` says by bank id which names are another name of a vendor, as a person answered.
    `remarks` are about cells that were read in a way which the person should know. `shape` tells what kind of list it is
    if it is no log of deals. `takes_twins` says that rows which look like deals of the store are further ones, and
    `homes` to which bank each vendor's name led when the plan was made.
    """

    filename: str
    encoding: str | None
    delimiter: str | None
    sheet: str | None
    header_row: int
    columns: tuple[Column, ...]
    rows: tuple[PlannedRow, ...]
    skipped: tuple[Skipped, ...]
    questions: tuple[Question, ...]
    open_questions: tuple[Question, ...]
    blank_rows: int
    table: Table = field(repr=False)
    remarks: tuple[Skipped, ...] = ()
    same_vendors: Mapping[str, SameVendor] = field(default_factory=dict)
    shape: Shape | None = None
    today: date | None = None
    takes_twins: bool = False
    homes: Mapping[str, str] = field(default_factory=dict)

    @property
    def deals(self) -> list[DealDraft]:
        """The proposed deals, in the file's order."""
        return [row.deal for row in self.rows]

    @property
    def name_remark(self) -> str | None:
        """What a person should know about a text file whose name says that it is a workbook."""
        ending = self.filename.rpartition(".")[2].casefold()
        if not self.delimiter or ending not in ("xlsx", "xlsm", "xls", "xlsb", "ods"):
            return None
        return f"It is a text file, though its name ends in .{ending}; if that is not the file you meant, choose another."

    @property
    def unread(self) -> list[Column]:
        """The columns that are not read, each with its reason."""
        return [column for column in self.columns if column.reason]

    @property
    def needed(self) -> list[Question]:
        """The questions without whose answer not every row can be taken."""
        return [question for question in self.open_questions if question.is_needed]

    @property
    def waited_for(self) -> list[Question]:
        """Those of the needed questions that the import waits for: the rest fill a field that some rows lack."""
        return [question for question in self.needed if question.key not in DEFAULTS]


def plan(
    data: bytes,
    filename: str,
    *,
    kb: "KnowledgeBase | None" = None,
    answers: Mapping[str, Given] | None = None,
    mapping: Mapped | None = None,
    reading: Reading | None = None,
    table: Table | None = None,
    today: date | None = None,
) -> Plan:
    """Return what a file of deals says, writing nothing.

    `answers` are a person's, by the key or field of each question; those for logged_by, department, outcome,
    discount_base and currency fill what a row leaves open. `mapping` sets what a column, by heading or index, is read
    as; None passes it over. `reading` sets encoding, delimiter, sheets and heading row; `table` is that of an earlier plan
    of the same bytes and reading, which are then not read again. The name is kept without folders, and with nothing hidden
    in it. A deal dated after `today` is not taken.
    Raises UnreadableFile with a sentence that says what to do.
    """
    filename = clean_name(filename) if filename else ""
    today = today or (kb.today() if kb else datetime.now().astimezone().date())
    said = Answers(answers)
    table = _table(data, filename, reading or Reading(), said, table)
    table = _ask_for_headings(table, said, reading)
    _refuse_side_table(table, filename)
    if is_own(table.headers):
        table = _with_whole_texts(table)
    cells = [[unguard(row.cells[index]) for row in table.rows] for index in range(len(table.headers))]
    filled = [[cell for cell in column if cell.strip()] for column in cells]
    columns = tuple(read_columns([unguard(each) for each in table.headers], lambda index: filled[index], mapping, said))
    own = is_own([column.header for column in columns])
    totals = find_totals(() if own else table.rows, columns)
    reader = RowReader(columns, table.rows, said, own=own, today=today, totals=totals.unproving(said))
    defaults = read_defaults({name: text for name in DEFAULTS if (text := said.text(name))})
    shape = None if own else find_shape(columns, reader, len(table.rows))
    if shape and not ask_about_shape(shape, said, len(table.rows)):
        for n in range(len(table.rows)):
            reader.skip(n, shape.reason)
        same: dict[str, SameVendor] = {}
    else:
        _refuse_without_headings(columns, filename)
        same = _take_own_rows(table, reader, defaults) if own else _take_rows(table, columns, reader, said, kb, defaults, totals)
        _ask_for_the_rest(reader, said, own=own)
    takes_twins = ask_about_twins(kb, same, reader.rows, said) if kb else False
    order = {row.number: n for n, row in enumerate(table.rows)}
    return Plan(
        filename=filename,
        encoding=table.encoding,
        delimiter=table.delimiter,
        sheet=table.sheet,
        header_row=table.header_row,
        columns=columns,
        rows=tuple(reader.rows),
        skipped=in_order([*reader.skipped, *map(_left_out, table.left_out)]),
        questions=tuple(said.asked),
        open_questions=tuple(said.open),
        blank_rows=len(table.blank_rows),
        table=table,
        remarks=tuple(sorted(reader.remarks, key=lambda each: order.get(each.row, 0))),
        same_vendors=same,
        shape=shape,
        today=today,
        takes_twins=takes_twins,
        homes=_homes(kb, reader.rows) if kb else {},
    )


def read_defaults(given: Mapping[str, str] | None) -> dict[str, Any]:
    """Return the values that fill what a file leaves open, checked; raises LeverageError for what can't fill a file."""
    filled: dict[str, str] = {}
    for name, text in (given or {}).items():
        if name not in DEFAULTS:
            raise LeverageError(f"“{name}” can't be filled in for a whole file. These can: {', '.join(DEFAULTS)}.")
        if text and text != NONE and not (name == "currency" and is_as_written(text)):
            filled[name] = (meaning_of(name, text) or text) if name in ("outcome", "discount_base", "currency") else text
    return DealDraft(**filled).values()  # type: ignore[arg-type]


def in_order(skipped: Sequence[Skipped]) -> tuple[Skipped, ...]:
    """Return the reasons in the order of the file."""
    return tuple(sorted(skipped, key=lambda each: (each.sheet or "", each.row)))


def _table(data: bytes, filename: str, reading: Reading, said: Answers, known: Table | None) -> Table:
    """Return the file as a table; where several sheets have the same headings, it is asked which are meant."""
    table = known or read_table(data, filename, reading)
    if len(table.alike) < 2 or reading.sheets:
        return table
    number = "both" if len(table.alike) == 2 else f"all {len(table.alike)}"
    options = [*(Option(sheet, sheet) for sheet in table.alike), Option(ALL_SHEETS, number.capitalize())]
    text = f"Which sheets are to be imported: {', '.join(table.alike)}, or {number}?"
    suggested = table.alike[0]
    answer = said.ask(Question("sheet", "sheet", text, tuple(options), suggested, takes_many=True, rows=len(table.rows)))
    wanted = (answer or suggested).split("\n")
    sheets = table.alike if ALL_SHEETS in wanted else tuple(sheet for sheet in table.alike if sheet in wanted)
    read = tuple(dict.fromkeys(row.sheet for row in table.rows)) or (table.sheet,)
    return table if sheets == read else read_table(data, filename, replace(reading, sheets=sheets))


def _homes(kb: "KnowledgeBase", rows: Sequence[PlannedRow]) -> dict[str, str]:
    """Return the bank to which each vendor's name leads now."""
    names = dict.fromkeys(str(row.values["vendor"]) for row in rows if "vendor" in row.values)
    return {name: kb.bank_id(name) for name in names}


def _ask_for_headings(table: Table, said: Answers, reading: Reading | None) -> Table:
    """Return the table; where its first row may be a deal as well as the headings, a person says which it is."""
    filled = [cell for cell in table.headers if cell.strip()]
    known = sum(map(is_known, filled))
    if (reading and reading.header_row) or len(filled) < 2 or known > 1 or not any(map(is_figure, filled)):
        return table
    first = Row(table.header_row, table.headers, table.sheet)
    question = Question(
        "rows:headings",
        "rows",
        f"Does row {table.header_row:,} hold the headings?",
        (Option("yes", "Yes"), Option("no", "No, it is a deal; there are no headings")),
        samples=tuple(short(cell) for cell in filled[:4]),
        rows=1,
        why="It looks like a row of values.",
        by_key=True,
    )
    if said.ask(question) != "no":
        return table
    headers = tuple(f"Column {n}" for n in range(1, len(table.headers) + 1))
    return replace(table, headers=headers, rows=(first, *table.rows), header_row=0)


def _take_own_rows(table: Table, reader: RowReader, defaults: Mapping[str, Any]) -> dict[str, SameVendor]:
    """Take every row of an export of ours at its word: what was logged once was asked about then."""
    for n, row in enumerate(table.rows):
        if row.problem:
            reader.skip(n, row.problem)
        else:
            reader.take(n, defaults)
    return {}


def _take_rows(
    table: Table,
    columns: Sequence[Column],
    reader: RowReader,
    said: Answers,
    kb: "KnowledgeBase | None",
    defaults: Mapping[str, Any],
    totals: Totals,
) -> dict[str, SameVendor]:
    """Take every row as a deal or say why not, and return which names a person says are another name of a vendor."""
    if not reader.has("vendor"):
        for n in range(len(table.rows)):
            reader.skip(n, NO_VENDOR_COLUMN)
        return {}
    odd = find_odd_rows(table, reader, said, totals)
    others = find_other_parties(columns, table.rows, reader, said)
    usable = [n for n in range(len(table.rows)) if n not in odd and n not in others]
    shared = find_shared_amounts(table.rows, reader, said, usable)
    written = [reader.cell(n, "vendor") for n in usable]
    plain = without_numbers(written, said) or written
    names = dict(zip(usable, plain, strict=True))
    same = find_same_vendors((name for n, name in names.items() if n not in shared and name.strip()), kb, said)
    for n in range(len(table.rows)):
        if n in odd:
            reader.skip(n, odd[n].reason, odd[n].name)
        elif n in others:
            reader.skip(n, others[n])
        elif n in shared:
            reader.skip(n, "The row repeats the amount of the contract for a further vendor.")
        else:
            reader.take(n, defaults, vendor=names[n] if plain is not written else None)
    return same


def _ask_for_the_rest(reader: RowReader, said: Answers, *, own: bool) -> None:
    """Ask for what no column says: who, which department, what happened, off what, and in which currency."""
    deals = [row.values for row in reader.rows]
    held = {n for n, row in enumerate(reader.rows) for problem in row.problems if problem.column == reader.heading("outcome")}
    _ask_text("logged_by", "Who logged these deals?", sum("logged_by" not in deal for deal in deals), said)
    _ask_text("department", "For which department were these deals made?", sum("department" not in deal for deal in deals), said)
    open_ends = sum("outcome" not in deal and n not in held for n, deal in enumerate(deals))
    if open_ends or said.text("outcome"):
        options = tuple(Option(each, SHOWN_OUTCOMES[each]) for each in OUTCOMES)
        said.ask(Question("outcome", "outcome", "What happened in these rows?", options, rows=open_ends))
    if own:
        return  # what an export of ours leaves empty is not known
    bare = sum("discount_pct" in deal and "discount_base" not in deal for deal in deals)
    if bare or said.text("discount_base"):
        options = tuple(Option(each, BASES[each]) for each in DISCOUNT_BASES)
        text = "What are these discounts off?"
        said.ask(Question("discount_base", "discount_base", text, options, "unknown", rows=bare, is_needed=False))
    _ask_currency(reader, deals, said)


def _ask_text(name: str, text: str, rows: int, said: Answers) -> None:
    if rows or said.text(name):
        said.ask(Question(name, name, text, rows=rows))


def _ask_currency(reader: RowReader, deals: Sequence[Mapping[str, Any]], said: Answers) -> None:
    """Ask in which currency amounts without one are; those that other cells name, or may mean by their sign, are offered."""
    bare = sum("currency" not in deal and any(name in deal for name in PRICES) for deal in deals)
    if not bare and not said.text("currency"):
        return
    codes = currencies_named(reader.values)
    samples = tuple(codes)
    told = said.text("currency")
    if told and not is_as_written(told) and told != NONE and told.upper() not in codes:
        codes.append(told.upper())
    as_written = [Option(AS_WRITTEN, "As each cell says")] if samples or (told and is_as_written(told)) else []
    options = (*as_written, *(Option(code, code) for code in codes), Option(NONE, "Not known"))
    text = "In which currency are these amounts?"
    said.ask(Question("currency", "currency", text, options if len(options) > 1 else (), NONE, samples, bare, is_needed=False))


def _with_whole_texts(table: Table) -> Table:
    """Return the table of an export of ours with the texts whole that a workbook's cells could not hold."""
    whole = with_whole_texts(table.headers, [table.headers, *(row.cells for row in table.rows)])[1:]
    return replace(table, rows=tuple(replace(row, cells=cells) for row, cells in zip(table.rows, whole, strict=True)))


def _refuse_side_table(table: Table, filename: str) -> None:
    """Raise UnreadableFile for a table of an export that holds a part of the deals: its rows are no deals."""
    name = side_table(table.headers)
    if name:
        said = f"{filename or 'The file'} is the table “{name}” of an export, whose rows are no deals."
        raise UnreadableFile(f"{said} Choose the deals of the same export.")


def _left_out(each: LeftOut) -> Skipped:
    return Skipped(each.number, None, each.text, each.reason, sheet=each.sheet)


def _refuse_without_headings(columns: Sequence[Column], filename: str) -> None:
    if not any(column.header for column in columns):
        name = filename or "The file"
        raise UnreadableFile(f"{name} has no row of headings. Add one above the deals and choose the file again.")


__all__ = ["DEFAULTS", "Mapped", "Plan", "Row", "in_order", "plan", "read_defaults"]
