"""The tables of an export: deals with their history, terms, tactics and vendors, all of the same choice."""

import csv
import io
import zipfile
from datetime import UTC, datetime
from typing import Any

import pytest

from leverage import KnowledgeBase, events, feedback, people, watch
from leverage.deals import Tactic
from leverage.errors import UnreadableFile
from leverage.exports import TABLES, archive, deals_csv, dictionary_csv, table_csv, tactics_csv, terms_csv, vendors_csv
from leverage.imports import plan
from leverage.name_book import NameBook
from leverage.vendor_records import VendorNote, VendorRecord
from tests.shelves import Shelf, deal, record_of
from tests.strategies import TODAY

LATER = datetime(2026, 5, 1, 8, tzinfo=UTC)


def rows_of(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def deal_row(*deals: Any, **filters: Any) -> dict[str, str]:
    """Return the only row of the deals."""
    (row,) = rows_of(deals_csv(Shelf(*deals), **filters))  # type: ignore[arg-type]
    return row


def test_what_is_worked_out_stands_beside_what_was_written() -> None:
    """Days, yearly value and label of the terms are computed; the terms themselves stay as written."""
    row = deal_row(deal(payment_terms="2 % 10 days, 30 net"))
    assert row["payment_terms"] == "2 % 10 days, 30 net"
    assert row["computed_payment_terms"] == "2/10 net 30"
    assert (row["computed_payment_days"], row["computed_early_payment_value"]) == ("30", "37.2")
    assert deal_row(deal(payment_terms="as always"))["computed_payment_days"] == ""


def test_the_notice_deadline_is_that_of_the_brief() -> None:
    """The running term is rolled on, and a later agreement on the product closes the older one, exported or not."""
    first = deal(product="Seats", end_date="2026-01-31", auto_renews=True, renewal_term_months=12, notice_days=60)
    row = deal_row(first)
    assert (row["computed_term_end"], row["computed_notice_deadline"]) == ("2027-01-31", "2026-12-02")
    renewed = deal(product="Seats", deal_date="2026-06-01", kind="renewal", end_date="2028-01-31")
    assert deal_row(first, renewed, until="2026-05-31")["computed_notice_deadline"] == ""


def test_names_are_shown_beside_their_spelling() -> None:
    """The vendor, person and department as they are listed now are computed; the deal keeps what was written."""
    book = NameBook().merged("person", "Ida", "Ida Berg", LATER, None).merged("department", "IT", "Technology", LATER, None)
    shelf: Any = Shelf(deal(), known={"vendor-acme": VendorRecord("Acme Group")}, names=book)
    (row,) = rows_of(deals_csv(shelf, department="Technology"))
    assert (row["vendor"], row["logged_by"], row["department"]) == ("Acme", "Ida", "IT")
    assert row["computed_vendor"] == "Acme Group"
    assert (row["computed_logged_by"], row["computed_department"]) == ("Ida Berg", "Technology")


def test_a_row_tells_who_made_its_version() -> None:
    """A first version has an entry only; an edited one says when and by whom, and who entered it at first."""
    record = record_of(deal())
    assert deal_row(record)["edited_at"] == deal_row(record)["edited_by"] == ""
    edited = record.edited(record.values | {"logged_by": "Tom"}, LATER, "Priya")
    row = deal_row(edited)
    assert (row["version"], row["edited_at"], row["edited_by"]) == ("2", "2026-05-01T08:00:00+00:00", "Priya")
    assert (row["logged_by"], row["entered_by"], row["entered_at"]) == ("Tom", "Ida", "2026-03-03T09:00:00+00:00")


def test_retracted_deals_come_only_when_asked_for() -> None:
    """They are left out of every table, else there with the reason, and never counted as live."""
    gone = record_of(deal(firm_on=["term"], tactics=[Tactic("waited")])).retracted("=told twice", LATER, "Priya")
    shelf: Any = Shelf(gone)
    assert [rows_of(table_csv(shelf, table)) for table in TABLES[:-1]] == [[]] * 7
    row = deal_row(gone, retracted=True)
    assert (row["status"], row["retracted_because"], row["edited_by"]) == ("retracted", "'=told twice", "Priya")
    assert row["retracted_at"] == "2026-05-01T08:00:00+00:00"
    (vendor,) = rows_of(vendors_csv(shelf, retracted=True))
    assert (vendor["deals"], vendor["exported_deals"], vendor["last_deal"]) == ("0", "1", "")
    assert rows_of(terms_csv(shelf, retracted=True))[0]["status"] == "retracted"


def test_terms_have_a_row_each() -> None:
    """Every term of every deal says its stance, its deal and how that ended."""
    told = deal(flexible_on=["discount", "=term"], firm_on=["price; cap"], product="Seats")
    rows = rows_of(terms_csv(Shelf(told)))  # type: ignore[arg-type]
    assert [(row["term"], row["stance"]) for row in rows] == [
        ("discount", "flexible"),
        ("'=term", "flexible"),
        ("price; cap", "firm"),
    ]
    assert {(row["vendor"], row["deal_id"], row["logged_by"], row["product"], row["outcome"]) for row in rows} == {
        ("Acme", told.deal_id, "Ida", "Seats", "agreed")
    }


def test_tactics_have_a_row_each() -> None:
    """Every try of every deal says what it did; the filters hold here as for the deals."""
    shelf: Any = Shelf(
        deal(tactics=[Tactic("waited", "failed"), Tactic("asked early", "worked")]),
        deal(department="Finance", tactics=[Tactic("waited", "worked")]),
    )
    rows = rows_of(tactics_csv(shelf, department="it"))
    assert [(row["tactic"], row["result"]) for row in rows] == [("waited", "failed"), ("asked early", "worked")]


def test_a_vendor_has_one_row_with_all_that_belongs_to_it() -> None:
    """Names, notes with their source, and how much is recorded in all; the choice only says how much of it is exported."""
    note = VendorNote("fiscal year", "ends in June", "annual report", "Ida", LATER)
    known = {"vendor-acme": VendorRecord("Acme", aliases=("ACME; Inc", "Akme"), parent="Holding", notes=(note,))}
    deals = [deal(deal_date=f"2026-0{n}-01", logged_by=f"Person {n}", department="IT" if n < 3 else "Legal") for n in (1, 2, 3)]
    shelf: Any = Shelf(*deals, deal(vendor="Beta", department="Sales"), known=known)
    (row,) = rows_of(vendors_csv(shelf, department="Legal"))
    assert (row["vendor"], row["bank_id"], row["parent"]) == ("Acme", "vendor-acme", "Holding")
    assert row["aliases"] == r"ACME\; Inc; Akme"
    assert row["notes"] == r"fiscal year: ends in June (from: annual report\; noted by Ida, 1 May 2026)"
    assert (row["deals"], row["confidence"], row["last_deal"], row["exported_deals"]) == ("3", "Medium", "2026-03-01", "1")
    assert (row["departments"], row["contributors"]) == ("IT; Legal", "Person 1; Person 2; Person 3")


def test_the_archive_holds_every_table() -> None:
    """Each table is the very CSV file that is exported alone; the same deals give the same bytes."""
    shelf: Any = Shelf(deal(firm_on=["term"]), deal(vendor="Beta"))
    data = archive(shelf, "Acme")
    assert data == archive(shelf, "Acme")
    packed = zipfile.ZipFile(io.BytesIO(data))
    assert packed.namelist() == [f"{table}.csv" for table in TABLES]
    assert packed.read("deals.csv") == deals_csv(shelf, "Acme")
    assert packed.read("dictionary.csv") == dictionary_csv()


def test_what_stands_beside_the_deals_has_tables_of_its_own(kb: KnowledgeBase) -> None:
    """Events a row a signal, reviews of flags and feedback, people under the names they go by now."""
    kb.log(deal(signals=[("legal_threat", "We will see you in court.")]))
    event = events.log(
        kb, "Acme", "2026-03-20", [("price_increase", "=9% more"), "Called twice."], by="Ida", department="IT", note="By post"
    )
    (flag,) = watch.flags(kb)
    watch.review(kb, flag.flag_id, "Tom Becker", "Settled, in “writing”", department="Law")
    feedback.note(kb, "Acme", "waited", "helped", happened="They moved.", by="Ida", department="IT")
    people.merge(kb, "person", "Ida", "Ida Berg")
    letter, call = rows_of(table_csv(kb, "events"))
    assert (letter["signal_kind"], letter["signal"], letter["note"], letter["by"]) == (
        "price_increase",
        "'=9% more",
        "By post",
        "Ida Berg",
    )
    assert (call["signal_kind"], call["event_id"], call["day"], call["vendor"]) == ("minor", event.id, "2026-03-20", "Acme")
    (review,) = rows_of(table_csv(kb, "reviews"))
    assert (review["flag"], review["verdict"], review["why"]) == (flag.label, "dealt_with", "Settled, in “writing”")
    assert (review["by"], review["department"], review["flag_id"]) == ("Tom Becker", "Law", flag.flag_id)
    (said,) = rows_of(table_csv(kb, "feedback"))
    assert (said["about"], said["verdict"], said["happened"], said["by"]) == ("waited", "helped", "They moved.", "Ida Berg")
    assert rows_of(table_csv(kb, "events", "Nobody")) == []


def test_what_stands_beside_the_deals_is_narrowed_by_its_own_day_and_writer(kb: KnowledgeBase) -> None:
    """Also where none of the vendor's deals is chosen; the table of vendors keeps to those with a chosen deal."""
    kb.log(deal())
    events.log(kb, "Acme", "2026-03-20", ["Called twice."], by="Ida", department="Law")
    for filters, count in (
        ({"since": "2026-03-20", "until": "2026-03-20"}, 1),
        ({"since": "2026-03-21"}, 0),
        ({"until": "2026-03-19"}, 0),
        ({"department": "law"}, 1),
        ({"department": "IT"}, 0),
    ):
        assert len(rows_of(table_csv(kb, "events", **filters))) == count, filters  # type: ignore[arg-type]
    assert rows_of(vendors_csv(kb, since="2026-03-20")) == []
    packed = zipfile.ZipFile(io.BytesIO(archive(kb, since="2026-03-20")))
    assert packed.read("events.csv") == table_csv(kb, "events", since="2026-03-20")


@pytest.mark.parametrize("table", TABLES[1:])
def test_only_deals_are_read_back(table: str) -> None:
    """A table whose rows are no deals is refused in a sentence, though it has the columns of one."""
    shelf: Any = Shelf(deal(firm_on=["term"], tactics=[Tactic("waited")]))
    with pytest.raises(UnreadableFile, match=f"table “{table}” of an export.*Choose the deals"):
        plan(table_csv(shelf, table), "some.csv", today=TODAY)


def test_what_is_not_read_is_said() -> None:
    """On the way in, computed columns and those that only a store can say are passed over with their reason."""
    planned = plan(deals_csv(Shelf(deal(payment_terms="Net 30"))), "deals.csv", today=TODAY)  # type: ignore[arg-type]
    reasons = {column.header: column.reason for column in planned.unread}
    assert reasons["computed_payment_days"] == "is computed by Leverage"
    assert reasons["status"] == reasons["source"] == "is set by Leverage itself"
    assert planned.skipped == ()
