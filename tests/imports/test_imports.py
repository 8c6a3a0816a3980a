"""Imports: what can be read goes in once, what can't is told row by row, and nothing is guessed."""

import itertools
import shutil
import time
import zipfile
from collections.abc import Callable
from csv import DictReader
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase, LeverageError, Tactic, backup, directory, erasure
from leverage.blotting import FORMER
from leverage.cells import write_cell
from leverage.deals import deal_id_of
from leverage.desk import DESK_ID
from leverage.errors import InvalidDeal, StoreUnavailable, UnreadableFile
from leverage.exports import deals_csv
from leverage.imports import ImportResult, Plan, batches, commit, mappings, plan, preview, save_mapping, tally, undo
from leverage.vendor_traces import ERASED
from tests.fakes import FailingEngine, WordEmbedding
from tests.test_erasing import files_with

Write = Callable[..., Deal]

TODAY = date(2026, 11, 29)
HEAD = "Vendor,Date,Owner,Department,Outcome"
ROW = "Acme,2026-03-02,Ida,IT,Agreed"


def read(text: str, **options: Any) -> Plan:
    """Return the plan of a file with this text."""
    return plan(text.encode(), "deals.csv", **{"today": TODAY} | options)


def one(headers: str, cells: str) -> Any:
    """Return the deal of a file with one row, these columns beside the needed ones."""
    planned = read(f"{HEAD},{headers}\n{ROW},{cells}\n")
    assert planned.skipped == ()
    return planned.deals[0]


def reasons(planned: Plan | ImportResult) -> list[tuple[int, str | None, str]]:
    return [(each.row, each.column, each.reason) for each in planned.skipped]


def test_a_row_becomes_a_deal() -> None:
    """Headings of others lead to our fields; the plan says how the file was read."""
    planned = read(
        "Supplier,Award date,Negotiator,Dept,Outcome,List price,Discount %,Payment Terms,"
        "Flexible on,Firm on,Tactic,Tactic result\n"
        'Acme,2026-03-02,Ida,IT,Closed won,"1000.50",12.5%,"50% now, 50% later",term; price,liability,waited,Worked\n'
    )
    assert (planned.encoding, planned.delimiter, planned.sheet, planned.header_row) == ("utf-8", ",", None, 1)
    assert planned.deals[0].values() == {
        "vendor": "Acme",
        "deal_date": date(2026, 3, 2),
        "logged_by": "Ida",
        "department": "IT",
        "outcome": "agreed",
        "list_price": Decimal("1000.5"),
        "discount_pct": Decimal("12.5"),
        "payment_terms": "50% now, 50% later",
        "flexible_on": ("term", "price"),
        "firm_on": ("liability",),
        "tactics": (Tactic("waited", "worked"),),
    }
    assert [row.number for row in planned.rows] == [2]


def test_rows_are_counted_as_records() -> None:
    """A quoted line break is inside one row, a blank line is a row of its own, and blank rows are passed silently."""
    planned = read(f'{HEAD},Notes\n{ROW},"one\ntwo"\n\n,,,,,\n{ROW},three\n')
    assert [row.number for row in planned.rows] == [2, 5]
    assert planned.deals[0].notes == "one\ntwo"
    assert (planned.skipped, planned.blank_rows) == ((), 2)


def test_a_row_that_cannot_be_taken_says_every_reason() -> None:
    """Each bad cell is told with its column and value; one that a deal can do without is only left out of its row."""
    planned = read(f"{HEAD},Price\nAcme,soon,Ida,IT,shipped,some\n{ROW},much\n")
    result = preview(None, planned)
    assert [(each.row, each.column, each.value, each.is_cell) for each in result.skipped] == [
        (2, "Price", "some", True),
        (2, "Date", "soon", False),
        (2, "Outcome", "shipped", False),
        (3, "Price", "much", True),
    ]
    told = " ".join(each.reason for each in result.skipped)
    assert "which is no day" in told
    assert "Answer the question what it means." in told
    assert "which is no amount" in told
    assert [deal.final_price for deal in result.deals] == [None]


@pytest.mark.parametrize(
    ("row", "column", "reason"),
    [
        (",2026-03-02,Ida,IT,Agreed", "Vendor", "Vendor is blank"),
        ("Acme,,Ida,IT,Agreed", "Deal date", "Deal date is missing"),
        ("Acme,2026-02-30,Ida,IT,Agreed", "Date", "which is no day"),
        ("Acme,2026-11-30,Ida,IT,Agreed", "Date", "30 Nov 2026, which is after today"),
        ("Acme,45,Ida,IT,Agreed", "Date", "which is no day"),
        ("Ac\x07me,2026-03-02,Ida,IT,Agreed", "Vendor", "control character"),
        ("Total,,Ida,IT,", None, "is a total"),
        ("Total,2026-03-02,Ida,IT,Agreed", "Vendor", "may be a total. Answer the question"),
        ("various,2026-03-02,Ida,IT,Agreed", "Vendor", "does not look like a vendor"),
        ('"Acme" Inc,2026-03-02,Ida,IT,Agreed', None, "closing quotation mark in line 2"),
    ],
)
def test_rows_that_are_passed_over(row: str, column: str | None, reason: str) -> None:
    """A row without what a deal needs, after today, or out of shape is skipped with its place and a sentence."""
    planned = preview(None, read(f"{HEAD}\n{row}\nBeta,2026-03-02,Ida,IT,Agreed\n"))
    assert [deal.vendor for deal in planned.deals] == ["Beta"]
    ((number, told_column, told),) = reasons(planned)
    assert (number, told_column) == (2, column)
    assert reason in told


def test_a_short_row_is_taken_if_nothing_needed_is_missing() -> None:
    """Spreadsheets leave empty cells at the end away."""
    planned = read(f"{HEAD},Notes,Product\n{ROW}\n")
    assert (len(planned.deals), planned.skipped) == (1, ())


