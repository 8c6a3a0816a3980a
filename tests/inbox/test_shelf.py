"""What waits in the inbox: each proposal once, with the words that say so."""

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase
from leverage.inbox import Proposal, Quote, accept, accepted_from, add, dismiss, find, pending, source_of
from leverage.inbox_bank import InboxBank
from tests.inbox.plain_notes import NOTE, propose, source


def test_each_proposal_waits_with_the_text_that_says_so(kb: KnowledgeBase) -> None:
    """What is kept reads back as it was proposed, and every quote is a slice of the text."""
    report = add(kb, [source(NOTE)], by="Ann", propose=propose)
    assert (report.read, report.proposed, report.known) == (1, 2, 0)
    found = pending(kb)
    assert {each.proposal.vendor for each in found} == {"Acme", "Bolt"}
    assert [each.proposal for each in found if each.proposal.vendor == "Acme"] == propose(NOTE)[:1]
    for each in found:
        text = source_of(kb, each.id).text
        assert text == NOTE
        assert all(text[one.start : one.end] == one.text for quotes in each.proposal.quotes.values() for one in quotes)
        assert (each.source_name, each.found_by, each.state) == ("note.txt", "Ann", "open")


def test_the_same_text_is_read_once(kb: KnowledgeBase) -> None:
    """Under another name, with other line ends or as an attachment it brings the same proposals, which are known."""
    add(kb, [source(NOTE)], propose=propose)
    again = [source(NOTE, "copy.txt"), source(NOTE.replace("\n", "\r\n").replace("Net 60\r", "Net 60"), "mail.eml › note.txt")]
    report = add(kb, again, propose=propose)
    assert (report.proposed, report.known) == (0, 4)
    assert len(pending(kb)) == 2


def test_accepting_logs_the_deal(kb: KnowledgeBase, deal: Callable[..., Deal]) -> None:
    """The deal counts, knows where it came from, and the proposal waits no longer."""
    add(kb, [source(NOTE)], propose=propose)
    one = next(each for each in pending(kb) if each.proposal.vendor == "Acme")
    receipt = accept(kb, one.id, deal(vendor="Acme"), by="Ann")
    assert kb.deal(receipt.deal_id) is not None
    assert [each.proposal.vendor for each in pending(kb)] == ["Bolt"]
    (origin,) = accepted_from(kb, receipt.deal_id)
    assert (origin.source_name, origin.accepted_by, origin.is_merged) == ("note.txt", "Ann", False)
    assert find(kb, one.id).deal_id == receipt.deal_id
    dismiss(kb, pending(kb)[0].id, "a template", by="Ann")
    assert [each.reason for each in pending(kb, "dismissed")] == ["a template"]


def test_better_rules_improve_what_waits(kb: KnowledgeBase) -> None:
    """Read again by other rules, an open proposal says more and is still one; a decided one stays as it was."""
    add(kb, [source(NOTE)], propose=propose)
    before = {each.proposal.vendor: each.id for each in pending(kb)}
    dismiss(kb, before["Bolt"], "no", by="Ann")

    def better(text: str, filename: str = "", *, kb: object = None) -> list[Proposal]:
        """Begin each proposal at its line, and drop what it is off."""
        found = []
        for each in propose(text):
            (vendor,) = each.quotes["vendor"]
            start, end = vendor.start - len("Deal: "), text.index("\n", vendor.start)
            values = {name: value for name, value in each.values().items() if name != "discount_base"}
            quotes = {**each.quotes, "outcome": (Quote(text[start:end], start, end),)}
            found.append(Proposal(**values, quotes=quotes))
        return found

    report = add(kb, [source(NOTE)], propose=better)
    assert (report.proposed, report.known) == (0, 2)
    (one,) = pending(kb)
    assert (one.id, one.version, one.proposal.discount_base) == (before["Acme"], 2, None)
    assert "outcome" in one.proposal.quotes
    assert find(kb, before["Bolt"]).proposal.discount_base == "list"  # type: ignore[union-attr]
    assert add(kb, [source(NOTE)], propose=better).known == 2
    assert pending(kb)[0].version == 2


