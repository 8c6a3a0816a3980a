"""How a file was read, with its first rows in view: encoding, separator, sheets and heading row, each to be changed."""

from dataclasses import replace

import streamlit as st

from leverage.wording import show_encoding
from pages.ui import frame, import_sums, text
from pages.ui.import_choice import Chosen
from pages.ui.import_reading import Read

_ROWS, _COLUMNS, _CELL = 8, 8, 40


def draw(chosen: Chosen, read: Read) -> None:
    """Draw the choices and the start of the file, folded."""
    table = read.plan.table
    with st.expander("How the file was read", key=chosen.key("source")):
        if not table.is_sure:
            st.markdown("The encoding is the likeliest one. Where a sign looks wrong below, pick another.")
        with st.grid(3, min_column_width=230, gap="small"):
            if table.encoding and len(table.encodings) > 1:
                _draw_pick(chosen, "Encoding", "encoding", list(table.encodings), table.encoding, show_encoding)
            if table.delimiter:
                _draw_pick(chosen, "Parted by", "delimiter", list(import_sums.SEPARATORS), table.delimiter, _separator)
            if len(table.sheets) > 1:
                _draw_sheets(chosen, table.sheets, table.read_sheets)
            _draw_heading_row(chosen, max(table.header_row, 1))
        width = min(max(map(len, table.preview), default=0), _COLUMNS)
        numbers = range(1, min(len(table.preview), _ROWS) + 1)
        rows = [[_cell(row[n]) if n < len(row) else "" for n in range(width)] for row in table.preview[:_ROWS]]
        data = {"Row": [str(number) for number in numbers]} | {_letter(n): [row[n] for row in rows] for n in range(width)}
        st.table(data, border="horizontal", hide_index=True, alt="The first rows of the file as they stand")
        wider = max(map(len, table.preview), default=0) - width
        if wider > 0:
            st.markdown(frame.small(frame.grey(f"{wider} more columns stand to the right.")))


def _draw_pick(chosen: Chosen, label: str, name: str, options: list[str], held: str, shown: object) -> None:
    key = chosen.key(f"reading.{name}")
    st.session_state[key] = held

    def take() -> None:
        chosen.read_as(replace(chosen.said.reading, **{name: st.session_state.get(key)}))

    st.selectbox(label, sorted(options), format_func=shown, key=key, on_change=take)  # type: ignore[arg-type]


def _draw_sheets(chosen: Chosen, sheets: tuple[str, ...], held: tuple[str, ...]) -> None:
    key = chosen.key("reading.sheets")
    st.session_state[key] = list(held)

    def take() -> None:
        answers = {name: given for name, given in chosen.said.answers.items() if name != "sheet"}
        chosen.say(replace(chosen.said, answers=answers))
        chosen.read_as(replace(chosen.said.reading, sheets=tuple(st.session_state.get(key) or ())))

    st.multiselect("Sheets", sheets, key=key, on_change=take)


def _draw_heading_row(chosen: Chosen, held: int) -> None:
    key = chosen.key("reading.header_row")
    st.session_state[key] = held

    def take() -> None:
        chosen.read_as(replace(chosen.said.reading, header_row=st.session_state.get(key)))

    st.number_input("Row of the headings", min_value=1, step=1, key=key, on_change=take)


def _separator(sign: str) -> str:
    return import_sums.SEPARATORS[sign].capitalize()


def _cell(cell: str) -> str:
    line = " ".join(cell.split())
    return text.inline(line if len(line) <= _CELL else f"{line[: _CELL - 1]}…")


def _letter(index: int) -> str:
    return chr(ord("A") + index)
