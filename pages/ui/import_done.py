"""The import itself, what it did, and the way to take it back."""

from collections import Counter
from dataclasses import dataclass

import streamlit as st

from leverage import KnowledgeBase
from leverage.imports import ImportResult, Plan, commit, tally
from leverage.progress import Progress
from leverage.wording import show_count
from pages.ui import frame, import_batches, import_choice, import_columns, import_questions, links, person, text, work
from pages.ui.import_choice import Chosen
from pages.ui.import_reading import Read

_DONE = "import.done"
_MOST_LINKS = 12


@dataclass(frozen=True)
class Done:
    """What an import did: of which file, and how many deals each vendor got, by bank id."""

    filename: str
    result: ImportResult
    skipped: int
    vendors: tuple[tuple[str, int], ...]


def draw_buttons(kb: KnowledgeBase, chosen: Chosen, read: Read, who: person.Person) -> None:
    """Draw the button that imports, and what it still waits for."""
    count = read.tally.new + read.tally.waiting
    still = len(import_questions.open_now(read))
    waits_for = import_columns.lacking(read.plan)
    if still:
        waits_for = "Answer the question first." if still == 1 else f"Answer the {still} questions first."
    if import_questions.is_refused(read):
        waits_for = "Nothing is imported of this file, unless you say above that each row is a deal."
    elif not count:
        waits_for = _nothing(read)
    st.space("xsmall")
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        label = f"Import {show_count(count, 'deal')}" if count else "Import"
        is_asked = st.button(label, type="primary", disabled=bool(waits_for), key="import.commit")
        import_choice.draw_other()
        if waits_for:
            st.markdown(waits_for, width="content")
    if is_asked:
        _begin(kb, chosen, read.plan, who)


def _nothing(read: Read) -> str:
    if read.tally.existing:
        return "Every deal of this file is here already."
    return "There is no deal to import. See above why."


def _begin(kb: KnowledgeBase, chosen: Chosen, plan: Plan, who: person.Person) -> None:
    """Import in a thread; what became of it is shown when the page is drawn anew."""
    results: list[ImportResult] = []
    batch_id, at_work = import_batches.id_of(plan), import_batches.at_work()

    def bring_in(progress: Progress) -> None:
        at_work.add(batch_id)
        try:
            results.append(commit(kb, plan, progress=progress, by=who.name))
        finally:
            at_work.discard(batch_id)

    def note() -> None:
        result = results[0]
        logged = set(result.deal_ids)  # the rest of an import that was cut short brings only these
        counts = Counter(row.bank_id for row in kb.batch(result.batch_id) if row.deal_id in logged)
        done = tally(plan, result)
        st.session_state[_DONE] = Done(plan.filename, result, done.skipped + done.waiting, tuple(counts.most_common()))
        import_choice.drop()

    stopped = "Stopped. What is in stays, and counts. Import the rest, or undo it under Imports made."
    work.begin(f"Importing {chosen.name}", bring_in, note, stopped=stopped)


def is_there() -> bool:
    """Say whether an import was made here and not yet left behind."""
    return _DONE in st.session_state


def leave() -> None:
    """Put what an import did away."""
    st.session_state.pop(_DONE, None)


def draw(kb: KnowledgeBase) -> None:
    """Draw what the import did, the briefs it feeds, the next steps, and the imports made before."""
    done: Done = st.session_state[_DONE]
    _draw_done(kb, done)
    import_batches.draw(kb, but=done.result.batch_id)


def _draw_done(kb: KnowledgeBase, done: Done) -> None:
    result = done.result
    with frame.card(height="content"):
        frame.section(f":green[:material/check_circle:] {show_count(result.logged, 'deal')} imported")
        told = [f"From **{text.inline(done.filename)}**, with {show_count(len(done.vendors), 'vendor')}."]
        were = "was" if result.existing == 1 else "were"
        told += [f"{result.existing:,} of the file {were} here already."] if result.existing else []
        told += [f"{show_count(done.skipped, 'row')} skipped."] if done.skipped else []
        if result.waiting:
            told.append(f"{show_count(result.waiting, 'deal')} safe on disk: they go in by themselves when the memory is back.")
        st.markdown(" ".join(told))
        if done.vendors:
            _draw_links(kb, done)
    if import_batches.is_confirming(result.batch_id):
        import_batches.draw_confirm(kb, result.batch_id, leave)
        return
    with st.container(horizontal=True, gap="xsmall"):
        st.button("Import another file", type="primary", on_click=leave)
        if result.logged:
            st.button(
                "Undo this import",
                icon=":material/undo:",
                on_click=import_batches.ask,
                args=(result.batch_id,),
                key="import.undo",
            )


def _draw_links(kb: KnowledgeBase, done: Done) -> None:
    with st.container(horizontal=True, gap="xsmall"):
        for bank_id, count in done.vendors[:_MOST_LINKS]:
            vendor = kb.vendor(bank_id)
            if vendor is not None:
                label = f"{text.inline(vendor.name)}, {show_count(count, 'deal')}"
                st.page_link(links.BRIEF, label=label, query_params=links.to_vendor(bank_id))
        if len(done.vendors) > _MOST_LINKS:
            st.page_link(links.VENDORS, label=f"and {len(done.vendors) - _MOST_LINKS} more", icon=":material/arrow_forward:")
