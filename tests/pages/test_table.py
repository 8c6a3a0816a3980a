"""At the table: what was said, what helped in such moments, and nothing where nothing is known."""

import re
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase, feedback
from tests.pages.conftest import NASTY, plain, shown
from tests.situations.moments import SAID, nine_deals, two_thin_deals

Open = Callable[..., AppTest]
Write = Callable[..., Deal]


@pytest.fixture
def contoso(kb: KnowledgeBase) -> KnowledgeBase:
    """The pages' knowledge base with nine deals of one vendor and two thin ones of another."""
    kb.log_many([*nine_deals(), *two_thin_deals()])
    return kb


def press(at: AppTest, label: str) -> AppTest:
    """Press the button with this label."""
    return next(button for button in at.button if button.label == label).click().run()


def test_what_helped_in_such_moments_is_shown_with_its_deals(page: Open, contoso: KnowledgeBase) -> None:
    """The sentence, the three cards and the moments; every marker leads to a moment on the page."""
    at = page("table.py", vendor="vendor-contoso", said=SAID)
    said = shown(at)
    for part in (
        "From 5 of 9 Contoso deals that mention a price increase or a final offer, newest 14 Oct 2026.",
        "Moments with other percentages count too.",
        "Each result is that of the whole deal.",
        "Ask for the discount before contract length",
        "Worked 2 of 2",
        "Priya Nair, Procurement, Oct 2026",
        "Opening with a lowball offer",
        "Failed, once only",
        "Worked 1, failed 1",
        "1. “An uplift of 9% is the last offer we can make.”",
        "5. Recorded increase: asked 9%",
        ":gray[Matches] “uplift” with asked 9%, as recorded",
    ):
        assert part in said, part
    assert [re.sub(r":\w+\[.*?\] ", "", each.value) for each in at.header][:3] == ["Try", "Skip", "Mixed"]
    cited = set(re.findall(r"\(#(deal-\d+)\)", "\n".join(part.value for part in at.markdown)))
    assert cited == {"deal-1", "deal-3", "deal-4", "deal-5", "deal-7"} == {heading.anchor for heading in at.subheader}
    assert "rival" not in said


def test_not_enough_memory_is_said_and_nothing_guessed(page: Open, contoso: KnowledgeBase) -> None:
    """Whom to ask and what to do; no card, and other vendors only when asked for."""
    at = page("table.py", vendor="vendor-kestrel-analytics", said=SAID)
    said = shown(at)
    for part in (
        "Not enough memory to advise",
        "Kestrel Analytics has 2 deals, and neither mentions a price increase or a final offer. Leverage does not guess.",
        "Ask Marcus Lee, Sales Ops, who logged the newest deal on 7 Jul 2026.",
        "Write down what they say now. It becomes the first memory of its kind.",
    ):
        assert part in said, part
    assert "Contoso" not in said
    said = shown(press(at, "See how other vendors reacted"))
    assert "Looked at the 1 vendor with the newest deals. None of this is about Kestrel Analytics." in said
    assert "Contoso, 14 Oct 2026" in said


def test_what_happens_can_be_logged_with_the_vendor_filled_in(page: Open, contoso: KnowledgeBase) -> None:
    """One press leads to the form."""
    at = press(page("table.py", vendor="vendor-kestrel-analytics", said=SAID), "Log what happens")
    assert "Log a deal" in shown(at)
    assert next(box for box in at.selectbox if box.label == "Vendor").value == "Kestrel Analytics"


def test_the_address_names_the_vendor_in_any_way_and_follows_the_box(page: Open, contoso: KnowledgeBase) -> None:
    """A name leads to the vendor as its bank id does; another pick is in the address."""
    at = page("table.py", vendor="Contoso", said=SAID)
    assert "From 5 of 9 Contoso deals" in shown(at)
    at.selectbox[0].set_value("vendor-kestrel-analytics").run()
    assert at.query_params["vendor"] == "vendor-kestrel-analytics"
    assert "Kestrel Analytics has 2 deals" in shown(at)


@pytest.mark.parametrize("query", [{}, {"vendor": "vendor-contoso"}, {"vendor": "Contoso", "said": "  "}])
def test_without_words_the_page_says_what_it_does(page: Open, contoso: KnowledgeBase, query: dict[str, str]) -> None:
    """Nothing is looked up until there is a vendor and a sentence."""
    assert "Pick the vendor and write what they say" in shown(page("table.py", **query))


def test_words_that_say_nothing_are_answered_in_a_sentence(page: Open, contoso: KnowledgeBase) -> None:
    """Signs alone are no sentence."""
    assert "Write what they said or did" in shown(page("table.py", vendor="vendor-contoso", said="?!"))


