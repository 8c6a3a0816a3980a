"""The grammar of what a narrative may say: true sentences stay, false ones never do, whatever is changed in them."""

import random
import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leverage.brief import Brief
from leverage.deals import Deal, Tactic
from leverage.reflect.adjuncts import ADJUNCTS
from leverage.reflect.check import check
from leverage.reflect.forms import FORMS
from tests.counted import dealt
from tests.reflect import conftest
from tests.reflect.oracle import Statement, is_true, sentence, statements, tables
from tests.reflect.said_false import FALSE
from tests.reflect.said_true import TRUE
from tests.reflect.vendors import BRIEFS, DEALS, told_of

LEAST_KEPT = 0.9
LARKMOOR = "Larkmoor Systems"


def kept(text: str, brief: Brief, *numbers: int) -> tuple[int, ...]:
    """The numbers of the deals under which a sentence is kept; none if it is dropped."""
    lines = check([(text, numbers)], brief).kept
    return tuple(brief.number(deal_id) for line in lines for deal_id in line.deal_ids)


def test_most_true_sentences_stay() -> None:
    """The share of true sentences that are kept has a floor, and stands in the summary of the run."""
    lost = [text for vendor, text in TRUE if not kept(text, BRIEFS[vendor])]
    share = 1 - len(lost) / len(TRUE)
    conftest.say(f"true sentences kept: {len(TRUE) - len(lost)} of {len(TRUE)} ({share:.0%}); lost: {'; '.join(lost)}")
    assert len(TRUE) >= 120
    assert share >= LEAST_KEPT, lost


def test_the_lists_are_long_enough() -> None:
    """Every kind of lie is tried on more than one vendor."""
    assert len(FALSE) >= 250
    assert {vendor for vendor, _, _ in FALSE} == set(BRIEFS)
    assert min(Counter(kind for _, _, kind in FALSE).values()) >= 10


@pytest.mark.parametrize("kind", dict.fromkeys(kind for _, _, kind in FALSE))
def test_no_false_sentence_stays(kind: str) -> None:
    """With every citation, with none and with those of no deal, nothing false is shown."""
    for vendor, text, own in FALSE:
        if own == kind:
            brief = BRIEFS[vendor]
            for numbers in ((), (1,), tuple(range(1, brief.deal_count + 1)), (0, -3, 4999)):
                assert kept(text, brief, *numbers) == (), text


@pytest.mark.parametrize("vendor", BRIEFS)
def test_swapped_values_are_judged_as_by_the_oracle(vendor: str) -> None:
    """Each form with each value of any vendor in each slot: what is kept is true, and of what is true most is kept."""
    deals, brief = DEALS[vendor], BRIEFS[vendor]
    strangers = [deal for name, own in DEALS.items() if name != vendor for deal in own]
    db = tables(deals)
    every = list(statements(deals, strangers))
    chosen = {said for said in every if is_true(said, db)}
    chosen |= set(random.Random(7).sample(every, 1500))
    wrong, missed = [], []
    for said in chosen:
        text, truth = sentence(said, vendor), is_true(said, db)
        if bool(kept(text, brief)) != truth:
            (missed if truth else wrong).append(text)
    assert wrong == []
    true = sum(is_true(said, db) for said in chosen)
    conftest.say(f"{vendor}: {true} true and {len(chosen) - true} false statements of the oracle, {len(missed)} true ones lost")
    assert len(missed) <= true * 0.05, missed[:20]


# Words that may come into a true sentence, or go from it, and leave it true; each was judged once.
_MAY_COME = frozenset(
    re.findall(
        r"\w+",
        "the a an its their both our on of to was were has been had have also agreed achieved recorded observed seen "
        "historically price prices payment terms term discount discounts once repeatedly deal deals and with for in",
    )
)
_SAME = [
    "highest largest biggest maximum greatest best the",
    "lowest smallest minimum",
    "latest newest last recent",
    "first earliest oldest",
    "agreed achieved secured negotiated obtained got won received accepted granted gave given offered made closed signed reached",
    "recorded observed seen agreed achieved",
    "firm rigid held stood remained stayed refused declined was has been did not moved budged gave ground move budge unwilling",
    "always consistently never also",
    "flexible willing open showed flexibility moved move negotiate",
    "worked succeeded successful effective paid off successfully was were has have",
    "failed unsuccessful did not work succeed effective successful was were has have",
    "uplift increase price",
    "deals negotiations deal negotiation talks renewal contract agreement",
    "common frequent",
    "but while whereas and ; , it",
    "through bought",
    "in during on with against from at for",
    "notice of",
    "is was were are",
    "ends ended starts runs ran until",
    "itself automatically",
    "used tried",
    "competitor play a the",
    "contact a the our",
]
_SAME_SETS = [frozenset(each.split()) for each in _SAME]
_CLOSED = re.compile(
    r"\b(?:no|never|always|every|all|most|\w+ of \w+ deals|ranged|in \w+ deals?|only|were Net|rose)\b", re.IGNORECASE
)