def test_the_same_row_twice_is_one_deal() -> None:
    """The second of two rows that say the same is told, never doubled."""
    planned = read(f"{HEAD}\n{ROW}\nBeta,2026-03-02,Ida,IT,Agreed\n{ROW}\n Acme ,2026-03-02,Ida,IT,won\n")
    assert [row.number for row in planned.rows] == [2, 3]
    assert reasons(planned) == [(4, None, "The row is the same as row 2."), (5, None, "The row is the same as row 2.")]


@pytest.mark.parametrize(
    ("tactic", "result", "tactics"),
    [
        ("waited", "Worked", [Tactic("waited", "worked")]),
        ("waited", "", [Tactic("waited")]),
        ("waited", "n/a", [Tactic("waited")]),
        ("", "", []),
        ("", "unclear", []),
        ("waited; asked twice", "ja; nein", [Tactic("waited", "worked"), Tactic("asked twice", "failed")]),
        ("waited; asked twice", "worked", [Tactic("waited; asked twice", "worked")]),
        ("waited; asked twice", "", [Tactic("waited"), Tactic("asked twice")]),
        ("waited; asked twice", "worked;", [Tactic("waited", "worked"), Tactic("asked twice")]),
        ("waited;", "partly", [Tactic("waited", "mixed")]),
        (r"waited\; then asked", "failed", [Tactic("waited; then asked", "failed")]),
    ],
)
def test_tactics_are_paired_with_their_results(tactic: str, result: str, tactics: list[Tactic]) -> None:
    """As many results as tactics are pairs; one result for several stays with all of them, as nobody says whose it is."""
    assert one("Tactic,Worked?", f"{tactic},{result}").tactics == tuple(tactics)


@pytest.mark.parametrize(
    ("tactic", "result", "reason"),
    [
        ("waited", "perhaps", "no result known here"),
        ("", "worked", "no tactic is named"),
        ("a; b; c", "worked; failed", "2 results for 3 tactics"),
    ],
)
def test_results_that_fit_no_tactic(tactic: str, result: str, reason: str) -> None:
    """A result that is unknown, or nobody's, is told and left out with its tactics; the deal is taken."""
    planned = read(f"{HEAD},Tactic,Worked?\n{ROW},{tactic},{result}\n")
    assert [deal.tactics for deal in planned.deals] == [()]
    ((column, is_cell, told),) = [(each.column, each.is_cell, each.reason) for each in planned.skipped]
    assert (column, is_cell) == ("Worked?", True)
    assert reason in told


def test_terms_are_parted_by_semicolons_else_by_commas() -> None:
    """Commas part the terms only if no semicolon stands in the whole column."""
    by_comma = read(f'{HEAD},Firm on\n{ROW},"liability, price"\nBeta,2026-03-02,Ida,IT,won,term\n')
    assert [deal.firm_on for deal in by_comma.deals] == [("liability", "price"), ("term",)]
    by_semicolon = read(f'{HEAD},Firm on\n{ROW},"liability, price"\nBeta,2026-03-02,Ida,IT,won,term; audit\n')
    assert [deal.firm_on for deal in by_semicolon.deals] == [("liability, price",), ("term", "audit")]


@pytest.mark.parametrize(
    ("cell", "terms"),
    [
        ("price 2,400 off, audit", ("price 2,400 off", "audit")),
        ("3,5 % Skonto,Laufzeit", ("3,5 % Skonto", "Laufzeit")),
        ("cap of 4, audit", ("cap of 4", "audit")),
        ("audit,2 seats", ("audit", "2 seats")),
    ],
)
def test_a_comma_inside_a_number_parts_nothing(cell: str, terms: tuple[str, ...]) -> None:
    """Thousands and decimals stay whole; a comma beside a word or a blank parts the terms."""
    assert one("Firm on", f'"{cell}"').firm_on == terms


def test_only_the_term_that_both_lists_name_is_left_out() -> None:
    """A term named flexible and firm is in neither list and told; the others of both lists stay."""
    planned = read(f"{HEAD},Flexible on,Firm on\n{ROW},audit; Price,liability; price\n")
    (deal,) = planned.deals
    assert (deal.flexible_on, deal.firm_on) == (("audit",), ("liability",))
    ((row, column, reason),) = reasons(planned)
    assert (row, column) == (2, "Firm on")
    assert "both name “price”: left out of both" in reason


def test_nothing_stays_nothing() -> None:
    """An empty cell, a dash and `NA` are unknown in a file of others, never a zero or a word; a name may be `NA`."""
    deal = one("Discount %,List price,Terms,Notes,Firm on,End date", "-,NA,N/A,n/a,—,NA")
    assert set(deal.values()) == {"vendor", "deal_date", "logged_by", "department", "outcome"}
    assert read(f"{HEAD}\nAcme,2026-03-02,NA,NA,won\n").deals[0].department == "NA"


@pytest.mark.parametrize("note", ["N/A", "-", "'", "\\", "==", "👍", "???"])
def test_a_note_of_an_export_comes_back_as_it_was(note: str) -> None:
    """In an export of ours a note is what somebody wrote, however little it says."""
    head = "vendor,deal_date,logged_by,department,outcome,notes"
    (deal,) = read(f"{head}\nAcme,2026-03-02,Ida,IT,agreed,{write_cell(note)}\n").deals
    assert deal.notes == note


@pytest.mark.parametrize("word", ["n/a", "N / A", "(none)", "None", "k. A.", "nil", "–", "---", "n.v.t.", "#N/A"])
def test_a_word_for_nothing_is_nothing(word: str) -> None:
    """One rule for all fields but the names: prices and days, terms, notes, products and tactics."""
    deal = one("List price,Start date,Product,Notes,Firm on,Tactics", ",".join([word] * 6))
    assert set(deal.values()) == {"vendor", "deal_date", "logged_by", "department", "outcome"}


@pytest.mark.parametrize("said", ["👍", "???", "+++", "!!", ";-)", "..."])
def test_a_sign_is_something(said: str) -> None:
    """What is no word for nothing is kept as written."""
    deal = one("Product,Notes,Tactics", f"{said},{said},{said}")
    assert (deal.product, deal.notes) == (said, said)
    assert deal.tactics


