"""The words that forms suggest."""

from collections.abc import Callable

import pytest

from leverage import vocabulary
from leverage.fields import is_currency
from leverage.text import clean_line, fold

LISTS = [
    vocabulary.terms,
    vocabulary.departments,
    vocabulary.units,
    vocabulary.billing_frequencies,
    vocabulary.common_currencies,
]


@pytest.mark.parametrize("words", LISTS)
def test_every_list_is_clean_and_frozen(words: Callable[[], tuple[str, ...]]) -> None:
    """Each list has words, each once, in the form in which a deal would keep them, read once and not to be changed."""
    assert words()
    assert isinstance(words(), tuple)
    assert words() is words()
    assert len({fold(word) for word in words()}) == len(words())
    assert all(clean_line(word, 100) == word for word in words())


def test_the_terms_cover_what_contracts_are_argued_about() -> None:
    """Thirty terms, discount and payment terms first."""
    assert vocabulary.terms()[:2] == ("discount", "payment terms")
    assert len(vocabulary.terms()) == 30
    assert {"liability cap", "SLA penalties", "price cap at renewal", "exit and data return"} <= set(vocabulary.terms())


def test_the_departments_are_those_of_most_companies() -> None:
    """Departments are offered as they are written elsewhere in the product."""
    assert vocabulary.departments() == (
        "Procurement",
        "IT",
        "Sales-Ops",
        "Finance",
        "Legal",
        "HR",
        "Facilities",
        "Marketing",
        "Operations",
    )


def test_currencies_are_codes() -> None:
    """Every currency offered can be taken by a deal."""
    assert all(map(is_currency, vocabulary.common_currencies()))