def test_a_reply_that_quotes_the_mail_before_brings_its_deal_once(kb: KnowledgeBase) -> None:
    """The same values in the same words on the same day are the same deal, in whatever text they stand."""
    add(kb, [source(NOTE, "mail.eml")], propose=propose)
    report = add(kb, [source(f"Thank you.\n\n{NOTE}Deal: Dune, 3% off list\n", "reply.eml")], propose=propose)
    assert (report.proposed, report.known) == (1, 2)
    assert {each.proposal.vendor for each in pending(kb)} == {"Acme", "Bolt", "Dune"}


def test_two_proposals_with_the_same_first_words_are_two(kb: KnowledgeBase) -> None:
    """Words may tell of two deals, as in “both gave us 5%”."""

    def twice(text: str, filename: str = "", *, kb: object = None) -> list[Proposal]:
        quotes = {"discount_pct": (Quote("5%", 5, 7),)}
        return [Proposal(vendor=name, discount_pct="5", quotes=quotes) for name in ("Acme", "Bolt")]

    for _ in range(2):
        add(kb, [source("Both 5%.")], propose=twice)
    assert {each.proposal.vendor for each in pending(kb)} == {"Acme", "Bolt"}


def test_the_newest_source_stands_first(kb: KnowledgeBase) -> None:
    """By the day of the source; without one by the day it was found."""
    for n, day in enumerate([date(2026, 1, 5), date(2026, 3, 5), None]):
        add(kb, [source(f"Deal: Vendor {n}, {n}% off list\n", day=day)], propose=propose)
    assert [each.proposal.vendor for each in pending(kb)] == ["Vendor 2", "Vendor 1", "Vendor 0"]


def test_a_long_text_with_odd_characters_is_kept_as_it_is(kb: KnowledgeBase) -> None:
    """Parts of 4,000 bytes are joined again, whatever they are cut through."""
    text = "Deal: Acme, 5% off list\n" + "Größe 漢字 👩‍👩‍👧 \u202e\x00 " * 20_000
    add(kb, [source(text)], propose=propose)
    assert source_of(kb, pending(kb)[0].id).text == text


def test_a_text_in_which_nothing_was_found_is_not_kept(kb: KnowledgeBase) -> None:
    """The report says that it was read; nothing else of it stays."""
    report = add(
        kb, [source("Lunch on Monday?", left_out=("Page 2 is a scan.",))], skipped=[("x.png", "It is an image.")], propose=propose
    )
    assert report.sentences == ("1 text read, 0 new proposals.", "note.txt: Page 2 is a scan.", "x.png: It is an image.")
    assert kb.inbox.all("text") == {}


def test_the_list_follows_what_is_written(kb: KnowledgeBase) -> None:
    """It is read once, and knows each change made since, as a fresh one would."""
    add(kb, [source(NOTE)], propose=propose)
    first = pending(kb)
    dismiss(kb, first[0].id, "no", by="Ann")
    add(kb, [source("Deal: Dune, 3% off list\n")], propose=propose)
    told = (pending(kb), pending(kb, "dismissed"))
    fresh = InboxBank(kb.banks)
    kb.inbox = fresh
    assert (pending(kb), pending(kb, "dismissed")) == told
    assert len(told[0]) == 2


@pytest.mark.slow
def test_hundreds_that_wait_are_listed_at_once(kb: KnowledgeBase, deal: Callable[..., Deal]) -> None:
    """After the first look a list costs next to nothing, and a decision reads no other proposal again."""
    for start in range(0, 1_500, 500):
        text = "".join(f"Deal: Vendor {n}, 5% off list\n" for n in range(start, start + 500))
        add(kb, [source(text)], propose=propose)
    assert len(pending(kb)) == 1_500
    asked: list[object] = []
    engine, ask = kb.banks.engine, kb.banks.engine.ask
    engine.ask = lambda *given, **more: (asked.append(given), ask(*given, **more))[1]  # type: ignore[method-assign]
    assert len(pending(kb)) == 1_500
    assert asked == []
    dismiss(kb, pending(kb)[7].id, "no", by="Ann")
    few = len(asked)
    assert len(pending(kb)) == 1_499
    assert len(asked) == few <= 8


