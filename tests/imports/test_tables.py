"""Text files as tables: the delimiter, the headings, what is no row, and quotation marks that do not fit."""

import csv
import io
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from leverage.errors import UnreadableFile
from leverage.imports.files import tables
from leverage.imports.files.tables import Reading, Table, read_table

HEAD = ("Supplier", "Award date", "List price", "Discount %", "Notes")
ROWS = (
    ("Irwell Freight", "2026-01-05", "1200.50", "4", "two; sites, one price"),
    ("Mersey Print", "2026-02-06", "90.00", "12", "line\r\nbreak"),
    ("Trent Cloud", "2026-03-07", "7.25", "0", 'said "no"'),
)


def written(rows: Iterable[Sequence[str]], delimiter: str = ",", end: str = "\r\n") -> str:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, lineterminator=end).writerows(rows)
    return out.getvalue()


def read(text: str, reading: Reading = Reading()) -> Table:  # noqa: B008
    return read_table(text.encode(), "deals.csv", reading)


def cells(table: Table) -> list[tuple[str, ...]]:
    return [row.cells for row in table.rows]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("above", [0, 2, 10, 11])
def test_delimiter_line_ends_and_heading_row_are_found(delimiter: str, end: str, above: int) -> None:
    """Titles, instructions and blank lines may stand above, quoted delimiters and line breaks inside."""
    titles = ["Savings report", "", "Please fill in one row a deal, and save.", "Printed: 3 May 2026"] * 3
    start = "".join(title + end for title in titles[:above])
    table = read(start + written((HEAD, *ROWS), delimiter, end))
    assert (table.delimiter, table.header_row, table.headers) == (delimiter, above + 1, HEAD)
    assert cells(table) == list(ROWS)
    assert [row.number for row in table.rows] == [above + 2, above + 3, above + 4]
    assert not any(row.problem or row.remark for row in table.rows)


def test_mixed_line_ends_are_line_ends() -> None:
    """CR, LF and both may stand in one file; a vertical tab and a line separator end no line."""
    table = read("Supplier,Award date\rA\vb,2026-01-01\nB\u2028c,2026-01-02\r\nC,2026-01-03")
    assert [row.cells[0] for row in table.rows] == ["A\vb", "B\u2028c", "C"]


def test_decimal_commas_are_no_delimiters() -> None:
    """Semicolons win though every row has commas too, with headings that nobody knows."""
    table = read("Wer;Wieviel, netto;Was\n" + "".join(f"Firma {n};{n},5;{n}.000,25\n" for n in range(9)))
    assert (table.delimiter, len(table.headers)) == (";", 3)


def test_a_named_delimiter_is_taken() -> None:
    """The line that Excel writes for itself is no row."""
    table = read("sep=|\nSupplier|Award date\nA, b and c|2026-01-01\n")
    assert (table.delimiter, table.header_row, cells(table)) == ("|", 2, [("A, b and c", "2026-01-01")])


def test_quotes_behind_a_space_are_quotes() -> None:
    """Some programs write a space behind each comma."""
    table = read('"Supplier", "Award date"\n"Irwell, Ltd", "2026-01-01"\n"Trent", "2026-01-02"\n')
    assert cells(table) == [("Irwell, Ltd", "2026-01-01"), ("Trent", "2026-01-02")]


def test_a_column_of_trailing_delimiters_is_dropped() -> None:
    """It has neither heading nor value; one with values stays, without a heading."""
    assert read("Supplier;Award date;\nA;2026-01-01;\nB;2026-01-02;\n").headers == ("Supplier", "Award date")
    assert read("Supplier;;Award date;\nA;;2026-01-01;x\n").headers == ("Supplier", "", "Award date", "")


def test_short_and_long_rows_are_kept_and_told() -> None:
    """A row is filled up or cut to the headings, and a remark says so."""
    short, long, plain = read("Supplier,Award date,Notes\nA,2026-01-01\nB,2026-01-02,x,,y\nC,2026-01-03,,,\n").rows
    assert (short.cells, short.remark) == (("A", "2026-01-01", ""), "It has 2 values for 3 headings.")
    assert (long.cells, plain.remark) == (("B", "2026-01-02", "x"), None)
    assert long.remark == "1 value stands right of the last heading, beginning “y”."


def test_pages_of_a_printed_report_are_one_table() -> None:
    """Repeated titles, headings of another width, page breaks, page numbers and drawn lines are left out with a reason."""
    table = read(
        "Savings,,\nPrinted: 1.2.2026,,Page 1\n\nSupplier,Award date,Notes\nA,2026-01-01,\n------,------,------\n"
        "\fSavings,,,,\nPrinted: 1.2.2026,,Page 2\nSUPPLIER,Award date,Notes,Extra,\nB,2026-01-02,,,\n"
        "\f\n\fC,2026-01-03,\nPage 2 of 2\nTotal,,\n"
    )
    assert (table.header_row, table.headers) == (4, ("Supplier", "Award date", "Notes"))
    assert [row.cells[0] for row in table.rows] == ["A", "B", "C", "Total"]
    assert {left.number: left.reason for left in table.left_out} == {
        6: "It is a drawn line.",
        7: "It repeats a title from above the headings.",
        8: "It repeats a title from above the headings.",
        9: "It repeats the headings.",
        11: "It is a page break.",
        13: "It holds a page number only.",
    }
    assert table.left_out[1].text == "Savings"
    assert table.blank_rows == (3,)