def test_a_discount_has_the_base_that_its_heading_names() -> None:
    """`Off list` says what the discount is off; a plain discount does not, and an empty one has no base."""
    assert one("Off list", "20").discount_base == "list"
    assert one("Discount %", "20").discount_base is None
    assert one("Off list", "").discount_base is None
    assert one("Off list,Off what", "20,last price").discount_base == "last_price"


def test_a_discount_is_held_against_the_prices_of_its_row() -> None:
    """Money that the prices prove is read as the percentage and told; with no prices, figures above 100 are asked about."""
    rows = f"{ROW},700,35,665\nBeta,2026-03-02,Ida,IT,won,300,60,240\n"
    planned = read(f"{HEAD},List price,Remise,Net price\n{rows}")
    assert [deal.discount_pct for deal in planned.deals] == [5, 20]
    assert planned.remarks[0].reason == "“35” is money off 700 and read as 5%."
    text = f"{HEAD},Discount\n{ROW},350\nBeta,2026-03-02,Ida,IT,won,12\n"
    assert [question.key for question in read(text).needed] == ["discount_pct:measure"]
    assert [deal.discount_pct for deal in read(text, answers={"discount_pct:measure": "percent"}).deals] == [None, 12]


def test_guarded_cells_lose_their_guard() -> None:
    """The apostrophe that an export puts in front of a formula sign goes; any other stays."""
    deal = one("Product,Notes", "'=SUM,'tis said")
    assert (deal.product, deal.notes) == ("=SUM", "'tis said")


def test_needed_fields_that_are_missing_are_asked_for() -> None:
    """What only a person can say is a question with the number of rows; an answer fills it, a cell is never overruled."""
    text = "Vendor,Date,Department\nAcme,2026-03-02,IT\nBeta,2026-03-02,\n"
    assert [(question.key, question.text, question.rows) for question in read(text).needed] == [
        ("logged_by", "Who logged these deals?", 2),
        ("department", "For which department were these deals made?", 1),
        ("outcome", "What happened in these rows?", 2),
    ]
    answered = read(text, answers={"logged_by": "Ida", "department": "Legal", "outcome": "unknown", "currency": "eur"})
    assert answered.open_questions == ()
    assert [(deal.department, deal.outcome, deal.currency) for deal in answered.deals] == [
        ("IT", "unknown", "EUR"),
        ("Legal", "unknown", "EUR"),
    ]


def test_columns_that_are_not_read_say_why() -> None:
    """Unknown headings and traps are told with a reason; a mapping reads what the vocabulary does not."""
    planned = read(f"{HEAD},Buyer,PO\n{ROW},Bob,7\n")
    assert [(column.header, bool(column.reason)) for column in planned.unread] == [("Buyer", True), ("PO", True)]
    assert read(f"{HEAD},PO\n{ROW},7\n", mapping={"PO": "contract_ref"}).deals[0].contract_ref == "7"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is empty"),
        (",,,\n", "is empty"),
        (
            "bank_id,vendor,deal_id,deal_date,term,stance\nvendor-a,A,2,2026-03-02,price,firm\n",
            "is the table “terms” of an export, whose rows are no deals",
        ),
    ],
)
def test_a_file_that_can_hold_no_deal_is_refused(text: str, says: str) -> None:
    """Without rows there is nothing to import, nor in a table that only repeats deals, and the sentence says so."""
    with pytest.raises(UnreadableFile) as refused:
        read(text)
    assert says in str(refused.value)


@pytest.mark.parametrize("text", [f"{HEAD}\n", f"{HEAD}\n\n,,,,\n"])
def test_headings_alone_make_no_deals(text: str) -> None:
    """A file without rows gives a plan without deals and without questions."""
    planned = read(text)
    assert (planned.deals, planned.skipped, planned.questions) == ([], (), ())


@pytest.mark.parametrize(
    ("text", "key", "answer"),
    [
        ("Partner,Date,Owner\nAcme,2026-03-02,Ida\n", "column:vendor", "0"),
        ("Vendor,When,Owner\nAcme,2026-03-02,Ida\n", "column:deal_date", "1"),
        ("Vendor,Date,Date\nAcme,2026-03-02,2027-03-03\n", "column:deal_date", "1"),
        ("Vendor,Date,Amount,Amount\nAcme,2026-03-02,5,4\n", "column:final_price", "3"),
    ],
)
def test_a_column_that_nothing_tells_is_asked_for(text: str, key: str, answer: str) -> None:
    """A vendor or day without a known heading, and a field with two columns, are questions with samples."""
    planned = read(text)
    assert [question.key for question in planned.needed if question.key == key] == [key]
    (deal,) = read(text, answers={key: answer}).deals
    assert (deal.vendor, deal.deal_date) == ("Acme", date(2026, 3, 2))
    assert deal.final_price == (4 if "Amount" in text else None)


