"""Whose an import is: whoever began it, and what it takes to undo what several people brought of one file."""

from dataclasses import replace
from typing import Any

import pytest

from leverage import KnowledgeBase, imports
from leverage.access.person import Person
from leverage.errors import NotAllowed, StoreUnavailable
from leverage.writing import Receipt

ANN = Person("ann@corp.example", "IT", "contributor", "Ann Lee")
BEN = Person("ben@corp.example", "IT", "contributor", "Ben Ott")
ADMIN = Person("ada@corp.example", "IT", "admin", "Ada Low")
OWN = "vendor,deal_date,logged_by,department,outcome\n"  # an export of ours asks for no names
HEAD = "Vendor,Date,Owner,Department,Outcome\n"
FILE = OWN + "".join(f"Vendor {n},2025-11-0{n},Ann Lee,IT,agreed\n" for n in (1, 2, 3))


def bring(kb: KnowledgeBase, person: Person, text: str = FILE) -> imports.ImportResult:
    """Import a file as a person."""
    view = kb.view(person)
    return imports.commit(view, imports.plan(text.encode(), "deals.csv", kb=view))


def bring_in_part(kb: KnowledgeBase, person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin an import as a person and let it be cut short after the first vendor."""
    log = kb._writer.log

    def only_the_first(*told: Any) -> list[Receipt]:
        if kb.count():
            raise StoreUnavailable("Cut short.")
        return log(*told)

    view = kb.view(person)
    planned = imports.plan(FILE.encode(), "deals.csv", kb=view)
    with monkeypatch.context() as patched:
        patched.setattr("leverage.imports.committing.BANKS_A_SLICE", 1)
        patched.setattr(kb._writer, "log", only_the_first)
        with pytest.raises(StoreUnavailable, match="Cut short"):
            imports.commit(view, planned)
    assert kb.count() == 1


def test_an_import_stays_that_of_whoever_began_it(kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who imports the rest of the same file brings deals of their own into it, and takes nothing over."""
    bring_in_part(kb, ANN, monkeypatch)
    result = bring(kb, BEN)
    assert (result.logged, result.existing) == (2, 1)
    (batch,) = imports.batches(kb)
    assert (batch.by, batch.entered_by, batch.state, batch.logged) == ("Ann Lee", "ann@corp.example", "done", 3)


def test_what_several_brought_is_undone_by_an_admin_alone(kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither of them takes out the other's deals; each one's own import they undo themselves."""
    bring_in_part(kb, ANN, monkeypatch)
    batch_id = bring(kb, BEN).batch_id
    for person in (ANN, BEN):
        with pytest.raises(NotAllowed, match="undo what others imported"):
            imports.undo(kb.view(person), batch_id)
    assert len(kb.batch(batch_id)) == 3
    assert imports.undo(kb.view(ADMIN), batch_id).removed == 3
    assert bring(kb, BEN).batch_id == batch_id
    (batch,) = imports.batches(kb)
    assert batch.entered_by == "ben@corp.example"
    with pytest.raises(NotAllowed):
        imports.undo(kb.view(ANN), batch_id)
    assert imports.undo(kb.view(BEN), batch_id).removed == 3


def test_a_deal_that_somebody_changed_since_is_in_nobodys_way(kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays in any case, so that whoever began the import may undo the rest."""
    bring_in_part(kb, ANN, monkeypatch)
    batch_id = bring(kb, BEN).batch_id
    for row in kb.batch(batch_id):
        record = kb.record(row.deal_id)
        assert record
        if record.entered_by == BEN.email:
            kb.edit(row.deal_id, replace(record.deal(), notes="Better."), record.version)
    undone = imports.undo(kb.view(ANN), batch_id)
    assert (undone.removed, undone.kept) == (1, 2)


def test_names_are_joined_by_whoever_may_change_a_vendors_names(kb: KnowledgeBase) -> None:
    """A contributor imports each name as it is known, or as a vendor of its own; nothing is written of what is refused."""
    bring(kb, ANN, HEAD + "Pelham Paper GmbH,2025-11-01,Ann Lee,IT,agreed\n")
    text = (HEAD + "Pelham Paper,2025-11-02,Ann Lee,IT,agreed\n").encode()
    answers = {"vendor:Pelham Paper": "Pelham Paper GmbH"}
    count = kb.trail.count()
    for person, role in ((ANN, "curator"), (replace(ANN, role="reader"), "contributor")):
        view = kb.view(person)
        with pytest.raises(NotAllowed, match=f"takes the role {role}"):
            imports.commit(view, imports.plan(text, "names.csv", kb=view, answers=answers))
    assert (kb.count(), len(imports.batches(kb)), kb.trail.count()) == (1, 1, count)
    curator = kb.view(replace(BEN, role="curator"))
    imports.commit(curator, imports.plan(text, "names.csv", kb=curator, answers=answers))
    assert [(each.name, each.deal_count) for each in kb.vendors()] == [("Pelham Paper GmbH", 2)]
    bring(kb, ANN, HEAD + "Pelham Papers,2025-11-02,Ann Lee,IT,agreed\n")
    assert len(kb.vendors()) == 2
