"""Whom a deal is for: the field of the form, what follows from it before it is saved, and how it reads elsewhere."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import streamlit as st

from leverage import Deal, KnowledgeBase, LeverageError
from leverage.access.audience import audience_of, is_in
from leverage.access.only_for import only_for, whole_address
from leverage.deals import LABELS
from leverage.errors import InvalidDeal
from leverage.spellings import distinct
from leverage.text import Unclean, fold
from leverage.versions import DealRecord
from leverage.wording import join_words
from pages.ui import draft, frame, identity, text
from pages.ui.entrance import entrance

NAME = "visible_to"
_HELP = (
    "Departments, or addresses such as ann@corp.example. They, whoever logs it and administrators read the deal; "
    "others read only that there is one more deal. Empty: everyone reads it."
)


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
    st.markdown("  \n".join(map(frame.small, [_who_reads(kb, record, chosen), *warnings])))


def told(deal: Deal, *, is_own: bool = False) -> str:
    """Return whom a deal is for and who reads it then, as literal Markdown; `is_own` where whoever reads this logged it."""
    logger = "you" if is_own else "whoever logged it"
    return f"{mark(deal)}. They, {logger} and administrators read it; others read only that there is one more deal."


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


def mark(deal: Deal) -> str:
    """Return whom a deal is for as literal Markdown, such as “Only for Finance, ann@corp.example”; blank for everyone."""
    if not deal.visible_to:
        return ""
    return f":material/lock: Only for **{text.inline(', '.join(deal.visible_to))}**"


def sees(kb: KnowledgeBase, visible_to: Iterable[str], record: DealRecord | None) -> bool:
    """Say whether the person sees a deal that is for these, whoever logged it: `record`, or the person themselves."""
    if record is None:
        return True
    values = {NAME: tuple(visible_to), "logged_by_email": record.values.get("logged_by_email")}
    names = kb.names()
    same = lambda one, other: names.same("department", one, other)  # noqa: E731
    return is_in(identity.person(), audience_of(values, record.entered_by), same)


def _who_reads(kb: KnowledgeBase, record: DealRecord | None, chosen: list[str]) -> str:
    if not chosen:
        return "Everyone reads it."
    if not identity.person().email:
        return "Nobody signs in here, so whoever sits at this machine reads it. It counts once people sign in."
    places = [text.inline(each) for each in chosen if "@" not in each]
    named = [f"whoever is in {join_words(places)}"] if places else []
    named += [text.inline(each) for each in chosen if "@" in each]
    logger = "you" if record is None or (record is not None and _is_own(record)) else "whoever logged it"
    readers = join_words([*named, logger, "administrators"])
    return f"{readers[:1].upper()}{readers[1:]} read it. Others read only that there is one more deal."


def _is_own(record: DealRecord) -> bool:
    email = identity.person().email
    return bool(email) and email in (record.entered_by, str(record.values.get("logged_by_email") or "").lower())


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
