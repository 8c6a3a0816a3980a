"""A box to pick a name from, or to type one that is not in it."""

from collections.abc import Iterable
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leverage.text import fold


def pick_or_type(
    label: str,
    options: Iterable[str],
    key: str,
    *,
    placeholder: str = "Pick or type",
    place: DeltaGenerator | Any = st,
    **more: Any,
) -> str | None:
    """Draw the box and return the name in it, None while it is empty; what was typed stays among its options."""
    known = list(options)
    held = st.session_state.get(key)
    own = [held] if held and fold(held) not in map(fold, known) else []
    picked: str | None = place.selectbox(
        label,
        [*known, *own],
        index=None,
        accept_new_options=True,
        placeholder=placeholder,
        key=key,
        **more,
    )
    return picked if picked and picked.strip() else None
