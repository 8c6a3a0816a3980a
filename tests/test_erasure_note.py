"""An erasure that was begun is brought to its end, wherever it was cut short, and the files are cleaned last."""

import itertools
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from leverage import Deal, KnowledgeBase, LeverageError, erasure
from leverage.desk import Desk
from leverage.erasure_note import ErasureNote, Noted
from leverage.errors import StoreUnavailable
from leverage.index import ERASING
from leverage.intake import tombstone
from tests.fakes import Clock, FailingEngine, WordEmbedding
from tests.test_erasing import files_with

Open = Callable[..., KnowledgeBase]
Write = Callable[..., Deal]
Erase = Callable[[KnowledgeBase, str], object]


@pytest.fixture
def told(kb: KnowledgeBase, deal: Write) -> str:
    """Two deals with Acme; the id of the one to go, which once was Beta's."""
    deal_id = kb.log(deal(vendor="Beta", notes="quokka"), key="1").deal_id
    kb.log(deal(vendor="Acme", notes="stays"), key="2")
    kb.edit(deal_id, deal(vendor="Acme", notes="The quokka clause"), 1)
    kb.close()
    return deal_id


@pytest.mark.parametrize("erase", [KnowledgeBase.forget, lambda kb, _: erasure.erase_vendor(kb, "Acme")], ids=["deal", "vendor"])
@pytest.mark.folder
def test_a_deal_or_a_vendor_erased_by_half_is_out_of_the_files_after_the_next_start(
    told: str, store: Path, tmp_path: Path, erase: Erase
) -> None:
    """It was listed, unreadable and in the files for ever, since nothing told the next start that it was to go."""
    finished = 0
    for call in itertools.count(1):
        copy = tmp_path / str(call)
        shutil.copytree(store, copy)
        kb = KnowledgeBase.open(copy, embedding=WordEmbedding(), clock=Clock())
        FailingEngine(kb.banks.engine, call, after=call % 2 == 1)
        try:
            erase(kb, told)
            kb.close()
            break
        except StoreUnavailable:
            kb.close()
        with KnowledgeBase.open(copy, embedding=WordEmbedding(), clock=Clock()) as kb:
            assert kb.check() == [], call
            assert not kb.eraser.is_unfinished()
            assert kb.count("Acme") == len(kb.deals("Acme"))
            if kb.record(told) is None:
                finished += 1
                assert files_with(copy, "quokka") == [], call
            else:
                assert finished == 0, call
    assert finished > 3


def test_what_a_rebuild_finds_half_erased_goes_out_of_the_files_with_the_repair(
    kb: KnowledgeBase, deal: Write, store: Path
) -> None:
    """An older version noted nothing: the repair deletes first and cleans the files last."""
    deal_id = kb.log(deal(vendor="Acme", notes="The quokka clause")).deal_id
    kb.log(deal(vendor="Acme", notes="stays"))
    kb.bank("Acme").retain([], [tombstone(deal_id)])
    assert any("cut short" in sentence for sentence in kb.check())
    assert "What was erased was taken out of the files." in kb.repair()
    assert kb.check() == []
    assert files_with(store, "quokka") == []
    assert [each.notes for each in kb.deals("Acme")] == ["stays"]


def test_the_note_holds_ids_alone_for_deals_and_vendors_and_nothing_in_the_end(
    kb: KnowledgeBase, deal: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a note holds stands in the files, too; it is there before the first deletion."""
    deal_id = kb.log(deal(vendor="Acme", notes="The quokka clause")).deal_id
    noted: list[Noted] = []
    forget = kb.eraser._intake.forget
    note = ErasureNote(kb.banks, kb.ask_index)

    def told(*arguments: object) -> None:
        noted.append(note.read())
        forget(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(kb.eraser._intake, "forget", told)
    kb.forget(deal_id)
    assert noted == [Noted(deals=((deal_id, "vendor-acme"),), emptied=(("vendor-acme",),))]
    assert note.read() == Noted()
    assert Desk(kb.banks).read(ERASING).keys() == {"version"}


def test_a_later_erasure_first_finishes_the_one_before(kb: KnowledgeBase, deal: Write, store: Path) -> None:
    """Its note took the place of the earlier one, which then was never finished."""
    kb.log(deal(vendor="Acme", notes="The quokka clause", logged_by="Ann Lee"))
    other = kb.log(deal(vendor="Beta", notes="The numbat clause", logged_by="Tom Becker")).deal_id
    ErasureNote(kb.banks, kb.ask_index).add(Noted(persons=(("Ann Lee",),)))
    assert kb.forget(other)
    assert files_with(store, "ann lee", "numbat") == []
    assert not kb.eraser.is_unfinished()


def test_one_erasure_goes_on_at_a_time(kb: KnowledgeBase, deal: Write) -> None:
    """The second is told to wait, and changes nothing."""
    kb.log(deal(vendor="Acme", logged_by="Ann Lee"))
    deal_id = kb.log(deal(vendor="Beta", logged_by="Ann Lee")).deal_id

    def meanwhile(done: int, total: int) -> None:
        with pytest.raises(LeverageError, match="being erased right now"):
            kb.forget(deal_id)
        kb.eraser.finish()
        assert kb.eraser.is_unfinished()

    erasure.erase_person(kb, "Ann Lee", progress=meanwhile)
    assert kb.people() == ["a former colleague"]
    assert kb.forget(deal_id)


def test_a_note_of_an_older_version_is_read() -> None:
    """It told a vendor by its bank id alone."""
    assert Noted.from_json({"vendors": ["vendor-acme"], "persons": [["Ann", "A."]], "files": True, "version": 3}) == Noted(
        vendors=(("vendor-acme",),), persons=(("Ann", "A."),)
    )
