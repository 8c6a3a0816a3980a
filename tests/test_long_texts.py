"""Texts in a workbook's cells: whatever a text holds, and however long it is, it comes back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leverage.long_texts import MOST_UNITS, column_of_part, escape, parts_of, unescape, units, with_whole_texts


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain _x0041", "plain _x0041"),
        ("a\rb", "a_x000D_b"),
        ("a\tb\nc", "a\tb\nc"),
        ("\x00\x1f\ufffe", "_x0000__x001F__xFFFE_"),
        ("_x0041_", "_x005F_x0041_"),
        ("_x005F_x0041_", "_x005F_x005F_x005F_x0041_"),
        ("_x0041\r", "_x005F_x0041_x000D_"),
        ("_xZZZZ_ and __x0041_", "_xZZZZ_ and __x005F_x0041_"),
    ],
)
def test_what_xml_can_not_hold_is_written_out(text: str, written: str) -> None:
    """A control character is written as the format has it, and so is a text that looks like one."""
    assert escape(text) == written
    assert unescape(written) == text


@given(st.text(alphabet=st.sampled_from("_xX0041FDd5\r\x01a\n")))
def test_any_text_comes_back(text: str) -> None:
    """No mix of underlines, digits and control characters is changed."""
    assert unescape(escape(text)) == text


@pytest.mark.parametrize("text", ["a" * 100_000, "🙂" * 17_000, "\r" * 6_000, "=" * 70_000, "'=" * 40_000, "_x0041_" * 9_000])
def test_a_long_text_is_parted_and_put_together(text: str) -> None:
    """Each part fits a cell as Excel counts, none runs as a formula, and together they are the text again."""

    def size(part: str) -> int:
        return units(escape(part))

    first, *rest = parts_of(text, size)
    assert rest
    assert all(size(part) <= MOST_UNITS for part in (first, *rest))
    assert not any(part.startswith("=") for part in rest)
    headers = ("notes", *(f"notes_{number}" for number in range(2, len(rest) + 2)))
    assert with_whole_texts(headers, [headers, (first, *rest)])[1][0] == text


def test_parts_are_put_together_by_number_wherever_they_stand() -> None:
    """Columns moved by hand, rows cut short and headings of others change nothing."""
    headers = ("notes_10", "x_2", "vendor", "notes_2", "notes")
    rows = with_whole_texts(headers, [headers, ("3", "x", "Acme", "2", "1"), ("3",)])
    assert rows[0] == headers
    assert rows[1][4] == "123"
    assert rows[2] == ("3",)
    assert [column_of_part(each) for each in headers] == ["notes", None, None, "notes", None]
