"""The inbox: texts read into proposals, decided beside the words that say so."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase
from leverage.inbox import Quote, accept, add, find, merge, pending, scan, take_back
from leverage.inbox.files import pasted
from pages.ui import inbox_source
from tests.inbox.plain_notes import NOTE, propose_and_say, source
from tests.pages.conftest import NASTY, plain, shown

Open = Callable[..., AppTest]
Write = Callable[..., Deal]


@pytest.fixture(autouse=True)
def plain_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proposals come of simple words."""
    monkeypatch.setattr("leverage.inbox.proposing.propose_and_say", propose_and_say)


def press(at: AppTest, label: str) -> AppTest:
    """Press a button by what it says."""
    next(button for button in at.button if plain(button.label) == label).click()
    return at.run()


def held(at: AppTest, name: str) -> object:
    """Return what a field of the form holds."""
    return at.session_state[f"{at.session_state['form.key']}.{name}"]


def fill(at: AppTest, **values: object) -> AppTest:
    """Fill fields of the form by name."""
    for name, value in values.items():
        at.session_state[f"{at.session_state['form.key']}.{name}"] = value
    return at.run()


def two(kb: KnowledgeBase) -> tuple[str, str]:
    """Keep a note of two deals and return the ids of its proposals: with Acme, with Bolt."""
    add(kb, [source(NOTE, "debrief.txt")], by="Jonas Weber")
    ids = {each.proposal.vendor: each.id for each in pending(kb)}
    return ids["Acme"], ids["Bolt"]


def test_an_empty_inbox_says_what_to_do(page: Open) -> None:
    """It says what appears here and that nothing is logged by itself; before that, who one is."""
    assert "Who is reading?" in shown(page("inbox.py", person=False))
    at = page("inbox.py")
    assert "No proposals to decide" in shown(at)
    assert "Nothing is logged until you accept it." in shown(at)
    at.segmented_control(key="inbox.shown").set_value("decided").run()
    assert "Nothing decided yet" in shown(at)


def test_files_are_read_and_each_that_can_not_be_says_why(page: Open, kb: KnowledgeBase) -> None:
    """What was found stands first in the list and says that it is new; a file without words is told by its name."""
    at = page("inbox.py")
    at.file_uploader[0].upload("debrief.txt", NOTE.encode(), "text/plain")
    at.file_uploader[0].upload("blank.txt", b"  ", "text/plain")
    at.run()
    told = shown(at)
    assert "1 text read, 2 new proposals." in told
    assert "[:material/info:] blank.txt is empty." in told
    assert "Acme" in told
    assert "Agreed, 20% off list, Net 60" in told
    assert "2 Mar 2026" in told
    assert told.count("blue-badge[New]") == 2
    press(at, "Close")
    assert "New" not in shown(at)
    assert "1 text read, 2 new proposals." in shown(at)  # in the reports
    assert len(pending(kb)) == 2


def test_a_pasted_text_with_one_deal_leads_to_its_proposal(page: Open, kb: KnowledgeBase) -> None:
    """One need not look for it in the list; an empty box is told, and a text that says nothing too."""
    at = press(page("inbox.py"), "Read the text")
    assert "There is nothing to read yet." in shown(at)
    at.text_area[0].set_value("We met and talked.").run()
    press(at, "Read the text")
    assert "Nothing in it says what was agreed or refused" in shown(at)
    at.text_area[0].set_value("Deal: Acme, 20% off list").run()
    press(at, "Read the text")
    assert "1 of 1" not in shown(at)
    assert held(at, "vendor") == "Acme"
    assert [each.source_name for each in pending(kb)] == ["Pasted text"]


