"""The gate: a value stands on whole words of one sentence that say it, and on no others."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from leverage.deals import Tactic
from leverage.inbox.gate import passes
from leverage.inbox.proposal import Quote
from leverage.signals import Signal

SIGNED = "We signed with Nordhelm Corp. on 3 March 2026. They agreed to 15% off list, net 60. Their rival Vasterby offered 30%. "
ENDS = "We signed with Nordhelm Corp. on 3 March 2026. The contract ends on 31 December 2027. "
MAIL = "From: Ida Berg <ida@ours.example>\nTo: Ole Dahl <ole@ours.example>\nDate: Tue, 3 Mar 2026 10:00:00 +0000\n\n"
STANCES = "We signed with Nordhelm Corp. They were flexible on payment terms over lunch. We were firm on the exit fees. "
TALE = "We signed with Nordhelm Corp. Lunch was at the canteen. They agreed to pay for support upgrades. "
TRIED = "We signed with Nordhelm Corp. We asked early for a longer term. Threatening to leave worked. "


def said(field: str, value: Any, words: str, text: str) -> bool:
    """Say whether a value passes on the first place of its words."""
    at = text.index(words)
    return passes(field, value, Quote(words, at, at + len(words)), text) is None


@pytest.mark.parametrize(
    ("field", "value", "words", "text"),
    [
        ("vendor", "Nordhelm Corp.", "Nordhelm Corp.", SIGNED),
        ("outcome", "agreed", "We signed", SIGNED),
        ("deal_date", date(2026, 3, 3), "3 March 2026", SIGNED),
        ("discount_pct", Decimal(15), "15%", SIGNED),
        ("discount_pct", Decimal(15), "They agreed to 15% off list, net 60.", SIGNED),
        ("discount_base", "list", "15% off list", SIGNED),
        ("payment_terms", "Net 60", "net 60", SIGNED),
        ("deal_date", date(2026, 3, 3), "today", MAIL + "We signed with Nordhelm Corp. today."),
        ("deal_date", date(2026, 3, 2), "yesterday", MAIL + "We signed with Nordhelm Corp. yesterday."),
        ("deal_date", date(2026, 2, 27), "27 February", MAIL + "We signed with Nordhelm Corp. on 27 February."),
        ("flexible_on", "delivery slots", "the delivery slots", "We signed. On the delivery slots we found them easy."),
        (
            "tactics",
            Tactic("asked for a longer term", "worked"),
            "asked for a longer term",
            "We asked for a longer term. It worked.",
        ),
    ],
)
def test_what_the_words_say_passes(field: str, value: Any, words: str, text: str) -> None:
    """A value passes on words that hold it whole."""
    assert said(field, value, words, text)


@pytest.mark.parametrize(
    ("field", "value", "words", "text"),
    [
        *(("discount_pct", Decimal(15), words, SIGNED) for words in ("1", "5", "%", "o 1", "They agreed", SIGNED)),
        ("discount_pct", Decimal(30), "30%", SIGNED),
        ("discount_base", "list", "They", SIGNED),
        ("payment_terms", "net 60", "60", SIGNED),
        ("payment_terms", "net 60", "6", SIGNED),
        ("outcome", "agreed", "on 3 March 2026", SIGNED),
        ("outcome", "agreed", "W", SIGNED),
        ("outcome", "agreed", SIGNED, SIGNED),
        ("vendor", "rch", "March", SIGNED),
        ("vendor", "igned", "signed", SIGNED),
        ("vendor", "Vasterby", "Vasterby", SIGNED),
        ("vendor", "Nordhelm Corp.", SIGNED, SIGNED),
        ("vendor", "Priya Nair", "Priya Nair", "Priya Nair wrote: we agreed and signed the contract."),
        ("deal_date", date(2027, 12, 31), "31 December 2027", ENDS),
        ("deal_date", date(2027, 12, 31), ENDS, ENDS),
        ("deal_date", date(1999, 1, 1), "today", "We signed with Nordhelm Corp. today."),
        ("deal_date", date(1999, 1, 1), "today", MAIL + "We signed with Nordhelm Corp. today."),
        ("deal_date", date(1999, 3, 3), "3 March", "We signed with Nordhelm Corp. on 3 March."),
        ("firm_on", "lunch", "Lunch", TALE),
        ("flexible_on", "canteen", "the canteen", TALE),
        ("firm_on", "a", "a", TALE),
        ("flexible_on", "never pay for support upgrades", "pay for support upgrades", TALE),
        ("firm_on", "not support upgrades for pay", "pay for support upgrades", TALE),
        ("tactics", Tactic("canteen", "unclear"), "the canteen", TALE),
        ("firm_on", "payment terms", "flexible on payment terms", STANCES),
        ("flexible_on", "lunch", "lunch", STANCES),
        ("firm_on", "exit fees", "firm on the exit fees", STANCES),
        ("flexible_on", "exit fees", "firm on the exit fees", STANCES),
        ("flexible_on", "slots", "the delivery slots", "We signed. On the delivery slots we found them easy."),
        ("tactics", Tactic("asked early for a longer term", "worked"), "asked early for a longer term", TRIED),
        ("tactics", Tactic("asked early for a longer term", "failed"), "asked early for a longer term", TRIED),
        ("signals", Signal("price_increase", "Nordhelm Corp"), "Nordhelm Corp", SIGNED),
        ("logged_by", "Nordhelm", "Nordhelm", SIGNED),
        ("nothing", "Nordhelm", "Nordhelm", SIGNED),
        ("discount_pct", Decimal(15), "15%", "Draft\n\n" + SIGNED),
    ],
)
def test_what_the_words_do_not_say_is_stopped(field: str, value: Any, words: str, text: str) -> None:
    """A piece of a word, another figure, another's word, a day of something else and an item that nobody judged do not pass."""
    assert not said(field, value, words, text)


def test_words_that_do_not_stand_there_are_stopped() -> None:
    """A quote that is not the text's slice is none, nor one without a letter."""
    assert passes("discount_pct", Decimal(15), Quote("15%", 0, 3), SIGNED)
    assert passes("discount_pct", Decimal(15), Quote("%", 0, 3), SIGNED)
    assert passes("discount_pct", Decimal(15), Quote(" ", 2, 3), SIGNED)
