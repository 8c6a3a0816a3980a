"""The Watch page: flags as they are read and reviewed, and where else they show."""

import json
import time
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase, directory, events, watch
from leverage.errors import StoreUnavailable
from leverage.reflect.call import RawReply
from pages.ui import flag_list, flag_review
from tests.pages.conftest import NASTY, shown

Open = Callable[..., AppTest]
Write = Callable[..., Deal]

LATE = "late_delivery"
NO_FINDING = "A flag is no finding about the vendor. It means that someone should look."


@pytest.fixture
def late(kb: KnowledgeBase, deal: Write) -> KnowledgeBase:
    """Acme delivered late twice; Beta said one thing once."""
    kb.log(deal(vendor="Acme", deal_date="2026-05-01", signals=[(LATE, "A week late.")]))
    kb.log(deal(vendor="Acme", deal_date="2026-06-01", department="Sales", signals=[(LATE, "Two weeks late.")]))
    kb.log(deal(vendor="Beta", deal_date="2026-06-01", signals=[(LATE, "An hour late.")]))
    return kb


def open_menu(kb: KnowledgeBase, at: AppTest) -> AppTest:
    """Open the review menu of the only open flag."""
    (flag,) = watch.flags(kb)
    at.session_state[flag_review.menu_key(flag)] = True
    return at.run()


def test_it_says_when_there_is_nothing(page: Open) -> None:
    """In words, open and reviewed apart; and that no flag is a finding."""
    at = page("watch.py")
    assert "No open flags" in shown(at)
    assert NO_FINDING in shown(at)
    at = page("watch.py", show="reviewed")
    assert "No reviewed flags" in shown(at)


def test_a_flag_shows_words_people_days_and_its_rule(late: KnowledgeBase, page: Open) -> None:
    """Oldest words first, each day leading to its deal."""
    said = shown(page("watch.py"))
    assert "Acme: late delivery" in said
    first, second = said.index("“A week late.” Priya Nair, IT"), said.index("“Two weeks late.” Priya Nair, Sales")
    assert first < second
    assert f"[1 May 2026](deal?deal={watch.flags(late)[0].deal_ids[0]})" in said
    assert "Rule: two deals, or a deal and an event, within 180 days record that the vendor delivered late." in said
    assert "An hour late." not in said


@pytest.mark.parametrize(
    ("answer", "told"),
    [("dealt_with", "is dealt with"), ("dismissed", "is dismissed"), ("kept_open", "stays open")],
)
def test_a_review_says_who_looked(late: KnowledgeBase, page: Open, answer: str, told: str) -> None:
    """It is kept with the name and the department of the person, and the flag goes where it belongs."""
    at = open_menu(late, page("watch.py"))
    at.radio[0].set_value(answer)
    at.text_input[0].set_value("Spoke to them.")
    (button,) = [each for each in at.button if each.label == "Save review"]
    at = button.click().run()
    said = shown(at)
    assert told in said
    (flag,) = watch.flags(late, status="all")
    assert (flag.reviews[0].by, flag.reviews[0].department, flag.reviews[0].note) == ("Priya Nair", "IT", "Spoke to them.")
    assert flag.status == ("open" if answer == "kept_open" else "reviewed")
    if answer == "kept_open":
        assert "Kept open by Priya Nair, IT, 29 Nov 2026: Spoke to them." in said
    else:
        assert "No open flags" in said
        assert "by Priya Nair, IT, 29 Nov 2026: Spoke to them." in shown(page("watch.py", show="reviewed"))


def test_a_review_needs_a_line_and_a_person(late: KnowledgeBase, page: Open) -> None:
    """Nothing is kept without a word for the next person; whoever has not said who they are is asked."""
    at = open_menu(late, page("watch.py"))
    (button,) = [each for each in at.button if each.label == "Save review"]
    at = button.click().run()
    assert "Pick one of the three answers." in shown(at)
    at.radio[0].set_value("dismissed")
    (button,) = [each for each in at.button if each.label == "Save review"]
    assert "Write one line for the next person." in shown(button.click().run())
    assert watch.flags(late)[0].reviews == ()
    at = open_menu(late, page("watch.py", person=False))
    (button,) = [each for each in at.button if each.label == "Say who you are first"]
    assert "Who are you?" in shown(button.click().run())


