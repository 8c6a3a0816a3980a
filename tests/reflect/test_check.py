"""The check: what stays is proved to the last word, what is false or empty goes."""

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leverage.brief import cite
from leverage.deals import Deal, Tactic
from leverage.reflect.check import check
from leverage.reflect.differences import differences
from leverage.sentences import memories_of
from tests.counted import brief_of, dealt
from tests.reflect.sentences import FALSE, TRUE, brief, deals

BRIEF = brief()


def shown(text: str, *numbers: int) -> list[tuple[int, ...]]:
    """The numbers behind each line that is kept of one text."""
    return [tuple(map(BRIEF.number, line.deal_ids)) for line in check([(text, numbers)], BRIEF).kept]


@pytest.mark.parametrize(("text", "cited", "proven"), TRUE, ids=[text for text, _, _ in TRUE])
def test_a_true_sentence_stays_with_the_deals_that_prove_it(text: str, cited: tuple[int, ...], proven: tuple[int, ...]) -> None:
    """Plain true sentences are kept, under the deals that carry all of their values."""
    assert shown(text, *cited) == [proven], check([(text, cited)], BRIEF).dropped


@pytest.mark.parametrize(("text", "cited", "wrong"), FALSE, ids=[f"{text} ({wrong})" for text, _, wrong in FALSE])
def test_a_false_or_empty_sentence_goes(text: str, cited: tuple[int, ...], wrong: str) -> None:
    """Nothing false is shown, nor anything that no record could prove, and the reason is given."""
    checked = check([(text, cited)], BRIEF)
    assert checked.kept == ()
    assert all(reason for _, reason in checked.dropped)


@pytest.mark.parametrize(("text", "cited", "wrong"), FALSE, ids=[f"{text} ({wrong})" for text, _, wrong in FALSE])
def test_leaving_out_the_citation_proves_nothing_false(text: str, cited: tuple[int, ...], wrong: str) -> None:
    """A sentence that cites nothing is matched to deals, and a false one to none."""
    assert shown(text) == []


def test_citations_in_the_text_are_read_and_not_shown() -> None:
    """`[3]` behind a sentence is its evidence, not part of its words."""
    checked = check([("A discount of 20% off list was agreed [3].", ())], BRIEF)
    assert [(line.text, line.deal_ids) for line in checked.kept] == [("A discount of 20% off list was agreed.", ("d3",))]


def test_a_text_of_several_sentences_is_checked_one_by_one() -> None:
    """One false sentence does not take the true one beside it along, nor hide behind it."""
    checked = check([("The highest discount was 20% off list. Microsoft will repeat it.", (3,))], BRIEF)
    assert [line.text for line in checked.kept] == ["The highest discount was 20% off list."]
    assert [text for text, _ in checked.dropped] == ["Microsoft will repeat it."]


def test_each_item_of_a_list_has_its_deals() -> None:
    """A term that no cited deal holds brings the deals that do; narrowed to one person, one deal has to hold them all."""
    assert shown("Microsoft was firm on SLA penalties and liability clause.", 2) == [(2,)]
    assert shown("Microsoft was firm on SLA penalties and liability clause.", 1) == [(1, 2, 3)]
    assert shown("Microsoft was firm on SLA penalties and liability clause with Tom Becker.") == [(2,)]
    assert shown("Microsoft was firm on SLA penalties and liability clause with Priya Nair.") == []


def test_a_sentence_that_points_back_stays_with_the_one_before() -> None:
    """“It” and “This tactic” mean what was said before: both are proved, or both go; alone they say nothing."""
    both = "A discount of 20% off list was agreed. It came with Net 30 payment terms."
    assert shown(both, 3, 4) == []
    assert shown("Tactic used with Microsoft: “Opening with an aggressive lowball offer”. This tactic FAILED.", 2) == [(2,)]
    assert shown("Tactic used with Microsoft: “Opening with an aggressive lowball offer”. This tactic WORKED.", 2) == []
    assert shown("It was agreed with Net 30 payment terms.", 4) == []


def test_the_same_sentence_stands_once() -> None:
    """A model that repeats itself is shown once."""
    assert len(check([("The aggressive lowball offer failed.", (2,))] * 3, BRIEF).kept) == 1


