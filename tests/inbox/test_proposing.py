"""Proposals: what a note may yield, what it may not, and that every value has its words in the text."""

from datetime import date
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from leverage.deals import LISTS
from leverage.inbox import propose
from leverage.inbox.gate import passes
from tests.inbox.notes import EXPECTED, NOTES
from tests.inbox.telling import told

WORDS = [
    *(
        "signed",
        "agreed",
        "12% off list",
        "net 45",
        "not",
        "if",
        "?",
        "Vendor:",
        "Discount:",
        "Nordhelm Fittings GmbH",
        "with",
        "they",
    ),
    *(
        "were",
        "flexible on",
        "firm on",
        "delivery",
        "and",
        "\n",
        "- ",
        "> ",
        "From: a@b.example\nTo: c@d.example\n",
        "3 March 2026",
    ),
    *(
        "[00:01] Buyer:",
        "Deal.",
        "we",
        "showed them a quote",
        "that worked",
        "unterschrieben",
        "Rabatt",
        "fünf Prozent",
        "\r\n",
        "<br />",
    ),
    *("é", "ß", "İ", "ﬃ", "\u00a0", "\ud800", "\x00", "(", ")", ".", ",", ":", "payment within 30 days", "no deal", "heute"),
]


@pytest.mark.parametrize("name", NOTES)
def test_a_note_yields_what_it_says_and_nothing_else(name: str) -> None:
    """Each kind of note gives its stated values; what was offered, asked, supposed or said of something else is no value."""
    assert [told(each) for each in propose(NOTES[name])] == EXPECTED[name]


@pytest.mark.parametrize("name", NOTES)
def test_every_value_has_its_words_and_passes_the_gate(name: str) -> None:
    """Every value has a verbatim quote, a list one for each item in order, and each passes the gate by itself."""
    text = NOTES[name]
    for proposal in propose(text):
        values = proposal.values()
        assert set(proposal.quotes) == set(values)
        for field, quotes in proposal.quotes.items():
            items = values[field] if field in LISTS else (values[field],)
            assert len(items) == len(quotes)
            for value, quote in zip(items, quotes, strict=True):
                assert text[quote.start : quote.end] == quote.text
                assert passes(field, value, quote, text) is None


@given(st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join) | st.text(max_size=300))
@settings(max_examples=150, deadline=None)
@example("Vendor: Nordhelm\rOutcome: signed\rDiscount: 5%\r")
@example("İßﬃ signed with Nordhelm Fittings GmbH: 12% off list")
def test_any_text_gives_verbatim_quotes(text: str) -> None:
    """Whatever the text, nothing is raised and every quote is a slice of it."""
    for proposal in propose(text, "note.txt"):
        for field, quotes in proposal.quotes.items():
            value = getattr(proposal, field)
            assert len(quotes) == (len(value) if isinstance(value, tuple) else 1)
            for quote in quotes:
                assert text[quote.start : quote.end] == quote.text


@pytest.mark.parametrize(
    "text",
    [
        "a" * 5_000_000,
        "signed with Nordhelm 12% off list " * 100_000,
        "signed 12% off\n" * 100_000,
        "- " * 100_000 + "(" * 50_000 + ">" * 50_000,
        "> " * 5_000 + "\n" + "Aa & " * 50_000,
        "From: a@b.example\nTo: b@c.example\nSubject: x\n\n" * 5_000,
        "flexible on a and " * 10_000,
        ("On " + "x" * 190 + "\n") * 2_000,
    ],
    ids=["one line", "one phrase", "lines", "marks", "names", "mails", "list", "attributions"],
)
def test_hostile_texts_end(text: str) -> None:
    """Five megabytes in a line, a hundred thousand lines and texts made against patterns are read to a limit."""
    assert len(propose(text)) <= 1


def test_no_day_after_today_is_proposed(kb_today: Any) -> None:
    """With a knowledge base, a day that is still to come is no deal's day."""
    text = "Signed with Nordhelm Fittings GmbH on 3 March 2031: 12% off list."
    (proposal,) = propose(text, kb=kb_today)
    assert proposal.deal_date is None
    assert proposal.discount_pct == 12


class _Book:
    """A knowledge base of one vendor and a day."""

    def vendors(self) -> list[Any]:
        return []

    def today(self) -> date:
        return date(2026, 6, 1)


@pytest.fixture
def kb_today() -> Any:
    """A knowledge base on 1 June 2026."""
    return _Book()
