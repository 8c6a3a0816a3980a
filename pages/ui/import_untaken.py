"""What an import does not take: every row with its number and reason, every cell, and what else one should know."""

import csv
import io
from collections.abc import Sequence
from itertools import groupby

import streamlit as st

from leverage.cells import guard
from leverage.imports import Skipped
from leverage.wording import show_count
from pages.ui import frame, text
from pages.ui.import_reading import Read

PER_PAGE = 10
_SAYS, _SAMPLES = 80, 3


def draw(read: Read) -> None:
    """Draw the rows that will be skipped, and folded below them the cells left out and the remarks."""
    tally = read.tally
    if tally.reasons:
        st.space("xsmall")
        frame.section("1 row will be skipped" if tally.skipped == 1 else f"{tally.skipped:,} rows will be skipped")
        _draw_table(tally.reasons, "rows", "Rows that will be skipped, and why", has_sheets=len(read.plan.table.read_sheets) > 1)
    if tally.left_out:
        with st.expander(f"{show_count(len(tally.left_out), 'cell')} will be left out, {_its(len(tally.left_out))} kept"):
            _draw_table(tally.left_out, "cells", "Cells that will be left out, and why")
    remarks = _remarks(read)
    if remarks:
        with st.expander(f"{show_count(len(remarks), 'remark')} on how rows were read"):
            _draw_table(remarks, "remarks", "What else to know about single rows")
    if tally.reasons or tally.left_out or remarks:
        st.download_button(
            "Download this list as CSV",
            data=lambda: write_list(read),
            file_name="not_imported.csv",
            mime="text/csv",
            icon=":material/download:",
            on_click="ignore",
            type="tertiary",
        )


def write_list(read: Read) -> bytes:
    """Return all that is not taken, and the remarks, as a CSV in which no text runs as a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(["what", "sheet", "row", "column", "says", "why"])
    parts = (("row", read.tally.reasons), ("cell", read.tally.left_out), ("remark", _remarks(read)))
    for what, told in parts:
        writer.writerows(
            [what, guard(each.sheet or ""), each.row, guard(each.column or ""), guard(each.value), guard(each.reason)]
            for each in told
        )
    return out.getvalue().encode("utf-8-sig")


def _remarks(read: Read) -> list[Skipped]:
    """Return the remarks on rows that are not skipped."""
    gone = {(each.sheet, each.row) for each in read.tally.reasons}
    return [each for each in read.plan.remarks if (each.sheet, each.row) not in gone]


def _draw_table(told: Sequence[Skipped], name: str, alt: str, *, has_sheets: bool = False) -> None:
    lines = _lines(told)
    pages = -(-len(lines) // PER_PAGE)
    place, page = st.container(), 1
    if pages > 1:
        with st.container(horizontal_alignment="center"):
            page = st.pagination(pages, key=f"import.page.{name}")
    shown = lines[(page - 1) * PER_PAGE : page * PER_PAGE]
    rows = [f"{each[0].sheet}, {_numbers(each)}" if has_sheets and each[0].sheet else _numbers(each) for each in shown]
    place.table(
        {
            "Row": [text.inline(row) for row in rows],
            "Column": [text.inline(each[0].column or "") for each in shown],
            "Says": [text.inline(_says(each)) for each in shown],
            "Why": [text.inline(each[0].reason) for each in shown],
        },
        border="horizontal",
        hide_index=True,
        alt=alt,
    )


def _lines(told: Sequence[Skipped]) -> list[list[Skipped]]:
    """Return the reasons, those of rows that follow one another and say the same as one line."""
    lines: list[list[Skipped]] = []
    for _, group in groupby(told, key=lambda each: (each.sheet, each.column, each.reason)):
        for each in group:
            last = lines[-1][-1] if lines else None
            if last and _is_next(last, each):
                lines[-1].append(each)
            else:
                lines.append([each])
    return lines


def _is_next(last: Skipped, each: Skipped) -> bool:
    same = (last.sheet, last.column, last.reason) == (each.sheet, each.column, each.reason)
    return same and each.row == last.row + 1


def _numbers(line: Sequence[Skipped]) -> str:
    return f"{line[0].row:,}" if len(line) == 1 else f"{line[0].row:,}–{line[-1].row:,}"


def _says(line: Sequence[Skipped]) -> str:
    values = list(dict.fromkeys(" ".join(each.value.split()) for each in line if each.value.strip()))
    said = " / ".join(values[:_SAMPLES]) + (" / …" if len(values) > _SAMPLES else "")
    return said if len(said) <= _SAYS else f"{said[: _SAYS - 1]}…"


def _its(count: int) -> str:
    return "its row" if count == 1 else "their rows"