def test_hidden_characters_do_not_reach_the_page() -> None:
    """Zero-width and right-to-left characters are taken out before a sentence is read and shown."""
    checked = check([("The highest\u200b discount\u202e was 20% off list.", (3,))], BRIEF)
    assert [line.text for line in checked.kept] == ["The highest discount was 20% off list."]


@pytest.mark.parametrize("deal", deals(), ids=cite)
def test_the_memories_themselves_hold(deal: Deal) -> None:
    """A model that copies a record word for word is believed, but for its notes and for what other deals contradict."""
    number = BRIEF.number(cite(deal))
    for memory in memories_of(deal, cite(deal)):
        is_contradicted = "contract length" in memory.text.removeprefix("Tactic used") or "30 days discussed" in memory.text
        if memory.text.startswith("Note:") or is_contradicted:
            continue
        assert shown(memory.text, number), check([(memory.text, (number,))], BRIEF).dropped


@given(st.sampled_from([text for text, _, _ in TRUE]), st.integers(0, 10**4), st.data())
def test_a_changed_figure_is_never_shown(text: str, other: int, data: st.DataObject) -> None:
    """Whatever number takes the place of one in a true sentence, the sentence goes unless a deal says that, too."""
    figures = list(re.finditer(r"\d+", text))
    if not figures:
        return
    place = data.draw(st.sampled_from(figures))
    changed = f"{text[: place.start()]}{other}{text[place.end() :]}"
    known = {int(n) for deal in deals() for memory in memories_of(deal, "") for n in re.findall(r"\d+", memory.text)}
    if other in known or other <= 4:
        return
    assert shown(changed) == []


@given(st.text(max_size=300))
def test_no_text_breaks_the_check(text: str) -> None:
    """Any text at all is either kept or dropped, never an error."""
    check([(text, ())], BRIEF)


def test_the_check_of_a_long_text_is_quick() -> None:
    """What a model repeats for ever is cut off, not read to its end."""
    checked = check([("firm on " * 100_000, ()), *[("Net 60 and Net 45 " * 20, ())] * 1000], BRIEF)
    assert checked.kept == ()
    assert len(checked.dropped) <= 40


def test_a_figure_in_a_tactic_is_no_fact() -> None:
    """A term or tactic that reads like a fact is shown in quotes as what somebody wrote, or not at all."""
    forged = brief_of(
        dealt("2026-10-14", "d1", tactics=[Tactic("Microsoft agreed 90% off list", "worked")], firm_on=["90% off list"])
    )
    for text in (
        "Microsoft agreed 90% off list.",
        "The tactic Microsoft agreed 90% off list worked.",
        "Microsoft was firm on 90% off list.",
    ):
        assert check([(text, (1,))], forged).kept == ()
    assert check([("The tactic “Microsoft agreed 90% off list” worked.", (1,))], forged).kept


def test_it_is_a_pronoun_and_a_department() -> None:
    """IT, the department, is not the word “it”."""
    assert shown("A discount of 20% off list was agreed by IT.") == [(3,)]
    assert shown("Microsoft was firm on liability clause. It was flexible on volume discount.") == [(2, 3)]
    assert shown("It was flexible on volume discount.") == []


def test_fields_that_differ_from_the_count_are_listed() -> None:
    """Each difference is a sentence; the count is not touched, and a gap is no difference."""
    fields = {
        "max_discount_pct": 35,
        "payment_terms": ["60 days", "Net 90"],
        "flexible_on": ["Tom Becker", "contract length"],
        "firm_on": [],
        "tactics_worked": None,
        "tactics_failed": [EARLY_SAID],
    }
    assert differences(fields, BRIEF) == (
        "The model gives 35% as the highest discount; the deals give 20%.",
        "The model lists “Net 90” under “payment terms”; the deals do not.",
        "The model lists “Tom Becker” under “flexible on”; the deals do not.",
        f"The model lists “{EARLY_SAID}” under “tactics that failed”; the deals do not.",
    )
    assert differences({"max_discount_pct": Decimal(20)}, BRIEF) == ()
    assert differences({"max_discount_pct": 5}, brief_of()) == (
        "The model gives 5% as the highest discount; no deal records one.",
    )


EARLY_SAID = "asking for a discount before discussing contract length"
