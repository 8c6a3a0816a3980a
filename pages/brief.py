"""A vendor's brief, read before a meeting: counted from everyone's deals, with the deals behind every line."""

import streamlit as st

from leverage import watch
from leverage.briefing import write_sheet
from leverage.text import fold
from pages.ui import (
    ask_box,
    brief_cards,
    brief_deals,
    brief_empty,
    brief_head,
    chart,
    due_list,
    event_list,
    feedback_menu,
    flag_list,
    frame,
    links,
    narrative,
    person,
    playbook_card,
    retracted,
)
from pages.ui.store import knowledge

kb = knowledge()
asked = links.asked_vendor()
vendor = kb.vendor(asked) if asked else None

with frame.frame():
    if vendor is None:
        brief_empty.draw(kb, asked)
        st.stop()

    st.set_page_config(page_title=f"{vendor.name} · Leverage")
    products = [seen.product for seen in kb.brief(vendor.bank_id).products]
    wanted = fold(st.query_params.get(links.PRODUCT, ""))
    product = next((each for each in products if fold(each) == wanted), None)
    brief = kb.brief(vendor.bank_id, product=product)
    sheet = write_sheet(brief)
    flags = watch.flags(kb, brief.bank_id)
    brief_head.draw_head(kb, narrative.with_words(kb, brief), sheet, products if len(products) > 1 else [], len(flags))
    if not brief.deal_count:
        event_list.draw(kb, brief)
        retracted.draw_fold(kb.retracted(brief.bank_id), product)
        st.stop()
    due_list.draw(kb, brief.bank_id)
    if person.is_picking():
        person.pick(kb, "Who are you?", "what you say")
    brief_cards.draw_cards(sheet, feedback_menu.Menu(kb, brief))
    flag_list.draw_open(kb, flags)
    narrative.draw_narrative(kb, brief)
    told = ask_box.draw_ask(kb, brief)
    brief_cards.draw_prices(sheet, without=told)
    if chart.is_worth_drawing(brief):
        left, right = st.columns([7, 3], gap="small")
        with left:
            chart.draw_chart(brief)
        with right:
            brief_cards.draw_contributors(sheet)
    else:
        brief_cards.draw_contributors(sheet)
    event_list.draw(kb, brief)
    playbook_card.draw(kb, brief)
    st.space("xsmall")
    brief_deals.draw_deals(brief, sheet)
    retracted.draw_fold(kb.retracted(brief.bank_id), product)
    brief_deals.leave_room()
