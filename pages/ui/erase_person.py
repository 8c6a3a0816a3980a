"""A person whose name is to be erased for good; the deals stay."""

from leverage import KnowledgeBase, LeverageError, erasure, people
from leverage.progress import Progress
from leverage.text import fold
from leverage.wording import join_words, show_count, show_day
from pages.ui import links, person, text
from pages.ui.erasing import Erasing, drop_draft, named
from pages.ui.pick import pick_or_type

MOST_VENDORS = 6
MOST_LEFT = 6


def choose(kb: KnowledgeBase) -> Erasing | None:
    """Draw the box for the person; return the person once they are picked."""
    name = pick_or_type("Person", people.known(kb), named("person"))
    if name is None:
        return None
    traces = erasure.preview_person(kb, name)
    if not traces.is_known:
        raise LeverageError(f"“{traces.name}” stands nowhere. Check the spelling.")
    every = tuple({fold(each): each for each in (traces.name, *traces.spellings)}.values())

    def erase(progress: Progress) -> erasure.Erased:
        return erasure.erase_person(kb, traces.name, progress=progress)

    def forget() -> None:
        who = person.current()
        if who is not None and fold(who.name) in map(fold, every):
            person.forget()
        drop_draft(every, kb.today())

    count = traces.deals + traces.mentions
    where = f", in {show_count(count, 'deal')}" if count else ""
    return Erasing(
        name=traces.name,
        goes=tuple(_goes(traces, every)),
        word=traces.name,
        button=f"Erase {text.inline(traces.name)}",
        said=f"{traces.name} is “a former colleague” everywhere now{where}.",
        what="The name",
        erase=erase,
        forget=forget,
    )


def _goes(traces: erasure.PersonTraces, every: tuple[str, ...]) -> list[str]:
    also = [text.inline(each) for each in every[1:]]
    name = f"**{text.inline(traces.name)}**{f', also written {join_words(also)},' if also else ''}"
    goes = [f"{name} becomes “a former colleague” everywhere, inside sentences and notes, too."]
    goes.append(f"They logged {show_count(traces.deals, 'deal')}{_mentions(traces)}. The deals themselves stay.")
    if traces.others:
        goes.append(f"The name stands in {show_count(traces.others, 'other place')}, such as names that were put together, too.")
    if traces.vendors:
        named = [text.inline(each) for each in traces.vendors[:MOST_VENDORS]]
        more = len(traces.vendors) - len(named)
        goes.append(f"With {join_words([*named, show_count(more, 'more vendor')] if more > 0 else named)}.")
    if traces.addresses:
        firms = join_words([f"**{text.inline(each)}**" for each in traces.addresses])
        one = len(traces.addresses) == 1
        goes.append(
            f"The address of {firms} is made from the name, too: {'it changes' if one else 'they change'}, old links lead "
            "nowhere then, and merges and splits under the name can't be undone any more."
        )
    return [*goes, *_stays(traces)]


def _stays(traces: erasure.PersonTraces) -> list[str]:
    if not traces.stay:
        return []
    told = [
        f"{join_words([f'“{text.inline(word)}”' for word in left.words])} in "
        f"[{text.inline(left.vendor)}, {show_day(left.deal_date)}]({links.deal_address(left.deal_id)})"
        for left in traces.stay[:MOST_LEFT]
    ]
    more = len(traces.stay) - len(told)
    deals = join_words([*told, show_count(more, "more deal")] if more > 0 else told)
    return [f"**What stays**, since a single word may mean somebody else: {deals}. Edit these where they mean this person."]


def _mentions(traces: erasure.PersonTraces) -> str:
    return f" and are named in {show_count(traces.mentions, 'further deal')}" if traces.mentions else ""
