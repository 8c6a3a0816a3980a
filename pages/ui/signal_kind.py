"""The kind of a signal, picked from those that can be recorded; without one it is a remark."""

from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leverage import LeverageError, Signal
from leverage.signals import KINDS, MINOR, RECORDED, label_of


def draw_kind(place: DeltaGenerator, label: str, *, key: str, **how: Any) -> None:
    """Draw the kinds to pick from; one of a later version that stands there already stays."""
    held = st.session_state.get(key)
    own = [held] if held and held not in RECORDED else []
    place.selectbox(
        label,
        [*RECORDED, *own],
        index=None,
        format_func=label_of,
        placeholder=f"{KINDS[MINOR].label}: raises no flag",
        help="A remark never raises a flag. Pick a kind, so that what comes up again, or is serious, is looked at.",
        key=key,
        **how,
    )


def signal_in(kind: str, quote: str) -> Any:
    """Return a row of the form as a deal takes it; a kind of a later version is kept with its words."""
    kind = kind or MINOR
    if kind in RECORDED or not quote:
        return kind, quote
    try:
        words = Signal(MINOR, quote).quote
    except LeverageError:
        return kind, quote
    return Signal.from_json({"kind": kind, "quote": words})
