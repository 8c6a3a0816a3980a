"""What is asked before a deal is saved: is this name a vendor, and is this deal not told already?"""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from leverage import Deal, KnowledgeBase, LeverageError
from leverage.twins import find_twins
from leverage.wording import show_day
from pages.ui import draft, frame, links, moments, no_vendor, text

_TWIN = "twin"


@dataclass(frozen=True)
class Same:
    """What can be done where the deal is told already: what the button says, and what it does with the id of that deal."""

    label: str
    take: Callable[[str], None]


def _open(deal_id: str) -> None:
    draft.leave_for_later()
    st.switch_page(links.DEAL, query_params=links.to_deal(deal_id))


def _draw_save() -> bool:
    return st.button("Save deal", type="primary", key="save")


_OPEN_IT = Same("It is the same: open it", _open)


def is_to_be_asked(kb: KnowledgeBase, deal: Deal, deal_id: str) -> bool:
    """Note the next question about a deal that would be saved under this id; return False where none is left."""
    forget()
    if is_name_to_be_asked(kb, deal):
        return True
    try:
        twins = [twin for twin in find_twins(kb, deal, ignoring=deal_id) if twin.deal_id not in draft.confirmed()]
    except LeverageError:
        return False  # with the memory away the deal is kept on disk all the same
    if twins:
        st.session_state[draft.named(_TWIN)] = [twin.deal_id for twin in twins]
    return bool(twins)


def is_name_to_be_asked(kb: KnowledgeBase, deal: Deal) -> bool:
    """Note that the vendor of the form is to be asked about; return False where it is none to ask about, or was confirmed."""
    return deal.vendor not in draft.confirmed() and no_vendor.is_to_be_asked(kb, deal.vendor, draft.form_key())


def forget() -> None:
    """Take the open question back."""
    st.session_state.pop(draft.named(_TWIN), None)
    no_vendor.forget(draft.form_key())


def draw_buttons(kb: KnowledgeBase, draw_save: Callable[[], bool] = _draw_save, same: Same = _OPEN_IT) -> bool:
    """Draw the open question with its answers, or Save; return whether the deal is to be saved now.

    `same` is what becomes of a deal that is told already.
    """
    asked = st.session_state.get(draft.named(_TWIN)) or []
    twins = [deal for deal_id in asked if (deal := kb.deal(deal_id)) is not None]
    if twins:
        return _ask_about(twins, same)
    if doubted_name():
        return ask_about_name("The deal is not saved yet.")
    return draw_save()


def doubted_name() -> str | None:
    """Return the vendor of the form while it is asked about."""
    return no_vendor.asked(draft.form_key(), draft.vendor())


def ask_about_name(unsaved: str) -> bool:
    """Draw the question about the vendor's name, with what is not saved yet; return whether it is a vendor."""
    name = doubted_name() or ""
    said = f"{unsaved} Change the name above, or save it under this one."
    is_sure = no_vendor.draw(name, said, "Save under this name", "save.anyway")
    if is_sure:
        draft.confirm(name)
    return is_sure


def _ask_about(twins: list[Deal], same: Same) -> bool:
    twin = twins[0]
    with frame.card(height="content"):
        frame.section("Is this deal logged already?")
        entered = f" on {show_day(moments.day(twin.entered_at))}" if twin.entered_at else ""
        st.markdown(
            f"This looks like the deal that **{text.inline(twin.logged_by)}** logged{entered}: same vendor, deal date, "
            "person and figures. Yours is not saved yet."
        )
        st.page_link(links.DEAL, label="Look at that deal", query_params=links.to_deal(twin.deal_id or ""))
        with st.container(horizontal=True, gap="xsmall"):
            is_another = st.button("It is another deal: save it", type="primary", key="another")
            if st.button(same.label, key="same"):
                forget()
                same.take(twin.deal_id or "")
    if is_another:
        draft.confirm(*(each.deal_id or "" for each in twins))
    return is_another
