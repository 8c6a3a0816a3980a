"""Questions about a vendor in a colleague's own words: what is nearest in its memory, and what its deals count to.

The answer is recalled and counted first; a model may put it into words, which are checked like any narrative. Whatever is
away, the rest of the answer stands and says so. A question is kept nowhere: in no bank, no file and no log.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Literal

from leverage.brief import Brief
from leverage.briefing import FactLine, Group
from leverage.errors import LeverageError
from leverage.index import Vendor
from leverage.keeping import EVENTS, FEEDBACK, held
from leverage.knowledge import KnowledgeBase
from leverage.memory.records import Memory
from leverage.mentions import mentioned, without
from leverage.ranking.filters import Filters, filters_of
from leverage.recorded import recorded
from leverage.reflect.narrate import Narrative
from leverage.reflect.statuses import STATUSES
from leverage.settings import load_settings
from leverage.text import Unclean, clean_line, fold
from leverage.topics import TOPICS, Counted, counted, topics_of
from leverage.verdicts import FACET
from leverage.wording import OUTCOMES, show_count, show_day

log = logging.getLogger(__name__)

Status = Literal["found", "nothing_near", "memory_away", "unknown_vendor", "unknown_product", "no_question"]

MOST_QUESTION = 500  # characters
SEARCHED = 8  # times as many as are shown: some are far, or of another product

_SAID: dict[Status, str] = {
    "nothing_near": "No memory in {these} is close to that. Try other words.",
    "memory_away": "The memory can’t be reached right now, so nothing was recalled. Try again in a minute.",
    "unknown_vendor": "Nothing is recorded about this vendor yet. Log the first deal with them.",
    "unknown_product": "No deal about this product is recorded here. Ask without it.",
    "no_question": "Type a question first.",
}
Hit = tuple[Memory, tuple[str, ...]]

_STANDS = "What is counted below stands."
_UNCOUNTED = "What the deals count to can’t be read right now."


@dataclass(frozen=True)
class Answer:
    """What is known on a question: the nearest memories, best first, and the counts that apply.

    `status` says in one word how the recall went and `said` in a sentence, with how many are the closest and that they
    are no count; `narrowed` tells in words what it was narrowed to. `others` are further vendors that the question names, and
    `recorded` what the deals record of a field that it asks for. `left_out` are the titles of counts that apply, too.
    `cites` are the deals that each memory leads to. `words` is what a model made of it, checked, with a
    status of its own; None where it was not asked.
    """

    question: str
    topic: str | None
    status: Status
    said: str
    memories: tuple[Memory, ...] = ()
    cites: tuple[tuple[str, ...], ...] = ()
    counts: tuple[Group, ...] = ()
    recorded: tuple[FactLine, ...] = ()
    others: tuple[Vendor, ...] = ()
    narrowed: str = ""
    left_out: tuple[str, ...] = ()
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
    since: date | str | None = None,
    until: date | str | None = None,
    department: str | None = None,
    outcome: str | None = None,
    in_words: bool = True,
) -> Answer:
    """Return what a vendor's memory and its counted brief say to a question; nothing that fails stops it.

    `topic` is one of `TOPICS` and narrows what is recalled, `limit` is how many memories (the setting ask_memories, else),
    `product` narrows to its deals; period, department and outcome narrow what is recalled, never what is counted. Where a
    model is set up and `in_words` is true, it is asked once, and only sentences that the deals prove are kept. Raises
    LeverageError for a topic or a filter that can't be and for a question that can't be read.
    """
    if not isinstance(vendor, str) or not isinstance(question, str):
        raise LeverageError("The vendor and the question are texts. Give both.")
    if limit is not None and not isinstance(limit, int):
        raise LeverageError("How many memories to show is a whole number, such as 3.")
    if topic is not None and topic not in TOPICS:
        raise LeverageError(f"“{topic}” is no topic. Pick one of: {', '.join(TOPICS)}.")
    filters = filters_of(since=since, until=until, department=department, outcome=outcome)
    asked = _clean(question)
    if not asked:
        return Answer("", topic, "no_question", _SAID["no_question"])
    brief = _brief(kb, vendor, product)
    if brief is not None and not brief.deal_count:
        status: Status = "unknown_product" if product and _is_known(kb, vendor) else "unknown_vendor"
        return Answer(asked, topic, status, _SAID[status], brief=brief)
    most = max(1, limit if limit is not None else load_settings().ask_memories)
    others = _others(kb, vendor, asked)
    competitors = {fold(deal.competitor) for deal in brief.deals if deal.competitor} if brief else set()
    heard = without(asked, (words for other, words in others if fold(other.name) not in competitors)) or asked
    found = _recall(kb, vendor, heard, replace(filters, facet=topic, product=product), most, brief)
    hits = found or ()
    told = recorded(brief, heard) if brief else ()
    about = topics_of(heard, topic, [] if told else [memory.facet for memory, _ in hits])
    chosen = counted(brief, about, heard) if brief else Counted()
    counts = chosen.groups
    status = "memory_away" if found is None else "found" if hits else "nothing_near"
    answer = Answer(
        asked,
        topic,
        status,
        _said(status, len(hits), brief, has_counts=bool(counts), is_told=bool(told)),
        tuple(memory for memory, _ in hits),
        tuple(deal_ids for _, deal_ids in hits),
        counts,
        told,
        tuple(other for other, _ in others),
        _narrowed(topic, filters),
        chosen.left_out,
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


def _others(kb: KnowledgeBase, vendor: str, question: str) -> list[tuple[Vendor, str]]:
    """Return the other vendors that a question names; none where the list can't be read."""
    try:
        own = kb.vendor(vendor)
        mine = (own.name, *own.aliases) if own else (vendor,)
        return mentioned(question, (each for each in kb.vendors() if own is None or each.bank_id != own.bank_id), mine)
    except Exception as problem:  # noqa: BLE001 - the answer stands without it
        log.warning("The vendors that a question names could not be looked up (%s).", type(problem).__name__)
        return []