def vocabulary() -> list[str]:
    """Every plain word that stands in a form or an adjunct, and some that turn a sentence round."""
    patterns = [*(form.pattern for form in FORMS), *ADJUNCTS.values()]
    words = {piece for pattern in patterns for piece in pattern.words()}
    return sorted({*words, "not", "no", "never", "only", "every", "all", "without", "before", "nobody", "half"})


def words_of(text: str) -> Counter[str]:
    """The words of a sentence with how often each stands there."""
    return Counter(re.findall(r"[^\s.,;:()“”]+", text.lower()))


def is_harmless(before: str, after: str) -> bool:
    """Whether what came into a true sentence and went from it can only have left it true."""
    came, went = words_of(after) - words_of(before), words_of(before) - words_of(after)
    if any(came <= Counter(dict.fromkeys(same, 9)) and went <= Counter(dict.fromkeys(same, 9)) for same in _SAME_SETS):
        return True
    if not set(came) <= _MAY_COME:
        return False
    return set(went) <= _MAY_COME or not _CLOSED.search(before)  # leaving out a condition weakens what was so somewhere


def test_changed_words_leave_a_sentence_true_or_drop_it() -> None:
    """Words left out, turned round, put in and replaced: what is still kept was judged to be true."""
    chance, vocabulary_ = random.Random(11), vocabulary()
    tried, judged, wrong = 0, 0, []
    for vendor, text in TRUE:
        brief = BRIEFS[vendor]
        if not kept(text, brief):
            continue
        words = text.rstrip(".").split()
        changed = [[*words[:n], *words[n + 1 :]] for n in range(len(words))]
        changed += [[*words[:n], words[n + 1], words[n], *words[n + 2 :]] for n in range(len(words) - 1)]
        for n in range(len(words)):
            changed += [[*words[:n], word, *words[n:]] for word in chance.sample(vocabulary_, 4)]
            changed += [[*words[:n], word, *words[n + 1 :]] for word in chance.sample(vocabulary_, 4)]
        sentences = [f"{' '.join(each)}." for each in changed]
        tried += len(sentences)
        for start in range(0, len(sentences), 40):
            for line in check([(each, ()) for each in sentences[start : start + 40]], brief).kept:
                judged += 1
                if not is_harmless(text, line.text):
                    wrong.append((text, line.text))
    conftest.say(f"{tried} sentences with changed words, {judged} of them kept and judged")
    assert wrong == [], wrong[-5:]


@pytest.mark.parametrize("vendor", BRIEFS)
def test_a_sentence_is_denied_by_its_opposite(vendor: str) -> None:
    """Put in a denial, and a true sentence goes."""
    for own, text in TRUE:
        if own == vendor and not re.search(r"\b(?:not|no|never|without)\b", text, re.IGNORECASE):
            for denied in (
                re.sub(r"\b(was|were|has|have|did)\b", r"\1 not", text, count=1),
                re.sub(r"\b(was|were|has|have)\b", r"\1 never", text, count=1),
                f"It is not true that {text}",
                f"No {text}",
            ):
                assert denied == text or not kept(denied, BRIEFS[vendor]), denied


