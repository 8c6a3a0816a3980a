"""Files that are made when somebody takes them: what was refused then is told in a sentence at the next step.

A file is made while no page runs, so Streamlit shows beside the button only that there is none.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

import streamlit as st

from leverage import KnowledgeBase, LeverageError
from pages.ui import frame

_REFUSED = "taking.refused"
File = TypeVar("File", str, bytes)


def file(make: Callable[[], File]) -> Callable[[], File]:
    """Return what makes the file and keeps why it could not be made, for this session to tell."""
    refused: list[str] = st.session_state.setdefault(_REFUSED, [])

    def made() -> File:
        try:
            return make()
        except LeverageError as problem:
            refused[:] = [str(problem)]
            raise

    return made


def noted(
    kb: KnowledgeBase, what: str, vendor: str, make: Callable[[], File], *, deal_ids: Iterable[str] = ()
) -> Callable[[], File]:
    """Return what makes a file, of a vendor given by its bank id or of none, once that is allowed and noted as an export."""
    ids = list(deal_ids)

    def made() -> File:
        kb.permit("export", vendor=vendor, deal_ids=ids, what=what)
        return make()

    return file(made)


def draw() -> None:
    """Say why the last file could not be taken, once."""
    for sentence in st.session_state.pop(_REFUSED, ()):
        frame.wrong(sentence)
