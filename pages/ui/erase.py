"""What to erase: a deal, a vendor or a person, picked here or named by the address."""

import streamlit as st

from leverage import KnowledgeBase, LeverageError
from pages.ui import erase_deal, erase_person, erase_vendor, erasing, frame, links

_KINDS = {"deal": "A deal", "vendor": "A vendor", "person": "A person"}
_CHOOSE = {"deal": erase_deal.choose, "vendor": erase_vendor.choose, "person": erase_person.choose}


def draw_erase(kb: KnowledgeBase) -> None:
    """Draw the choice and, once it is made, what goes and the confirmation."""
    asked = links.asked_to_erase()
    with frame.card(height="content"):
        frame.section("Erase for good")
        if asked:
            _draw_asked(kb, asked)
            return
        st.markdown("A wrong deal is better edited or retracted, since both can be taken back. Erase what must not be kept.")
        kind = st.segmented_control(
            "What to erase",
            list(_KINDS),
            format_func=lambda each: frame.grey(_KINDS[each]),
            label_visibility="collapsed",
            key="erase.kind",
        )
        if kind is None:
            return
        try:
            chosen = _CHOOSE[kind](kb)
        except LeverageError as problem:
            frame.wrong(str(problem))
            return
        if chosen is not None:
            erasing.draw(chosen)


def _draw_asked(kb: KnowledgeBase, deal_id: str) -> None:
    chosen = erase_deal.of(kb, deal_id)
    if chosen is None:
        st.markdown("The deal of this link is not in the memory. It may have been erased already.")
    else:
        erasing.draw(chosen)
    st.button("Erase something else", type="tertiary", on_click=links.drop_erase)