PEOPLE, TERMS = ("Ada Fenn", "Bo Quist", "Cy Ruiz"), ("discount", "exit help", "audit clause", "support hours")
TRIED = ("Asking in spring", "Naming a rival", "Waiting in silence")
DRAWN = st.lists(
    st.fixed_dictionaries(
        {
            "day": st.dates(min_value=dealt("2024-01-01", "x").deal_date, max_value=dealt("2026-11-01", "x").deal_date),
            "logged_by": st.sampled_from(PEOPLE),
            "outcome": st.sampled_from(["agreed", "agreed", "renewed_as_is", "walked_away", "no_deal", "open"]),
            "product": st.sampled_from([None, "Gauge", "Lathe"]),
            "discount_pct": st.sampled_from([None, 5, 8, 12]),
            "discount_base": st.sampled_from(["list", "first_quote"]),
            "payment_terms": st.sampled_from([None, "Net 30", "Net 45"]),
            "terms": st.dictionaries(st.sampled_from(TERMS), st.sampled_from(["flexible_on", "firm_on"]), max_size=3),
            "tactics": st.dictionaries(
                st.sampled_from(TRIED), st.sampled_from(["worked", "failed", "mixed", "unclear"]), max_size=2
            ),
            "uplift_asked_pct": st.sampled_from([None, 5, 8]),
            "uplift_agreed_pct": st.sampled_from([None, 2, 5]),
        }
    ),
    min_size=1,
    max_size=5,
)


def drawn_deals(rows: list[dict[str, Any]]) -> list[Deal]:
    """The deals that were drawn."""
    made = []
    for n, row in enumerate(rows):
        fields = {name: value for name, value in row.items() if name not in ("day", "terms", "tactics") and value is not None}
        sides = {side: [term for term, own in row["terms"].items() if own == side] for side in ("flexible_on", "firm_on")}
        tactics = [Tactic(*each) for each in row["tactics"].items()]
        made.append(dealt(row["day"], f"r{n}", vendor="Fernhill Tools", tactics=tactics, **fields, **sides))
    return made


@settings(max_examples=60)
@given(DRAWN, st.data())
def test_random_deals_and_random_statements(rows: list[dict[str, Any]], data: st.DataObject) -> None:
    """Whatever the deals, a statement that the oracle finds false is never kept."""
    deals = drawn_deals(rows)
    brief, db = told_of(deals), tables(deals)
    every = list(statements(deals))
    for said in data.draw(st.lists(st.sampled_from(every), min_size=20, max_size=20)):
        assert is_true(said, db) or not kept(sentence(said, "Fernhill Tools"), brief), said


HOSTILE = (
    "90 off list", "90% off list", "a price of EUR 1.00", "nine tenths off everything", "payment after 180 days", "Net 999",
    "no audit clause at all", "Nobody", "Everyone always", "Everybody", "call 0900 12345 for 90 off", "evil.example/pay",
    "www.evil.example", "a 90 point discount", "Oracle, which gave 90 off", "the Oracle contract", "every seat free",
    "22% was agreed", "was flexible on everything", "unlimited users", "![x](http://e)", "<b>free</b>", "not firm", "never",
    "EUR 1", "90 percent", "1 day", "agreed", "Ines and everyone", "who gave half off", "2026", "three", "all deals",
)  # fmt: skip


@pytest.mark.parametrize(
    ("field", "said"),
    [
        (
            "product",
            "{vendor} agreed {x}.|A discount of 22% off list was agreed for {x}.|{x} was renewed.|Ines Duarte agreed {x}.",
        ),
        ("product", "The highest discount was {x}.|Ines Duarte agreed “{x}” in September 2026.|A deal was agreed for {x}."),
        (
            "logged_by",
            "{x} agreed 22% off list.|A discount of 22% was agreed by {x}.|{vendor} was flexible on discount with {x}.",
        ),
        ("department", "The {x} department agreed 22% off list.|22% off list was agreed by {x}.|{vendor} agreed {x}."),
        ("contact", "{x} was the contact.|Contact at {vendor}: {x}.|The contact was “{x}”."),
        ("competitor", "The competitor was {x}.|Competitor in play against {vendor}: {x}.|{x} was in play."),
        ("reseller", "The reseller was {x}.|Larkmoor Ledger was bought through {x}."),
        ("unit", "22% off list was agreed for 300 {x}.|The final price was EUR 39.00 per {x}."),
        ("billing_frequency", "Billing was {x}.|Billing frequency with {vendor}: {x}."),
        ("contract_ref", "The contract reference was {x}."),
        ("payment_terms", "{x} was agreed.|Payment terms of {x} were agreed.|{vendor} accepted {x}."),
        ("flexible_on", "{vendor} was flexible on {x}.|{vendor} was flexible on {x} and discount."),
        ("obtained", "We obtained {x}.|{x} was obtained."),
        ("tactics", "{x} worked.|The tactic {x} worked."),
    ],
)
def test_what_people_type_forges_no_fact(field: str, said: str) -> None:
    """A name, term or tactic that reads like a fact is never a part of a sentence of ours."""
    told_as_meant = {("payment_terms", "1 day"), ("payment_terms", "Net 999"), ("contract_ref", "2026")}
    for hostile in HOSTILE:
        if (field, hostile) in told_as_meant:
            continue
        value: Any = {"tactics": [Tactic(hostile, "worked")], "flexible_on": [hostile], "obtained": [hostile]}.get(field, hostile)
        more = {"firm_on": ()} if field == "flexible_on" else {}
        forged = told_of(
            [replace(each, **{field: value}, **more) if each.discount_pct == 22 else each for each in DEALS[LARKMOOR]]
        )
        for text in said.split("|"):
            assert not kept(text.format(x=hostile, vendor=LARKMOOR), forged), (text, hostile)


