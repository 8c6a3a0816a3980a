"""Whom a deal is for travels with it through files, and stands in nothing that is told of it."""

import io
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from leverage import Deal, KnowledgeBase, asking, exports, imports
from leverage.access.person import Person
from leverage.sentences import memories_of
from tests.access.marked import Model, said
from tests.fakes import Clock, WordEmbedding

WORD = "zyzzo"
AUDIENCE = ("Finance", "Unheard Of; Zyzzo", "ann@zyzzo.example", "Ｅｉｎｋａｕｆ")
ADMIN = Person("ada@corp.example", "Finance", "admin", "Ada")
FINANCE = Person("fay@corp.example", "Finance", "contributor", "Fay")
Write = Callable[..., Deal]


@pytest.fixture
def other(tmp_path: Path) -> Iterator[KnowledgeBase]:
    """Another, empty store."""
    with KnowledgeBase.open(tmp_path / "other", embedding=WordEmbedding(), clock=Clock()) as opened:
        yield opened


def _csv(kb: KnowledgeBase) -> tuple[bytes, str]:
    return exports.deals_csv(kb), "deals.csv"


def _archive(kb: KnowledgeBase) -> tuple[bytes, str]:
    with zipfile.ZipFile(io.BytesIO(exports.archive(kb))) as archive:
        return archive.read("deals.csv"), "deals.csv"


def _workbook(kb: KnowledgeBase) -> tuple[bytes, str]:
    return exports.workbook(kb), "deals.xlsx"


@pytest.mark.parametrize("export", [_csv, _archive, _workbook])
def test_exported_and_imported_it_is_for_the_same(
    kb: KnowledgeBase, other: KnowledgeBase, deal: Write, export: Callable[..., tuple[bytes, str]]
) -> None:
    """Departments that nobody knows there, addresses, and deals for everybody; the rule holds in the other store at once."""
    kb.log(deal(vendor="Acme", visible_to=AUDIENCE))
    kb.log(deal(vendor="Beta"))
    data, name = export(kb.view(ADMIN))
    view = other.view(ADMIN)
    imports.commit(view, imports.plan(data, name, kb=view), by="Ada")
    (back,) = other.deals("Acme")
    assert back.visible_to == kb.deals("Acme")[0].visible_to == (*AUDIENCE[:3], AUDIENCE[3])
    assert other.deals("Beta")[0].visible_to == ()
    assert [each.name for each in other.view(Person(department="IT")).vendors()] == ["Beta"]
    assert [each.name for each in other.view(Person(department="finance")).vendors()] == ["Acme", "Beta"]


def test_an_export_holds_what_its_person_sees(kb: KnowledgeBase, other: KnowledgeBase, deal: Write) -> None:
    """And the file that comes of it, taken in again, gives no more."""
    kb.log(deal(vendor="Acme", visible_to=["Legal"], notes=WORD))
    kb.log(deal(vendor="Beta", visible_to=["Finance"]))
    data = exports.deals_csv(kb.view(FINANCE))
    assert WORD not in data.decode("utf-8")
    imports.commit(other, imports.plan(data, "deals.csv", kb=other), by="Fay")
    assert [each.visible_to for _, held in other.records() for each in (one.deal() for one in held)] == [("Finance",)]


def test_an_edit_keeps_it(kb: KnowledgeBase, deal: Write) -> None:
    """A form that changes something else gives back whom the deal was for, as every version of it tells."""
    written = deal(vendor="Acme", visible_to=AUDIENCE, logged_by_email="fay@corp.example")
    deal_id = kb.log(written).deal_id
    shown = kb.view(FINANCE).deal(deal_id)
    assert shown
    kb.view(FINANCE).edit(deal_id, Deal(**shown.values() | {"discount_pct": 7}), 1)
    record = kb.record(deal_id)
    assert record
    assert [each.deal().visible_to for each in record.versions()] == [written.visible_to] * 2


def test_no_sentence_and_no_prompt_tells_whom_it_is_for(open_kb: Callable[..., KnowledgeBase], deal: Write) -> None:
    """Nor a memory, nor the audit trail."""
    model = Model()
    kb = open_kb(model=model)
    written = deal(vendor="Acme", visible_to=["Finance", "Zyzzo Department", "ann@zyzzo.example"], discount_pct=5)
    receipt = kb.view(FINANCE).log(written)
    view = kb.view(FINANCE)
    assert WORD not in said([receipt.memories if hasattr(receipt, "memories") else receipt, memories_of(written, "x")]).lower()
    told = [
        view.recall("Acme", "who sees it", 99),
        view.reflect("Acme").narrative,
        asking.ask(view, "Acme", "Who may see it?").words,
    ]
    assert WORD not in said(told).lower()
    assert model.asked
    assert WORD not in said(model.asked).lower()
    assert WORD not in said(kb.trail.rows()).lower()
