"""Questions about a vendor in a colleague's own words: what is nearest in its memory, and what its deals count to.

The answer is recalled and counted first; a model may put it into words, which are checked like any narrative. Whatever is
away, the rest of the answer stands and says so. A question is kept nowhere: in no bank, no file and no log.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from leverage.brief import Brief
from leverage.briefing import Group
from leverage.errors import LeverageError
from leverage.keeping import EVENTS, FEEDBACK, held
from leverage.knowledge import KnowledgeBase
from leverage.memory.records import Memory
from leverage.reflect.narrate import Narrative
from leverage.reflect.statuses import STATUSES
from leverage.settings import load_settings
from leverage.text import Unclean, clean_line, fold
from leverage.topics import TOPICS, counted, topics_of
from leverage.wording import show_count

log = logging.getLogger(__name__)

Status = Literal["found", "nothing_near", "memory_away", "unknown_vendor", "no_question"]

MOST_QUESTION = 500  # characters
SEARCHED = 8  # times as many as are shown: some are far, or of another product

_SAID: dict[Status, str] = {
    "nothing_near": "No memory in {these} is close to that. Try other words.",
    "memory_away": "The memory can’t be reached right now, so nothing was recalled. Try again in a minute.",
    "unknown_vendor": "Nothing is recorded about this vendor yet. Log the first deal with them.",
    "no_question": "Type a question first.",
}
_STANDS = "What is counted below stands."
_UNCOUNTED = "What the deals count to can’t be read right now."


@dataclass(frozen=True)
class Answer:
    """What is known on a question: the nearest memories, best first, and the counts that apply.

    `status` says in one word how the recall went and `said` in a sentence, with how many are the closest and that they
    are no count. `cites` are the deals that each memory leads to. `words` is what a model made of it, checked, with a
    status of its own; None where it was not asked.
    """

    question: str
    topic: str | None
    status: Status
    said: str
    memories: tuple[Memory, ...] = ()
    cites: tuple[tuple[str, ...], ...] = ()
    counts: tuple[Group, ...] = ()
    brief: Brief | None = None
    words: Narrative | None = None


def ask(
    kb: KnowledgeBase,
    vendor: str,
    question: str,
    *,
    topic: str | None = None,
    limit: int | None = None,
    product: str | None = None,
    in_words: bool = True,
) -> Answer:
    """Return what a vendor's memory and its counted brief say to a question; nothing that fails stops it.

    `topic` is one of `TOPICS` and narrows what is recalled, `limit` is how many memories (the setting ask_memories, else),
    `product` narrows to its deals. Where a model is set up and `in_words` is true, it is asked once, and only sentences
    that the deals prove are kept. Raises LeverageError for a topic that is none and for a question that can't be read.
    """
    if topic is not None and topic not in TOPICS:
        raise LeverageError(f"“{topic}” is no topic. Pick one of: {', '.join(TOPICS)}.")
    asked = _clean(question)
    if not asked:
        return Answer("", topic, "no_question", _SAID["no_question"])
    brief = _brief(kb, vendor, product)
    if brief is not None and not brief.deal_count:
        return Answer(asked, topic, "unknown_vendor", _SAID["unknown_vendor"], brief=brief)
    most = max(1, limit if limit is not None else load_settings().ask_memories)
    found = _recall(kb, vendor, asked, topic, most, brief)
    hits = found or ()
    counts = counted(brief, topics_of(asked, topic, [memory.facet for memory, _ in hits])) if brief else ()
    status: Status = "memory_away" if found is None else "found" if hits else "nothing_near"
    answer = Answer(
        asked,
        topic,
        status,
        _said(status, len(hits), brief, has_counts=bool(counts)),
        tuple(memory for memory, _ in hits),
        tuple(deal_ids for _, deal_ids in hits),
        counts,
        brief,
    )
    return told_in_words(kb, answer) if in_words else answer


def told_in_words(kb: KnowledgeBase, answer: Answer) -> Answer:
    """Return the answer with what the model says to it, each sentence proved by deals; itself where there is none to ask."""
    brief = answer.brief
    if kb.narrator.model is None or brief is None or not brief.deals or not answer.question:
        return answer
    deal_ids = dict.fromkeys(deal_id for each in answer.cites for deal_id in each)
    try:
        words = kb.narrator.answer(brief, answer.question, list(deal_ids), kb.now())
    except Exception as problem:  # noqa: BLE001 - whatever breaks around a model, the answer without it stands
        log.warning("A question could not be put to the model (%s).", type(problem).__name__)
        words = Narrative("model_unavailable", STATUSES["model_unavailable"], model=kb.narrator.model)
    return replace(answer, words=words)


def why(memory: Memory) -> str:
    """Return in a few words what speaks for a memory as an answer, in the order of its weight."""
    told = ", ".join(memory.why)
    return f"{told[:1].upper()}{told[1:]}"


def _clean(question: str) -> str:
    try:
        return clean_line(question, MOST_QUESTION)
    except Unclean as problem:
        raise LeverageError(f"The question {problem}") from None


def _brief(kb: KnowledgeBase, vendor: str, product: str | None) -> Brief | None:
    """Return the counted brief; None where even that can't be read."""
    try:
        return kb.brief(vendor, product=product)
    except Exception as problem:  # noqa: BLE001 - the memories may still answer
        log.warning("The brief for an answer could not be counted (%s).", type(problem).__name__)
        return None


def _recall(
    kb: KnowledgeBase, vendor: str, question: str, topic: str | None, most: int, brief: Brief | None
) -> list[tuple[Memory, tuple[str, ...]]] | None:
    """Return the nearest memories, each with the deals that it leads to; None where the memory fails."""
    try:
        found = kb.recall(vendor, question, most * SEARCHED, facet=topic)
        about = {key: each.deal_ids for key, each in held(kb.banks, kb.bank_id(vendor), FEEDBACK).items()} if _says(found) else {}
    except Exception as problem:  # noqa: BLE001 - whatever the memory does, the conversation goes on
        log.warning("A question could not be recalled (%s).", type(problem).__name__)
        return None
    near: list[tuple[Memory, tuple[str, ...]]] = []
    for memory in found:
        if not memory.is_near or _is_of_another_product(memory, brief):
            continue
        ids = memory.deal_ids or ((memory.deal_id,) if memory.deal_id else about.get(memory.id, ()))
        cites = tuple(each for each in ids if brief is None or each in brief.evidence)
        if cites or not ids:  # of a product, only what is about its deals or about none
            near.append((memory, cites))
    return near[:most]


def _is_of_another_product(memory: Memory, brief: Brief | None) -> bool:
    """Say whether a memory is an event with another product than the one that is asked about."""
    product = brief.product if brief else None
    return bool(product and memory.facet == EVENTS.name and memory.product and fold(memory.product) != fold(product))


def _says(found: Iterable[Memory]) -> bool:
    return any(memory.facet == FEEDBACK.name for memory in found)


def _said(status: Status, hits: int, brief: Brief | None, *, has_counts: bool) -> str:
    count = brief.deal_count if brief else 0
    these = f"these {show_count(count, 'deal')}" if count > 1 else "this deal" if count else "what is recorded"
    said = f"Closest {hits}, not a count." if status == "found" else _SAID[status].format(these=these)
    if brief is None:
        return f"{said} {_UNCOUNTED}"
    return said if status == "found" or not has_counts else f"{said} {_STANDS}"
