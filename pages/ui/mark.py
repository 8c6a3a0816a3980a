"""The product's mark, a load on a lever, and the word beside it."""

from functools import cache
from pathlib import Path

import streamlit as st

_ACCENT, _INK = "#4550C8", "#14171F"
_DARK = {_ACCENT: "#A5AEFF", _INK: "#E8EAEF"}


@cache
def _drawing() -> str:
    return Path(__file__).with_name("mark.svg").read_text(encoding="utf-8")


def is_dark() -> bool:
    """Say whether the browser shows the dark theme."""
    return getattr(st.context.theme, "type", "light") == "dark"


def draw_logo() -> None:
    """Put the mark and the word at the top of the page, in the colours of the theme in use."""
    drawing = _drawing()
    if is_dark():
        for light, dark in _DARK.items():
            drawing = drawing.replace(light, dark)
    st.logo(drawing, size="medium")


def icon() -> str:
    """Return the mark alone, for the browser's tab."""
    inner = _drawing().split('<g id="mark">')[1].split("</g>")[0]
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="1 3 28 24" width="32" height="32">{inner}</svg>'
