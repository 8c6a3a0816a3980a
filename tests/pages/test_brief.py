"""A vendor's brief."""

import re
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase, Memory
from pages.ui import brief_deals
from tests.pages.conftest import NASTY, microsoft, plain, shown

Open = Callable[..., AppTest]
Write = Callable[..., Deal]


@pytest.mark.parametrize("asked", ["vendor-microsoft", "Microsoft", " microsoft "])
def test_a_brief_is_found_by_bank_id_and_by_name(page: Open, kb: KnowledgeBase, deal: Write, asked: str) -> None:
    """Both kinds of address lead to the same brief."""
    kb.log(deal())
    at = page("brief.py", vendor=asked)
    assert at.title[0].value == "Microsoft"
    assert "Built from 1 deal by 1 colleague in IT" in shown(at)


@pytest.mark.parametrize("asked", ["", "Nobody", "vendor-nobody", "$x$ ![a](http://b.example)"])
def test_an_unknown_vendor_leads_on(page: Open, asked: str) -> None:
    """Nothing is recorded: the page says so and offers the list and the form."""
    at = page("brief.py", vendor=asked)
    assert (asked or "Which vendor?") in shown(at)
    assert [button.label for button in at.button] == ["See all vendors", "Log a deal"]


def test_a_full_brief_says_what_the_deals_say(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Tiles, stances, tactics, prices, people and deals stand on the page, with how much is recorded."""
    kb.log_many(microsoft(deal))
    said = shown(page("brief.py", vendor="vendor-microsoft"))
    for part in (
        "Evidence: High · 7 deals",
        "Latest agreed, off list: 20%",
        "Highest seen, off list: 20%",
        "Net 60",
        "Flexible on",
        "Firm on",
        "Did not work",
        "Mixed",
        "Ask about these",
        "Dates",
        "Whom to ask",
        "Contributed by",
        "Discount over time",
        "The 7 deals",
        "7. 14 Apr 2026, agreed",
        "Remark number 3.",
    ):
        assert part in said, part
    assert "expect" not in said.casefold()


def test_every_marker_leads_to_a_deal_on_the_page(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """A number in brackets links to the anchor of the deal with that number."""
    kb.log_many(microsoft(deal))
    at = page("brief.py", vendor="vendor-microsoft")
    cited = set(re.findall(r"\(#(deal-\d+)\)", "\n".join(part.value for part in at.markdown)))
    assert cited
    assert cited <= {heading.anchor for heading in at.subheader}


def test_the_product_filter_changes_the_whole_brief(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """With a product in the address only its deals count, and the page says that others are left out."""
    kb.log_many(microsoft(deal))
    said = shown(page("brief.py", vendor="vendor-microsoft", product="Power BI"))
    assert "Built from 3 deals about Power BI" in said
    assert "Evidence: Medium · 3 deals" in said
    assert "Built from 7 deals" in shown(page("brief.py", vendor="vendor-microsoft", product="No such product"))


def test_a_thin_brief_does_not_fill_what_is_empty(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """One bare deal: not recorded is said, and there is no chart."""
    kb.log(deal())
    at = page("brief.py", vendor="vendor-microsoft")
    said = shown(at)
    assert "Evidence: Low · 1 deal" in said
    assert "Not recorded" in said
    assert "Tactics" in said
    assert not at.get("vega_lite_chart")


def test_an_open_deal_stands_at_the_top(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Who is in talks now is said with the next meeting."""
    kb.log(deal(outcome="open", product="Azure", next_meeting="2027-01-12"))
    assert "In talks now" in shown(page("brief.py", vendor="vendor-microsoft"))


def test_hostile_text_is_shown_literally(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """No field of a deal can become an image, a link, a formula or a heading."""
    kb.log(
        deal(
            vendor=NASTY,
            logged_by=NASTY,
            department=NASTY,
            product=NASTY,
            payment_terms=NASTY,
            flexible_on=[NASTY],
            firm_on=["[z](http://z.example)"],
            tactics=[(NASTY, "worked")],
            notes=f"{NASTY}\n# heading\n- item",
            contact=NASTY,
        )
    )
    at = page("brief.py", vendor=NASTY)
    said = shown(at)
    assert said.count(NASTY) > 6
    assert "# heading" in said
    raw = "\n".join([*(part.value for part in at.markdown), *(metric.value for metric in at.metric), at.title[0].value])
    outside = re.sub(r"\\.", "", raw)
    assert not re.search(r"!\[|\$|https?:|:red|:tada|<script|\]\((?!#deal-)", outside)


def test_a_question_brings_the_nearest_memories_with_their_deals(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """What is near is shown with who said it; nothing near is said."""
    kb.log_many(microsoft(deal))
    at = page("brief.py", vendor="vendor-microsoft")
    at.text_input[0].set_value("Remark number 3").run()
    said = shown(at)
    assert "Closest" in said
    assert "Remark number 3." in said
    at.text_input[0].set_value("zebra quantum").run()
    assert "No memory in these 7 deals is close to that. Try other words." in shown(at)


def test_far_memories_are_not_shown(page: Open, kb: KnowledgeBase, deal: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """A score under a quarter is not an answer."""
    receipt = kb.log(deal())
    far = Memory(id="m", text="Far away.", deal_id=receipt.deal_id, deal_ids=(receipt.deal_id,), score=0.2)
    monkeypatch.setattr(KnowledgeBase, "recall", lambda *_, **__: [far])
    at = page("brief.py", vendor="vendor-microsoft")
    at.text_input[0].set_value("anything").run()
    assert "Far away." not in shown(at)


def test_of_many_deals_the_cited_and_the_newest_are_shown(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Over forty deals the rest waits behind a button."""
    kb.log_many([(deal(deal_date=f"20{10 + n // 12:02}-{n % 12 + 1:02}-01", notes=f"No {n}."), None) for n in range(60)])
    at = page("brief.py", vendor="vendor-microsoft")

    def deals() -> int:
        return sum(bool(each.anchor) for each in at.subheader)

    some = deals()
    assert brief_deals.MOST_DEALS <= some < 60
    assert f"{some} of the 60 deals" in shown(at)
    next(button for button in at.button if button.label == "Show all").click().run()
    assert deals() == 60
    assert "The 60 deals" in shown(at)


def test_the_brief_can_be_taken_away(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """A link to copy, a page to print, Markdown and CSV are offered."""
    kb.log(deal())
    at = page("brief.py", vendor="vendor-microsoft")
    assert at.code[0].value.endswith("/brief?vendor=vendor-microsoft")
    taken = [button.label for button in at.get("download_button")]
    assert taken == ["Print", "Brief as Markdown", "All deals as CSV", "Save as Markdown"]
    assert plain(at.title[0].value) == "Microsoft"
