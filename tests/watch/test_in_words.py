"""A flag in words: two proved sentences at most, from its own deals alone."""

import json
from collections.abc import Callable

from leverage import Deal, KnowledgeBase, watch

Open = Callable[..., KnowledgeBase]
Write = Callable[..., Deal]

LATE = "late_delivery"


def flagged(kb: KnowledgeBase, deal: Write) -> watch.Flag:
    """Acme was late in two deals, and sold in a third one that has nothing to do with it; return the flag."""
    kb.log(deal(deal_date="2026-05-01", firm_on=["spare parts"], signals=[(LATE, "A week late, say nobody.")]))
    kb.log(deal(deal_date="2026-06-01", firm_on=["call-out fee"], payment_terms="Net 45", signals=[(LATE, "Late again.")]))
    kb.log(deal(deal_date="2026-07-01", firm_on=["site visits"], notes="Nothing else."))
    (flag,) = watch.flags(kb)
    return flag


def test_two_sentences_at_most_each_of_the_flags_own_deals(open_kb: Open, deal: Write) -> None:
    """What is false, what rests on other deals and what is too much is left out; notes, signals and other deals are not sent."""
    asked: list[str] = []
    told = [
        "Microsoft was firm on site visits.",
        "Microsoft was firm on spare parts.",
        "Microsoft was late on purpose.",
        "Payment terms of Net 45 were agreed.",
        "Microsoft was firm on call-out fee.",
    ]

    def model(messages: list[dict[str, str]], schema: object) -> str:
        asked.append(messages[-1]["content"])
        return json.dumps({"sentences": [{"text": each, "deals": [1]} for each in told]})

    kb = open_kb(model=model)
    flag = flagged(kb, deal)
    narrative = watch.in_words(kb, flag)
    assert [line.text for line in narrative.lines] == [told[1], told[3]]
    assert {deal_id for line in narrative.lines for deal_id in line.deal_ids} <= set(flag.deal_ids)
    assert (told[0], "rests on other deals than those of the flag") in narrative.dropped
    assert told[2] in [text for text, _ in narrative.dropped]
    assert "spare parts" in asked[0]
    assert not any(each in asked[0] for each in ("site visits", "say nobody", "Nothing else"))


def test_no_model_and_a_broken_one_are_told(open_kb: Open, deal: Write) -> None:
    """The flag stands, and a sentence says why there are no words."""

    def broken(messages: object, schema: object) -> str:
        raise ConnectionError("away")

    kb = open_kb(model=broken)
    narrative = watch.in_words(kb, flagged(kb, deal))
    assert (narrative.status, narrative.lines) == ("model_unavailable", ())
    kb.close()
    kb = open_kb(model=None)
    assert watch.in_words(kb, watch.flags(kb)[0]).status == "counted"
