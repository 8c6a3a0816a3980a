"""The page of one deal: whole, with its history, and the ways to put it right."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase, directory
from leverage.errors import StoreUnavailable
from tests.pages.conftest import NASTY, microsoft, shown
from tests.pages.test_log import press

Open = Callable[..., AppTest]
Write = Callable[..., Deal]


def links(at: AppTest) -> list[tuple[str, str]]:
    """Return where the links of a page lead, with their queries."""
    return [(link.proto.page, link.proto.query_string) for link in at.get("page_link")]


def test_a_deal_stands_there_whole(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Every field is named with its value, and who logged it and when."""
    receipt = kb.log(
        deal(
            product="Azure",
            kind="renewal",
            discount_pct=20,
            discount_base="list",
            currency="EUR",
            final_price="12.50",
            term_months=36,
            notice_days=90,
            auto_renews=True,
            end_date="2029-03-01",
            flexible_on=["payment terms", "price cap"],
            tactics=[("Asked early", "worked")],
            links=["https://example.com/offer"],
            signals=[("deadline_pressure", "“Final offer.”"), "Left early"],
            notes="First line\nSecond line",
        )
    )
    said = shown(page("deal.py", deal=receipt.deal_id))
    for part in (
        "Deal with Microsoft",
        "2 Mar 2026, agreed. Logged by Priya Nair, IT, on 29 Nov 2026.",
        "Product] Azure",
        "Kind] Renewal",
        "Discount] 20% off list",
        "Final price] EUR 12.50",
        "Term] 36 months",
        "Notice] 90 days",
        "Renews itself] yes",
        "End date] 1 Mar 2029",
        "Flexible on] payment terms and price cap",
        "Asked early: worked",
        "Links] https://example.com/offer",
        "Deadline pressure] “Final offer.”",
        "“Left early”",
        "Second line",
        "Not recorded: payment terms and competitor.",
        "Version 1, 29 Nov 2026, logged by Priya Nair",
    ):
        assert part in said, part


