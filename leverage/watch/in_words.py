"""A flag in words: at most two sentences by the model on the deals that stand in it, proved like any narrative."""

from dataclasses import replace

from leverage.knowledge import KnowledgeBase
from leverage.reflect.narrate import Narrative
from leverage.watch.flag import Flag

MOST_LINES = 2

_QUESTION = "What was agreed and what was refused in these deals?"


def in_words(kb: KnowledgeBase, flag: Flag) -> Narrative:
    """Return what the model says of a flag's deals, kept nowhere; its failure is a status, never an exception.

    Only these deals are sent, without notes and signals. A sentence has to hold against all deals of the vendor, and
    what rests on none of the flag's is left out.
    """
    narrative = kb.narrator.answer(kb.brief(flag.bank_id), _QUESTION, flag.deal_ids, kb.now())
    lines = [line for line in narrative.lines if not set(line.deal_ids).isdisjoint(flag.deal_ids)]
    elsewhere = [(line.text, "rests on other deals than those of the flag") for line in narrative.lines if line not in lines]
    return replace(narrative, lines=tuple(lines[:MOST_LINES]), dropped=(*narrative.dropped, *elsewhere))