def test_two_thousand_rows_are_read_at_once() -> None:
    """A file of 2,000 rows is planned in well under four seconds of the processor's time."""
    row = "Acme {0} Works,2026-03-02,Ida {1},IT,Agreed,1000.5,12.5,Net 60,term; price,liability,waited; asked,worked; failed"
    head = f"{HEAD},List price,Discount,Terms,Flexible on,Firm on,Tactic,Tactic result"
    text = "\n".join([head, *(row.format(n % 60, n // 60) for n in range(2000))])
    begun = time.process_time()
    assert len(read(text).deals) == 2000
    assert time.process_time() - begun < 4


def test_a_second_import_adds_nothing(kb: KnowledgeBase) -> None:
    """The same file again finds its deals there, and the two have one batch id."""
    text = f"{HEAD}\n{ROW}\nBeta,2026-01-01,Ida,IT,lost\n,2026-01-01,Ida,IT,lost\n"
    first = commit(kb, read(text, kb=kb))
    assert (first.logged, first.existing, [each.row for each in first.skipped]) == (2, 0, [4])
    assert set(first.deal_ids) == {deal.deal_id for vendor in kb.vendors() for deal in kb.deals(vendor.bank_id)}
    second = commit(kb, read(text, kb=kb))
    assert (second.logged, second.existing, second.deal_ids) == (0, 2, ())
    assert second.batch_id == first.batch_id
    assert [vendor.deal_count for vendor in kb.vendors()] == [1, 1]


def test_an_import_of_an_export_adds_nothing(kb: KnowledgeBase, deal: Write) -> None:
    """Deals that were edited, or logged under a form's key, have ids of their own and are met all the same."""
    receipt = kb.log(deal(product="Office"))
    kb.edit(receipt.deal_id, deal(product="Office 365", notes="=1+1"), 1)
    kb.log(deal(vendor="Acme", tactics=[Tactic("a; b", "worked")]), key="form-1")
    result = commit(kb, plan(deals_csv(kb), "export.csv", kb=kb))
    assert (result.logged, result.existing, result.skipped) == (0, 2, ())
    assert sum(vendor.deal_count for vendor in kb.vendors()) == 2


def test_an_export_brings_a_lost_store_back(kb: KnowledgeBase, deal: Write, tmp_path: Any) -> None:
    """Deals imported into an empty store are equal to those exported, with the same ids."""
    told = [deal(notes="'=quoted"), deal(vendor="+49 AG", firm_on=["a; b", "c, d"], flexible_on=["x\\"])]
    kb.log_many([(each, None) for each in told])
    assert plan(deals_csv(kb), "export.csv", kb=kb).deals != []
    with KnowledgeBase.open(tmp_path / "other", embedding=WordEmbedding()) as other:
        commit(other, plan(deals_csv(kb), "export.csv", kb=other))
        assert [other.deals(each.vendor) for each in told] == [[each] for each in told]


def test_defaults_fill_what_the_file_leaves_open(kb: KnowledgeBase) -> None:
    """A default fills empty cells and missing columns; a row that still lacks something is told."""
    planned = read("Vendor,Date,Dept\nAcme,2026-03-02,IT\nBeta,2026-03-02,\n", kb=kb)
    result = commit(kb, planned, defaults={"logged_by": "Ida", "outcome": "Unknown", "currency": ""})
    assert (result.logged, [(each.row, each.column) for each in result.skipped]) == (1, [(3, "Department")])
    (stored,) = kb.deals("Acme")
    assert (stored.logged_by, stored.department, stored.outcome, stored.currency) == ("Ida", "IT", "unknown", None)


def test_an_outcome_is_never_guessed(kb: KnowledgeBase) -> None:
    """A file without outcomes and without a word about them imports nothing."""
    planned = read("Vendor,Date,Owner,Dept,Discount\nAcme,2026-03-02,Ida,IT,30\n", kb=kb)
    result = commit(kb, planned)
    assert (result.logged, result.skipped[0].column) == (0, "Outcome")
    assert kb.vendors() == []


@pytest.mark.parametrize(
    ("defaults", "error"),
    [({"vendor": "Acme"}, LeverageError), ({"outcome": "great"}, InvalidDeal), ({"currency": "€"}, InvalidDeal)],
)
def test_a_default_that_makes_no_sense_is_refused(kb: KnowledgeBase, defaults: dict[str, str], error: type[Exception]) -> None:
    """Only four fields can be filled for a whole file, and only with what they can hold."""
    with pytest.raises(error):
        commit(kb, read(f"{HEAD}\n{ROW}\n"), defaults=defaults)


def test_rows_made_equal_by_a_default_are_one(kb: KnowledgeBase) -> None:
    """Where a default makes two rows the same, the second is told."""
    planned = read("Vendor,Date,Owner,Dept,Outcome\nAcme,2026-03-02,Ida,IT,\nAcme,2026-03-02,Ida,IT,open\n", kb=kb)
    result = commit(kb, planned, defaults={"outcome": "open"})
    assert result.logged == 1
    assert [(each.row, each.reason) for each in result.skipped] == [(3, "The row is the same as row 2.")]


def test_the_knowledge_base_knows_what_day_it_is(kb: KnowledgeBase) -> None:
    """A plan made under another clock does not bring a deal of tomorrow in."""
    planned = read(f"{HEAD}\nAcme,2026-12-24,Ida,IT,open\n", today=date(2027, 1, 1))
    result = commit(kb, planned)
    assert (result.logged, result.skipped[0].row) == (0, 2)
    assert "24 Dec 2026, which is after today" in result.skipped[0].reason


def test_a_preview_says_what_the_import_does(kb: KnowledgeBase) -> None:
    """Preview and import agree on every number, and the preview writes nothing."""
    commit(kb, read(f"{HEAD}\n{ROW}\n", kb=kb))
    planned = read(f"{HEAD}\n{ROW}\nBeta,2026-01-01,Ida,IT,lost\nGamma,2026-01-01,,IT,lost\n", kb=kb)
    said = preview(kb, planned)
    assert [vendor.name for vendor in kb.vendors()] == ["Acme"]
    done = commit(kb, planned)
    assert (said.logged, said.existing, said.skipped, said.deal_ids) == (done.logged, done.existing, done.skipped, done.deal_ids)
    assert (preview(None, planned).logged, preview(None, planned).existing) == (2, 0)


def test_an_erased_deal_is_not_brought_back(kb: KnowledgeBase) -> None:
    """The row of a deal that was erased for good is told, and keeps no other row out."""
    rows = [f"Acme,2026-01-{day:02},Ida,IT,open" for day in range(1, 8)]
    text = "\n".join([HEAD, *rows])
    planned = read(text, kb=kb)
    erased = commit(kb, read("\n".join([HEAD, rows[3]]), kb=kb)).deal_ids[0]
    kb.forget(erased)
    result = commit(kb, planned)
    assert (result.logged, result.existing) == (6, 0)
    assert [(each.row, "erased for good" in each.reason) for each in result.skipped] == [(5, True)]
    assert erased not in {deal.deal_id for deal in kb.deals("Acme")}
    assert set(result.deal_ids) == {deal_id_of(deal) for deal in kb.deals("Acme")}


def test_a_retracted_deal_stays_retracted(kb: KnowledgeBase) -> None:
    """Importing its file again does not undo a retraction."""
    planned = read(f"{HEAD}\n{ROW}\n", kb=kb)
    kb.retract(commit(kb, planned).deal_ids[0], "entered by mistake")
    again = commit(kb, planned)
    assert (again.logged, again.existing, kb.deals("Acme")) == (0, 1, [])


def test_progress_is_told_up_to_the_end(kb: KnowledgeBase) -> None:
    """The callback gets what is done and the total, the last time both the same."""
    text = "\n".join([HEAD, *(f"Acme,2026-01-{day:02},Ida,IT,open" for day in range(1, 29))])
    seen: list[tuple[int, int]] = []
    commit(kb, read(text, kb=kb), progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (28, 28)


TRACKER = "Supplier,Award date,Negotiator,Dept,Discount %\n"


def test_an_import_is_taken_back_as_if_never_made(kb: KnowledgeBase, deal: Write) -> None:
    """Undo takes out the deals it brought and their vendors, leaves what was changed since, and is no erasure."""
    kb.log(deal(vendor="Acme"))
    text = f"{HEAD}\n{ROW}\nBeta,2026-03-02,Ida,IT,open\nGamma,2026-03-02,Ida,IT,open\n"
    done = commit(kb, read(text, kb=kb), by="Ida")
    gamma = kb.deals("Gamma")[0]
    kb.edit(str(gamma.deal_id), Deal(**gamma.values() | {"notes": "asked again"}), 1)
    undone = undo(kb, done.batch_id)
    assert (undone.removed, undone.kept) == (2, 1)
    assert [(vendor.name, vendor.deal_count) for vendor in kb.vendors()] == [("Acme", 1), ("Gamma", 1)]
    assert kb.recall("Beta", "open") == []
    assert kb.check() == []
    assert [(batch.state, batch.by, batch.logged, batch.kept) for batch in batches(kb)] == [("undone", "Ida", 3, 1)]
    again = commit(kb, read(text, kb=kb))
    assert (again.logged, again.existing) == (2, 1) or (again.logged, again.existing) == (3, 0)


def test_an_erased_name_is_nobodys_change(kb: KnowledgeBase) -> None:
    """Undo takes out the deals in which a person's name was erased since, too; one that somebody edited stays."""
    rows = [f"{name},2026-03-02,Quentin Zabriskie,IT,open" for name in ("Acme", "Beta", "Gamma")]
    done = commit(kb, read("\n".join([HEAD, *rows, "Delta,2026-03-02,Ida,IT,open"]), kb=kb))
    beta = kb.deals("Beta")[0]
    kb.edit(str(beta.deal_id), Deal(**beta.values() | {"notes": "asked again"}), 1)
    erasure.erase_person(kb, "Quentin Zabriskie")
    undone = undo(kb, done.batch_id)
    assert (undone.removed, undone.kept) == (3, 1)
    assert [vendor.name for vendor in kb.vendors()] == ["Beta"]
    assert kb.check() == []


def test_a_name_that_a_deal_is_written_under_stays(kb: KnowledgeBase, deal: Write) -> None:
    """What an import joined is parted by its undo, unless somebody logged under the name since: then it goes on leading there."""
    kb.log(deal(vendor="Pelham Paper GmbH"))
    answers = {"vendor:Pelham Paper": "Pelham Paper GmbH"}
    text = f"{HEAD}\nPelham Paper,2026-03-02,Ida,IT,open\n"
    done = commit(kb, read(text, kb=kb, answers=answers))
    assert undo(kb, done.batch_id).names == ()
    assert directory.record(kb, "Pelham Paper GmbH").aliases == ()
    done = commit(kb, read(text, kb=kb, answers=answers))
    kb.log(deal(vendor="PELHAM paper", notes="by hand"))
    undone = undo(kb, done.batch_id)
    assert (undone.removed, undone.kept, undone.names) == (1, 0, (("Pelham Paper GmbH", "Pelham Paper"),))
    kb.log(deal(vendor="Pelham Paper", notes="and later"))
    assert [(vendor.name, vendor.deal_count) for vendor in kb.vendors()] == [("Pelham Paper GmbH", 3)]


def test_an_undone_import_stays_away(tmp_path: Any) -> None:
    """After a restart and a new index, too, nothing of an undone import is there, and undoing again changes nothing."""
    with KnowledgeBase.open(tmp_path, embedding=WordEmbedding()) as kb:
        done = commit(kb, read(f"{HEAD}\n{ROW}\n", kb=kb))
        undo(kb, done.batch_id)
    (tmp_path / "index.sqlite3").unlink()
    with KnowledgeBase.open(tmp_path, embedding=WordEmbedding()) as kb:
        assert kb.vendors() == []
        assert undo(kb, done.batch_id).removed == 0
        assert kb.check() == []


@pytest.mark.parametrize("is_new_index", [False, True])
@pytest.mark.parametrize("after", [False, True])
def test_an_undo_cut_short_is_finished_at_the_next_start(tmp_path: Any, after: bool, is_new_index: bool) -> None:
    """Wherever it stopped, after the next start all of the import is gone and nothing else, or nothing was begun."""
    store = tmp_path / "store"
    with KnowledgeBase.open(store, embedding=WordEmbedding()) as kb:
        commit(kb, read(f"{HEAD}\nBeta,2026-03-04,Ida,IT,open\n", kb=kb))
        text = f"{HEAD}\n{ROW}\nBeta,2026-03-02,Ida,IT,open\nPelham Paper GmbH,2026-03-02,Ida,IT,open\n"
        text += "Pelham Paper,2026-03-03,Ida,IT,open\n"
        done = commit(kb, read(text, kb=kb, answers={"vendor:Pelham Paper": "Pelham Paper GmbH"}))
        assert done.logged == 4
    finished = 0
    for call in itertools.count(1, 2):  # a stop after a call leaves what one before the next call does
        copy = tmp_path / str(call)
        shutil.copytree(store, copy)
        with KnowledgeBase.open(copy, embedding=WordEmbedding()) as kb:
            FailingEngine(kb.banks.engine, call, after=after)
            try:
                undo(kb, done.batch_id)
                break
            except StoreUnavailable:
                pass
        if is_new_index:
            (copy / "index.sqlite3").unlink()
        with KnowledgeBase.open(copy, embedding=WordEmbedding()) as kb:
            assert kb.check() == [], call
            state = {batch.batch_id: batch.state for batch in batches(kb)}[done.batch_id]
            assert state in (("done", "undone") if finished == 0 else ("undone",)), call
            if state == "undone":
                finished += 1
                assert [(vendor.name, vendor.deal_count) for vendor in kb.vendors()] == [("Beta", 1)]
                # With the index went what tells where the undo was: an empty bank may stay, under a name that is free.
                assert is_new_index or sorted(kb.banks.engine.bank_ids()) == sorted([DESK_ID, kb.bank_id("Beta")]), call
        shutil.rmtree(copy)
    assert finished > 5


def test_a_check_tells_of_an_undo_cut_short_and_a_repair_finishes_it(kb: KnowledgeBase) -> None:
    """While the store is open, nothing else is needed; the next start would do the same."""
    done = commit(kb, read(f"{HEAD}\n{ROW}\nBeta,2026-03-02,Ida,IT,open\n", kb=kb))

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        undo(kb, done.batch_id, stop)
    assert kb.check() == ["The undo of an import was cut short. Run repair."]
    assert kb.repair() == ["1 undo of an import, cut short, was finished."]
    assert (kb.check(), kb.vendors()) == ([], [])
    assert batches(kb)[0].state == "undone"


def test_an_import_taken_up_again_is_not_undone_at_the_next_start(tmp_path: Any) -> None:
    """Who imports the file again after an undo that was cut short has said what is meant last."""
    text = f"{HEAD}\n{ROW}\nBeta,2026-03-02,Ida,IT,open\n"

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with KnowledgeBase.open(tmp_path, embedding=WordEmbedding()) as kb:
        done = commit(kb, read(text, kb=kb))
        with pytest.raises(KeyboardInterrupt):
            undo(kb, done.batch_id, stop)
        assert commit(kb, read(text, kb=kb)).logged == 1
    with KnowledgeBase.open(tmp_path, embedding=WordEmbedding()) as kb:
        assert [vendor.name for vendor in kb.vendors()] == ["Acme", "Beta"]
        assert (kb.check(), batches(kb)[0].state) == ([], "done")


def test_an_import_that_was_cut_short_is_seen_and_goes_on(kb: KnowledgeBase) -> None:
    """A stop in the middle leaves an unfinished import at the desk; the same file again brings the rest, and undo takes all."""
    text = "\n".join([HEAD, *(f"Acme,2026-01-{day:02},Ida,IT,open" for day in range(1, 29)), "Beta,2026-01-01,Ida,IT,open"])

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        commit(kb, read(text, kb=kb), progress=stop)
    (batch,) = batches(kb)
    assert batch.state == "importing"
    done = commit(kb, read(text, kb=kb))
    assert 0 < done.logged < 29
    assert (batches(kb)[0].state, batches(kb)[0].logged) == ("done", 29)
    assert undo(kb, done.batch_id).removed == 29
    assert kb.vendors() == []


def test_an_unknown_import_cannot_be_undone(kb: KnowledgeBase) -> None:
    """The sentence says what to do."""
    with pytest.raises(LeverageError, match="Reload the page"):
        undo(kb, "none")


def test_a_record_tells_where_it_came_from(kb: KnowledgeBase) -> None:
    """File, row and import stand in the record, also after an edit; a deal from the form has none."""
    done = commit(kb, read(f"{HEAD}\n{ROW}\n", kb=kb))
    (stored,) = kb.deals("Acme")
    kb.edit(str(stored.deal_id), Deal(**stored.values() | {"notes": "x"}), 1)
    record = kb.record(str(stored.deal_id))
    assert record is not None
    assert record.origin is not None
    assert (record.origin.source, record.origin.batch) == ("deals.csv, row 2", done.batch_id)


def test_a_name_that_may_be_a_known_vendor_is_asked_about(kb: KnowledgeBase, deal: Write) -> None:
    """Unanswered it is a vendor of its own; answered, it becomes a name of that vendor and its deals go there."""
    kb.log(deal(vendor="Pelham Paper GmbH"))
    text = f"{HEAD}\nPelham Paper,2026-03-02,Ida,IT,open\nPELHAM  PAPER,2026-03-03,Ida,IT,open\n"
    (question,) = [each for each in read(text, kb=kb).questions if each.field == "vendor"]
    assert (question.key, question.is_needed, question.suggested) == ("vendor:Pelham Paper", False, "new")
    planned = read(text, kb=kb, answers={question.key: "Pelham Paper GmbH"})
    done = commit(kb, planned)
    assert [(vendor.name, vendor.deal_count, vendor.aliases) for vendor in kb.vendors()] == [
        ("Pelham Paper GmbH", 3, ("Pelham Paper",))
    ]
    assert {each.vendor for each in kb.deals("Pelham Paper GmbH")} >= {"Pelham Paper", "PELHAM PAPER"}
    assert commit(kb, read(text, kb=kb)).existing == 2
    undo(kb, done.batch_id)
    assert [(vendor.deal_count, vendor.aliases) for vendor in kb.vendors()] == [(1, ())]


def test_two_names_in_one_file_are_asked_about_once(kb: KnowledgeBase) -> None:
    """Names that may be one vendor are compared within the file, too; the later one is asked about."""
    text = f"{HEAD}\nPelham Paper GmbH,2026-03-02,Ida,IT,open\nPelham Paper,2026-03-02,Ida,IT,open\n"
    keys = [each.key for each in read(text, kb=kb).questions if each.field == "vendor"]
    assert keys == ["vendor:Pelham Paper"]
    commit(kb, read(text, kb=kb, answers={keys[0]: "Pelham Paper GmbH"}))
    assert [vendor.deal_count for vendor in kb.vendors()] == [2]


def test_a_number_before_every_name_is_asked_about(kb: KnowledgeBase) -> None:
    """Where each vendor begins with a register number, a person says whether it belongs to the name."""
    text = (
        f"{HEAD}\n12.345.678/0001-90 - Acme Ltda,2026-03-02,Ida,IT,open\n98.765.432/0001-10 - Beta Ltda,2026-03-02,Ida,IT,open\n"
    )
    assert read(text).deals[0].vendor == "12.345.678/0001-90 - Acme Ltda"
    assert [question.key for question in read(text).needed] == ["vendor:number"]
    assert [deal.vendor for deal in read(text, answers={"vendor:number": "drop"}).deals] == ["Acme Ltda", "Beta Ltda"]


def test_what_holds_an_import_up_has_to_be_answered(kb: KnowledgeBase) -> None:
    """Day or month first is asked once for the column; nothing is written before the answer."""
    text = f"{HEAD}\nAcme,03/04/2026,Ida,IT,open\nBeta,05/06/2026,Ida,IT,open\n"
    with pytest.raises(LeverageError, match="Answer first: Is 03/04/2026"):
        commit(kb, read(text, kb=kb))
    assert kb.vendors() == []
    assert [deal.deal_date for deal in read(text, answers={"deal_date": "month first"}).deals] == [
        date(2026, 3, 4),
        date(2026, 5, 6),
    ]
    with pytest.raises(LeverageError, match="is no answer to"):
        read(text, answers={"deal_date:order": "sideways"})


def test_a_list_of_payments_is_no_log_of_deals() -> None:
    """Its rows are not taken unless a person says that each is a deal."""
    rows = [f"{day:02}/20/2025,IT,{vendor},{n}.50" for n, (day, vendor) in enumerate((d, v) for d in range(1, 10) for v in "AB")]
    text = "\n".join(["Payment Date,Dept,Vendor Name,Invoice Amount", *(row.replace(",A,", ",Acme AG,") for row in rows)])
    text = text.replace(",B,", ",Beta AG,")
    planned = read(text)
    assert planned.shape is not None
    assert planned.shape.looks_like.startswith("a list of payments: 18 rows for 2 vendors")
    assert (planned.deals, {each.reason for each in planned.skipped}) == ([], {"A payment, not a negotiation."})
    assert [question.field for question in planned.needed if question.field == "rows"] == ["rows"]
    forced = read(text, answers={"rows": "yes"}, mapping={"Payment Date": "deal_date", "Invoice Amount": "final_price"})
    assert len(forced.deals) == 18


@pytest.mark.parametrize(
    ("head", "row", "looks_like"),
    [
        (
            "Contract number,Supplier,Title,Start date,End date,Notice period",
            "C{0},Acme AG,Cleaning,2025-01-{1:02},2026-12-31,90",
            "register",
        ),
        ("Item number,Description,Unit,List price", "A{0},Paper A4,box,12.{1:02}", "price list"),
    ],
)
def test_lists_of_contracts_and_of_prices_are_no_deals(head: str, row: str, looks_like: str) -> None:
    """A register without prices and a price list are recognised by their columns, and nothing is imported by default."""
    planned = read("\n".join([head, *(row.format(n, n + 1) for n in range(9))]))
    assert planned.shape is not None
    assert looks_like in planned.shape.looks_like
    assert planned.deals == []


def test_a_contract_told_once_a_party_is_one_deal() -> None:
    """Where a column says whom a row names, a person says which of its values are vendors; the buyer is none."""
    rows = []
    for n in range(6):
        rows += [
            f"{n},2026-01-0{n + 1},1{n}00.50,Supplier,Vendor {chr(65 + n)} AG",
            f"{n},2026-01-0{n + 1},1{n}00.50,Buyer,Tarn City",
        ]
    planned = read("\n".join(["No,Date,Amount,Role,Company", *rows]))
    (question,) = [each for each in planned.needed if each.field == "rows"]
    assert (question.takes_many, question.suggested) == (True, "Supplier")
    assert len(planned.deals) == 6
    assert "Tarn City" not in {deal.vendor for deal in planned.deals}
    assert len(read("\n".join(["No,Date,Amount,Role,Company", *rows]), answers={"rows": ["Supplier", "Buyer"]}).deals) == 12


def test_several_columns_of_notes_are_kept_under_their_headings() -> None:
    """No free text is dropped because another column is called notes, too."""
    assert one("Notes,Comments", "first,second").notes == "Notes: first\n\nComments: second"
    assert one("Notes,Comments", "first,").notes == "Notes: first"
    assert one("Notes,Comments", "n/a,👍").notes == "Comments: 👍"
    own = "vendor,deal_date,logged_by,department,outcome,notes,Comments\nAcme,2026-03-02,Ida,IT,agreed,n/a,{}\n"
    assert read(own.format("")).deals[0].notes == "n/a"
    assert read(own.format("later")).deals[0].notes == "n/a\n\nComments: later"


def test_what_is_erased_goes_out_of_the_imports_that_were_made(kb: KnowledgeBase, store: Path, deal: Write) -> None:
    """Who imported, a mapping called after them, and the names that an import added go with the person or the vendor."""
    kb.log(deal(vendor="Pelham Paper GmbH"))
    text = f"{HEAD}\nPelham Paper,2026-03-02,Ida,IT,open\n"
    planned = read(text, kb=kb, answers={"vendor:Pelham Paper": "Pelham Paper GmbH"})
    commit(kb, planned, by="Quentin Zabriskie")
    save_mapping(kb, "Lists of Quentin Zabriskie", planned.columns)
    erasure.erase_person(kb, "Quentin Zabriskie")
    assert [batch.by for batch in batches(kb)] == [FORMER]
    assert list(mappings(kb)) == [f"Lists of {FORMER}"]
    assert files_with(store, "zabriskie") == []
    erasure.erase_vendor(kb, "Pelham Paper GmbH")
    assert [batch.aliases for batch in batches(kb)] == [()]
    assert files_with(store, "pelham") == []


def test_what_is_erased_goes_out_of_headings_and_file_names(kb: KnowledgeBase, store: Path, tmp_path: Path) -> None:
    """A heading is a key where a mapping is kept: a person's name goes from there, too, and from the next backup; a vendor's
    goes from the names of files and mappings and from headings, where it stands whole."""
    text = (
        "Vendor,Date,Owner,Department,Outcome,{} remarks\nAcme,2026-03-02,Ida,IT,open,x\nPelham Paper,2026-03-02,Ida,IT,open,\n"
    )
    for who in ("Quentin Zabriskie", "Pelham Paper", "pelham_paper"):
        planned = read(text.format(who), mapping={f"{who} remarks": "notes"}, kb=kb)
        save_mapping(kb, f"Lists of {who}", planned.columns)
    commit(kb, plan(text.format("Any").encode(), "Zabriskie, Quentin; Pelham-Paper.csv", kb=kb, today=TODAY))
    kept = len(mappings(kb))
    erasure.erase_person(kb, "Quentin Zabriskie")
    assert mappings(kb)[f"Lists of {FORMER}"][f"{FORMER} remarks"] == "notes"
    assert files_with(store, "zabriskie") == []
    erasure.erase_vendor(kb, "Pelham Paper")
    assert [f"{FORMER}; {ERASED}.csv"] == [batch.filename for batch in batches(kb)]
    assert len(mappings(kb)) == kept
    assert [f"{FORMER}; {ERASED}.csv, row 2"] == [
        row["source"] for row in DictReader(deals_csv(kb).decode("utf-8-sig").splitlines())
    ]
    assert files_with(store, "pelham") == []
    assert all("elham" not in str([name, read_as]) for name, read_as in mappings(kb).items())
    backup.write(kb, tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        assert not [name for name in archive.namelist() if b"abriskie" in archive.read(name)]


def test_a_file_of_many_vendors_goes_in_whole(kb: KnowledgeBase) -> None:
    """The rows are written in parts of a few vendors each; none is left out, and the progress goes on over the parts."""
    rows = [
        f"{name} Works,2026-01-{day:02},Ida,IT,open"
        for day in (1, 2)
        for name in (f"{a}{b}" for a in "ABCDE" for b in "fghijklmno")
    ]
    seen: list[tuple[int, int]] = []
    done = commit(kb, read("\n".join([HEAD, *rows]), kb=kb), progress=lambda now, total: seen.append((now, total)))
    assert (done.logged, done.existing) == (100, 0)
    assert {vendor.deal_count for vendor in kb.vendors()} == {2}
    assert len(kb.vendors()) == 50
    assert seen == sorted(seen)
    assert seen[-1] == (100, 100)
    assert kb.check() == []


@pytest.mark.parametrize(
    ("good", "bad"), [("What worked", "What did not work"), ("Was hat funktioniert", "Was nicht funktioniert hat")]
)
def test_tactics_under_a_heading_that_says_what_came_of_them(good: str, bad: str) -> None:
    """They are kept with that result; a word for none is no tactic."""
    assert one(f"{good},{bad}", "waiting; a rival bid,asking twice").tactics == (
        Tactic("waiting", "worked"),
        Tactic("a rival bid", "worked"),
        Tactic("asking twice", "failed"),
    )
    assert one(f"{good},{bad}", "nothing,").tactics == ()


def test_a_file_without_headings_loses_no_deal() -> None:
    """Where row 1 looks like values, a person says whether it holds the headings; if not, it is a deal as the others."""
    text = "Orbanex AG,2026-03-02,agreed,1000.50\nTillmark Ltd,2026-03-03,agreed,20.50\n"
    planned = read(text)
    assert "Does row 1 hold the headings?" in [question.text for question in planned.needed]
    said = read(text, answers={"rows:headings": "no"}, mapping={0: "vendor", 1: "deal_date", 2: "outcome", 3: "final_price"})
    assert [deal.vendor for deal in said.deals] == ["Orbanex AG", "Tillmark Ltd"]
    assert tally(said, preview(None, said)).rows == 2
    assert "rows:headings" not in [question.key for question in read(f"{HEAD},2025\n{ROW},5\n").questions]


@pytest.mark.parametrize(("word", "code"), [("Euro", "EUR"), ("Franken", "CHF"), ("Pfund Sterling", "GBP"), ("US-Dollar", "USD")])
def test_a_currency_in_words_is_read(word: str, code: str) -> None:
    """In a column of currencies and as an answer."""
    assert one("Price,Currency", f"5,{word}").currency == code
    assert preview(None, read(f"{HEAD},Price\n{ROW},5\n", answers={"currency": word})).deals[0].currency == code


def test_a_text_file_named_as_a_workbook_is_remarked() -> None:
    """It is read as what it is, and said to be so."""
    remark = plan(f"{HEAD}\n{ROW}\n".encode(), "deals.xlsx", today=TODAY).name_remark
    assert remark is not None
    assert "its name ends in .xlsx" in remark
    assert read(f"{HEAD}\n{ROW}\n").name_remark is None


def test_a_cell_of_megabytes_holds_up_nothing() -> None:
    """A list or tactics of more than a hundred thousand characters is left out with the reason, never divided."""
    begun = time.monotonic()
    text = "x;" * 400_000
    planned = read(f"{HEAD},Flexible on,Tactics\n{ROW},{text},{text}\n")
    assert ["100,000 characters" in each.reason for each in planned.skipped] == [True, True]
    assert time.monotonic() - begun < 10
