"""A vendor made a part of another one."""

import streamlit as st

from leverage import KnowledgeBase, LeverageError, directory
from leverage.directory import Preview
from leverage.progress import Progress
from leverage.vendor_records import VendorRecord
from leverage.wording import join_words, show_count, show_day
from pages.ui import frame, links, panel, text, vendor_changes, work
from pages.ui.told import Told


def draw_merge(kb: KnowledgeBase, bank_id: str, record: VendorRecord, by: str) -> None:
    """Draw the box for the other vendor and, once it is picked, what moves there."""
    frame.section("Merge into another vendor")
    others = {each.bank_id: each for each in directory.others(kb, bank_id)}
    target = st.selectbox(
        "The vendor that stays",
        list(others),
        index=None,
        format_func=lambda each: f"{others[each].name}, {show_count(others[each].deal_count, 'deal')}",
        placeholder="Pick the vendor" if others else "There is no other vendor",
        key=f"merge.{bank_id}",
    )
    if target is None:
        st.markdown(f"Everything about {text.inline(record.name)} moves there. It is shown here before anything happens.")
        panel.draw_buttons("Merge", is_ready=False)
        return
    try:
        preview = directory.preview_merge(kb, bank_id, target)
    except LeverageError as problem:
        panel.draw_refusal("Merge", problem)
        return
    st.markdown(_told_of(preview, record, others[target].deal_count))
    if panel.draw_buttons(f"Merge into {text.inline(preview.target)}"):
        panel.close()
        _begin(kb, bank_id, target, preview, by)


def _told_of(preview: Preview, record: VendorRecord, deals_there: int) -> str:
    target = text.inline(preview.target)
    lines = [f"**{moved(preview)}** to **{target}**, which then has {show_count(deals_there + preview.deals, 'deal')}."]
    lines += [text.inline(told_of_people(preview))] if preview.people else []
    if preview.names:
        led = join_words([text.inline(name) for name in preview.names])
        lines.append(f"{led} will lead to {target}, old links included.")
    if record.notes:
        lines.append(f"{show_count(len(record.notes), 'note')} {'goes' if len(record.notes) == 1 else 'go'} along.")
    return "  \n".join([*lines, "The name as written stays on each deal. You can undo it."])


def moved(preview: Preview) -> str:
    """Return how many deals move, the retracted ones told apart."""
    one = preview.deals + preview.retracted == 1
    retracted = f" and {preview.retracted:,} retracted" if preview.retracted else ""
    return f"{show_count(preview.deals, 'deal')}{retracted} {'moves' if one else 'move'}"


def told_of_people(preview: Preview) -> str:
    """Return whose deals move, and from when they are."""
    people = join_words(list(preview.people))
    if preview.first is None or preview.last is None:
        return f"Logged by {people}."
    days = show_day(preview.first)
    return f"Logged by {people}, dated {days}{'' if preview.first == preview.last else f' to {show_day(preview.last)}'}."


def _begin(kb: KnowledgeBase, bank_id: str, target: str, preview: Preview, by: str) -> None:
    def merge(progress: Progress) -> Told:
        move = directory.merge(kb, bank_id, target, by=by, progress=progress)
        said = f"{move.source_name} is now part of {move.target_name}, with {show_count(len(move.deal_ids), 'deal')}."
        return Told(said, lambda: vendor_changes.undo(kb, move, by))

    work.begin(
        f"Moving the deals of {text.inline(preview.source)}",
        merge,
        lambda: st.query_params.from_dict(links.to_vendor(target)),
    )