def test_the_second_reviewer_is_told_who_was_first(late: KnowledgeBase, page: Open) -> None:
    """By name and day; nothing is overwritten, and what was typed is there until it is put away."""
    at = open_menu(late, page("watch.py"))
    watch.review(late, watch.flags(late)[0].flag_id, "Tom Becker", "done")
    at.radio[0].set_value("dismissed")
    at.text_input[0].set_value("me, too")
    (button,) = [each for each in at.button if each.label == "Save review"]
    at = button.click().run()
    assert [flag.reviews[0].by for flag in watch.flags(late, status="all")] == ["Tom Becker"]
    for _ in range(2):
        said = shown(at)
        assert "No open flags" in said
        assert "Tom Becker reviewed this flag on 29 Nov 2026 (dealt with): “done”. Nothing was changed." in said
        assert "You wrote: “me, too” (No, dismiss it)" in said
        at = at.run()
    (away,) = [each for each in at.button if each.label == "Put it away"]
    assert "me, too" not in shown(away.click().run())


def test_another_note_meanwhile_takes_no_typed_word_away(late: KnowledgeBase, page: Open) -> None:
    """The menu and its fields stay what they are, whoever else says something of the flag: the browser holds what is in them."""
    at = open_menu(late, page("watch.py"))
    before = [each.key for each in (*at.radio, *at.text_input)]
    watch.review(late, watch.flags(late)[0].flag_id, "Tom Becker", "asked them", verdict="kept_open")
    at = at.run()
    assert [each.key for each in (*at.radio, *at.text_input)] == before
    at.radio[0].set_value("dealt_with")
    at.text_input[0].set_value("settled")
    (button,) = [each for each in at.button if each.label == "Save review"]
    button.click().run()
    assert [each.by for each in watch.flags(late, status="reviewed")[0].reviews] == ["Tom Becker", "Priya Nair"]


def test_what_came_in_after_the_page_was_drawn_stays_open(late: KnowledgeBase, page: Open, deal: Write) -> None:
    """Nobody closes what they were not shown."""
    late.log(deal(vendor="Acme", deal_date="2026-07-01", signals=[("legal_threat", "first")]))
    at = page("watch.py")
    flag = next(each for each in watch.flags(late) if each.kind == "legal_threat")
    at.session_state[flag_review.menu_key(flag)] = True
    at = at.run()
    at.radio[0].set_value("dealt_with")
    at.text_input[0].set_value("settled")
    late.log(deal(vendor="Acme", deal_date="2026-07-02", signals=[("legal_threat", "meanwhile")]))
    (button,) = [each for each in at.button if each.label == "Save review"]
    button.click().run()
    (left,) = [each for each in watch.flags(late) if each.kind == "legal_threat"]
    assert [quote.text for quote in left.quotes] == ["meanwhile"]


def test_a_reviewed_flag_can_be_opened_again(late: KnowledgeBase, page: Open) -> None:
    """With a line why; who closed it and who opened it stand with it."""
    watch.review(late, watch.flags(late)[0].flag_id, "Tom Becker", "not ours", verdict="dismissed")
    at = page("watch.py", show="reviewed")
    (flag,) = watch.flags(late, status="reviewed")
    at.session_state[flag_review.menu_key(flag)] = True
    at = at.run()
    (button,) = [each for each in at.button if each.label == "Open the flag again"]
    at = button.click().run()
    assert "Write one line for the next person." in shown(at)
    at.text_input[0].set_value("It was ours.")
    (button,) = [each for each in at.button if each.label == "Open the flag again"]
    assert "The flag is open again." in shown(button.click().run())
    said = shown(page("watch.py"))
    assert "Dismissed by Tom Becker, 29 Nov 2026: not ours. Taken back by Priya Nair, 29 Nov 2026: It was ours." in said


def test_a_flag_that_opens_anew_says_what_came_of_the_one_before(late: KnowledgeBase, page: Open, deal: Write) -> None:
    """In the words of who closed it."""
    watch.review(late, watch.flags(late)[0].flag_id, "Tom Becker", "They promised.")
    for notes in ("a", "b"):
        late.log(deal(vendor="Acme", deal_date="2026-11-29", notes=notes, signals=[(LATE, "late again")]))
    assert "Reviewed before: dealt with by Tom Becker, 29 Nov 2026: They promised." in shown(page("watch.py"))


def test_open_flags_show_where_the_vendor_does(late: KnowledgeBase, page: Open) -> None:
    """As a badge in the list with a count of all, in the head of the brief, and in full on it; one vendor's alone on request."""
    late.log_many([])
    said = shown(page("vendors.py"))
    assert "1 flag]" in said
    assert "1 open flag" in said
    said = shown(page("brief.py", vendor="vendor-acme"))
    assert "1 open flag" in said
    assert "Open flags" in said
    assert NO_FINDING in said
    assert "“Two weeks late.” Priya Nair, Sales" in said
    assert "flag" not in shown(page("brief.py", vendor="vendor-beta"))
    assert "Only Beta." in shown(page("watch.py", vendor="vendor-beta"))
    assert "Acme: late delivery" in shown(page("watch.py", vendor="acme"))