def test_an_unknown_vendor_leads_to_the_form(page: Open, contoso: KnowledgeBase) -> None:
    """An address with a vendor of whom nothing is recorded says so."""
    at = page("table.py", vendor="Nobody Ltd")
    assert "Nothing is recorded about “Nobody Ltd”." in shown(at)
    assert "Log a deal" in [button.label for button in at.button]


def test_an_empty_store_leads_to_the_form(page: Open) -> None:
    """Without any vendor there is nobody to pick."""
    assert "No deals yet" in shown(page("table.py"))


def test_hostile_text_is_shown_literally(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Neither what is said nor what a deal says can become an image, a link or a formula."""
    kb.log(
        deal(
            vendor=NASTY,
            logged_by=NASTY,
            department=NASTY,
            product=NASTY,
            signals=[f"{NASTY} uplift"],
            tactics=[(NASTY, "worked"), (f"{NASTY} 2", "failed")],
            flexible_on=[NASTY],
        )
    )
    kb.log(deal())
    at = page("table.py", vendor=NASTY, said=f"uplift {NASTY}")
    assert shown(at).count(NASTY) > 5
    other = page("table.py", vendor="vendor-microsoft", said=f"uplift {NASTY}")
    press(other, "See how other vendors reacted")
    assert NASTY in shown(other)
    for each in (at, other):
        raw = "\n".join([*(part.value for part in each.markdown), *(part.value for part in each.subheader)])
        raw += "\n".join(str(link.proto.label) for link in each.get("page_link"))
        assert not re.search(r"!\[|\$|https?:|:red\[hot|:tada|<script|\]\((?!#deal-)", re.sub(r"\\.", "", raw))


def test_what_was_not_understood_is_said_to_be(page: Open, contoso: KnowledgeBase) -> None:
    """A text of unknown words is no proof that nothing of the kind is recorded."""
    said = shown(page("table.py", vendor="vendor-contoso", said="hello"))
    assert "Contoso has 9 deals. Leverage did not understand these words. Say it in other words, such as" in said
    said = shown(page("table.py", vendor="vendor-contoso", said="no price increase this year"))
    assert "You write of a price increase as not there" in said


def test_a_refusal_that_held_credits_no_other_tactic(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """What worked on something else is named as not counted, with its deal."""
    kb.log(deal(deal_date="2021-03-02", firm_on=["liability clause"], tactics=[("Asked early", "worked")]))
    said = shown(page("table.py", vendor="vendor-microsoft", said="they will not accept liability"))
    for part in (
        "Nobody has recorded what worked here.",
        "From 1 of 1 Microsoft deals that mention a refusal of liability, newest 2 Mar 2021, old: over 24 months.",
        "Not counted: “Asked early”, which worked on something else there: on this they held.",
        "Nobody has recorded mixed results here.",
        "IT, 2 Mar 2021, old.",
    ):
        assert part in said, part


def test_feedback_stands_beside_the_tactic(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """What colleagues said, and what really happened, saves time only where one looks before trying."""
    kb.log(deal(signals=["An uplift."], tactics=[("Showed quotes", "worked")]))
    feedback.note(kb, "Microsoft", "Showed quotes", "did_not_help", happened="They laughed.", by="Ann Ek", department="IT")
    said = shown(page("table.py", vendor="vendor-microsoft", said=SAID))
    assert "Feedback of 1 colleague: did not help 1" in said
    assert said.count("“They laughed.”") == 1
    assert "Ann Ek, IT, " in said


def test_another_vendor_in_the_words_is_pointed_out(page: Open, contoso: KnowledgeBase) -> None:
    """What is shown is of the vendor that was picked; the other's own brief is one press away."""
    at = page("table.py", vendor="vendor-kestrel-analytics", said="Contoso offers us a discount of 20%")
    assert "Contoso has its own memory. Everything here is about Kestrel Analytics." in shown(at)
    assert any(link.proto.query_string == "vendor=vendor-contoso" for link in at.get("page_link"))


def test_many_moments_fold_what_no_marker_leads_to(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """A dozen of forty moments stand open, the others can be opened."""
    kb.log_many(
        [(deal(deal_date=f"20{10 + n // 12:02}-{n % 12 + 1:02}-01", notes=f"A price increase, no {n}."), None) for n in range(40)]
    )
    at = page("table.py", vendor="vendor-microsoft", said=SAID)
    assert "From 40 of 40" in shown(at)
    assert [each.label for each in at.expander] == ["28 older moments"]
    assert plain(at.subheader[0].value) == "1. “A price increase, no 39.”"


def test_the_brief_leads_to_the_table(page: Open, contoso: KnowledgeBase) -> None:
    """From the brief one reaches both pages with the vendor chosen."""
    links = {plain(str(link.proto.label)): link.proto for link in page("brief.py", vendor="vendor-contoso").get("page_link")}
    for label in (":small[At the table]", ":small[Prepare]"):
        assert links[label].query_string == "vendor=vendor-contoso"
