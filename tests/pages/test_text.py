"""Text from people in Markdown."""

import string

import pytest

from pages.ui.text import block, inline, label
from tests.pages.conftest import NASTY, plain


def test_every_ascii_sign_is_escaped() -> None:
    """No sign that Markdown could read is left bare."""
    assert inline(string.punctuation).replace("\u2060", "") == "".join(f"\\{sign}" for sign in string.punctuation)


def test_white_space_collapses_in_a_line_and_breaks_stay_in_a_block() -> None:
    """A line is one line; a block keeps its lines, empty ones too."""
    assert inline(" a \n\t b ") == "a b"
    assert block("a\n\n# b") == "a  \n\u00a0  \n\\# b"


@pytest.mark.parametrize(
    "revived", ["https://a.example", "www.a.example", "me@a.example", "x -> y", "x <- y", "x -- y", "x >= y"]
)
def test_what_comes_back_after_escaping_is_parted(revived: str) -> None:
    """Links and arrows are made again from finished text, so a joiner without width parts them."""
    assert "\u2060" in inline(revived)
    assert plain(inline(revived)) == revived


def test_plain_text_stays_as_it_is() -> None:
    """Words, accents and other scripts need no escape."""
    assert inline("Zoë Quill 北京") == "Zoë Quill 北京"
    assert plain(inline(NASTY)) == NASTY


def test_a_label_is_literal_and_reads_without_escapes_where_none_are_needed() -> None:
    """A screen reader reads a label as it was given, so question marks, quotes and figures stay bare."""
    assert label("Is 03/04/2025 in “Datum” 3 April, or not?") == "Is 03/04/2025 in “Datum” 3 April, or not?"
    assert label("![x](y) $a$ *b* :red[c] <d> `e` ~f~ _g_ #h") == (
        "\\!\\[x\\](y) \\$a\\$ \\*b\\* \\:red\\[c\\] \\<d\\> \\`e\\` \\~f\\~ \\_g\\_ \\#h"
    )
    assert "\u2060" in label("https://a.example")
