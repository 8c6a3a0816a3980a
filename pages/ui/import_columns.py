"""The columns of a file: what each is read as, to be changed, and kept under a name for the next file of the kind."""

from collections.abc import Sequence

import streamlit as st

from leverage import KnowledgeBase, LeverageError
from leverage.cells import RECORD_COLUMNS
from leverage.imports import Plan, fitting, mappings, remove_mapping, save_mapping
from leverage.imports.cells.raw import says_nothing
from leverage.imports.columns import COLUMN_LABELS, UNKNOWN_HEADING, Column
from leverage.wording import join_words
from pages.ui import frame, text, told
from pages.ui.import_choice import Chosen
from pages.ui.import_reading import Read

LEFT_OUT = ""
_MOST_IN_VIEW, _NAMED = 12, 4
_LABEL, _SHORTEST = 26, 10  # signs of a heading with its sample that fit on one line, and those a sample has at least


def draw(kb: KnowledgeBase, chosen: Chosen, read: Read) -> None:
    """Draw the columns with the field of each, and the mappings that are kept."""
    columns = [column for column in read.plan.columns if column.header or column.reason]
    taken = [column for column in columns if column.field]
    rest = [column for column in columns if not column.field]
    samples = _samples(read.plan)
    st.space("xsmall")
    frame.section("Columns")
    _draw_fitting(kb, chosen, read)
    if len(columns) <= _MOST_IN_VIEW:
        _draw_grid(chosen, read, columns, samples)
    else:
        _draw_grid(chosen, read, taken, samples)
        if rest:
            names = ", ".join(_name(column) for column in rest[:_NAMED]) + (" …" if len(rest) > _NAMED else "")
            with st.expander(f"{len(rest)} columns are not read: {text.inline(names)}", key=chosen.key("rest")):
                _draw_grid(chosen, read, rest, samples)
    _draw_saving(kb, chosen, read)


def _draw_grid(chosen: Chosen, read: Read, columns: Sequence[Column], samples: dict[int, str]) -> None:
    with st.grid(4, min_column_width=230, gap="small"):
        for column in columns:
            with st.container(gap="xxsmall"):
                _draw_column(chosen, read, column, samples.get(column.index, ""))


def _draw_column(chosen: Chosen, read: Read, column: Column, sample: str) -> None:
    key = chosen.key(f"column.{column.index}")
    st.session_state[key] = column.field or LEFT_OUT

    def take() -> None:
        chosen.map({column.index: st.session_state.get(key) or None}, read.plan.questions)

    such = f", such as {text.label(sample)}" if sample else ", empty"
    st.selectbox(
        f"**{text.label(_name(column))}**{such}",
        [LEFT_OUT, *RECORD_COLUMNS],
        format_func=lambda name: COLUMN_LABELS[name] if name else "Leave out",
        key=key,
        on_change=take,
    )
    if column.reason and column.reason != "was left out by you":
        st.markdown(frame.small(frame.grey(text.inline(_why_not_read(column)))))


def _why_not_read(column: Column) -> str:
    """Return why a column is not read, in a sentence, and what to do about it."""
    said = f"“{_name(column)}” {column.reason}." if column.header else f"It {column.reason}."
    return f"Not read: {said} Pick above what it holds." if column.reason == UNKNOWN_HEADING else f"Not read: {said}"


def _draw_fitting(kb: KnowledgeBase, chosen: Chosen, read: Read) -> None:
    """Offer the kept mappings that read this file otherwise than it is read now."""
    now = {column.index: column.field for column in read.plan.columns}
    for name, saved in _kept(kb).items():
        fits = fitting(saved, [column.header for column in read.plan.columns])
        fields = {column.index: fits[column.header] for column in read.plan.columns if column.header in fits}
        if not fields or all(now[index] == field for index, field in fields.items()):
            continue
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            st.button(
                f"Use the mapping “{text.inline(name)}”",
                on_click=chosen.map,
                args=(fields, read.plan.questions),
                key=chosen.key(f"use.{name}"),
            )
            of = f"It fits {len(fields)} of {len(saved)} columns that it knows."
            st.markdown(frame.small(frame.grey(of)), width="content")


def _draw_saving(kb: KnowledgeBase, chosen: Chosen, read: Read) -> None:
    kept = _kept(kb)
    with st.expander("Keep this mapping for the next file", key=chosen.key("keep")):
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            name = st.text_input(
                "Name of the mapping", placeholder="Such as Supplier report", width=320, key=chosen.key("mapping")
            )
            if st.button("Keep", key=chosen.key("save")):
                if told.attempt(lambda: _save(kb, name or "", read.plan)):
                    told.say(f"The mapping “{' '.join((name or '').split())}” is kept.")
                st.rerun()
        for each in kept:
            with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
                st.markdown(text.inline(each), width="content")
                if st.button("Remove", type="tertiary", key=chosen.key(f"remove.{each}")):
                    if told.attempt(lambda name=each: remove_mapping(kb, name)):  # type: ignore[misc]
                        told.say(f"The mapping “{each}” is removed.")
                    st.rerun()


def _save(kb: KnowledgeBase, name: str, plan: Plan) -> None:
    save_mapping(kb, name, plan.columns)


def _kept(kb: KnowledgeBase) -> dict[str, dict[str, str | None]]:
    """Return the kept mappings; none while the memory is away, for which nobody should have to wait."""
    try:
        return mappings(kb)
    except LeverageError:
        return {}


def lacking(plan: Plan) -> str:
    """Return which needed columns no one reads and nobody is asked about, in a sentence; empty where none lacks."""
    if plan.shape is not None:
        return ""
    asked = {question.field for question in plan.questions}
    fields = {column.field for column in plan.columns}
    names = [COLUMN_LABELS[name].lower() for name in ("vendor", "deal_date") if name not in fields and name not in asked]
    return f"No column is read as the {join_words(names)}. Say under Columns which it is." if names else ""


def _name(column: Column) -> str:
    return column.header or f"Column {column.index + 1}"


def _samples(plan: Plan) -> dict[int, str]:
    """Return the first filled cell of each column, cut short."""
    found: dict[int, str] = {}
    for row in plan.table.rows[:2_000]:
        for index, cell in enumerate(row.cells):
            if index not in found and not says_nothing(cell):
                line = " ".join(cell.split())
                room = max(_LABEL - len(plan.columns[index].header), _SHORTEST)
                found[index] = line if len(line) <= room else f"{line[: room - 1]}…"
        if len(found) == len(plan.columns):
            break
    return found
