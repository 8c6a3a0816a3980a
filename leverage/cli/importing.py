"""The commands `import`, `imports`, `undo-import` and `sample`."""

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from leverage.cli.status import FINE, FOUND
from leverage.cli.terminal import Terminal
from leverage.errors import LeverageError, UnreadableFile
from leverage.imports import (
    DEFAULTS,
    ImportResult,
    Plan,
    Question,
    Reading,
    Skipped,
    batches,
    commit,
    fitting,
    mappings,
    plan,
    preview,
    save_mapping,
    undo,
)
from leverage.imports.columns import UNKNOWN_HEADING
from leverage.imports.files.tables import refuse_large
from leverage.knowledge import KnowledgeBase
from leverage.wording import join_words, show_count, show_day, show_encoding
from leverage.words import DATA

SAMPLE = DATA / "sample_deals.csv"
MOST_REASONS = 50
MOST_QUESTIONS = 20  # of those that the import does not wait for

_HELP = (
    "Import deals from a spreadsheet: CSV, TSV, XLSX, XLS or ODS. What the file leaves open is asked and never guessed. "
    "Importing the same file again adds nothing."
)
_SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "vertical bars"}
_STATES = {
    "importing": "was cut short",
    "done": "is done",
    "undoing": "is being undone, which was cut short",
    "undone": "was undone",
}


def add_commands(commands: Any) -> None:
    """Add the commands to the parser."""
    importing = commands.add_parser("import", help="import deals from a spreadsheet", description=_HELP)
    importing.add_argument("file", metavar="FILE")
    importing.add_argument("--logged-by", metavar="NAME", help="who logged the deals, where the file does not say")
    importing.add_argument("--department", metavar="NAME", help="for which department, where the file does not say")
    importing.add_argument("--outcome", metavar="WORD", help="agreed, no deal, unknown …, where the file does not say")
    importing.add_argument(
        "--discount-base", metavar="WORD", help="list, first quote, last price or unknown: what discounts are off"
    )
    importing.add_argument("--currency", metavar="CODE", help="currency of the amounts, where the file does not say")
    importing.add_argument(
        "--answer", metavar="KEY=VALUE", action="append", default=[], help="answer a question; may be repeated"
    )
    importing.add_argument(
        "--read", metavar="HEADING=FIELD", action="append", default=[], help="what a column is; an empty field leaves it out"
    )
    importing.add_argument("--mapping", metavar="NAME", help="read the columns as saved under this name")
    importing.add_argument("--save-mapping", metavar="NAME", help="save what the columns are read as, for next time")
    importing.add_argument("--encoding", metavar="NAME", help="encoding of a text file, such as cp1252")
    importing.add_argument("--separator", metavar="SIGN", help="what parts the columns of a text file: , ; | or tab")
    importing.add_argument("--sheet", metavar="NAME", action="append", default=[], help="sheet of a workbook; may be repeated")
    importing.add_argument("--header-row", metavar="N", type=int, help="row of the headings, counted from 1")
    importing.add_argument("--dry-run", action="store_true", help="only say what would be imported")
    importing.add_argument("--all-skipped", action="store_true", help=f"give every reason, not the first {MOST_REASONS}")
    importing.set_defaults(run=_import, reads="file")
    commands.add_parser("imports", help="list the imports that were made").set_defaults(run=_list)
    undoing = commands.add_parser("undo-import", help="take out what an import brought")
    undoing.add_argument("batch", metavar="ID", help="the id that `imports` shows, or the beginning of it")
    undoing.set_defaults(run=_undo)
    commands.add_parser("sample", help="load the sample deals").set_defaults(run=_load_sample)


def _import(asked: argparse.Namespace, terminal: Terminal) -> int:
    name = Path(asked.file).name
    return _bring_in(terminal.read(asked.file, lambda size: refuse_large(size, name)), name, asked, terminal)


def _load_sample(asked: argparse.Namespace, terminal: Terminal) -> int:
    if not SAMPLE.is_file():
        raise UnreadableFile("The sample deals are missing from this copy of Leverage. Get data/sample_deals.csv again.")
    return _bring_in(SAMPLE.read_bytes(), SAMPLE.name, asked, terminal)