def test_group_heads_stand_above_the_headings() -> None:
    """The row just above the data counts where heads have two rows."""
    table = read("Log 2026,,,\nDeal,,Prices,\nSupplier,Award date,List price,Discount %\nA,2026-01-01,5,3\n")
    assert table.header_row == 3


def test_a_row_that_explains_the_headings_is_no_heading() -> None:
    """Prose under the headings stays a row for the next step to judge."""
    table = read("VENDOR NAME,DISCOUNT %,START DATE\nName as on the bill,Digits only,mm/dd/yy\nA,3,1/2/26\n")
    assert (table.header_row, len(table.rows)) == (1, 2)


def test_a_person_may_say_delimiter_and_heading_row() -> None:
    """What a person says is done, and a row that holds nothing is refused."""
    text = "Supplier,Award date\nFirm;x,When\n\nA,2026-01-01\n"
    table = read(text, Reading(header_row=2))
    assert (table.headers, cells(table)) == (("Firm;x", "When"), [("A", "2026-01-01")])
    assert read(text, Reading(delimiter=";")).delimiter == ";"
    assert table.preview == (("Supplier", "Award date"), ("Firm;x", "When"), ("",), ("A", "2026-01-01"))
    for reading in (Reading(header_row=3), Reading(header_row=9), Reading(delimiter="x"), Reading(sheets=("a",))):
        with pytest.raises(UnreadableFile):
            read(text, reading)


def test_text_behind_a_closing_quotation_mark_spoils_its_own_row() -> None:
    """The row is shown as it can be read, told by line; all others are read."""
    table = read('Supplier,Award date\n"Irwell" Ltd,2026-01-01\nB,2026-01-02\n')
    assert table.rows[0].problem is not None
    assert "in line 2" in table.rows[0].problem
    assert cells(table)[1:] == [("B", "2026-01-02")]


@pytest.mark.parametrize(
    "stray",
    ['"Irwell,2026-01-01,5', 'Irwell,"2026-01-01,5', 'Irwell,2026-01-01,"5'],
)
@pytest.mark.parametrize("rest", ["", 'Z,2026-03-01,"1,5"\n', 'Z,"2026-03-01",5\n'])
def test_a_stray_quotation_mark_swallows_nothing(stray: str, rest: str) -> None:
    """However far off the next mark is, only the row with the stray one is spoilt."""
    good = "".join(f"V{n},2026-02-01,{n}\n" for n in range(9))
    table = read(f"Supplier,Award date,Discount %\n{good}{stray}\n{good}{rest}")
    assert len(table.rows) == 19 + bool(rest)
    assert [row.number for row in table.rows if row.problem and "line 11" in row.problem] == [11]
    assert [row.cells[0] for row in table.rows if not row.problem][:18] == [f"V{n}" for n in range(9)] * 2


def test_a_long_note_is_a_cell() -> None:
    """A million characters and many lines stay in it."""
    note = "One site, two prices, three talks.\n" * 9 + "x" * 1_000_000
    table = read(written((HEAD, (*ROWS[0][:4], note), ROWS[1])))
    assert (table.rows[0].cells[4], table.rows[0].problem, table.rows[0].remark, len(table.rows)) == (note, None, None, 2)


def test_rows_inside_a_cell_are_told() -> None:
    """Rows pasted into a note stay there, but marks that hide rows by chance fit as well, so it is said."""
    note = "Severn Foods,2025-01-01,5,3,none\n" * 4
    first, _ = read(written((HEAD, (*ROWS[0][:4], note), ROWS[1]))).rows
    assert first.cells[4] == note
    assert first.remark is not None
    assert "look like rows" in first.remark


def test_headings_alone_are_a_table_without_rows() -> None:
    """It is for the next step to say that there is nothing to import."""
    assert read("Supplier,Award date\n\n,\n").rows == ()


def test_blank_records_are_counted_but_those_at_the_end() -> None:
    """Numbers are those of a CSV reader: blank lines count, quoted line breaks do not."""
    table = read('Supplier,Award date\n"A\n\nb",2026-01-01\n\n,\nC,2026-01-02\n\n,,\n')
    assert ([row.number for row in table.rows], table.blank_rows) == ([2, 5], (3, 4))


