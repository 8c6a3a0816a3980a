"""Workbooks as tables: typed cells, sheets, merged cells, and packed files that would harm or are none."""

import io
import pickle
import re
import time
import zipfile
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, date, datetime
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.utils.datetime import CALENDAR_MAC_1904
from openpyxl.worksheet.worksheet import Worksheet

from leverage.errors import UnreadableFile
from leverage.files import archives
from leverage.imports import plan
from leverage.imports.cells.typed import TypedMoney
from leverage.imports.files import apart
from leverage.imports.files.markup import Places
from leverage.imports.files.tables import Reading, Table, Typed, read_table

HEAD = ["Supplier", "Award date", "List price", "Discount %", "Notes"]
ROWS = [
    ["Irwell Freight", date(2026, 1, 5), 1200.5, 0.1, "two sites"],
    ["Mersey Print", datetime(2026, 2, 6, 9, 30, tzinfo=UTC).replace(tzinfo=None), 90, 0.125, None],
    ["Trent Cloud", date(2026, 3, 7), 7.25, 0, "x"],
]
PRICED = ["Supplier", "Award date", "Final price"]
ODS_MIME = "application/vnd.oasis.opendocument.spreadsheet"


def packed(book: openpyxl.Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def workbook(fill: Callable[[Worksheet], None]) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    fill(sheet)
    return packed(book)


def rows_in(sheet: Worksheet) -> None:
    for row in [HEAD, *ROWS]:
        sheet.append(row)


def changed(data: bytes, part: str, change: Callable[[str], str]) -> bytes:
    """Return a packed file with one part changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, change(content.decode()).encode() if name == part else content)
    return out.getvalue()


def archive(parts: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name, content in parts.items():
            new.writestr(name, content, zipfile.ZIP_STORED if name == "mimetype" else None)
    return out.getvalue()


def ods(rows: str) -> bytes:
    """Return the smallest file that an office program takes for a spreadsheet with one sheet."""
    spaces = " ".join(
        f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{long}:1.0"'
        for short, long in (("office", "office"), ("table", "table"), ("text", "text"))
    )
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {spaces} office:version="1.2"><office:body>'
        f'<office:spreadsheet><table:table table:name="Deals">{rows}</table:table></office:spreadsheet></office:body>'
        "</office:document-content>"
    )
    manifest = (
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{ODS_MIME}"/></manifest:manifest>'
    )
    return archive({"mimetype": ODS_MIME, "content.xml": content, "META-INF/manifest.xml": manifest})


def read(data: bytes, reading: Reading = Reading()) -> Table:  # noqa: B008
    return read_table(data, "deals.bin", reading)


def test_cells_are_typed_by_the_workbook() -> None:
    """Days, numbers and percentages come unambiguous; text stays text, and only a format makes a percentage."""

    def fill(sheet: Worksheet) -> None:
        rows_in(sheet)
        sheet.append(["Wye", "05/06/26", "1.200", 0.30000000000000004, True])
        for cell, code in (("D2", "0.0%"), ("D3", "9"), ("D4", '0" %"'), ("C2", '0.00"%"')):
            sheet[cell].number_format = "0%" if code == "9" else code

    table = read(workbook(fill))
    assert (table.encoding, table.encodings, table.is_sure, table.delimiter) == (None, (), True, None)
    assert [row.cells for row in table.rows] == [
        ("Irwell Freight", "2026-01-05", "1200.5", "10%", "two sites"),
        ("Mersey Print", "2026-02-06", "90", "12.5%", ""),
        ("Trent Cloud", "2026-03-07", "7.25", "0", "x"),
        ("Wye", "05/06/26", "1.200", "0.3", "TRUE"),
    ]
    typed = [[isinstance(cell, Typed) for cell in row.cells] for row in table.rows]
    assert typed == [[False, True, True, True, False]] * 3 + [[False, False, False, True, False]]


def test_formulas_give_what_is_stored_and_errors_nothing() -> None:
    """A formula without a stored value is empty, one with an error too, with a remark."""

    def fill(sheet: Worksheet) -> None:
        rows_in(sheet)
        sheet.append(["Wye", date(2026, 1, 1), "=1+1", "#REF!", '=HYPERLINK("http://x")'])
        sheet["D5"].data_type = "e"

    row = read(workbook(fill)).rows[3]
    assert row.cells == ("Wye", "2026-01-01", "", "", "")
    assert row.remark == "1 cell holds an error of the workbook (such as #REF!), read as empty."


def test_merged_words_hold_for_the_rows_they_span() -> None:
    """A merged vendor or day is given to each row, a merged amount only once, and titles above stay titles."""

    def fill(sheet: Worksheet) -> None:
        sheet.append(["Negotiations 2026"])
        sheet.append(["Deal", None, "Prices"])
        rows_in(sheet)
        for column in "BCDE":
            sheet[f"{column}7"] = sheet[f"{column}6"].value
        sheet["A5"], sheet["B5"], sheet["C5"] = None, None, None
        for merged in ("A1:E1", "A2:B2", "C2:E2", "A4:A5", "B4:B5", "C4:C5", "A6:A9"):
            sheet.merge_cells(merged)

    table = read(workbook(fill))
    assert (table.header_row, table.headers) == (3, tuple(HEAD))
    assert [row.cells[:3] for row in table.rows] == [
        ("Irwell Freight", "2026-01-05", "1200.5"),
        ("Irwell Freight", "2026-01-05", ""),
        ("Trent Cloud", "2026-03-07", "7.25"),
        ("Trent Cloud", "2026-03-07", "7.25"),
    ]


def several() -> bytes:
    book = openpyxl.Workbook()
    first = book.active
    assert isinstance(first, Worksheet)
    first.title = "Read me"
    for line in ("How to use this", "Type one deal a row", "Supplier: the name on the bill"):
        first.append([line])
    for name in ("2026", "2025", "Secret"):
        sheet = book.create_sheet(name)
        if name == "2025":
            sheet.append(["Old deals"])
            sheet.append([])
        rows_in(sheet)
    book["2026"].append(["Wye", date(2026, 4, 1), 1, 1, None])
    book["Secret"].sheet_state = "hidden"
    lists = book.create_sheet("Lists")
    for row in (["Outcome", "Meaning"], ["agreed", "signed"], ["no deal", "left"]):
        lists.append(row)
    book.create_chartsheet("Chart")
    return packed(book)


def test_the_sheet_with_the_deals_is_found() -> None:
    """Instructions and lists are passed over, hidden sheets not offered, and sheets of the same headings told."""
    table = read(several())
    assert (table.sheet, table.header_row, len(table.rows)) == ("2026", 1, 4)
    assert table.sheets == ("Read me", "2026", "2025", "Lists")
    assert table.alike == ("2026", "2025")
    assert {row.sheet for row in table.rows} == {"2026"}


def test_a_person_may_choose_sheets() -> None:
    """Several sheets of the same headings are read one after the other; others and unknown ones are refused."""
    table = read(several(), Reading(sheets=("2025", "2026")))
    assert (table.sheet, table.header_row) == ("2025", 3)
    assert [(row.sheet, row.number) for row in table.rows][2:4] == [("2025", 6), ("2026", 2)]
    with pytest.raises(UnreadableFile, match="different headings"):
        read(several(), Reading(sheets=("2026", "Lists")))
    with pytest.raises(UnreadableFile, match="no sheet “Secret”"):
        read(several(), Reading(sheets=("Secret",)))


def test_a_person_may_choose_the_heading_row() -> None:
    """The row is that of the sheet, even where the table does not begin in its corner."""

    def fill(sheet: Worksheet) -> None:
        for number, row in enumerate([HEAD, *ROWS], 4):
            for column, value in enumerate(row, 3):
                sheet.cell(number, column, value)

    data = workbook(fill)
    table = read(data)
    assert (table.header_row, table.headers) == (4, ("", "", *HEAD))
    assert [row.number for row in table.rows] == [5, 6, 7]
    assert read(data, Reading(header_row=5)).headers[2] == "Irwell Freight"


def test_formatted_rows_without_values_are_no_rows() -> None:
    """A used range down to the last row of a sheet makes nothing."""

    def fill(sheet: Worksheet) -> None:
        rows_in(sheet)
        sheet["A1048576"].number_format = "0%"
        sheet["XFD9"].number_format = "0%"

    table = read(workbook(fill))
    assert (len(table.rows), table.blank_rows, len(table.headers)) == (3, (), 5)


def test_a_value_far_off_is_refused_before_room_is_made_for_it() -> None:
    """One value in the last cell of a sheet would take thousands of millions of cells."""

    def fill(sheet: Worksheet) -> None:
        rows_in(sheet)
        sheet["XFD1048576"] = "x"

    with pytest.raises(UnreadableFile, match="Delete what stands far below"):
        read(workbook(fill))


def test_open_documents_are_read() -> None:
    """Percentages, days and merged names come from the markup; repeated cells and rows are repeated."""
    text = '<table:table-cell office:value-type="string"{0}><text:p>{1}</text:p></table:table-cell>'
    head = "".join(text.format("", cell) for cell in HEAD[:4])
    day = '<table:table-cell office:value-type="date" office:date-value="2026-01-05"><text:p>5.1.26</text:p></table:table-cell>'
    price = '<table:table-cell office:value-type="float" office:value="7.5"><text:p>7,50</text:p></table:table-cell>'
    percent = '<table:table-cell office:value-type="percentage" office:value="0.1"><text:p>10%</text:p></table:table-cell>'
    vendor = text.format(' table:number-rows-spanned="2"', "Irwell")
    rows = (
        f"<table:table-row>{head}</table:table-row>"
        f"<table:table-row>{vendor}{day}{price}{percent}</table:table-row>"
        f"<table:table-row><table:covered-table-cell/>{day}{price}{percent}</table:table-row>"
        '<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/>'
        "</table:table-row>"
    )
    table = read(ods(rows))
    assert (table.sheet, table.headers) == ("Deals", tuple(HEAD[:4]))
    assert [row.cells for row in table.rows] == [("Irwell", "2026-01-05", "7.5", "10%")] * 2


def test_an_open_document_that_repeats_without_end_is_refused() -> None:
    """A few bytes may stand for thousands of millions of cells."""
    cell = '<table:table-cell table:number-columns-repeated="16384" office:value-type="float" office:value="1"/>'
    with pytest.raises(UnreadableFile, match="has more than 200,000 rows"):
        read(ods(f'<table:table-row table:number-rows-repeated="1048576">{cell}</table:table-row>'))


def test_entities_are_not_expanded() -> None:
    """A part that declares entities is refused, whatever they would grow to."""
    laughs = "".join(f'<!ENTITY a{n + 1} "' + f"&a{n};" * 10 + '">' for n in range(9))

    def bomb(markup: str) -> str:
        declared = f'<!DOCTYPE x [<!ENTITY a0 "ha">{laughs}]>'
        return re.sub(r"(<\?xml.*?\?>)?", lambda found: found[0] + declared, markup, count=1)

    with pytest.raises(UnreadableFile, match="damaged"):
        read(changed(workbook(rows_in), "xl/worksheets/sheet1.xml", bomb))


def test_a_packed_file_that_grows_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """What its directory says is looked at first, then what is really in it, whatever the directory says."""
    data = changed(workbook(rows_in), "xl/worksheets/sheet1.xml", lambda markup: markup + " " * 30_000_000)
    with pytest.raises(UnreadableFile, match="unpacks to far more"):
        read(data)
    monkeypatch.setattr(zipfile.ZipFile, "infolist", lambda _: [])
    monkeypatch.setattr(archives, "_HARMLESS", 1_000_000)
    lying = archives.Archive(data, "deals.xlsx")
    lying.names = frozenset({"xl/worksheets/sheet1.xml"})
    with pytest.raises(UnreadableFile, match="unpacks to far more"):
        lying.measure()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"PK\x03\x04 nothing more", "is damaged"),
        (workbook(rows_in)[:2_000], "is damaged"),
        (b"PK\x05\x06" + bytes(18), "is an empty archive"),
        (archive({"deals.csv": "Supplier,Date"}), "is a ZIP archive"),
        (archive({"word/document.xml": "<x/>"}), "is a Word document"),
        (archive({"ppt/slides.xml": "<x/>"}), "is a presentation"),
        (archive({"xl/workbook.bin": "x"}), "binary format"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2_000), "is damaged, or is no workbook"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "protected with a password"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "WordDocument".encode("utf-16-le"), "is a Word document"),
        (workbook(lambda sheet: None), "is empty"),
    ],
)
def test_what_is_no_workbook_is_refused_in_a_sentence(data: bytes, says: str) -> None:
    """Each kind has its own sentence, with what to do."""
    with pytest.raises(UnreadableFile, match=says) as refused:
        read(data)
    assert "hoose" in str(refused.value)


def test_a_reader_that_goes_down_takes_nothing_with_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The library can end its whole process on a crafted file, so that process is not this one; half a sheet counts for none."""
    falls = tmp_path / "falls.py"
    falls.write_text(
        'import os\nprint(\'{"name": "S", "height": 1, "merged": []}\\n["Supplier"]\\n["A\', flush=True)\nos.abort()\n'
    )
    monkeypatch.setattr(apart, "_READER", falls)
    with pytest.raises(UnreadableFile, match="is damaged, or is no workbook"):
        list(apart.stored_values(b"x" * 1_000_000, "deals.xls"))


@pytest.mark.parametrize(
    "program",
    [
        "import time\nprint('[]', flush=True)\ntime.sleep(60)",
        "import os, signal\nprint('[]', flush=True)\nos.kill(os.getpid(), signal.SIGXCPU)",
    ],
)
def test_a_workbook_that_takes_too_long_is_not_called_damaged(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, program: str
) -> None:
    """A reader that says nothing more, or that has worked its time out, is ended; the sentence says what to do instead."""
    (tmp_path / "slow.py").write_text(program)
    monkeypatch.setattr(apart, "_READER", tmp_path / "slow.py")
    monkeypatch.setattr(apart, "_LONGEST", 3.0)
    with pytest.raises(UnreadableFile, match=r"takes too long to be read as a workbook\. Save the sheet with the deals as CSV"):
        list(apart.stored_values(b"x" * 1_000_000, "deals.xlsx"))


def test_what_we_take_for_ourselves_is_not_the_readers_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A large sheet is worked through while it is read; the reader waits meanwhile, and is not ended for it."""
    (tmp_path / "quick.py").write_text("for n in range(100_000):\n    print('[\"aaaaaaaaaaaaaaaaaaaa\"]')")
    monkeypatch.setattr(apart, "_READER", tmp_path / "quick.py")
    monkeypatch.setattr(apart, "_LONGEST", 5.0)
    lines = apart.stored_values(b"x", "deals.xlsx")
    next(lines)
    time.sleep(5.5)
    assert sum(1 for _ in lines) == 99_999


def test_many_marked_cells_take_little() -> None:
    """A sheet whose every cell is a percentage or an error is looked through without a place in memory for each of them."""
    places = Places()
    for row in range(50_000):
        places.add(row, range(3, 40))
    assert (49_999, 39) in places
    assert (49_999, 40) not in places
    assert (0, 2) not in places
    assert (50_000, 3) not in places
    assert places.of_row(7) == sum(1 << column for column in range(3, 40))


def test_a_sheet_that_ends_in_its_headings_is_a_table() -> None:
    """Headings alone give no rows and no error."""
    assert read(workbook(lambda sheet: sheet.append(HEAD))).rows == ()


SAMPLE = workbook(rows_in)


@settings(max_examples=35, deadline=None)
@given(st.integers(0, len(SAMPLE)), st.lists(st.tuples(st.integers(0, len(SAMPLE) - 1), st.integers(0, 255)), max_size=6))
def test_a_mutilated_workbook_gives_a_table_or_a_sentence(cut: int, changes: list[tuple[int, int]]) -> None:
    """Bytes changed, or a piece missing in the middle: it is read or refused."""
    data = bytearray(SAMPLE)
    for at, byte in changes:
        data[at] = byte
    if len(changes) < 3:
        del data[cut : cut + 100]
    with suppress(UnreadableFile):
        table = read(bytes(data))
        assert {len(row.cells) for row in table.rows} <= {len(table.headers)}


SHEET = zipfile.ZipFile(io.BytesIO(SAMPLE)).read("xl/worksheets/sheet1.xml").decode()


@settings(max_examples=15, deadline=None)
@given(st.integers(0, len(SHEET)), st.text("<>/\"'=rc0123456789AZ&; tsv", max_size=8))
def test_mutilated_markup_gives_a_table_or_a_sentence(at: int, put_in: str) -> None:
    """What stands inside the packed parts may be broken too."""
    with suppress(UnreadableFile):
        read(changed(SAMPLE, "xl/worksheets/sheet1.xml", lambda markup: markup[:at] + put_in + markup[at + 2 :]))


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ('"€"#,##0', "€"),
        ('#,##0.00\\ "€"', "€"),
        ("[$£-809]#,##0.00", "£"),
        ("[$CHF] #,##0", "CHF"),
        ('"$"#,##0.0', "$"),
        ('#,##0" k€"', "k€"),
        ('#,##0," k€"', "EUR"),  # shown in thousands, held in euros
        ("#,##0.00", ""),
        ('0" seats"', ""),
        ("0.0%", ""),
    ],
)
def test_a_number_format_may_show_a_currency(code: str, shown: str) -> None:
    """What a workbook shows beside an amount comes along with its number, and a format for something else does not."""

    def fill(sheet: Worksheet) -> None:
        sheet.append(PRICED)
        sheet.append(["Irwell", date(2026, 1, 5), 4200])
        sheet["C2"].number_format = code

    cell = read_table(workbook(fill), "a.xlsx").rows[0].cells[2]
    assert getattr(cell, "shown", "") == shown
    assert cell in ("4200", "420000%")


def test_the_format_of_a_cell_is_its_currency() -> None:
    """Two currencies by format in one column are two rows with their own; an answer overrules neither."""

    def fill(sheet: Worksheet) -> None:
        sheet.append([*PRICED, "Outcome"])
        for row, (vendor, code) in enumerate([("Irwell", '"€"#,##0'), ("Mersey", "[$£-809]#,##0"), ("Trent", "0")], start=2):
            sheet.append([vendor, date(2026, 1, 5), 4200, "agreed"])
            sheet.cell(row, 3).number_format = code

    planned = plan(workbook(fill), "a.xlsx", answers={"currency": "CHF"}, today=date(2026, 11, 29))
    assert [(deal.final_price, deal.currency) for deal in planned.deals] == [(4200, "EUR"), (4200, "GBP"), (4200, "CHF")]


def test_the_cells_of_an_opendocument_file_tell_their_currency() -> None:
    """A cell of the kind `currency` names its code."""
    kind = 'office:value-type="currency" office:currency="SEK" office:value="42"'
    price = f"<table:table-cell {kind}><text:p>42 kr</text:p></table:table-cell>"
    heads = "".join(
        f'<table:table-cell office:value-type="string"><text:p>{head}</text:p></table:table-cell>'
        for head in ("Supplier", "Price")
    )
    vendor = '<table:table-cell office:value-type="string"><text:p>Irwell</text:p></table:table-cell>'
    table = read_table(
        ods(f"<table:table-row>{heads}</table:table-row><table:table-row>{vendor}{price}</table:table-row>"), "a.ods"
    )
    assert [getattr(cell, "shown", "") for cell in table.rows[0].cells] == ["", "SEK"]


def test_a_workbook_may_count_its_days_from_1904() -> None:
    """A bare count of days is read by the epoch of its workbook."""
    book = openpyxl.Workbook()
    book.epoch = CALENDAR_MAC_1904
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    sheet.append(["Supplier", "Award date", "Outcome"])
    sheet.append(["Irwell", 44500, "agreed"])
    (deal,) = plan(packed(book), "a.xlsx", today=date(2026, 11, 29)).deals
    assert deal.deal_date == date(2025, 11, 1)


def test_a_cell_keeps_its_currency_in_a_copy() -> None:
    """A table that goes to another process brings what its cells show along."""
    copied = pickle.loads(pickle.dumps(TypedMoney("42", "€")))
    assert (copied, copied.shown) == ("42", "€")
