"""What the vendor bent on and held on, and what our tactics did, is counted over all deals."""

from typing import Any

import pytest

from leverage.deals import Tactic
from tests.counted import brief_of, dealt, stances


def test_a_term_is_flexible_firm_or_mixed_and_never_two_of_them() -> None:
    """One deal each way makes a term mixed; it then counts the deals that bent, of those that raised it."""
    brief = brief_of(
        dealt("2026-01-01", "a", flexible_on=["Payment terms", "price cap"], firm_on=["liability"]),
        dealt("2026-02-01", "b", flexible_on=["payment terms"], firm_on=["Price-Cap", "liability"]),
        dealt("2026-03-01", "c", flexible_on=["price cap."], firm_on=["SLA credits"], outcome="no_deal"),
    )
    assert stances(brief.flexible_on) == [("payment terms", 2, 2)]
    assert stances(brief.firm_on) == [("liability", 2, 2), ("SLA credits", 1, 1)]
    assert stances(brief.mixed_on) == [("price cap.", 2, 3)]
    mixed = brief.mixed_on[0]
    assert (mixed.deal_ids, mixed.flexible_ids, mixed.firm_ids) == (("c", "b", "a"), ("c", "a"), ("b",))
    assert (str(mixed.flexible_last), str(mixed.firm_last), str(mixed.last_seen)) == ("2026-03-01", "2026-02-01", "2026-03-01")


@pytest.mark.parametrize(
    ("spelling", "is_same"),
    [
        ("PAYMENT TERMS", True),
        ("payment-terms", True),
        (" payment  terms. ", True),
        ("payment term", False),
        ("pay terms", False),
    ],
)
def test_spellings_fold_by_case_spacing_hyphens_and_final_punctuation_alone(spelling: str, is_same: bool) -> None:
    """The newest deal's spelling is shown; a plural or a synonym is another term."""
    brief = brief_of(dealt("2026-01-01", "a", flexible_on=["payment terms"]), dealt("2026-02-01", "b", flexible_on=[spelling]))
    shown = " ".join(spelling.split())
    assert stances(brief.flexible_on) == ([(shown, 2, 2)] if is_same else [(shown, 1, 1), ("payment terms", 1, 1)])


def test_an_agreed_discount_raises_the_term_discount_without_being_a_stance() -> None:
    """An agreed discount counts in "of how many"; one of nothing, or in a deal that was not agreed, does not."""
    deals = [
        dealt("2026-01-01", "a", flexible_on=["discount"], discount_pct=5),
        dealt("2026-02-01", "b", discount_pct=10),
        dealt("2026-03-01", "c", discount_pct=0),
        dealt("2026-04-01", "d", discount_pct=40, outcome="no_deal"),
    ]
    (seen,) = brief_of(*deals).flexible_on
    assert (seen.term, seen.count, seen.of, seen.deal_ids, seen.raised_ids) == ("discount", 1, 2, ("a",), ("b", "a"))
    firm = dealt("2026-05-01", "e", firm_on=["Discount"], outcome="walked_away")
    (mixed,) = brief_of(*deals, firm).mixed_on
    assert (mixed.term, mixed.count, mixed.of, mixed.deal_ids) == ("Discount", 1, 3, ("e", "a"))
    assert stances(brief_of(*deals[1:], firm).firm_on) == [("Discount", 1, 2)]
    assert brief_of(*deals[1:]).flexible_on == ()


def test_terms_stand_by_count_then_newest_then_name() -> None:
    """The most frequent term is read first."""
    brief = brief_of(
        dealt("2026-01-01", "a", flexible_on=["often", "zeta", "alpha"]),
        dealt("2026-02-01", "b", flexible_on=["late"]),
        dealt("2025-01-01", "c", flexible_on=["often"]),
    )
    assert [seen.term for seen in brief.flexible_on] == ["often", "late", "alpha", "zeta"]


