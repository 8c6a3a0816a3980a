"""A proposal merged into a deal that is there: which one, and which value stays where the two differ."""

from collections.abc import Mapping
from datetime import date
from typing import Any

import streamlit as st

from leverage import Deal, KnowledgeBase, LeverageError
from leverage.deals import FIELDS, LISTS, DealDraft
from leverage.errors import EditConflict, InvalidDeal
from leverage.inbox import Pending, merge
from leverage.text import fold
from leverage.values import label_of, show_value
from leverage.versions import DealRecord
from leverage.wording import OUTCOMES, show_base, show_day, show_percent
from pages.ui import deal_form, draft, frame, links, roles, text, told
from pages.ui.person import Person

_SEEN, _PROBLEM = "inbox.merge.seen", "inbox.merge.problem"
_CHANGED = "Somebody changed this deal meanwhile. It is shown as it is now: look once more, then merge."


def begin() -> None:
    """Turn from the form to the choice of a deal; where the form says what no deal can hold, say so there."""
    try:
        _proposed()
    except InvalidDeal as problem:
        draft.refuse(problem.problems)
        st.rerun()
    st.session_state.pop(_PROBLEM, None)
    links.ask_into("")
    st.rerun()


def draw(kb: KnowledgeBase, found: Pending, who: Person) -> None:
    """Draw the choice of a deal and, once one is chosen, of its values; merge when that is asked for."""
    with st.container(border=True, gap="small"):
        frame.section("Merge into a deal")
        try:
            proposed = _proposed()
        except InvalidDeal as problem:
            draft.refuse(problem.problems)
            links.ask_into(None)
            st.rerun()
        deal_id = _draw_deals(kb, found, proposed)
        record = kb.record(deal_id) if deal_id else None
        merged = None
        if record is not None and not kb.may_change(record):
            roles.say_refused(kb, "edit_others")
        elif record is not None and record.is_live:
            merged = _draw_values(record, proposed, found)
        elif deal_id:
            st.markdown("This deal is not there any more, or was retracted. Choose another one.")
        if sentence := st.session_state.pop(_PROBLEM, None):
            frame.wrong(sentence)
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            is_to_be_done = st.button("Merge", type="primary", disabled=merged is None, key="inbox.merge.save")
            st.button("Back to the form", on_click=links.ask_into, args=(None,), key="inbox.merge.back")
    seen, st.session_state[_SEEN] = st.session_state.get(_SEEN), (deal_id, record.version if record else 0)
    if is_to_be_done and record is not None and merged is not None:
        _save(kb, found, record, merged, who, is_seen=seen == st.session_state[_SEEN])


def _save(kb: KnowledgeBase, found: Pending, record: DealRecord, merged: dict[str, Any], who: Person, *, is_seen: bool) -> None:
    if not is_seen:
        st.session_state[_PROBLEM] = _CHANGED
        st.rerun()
    try:
        merge(kb, found.id, record.deal_id, Deal(**merged), record.version, by=who.name)
    except EditConflict:
        st.session_state[_PROBLEM] = _CHANGED
    except LeverageError as problem:
        st.session_state[_PROBLEM] = str(problem)
    else:
        told.leave()
        draft.finish()
        links.ask_into(None)
    st.rerun()


def _proposed() -> DealDraft:
    """Return what the form says. Raises InvalidDeal."""
    return DealDraft(**deal_form.record(draft.typed()))


