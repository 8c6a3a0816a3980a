"""The sentence above an import: how many rows the file has, and what they are."""

import streamlit as st

from leverage.imports import Plan
from leverage.wording import join_words, show_count, show_encoding
from pages.ui import text
from pages.ui.import_reading import Read

SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "vertical bars"}


def draw(read: Read) -> None:
    """Draw the sentence."""
    remark = f" {text.inline(read.plan.name_remark)}" if read.plan.name_remark else ""
    st.markdown(f"{sums(read)} {how_read(read.plan)}{remark}")


def sums(read: Read) -> str:
    """Return how many rows there are and what becomes of them, as literal Markdown; the parts add up."""
    tally, plan = read.tally, read.plan
    several = tally.headings > 1
    has = f"**{text.inline(plan.filename)}** has {show_count(tally.rows - (0 if several else tally.headings), 'row')}"
    parts = [f"**{show_count(tally.new, 'new deal')}**"] if tally.new or not tally.waiting else []
    if tally.waiting:
        one = tally.waiting == 1
        parts.append(f"**{tally.waiting:,} {'waits for an answer' if one else 'wait for your answers'}**")
    counts = ((tally.existing, "already here"), (tally.skipped, "skipped"), (tally.blank, "blank"))
    parts += [f"{count:,} {word}" for count, word in counts if count]
    if tally.above:
        parts.append(f"{tally.above:,} above the headings")
    if several:
        return f"{has}: {join_words([*parts, f'{tally.headings} with the headings'])}."
    beside = f" beside the headings on row {plan.header_row:,}" if tally.headings else ""
    return f"{has}{beside}: {', '.join(parts)}."


def how_read(plan: Plan) -> str:
    """Return how the file was read, as literal Markdown."""
    if plan.delimiter:
        separator = SEPARATORS.get(plan.delimiter, "separators")
        maybe = "" if plan.table.is_sure else " by likelihood"
        return f"Read as {show_encoding(plan.encoding or '')} with {separator}{maybe}."
    sheets = [f"“{text.inline(each)}”" for each in plan.table.read_sheets]
    if not sheets:
        return ""
    return f"Read from the {'sheet' if len(sheets) == 1 else 'sheets'} {join_words(sheets)}."