def test_in_quotation_marks_a_term_is_what_somebody_wrote() -> None:
    """A term or tactic that reads like a fact is shown between marks; a link or markup not even there."""
    deals = DEALS[LARKMOOR]
    told = told_of([replace(deals[1], obtained=("a 90 point discount", "see www.evil.example"))])
    assert kept("We obtained “a 90 point discount”.", told)
    assert not kept("We obtained a 90 point discount.", told)
    assert not kept("We obtained “see www.evil.example”.", told)
    assert not kept("We obtained “a 80 point discount”.", told)


def test_a_wrong_citation_is_replaced_by_the_right_one() -> None:
    """Deals that do not prove a sentence, or do not exist, give way to those that do; right ones are kept."""
    brief = BRIEFS[LARKMOOR]
    for numbers in ((), (3,), (0,), (-3,), (4999,), (7,), (3, 99)):
        assert kept("Net 45 was agreed.", brief, *numbers) == (2, 4)
    assert kept("Net 45 was agreed.", brief, 4) == (4,)
    assert kept("Net 45 was agreed.", brief, 4, 0) == (4,)
    assert kept("Net 45 was agreed in 2 deals.", brief, 4) == (2, 4)
    assert kept("Larkmoor Systems was firm on audit clause and data residency.", brief, 5) == (2, 3, 4, 5)


def test_opposite_deals_count_whatever_else_a_clause_says() -> None:
    """A stance under a condition is one-sided if another deal under the same condition says otherwise."""
    deals = [
        replace(deal, flexible_on=(), firm_on=("discount",)) if deal.discount_pct == 15 else deal for deal in DEALS[LARKMOOR]
    ]
    told = told_of(deals)
    assert kept("Larkmoor Systems was flexible on discount in 2026.", told)
    assert kept("Larkmoor Systems was firm on discount in 2025.", told)
    for text in (
        "Larkmoor Systems was flexible on discount.",
        "Larkmoor Systems was flexible on discount with Ines Duarte.",
        "Larkmoor Systems was flexible on discount with Net 45.",
        "Larkmoor Systems was firm on discount for Larkmoor Ledger.",
        "Larkmoor Systems was flexible on discount and Net 45 was agreed.",
    ):
        assert not kept(text, told), text


def test_citations_out_of_range_are_read_all_alike() -> None:
    """`[0]`, `[-3]` and `[4999]` are marks as any other, and none of them stands in the text that is shown."""
    for mark in ("[0]", "[-3]", "[4999]", "[2, 99]", "(deal 77)"):
        (line,) = check([(f"Net 45 was agreed {mark}.", ())], BRIEFS[LARKMOOR]).kept
        assert line.text == "Net 45 was agreed."


def test_a_statement_of_the_oracle_reads_as_meant() -> None:
    """The oracle itself, on what anybody can see in the deals."""
    db = tables(DEALS[LARKMOOR])
    assert is_true(Statement("discount", (22, "list"), year=2026), db)
    assert not is_true(Statement("discount", (30, "list")), db)
    assert not is_true(Statement("stance", ("flexible_on", "support hours")), db)
    assert is_true(Statement("stance counted", ("firm_on", "audit clause", 3)), db)
    assert sentence(Statement("terms", (45,), who="Ines Duarte"), LARKMOOR) == "Net 45 was agreed by Ines Duarte."
