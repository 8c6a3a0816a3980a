"""The command line: import and export deals, load the samples, back up and look after the store.

Exit status: 0 all right; 1 nothing could be imported, or a check found something; 2 wrong use, or an error said in a
sentence; 130 stopped by Ctrl-C.
"""

import argparse
import csv
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from leverage import backup
from leverage.errors import LeverageError, UnreadableFile
from leverage.exports import TABLES, Filters, archive, export_name, table_csv, workbook
from leverage.imports import DEFAULTS, ImportResult, Plan, Skipped, commit, plan, preview
from leverage.knowledge import KnowledgeBase
from leverage.settings import load_settings
from leverage.wording import join_words, show_count
from leverage.words import DATA

SAMPLE = DATA / "sample_deals.csv"
MOST_REASONS = 50
FINE, FOUND, FAILED, STOPPED, PIPE_CLOSED = 0, 1, 2, 130, 141

_SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}
_JOINERS = "\u200c\u200d"  # invisible, but part of how some scripts and emoji are written


def main(arguments: Sequence[str] | None = None, open_store: Callable[[Path], KnowledgeBase] = KnowledgeBase.open) -> int:
    """Run one command and return the exit status; no error reaches the user as a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        asked = _parser().parse_args(arguments, argparse.Namespace(open_store=open_store))
        run: Callable[[argparse.Namespace], int] = asked.run
        return run(asked)
    except LeverageError as problem:
        _complain(str(problem))
        return FAILED
    except KeyboardInterrupt:
        _complain("Stopped. What was saved until now stays; the same command goes on from there.")
        return STOPPED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python complains while it exits
        return PIPE_CLOSED
    except OSError as problem:
        _complain(f"{problem.filename or 'A file'} can't be used: {problem.strerror or problem}. Check the path and the rights.")
        return FAILED


def _import(asked: argparse.Namespace) -> int:
    path = Path(asked.file)
    return _bring_in(path.read_bytes(), path.name, asked)


def _load_sample(asked: argparse.Namespace) -> int:
    if not SAMPLE.is_file():
        raise UnreadableFile("The sample deals are missing from this copy of Leverage. Get data/sample_deals.csv again.")
    return _bring_in(SAMPLE.read_bytes(), SAMPLE.name, asked)


def _bring_in(data: bytes, name: str, asked: argparse.Namespace) -> int:
    """Import a file's deals, or only say what would be imported, and report what was not taken."""
    given = {field: getattr(asked, field, None) for field in DEFAULTS}
    defaults = {field: text for field, text in given.items() if text}
    dry = getattr(asked, "dry_run", False)
    home = _home(asked)
    if dry and not home.exists():
        planned = plan(data, name)
        result = preview(None, planned, defaults=defaults)
    else:
        with asked.open_store(home) as kb:
            planned = plan(data, name, kb=kb)
            if dry:
                result = preview(kb, planned, defaults=defaults)
            else:
                with _bar("Importing") as progress:
                    result = commit(kb, planned, defaults=defaults, progress=progress)
    _report(planned, result, defaults, dry=dry, every_reason=getattr(asked, "all_skipped", False))
    return FINE if result.logged or result.existing else FOUND


def _report(planned: Plan, result: ImportResult, defaults: Iterable[str], *, dry: bool, every_reason: bool) -> None:
    separator = _SEPARATORS.get(planned.delimiter or "", "")
    _say(f"{planned.filename}: read as UTF-8 with {separator}, headings in row {planned.header_row}.")
    by_reason: dict[str, list[str]] = {}
    for column in planned.unread:
        by_reason.setdefault(column.reason or "", []).append(
            f"“{column.header}”" if column.header else f"Column {column.index + 1}"
        )
    for reason, names in by_reason.items():
        _say(f"Not read: {join_words(names)} {'each ' if len(names) > 1 else ''}{reason}.")
    for question in planned.questions:
        if question.field not in defaults:
            rows = show_count(question.rows, "row")
            _say(f"{question.text} Without an answer {rows} can't be taken: add --{question.field.replace('_', '-')}.")
    _say_skipped(result.skipped, every_reason=every_reason)
    skipped = show_count(len({each.row for each in result.skipped}), "row")
    _say(f"{show_count(result.logged, 'new deal')}, {result.existing:,} already here, {skipped} skipped.")
    if result.waiting:
        _say(f"{show_count(result.waiting, 'deal')} are safe on disk and go into the memory by themselves.")
    if dry:
        _say("Nothing was written: this was a dry run.")