@pytest.mark.parametrize(
    ("results", "where", "counts"),
    [
        (["worked"], "tactics_worked", (1, 0, 0, 0)),
        (["worked", "worked", "unclear"], "tactics_worked", (2, 0, 0, 1)),
        (["failed", "unclear"], "tactics_failed", (0, 1, 0, 1)),
        (["worked", "failed"], "tactics_mixed", (1, 1, 0, 0)),
        (["worked", "mixed"], "tactics_mixed", (1, 0, 1, 0)),
        (["failed", "mixed"], "tactics_mixed", (0, 1, 1, 0)),
        (["mixed"], "tactics_mixed", (0, 0, 1, 0)),
        (["unclear", "unclear"], "tactics_unclear", (0, 0, 0, 2)),
    ],
)
def test_a_tactic_is_in_the_one_list_its_results_allow(results: list[Any], where: str, counts: tuple[int, ...]) -> None:
    """Worked here and failed there is mixed; unclear speaks for neither side."""
    deals = [dealt(f"2026-01-0{n}", str(n), tactics=[Tactic("Asked early", each)]) for n, each in enumerate(results, 1)]
    brief = brief_of(*deals)
    lists = ("tactics_worked", "tactics_failed", "tactics_mixed", "tactics_unclear")
    assert [len(getattr(brief, name)) for name in lists] == [int(name == where) for name in lists]
    (seen,) = getattr(brief, where)
    assert (seen.worked, seen.failed, seen.mixed, seen.unclear) == counts
    assert [each.result for each in seen.tries] == results[::-1]
    assert seen.deal_ids == tuple(each.deal_id for each in seen.tries)


@pytest.mark.parametrize(
    ("results", "result"),
    [
        (["worked", "failed"], "mixed"),
        (["failed", "unclear", "worked"], "mixed"),
        (["worked", "mixed"], "mixed"),
        (["worked", "unclear"], "worked"),
        (["unclear", "failed"], "failed"),
    ],
)
def test_a_tactic_tried_twice_in_one_deal_is_one_use(results: list[Any], result: str) -> None:
    """A deal in which a tactic did two things is mixed; an unclear try beside a clear one adds nothing."""
    tried = [Tactic(f"Asked early{'.' * n}", each) for n, each in enumerate(results)]
    brief = brief_of(dealt("2026-01-01", "a", tactics=tried))
    (seen,) = (*brief.tactics_worked, *brief.tactics_failed, *brief.tactics_mixed)
    assert [(each.result, each.deal_id) for each in seen.tries] == [(result, "a")]


def test_a_tactic_names_who_tried_it_and_when_newest_first() -> None:
    """The spelling of the newest deal is shown; tactics fold as terms do."""
    brief = brief_of(
        dealt("2025-01-01", "a", tactics=[Tactic("Rival quote", "worked")], logged_by="Tom Becker", department="Finance"),
        dealt("2026-01-01", "b", tactics=[Tactic("rival-quote.", "worked")]),
    )
    (seen,) = brief.tactics_worked
    assert (seen.tactic, str(seen.last_seen)) == ("rival-quote.", "2026-01-01")
    assert [(each.logged_by, each.department) for each in seen.tries] == [("Priya Nair", "IT"), ("Tom Becker", "Finance")]


def test_tactics_stand_by_the_deals_that_speak_for_them_then_newest() -> None:
    """What worked twice is read before what worked once; uses whose result is unclear do not move it up."""
    brief = brief_of(
        dealt("2026-03-01", "a", tactics=[Tactic("new", "worked"), Tactic("vague", "unclear"), Tactic("twice", "worked")]),
        dealt("2026-02-01", "b", tactics=[Tactic("twice", "worked"), Tactic("vague", "unclear")]),
        dealt("2026-01-01", "c", tactics=[Tactic("vague", "worked")]),
    )
    assert [seen.tactic for seen in brief.tactics_worked] == ["twice", "new", "vague"]
