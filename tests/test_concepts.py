"""Concepts: what a text speaks of, whichever way it is bent or misspelt."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leverage.concepts import LANGUAGES, concepts, said_in
from leverage.words import read_vocabulary


def ids(text: str) -> list[str]:
    """Return the concepts that a text speaks of."""
    return [each.concept for each in said_in(text)]


def test_the_vocabulary_fits_together() -> None:
    """Every concept has an id of its own, a label and phrases, and is near to known ones only."""
    entries = read_vocabulary("concepts.json")["concepts"]
    known = [entry["id"] for entry in entries]
    assert len(set(known)) == len(known) == len(concepts()) >= 60
    for entry in entries:
        assert entry["label"].strip()
        hints = entry.get("loosely", {})
        for language in LANGUAGES:
            phrases = [*entry.get(language, ()), *hints.get(language, ())]
            assert phrases, (entry["id"], language)
            assert all(phrase.strip() for phrase in phrases)
        assert set(entry["near"]) <= set(known) - {entry["id"]}


# A foreign word that is an English one, too, is known by the small words of its language.
OPENINGS = ("", "Das ist die ", "Ce sont les ", "Los que son el ")


@pytest.mark.parametrize("concept", sorted(concepts()))
def test_every_phrase_is_found(concept: str) -> None:
    """A phrase of the vocabulary, written out, says its concept or a longer phrase around it does."""
    for phrase in concepts()[concept].phrases:
        plain = phrase.replace("=", "").replace("#", "12")
        assert any(concept in ids(f"{opening}{plain}") for opening in OPENINGS), phrase


@pytest.mark.parametrize("concept", sorted(concepts()))
def test_a_hint_is_taken_by_recall_alone(concept: str) -> None:
    """A hint says its concept where that is asked for loosely; a situation does not rest on it."""
    known = concepts()[concept]
    for hint in known.hints:
        plain = hint.replace("=", "").replace("#", "12")
        told = [[each.concept for each in said_in(f"{opening}{plain}", loosely=True)] for opening in OPENINGS]
        assert any(concept in each for each in told), hint
    assert not set(known.hints) & set(known.phrases)


@pytest.mark.parametrize(
    ("text", "concept", "words"),
    [
        ("This price is final and ends on Friday.", "final_offer", "price is final"),
        ("An uplift of 9% is the last number we can offer.", "final_offer", "last number"),
        ("The increase applies from 1 July.", "price_increase", "The increase"),
        ("they want a 12% uplift and say it is final", "price_increase", "uplift"),
        ("they want a 12% uplift and say it is final", "final_offer", "say it is final"),
        ("Did anyone get MORE TIME to pay?", "more_time_to_pay", "MORE TIME to pay"),
        ("They dropped the discuont", "discount", "discuont"),
        ("the terminaton fee applies", "termination_fee", "terminaton fee"),
        ("Welche Kündigungsfristen haben wir?", "notice_period", "Kündigungsfristen"),
        ("welche Kuendigungsfrist gilt", "notice_period", "Kuendigungsfrist"),
        ("Quel délai de paiement avons-nous ?", "payment_terms", "délai de paiement"),
        ("¿Hay recargo en temporada alta?", "peak_season", "temporada alta"),
        ("net sixty would help", "payment_terms", "net sixty"),
        ("90 days to pay", "payment_terms", "90 days to pay"),
    ],
)
def test_words_are_given_as_written(text: str, concept: str, words: str) -> None:
    """Inflection, slips, numbers and languages do not matter; the words come back as they stand in the text."""
    assert (concept, words) in [(each.concept, each.words) for each in said_in(text)]


@pytest.mark.parametrize(
    "text", ["", "   ", "?!…", "this time it was fine", "the novel is late18th", "東京", "the and of", "a prize"]
)
def test_what_says_nothing_says_nothing(text: str) -> None:
    """Small words, signs, other scripts and words that only look alike are no concept."""
    assert "price_increase" not in ids(text)
    assert "discount" not in ids(text)
    assert "agreed_price" not in ids(text)


def test_the_longer_phrase_counts() -> None:
    """A termination fee is not a termination beside it, a licence audit no licence."""
    assert ids("the early termination fee") == ["termination_fee"]


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    """Nothing breaks, and the words stand in the text."""
    assert all(each.words in text and each.concept in concepts() for each in said_in(text))


def test_no_text_holds_up_the_reading() -> None:
    """Hundreds of sentences, and huge texts, which are cut, come to an end."""
    said_in("warm")
    start = time.perf_counter()
    for n in range(500):
        said_in(f"Note {n}: the renewal quote arrives only ten days before expiry, so ask for a discount and net 60 early.")
    assert time.perf_counter() - start < 30
    for long in ("a" * 100_000, "late wait " * 10_000, "on the " * 20_000):
        start = time.perf_counter()
        said_in(long)
        assert time.perf_counter() - start < 30


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("They said prices go up by 8% across the board.", "escalation"),
        ("Was the cap lifted?", "site_security"),
        ("A former colleague asked for more personal support.", "training"),
        ("A former colleague asked for more personal support.", "staffing"),
        ("Their customers were there.", "customs"),
        ("They lost a big customer.", "design_change"),
        ("They agreed to the agreement.", "certification"),
        ("Liability stayed capped at 12 months of fees.", "uplift_cap"),
        ("We noticed it in return.", "returns"),
        ("We noticed it in return.", "notice_period"),
        ("It was sold during the sale.", "cleaning"),
        ("Of course they did.", "training"),
        ("Our key account is fine.", "site_security"),
    ],
)
def test_an_ambiguous_word_says_nothing_by_itself(text: str, concept: str) -> None:
    """A word of many meanings, an idiom, and a foreign word that is English, too, are no concept without their neighbours."""
    assert concept not in ids(text)


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("Wir brauchen mehr Personal von ihnen.", "staffing"),
        ("Their board member has to agree.", "escalation"),
        ("Bring goods through customs.", "customs"),
        ("The lift is out of order.", "site_security"),
    ],
)
def test_its_neighbours_say_what_an_ambiguous_word_means(text: str, concept: str) -> None:
    """In its own language, or beside the words that go with it, it counts."""
    assert concept in ids(text)