def _say_skipped(skipped: Sequence[Skipped], *, every_reason: bool) -> None:
    shown = skipped if every_reason else skipped[:MOST_REASONS]
    for each in shown:
        place = f"Row {each.row}, “{each.column}”" if each.column else f"Row {each.row}"
        _say(f"{place}: {each.reason}")
    if len(shown) < len(skipped):
        _say(f"… and {len(skipped) - len(shown):,} more. Add --all-skipped to see them.")


def _export(asked: argparse.Namespace) -> int:
    filters: Filters = {
        "department": asked.department,
        "since": asked.since,
        "until": asked.until,
        "retracted": asked.retracted,
    }
    is_csv = asked.format == "csv"
    if asked.table and not is_csv:
        raise LeverageError(f"A file in the format {asked.format} holds every table. Leave --table out, or take --format csv.")
    if asked.output is None and not is_csv and sys.stdout.isatty():
        raise LeverageError(f"A terminal can't show the format {asked.format}. Name a file or folder with -o.")
    table = asked.table or TABLES[0]
    with asked.open_store(_home(asked)) as kb:
        if asked.vendor is not None and kb.vendor(asked.vendor) is None and not any(kb.records(asked.vendor)):
            raise LeverageError(f"No deal with “{asked.vendor}” is recorded. Check the name.")
        if is_csv:
            data = table_csv(kb, table, asked.vendor, **filters)
        else:
            data = (workbook if asked.format == "xlsx" else archive)(kb, asked.vendor, **filters)
        name = export_name(kb, asked.vendor, table=table, format=asked.format, **filters)
    if asked.output is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return FINE
    path = Path(asked.output)
    path = path / name if path.is_dir() else path
    path.write_bytes(data)
    _say(f"{_rows_in(data, table) if is_csv else 'Every table'} written to {path}.")
    return FINE


def _rows_in(data: bytes, table: str) -> str:
    """Return how many rows a table has, in words."""
    rows = sum(1 for _ in csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))) - 1
    return show_count(rows, "column" if table == "dictionary" else table[:-1])


def _rebuild(asked: argparse.Namespace) -> int:
    with asked.open_store(_home(asked)) as kb, _bar("Reading the banks") as progress:
        count = kb.rebuild_index(progress)
    _say(f"The index was made anew from the banks: {show_count(count, 'deal')}.")
    return FINE


def _check(asked: argparse.Namespace) -> int:
    with asked.open_store(_home(asked)) as kb, _bar("Checking") as progress:
        found = kb.check(progress)
    for finding in found:
        _say(finding)
    if not found:
        _say("All is well.")
    return FOUND if found else FINE


def _repair(asked: argparse.Namespace) -> int:
    with asked.open_store(_home(asked)) as kb, _bar("Repairing") as progress:
        done = kb.repair(progress)
        left = kb.check()
    for sentence in done:
        _say(sentence)
    for finding in left:
        _say(f"Left: {finding}")
    if not done and not left:
        _say("All is well.")
    return FOUND if left else FINE


def _backup(asked: argparse.Namespace) -> int:
    home = _home(asked)
    if not (home / "banks").exists():
        raise LeverageError(f"There is no store in {home}. Name its folder: python -m leverage --home DIR backup.")
    with asked.open_store(home) as kb:
        path = Path(asked.file or ".")
        path = path / backup.backup_name(kb.today()) if path.is_dir() else path
        with _bar("Reading the banks") as progress:
            made = backup.write(kb, path, progress, overwrite=asked.overwrite)
    _say(f"{_contents(made)} written to {path}, {made.bytes:,} bytes. Whoever holds the file can read every deal.")
    return FINE


def _check_backup(asked: argparse.Namespace) -> int:
    found = backup.check(asked.file)
    made = f"{found.made_at:%Y-%m-%d %H:%M} UTC"
    _say(f"The backup is whole: {_contents(found)}, made on {made}, {found.bytes:,} bytes, format {found.format}.")
    return FINE


def _restore(asked: argparse.Namespace) -> int:
    home = _home(asked)
    with _bar("Restoring") as progress:
        brought = backup.restore(asked.file, home, progress=progress)
    with asked.open_store(home) as kb:  # makes the index, and brings in what waited
        waiting = len(kb.waiting())
    _say(f"{_contents(brought)} restored into {home}.")
    if waiting:
        _say(f"{show_count(waiting, 'change')} still on disk; what waits goes into the memory by itself.")
    return FINE