def test_a_list_without_flags_says_nothing_of_them(kb: KnowledgeBase, deal: Write, page: Open) -> None:
    """Neither in the head nor in a row."""
    kb.log(deal())
    assert "flag" not in shown(page("vendors.py"))


def test_the_list_stays_when_flags_can_not_be_counted(late: KnowledgeBase, page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says so in a line, and the vendors are there."""

    def fail(*args: object, **options: object) -> None:
        raise StoreUnavailable("The memory is away.")

    monkeypatch.setattr(watch, "open_counts", fail)
    said = shown(page("vendors.py"))
    assert "Flags can’t be counted right now: The memory is away." in said
    assert "Acme" in said


def test_a_list_does_not_wait_for_many_vendors_to_be_read(
    late: KnowledgeBase, page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It leads to Watch, where that is done; then the numbers are there."""
    monkeypatch.setattr(flag_list, "MOST_AT_ONCE", 1)
    assert "Flags are not looked for yet. Look now" in shown(page("vendors.py"))
    page("watch.py")
    assert "1 open flag" in shown(page("vendors.py"))


def test_what_people_wrote_is_shown_literally(kb: KnowledgeBase, deal: Write, page: Open) -> None:
    """In quotes, names, topics and notes of reviews."""
    name, quote = NASTY[:150], NASTY[:250]
    plain = {"vendor": "Nasty " + name, "logged_by": name[:100], "department": name[:100]}
    kb.log(deal(**plain, deal_date="2026-05-01", signals=[("legal_threat", quote)], flexible_on=[name]))
    for day in (2, 3):
        kb.log(deal(**plain, deal_date=f"2026-05-0{day}", firm_on=[name]))
    events.log(kb, plain["vendor"], "2026-05-04", [("suspension_threat", quote)], by=name, department=name)
    flags = watch.flags(kb)
    assert {flag.kind for flag in flags} == {"legal_threat", "newly_firm", "suspension_threat"}
    watch.review(kb, flags[0].flag_id, name, quote, verdict="kept_open")
    at = page("watch.py")
    assert quote in shown(at)
    for element in at.markdown:
        assert "![x]" not in element.value
        assert ":red[hot]" not in element.value


def test_many_flags_come_in_pages_and_many_words_in_a_fold(kb: KnowledgeBase, deal: Write, page: Open) -> None:
    """Twenty flags a page; of the words of one the newest, the others below each other in a fold."""
    kb.log_many(
        [(deal(vendor=f"Vendor {n:02}", deal_date="2026-05-01", signals=[("legal_threat", "x")]), None) for n in range(21)]
    )
    kb.log_many(
        [
            (deal(vendor="Vendor 00", deal_date=f"2026-05-{n + 2:02}", signals=[("legal_threat", f"word {n}")]), None)
            for n in range(9)
        ]
    )
    at = page("watch.py")
    assert len(at.subheader) == 20
    assert len(page("watch.py", page="2").subheader) == 1
    directory.rename(kb, "Vendor 00", "Acme")
    said = page("watch.py", vendor="acme")
    assert [each.label for each in said.expander] == ["4 earlier"]


def test_the_model_tells_a_flag_in_two_sentences(page: Open, deal: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked for by a person, with where it is sent; each sentence leads to its deal."""
    monkeypatch.setenv("LEVERAGE_MODEL", "openai/test-model")
    said = json.dumps({"sentences": [{"text": "Microsoft was firm on liability clause.", "deals": [1]}]})
    monkeypatch.setattr("leverage.reflect.narrator.get_ready", lambda model: None)
    monkeypatch.setattr("leverage.reflect.narrator.call_model", lambda *_, **__: RawReply(said))
    from pages.ui.store import opened

    kept = opened().log(deal(firm_on=["liability clause"], signals=[("security_incident", "Keys were stolen.")]))
    at = page("watch.py")
    assert "go to the provider openai" in shown(at)
    next(button for button in at.button if button.label == "Two sentences on it").click().run()
    for _ in range(600):
        if "is reading" not in shown(at.run()):
            break
        time.sleep(0.05)
    assert "Microsoft was firm on liability clause. [" in shown(at)
    assert f"deal?deal={kept.deal_id}" in shown(at)
    assert "Two sentences on it" not in [button.label for button in at.button]


def test_without_a_model_a_flag_offers_no_words(late: KnowledgeBase, page: Open) -> None:
    """Nothing could be sent."""
    assert "Two sentences on it" not in [button.label for button in page("watch.py").button]