def test_the_history_says_field_by_field_what_changed_and_who_did_it(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """The newest version comes first; a long value stands below the one before."""
    deal_id = kb.log(deal(payment_terms="Net 30", notes="Short")).deal_id
    kb.edit(deal_id, deal(payment_terms="Net 60", discount_pct=5, notes="Long " * 30), 1, by="Tom Becker")
    kb.edit(deal_id, deal(payment_terms="Net 60", discount_pct=5, notes="Long " * 30), 2)
    said = shown(page("deal.py", deal=deal_id))
    assert "Version 2, 29 Nov 2026, edited by Tom Becker" in said
    assert "Payment terms] Net 30 → Net 60" in said
    assert "Discount] :gray[not recorded] → 5%" in said
    assert "Before:] Short" in said
    assert "Version 3, 29 Nov 2026, edited " in said
    assert "Nothing that shows was changed" in said
    assert said.index("Version 3") < said.index("Version 2") < said.index("Version 1")


def test_a_retraction_needs_a_reason_and_can_be_taken_back(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Without a reason nothing happens; with one the page says who retracted it and why, and offers to restore it."""
    deal_id = kb.log(deal()).deal_id
    at = press(page("deal.py", deal=deal_id), "Retract the deal")
    assert "Say why, in a few words." in shown(at)
    assert kb.deal(deal_id) is not None
    at.text_input[0].set_value("Logged twice").run()
    press(at, "Retract the deal")
    said = shown(at)
    assert "Retracted on 29 Nov 2026 by Priya Nair: “Logged twice”" in said
    assert "It counts in no brief, list or answer." in said
    assert kb.vendor("Microsoft") is None
    assert [button.label for button in at.button] == ["Restore"]
    press(at, "Restore")
    assert "Version 3, 29 Nov 2026, restored by Priya Nair" in shown(at)
    assert kb.deal(deal_id) is not None


def test_whoever_changes_a_deal_says_who_they_are_first(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Without a name there is no way to retract, and restoring asks for it."""
    deal_id = kb.log(deal()).deal_id
    at = page("deal.py", person=False, deal=deal_id)
    assert "Retract the deal" not in [button.label for button in at.button]
    press(at, "Say who you are first")
    assert "Who are you?" in shown(at)
    kb.retract(deal_id, "x")
    at = press(page("deal.py", person=False, deal=deal_id), "Restore")
    assert "Who are you?" in shown(at)
    assert kb.deal(deal_id) is None


@pytest.mark.parametrize("asked", ["", "nope", "$x$ ![a](http://b.example)"])
def test_an_unknown_deal_is_a_sentence(page: Open, asked: str) -> None:
    """The page says what may be wrong and leads to the vendors."""
    at = page("deal.py", deal=asked)
    assert ("No deal is known under this address" if asked else "Which deal?") in shown(at)
    assert [button.label for button in at.button] == ["See all vendors"]


def test_an_erased_deal_is_gone_from_its_page(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Nothing of it is shown under its old address."""
    deal_id = kb.log(deal(notes="Secret words")).deal_id
    kb.forget(deal_id)
    said = shown(page("deal.py", deal=deal_id))
    assert "It was erased, or it is not for you to read." in said
    assert "Secret words" not in said


def test_a_deal_that_waits_says_so(page: Open, kb: KnowledgeBase, deal: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the memory is away the deal is called safe, not unknown."""

    def away(*_: object) -> None:
        raise StoreUnavailable("The memory is away.")

    monkeypatch.setattr(kb._intake, "log", away)
    monkeypatch.setattr(kb._intake, "replay", lambda *_: False)
    assert "This deal is not in the memory yet" in shown(page("deal.py", deal=kb.log(deal()).deal_id))


def test_each_numbered_deal_leads_to_its_page(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """The brief has one link a deal, and the page leads back."""
    receipts = kb.log_many(microsoft(deal))
    led = [query for where, query in links(page("brief.py", vendor="vendor-microsoft")) if where.endswith("deal")]
    assert set(led) == {f"deal={receipt.deal_id}" for receipt in receipts}
    assert len(led) == 7
    assert ("brief", "vendor=vendor-microsoft") in links(page("deal.py", deal=receipts[0].deal_id))


def test_a_split_deal_leads_to_the_brief_it_counts_in(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """The name as written still says Microsoft, which is another vendor by then."""
    kb.log(deal(notes="stays"))
    deal_id = kb.log(deal(notes="goes")).deal_id
    directory.split(kb, "Microsoft", [deal_id], "GitHub")
    assert ("brief", "vendor=vendor-github") in links(page("deal.py", deal=deal_id))


def test_retracted_deals_are_listed_at_the_end_of_the_brief(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """One line tells how many; each says when, who and why, and leads to the deal."""
    receipts = kb.log_many(microsoft(deal))
    assert "retracted deal" not in str(page("brief.py", vendor="vendor-microsoft").expander)
    for receipt in receipts[:2]:
        kb.retract(receipt.deal_id, "Told twice", by="Tom Becker")
    at = page("brief.py", vendor="vendor-microsoft")

    def folds(at: AppTest) -> list[str]:
        return [fold.label for fold in at.expander if "retracted" in fold.label]

    assert folds(at) == ["2 retracted deals"]
    assert "14 Oct 2026, agreed, logged by Priya Nair. Retracted on 29 Nov 2026 by Tom Becker: “Told twice”" in shown(at)
    assert ("deal", f"deal={receipts[0].deal_id}") in links(at)
    assert folds(page("brief.py", vendor="vendor-microsoft", product="Azure")) == ["1 retracted deal"]


def test_a_vendor_all_of_whose_deals_are_retracted_still_leads_to_them(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """The brief's address and a search for the name show what was retracted."""
    kb.log(deal(vendor="Orbis"))
    deal_id = kb.log(deal()).deal_id
    kb.retract(deal_id, "Told twice")
    at = page("brief.py", vendor="vendor-microsoft")
    assert "No deal with Microsoft counts: 1 deal, retracted." in shown(at)
    assert ("deal", f"deal={deal_id}") in links(at)
    at = page(q="microsoft")
    assert "Microsoft has 1 retracted deal" in shown(at)
    assert any(where == "brief" for where, _ in links(at))


def test_hostile_text_is_shown_literally(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """No field, name or reason can become an image, a link or a formula."""
    fields = {"vendor": NASTY, "product": NASTY, "notes": NASTY, "firm_on": [NASTY], "tactics": [(NASTY, "worked")]}
    deal_id = kb.log(deal(logged_by=NASTY, **fields)).deal_id
    kb.edit(deal_id, deal(logged_by=NASTY, payment_terms=NASTY, **fields), 1, by=NASTY)
    kb.retract(deal_id, NASTY, by=NASTY)
    at = page("deal.py", deal=deal_id)
    assert shown(at).count(NASTY) > 8
    assert NASTY in shown(page("brief.py", vendor=NASTY))