def test_broken_signs_are_told_by_row() -> None:
    """A sign that could not be read is never passed over in silence."""
    row = read_table("Supplier,Award date\nMüller & Söhne,2026-01-01\nCaf".encode() + b"\xe9,2026-01-02\n", "x").rows[1]
    assert row.remark is not None
    assert "could not be read" in row.remark


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty"),
        (b" \r\n\t\0", "is empty"),
        (b"\xef\xbb\xbf\n", "is empty"),
        (b",,\n,\n", "is empty"),
        (b"%PDF-1.7 x", "is a PDF"),
        (b"\x89PNG\r\n\x1a\n", "is an image"),
        (b"\xff\xd8\xff\xe0", "is an image"),
        (b"\x1f\x8b\x08", "is a packed file"),
        (b"{\\rtf1 x}", "is a text document"),
        (b"\xef\xbb\xbf <html><table><tr><td>A</table>", "is a web page"),
        ("\ufeff<table><tr>".encode("utf-16-le"), "is a web page"),
        (b'<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?><Workbook xmlns="x">', "XML Spreadsheet 2003"),
        (b'<?xml version="1.0"?><deals/>', "is an XML file"),
        (b'[{"vendor": "A"}]', "is a JSON file"),
        (b"MIME-Version: 1.0\r\n", "is a saved web page"),
    ],
)
def test_what_holds_no_table_is_refused_in_a_sentence(data: bytes, says: str) -> None:
    """The kind is told by the content, whatever the name says, and what to do is said."""
    with pytest.raises(UnreadableFile, match=says) as refused:
        read_table(data, "deals.xls")
    assert str(refused.value).startswith("deals.xls ")
    assert "hoose" in str(refused.value)


def test_large_files_are_refused_with_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bytes above 50 MB and rows above 200,000 are told with what to do."""
    with pytest.raises(UnreadableFile, match="50 MB at a time"):
        read_table(bytes(tables.MOST_BYTES + 1), "x.csv")
    monkeypatch.setattr(tables, "MOST_ROWS", 3)
    assert len(read("Supplier,Award date\n" + "A,2026-01-01\n" * 3).rows) == 3
    with pytest.raises(UnreadableFile, match="Divide it"):
        read("Supplier,Award date\n" + "A,2026-01-01\n" * 4)


@pytest.mark.parametrize("line", ['x",y,"z', '"', '"a""', 'a,"b', '""",', '"a" b'])
def test_marks_that_never_fit_end_in_time(line: str) -> None:
    """A file of stray marks gives a table or a sentence without reading the rest again for each."""
    with suppress(UnreadableFile):
        assert read("Supplier,Award date,Notes\n" + f"{line}\n" * 6_000).headers


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300), st.sampled_from([None, "utf-8", "utf-16", "cp1252", "big5", "cp437"]))
@example(b"\xff\xfe", None)
@example(b'"', None)
@example(b"\f", None)
def test_any_bytes_give_a_table_or_a_sentence(data: bytes, encoding: str | None) -> None:
    """Nothing but UnreadableFile ever comes out, and rows are as wide as the headings."""
    with suppress(UnreadableFile):
        table = read_table(data, "x", Reading(encoding=encoding))
        assert {len(row.cells) for row in table.rows} <= {len(table.headers)}


SAMPLE = written((HEAD, *ROWS, *ROWS), ";").encode("cp1252") + "Größe;5;£3\n".encode("cp850")


@settings(max_examples=40, deadline=None)
@given(st.integers(0, len(SAMPLE)), st.lists(st.tuples(st.integers(0, len(SAMPLE) - 1), st.integers(0, 255)), max_size=6))
def test_a_mutilated_file_gives_a_table_or_a_sentence(end: int, changes: list[tuple[int, int]]) -> None:
    """Cut off anywhere and with bytes changed, it is read or refused."""
    data = bytearray(SAMPLE)
    for at, byte in changes:
        data[at] = byte
    try:
        table = read_table(bytes(data[:end]), "x.csv")
    except UnreadableFile:
        return
    numbers = [*(row.number for row in table.rows), *(left.number for left in table.left_out)]
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize(
    "start", ["<!-- made by a report -->\n<html>", "\ufeff <!-- a --> <!-- b --><table>", "\n\n <HTML>", "<!-- never closed"]
)
def test_a_web_page_behind_a_comment_is_told(start: str) -> None:
    """However it begins, and whatever its name says."""
    with pytest.raises(UnreadableFile, match="is a web page"):
        read_table(f"{start}<tr><td>Vendor</td></tr>".encode(), "deals.xls")


def test_what_is_far_too_wide_is_refused_at_once() -> None:
    """A row of a thousand columns more than deals have, or a line of megabytes, is refused in a sentence."""
    begun = time.monotonic()
    with pytest.raises(UnreadableFile, match=r"Row 2 of wide\.csv has more than 1,000 columns"):
        read_table(("Vendor,Date\n" + "A," * 100_000 + "A\n").encode(), "wide.csv")
    with pytest.raises(UnreadableFile, match=r"Line 2 of long\.csv has 6,000,001 characters"):
        read_table(("Vendor,Date\n" + "A," * 3_000_000 + "\n").encode(), "long.csv")
    assert time.monotonic() - begun < 10
    trailing = read_table(("Vendor,Date\nA,B" + "," * 3_000 + "\n").encode(), "trailing.csv")
    assert trailing.rows[0].cells == ("A", "B")
