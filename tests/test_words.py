"""Words of other people's files: what they mean here, and when two spellings are one."""

import pytest

from leverage.deals import DEAL_KINDS, DISCOUNT_BASES, OUTCOMES, TACTIC_RESULTS
from leverage.signals import KINDS as KINDS_OF_SIGNALS
from leverage.signals import RECORDED
from leverage.wording import BASES, KINDS, RESULTS
from leverage.wording import OUTCOMES as OUTCOME_LABELS
from leverage.words import meaning_of, plain_key, read_vocabulary


@pytest.mark.parametrize(
    "spellings",
    [
        ("Discount %", "discount_pct", "DISCOUNT (%)", " Discount  percent ", "Discount%", "discountPct"),
        ("Award date", "award_date", "AwardDate", "AWARD  DATE", "Award-Date:"),
        ("Réduction", "reduction", "RÉDUCTION", "Re\u0301duction"),
        ("¿Funcionó?", "funciono", "Funcionó ?"),
    ],
)
def test_spellings_of_one_heading_are_one(spellings: tuple[str, ...]) -> None:
    """Case, spacing, accents, punctuation, camelCase and the ways to write percent do not count."""
    assert len({plain_key(spelling) for spelling in spellings}) == 1


def test_a_percent_sign_tells_headings_apart() -> None:
    """Savings in percent are not savings in money."""
    assert plain_key("Savings") != plain_key("Savings %")


@pytest.mark.parametrize(
    ("word", "outcome"),
    [
        ("Agreed", "agreed"),
        ("closed-won", "agreed"),
        ("Signed.", "agreed"),
        ("Einigung", "agreed"),
        ("SIGNÉ", "agreed"),
        ("acuerdo", "agreed"),
        ("assinado", "agreed"),
        ("Renewed as is", "renewed_as_is"),
        ("Walked away", "walked_away"),
        ("Lost", "no_deal"),
        ("keine Einigung", "no_deal"),
        ("sin acuerdo", "no_deal"),
        ("Pas d’accord", "no_deal"),
        ("pending", "open"),
        ("en cours", "open"),
        ("offen", "open"),
        ("unknown", "unknown"),
        ("completed", None),
        ("yes", None),
        ("", None),
    ],
)
def test_outcomes_in_five_languages(word: str, outcome: str | None) -> None:
    """A known word is read; a workflow's word or a bare yes is not taken for a deal."""
    assert meaning_of("outcome", word) == outcome


def test_yes_is_an_outcome_only_where_it_answers() -> None:
    """Under `Closed?` a yes is a deal and a no says nothing; under `Agreed?` both are said."""
    assert meaning_of("outcome", "Yes", "Closed?") == "agreed"
    assert meaning_of("outcome", "no", "Closed?") is None
    assert meaning_of("outcome", "oui", "Accord conclu") == "agreed"
    assert meaning_of("outcome", "nein", "Einigung") == "no_deal"
    assert meaning_of("outcome", "yes", "Status") is None


@pytest.mark.parametrize(
    ("word", "result"),
    [
        ("Worked", "worked"),
        ("ja", "worked"),
        ("Sí", "worked"),
        ("não", "failed"),
        ("Nein", "failed"),
        ("teilweise", "mixed"),
        ("maybe", None),
    ],
)
def test_results_in_five_languages(word: str, result: str | None) -> None:
    """Yes and no in five languages say whether a tactic worked."""
    assert meaning_of("tactic_results", word) == result


@pytest.mark.parametrize(
    ("field", "words", "labels"),
    [
        ("outcome", OUTCOMES, OUTCOME_LABELS),
        ("kind", DEAL_KINDS, KINDS),
        ("discount_base", DISCOUNT_BASES, BASES),
        ("tactic_results", TACTIC_RESULTS, RESULTS),
        ("signal_kinds", RECORDED, {kind: KINDS_OF_SIGNALS[kind].label for kind in RECORDED}),
    ],
)
def test_the_product_reads_its_own_words(field: str, words: tuple[str, ...], labels: dict[str, str]) -> None:
    """Each fixed word is read, as it is stored and as it is shown."""
    for word in words:
        assert meaning_of(field, word) == word
        assert meaning_of(field, labels[word]) == word


def test_no_spelling_means_two_things() -> None:
    """A word stands under one meaning of its field."""
    for field, meanings in read_vocabulary("words.json").items():
        if field in ("outcome_questions", "unsure_outcomes"):
            continue
        told = [(plain_key(spelling), word) for word, spellings in meanings.items() for spelling in spellings]
        assert len(set(told)) == len(dict(told)), field


def test_an_unsure_word_has_no_meaning() -> None:
    """A word that leaves open how a deal ended is never read as one outcome."""
    assert [meaning_of("outcome", word) for word in read_vocabulary("words.json")["unsure_outcomes"]].count(None) == len(
        read_vocabulary("words.json")["unsure_outcomes"]
    )