def _is_known(kb: KnowledgeBase, vendor: str) -> bool:
    try:
        return kb.vendor(vendor) is not None
    except Exception:  # noqa: BLE001 - then it is as good as unknown
        return False


def _narrowed(topic: str | None, filters: Filters) -> str:
    """Return in words what is recalled alone: `Only Price, from Legal, agreed, since 1 Jan 2025.`"""
    told = [
        TOPICS[topic] if topic else "",
        f"from {filters.department}" if filters.department else "",
        OUTCOMES[filters.outcome].lower() if filters.outcome else "",
        f"since {show_day(filters.since)}" if filters.since else "",
        f"until {show_day(filters.until)}" if filters.until else "",
    ]
    return f"Only {', '.join(filter(None, told))}." if any(told) else ""


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


def _recall(kb: KnowledgeBase, vendor: str, question: str, filters: Filters, most: int, brief: Brief | None) -> list[Hit] | None:
    """Return the nearest memories, each with the deals that it leads to; None where the memory fails."""
    try:
        recall = partial(
            kb.recall,
            vendor,
            question,
            most * SEARCHED,
            since=filters.since,
            until=filters.until,
            department=filters.department,
            outcome=filters.outcome,
        )
        found = recall(facet=filters.facet, product=filters.product)
        if filters.product and filters.facet in (None, FACET):  # feedback is of no product, and may be about its deals
            found += recall(facet=FACET)
        about = {key: each.deal_ids for key, each in held(kb.banks, kb.bank_id(vendor), FEEDBACK).items()} if _says(found) else {}
    except Exception as problem:  # noqa: BLE001 - whatever the memory does, the conversation goes on
        log.warning("A question could not be recalled (%s).", type(problem).__name__)
        return None
    near: list[Hit] = []
    for memory in found:
        if not memory.is_near or _is_of_another_product(memory, brief):
            continue
        ids = memory.deal_ids or ((memory.deal_id,) if memory.deal_id else about.get(memory.id, ()))
        cites = tuple(each for each in ids if brief is None or each in brief.evidence)
        is_event = memory.facet == EVENTS.name
        if cites or (not ids and (is_event or not filters.product)):  # of a product, what is about its deals, and its events
            near.append((memory, cites))
    return near[:most] if filters.facet == FACET else _with_deals_first(near)[:most]


def _with_deals_first(near: Iterable[Hit]) -> list[Hit]:
    """Return hits with one feedback in its place and further ones last: it is no deal, and takes the room of none."""
    first: list[Hit] = []
    last: list[Hit] = []
    for hit in near:
        is_further = hit[0].facet == FACET and any(memory.facet == FACET for memory, _ in first)
        (last if is_further else first).append(hit)
    return first + last


def _is_of_another_product(memory: Memory, brief: Brief | None) -> bool:
    """Say whether a memory is an event with another product than the one that is asked about."""
    product = brief.product if brief else None
    return bool(product and memory.facet == EVENTS.name and memory.product and fold(memory.product) != fold(product))


def _says(found: Iterable[Memory]) -> bool:
    return any(memory.facet == FEEDBACK.name for memory in found)


def _said(status: Status, hits: int, brief: Brief | None, *, has_counts: bool, is_told: bool) -> str:
    count = brief.deal_count if brief else 0
    these = f"these {show_count(count, 'deal')}" if count > 1 else "this deal" if count else "what is recorded"
    said = f"Closest {hits}, not a count." if status == "found" else _SAID[status].format(these=these)
    if is_told and status == "nothing_near":
        return f"Beyond that, no memory in {these} is close to it."
    if brief is None:
        return f"{said} {_UNCOUNTED}"
    return said if status == "found" or not has_counts else f"{said} {_STANDS}"
