"""What a person is told when something went wrong: a sentence, never a traceback."""

import logging

import streamlit as st

from leverage import LeverageError
from leverage.errors import StoreUnavailable
from pages.ui import away, frame

UNEXPECTED = "Something went wrong here. Nothing you saved is lost. Load the page again; if it stays, tell whoever runs Leverage."
_logger = logging.getLogger(__name__)


def tell(problem: Exception) -> bool:
    """Say what went wrong; return True, since it has been said."""
    if isinstance(problem, StoreUnavailable) and away.is_told():
        st.markdown(f":gray[:material/cloud_off: {away.MISSING}]")
    elif isinstance(problem, LeverageError):
        frame.wrong(str(problem))
    else:
        _logger.error("A page failed.", exc_info=problem)
        st.error(UNEXPECTED, icon=":material/error:")
    return True