def _bring_in(data: bytes, name: str, asked: argparse.Namespace, terminal: Terminal) -> int:
    """Import a file's deals, or only say what would be imported, and report what was not taken."""
    dry = getattr(asked, "dry_run", False)
    if dry and not terminal.has_store():
        planned = _plan(data, name, asked, None)
        result = preview(None, planned)
    else:
        with terminal.open_store() as kb:
            planned = _plan(data, name, asked, kb)
            if dry or planned.waited_for:
                result = preview(kb, planned)
            else:
                with terminal.bar("Importing") as progress:
                    result = commit(kb, planned, progress=progress)
            if getattr(asked, "save_mapping", None) and not dry:
                save_mapping(kb, asked.save_mapping, planned.columns)
    _report(terminal, planned, result, getattr(asked, "answer", ()), every_reason=getattr(asked, "all_skipped", False))
    if planned.waited_for:
        terminal.say("Nothing was written: answer the questions above first.")
        return FOUND
    if dry:
        terminal.say("Nothing was written: this was a dry run.")
    elif result.logged:
        terminal.say(f"To take it back: python -m leverage undo-import {result.batch_id[:8]}")
    return FINE if result.logged or result.existing else FOUND


def _plan(data: bytes, name: str, asked: argparse.Namespace, kb: KnowledgeBase | None) -> Plan:
    given = {field: getattr(asked, field, None) for field in DEFAULTS}
    answers = {field: text for field, text in given.items() if text} | _pairs(getattr(asked, "answer", ()))
    separator = getattr(asked, "separator", None)
    reading = Reading(
        getattr(asked, "encoding", None),
        "\t" if separator in ("tab", "\\t") else separator,
        tuple(getattr(asked, "sheet", ())),
        getattr(asked, "header_row", None),
    )
    mapping: dict[str, str | None] = {heading: field or None for heading, field in _pairs(getattr(asked, "read", ())).items()}
    saved = getattr(asked, "mapping", None)
    if saved:
        known = mappings(kb) if kb else {}
        if saved not in known:
            raise LeverageError(f"No mapping is saved as “{saved}”. Saved are: {', '.join(known) or 'none'}.")
        headers = plan(data, name, kb=kb, reading=reading).table.headers
        mapping = fitting(known[saved], headers) | mapping
    return plan(data, name, kb=kb, answers=answers, mapping=mapping or None, reading=reading)


def _pairs(given: Iterable[str]) -> dict[str, str]:
    """Return what is given as KEY=VALUE; raises LeverageError for anything else."""
    pairs: dict[str, str] = {}
    for text in given:
        key, sign, value = text.rpartition("=")
        if not sign or not key.strip():
            raise LeverageError(f"“{text}” has no equals sign. Write it as KEY=VALUE.")
        pairs[key.strip()] = value.strip()
    return pairs


