"""What a person is told when something went wrong: a sentence, never a traceback."""

import logging

import streamlit as st

from leverage import LeverageError
from pages.ui import frame

UNEXPECTED = "Something went wrong here. Nothing you saved is lost. Load the page again; if it stays, tell whoever runs Leverage."
_logger = logging.getLogger(__name__)


def tell(problem: Exception) -> bool:
    """Say what went wrong; return True, since it has been said."""
    if isinstance(problem, LeverageError):
        frame.wrong(str(problem))
    else:
        _logger.error("A page failed.", exc_info=problem)
        st.error(UNEXPECTED, icon=":material/error:")
    return True
