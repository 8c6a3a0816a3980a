"""The sentence above an import: how many rows the file has, and what they are."""

import codecs

import streamlit as st

from leverage.imports import Plan
from leverage.wording import join_words, show_count
from pages.ui import text
from pages.ui.import_reading import Read

SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "vertical bars"}
_ENCODINGS = {
    "utf_8": "UTF-8",
    "utf_8_sig": "UTF-8",
    "utf_16": "UTF-16",
    "utf_16_le": "UTF-16",
    "utf_16_be": "UTF-16, big end first",
    "utf_32": "UTF-32",
    "cp1252": "Windows-1252 (Western Europe)",
    "mac_roman": "Mac Roman",
    "cp850": "DOS 850 (Western Europe)",
    "cp437": "DOS 437 (United States)",
    "cp1250": "Windows-1250 (Central Europe)",
    "cp852": "DOS 852 (Central Europe)",
    "cp1254": "Windows-1254 (Turkish)",
    "cp1257": "Windows-1257 (Baltic)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "koi8_r": "KOI8-R (Cyrillic)",
    "cp866": "DOS 866 (Cyrillic)",
    "cp1253": "Windows-1253 (Greek)",
    "cp1255": "Windows-1255 (Hebrew)",
    "cp1256": "Windows-1256 (Arabic)",
    "cp932": "Shift JIS (Japanese)",
    "gb18030": "GB 18030 (Chinese)",
    "big5": "Big5 (Chinese)",
    "cp949": "Windows-949 (Korean)",
    "cp874": "Windows-874 (Thai)",
}


def draw(read: Read) -> None:
    """Draw the sentence."""
    st.markdown(f"{sums(read)} {how_read(read.plan)}")


def sums(read: Read) -> str:
    """Return how many rows there are and what becomes of them, as literal Markdown; the parts add up."""
    tally, plan = read.tally, read.plan
    has = f"**{text.inline(plan.filename)}** has {show_count(tally.rows, 'row')}"
    parts = [f"**{show_count(tally.new, 'new deal')}**"] if tally.new or not tally.waiting else []
    if tally.waiting:
        one = tally.waiting == 1
        parts.append(f"**{tally.waiting:,} {'waits for an answer' if one else 'wait for your answers'}**")
    counts = ((tally.existing, "already here"), (tally.skipped, "skipped"), (tally.blank, "blank"))
    parts += [f"{count:,} {word}" for count, word in counts if count]
    if tally.above:
        parts.append(f"{tally.above:,} above the headings")
    if tally.headings > 1:
        return f"{has}: {join_words([*parts, f'{tally.headings} with the headings'])}."
    return f"{has}: {', '.join(parts)}, and the headings on row {plan.header_row:,}."


def how_read(plan: Plan) -> str:
    """Return how the file was read, as literal Markdown."""
    if plan.delimiter:
        separator = SEPARATORS.get(plan.delimiter, "separators")
        maybe = "" if plan.table.is_sure else " by likelihood"
        return f"Read as {encoding_name(plan.encoding or '')} with {separator}{maybe}."
    sheets = [f"“{text.inline(each)}”" for each in plan.table.read_sheets]
    if not sheets:
        return ""
    return f"Read from the {'sheet' if len(sheets) == 1 else 'sheets'} {join_words(sheets)}."


def encoding_name(codec: str) -> str:
    """Return the name that people know an encoding by."""
    plain = codec.lower().replace("-", "_")
    if plain in _ENCODINGS:
        return _ENCODINGS[plain]
    try:
        return codecs.lookup(codec).name.upper()
    except LookupError:
        return codec
