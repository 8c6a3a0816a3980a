"""The contributor index: pointers only, complete or rebuilt, right under damage."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from leverage import Deal, KnowledgeBase
from leverage.index import FILE_NAME, DealRow, Index, RetractedRow, VendorRow


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    """An empty index."""
    index = Index(tmp_path)
    yield index
    index.close()


def row(deal_id: str, bank_id: str = "vendor-a", **fields: object) -> DealRow:
    """Write a row in one line."""
    plain = {"vendor": "A", "version": 1, "who": "Ann", "department": "IT", "day": "2026-01-02", "entered_at": "x"}
    return DealRow(deal_id, bank_id, **plain | fields)  # type: ignore[arg-type]


def test_a_vendor_is_summed_up_from_its_deals(index: Index) -> None:
    """Count, newest day, people and departments come from the rows, spellings that fold alike once."""
    index.put(
        [
            row("1", department="Sales-Ops"),
            row("2", who="Bob", department="sales ops", day="2026-03-04"),
            row("3", who="ann", day="2025-01-01"),
        ],
        [VendorRow("vendor-a", "A Ltd", 1)],
    )
    (vendor,) = index.vendors()
    assert (vendor.name, vendor.bank_id, vendor.deal_count, vendor.confidence) == ("A Ltd", "vendor-a", 3, "Medium")
    assert vendor.last_deal == date(2026, 3, 4)
    assert vendor.contributors == ("Ann", "Bob")
    assert vendor.departments == ("IT", "Sales-Ops")


def test_a_retracted_deal_counts_nowhere_and_is_still_found(index: Index) -> None:
    """Retracting moves the pointer; putting the deal again moves it back."""
    index.put([row("1")], [VendorRow("vendor-a", "A", 1)])
    before = index.revision("vendor-a")
    index.put_retracted(RetractedRow("1", "vendor-a", 2))
    assert (index.deal("1"), index.retracted("1")) == (None, RetractedRow("1", "vendor-a", 2))
    assert index.vendors() == []
    assert index.revision("vendor-a") != before
    index.put([row("1", version=3)])
    assert index.retracted("1") is None
    assert index.count("vendor-a", None, None) == {"IT": 1}


def test_revision_changes_with_a_deal_its_version_and_the_vendor_alone(index: Index) -> None:
    """A cache keyed by it is never stale and never emptied by other vendors."""
    index.put([row("1")], [VendorRow("vendor-a", "A", 1)])
    seen = [index.revision("vendor-a")]
    index.put([row("9", "vendor-b")], [VendorRow("vendor-b", "B", 1)])
    assert index.revision("vendor-a") == seen[0]
    index.put([row("2")])
    seen.append(index.revision("vendor-a"))
    index.put([row("2", version=2)])
    seen.append(index.revision("vendor-a"))
    index.put([], [VendorRow("vendor-a", "A", 2)])
    seen.append(index.revision("vendor-a"))
    assert len(set(seen)) == 4


def test_what_is_written_during_a_rebuild_is_not_lost(index: Index) -> None:
    """A deal logged while the banks are being read stands in the rebuilt index."""
    index.put([row("old")])
    with index.replacing() as replace:
        index.put([row("meanwhile")])
        replace([row("read")], [], [], [])
    assert {each.deal_id for each in index.deals()} == {"read", "meanwhile"}
    assert index.is_complete()


def test_an_interrupted_rebuild_leaves_everything_as_it_was(index: Index) -> None:
    """Only a rebuild that came to its end replaces rows."""
    index.put([row("old")])
    with pytest.raises(KeyboardInterrupt), index.replacing():
        raise KeyboardInterrupt
    assert [each.deal_id for each in index.deals()] == ["old"]
    assert not index.is_complete()


def test_names_are_data_not_sql(index: Index) -> None:
    """Quotes and semicolons in names are stored and found as they are."""
    name = "Robert'); DROP TABLE deals;--"
    index.put([row("1", bank_id=name, who=name, department=name)], [VendorRow(name, name, 1)])
    assert index.vendors(name)[0].contributors == (name,)


def test_the_index_holds_no_terms_amounts_tactics_or_notes(kb: KnowledgeBase, store: Path, deal: Callable[..., Deal]) -> None:
    """Nothing of a deal's content is found in any byte of the index file."""
    kb.log(
        deal(
            notes="marker-notes",
            payment_terms="marker-terms",
            product="marker-product",
            flexible_on=["marker-flexible"],
            firm_on=["marker-firm"],
            tactics=["marker-tactic"],
            discount_pct="17.31",
            final_price="9184.77",
        )
    )
    kb.close()
    data = b"".join(path.read_bytes() for path in store.glob(f"{FILE_NAME}*"))
    assert b"Priya Nair" in data
    for word in (b"marker", b"17.31", b"9184.77"):
        assert word not in data


@pytest.mark.parametrize("damage", ["deleted", "garbage", "truncated", "emptied", "older schema"])
def test_a_damaged_index_is_rebuilt_at_the_start(
    open_kb: Callable[..., KnowledgeBase], store: Path, deal: Callable[..., Deal], damage: str
) -> None:
    """Whatever happened to the file, the next start gives the same lists."""
    kb = open_kb()
    for n in range(4):
        kb.log(deal(vendor=f"Vendor {n % 2}", notes=str(n)))
    kb.retract(kb.log(deal(notes="gone")).deal_id, "a slip")
    before = kb.vendors()
    kb.close()
    path = store / FILE_NAME
    if damage == "older schema":
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("DROP TABLE retracted")
            connection.execute("DROP TABLE deals")
            connection.execute("DROP TABLE vendors")
            connection.execute("DROP TABLE state")
            connection.execute("DROP TABLE _sqlite_migrations")
    else:
        for suffix in ("-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        content = path.read_bytes()
        path.unlink()
        if damage != "deleted":
            garbage, half = b"\x00\xffno index" * 900, content[: len(content) // 2]
            path.write_bytes({"garbage": garbage, "truncated": half, "emptied": b""}[damage])
    again = open_kb()
    assert again.vendors() == before
    assert again.check() == []


def test_a_page_garbled_while_open_is_rebuilt_at_the_next_question(
    open_kb: Callable[..., KnowledgeBase], store: Path, deal: Callable[..., Deal]
) -> None:
    """Damage that the check at the start can't see still costs no deal."""
    kb = open_kb()
    kb.log_many([(deal(vendor=f"Vendor {n}", logged_by=f"Person {n}" * 10), None) for n in range(150)])
    before = kb.vendors()
    kb.close()
    path = store / FILE_NAME
    pages = path.stat().st_size // 4096
    assert pages > 8
    again = open_kb()
    with path.open("r+b") as file:
        for page in range(2, pages):
            file.seek(page * 4096)
            file.write(b"\xa5" * 4096)
    again._index._close_free()  # so that no connection answers from what it read before
    assert again.vendors() == before
    assert again.check() == []
