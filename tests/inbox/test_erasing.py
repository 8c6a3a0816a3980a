"""What is erased goes from the inbox, too, and every quote that stays fits the text that stays."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase, LeverageError, erasure
from leverage.blotting import FORMER
from leverage.errors import DealErased
from leverage.inbox import accept, accepted_from, add, dismiss, find, merge, pending, reports, source_of
from leverage.vendor_traces import ERASED
from tests.fakes import FailingEngine
from tests.inbox.plain_notes import NOTE, propose, source
from tests.test_erasing import files_with

Write = Callable[..., Deal]

THREE = (
    "Date: 2026-03-02\nFrom: Jonas Weber\n\nDeal: Acme, 20% off list, Net 60, with asked Jonas Weber to wait\n"
    "Weber, Jonas said no more.\nDeal: Bolt, 10% off list, with naming Acme twice\nDeal: Cobalt, 5% off list\n"
)


def ids(kb: KnowledgeBase) -> dict[str, str]:
    """Return the ids of the open proposals by vendor."""
    return {each.proposal.vendor or "": each.id for each in pending(kb)}


def fits(kb: KnowledgeBase) -> bool:
    """Say whether each quote of every proposal that stays is a slice of its text, and there is one for each before."""
    found = [*pending(kb), *pending(kb, "accepted"), *pending(kb, "merged"), *pending(kb, "dismissed")]
    for each in found:
        text = source_of(kb, each.id).text
        quotes = [one for quotes in each.proposal.quotes.values() for one in quotes]
        assert quotes
        assert all(text[one.start : one.end] == one.text for one in quotes), each
    return bool(found)


def test_a_forgotten_deal_takes_its_words_along(kb: KnowledgeBase, deal: Write, store: Path) -> None:
    """Where nothing else stands on the text, all of it goes out of the files; read again it brings nothing back."""
    text = "Date: 2026-03-02\nDeal: Zanzibar, 20% off list, with quoting the Xylophone price\nA hint about Quagga.\n"
    add(kb, [source(text)], propose=propose)
    receipt = accept(kb, pending(kb)[0].id, deal(vendor="Zanzibar"), by="Ann")
    (there,) = accepted_from(kb, receipt.deal_id)
    assert kb.forget(receipt.deal_id)
    assert accepted_from(kb, receipt.deal_id) == ()
    assert find(kb, there.pending_id) is None
    with pytest.raises(LeverageError, match="not in the inbox any more"):
        source_of(kb, there.pending_id)
    kb.banks.engine.close()
    assert files_with(store, "Xylophone", "Quagga", "Zanzibar") == []


def test_what_was_forgotten_is_not_proposed_again(kb: KnowledgeBase, deal: Write) -> None:
    """Neither from the very text nor under another name."""
    add(kb, [source(NOTE)], propose=propose)
    receipts = [accept(kb, each, deal(vendor=name), by="Ann") for name, each in ids(kb).items()]
    for receipt in receipts:
        kb.forget(receipt.deal_id)
    report = add(kb, [source(NOTE, "again.txt")], propose=propose)
    assert (report.proposed, report.known, pending(kb)) == (0, 0, [])
    assert report.sentences[1:] == ("again.txt: It was erased here before, whole or in part, and is not read again.",)


def test_what_others_stand_on_stays(kb: KnowledgeBase, deal: Write) -> None:
    """The words of the forgotten deal are cut out of the text, and the quotes of the others fit what is left."""
    add(kb, [source(THREE)], propose=propose)
    receipt = accept(kb, ids(kb)["Acme"], deal(vendor="Acme"), by="Ann")
    bolt, cobalt = ids(kb)["Bolt"], ids(kb)["Cobalt"]
    dismiss(kb, cobalt, "no", by="Ann")
    kb.forget(receipt.deal_id)
    left = source_of(kb, bolt).text
    assert "asked Jonas Weber to wait" not in left
    assert "20" not in left.partition("\n\n")[2]
    assert "Deal: Bolt, 10% off list" in left
    assert fits(kb)
    assert find(kb, cobalt).proposal.quotes["discount_pct"][0].text == "5"  # type: ignore[union-attr]
    assert add(kb, [source(THREE)], propose=propose).proposed == 0


def test_a_dismissed_proposal_keeps_no_text_alone(kb: KnowledgeBase, deal: Write) -> None:
    """With the last deal on a text, what was dismissed of it goes, too, and stays dismissed."""
    add(kb, [source(NOTE)], propose=propose)
    dismiss(kb, ids(kb)["Bolt"], "no", by="Ann")
    receipt = accept(kb, ids(kb)["Acme"], deal(vendor="Acme"), by="Ann")
    kb.forget(receipt.deal_id)
    assert pending(kb, "dismissed") == []
    assert add(kb, [source(NOTE)], propose=propose).proposed == 0


def test_a_deal_whose_decision_was_never_noted_takes_its_proposal(kb: KnowledgeBase, deal: Write) -> None:
    """A kill left the proposal open; forgetting the deal takes it all the same."""
    add(kb, [source(NOTE)], propose=propose)
    one = ids(kb)["Acme"]
    receipt = kb.log(deal(vendor="Acme"), key=f"inbox:{one}")
    kb.forget(receipt.deal_id)
    assert find(kb, one) is None
    with pytest.raises(LeverageError):
        accept(kb, one, deal(vendor="Acme"), by="Ann")
    with pytest.raises(DealErased):
        kb.log(deal(vendor="Acme"), key=f"inbox:{one}")


def test_a_merged_source_goes_with_its_deal(kb: KnowledgeBase, deal: Write) -> None:
    """What was merged into it is part of the deal."""
    add(kb, [source("Deal: Acme, 5% off list\n")], propose=propose)
    receipt = kb.log(deal(vendor="Acme"))
    one = ids(kb)["Acme"]
    merge(kb, one, receipt.deal_id, deal(vendor="Acme", discount_pct=5), 1, by="Ann")
    kb.forget(receipt.deal_id)
    assert find(kb, one) is None


def test_a_name_goes_out_of_texts_proposals_and_reports(kb: KnowledgeBase, deal: Write, store: Path) -> None:
    """Text, quotes, values, file names and who found or decided: none names the person; the rest is as it was."""
    add(kb, [source(THREE, "Jonas Weber.txt")], by="Jonas Weber", skipped=[("jonas.weber.png", "no")], propose=propose)
    add(kb, [source("Deal: Dune, 5% off list\n", "dune.txt")], propose=propose)
    untouched = kb.inbox.read([f"proposal:{ids(kb)['Dune']}"])
    dismiss(kb, ids(kb)["Cobalt"], "Jonas Weber knows", by="Jonas Weber")
    accept(kb, ids(kb)["Bolt"], deal(vendor="Bolt"), by="Jonas Weber")
    assert erasure.preview_person(kb, "Jonas Weber").others >= 5
    erasure.erase_person(kb, "Jonas Weber")
    assert fits(kb)
    one = find(kb, ids(kb)["Acme"])
    assert one is not None
    assert (one.found_by, one.source_name, one.proposal.logged_by) == (FORMER, f"{FORMER}.txt", FORMER)
    assert one.proposal.tactics[0].tactic == f"asked {FORMER} to wait"
    assert one.proposal.quotes["tactics"][0].text == f"asked {FORMER} to wait"
    assert one.proposal.quotes["logged_by"][0].text == FORMER
    (gone,) = pending(kb, "dismissed")
    assert (gone.reason, gone.decided_by) == (f"{FORMER} knows", FORMER)
    assert any(f"{FORMER}.png" in each.skipped[0][0] for each in reports(kb) if each.skipped)
    assert kb.inbox.read(untouched) == untouched
    assert erasure.preview_person(kb, "Jonas Weber").others == 0
    report = add(kb, [source(THREE, "Jonas Weber.txt")], propose=propose)
    assert report.proposed == 0
    kb.banks.engine.close()


def test_a_name_that_stands_only_in_the_inbox_can_be_erased(kb: KnowledgeBase, store: Path) -> None:
    """It is known there, and gone from the files afterwards."""
    add(kb, [source("Deal: Acme, 5% off list\nTold by Xaver Quandt.\n")], propose=propose)
    assert erasure.preview_person(kb, "Xaver Quandt").is_known
    assert erasure.erase_person(kb, "Xaver Quandt").in_files
    assert "Told by a former colleague." in source_of(kb, ids(kb)["Acme"]).text
    kb.banks.engine.close()
    assert files_with(store, "Xaver", "Quandt") == []


def test_an_erased_vendor_takes_its_proposals(kb: KnowledgeBase, deal: Write, store: Path) -> None:
    """Open, dismissed and accepted ones; in texts of others something else stands for its name."""
    add(kb, [source(THREE, "Acme notes.txt"), source("Deal: ACME, 7% off list\n", "other.txt")], propose=propose)
    accept(kb, next(each.id for each in pending(kb) if each.source_name == "other.txt"), deal(vendor="Acme"), by="Ann")
    assert erasure.preview_vendor(kb, "Acme").proposals == 2
    erasure.erase_vendor(kb, "Acme")
    assert {each.proposal.vendor for each in pending(kb)} == {"Bolt", "Cobalt"}
    assert pending(kb, "accepted") == []
    assert fits(kb)
    bolt = find(kb, ids(kb)["Bolt"])
    assert bolt is not None
    assert bolt.source_name == f"{ERASED} notes.txt"
    assert bolt.proposal.tactics[0].tactic == f"naming {ERASED} twice"
    assert "Acme" not in source_of(kb, bolt.id).text
    assert all("Acme" not in str(report) for report in reports(kb))
    assert add(kb, [source(THREE)], propose=propose).proposed == 0
    kb.banks.engine.close()
    assert files_with(store, "Acme notes") == []


def test_a_name_that_is_a_word_stays_where_it_is_written_small(kb: KnowledgeBase, deal: Write) -> None:
    """Erasing Target does not take every target out of what others said."""
    add(kb, [source("Deal: Bolt, 5% off list\nThe target of Target was met.\n")], propose=propose)
    kb.log(deal(vendor="Target"))
    erasure.erase_vendor(kb, "Target")
    assert f"The target of {ERASED} was met." in source_of(kb, ids(kb)["Bolt"]).text


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("call", range(1, 16, 2))
def test_an_erasure_cut_short_is_finished(open_kb: Callable[..., KnowledgeBase], deal: Write, call: int, after: bool) -> None:
    """Wherever the memory goes away, doing it again leaves no name, and quotes that fit."""
    kb = open_kb()
    add(kb, [source(THREE, "Jonas Weber.txt")], by="Jonas Weber", propose=propose)
    receipt = accept(kb, ids(kb)["Cobalt"], deal(vendor="Cobalt"), by="Ann")
    engine = FailingEngine(kb.banks.engine, call, after=after)
    for erase in (lambda: erasure.erase_person(kb, "Jonas Weber"), lambda: kb.forget(receipt.deal_id)):
        try:
            erase()
        except LeverageError:
            continue
    engine.is_broken = False
    kb.close()
    again = open_kb()
    for erase in (lambda: erasure.erase_person(again, "Jonas Weber"), lambda: again.forget(receipt.deal_id)):
        try:
            erase()
        except LeverageError:
            continue
    assert fits(again)
    assert accepted_from(again, receipt.deal_id) == ()
    assert not erasure.preview_person(again, "Jonas Weber").is_known
    assert again.check() == []


@pytest.mark.parametrize("name", ["Open", "Accepted", "Dismissed", "Agreed", "List", "Text", "Worked", "Left", "Minor"])
def test_a_vendor_called_like_a_word_of_ours_takes_none_of_them_along(kb: KnowledgeBase, deal: Write, name: str) -> None:
    """States, kinds, outcomes and reasons of ours stay, whatever an erased vendor was called."""
    told = f"Deal: Bolt, 10% off list, with naming {name} twice\nDeal: Cobalt, 5% off list\nDeal: Dune, 1% off list\n"
    left_out = (f"Left out: {name}.docx is a document of an old Word. Open it, save it as .docx.", "Open List left as text.")
    add(
        kb,
        [source(told, f"{name}.txt", left_out=left_out)],
        skipped=[(f"{name}.png", "It is no list. Open the text.")],
        propose=propose,
    )
    kb.log(deal(vendor=name))
    accept(kb, ids(kb)["Cobalt"], deal(vendor="Cobalt"), by=name)
    dismiss(kb, ids(kb)["Dune"], f"{name} is known", by="Ann")
    before = kb.inbox.all("open") | kb.inbox.all("decided")
    erasure.erase_vendor(kb, name)
    after = kb.inbox.all("open") | kb.inbox.all("decided")
    assert before.keys() == after.keys()
    ours = ("id", "state", "deal_id", "found", "decided")
    assert all(before[each][key] == after[each][key] for each in before for key in ours)
    bolt = find(kb, ids(kb)["Bolt"])
    assert bolt is not None
    assert (bolt.proposal.outcome, bolt.proposal.discount_base, bolt.kind) == ("agreed", "list", "text")
    assert [(each.tactic, each.result) for each in bolt.proposal.tactics] == [(f"naming {ERASED} twice", "worked")]
    assert pending(kb, "dismissed")[0].reason == f"{ERASED} is known"
    (report,) = reports(kb)
    assert report.skipped == ((f"{ERASED}.png", "It is no list. Open the text."),)
    assert report.files[0].left_out == (left_out[0].replace(f"{name}.docx", f"{ERASED}.docx"), left_out[1])
    assert source_of(kb, bolt.id).left_out == report.files[0].left_out
    assert fits(kb)


@pytest.mark.parametrize("name", ["Left Out", "First Quote", "Is Closed", "More Skipped", "No Key"])
def test_a_person_called_like_a_word_of_ours_takes_none_of_them_along(kb: KnowledgeBase, name: str) -> None:
    """Names of fields and of kinds are nobody's name; who is called so is gone all the same."""

    def first_quote(text: str, filename: str = "", *, kb: object = None) -> list[Any]:
        return [replace(each, discount_base="first_quote") for each in propose(text)]

    add(kb, [source(f"Deal: Bolt, 10% off list\nTold by {name}.\n", f"{name}.txt")], by=name, propose=first_quote)
    erasure.erase_person(kb, name)
    (bolt,) = pending(kb)
    assert (bolt.proposal.discount_base, bolt.found_by, bolt.source_name) == ("first_quote", FORMER, f"{FORMER}.txt")
    assert f"Told by {FORMER}." in source_of(kb, bolt.id).text
    (report,) = reports(kb)
    assert (report.by, report.files[0].name) == (FORMER, f"{FORMER}.txt")
    assert not erasure.preview_person(kb, name).is_known
