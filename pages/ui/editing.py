"""Two people at one deal: what somebody saved while it was edited here, and how both go together."""

from typing import Any

import streamlit as st

from leverage.deals import KINDS, LABELS
from leverage.text import Unclean
from leverage.values import label_of, show_value
from leverage.versions import DealRecord
from leverage.wording import join_words
from pages.ui import deal_form, draft, frame, moments, text
from pages.ui.person import Person

_SET_ASIDE = "set aside"


def is_overtaken(record: DealRecord) -> bool:
    """Say whether what was changed since the form was filled is still to be looked at.

    Where nothing of it shows, or the form says the same, the form just goes on from the newest version.
    """
    if record.version == draft.version_read():
        return False
    if all(saved == mine for saved, mine in _differing(record).values()):
        _go_on(record)
        return False
    return True


def says_who(record: DealRecord, who: Person) -> str:
    """Return who changed the deal meanwhile and when, as a sentence in Markdown."""
    since = [each for each in record.versions() if each.version > draft.version_read()]
    names = list(dict.fromkeys(each.changed_by or "Somebody" for each in reversed(since)))
    shown = ["You" if name == who.name else f"**{text.inline(name)}**" for name in names]
    where = " in another window" if shown == ["You"] else ""
    last = "last " if len(since) > 1 else ""
    return f"{join_words(shown)} changed this deal{where} meanwhile, {last}on {moments.show_moment(record.changed_at)}."


def draw_choice(record: DealRecord, who: Person) -> bool:
    """Draw what was changed meanwhile against what is in the form; return whether the form is to be saved over it."""
    differing = _differing(record)
    both = {name: pair for name, pair in differing.items() if name in _touched(record)}
    theirs = {name: f"{was} → {saved}" for name, (saved, was) in differing.items() if name not in both}
    with frame.card(height="content"):
        frame.section("Changed meanwhile")
        st.markdown(f"{says_who(record, who)} Yours is not saved yet.")
        for name, (saved, mine) in both.items():
            st.markdown(f"**{label_of(name)}**  \n{frame.grey('Saved:')} {saved}  \n{frame.grey('Yours:')} {mine}")
        if theirs:
            untouched = [f"{frame.grey(label_of(name))} {told}" for name, told in theirs.items()]
            intro = f"{'Also changed' if both else 'Changed'}, and untouched by you, so it stays:"
            st.markdown("  \n".join([intro, *untouched]))
        with st.container(horizontal=True, gap="xsmall"):
            is_over = st.button("Save mine over it", type="primary", key="mine")
            st.button("Take theirs", key="theirs", on_click=_take_theirs, args=(record,))
    if is_over:
        _go_on(record)
    return is_over


def draw_set_aside() -> None:
    """Offer what was typed before somebody else's version was taken."""
    if draft.named(_SET_ASIDE) in st.session_state:
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            st.markdown("The form shows what was saved meanwhile.", width="content")
            st.button("Put mine back", type="tertiary", on_click=_put_back)


def _differing(record: DealRecord) -> dict[str, tuple[str, str]]:
    """Return the fields that were changed meanwhile: what is saved and what is in the form, in words."""
    before, saved, mine = _versions(record)
    return {name: (_words(saved, name), _words(mine, name)) for name in LABELS if saved.get(name) != before.get(name)}


def _touched(record: DealRecord) -> set[str]:
    """Return the fields that were changed in the form."""
    before, _, mine = _versions(record)
    return {name for name in LABELS if mine.get(name) != before.get(name)}


def _versions(record: DealRecord) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Return the deal as the form began, as it is saved now, and as the form has it, each as fields of a deal."""
    before = {each.version: each for each in record.versions()}.get(draft.version_read())
    told = deal_form.fill(before.deal()) if before else {}
    return tuple(map(deal_form.record, (told, deal_form.fill(record.deal()), draft.typed())))  # type: ignore[return-value]


def _words(fields: dict[str, Any], name: str) -> str:
    """Return a field in words, as Markdown; what can't be read as its value yet stands as it was typed."""
    value = fields.get(name)
    if value is None:
        return frame.grey("Not recorded")
    try:
        shown = show_value(name, KINDS[name].parse(value), fields.get("currency"))
    except Unclean:
        shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text.inline(shown)


def _merged(record: DealRecord) -> dict[str, Any]:
    """Return the form with what was changed in it over what is saved."""
    touched = _touched(record)
    saved = deal_form.fill(record.deal())
    kept = {name: value for name, value in saved.items() if draft.field_of(name) not in touched}
    return kept | {name: value for name, value in draft.typed().items() if draft.field_of(name) in touched}


def _go_on(record: DealRecord) -> None:
    draft.start_edit(deal_form.fill(record.deal()), record.version, typed=_merged(record))


def _take_theirs(record: DealRecord) -> None:
    mine = _merged(record)
    draft.start_edit(deal_form.fill(record.deal()), record.version)
    st.session_state[draft.named(_SET_ASIDE)] = mine


def _put_back() -> None:
    mine = st.session_state[draft.named(_SET_ASIDE)]
    draft.retype(mine)
