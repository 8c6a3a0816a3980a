"""The form over a deal that is there already: filled with it, and saved in its place."""

import streamlit as st

from leverage import KnowledgeBase
from leverage.errors import NotAllowed
from leverage.versions import DealRecord
from pages.ui import deal_form, draft, editing, frame, links, person, questions, roles, saving, text
from pages.ui.deal_notices import say_unknown


def draw(kb: KnowledgeBase, deal_id: str) -> None:
    """Draw the form of a deal, or why there is none: unknown, retracted, or an earlier change still on its way."""
    record = kb.record(deal_id)
    frame.head("Edit a deal")
    if record is None:
        draft.drop_edit(deal_id)
        say_unknown(kb, deal_id)
    elif not kb.may_change(record):
        _refuse(kb, record)
    elif not record.is_live:
        _lead_to_deal(record, "This deal is retracted", "Restore it before you change it. What you typed is kept.")
    elif any(change.deal_id == deal_id for change in kb.waiting()):
        sentence = "It goes in by itself when the memory is back. Edit the deal then."
        _lead_to_deal(record, "An earlier change still waits on disk", sentence)
    else:
        who = person.current()
        if who is None or person.is_picking():
            person.pick(kb, "Who is editing?")
            return
        draft.open_edit(deal_id, deal_form.fill(record.deal()), record.version)
        _draw_form(kb, record, who)


def _refuse(kb: KnowledgeBase, record: DealRecord) -> None:
    """Say which role it takes to change this deal, and lead to it."""
    try:
        kb.need("edit")
        kb.need("edit_others")
    except NotAllowed as problem:
        roles.draw_refusal(str(problem), "See the deal", links.DEAL, links.to_deal(record.deal_id))


def _lead_to_deal(record: DealRecord, title: str, sentence: str) -> None:
    if frame.notice(title, sentence).button("See the deal", type="primary"):
        st.switch_page(links.DEAL, query_params=links.to_deal(record.deal_id))


def _draw_form(kb: KnowledgeBase, record: DealRecord, who: person.Person) -> None:
    if saving.is_saved_already(kb, who, record):
        _leave()
    is_overtaken = editing.is_overtaken(record)
    deal = record.deal()
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        editing_as = f"Editing as **{text.inline(who.name)}**, {text.inline(who.department)}."
        stays = f"The deal stays logged by {text.inline(deal.logged_by)}, {text.inline(deal.department)}."
        st.markdown(f"{editing_as} {stays}", width="content")
        person.draw_change("Change")
    if draft.was_restored():
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            st.markdown("What you had not saved is back.", width="content")
            if st.button("Start afresh", type="tertiary"):
                draft.start_edit(deal_form.fill(deal), record.version)
                st.rerun()
        if is_overtaken:
            st.markdown(f"{editing.says_who(record, who)} The end of the form shows both.")
    editing.draw_set_aside()
    with deal_form.draw_form(kb, record):
        if is_overtaken:
            is_to_be_saved = editing.draw_choice(record, who)
        elif questions.doubted_name():
            is_to_be_saved = questions.ask_about_name("The change is not saved yet.")
        else:
            if saving.is_unchanged():
                st.markdown("Nothing changed, so nothing was saved.")
            with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
                is_to_be_saved = st.button("Save changes", type="primary", key="save")
                st.page_link(links.DEAL, label="Back to the deal", query_params=links.to_deal(record.deal_id))
    if is_to_be_saved and saving.save_edit(kb, who, record):
        _leave()
    if is_to_be_saved:
        st.rerun()


def _leave() -> None:
    """Show the receipt under an address that edits nothing, so that loading it again does not begin anew."""
    st.query_params.clear()
    st.rerun()
