"""Whom a deal is for: the field of the form, what follows from it before it is saved, and how it reads elsewhere."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import streamlit as st

from leverage import KnowledgeBase, LeverageError
from leverage.access.audience import audience_of, is_in, read_by
from leverage.access.only_for import only_for, whole_address
from leverage.deals import LABELS
from leverage.errors import InvalidDeal
from leverage.spellings import distinct
from leverage.text import Unclean, fold
from leverage.versions import DealRecord
from pages.ui import draft, frame, identity, text
from pages.ui.entrance import entrance

NAME = "visible_to"
_HELP = (
    "Departments, or addresses such as ann@corp.example. They, whoever logged it, and admins read the deal; on a brief "
    "that others read it is only counted. Empty: everyone reads it."
)
_HERE = "Nobody signs in here, so for now whoever sits at this machine reads it."


def draw(kb: KnowledgeBase, record: DealRecord | None, kept: dict[str, Any]) -> None:
    """Draw the field of a new deal, or of the one that `record` is, with who will then see it; `kept` keeps what is typed."""
    held: list[str] = st.session_state.get(draft.named(NAME)) or []
    known = _departments(kb)
    own = [each for each in held if each not in known]
    kept.setdefault("help", _HELP)
    chosen = st.multiselect(
        LABELS[NAME], [*known, *own], accept_new_options=True, select_all=False, placeholder="Everyone", **kept
    )
    warnings = [f":orange[:material/warning:] {text.inline(each)}" for each in _warnings(kb, record, chosen)]
    st.markdown("  \n".join(map(frame.small, [told(chosen) if chosen else "Everyone reads it.", *warnings])))


def told(visible_to: Iterable[str]) -> str:
    """Return who reads a deal that is for these, as literal Markdown; where nobody signs in, that this is still to come."""
    said = f":material/lock: {read_by(visible_to, lambda each: f'**{text.inline(each)}**')}"
    return said if identity.person().email else f"{said} {_HERE}"


def checked(values: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a deal with its addresses as two are compared. Raises InvalidDeal for one that is none."""
    if not values.get(NAME):
        return values
    try:
        return values | {NAME: only_for(values[NAME])}
    except Unclean as problem:
        raise InvalidDeal({NAME: str(problem)}) from None


def address(name: str, written: str) -> str:
    """Return an address as two are compared. Raises InvalidDeal, for the field `name`, where it is none."""
    try:
        return whole_address(written)
    except Unclean as problem:
        raise InvalidDeal({name: str(problem)}) from None


def sees(kb: KnowledgeBase, visible_to: Iterable[str], record: DealRecord | None) -> bool:
    """Say whether the person sees a deal that is for these, whoever logged it: `record`, or the person themselves."""
    if record is None:
        return True
    values = {NAME: tuple(visible_to), "logged_by_email": record.values.get("logged_by_email")}
    names = kb.names()
    same = lambda one, other: names.same("department", one, other)  # noqa: E731
    return is_in(identity.person(), audience_of(values, record.entered_by), same)


def _warnings(kb: KnowledgeBase, record: DealRecord | None, chosen: list[str]) -> Iterable[str]:
    book = kb.names()
    known = _departments(kb)
    for each in chosen:
        if "@" not in each and not any(book.same("department", each, other) for other in known):
            yield f"No deal names the department “{each}”. Check the spelling: nobody may be in it."
    if not sees(kb, chosen, record):
        yield "Once this is saved you no longer see the deal: neither your department nor your address is among these."
    if record is not None and record.values.get(NAME) and not chosen:
        yield "Once this is saved everyone reads the deal, and all its earlier versions."


def _departments(kb: KnowledgeBase) -> list[str]:
    """Return the departments that a deal may be for: those of deals, of the access policy, and the person's own."""
    named = [*kb.departments(), identity.person().department]
    if not entrance().is_open:
        with suppress(LeverageError):  # a policy that can't be read is said elsewhere
            named += [each.name for each in entrance().policies.now().department]
    return sorted(distinct(filter(None, named)), key=fold)