@pytest.mark.parametrize(
    "again",
    [
        "\n\n\n   " + NOTE.replace("\n", "\n\n"),
        NOTE.replace("From", "\n\nFrom"),
        "Café \u1112\u1161\u11ab\n" + NOTE,
        unicodedata.normalize("NFD", "Café 한\n" + NOTE),
    ],
)
def test_quotes_stay_with_the_text_that_is_kept(kb: KnowledgeBase, again: str) -> None:
    """The same text in other white space, or its letters put together otherwise, moves no quote off its words."""
    first = "Café 한\n" + NOTE if again.startswith("Caf") else NOTE
    add(kb, [source(first)], propose=propose)
    text = source_of(kb, pending(kb)[0].id).text
    report = add(kb, [source(again + "\n", "rewrapped.eml")], propose=propose)
    assert (report.proposed, report.known) == (0, 2)
    for each in pending(kb):
        assert source_of(kb, each.id).text == text
        assert all(text[one.start : one.end] == one.text for quotes in each.proposal.quotes.values() for one in quotes)


def test_what_is_found_later_in_a_rewrapped_text_stands_in_the_one_that_is_kept(kb: KnowledgeBase) -> None:
    """A deal that better rules find in the second copy is quoted from the first, which is the one that is shown."""
    add(kb, [source(NOTE)], propose=lambda text, filename="", *, kb=None: propose(text)[:1])
    report = add(kb, [source("\n\n" + NOTE.replace("\n", "\r\n\r\n"))], propose=propose)
    assert (report.proposed, report.known) == (1, 1)
    (bolt,) = (each for each in pending(kb) if each.proposal.vendor == "Bolt")
    text = source_of(kb, bolt.id).text
    assert text == NOTE
    assert text[: bolt.proposal.quotes["vendor"][0].end].endswith("Deal: Bolt")


def test_a_decided_deal_without_a_day_does_not_come_back_with_an_edit(kb: KnowledgeBase) -> None:
    """In a file of the same name the same words are the same deal; under another name, or pasted, they may be another's."""
    note = "Deal: Acme, 20% off list\n"
    add(kb, [source(note)], propose=propose)
    dismiss(kb, pending(kb)[0].id, "no", by="Ann")
    report = add(kb, [source(note + "One more line.\n")], propose=propose)
    assert (report.proposed, report.known, pending(kb)) == (0, 1, [])
    assert add(kb, [source(note + "A second deal.\n" + note)], propose=propose).proposed == 1
    assert add(kb, [source(note + "Of next year.\n", "next.txt")], propose=propose).proposed == 1
    for line in ("Once.", "Twice."):
        assert add(kb, [source(note + line, "Pasted text")], propose=propose).proposed == 1


def test_what_better_rules_read_is_known_in_other_texts(kb: KnowledgeBase) -> None:
    """A proposal that was improved is found again, in its new words, in a reply that quotes them."""
    add(kb, [source(NOTE)], propose=lambda text, filename="", *, kb=None: [replace(each, kind="new") for each in propose(text)])
    add(kb, [source(NOTE)], propose=propose)
    assert add(kb, [source(f"Thank you.\n\n{NOTE}", "reply.eml")], propose=propose).proposed == 0


@pytest.mark.parametrize("rows", range(1, 6))
def test_what_is_kept_in_part_is_found_by_erasing_and_kept_whole_later(
    kb: KnowledgeBase, rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cut short after any record there is no text without what leads to it; read again, all is there."""
    real = kb.inbox.write

    def partly(records: Mapping[str, Any], before: Mapping[str, Any] | None = None) -> None:
        real(dict(list(records.items())[:rows]), before)
        raise KeyboardInterrupt

    monkeypatch.setattr(kb.inbox, "write", partly)
    with pytest.raises(KeyboardInterrupt):
        add(kb, [source(NOTE)], propose=propose)
    monkeypatch.undo()
    texts = {name.partition(":")[2] for name in kb.inbox.all("text")}
    assert texts <= {name.partition(":")[2] for name in kb.inbox.all("source")}
    add(kb, [source(NOTE)], propose=propose)
    assert {each.proposal.vendor for each in pending(kb)} == {"Acme", "Bolt"}
    assert all(source_of(kb, each.id).text == NOTE for each in pending(kb))
