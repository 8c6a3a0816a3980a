"""What happened with a vendor beside its deals, such as a renewal letter or an outage: listed, logged and removed here."""

import uuid
from collections.abc import Sequence

import streamlit as st

from leverage import Brief, KnowledgeBase, LeverageError, events
from leverage.event_records import Event
from leverage.fields import EARLIEST
from leverage.signals import MOST_QUOTE
from leverage.text import fold
from leverage.wording import show_day
from pages.ui import facts, frame, person, raised, text, told
from pages.ui.signal_kind import draw_kind, signal_in

MOST_SHOWN = 5
_OPEN, _KEY, _ROWS, _LOGGED = "event.open", "event.key", "event.rows", "event.logged"
_WIDTH = 720


def draw(kb: KnowledgeBase, brief: Brief) -> None:
    """Draw the events, newest first, those of another product left out, and the way to log one."""
    with frame.card(height="content"):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute", gap="small"):
            frame.section("Events")
            is_open = st.session_state.get(_OPEN) == brief.bank_id and kb.may("event")
            if not is_open and kb.may("event"):
                st.button("Log an event", icon=":material/add:", type="tertiary", on_click=_open, args=(brief.bank_id,))
        told.draw()
        if (raised_by := st.session_state.get(_LOGGED)) and raised_by[0] == brief.bank_id:
            raised.draw(kb, *raised_by)
        if is_open:
            _draw_form(kb, brief)
        try:
            found = [each for each in events.of(kb, brief.bank_id) if _is_of(each, brief.product)]
        except LeverageError as problem:
            st.markdown(frame.grey(text.inline(problem)))
            return
        if not found and not is_open:
            st.markdown(frame.grey("None is logged yet, such as a renewal letter or an outage. An event counts as no deal."))
        _draw_each(kb, brief, found[:MOST_SHOWN])
        if len(found) > MOST_SHOWN:
            with st.expander(f"{len(found) - MOST_SHOWN} earlier"):
                _draw_each(kb, brief, found[MOST_SHOWN:])


def _is_of(event: Event, product: str | None) -> bool:
    return not product or not event.product or fold(event.product) == fold(product)


def _draw_each(kb: KnowledgeBase, brief: Brief, found: Sequence[Event]) -> None:
    for event in found:
        left, right = frame.row()
        head = f"**{show_day(event.day)}**{f', {text.inline(event.product)}' if event.product else ''}"
        lines = [head, *map(facts.signal, event.signals)]
        lines += [text.block(event.note)] if event.note else []
        left.markdown("  \n".join([*lines, frame.small(text.inline(f"Logged by {event.by}, {event.department}"))]))
        if person.current() is not None and kb.may("event") and kb.may_take_out(event.entered_by):
            label = f"Remove the event of {show_day(event.day)}"
            remove = right.button("Remove", type="tertiary", key=f"event.remove.{event.id}", help=label)
            if remove:
                told.attempt(lambda chosen=event: _remove(kb, brief.bank_id, chosen))  # type: ignore[misc]
                st.rerun()


def _remove(kb: KnowledgeBase, bank_id: str, event: Event) -> None:
    events.remove(kb, bank_id, event.id)

    def undo() -> None:
        events.put_back(kb, bank_id, event)
        told.say(f"The event of {show_day(event.day)} is back.")

    told.say(f"The event of {show_day(event.day)} is removed.", undo)


def _open(bank_id: str | None) -> None:
    """Open an empty form about a vendor, or close it."""
    _close()
    st.session_state.pop(_LOGGED, None)
    st.session_state[_OPEN], st.session_state[_KEY] = bank_id, uuid.uuid4().hex
    told.leave()


def _close() -> None:
    key = st.session_state.pop(_KEY, None)
    for name in [each for each in st.session_state if key and str(each).startswith(f"{key}.")]:
        del st.session_state[name]
    for name in (_OPEN, _ROWS):
        st.session_state.pop(name, None)


def _add_row() -> None:
    st.session_state[_ROWS] = _rows() + 1


def _rows() -> int:
    return int(st.session_state.get(_ROWS, 1))


def _draw_form(kb: KnowledgeBase, brief: Brief) -> None:
    who = person.current()
    if who is None:
        st.button(person.asks(first=True), on_click=person.change, key="event.who")
        return
    key = str(st.session_state[_KEY])
    with st.container(width=_WIDTH, gap="small"):
        left, right = st.columns(2)
        day = left.date_input(
            "Day",
            value=kb.today(),
            min_value=EARLIEST,
            max_value=kb.today(),
            format="YYYY-MM-DD",
            key=f"{key}.day",
            persist_state="session",
        )
        product = right.selectbox(
            "Product",
            [seen.product for seen in brief.products],
            index=None,
            accept_new_options=True,
            placeholder="Pick or type, if it is about one",
            key=f"{key}.product",
            persist_state="session",
        )
        for row in range(_rows()):
            _draw_row(key, row)
        if _rows() < events.MOST_SIGNALS:
            st.button("Add another", icon=":material/add:", type="tertiary", on_click=_add_row, key="event.more")
        note = st.text_area("Note", height=80, max_chars=events.MOST_NOTE, key=f"{key}.note", persist_state="session")
        problem = st.empty()
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            is_to_be_saved = st.button("Save event", key="event.save")
            st.button("Discard", type="tertiary", on_click=_open, args=(None,), key="event.discard")
        st.markdown(frame.small(text.inline(f"Saved as {who.name}, {who.department}. It counts as no deal.")))
    if not is_to_be_saved:
        return
    try:
        event = events.log(
            kb,
            brief.bank_id,
            day or "",
            [signal_in(kind, quote) for kind, quote in _typed(key)],
            by=who.name,
            department=who.department,
            product=product,
            note=note or "",
            key=key,
        )
    except LeverageError as trouble:
        problem.markdown(frame.small(f":red[:material/error: {text.inline(trouble)}]"))
        return
    _close()
    st.session_state[_LOGGED] = (brief.bank_id, event.id)
    told.say(f"The event of {show_day(day)} is logged.")
    st.rerun()


def _draw_row(key: str, row: int) -> None:
    left, right = st.columns([5, 4])
    number = f" {row + 1}" if row else ""
    left.text_input(
        f"What did they do?{number}",
        placeholder="In a sentence, as they said it or you saw it",
        max_chars=MOST_QUOTE,
        live=True,
        key=f"{key}.quote.{row}",
        persist_state="session",
    )
    draw_kind(right, f"Kind of signal{number}", key=f"{key}.signal.{row}", persist_state="session")


def _typed(key: str) -> list[tuple[str, str]]:
    """Return the rows in which something stands, the kind before the words."""
    rows = [tuple(st.session_state.get(f"{key}.{part}.{row}") or "" for part in ("signal", "quote")) for row in range(_rows())]
    return [(kind, quote) for kind, quote in rows if kind or quote]