def test_the_folder_is_scanned_where_there_is_one(
    page: Open, kb: KnowledgeBase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page says when it was scanned last; without a folder there is no button."""
    assert "Scan the folder" not in [button.label for button in page("inbox.py").button]
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "debrief.txt").write_text(NOTE)
    monkeypatch.setenv("LEVERAGE_INBOX", str(folder))
    monkeypatch.setattr(
        "leverage.inbox.scanning.load_settings", lambda: type("All", (), {"inbox": folder, "inbox_days": 36_500})()
    )
    at = page("inbox.py")
    assert "Folder notes, not scanned yet." in shown(at)
    press(at, "Scan the folder")
    assert "1 text read, 2 new proposals." in shown(at)
    assert "Folder notes, last scanned on" in shown(at)
    press(at, "Scan the folder")
    assert "Nothing new to read." in shown(at)


def test_a_scan_that_can_not_be_done_says_why(page: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that is away is a sentence, and the page goes on."""
    monkeypatch.setenv("LEVERAGE_INBOX", str(tmp_path / "away"))
    at = press(page("inbox.py"), "Scan the folder")
    assert at.error
    assert "Inbox" in shown(at)


def test_many_proposals_are_paged_and_counted_beside_the_vendors(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """The newest deal first; the list of vendors says how many wait."""
    lines = "\n".join(f"Deal: Vendor {n:02}, {n}% off list" for n in range(1, 41))
    add(kb, [source(f"Date: 2026-03-02\n\n{lines}")])
    add(kb, [source("Date: 2026-05-02\n\nDeal: Newest, 5% off list", "later.txt")])
    at = page("inbox.py")
    rows = [str(link.proto.label) for link in at.get("page_link")]
    assert len(rows) == 30
    assert rows[0] == "**Newest**"
    kb.log(deal())
    assert "41 proposals" in shown(page())


def test_a_proposal_fills_the_form_and_marks_its_words(page: Open, kb: KnowledgeBase) -> None:
    """What is not said is empty, also the day; a changed field is marked no longer."""
    acme, _ = two(kb)
    at = page("proposal.py", proposal=acme)
    assert held(at, "vendor") == "Acme"
    assert held(at, "discount_pct") == "20"
    assert held(at, "product") is None
    told = shown(at)
    assert "blue-background[20] :blue-badge[Discount]% off list" in told
    assert "blue-background[Net 60] :blue-badge[Payment terms]" in told
    assert "Source: debrief.txt" in [plain(each.label) for each in at.expander]
    fill(at, discount_pct="22")
    assert "blue-badge[Discount]" not in shown(at)
    assert "blue-badge[Payment terms]" in shown(at)


def test_an_accepted_proposal_is_a_deal_and_shows_what_is_remembered(page: Open, kb: KnowledgeBase) -> None:
    """The corrected value counts; the receipt has the sentences and leads to the next one; the deal says where it is from."""
    acme, bolt = two(kb)
    at = fill(page("proposal.py", proposal=acme), discount_pct="22")
    press(at, "Accept")
    told = shown(at)
    assert "Proposal accepted" in told
    assert "You accepted it on" in told
    assert "What Leverage remembers" in told
    assert "22%" in told
    (logged,) = kb.deals("Acme")
    assert (str(logged.discount_pct), logged.logged_by) == ("22", "Priya Nair")
    press(at, "Next proposal, 1 open")
    assert held(at, "vendor") == "Bolt"
    told = shown(page("deal.py", deal=logged.deal_id))
    assert "Read from debrief.txt, accepted by Priya Nair on" in told
    assert "“Net 60”" in told
    assert "“20”" not in told  # a person changed that
    assert find(kb, bolt).state == "open"  # type: ignore[union-attr]


def test_what_no_deal_can_hold_is_said_at_the_field(page: Open, kb: KnowledgeBase) -> None:
    """The form has the checks of a deal that is typed, and nothing is decided."""
    acme, _ = two(kb)
    at = fill(page("proposal.py", proposal=acme), discount_pct="a lot", outcome=None)
    press(at, "Accept")
    assert "Not saved. Check Outcome and Discount above." in shown(at)
    press(at, "Merge into a deal")
    assert "Not saved. Check Discount above." in shown(at)
    assert find(kb, acme).state == "open"  # type: ignore[union-attr]


def test_a_doubtful_vendor_is_asked_about_as_in_the_log_form(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """A name that is none waits for an answer; one like a known vendor is offered under the field."""
    kb.log(deal(vendor="Microsoft"))
    add(kb, [source("Date: 2026-03-02\n\nDeal: Mircosoft, 20% off list\nDeal: various, 3% off list")])
    ids = {each.proposal.vendor: each.id for each in pending(kb)}
    at = page("proposal.py", proposal=ids["Mircosoft"])
    offered = next(button for button in at.button if plain(button.label).startswith("Did you mean Microsoft?"))
    offered.click().run()
    assert held(at, "vendor") == "Microsoft"
    at = fill(page("proposal.py", proposal=ids["various"]))
    press(at, "Accept")
    assert "Is “various” a vendor?" in shown(at)
    press(at, "Save under this name")
    assert "Proposal accepted" in shown(at)


def test_a_deal_that_is_told_already_can_be_merged_into(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """The question about a twin leads to the choice of values with that deal."""
    there = kb.log(deal(vendor="Acme", discount_pct=20, discount_base="list", payment_terms="Net 60"))
    acme, _ = two(kb)
    at = press(page("proposal.py", proposal=acme), "Accept")
    assert "Is this deal logged already?" in shown(at)
    press(at, "It is the same: merge into it")
    assert "The deal says all of this already." in shown(at)
    press(at, "Merge")
    assert "Proposal merged" in shown(at)
    assert kb.record(there.deal_id).version == 1  # type: ignore[union-attr]


def test_a_merge_changes_what_was_chosen(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """What the deal lacks is taken, what differs is chosen, and the rest of the deal stays; the address keeps the choice."""
    there = kb.log(deal(vendor="Acme", deal_date="2026-03-02", discount_pct=15, discount_base="list", notes="Kept."))
    acme, _ = two(kb)
    at = press(page("proposal.py", proposal=acme), "Merge into a deal")
    assert at.button(key="inbox.merge.save").disabled
    next(box for box in at.selectbox if box.label == "Deal").select_index(0).run()
    assert at.query_params["into"] == there.deal_id
    radios = {radio.label: radio for radio in at.radio}
    assert set(radios) == {"Discount", "Payment terms"}
    assert (radios["Discount"].value, radios["Payment terms"].value) == ("deal", "proposal")
    radios["Discount"].set_value("proposal").run()
    press(at, "Merge")
    assert "Proposal merged" in shown(at)
    merged = kb.deal(there.deal_id)
    assert merged is not None
    assert (str(merged.discount_pct), merged.payment_terms, merged.notes) == ("20", "Net 60", "Kept.")
    assert "merged into this deal by Priya Nair" in shown(page("deal.py", deal=there.deal_id))


def test_a_deal_changed_meanwhile_is_not_merged_over(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """What was chosen was chosen about another state of the deal: it is shown anew, and one more press merges."""
    there = kb.log(deal(vendor="Acme", discount_pct=15))
    acme, _ = two(kb)
    at = page("proposal.py", proposal=acme, into=there.deal_id)
    kb.edit(there.deal_id, deal(vendor="Acme", discount_pct=16), 1, by="Tom Becker")
    press(at, "Merge")
    assert "Somebody changed this deal meanwhile." in shown(at)
    press(at, "Merge")
    assert "Proposal merged" in shown(at)


def test_a_dismissal_has_a_reason_and_is_taken_back(page: Open, kb: KnowledgeBase) -> None:
    """The same text does not bring it again; taken back it is open as before."""
    acme, _ = two(kb)
    at = page("proposal.py", proposal=acme)
    at.session_state[f"inbox.dismiss.{acme}.1"] = True
    at.run()
    press(at, "Dismiss it")
    assert "Pick a reason, or say in a few words why." in shown(at)
    at.radio[0].set_value("It is no deal of ours")
    press(at, "Dismiss it")
    assert "Proposal dismissed" in shown(at)
    assert "“It is no deal of ours”" in shown(at)
    assert add(kb, [source(NOTE, "again.txt")]).proposed == 0
    press(at, "Take it back")
    assert "The proposal is open again." in shown(at)
    assert held(at, "vendor") == "Acme"
    press(at, "Accept")
    assert "The proposal is open again." not in shown(at)


def test_somebody_who_decided_meanwhile_is_named(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Accept, on a form that was open since, logs nothing more; what was typed is shown until it is put away."""
    acme, bolt = two(kb)
    at = fill(page("proposal.py", proposal=acme), discount_pct="22")
    accept(kb, acme, deal(vendor="Acme"), by="Tom Becker")
    press(at, "Accept")
    assert "Tom Becker accepted it on" in shown(at)
    assert "What you had typed is in no deal" in shown(at)
    assert "22%" in shown(at)
    assert len(kb.deals("Acme")) == 1
    press(at, "Put it away")
    assert "What you had typed" not in shown(at)
    at = page("proposal.py", proposal=bolt)
    (there,) = kb.deals("Acme")
    merge(kb, bolt, there.deal_id or "", there, 1, by="Tom Becker")
    press(at, "Merge into a deal")
    assert "Tom Becker merged it into a deal on" in shown(at)
    with pytest.raises(Exception, match="part of a deal"):
        take_back(kb, bolt)


def test_an_acceptance_and_a_merge_are_taken_back(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """The proposal is open again, the deal is retracted or as it was; what can't be taken back says why."""
    acme, bolt = two(kb)
    at = press(page("proposal.py", proposal=acme), "Accept")
    press(at, "Take it back")
    assert "The proposal is open again." in shown(at)
    assert kb.deals("Acme") == []
    press(at, "Accept")
    (there,) = kb.deals("Acme")
    version = kb.record(there.deal_id or "").version  # type: ignore[union-attr]
    merge(kb, bolt, there.deal_id or "", replace(there, notes="Said twice."), version, by="Tom Becker")
    at = page("proposal.py", proposal=acme)
    press(at, "Take it back")
    assert "Another proposal was merged into this deal since." in shown(at)
    at = press(page("proposal.py", proposal=bolt), "Take it back")
    assert "The proposal is open again." in shown(at)
    assert [each.notes for each in kb.deals("Acme")] == [None]


def test_a_proposal_that_is_not_there_says_so(page: Open) -> None:
    """An old address, or none."""
    assert "This proposal is not in the inbox" in shown(page("proposal.py", proposal="gone"))
    assert "No proposal is chosen" in shown(page("proposal.py"))


def test_hostile_text_is_shown_as_it_stands(page: Open, kb: KnowledgeBase) -> None:
    """Also in the name of the file, in the vendor and in marks."""
    add(kb, [source(f"Deal: {NASTY.replace(',', '')}, 5% off list\n# {NASTY}\n> {NASTY}", f"{NASTY}.txt")])
    (found,) = pending(kb)
    told = shown(page("inbox.py"))
    assert "<script>alert(1)</script>" in told
    at = page("proposal.py", proposal=found.id)
    said = [each.value for each in at.markdown if "alert" in each.value]
    assert said
    assert all(r"\<script\>" in each and "](http" not in each.replace(r"\]\(http", "") for each in said)


def test_marks_keep_the_text_whatever_they_cut() -> None:
    """Quotes over line ends, in one another and beside one another leave every word in its place."""
    whole = "one two\nthree  four\n\nfive"
    quotes = {
        "vendor": [Quote("two\nthree", 4, 13)],
        "outcome": [Quote("three", 8, 13)],
        "firm_on": [Quote("four", 15, 19), Quote("five", 21, 25)],
    }
    told = inbox_source.marked(whole, inbox_source.Span(0, len(whole)), quotes)
    assert told.split("  \n") == [
        "one :blue-background[two]",
        ":blue-background[three] :blue-badge[Vendor\\, Outcome] :blue-background[four] :blue-badge[Firm on]",
        "\u00a0",
        ":blue-background[five] :blue-badge[Firm on]",
    ]


def test_a_long_text_is_shown_around_its_marks() -> None:
    """What is left out is counted, and all of it is shown where that is asked for."""
    whole = pasted("word " * 2_000 + "marked" + " word" * 2_000).text
    at = whole.index("marked")
    quotes = {"vendor": [Quote("marked", at, at + 6)]}
    spans = inbox_source.passages_of(whole, quotes, inbox_source.MOST_AT_ONCE)
    assert [whole[each.start : each.end].count("marked") for each in spans] == [0, 1]
    assert sum(each.end - each.start for each in spans) < 1_500
    assert inbox_source.passages_of(whole, quotes, inbox_source.MOST_WHOLE) == [inbox_source.Span(0, len(whole))]


def test_the_scan_in_a_terminal_is_told_here_too(page: Open, kb: KnowledgeBase, tmp_path: Path) -> None:
    """Reports of every reading stand in the fold."""
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "picture.png").write_bytes(b"\x89PNG")
    scan(kb, tmp_path / "notes", by="Tom Becker")
    assert "folder notes, by Tom Becker" in shown(page("inbox.py"))