def _draw_deals(kb: KnowledgeBase, found: Pending, proposed: DealDraft) -> str:
    """Draw the vendor and its deals, those nearest to the day of the proposal first; return the one that is chosen."""
    asked = links.asked_into() or ""
    record = kb.record(asked) if asked else None
    home = (kb.home_of(asked) or kb.bank_id(record.deal().vendor)) if record else None
    named = kb.vendor(proposed.vendor) if proposed.vendor else None
    names = {vendor.bank_id: vendor.name for vendor in kb.vendors()}
    first = home or (named.bank_id if named else None)
    left, right = st.columns(2)
    bank_id = left.selectbox(
        "Vendor of the deal",
        list(names),
        index=list(names).index(first) if first in names else None,
        format_func=lambda each: names.get(each, each),
        placeholder="Pick a vendor",
        key=f"inbox.merge.vendor.{found.id}",
    )
    deals = {each.deal_id or "": each for each in (kb.deals(bank_id) if bank_id else [])}
    near = sorted(deals, key=lambda each: _distance(deals[each].deal_date, proposed.deal_date))
    picked = right.selectbox(
        "Deal",
        near,
        index=near.index(asked) if asked in near else None,
        format_func=lambda each: _deal_in_words(deals[each]) if each in deals else each,
        placeholder="Pick one of its deals" if near else "Pick the vendor first",
        key=f"inbox.merge.deal.{found.id}.{bank_id}",
    )
    if picked in deals:
        st.markdown(frame.small(text.inline(_deal_in_words(deals[picked]))))
    if not near and proposed.vendor and named is None:
        name = f"**{text.inline(proposed.vendor)}** has no deals yet."
        st.markdown(f"{name} Pick the vendor whose deal this is, or go back and accept it as a new one.")
    if (picked or "") != asked:
        links.ask_into(picked or "")
    return picked or ""


def _distance(day: date, wanted: date | None) -> int:
    return abs((day - wanted).days) if wanted else -day.toordinal()


def _deal_in_words(deal: Deal) -> str:
    discount = (
        f"{show_percent(deal.discount_pct)} {show_base(deal.discount_base)}".strip() if deal.discount_pct is not None else ""
    )
    told = (show_day(deal.deal_date), deal.product, OUTCOMES[deal.outcome].lower(), discount, deal.payment_terms)
    return ", ".join(each for each in told if each)


def _draw_values(record: DealRecord, proposed: DealDraft, found: Pending) -> dict[str, Any]:
    """Draw the values in which both differ, each with the choice between them; return the deal as chosen."""
    deal = record.deal()
    there, new = deal.values(), proposed.values()
    differing = [
        name for name in FIELDS if name in new and name not in (*deal_form.NOT_SHOWN, "vendor") and _adds(name, there, new)
    ]
    if not differing:
        st.markdown("The deal says all of this already. Merging adds the source to it.")
        return there
    st.markdown("Choose what stays where both differ. Everything else of the deal stays as it is.")
    chosen: dict[str, Any] = {}
    for name in differing:
        options = _options(name, there, new)
        currency = (deal.currency, proposed.currency)
        words = {each: _words(name, options[each], currency) for each in options}
        key = f"inbox.merge.{found.id}.{record.deal_id}.{name}"  # what was chosen outlives another version of the deal
        if st.session_state.get(key) not in (None, *options):
            del st.session_state[key]
        st.radio(
            label_of(name),
            list(options),
            index=list(options).index("both" if "both" in options else "proposal" if name not in there else "deal"),
            format_func=lambda each, words=words: f"{frame.grey(f'{_SIDES[each]}:')} {words[each]}",  # type: ignore[misc]
            horizontal=True,
            key=key,
        )
        chosen[name] = options[st.session_state[key]]
    return {name: value for name, value in (there | chosen).items() if value not in (None, ())}


_SIDES = {"deal": "In the deal", "proposal": "Proposed", "both": "Both"}


def _adds(name: str, there: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    """Say whether a proposed value tells what the deal does not."""
    if name in LISTS:
        known = {_plain(each) for each in there.get(name, ())}
        return any(_plain(each) not in known for each in new[name])
    return _plain(new[name]) != _plain(there.get(name))


def _options(name: str, there: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a field may become: as in the deal, as proposed, or of lists and notes both."""
    options = {"deal": there.get(name), "proposal": new[name]}
    if name not in there:
        return options
    if name in LISTS:
        known = {_plain(each) for each in there[name]}
        options["both"] = (*there[name], *(each for each in new[name] if _plain(each) not in known))
    elif name == "notes":
        options["both"] = f"{there[name]}\n\n{new[name]}"
    return options


def _plain(value: Any) -> Any:
    return fold(value) if isinstance(value, str) else value


def _words(name: str, value: Any, currency: tuple[str | None, str | None]) -> str:
    if value in (None, ()):
        return frame.grey("nothing recorded")
    return text.label(show_value(name, value, currency[0] or currency[1]))