def _contents(summary: backup.Summary) -> str:
    more = [("retracted", summary.retracted), ("waiting", summary.waiting), ("set aside", summary.set_aside)]
    parts = [f"{show_count(summary.deals, 'deal')} with {show_count(summary.vendors, 'vendor')}"]
    return join_words([*parts, *(f"{count:,} {word}" for word, count in more if count)])


def _home(asked: argparse.Namespace) -> Path:
    return Path(asked.home).expanduser() if asked.home else load_settings().home


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m leverage", description="A company's memory of its vendor negotiations.")
    parser.add_argument("--home", metavar="DIR", help="folder of the store (default: the setting LEVERAGE_HOME, else data/store)")
    commands = parser.add_subparsers(metavar="command", required=True)

    importing = commands.add_parser("import", help="import deals from a CSV file", description=_import_help())
    importing.add_argument("file", metavar="FILE.csv")
    importing.add_argument("--logged-by", metavar="NAME", help="who logged the deals, where the file does not say")
    importing.add_argument("--department", metavar="NAME", help="for which department, where the file does not say")
    importing.add_argument("--outcome", metavar="WORD", help="agreed, no deal, unknown …, where the file does not say")
    importing.add_argument("--currency", metavar="CODE", help="currency of the amounts, where the file does not say")
    importing.add_argument("--dry-run", action="store_true", help="only say what would be imported")
    importing.add_argument("--all-skipped", action="store_true", help=f"give every reason, not the first {MOST_REASONS}")
    importing.set_defaults(run=_import)

    exporting = commands.add_parser("export", help="write deals as CSV, or all tables as a workbook or ZIP")
    exporting.add_argument("-o", "--output", metavar="FILE", help="file or folder to write to (default: standard output)")
    exporting.add_argument("--format", choices=("csv", "xlsx", "zip"), default="csv", help="one table as CSV, or all of them")
    exporting.add_argument("--table", choices=TABLES, help="which table, for CSV (default: deals)")
    exporting.add_argument("--vendor", metavar="NAME", help="only this vendor, by name or bank id")
    exporting.add_argument("--department", metavar="NAME", help="only this department")
    exporting.add_argument("--since", metavar="DATE", help="first deal date, as 2026-03-02")
    exporting.add_argument("--until", metavar="DATE", help="last deal date, as 2026-03-02")
    exporting.add_argument("--retracted", action="store_true", help="retracted deals too, marked as such")
    exporting.set_defaults(run=_export)

    commands.add_parser("sample", help="load the sample deals").set_defaults(run=_load_sample)
    keeping = commands.add_parser("backup", help="write everything into one file", description=_backup_help())
    keeping.add_argument(
        "file", metavar="FILE", nargs="?", help="file or folder to write to (default: this folder, a dated name)"
    )
    keeping.add_argument("--overwrite", action="store_true", help="replace the file if it is there already")
    keeping.set_defaults(run=_backup)
    proving = commands.add_parser("check-backup", help="say whether a backup is whole, and what is in it")
    proving.add_argument("file", metavar="FILE")
    proving.set_defaults(run=_check_backup)
    restoring = commands.add_parser("restore", help="restore a backup into an empty store")
    restoring.add_argument("file", metavar="FILE")
    restoring.set_defaults(run=_restore)

    commands.add_parser("rebuild", help="make the index anew from the banks").set_defaults(run=_rebuild)
    commands.add_parser("check", help="say what is not as it should be").set_defaults(run=_check)
    commands.add_parser("repair", help="put right what a check finds, without loss").set_defaults(run=_repair)
    return parser


def _backup_help() -> str:
    return "Write all deals with their history, vendors and names into one file. Whoever holds it can read every deal."


def _import_help() -> str:
    return "Import deals from a CSV file in UTF-8 with headings in row 1. Importing the same file again adds nothing."


@contextmanager
def _bar(label: str) -> Iterator[Callable[[int, int], None]]:
    """Give a progress callback that draws a bar on a terminal and nothing into a pipe."""
    from tqdm import tqdm  # only for commands that take long

    with tqdm(desc=label, file=sys.stderr, disable=None, leave=False, mininterval=0.2) as bar:

        def move(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        yield move


def _say(text: str) -> None:
    print(_harmless(text))


def _complain(text: str) -> None:
    print(_harmless(text), file=sys.stderr)


def _harmless(text: str) -> str:
    """Return the text with characters that a terminal would obey, or that reorder a line, written out."""
    return "".join(char if char.isprintable() or char in _JOINERS else ascii(char)[1:-1] for char in text)