def _report(terminal: Terminal, planned: Plan, result: ImportResult, answers: Iterable[str], *, every_reason: bool) -> None:
    separator = _SEPARATORS.get(planned.delimiter or "", "")
    how = f"as {show_encoding(planned.encoding)} with {separator}" if planned.encoding else f"from the sheet “{planned.sheet}”"
    heads = f"headings in row {planned.header_row}" if planned.header_row else "without headings"
    terminal.say(f"{planned.filename}: read {how}, {heads}.")
    if planned.name_remark:
        terminal.say(planned.name_remark)
    if not planned.table.is_sure:
        others = ", ".join(each for each in planned.table.encodings if each != planned.encoding)
        terminal.say(f"The bytes do not tell the encoding for sure. If accents look wrong, add --encoding; it may be {others}.")
    by_reason: dict[str, list[str]] = {}
    for column in planned.unread:
        by_reason.setdefault(column.reason or "", []).append(
            f"“{column.header}”" if column.header else f"Column {column.index + 1}"
        )
    for reason, names in by_reason.items():
        terminal.say(f"Not read: {join_words(names)} {'each ' if len(names) > 1 else ''}{reason}.")
        if reason == UNKNOWN_HEADING:
            terminal.say(
                f'Say what such a column holds with --read "{names[0].strip("“”")}=FIELD", where FIELD is notes, for example.'
            )
    keys = {key for question in planned.questions for key in (question.key, question.field)}
    for key in (each for each in _pairs(answers) if each not in keys):
        terminal.say(f"The answer to “{key}” was not used: nothing is asked under this key.")
    optional = [question for question in planned.open_questions if not question.is_needed]
    for question in [*planned.needed, *optional[:MOST_QUESTIONS]]:
        terminal.say(_asked(question))
    if len(optional) > MOST_QUESTIONS:
        terminal.say(f"… and {show_count(len(optional) - MOST_QUESTIONS, 'question')} more that need no answer.")
    _say_rows(terminal, planned.remarks, "", every_reason=every_reason)
    _say_rows(terminal, result.skipped, " The cell is left out.", every_reason=every_reason)
    rows = show_count(len({(each.sheet, each.row) for each in result.skipped if not each.is_cell}), "row")
    terminal.say(f"{show_count(result.logged, 'new deal')}, {result.existing:,} already here, {rows} skipped.")
    if result.waiting:
        terminal.say(f"{show_count(result.waiting, 'deal')} are safe on disk and go into the memory by themselves.")


def _asked(question: Question) -> str:
    """Return a question with the option of the command line that answers it."""
    rows = show_count(question.rows, "row")
    if question.key in DEFAULTS:
        lacking = f" Without an answer {rows} can't be taken" if question.is_needed else f" It concerns {rows}"
        return f"{question.text}{lacking}: add --{question.key.replace('_', '-')}."
    choices = " or ".join(f"“{option.value}” for {option.label}" for option in question.options)
    key = f"{question.key}=…"
    quoted = f'"{key}"' if " " in key else key
    return f"{question.text} Add --answer {quoted}{f' with {choices}' if choices else ''}."


def _say_rows(terminal: Terminal, rows: Sequence[Skipped], of_cells: str, *, every_reason: bool) -> None:
    """Say what is told of rows, with `of_cells` behind what is told of one cell."""
    shown = rows if every_reason else rows[:MOST_REASONS]
    for each in shown:
        row = f"Row {each.row}" + (f" of “{each.sheet}”" if each.sheet else "")
        place = f"{row}, “{each.column}”" if each.column else row
        terminal.say(f"{place}: {each.reason}{of_cells if each.is_cell else ''}")
    if len(shown) < len(rows):
        terminal.say(f"… and {len(rows) - len(shown):,} more. Add --all-skipped to see them.")


def _list(asked: argparse.Namespace, terminal: Terminal) -> int:
    with terminal.open_store() as kb:
        found = batches(kb)
    for batch in found:
        by = f" by {batch.by}" if batch.by else ""
        terminal.say(
            f"{batch.batch_id[:8]}  {show_day(batch.at.date())}{by}: {batch.filename}, {show_count(batch.logged, 'deal')}, "
            f"{_STATES[batch.state]}."
        )
    if not found:
        terminal.say("No file was imported yet.")
    return FINE


def _undo(asked: argparse.Namespace, terminal: Terminal) -> int:
    with terminal.open_store() as kb:
        found = [batch for batch in batches(kb) if asked.batch and batch.batch_id.startswith(asked.batch)]
        if len(found) != 1:
            raise LeverageError(
                f"{'No' if not found else 'More than one'} import begins with “{asked.batch}”. See: python -m leverage imports."
            )
        with terminal.bar("Undoing") as progress:
            done = undo(kb, found[0].batch_id, progress)
    terminal.say(f"{show_count(done.removed, 'deal')} of {found[0].filename} taken out.")
    if done.kept:
        terminal.say(f"{show_count(done.kept, 'deal')} stay, since somebody changed them after the import.")
    for vendor, name in done.names:
        terminal.say(f"“{name}” goes on leading to {vendor}: a deal is written under it.")
    return FINE
