"""One deal, whole: every field, who logged it, what became of it since, and the ways to put it right."""

import streamlit as st

from leverage.wording import OUTCOMES, show_day
from pages.ui import deal_actions, deal_card, deal_notices, deal_origin, frame, history, links, only_for, person, text
from pages.ui.store import knowledge

kb = knowledge()
deal_id = links.asked_deal()
record = kb.record(deal_id) if deal_id else None

with frame.frame(frame.NARROW):
    if record is None:
        frame.head("Deal")
        deal_notices.say_unknown(kb, deal_id)
        st.stop()
    deal = record.deal()
    bank_id = kb.home_of(record.deal_id) or kb.bank_id(deal.vendor)
    st.set_page_config(page_title=f"{deal.vendor}, {show_day(deal.deal_date)} · Leverage")
    left, right = frame.head(f"Deal with {text.inline(deal.vendor)}")
    if not record.is_live:
        left.badge("Retracted", color="orange")
    left.page_link(links.BRIEF, label="Brief", query_params=links.to_vendor(bank_id))
    deal_actions.draw_actions(right, kb, record)
    told = [
        f"**{show_day(deal.deal_date)}**, {OUTCOMES[deal.outcome].lower()}.",
        history.logged(record),
        history.entered(kb, record),
    ]
    st.markdown(" ".join(filter(None, told)))
    if deal.visible_to:
        st.markdown(only_for.told(deal.visible_to))
    if not record.is_live:
        history.draw_retraction(record)
    if person.is_picking():
        person.pick(kb, "Who are you?")
    deal_card.draw_card(deal, with_address=kb.may("edit_others"))
    deal_origin.draw(kb, record.deal_id)
    history.draw_history(kb, record)
    if kb.may("erase"):
        st.page_link(links.CARE, label=frame.small("Erase for good"), query_params=links.to_erase(record.deal_id))
