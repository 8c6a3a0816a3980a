"""Bytes as rows: clean CSV is read whole, anything else is refused in a sentence that says what to do."""

import pytest
from leverage.sheets import read_sheet

from leverage.errors import UnreadableFile


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_delimiter_and_line_ends_are_found(delimiter: str, end: str) -> None:
    """Commas, semicolons and tabs, with any line end."""
    rows = [delimiter.join(cells) for cells in (("Vendor", "Date"), ("Acme", "2026-03-02"))]
    sheet = read_sheet(end.join(rows).encode(), "deals.csv")
    assert (sheet.delimiter, sheet.encoding) == (delimiter, "utf-8")
    assert sheet.rows == (("Vendor", "Date"), ("Acme", "2026-03-02"))


def test_known_headings_settle_the_delimiter() -> None:
    """A comma inside the headings is no delimiter where a semicolon makes more of them known."""
    assert read_sheet(b"Vendor;Discount, %;Date\nA;2;2026-03-02", "x").delimiter == ";"


def test_a_byte_order_mark_is_no_part_of_a_heading() -> None:
    """The mark that Excel writes is taken off and told."""
    sheet = read_sheet("\ufeffVendor,Date\n".encode(), "x.csv")
    assert (sheet.encoding, sheet.rows[0][0]) == ("utf-8-sig", "Vendor")


def test_quoted_line_breaks_stay_in_their_row() -> None:
    """A record counts once however many lines it takes; blank lines count too."""
    sheet = read_sheet(b'Vendor,Notes\r\nA,"one\r\ntwo; three"\r\n\r\nB,"say ""no"""\r\n', "x.csv")
    assert sheet.rows[1:] == (("A", "one\r\ntwo; three"), (), ("B", 'say "no"'))


def test_a_cell_may_be_long() -> None:
    """A note of a million characters is a cell like any other."""
    assert len(read_sheet(b"Vendor,Notes\nA," + b"x" * 1_000_000, "x.csv").rows[1][1]) == 1_000_000


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty"),
        (b"\n\n  \n", "is empty"),
        (b"\xef\xbb\xbf", "is empty"),
        (b"PK\x03\x04rest of a workbook", "Excel workbook"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old Excel workbook"),
        (b"%PDF-1.7", "a PDF"),
        ("Vendor\tDate".encode("utf-16"), "UTF-16"),
        ("Vendor,Date\nA,B".encode("utf-16-be"), "zero bytes"),
        (b"Vendor,Date\nA\0cme,2026-03-02", "zero bytes"),
        ("Vendor,Date\nMüller,2026-03-02".encode("cp1252"), "not in UTF-8: line 2"),
        (b'Vendor,Date\n"Acme,2026-03-02\nBeta,2026-03-02\n', "quotation mark in line 2 that is never closed"),
    ],
)
def test_what_is_no_clean_csv_is_refused(data: bytes, says: str) -> None:
    """The sentence names the file and what is wrong, and ends in what to do."""
    with pytest.raises(UnreadableFile, match=says) as refused:
        read_sheet(data, "deals.csv")
    assert str(refused.value).startswith("deals.csv ")
    assert str(refused.value).endswith(("choose that file.", "try again.", "for each deal."))


def test_a_bad_quotation_mark_breaks_its_own_row_only() -> None:
    """Text behind a closing quotation mark is told by line; the rows after it are read."""
    sheet = read_sheet(b'Vendor,Date\n"Acme" Inc,2026-03-02\nBeta,2026-03-02\n', "x.csv")
    assert sheet.rows[2] == ("Beta", "2026-03-02")
    assert list(sheet.broken) == [2]
    assert "in line 2" in sheet.broken[2]
