"""Text as people type it."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leverage import LeverageError
from leverage.text import MAX_STACKED_MARKS, Unclean, clean_block, clean_line, fold


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Net   60 ", "Net 60"),
        ("a\tb\r\nc\rd\u2028e\u0085f", "a b c d e f"),
        ("a\u00a0b\u3000c", "a b c"),
        ("Mu\u0308ller", "Müller"),
        ("Micro\u200bsoft\ufeff", "Microsoft"),
        ("soft\u00adhyphen", "softhyphen"),
        ("\u202eabc\u202c", "abc"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👩\u200d💻", "👩\u200d💻"),
        ("<b>&amp; '; DROP TABLE", "<b>&amp; '; DROP TABLE"),
        ("=1+1", "=1+1"),
        ("", ""),
        (" \u200b ", ""),
    ],
)
def test_a_line_keeps_what_is_seen(typed: str, kept: str) -> None:
    """White space collapses and invisible characters go; joiners that scripts and emoji need, and markup, stay."""
    assert clean_line(typed, 200) == kept


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("one\r\ntwo\rthree\u2029four", "one\ntwo\nthree\nfour"),
        ("  one  \n\n  two\t \n", "one\n\n  two"),
        ("a\tb", "a\tb"),
        ("\n \n", ""),
        ("e\u0301\u200b", "é"),
    ],
)
def test_a_block_keeps_its_lines(typed: str, kept: str) -> None:
    """Line ends become one kind; indents and tabs inside stay, blanks around go."""
    assert clean_block(typed, 200) == kept


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("a\x00b", "control character (U+0000)"),
        ("a\x1bb", "control character (U+001B)"),
        ("a\x7fb", "control character (U+007F)"),
        ("a\ud83d", "broken characters"),
        ("a\ufffe", "broken characters"),
        ("a\U0010ffff", "broken characters"),
        ("a\ufdd0", "broken characters"),
        ("x" + "\u0335" * (MAX_STACKED_MARKS + 1), "accents"),
    ],
)
@pytest.mark.parametrize("clean", [clean_line, clean_block])
def test_what_cannot_be_kept_is_refused_in_a_sentence(clean: type[str], typed: str, told: str) -> None:
    """Control characters, broken Unicode and stacks of accents are refused, and the sentence says which."""
    with pytest.raises(Unclean) as refused:
        clean(typed, 200)
    assert told in str(refused.value)
    assert isinstance(refused.value, LeverageError)


def test_living_scripts_are_not_taken_for_stacks() -> None:
    """Vietnamese, pointed Hebrew and Thai keep their marks."""
    for text in ("Nguyễn Thị Ánh", "שָׁלוֹם", "ที่นี่", "Z̧͂"):
        assert clean_line(text, 50) == unicodedata.normalize("NFC", text)


def test_the_limit_counts_what_is_kept() -> None:
    """Blanks around do not count; one character too many is told with both numbers."""
    assert clean_line("  12345  ", 5) == "12345"
    with pytest.raises(Unclean, match="1,001 characters; at most 1,000"):
        clean_block("x" * 1001, 1000)


@settings(deadline=None)
@given(st.text(max_size=80))
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    """What was kept is kept again, unchanged."""
    for clean in (clean_line, clean_block):
        try:
            kept = clean(text, 100)
        except Unclean:
            continue
        assert clean(kept, 100) == kept


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("SLA Penalties", "sla penalties"),
        ("auto-renewal", "Auto renewal"),
        ("auto–renewal", "auto_renewal"),
        ("Sales-Ops", "sales ops"),
        ("discount.", "Discount"),
        ("Really?!", "really"),
        ("ｄｉｓｃｏｕｎｔ", "discount"),
        ("straße", "STRASSE"),
        ("Zoe\u0308", "Zoë"),
        ("  liability   clause ", "liability clause"),
    ],
)
def test_spellings_that_fold_together(one: str, other: str) -> None:
    """Case, width, spacing, hyphens and final punctuation make no other term."""
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("discount", "discounts"),
        ("Zoe", "Zoë"),
        ("autorenewal", "auto-renewal"),
        ("SLA credits", "SLA penalties"),
        ("C++", "C"),
        ("(cap)", "cap"),
        ("-", "."),
    ],
)
def test_spellings_that_stay_apart(one: str, other: str) -> None:
    """Nothing else folds: no plurals, no accents, no words of like meaning."""
    assert fold(one) != fold(other)


@settings(deadline=None)
@given(st.text(min_size=1, max_size=60))
def test_folding_is_stable(text: str) -> None:
    """A folded text folds to itself, its decomposed form folds alike, and something visible never folds to nothing."""
    assert fold(fold(text)) == fold(text)
    assert fold(unicodedata.normalize("NFD", text)) == fold(text)
    assert fold(text) or not text.strip()
