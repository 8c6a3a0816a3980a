"""A vendor to be erased for good, with all its deals."""

from leverage import KnowledgeBase, erasure
from leverage.progress import Progress
from leverage.wording import join_words, show_count
from pages.ui import text
from pages.ui.erasing import Erasing, drop_draft, named
from pages.ui.pick import pick_or_type


def choose(kb: KnowledgeBase) -> Erasing | None:
    """Draw the box for the vendor; return the vendor once it is picked."""
    names = [vendor.name for vendor in kb.vendors()]
    name = pick_or_type("Vendor", names, named("vendor"))
    if not name:
        return None
    traces = erasure.preview_vendor(kb, name)
    every = (traces.name, *traces.aliases)

    def erase(progress: Progress) -> erasure.Erased:
        return erasure.erase_vendor(kb, traces.name, progress=progress)

    deals = show_count(traces.deals, "deal")
    return Erasing(
        name=traces.name,
        goes=tuple(_goes(traces)),
        word=traces.name,
        button=f"Erase {text.inline(traces.name)}",
        said=f"{traces.name} is erased, with {deals}.",
        what="It",
        erase=erase,
        forget=lambda: drop_draft(every, kb.today()),
    )


def _goes(traces: erasure.VendorTraces) -> list[str]:
    retracted = f" and {traces.retracted:,} retracted" if traces.retracted else ""
    goes = [f"**{text.inline(traces.name)}** goes, with {show_count(traces.deals, 'deal')}{retracted}."]
    if traces.aliases:
        goes.append(f"Its other names go along: {join_words([text.inline(each) for each in traces.aliases])}.")
    if traces.changes:
        goes.append(f"So does what is known of {show_count(traces.changes, 'change')}, such as merges.")
    if traces.feedback:
        goes.append(f"Feedback of colleagues goes, too: {traces.feedback:,}.")
    if traces.lessons:
        goes.append(f"The playbook goes, too: {show_count(traces.lessons, 'lesson')}.")
    if traces.events:
        goes.append(f"What was logged beside deals goes, too: {show_count(traces.events, 'event')}.")
    if traces.proposals:
        goes.append(f"So do {show_count(traces.proposals, 'proposal')} of the inbox, with the words that they quote.")
    return goes
