"""What is erased for good is gone: from every answer, and from every file of the store."""

import itertools
import json
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase, LeverageError, Memory, directory, erasure, people
from leverage.blotting import FORMER, Blotter
from leverage.desk import DESK_ID
from leverage.errors import DealErased, StoreUnavailable
from leverage.index import ERASING, NAMES
from leverage.name_book import NameBook
from tests.fakes import Clock, FailingEngine, WordEmbedding

Open = Callable[..., KnowledgeBase]
Write = Callable[..., Deal]

SECRET = "quokka"  # a word that stands nowhere else


def files_with(store: Path, *words: str) -> list[str]:
    """Return the files of a store that hold one of the words, in any case."""
    found = []
    for path in store.rglob("*"):
        if path.is_file():
            data = path.read_bytes().lower()
            found += [f"{path.relative_to(store)}: {word}" for word in words if word.lower().encode() in data]
    return found


def contents(kb: KnowledgeBase, vendor: str) -> Any:
    """Return everything that can be asked about a vendor."""
    hits = sorted((hit.id, hit.text, hit.deal_ids) for hit in kb.recall(vendor, "deal", limit=500))
    return kb.brief(vendor).to_dict(), [record.to_json() for record in kb.retracted(vendor)], hits


@pytest.fixture
def full(kb: KnowledgeBase, deal: Write) -> Iterator[KnowledgeBase]:
    """Three vendors; Priya Nair logged, edited, is mentioned, and left notes."""
    kb.log(deal(vendor="Acme", notes="The quokka clause was dear.", logged_by="Priya Nair"), key="a1")
    kb.log(deal(vendor="Acme", notes="Nothing odd.", logged_by="Tom Becker", discount_pct=10), key="a2")
    kb.log(deal(vendor="Beta", notes="Ask priya  nair about the quokka.", logged_by="Tom Becker"), key="b1")
    kb.log(deal(vendor="Gamma", notes="All quiet.", logged_by="P. Nair", tactics=[("asked", "worked")]), key="g1")
    kb.log(deal(vendor="Gamma", notes="Calm.", logged_by="Ann Lee"), key="g2")
    return kb


@pytest.mark.folder
def test_an_erased_deal_is_in_no_file_any_more(full: KnowledgeBase, store: Path, open_kb: Open, deal: Write) -> None:
    """Its words, also those of earlier versions, are gone; the other deals answer as before, then and after a restart."""
    (first,) = [each for each in full.deals("Acme") if each.logged_by == "Priya Nair"]
    full.edit(first.deal_id or "", deal(vendor="Acme", notes="Another numbat."), 1)
    full.retract(first.deal_id or "", "The wombat was wrong.")
    (beta,) = full.deals("Beta")
    before = {name: contents(full, name) for name in ("Gamma",)}
    assert files_with(store, "numbat", "wombat")
    assert full.forget(first.deal_id or "")
    assert full.forget(beta.deal_id or "")
    for kb in (full, None):
        if kb is None:
            full.close()
            kb = open_kb()
        assert files_with(store, SECRET, "numbat", "wombat") == []
        assert [each.notes for each in kb.deals("Acme")] == ["Nothing odd."]
        assert {name: contents(kb, name) for name in before} == before
        assert kb.check() == []
        with pytest.raises(DealErased):
            kb.log(deal(vendor="Acme"), key="a1")


def test_an_erased_vendor_is_in_no_file_and_all_others_stay_equal(full: KnowledgeBase, store: Path, deal: Write) -> None:
    """Names, aliases, notes, retracted deals and what waits or was set aside go; so does what others' records tell of it."""
    directory.add_alias(full, "Beta", "Zanzibar Holding")
    directory.add_note(full, "Beta", "Fiscal year-end", "The numbat month", "wombat report", by="Tom Becker")
    directory.set_parent(full, "Acme", "Beta")
    (beta,) = full.deals("Beta")
    full.retract(beta.deal_id or "", "wrong")
    others = {name: contents(full, name) for name in ("Acme", "Gamma")}
    traces = erasure.preview_vendor(full, "zanzibar holding")
    assert (traces.name, traces.deals, traces.retracted, traces.aliases) == ("Beta", 0, 1, ("Zanzibar Holding",))
    assert erasure.erase_vendor(full, "Beta") == erasure.Erased(1, True)
    assert files_with(store, "zanzibar", "numbat", "wombat", "Ask priya") == []
    after = {name: contents(full, name) for name in ("Acme", "Gamma")}
    assert after == others
    assert directory.record(full, "Acme").parent is None
    assert full.vendor("Zanzibar Holding") is None
    assert full.check() == []
    assert full.log(deal(vendor="Zanzibar Holding")).bank_id == "vendor-zanzibar-holding"


def test_a_persons_name_becomes_a_former_colleague_everywhere(
    full: KnowledgeBase, store: Path, open_kb: Open, deal: Write
) -> None:
    """Sentences, notes, history, reasons, vendors' notes and the book of names included; what they know stays."""
    people.merge(full, "person", "P. Nair", "Priya Nair", by="Priya Nair")
    (beta,) = full.deals("Beta")
    full.edit(beta.deal_id or "", deal(vendor="Beta", logged_by="Tom Becker", notes="Now quiet."), 1, by="Priya Nair")
    full.retract(beta.deal_id or "", "Priya Nair said so.", by="Priya Nair")
    directory.add_note(full, "Gamma", "Fiscal year-end", "30 June", "Told by Priya Nair", by="Priya Nair")
    full.bank("Gamma").retain([Memory("m1", "Priya Nair met the director.")])
    traces = erasure.preview_person(full, "p. nair")
    assert (traces.name, traces.deals, traces.mentions) == ("Priya Nair", 2, 2)
    assert set(traces.vendors) == {"Acme", "Beta", "Gamma"}
    quiet = full.brief("Acme").to_dict()["max_discount_pct"]
    assert erasure.erase_person(full, "P. Nair") == erasure.Erased(4, True)
    for kb in (full, None):
        if kb is None:
            full.close()
            kb = open_kb()
        assert files_with(store, "priya", "p. nair") == []
        assert {each.logged_by for name in ("Acme", "Gamma") for each in kb.deals(name)} == {FORMER, "Tom Becker", "Ann Lee"}
        assert FORMER not in {each.name for each in kb.brief("Acme").whom_to_ask}
        assert FORMER not in people.known(kb)
        assert FORMER in " ".join(hit.text for hit in kb.recall("Acme", "who dealt with Acme", limit=50))
        assert f"{FORMER} met the director." in [hit.text for hit in kb.recall("Gamma", "director", limit=50)]
        assert kb.brief("Acme").to_dict()["max_discount_pct"] == quiet
        (retracted,) = kb.retracted("Beta")
        assert retracted.retraction is not None
        assert retracted.retraction.reason == f"{FORMER} said so."
        assert kb.check() == []
    with pytest.raises(LeverageError, match="Check the spelling"):
        erasure.erase_person(kb, "Priya Nair")


def test_no_place_in_the_store_keeps_a_persons_name(kb: KnowledgeBase, store: Path, deal: Write) -> None:
    """Desk, banks, set-aside, browsers' notes, narratives and index; whoever adds a place says here that it is clean."""
    kb.log(deal(vendor="Acme", logged_by="Tom B", department="Sales Ops"), key="1")
    kb.log(deal(vendor="Acme", logged_by="Zora Quokkason"), key="2")
    kb.log(deal(vendor="Beta", logged_by="Tom B", department="Team of Zora Quokkason"), key="3")
    people.merge(kb, "department", "Sales Ops", "Team of Zora Quokkason", by="Zora Quokkason")
    undone = people.merge(kb, "person", "Tom B", "Tom Becker", by="Zora Quokkason")
    people.undo(kb, undone.id, by="Zora Quokkason")
    people.set_left(kb, "Zora Quokkason", has_left=True)
    kb.bank("Acme").retain(
        [Memory("zora-quokkason", "The director.", logged_by="Zora Quokkason", department="of Zora Quokkason")]
    )
    moved = directory.merge(kb, "Beta", "Acme", by="Zora Quokkason")
    directory.undo(kb, moved.id, by="Zora Quokkason")
    directory.rename(kb, "Acme", "Acme Two", by="Zora Quokkason")
    (store / "set-aside" / "x.000001.json").write_text(json.dumps({"deal_id": "x", "by": "Zora Quokkason", "vendor": "Acme"}))
    (store / "narratives").mkdir()
    (store / "narratives" / "vendor-acme.json").write_text(json.dumps({"k": "Zora Quokkason agreed."}))
    note = {"person": {"name": "Zora Quokkason", "department": "IT"}, "draft": {"typed": {"contact": "Zora Quokkason"}}}
    (store / "browsers").mkdir()
    (store / "browsers" / "a.json").write_text(json.dumps(note | {"edit.1": {"clean": {"logged_by": "Zora Quokkason"}}}))
    (store / "browsers" / "b.json").write_text('{"draft": "Zora Quokkason')
    assert erasure.erase_person(kb, "Zora Quokkason").in_files
    kb.rebuild_index()
    assert files_with(store, "quokkason") == []
    assert "the director." in str(kb.recall("Acme", "director", limit=5)).casefold()
    assert {each.name for each in store.iterdir()} == {
        *(["banks"] if kb.banks.engine.has_files else []),
        *("outbox", "set-aside", "browsers", "narratives", "audit"),
        *("index.sqlite3", "index.sqlite3-wal", "index.sqlite3-shm", "store.lock", "held-by.json", "format"),
    }
    assert kb.banks.bank(DESK_ID).records().keys() == {NAMES, ERASING}
    assert [each for each in kb.check() if "set aside" not in each] == []


@pytest.mark.parametrize("where", ["merged by", "left", "loose memory", "browser", "set aside"])
def test_a_person_who_stands_beside_the_deals_alone_can_be_erased(
    kb: KnowledgeBase, deal: Write, store: Path, where: str
) -> None:
    """They stood "in no deal and in no note", while the files held the name."""
    kb.log(deal(vendor="Acme", logged_by="Tom B"))
    if where == "merged by":
        people.merge(kb, "person", "Tom B", "Tom Becker", by="Zora Quokkason")
    elif where == "left":
        people.set_left(kb, "Zora Quokkason", has_left=True)
    elif where == "loose memory":
        kb.bank("Numbat").retain([Memory("m1", "The director.", logged_by="Zora Quokkason")])
    elif where == "browser":
        (store / "browsers").mkdir()
        (store / "browsers" / "a.json").write_text(json.dumps({"person": {"name": "Zora Quokkason"}}))
    else:
        (store / "set-aside" / "x.000001.json").write_text(json.dumps({"deal_id": "x", "by": "Zora Quokkason"}))
    assert files_with(store, "quokkason") or (where == "loose memory" and not kb.banks.engine.has_files)
    traces = erasure.preview_person(kb, "zora quokkason")
    assert (traces.deals, traces.mentions, traces.others) == (0, 0, 1)
    assert erasure.erase_person(kb, "Zora Quokkason") == erasure.Erased(0, True)
    assert files_with(store, "quokkason") == []
    with pytest.raises(LeverageError, match="Check the spelling"):
        erasure.erase_person(kb, "Zora Quokkason")


def test_names_put_together_meanwhile_do_not_bring_an_erased_name_back(kb: KnowledgeBase, deal: Write, store: Path) -> None:
    """Whoever read the book of names before wrote it after: the erasure waits for its turn now."""
    for name in ("Zora Quokkason", "Tom B", "Tom Becker"):
        kb.log(deal(logged_by=name))
    people.merge(kb, "person", "Z. Quokkason", "Zora Quokkason")
    erasing = threading.Thread(target=lambda: erasure.erase_person(kb, "Zora Quokkason"))

    def slowly(book: NameBook) -> NameBook:
        erasing.start()
        erasing.join(1)
        return book.merged("person", "Tom B", "Tom Becker", kb.now(), None)

    kb.change_names(slowly)
    erasing.join()
    assert files_with(store, "quokkason") == []
    assert people.book(kb).name("person", "Tom B") == "Tom Becker"
    assert kb.check() == []


def test_unsaved_forms_go_with_what_they_name(full: KnowledgeBase, store: Path) -> None:
    """Whoever erases, the app, the command line or a program: an old form can't bring it back; others stay."""
    (deal_id, other) = [each.deal_id for each in sorted(full.deals("Acme"), key=lambda each: each.logged_by)]
    notes = {
        "person": {"name": "Priya Nair"},
        "draft": {"typed": {"vendor": "Zanzibar"}},
        f"edit.{deal_id}": {"typed": {"notes": "The quokka clause"}},
        f"edit.{other}": {"typed": {"notes": "Nothing odd"}},
    }
    directory.add_alias(full, "Beta", "Zanzibar")
    (store / "browsers").mkdir()
    file = store / "browsers" / "a.json"
    file.write_text(json.dumps(notes))
    gone = ["draft", f"edit.{deal_id}", "person", f"edit.{other}"]
    for erase in (
        lambda: erasure.erase_vendor(full, "Beta"),
        lambda: erasure.erase_deal(full, deal_id or ""),
        lambda: erasure.erase_person(full, "P. Nair"),
        lambda: erasure.erase_vendor(full, "Acme"),
    ):
        if gone[0] == "person":
            file.write_text(json.dumps(json.loads(file.read_text()) | {"person": {"name": "P. Nair"}}))
        assert gone.pop(0) in json.loads(file.read_text())
        erase()
        assert set(json.loads(file.read_text())) == set(gone)


@pytest.mark.folder
def test_an_erasure_cut_short_is_finished_at_the_next_start(full: KnowledgeBase, store: Path, tmp_path: Path) -> None:
    """Wherever it stopped, after the next start the name is gone everywhere, or nothing was begun."""
    full.close()
    finished = 0
    for call in itertools.count(2, 5):
        copy = tmp_path / str(call)
        shutil.copytree(store, copy)
        with KnowledgeBase.open(copy, embedding=WordEmbedding(), clock=Clock()) as kb:
            FailingEngine(kb.banks.engine, call, after=False)
            try:
                kb.eraser.erase_person(["Tom Becker"])
                break
            except StoreUnavailable:
                pass
        with KnowledgeBase.open(copy, embedding=WordEmbedding(), clock=Clock()) as kb:
            assert kb.check() == []
            if "Tom Becker" in kb.people():  # it failed before anything was noted: nothing has changed
                assert finished == 0
            else:
                finished += 1
                assert files_with(copy, "tom becker") == [], call
                assert FORMER in kb.people()
    assert finished > 3


@pytest.fixture
def named_after(kb: KnowledgeBase, deal: Write) -> KnowledgeBase:
    """A vendor named after Jonas Weber with live, retracted and erased deals, merged, split and named elsewhere, too."""
    kb.log(deal(vendor="Jonas Weber Consulting", logged_by="Tom Becker", notes="Calm."), key="c1")
    wrong = kb.log(deal(vendor="Jonas Weber Consulting", logged_by="Ann Lee", notes="Odd."), key="c2")
    kb.retract(wrong.deal_id, "wrong")
    kb.forget(kb.log(deal(vendor="Jonas Weber Consulting", notes="Gone."), key="c3").deal_id)
    kb.bank("Jonas Weber Consulting").retain([Memory("m1", "They are quick.")])
    directory.add_note(kb, "Jonas Weber Consulting", "Fiscal year-end", "30 June", "a call", by="Tom Becker")
    directory.add_alias(kb, "Jonas Weber Consulting", "JWC")
    kb.log(deal(vendor="Weber Jonas GmbH", notes="No name of his."))
    kb.log(deal(vendor="Jonas Weber Legal"), key="l1")
    directory.merge(kb, "Jonas Weber Legal", "JWC")
    kb.log(deal(vendor="Jonas Weber Books", notes="Books."), key="b1")
    kb.log(deal(vendor="Beta", notes="Beta's."), key="b2")
    directory.merge(kb, "Jonas Weber Books", "Beta")
    directory.split(kb, "Beta", [each.deal_id or "" for each in kb.deals("Beta") if each.notes == "Beta's."], "Gamma")
    kb.log(deal(vendor="Delta", logged_by="Jonas Weber", notes="jweber@corp.com; WEBER, JONAS"), key="d1")
    return kb


def check_unnamed(kb: KnowledgeBase, store: Path) -> None:
    """Hold that no file names Jonas Weber, and that all that was known of his firm answers under its new address."""
    assert kb.check() == []
    assert files_with(store, "jonas weber", "jonas-weber", "weber, jonas", "jweber") == []
    (firm,) = [vendor for vendor in kb.vendors() if "Consulting" in vendor.name]
    assert (firm.name, firm.bank_id) == (f"{FORMER} Consulting", "vendor-a-former-colleague-consulting")
    assert firm.deal_count == 2
    assert kb.bank_id("JWC") == kb.bank_id(firm.name) == firm.bank_id
    assert [each.deal_id for each in kb.retracted("JWC")]
    assert "They are quick." in [hit.text for hit in kb.recall("JWC", "quick", limit=50)]
    assert [each.text for each in directory.record(kb, "JWC").notes] == ["30 June"]
    assert kb.vendor("vendor-jonas-weber-consulting") is None
    assert {vendor.name: vendor.deal_count for vendor in kb.vendors() if vendor.name in ("Beta", "Gamma", "Delta")} == {
        "Beta": 1,
        "Gamma": 1,
        "Delta": 1,
    }


def test_a_vendor_named_after_an_erased_person_gets_another_address(
    named_after: KnowledgeBase, store: Path, open_kb: Open, deal: Write
) -> None:
    """Its bank id, which stands in links, lists and files, was made from the name; its deals, memories and notes go along."""
    traces = erasure.preview_person(named_after, "Jonas Weber")
    assert sorted(traces.addresses) == ["Beta", "Jonas Weber Consulting"]
    assert erasure.erase_person(named_after, "Jonas Weber").in_files
    check_unnamed(named_after, store)
    named_after.close()
    kb = open_kb()
    check_unnamed(kb, store)
    kb.rebuild_index()
    check_unnamed(kb, store)
    with pytest.raises(DealErased):
        kb.log(deal(vendor="JWC", notes="Gone."), key="c3")


def test_two_vendors_named_after_one_person_stay_two(kb: KnowledgeBase, store: Path, deal: Write) -> None:
    """Where the name without the person's leads to a vendor already, a number stands behind it."""
    for n, vendor in enumerate(("Ann Lee Ltd", "Bob Ray Ltd", "Bob Ray Inc")):
        kb.log(deal(vendor=vendor, notes=f"{n}", logged_by="Tom Becker"), key=vendor)
    directory.add_alias(kb, "Bob Ray Inc", "Ann Lee Limited")
    directory.add_alias(kb, "Bob Ray Inc", "Bob Ray Limited")
    for name in ("Ann Lee", "Bob Ray"):
        erasure.erase_person(kb, name)
    assert {each.name: (each.bank_id, kb.deals(each.bank_id)[0].notes) for each in kb.vendors()} == {
        f"{FORMER} Ltd": ("vendor-a-former-colleague-ltd", "0"),
        f"{FORMER} Ltd 2": ("vendor-a-former-colleague-ltd-2", "1"),
        f"{FORMER} Inc": ("vendor-a-former-colleague-inc", "2"),
    }
    assert kb.check() == []
    assert files_with(store, "ann-lee", "bob-ray", "ann lee", "bob ray") == []


@pytest.mark.folder
def test_a_change_of_address_cut_short_is_finished_at_the_next_start(
    named_after: KnowledgeBase, store: Path, tmp_path: Path
) -> None:
    """Wherever it stopped, no deal is lost or doubled, and after the next start the name is gone from every file."""
    named_after.close()
    finished = 0
    for call in itertools.count(5, 9):
        copy = tmp_path / str(call)
        shutil.copytree(store, copy)
        with KnowledgeBase.open(copy, embedding=WordEmbedding(), clock=Clock()) as kb:
            FailingEngine(kb.banks.engine, call, after=call % 2 == 0)
            try:
                erasure.erase_person(kb, "Jonas Weber")
                break
            except StoreUnavailable:
                pass
        with KnowledgeBase.open(copy, embedding=WordEmbedding(), clock=Clock()) as kb:
            assert kb.check() == [], call
            if "Jonas Weber" not in kb.people():
                finished += 1
                check_unnamed(kb, copy)
    assert finished > 3


def test_an_erased_name_goes_in_every_order_and_with_its_addresses(kb: KnowledgeBase, store: Path, deal: Write) -> None:
    """What stays is told before: deals where the first or the last name stands alone, those of namesakes aside."""
    kb.log(deal(logged_by="Jonas Weber", notes="WEBER, JONAS wrote from jonas.weber@corp.com, cc jweber@corp.com."))
    kb.log(deal(logged_by="Weber, Jonas", notes="Quiet."))
    kb.log(deal(logged_by="Tom Becker", deal_date="2025-03-02", notes="Weber said no, Jonas said yes."))
    kb.log(deal(logged_by="Anna Weber", notes="Anna Weber knows."))
    traces = erasure.preview_person(kb, "Jonas Weber")
    assert (traces.deals, traces.addresses) == (2, ())
    assert [(each.vendor, str(each.deal_date), each.words) for each in traces.stay] == [
        ("Microsoft", "2025-03-02", ("jonas", "weber"))
    ]
    erasure.erase_person(kb, "Jonas Weber")
    assert files_with(store, "weber, jonas", "jonas.weber", "jweber", "corp.com") == []
    assert "Anna Weber" in kb.people()
    assert kb.people().count(FORMER) == 1
    assert erasure.preview_person(kb, "Anna Weber").deals == 1


def test_a_vendor_of_whom_nothing_is_left_goes_with_its_last_deal(kb: KnowledgeBase, store: Path, deal: Write) -> None:
    """Its name is in no file any more and free for another; one with notes, or with a retracted deal, stays."""
    kb.log(deal(vendor="Microsft Corp"), key="x")
    kb.log(deal(vendor="Microsoft", notes="stays"))
    directory.undo(kb, directory.merge(kb, "Microsft Corp", "Microsoft").id)
    (only,) = kb.deals("Microsft Corp")
    kb.forget(only.deal_id or "")
    assert files_with(store, "microsft") == []
    assert kb.check() == []
    directory.add_alias(kb, "Microsoft", "Microsft Corp")
    with pytest.raises(DealErased):
        kb.log(deal(vendor="Microsft Corp"), key="x")
    for vendor in ("Noted", "Doubtful"):
        kb.log(deal(vendor=vendor, notes="last"))
    directory.add_note(kb, "Noted", "Fiscal year-end", "30 June", "a call", by="Tom Becker")
    kb.retract(kb.log(deal(vendor="Doubtful", notes="wrong")).deal_id, "wrong")
    for vendor in ("Noted", "Doubtful"):
        kb.forget(kb.deals(vendor)[0].deal_id or "")
        assert directory.record(kb, vendor).name == vendor


def test_nothing_is_erased_while_changes_wait_or_the_memory_is_away(full: KnowledgeBase, deal: Write) -> None:
    """An erasure never queues: it says so in a sentence and leaves everything as it was."""
    failing = FailingEngine(full.banks.engine, 1, after=False)
    full.log(deal(vendor="Acme", notes="waits"))
    with pytest.raises(StoreUnavailable):
        erasure.erase_person(full, "Tom Becker")
    with pytest.raises(StoreUnavailable):
        full.forget(full.waiting()[0].deal_id)
    failing.is_broken = False
    assert "Tom Becker" in full.people()


@pytest.mark.parametrize(
    ("text", "blotted"),
    [
        ("Ask Priya Nair.", f"Ask {FORMER}."),
        ("PRIYA  NAIR and priya-nair", f"{FORMER} and {FORMER}"),
        ("Priya Nairobi, Priya's Nair", "Priya Nairobi, Priya's Nair"),
        ("Priya knows", "Priya knows"),
        ("Zoë Müller-Weiß wrote", f"{FORMER} wrote"),
        ("NAIR, PRIYA; Nair,Priya", f"{FORMER}; {FORMER}"),
        ("priya.nair@corp.com, PNair2@corp.co.uk.", f"{FORMER}, {FORMER}."),
        ("nairp@corp.com p_nair@corp.com priya_nair", f"{FORMER} {FORMER} {FORMER}"),
        ("zoe.mueller-weiss@x.de, zmueller@x.de", f"{FORMER}, {FORMER}"),
        ("Müller-Weiß, Zoë", FORMER),
        ("Zoe Muller-Weiss", FORMER),
        ("priya@corp.com, pnair, bpnair@corp.com", "priya@corp.com, pnair, bpnair@corp.com"),
    ],
)
def test_only_whole_mentions_are_taken_out(text: str, blotted: str) -> None:
    """A part of a longer word stays, and so does a name of one word: it may be any word."""
    assert Blotter(["Priya Nair", "Priya", "Zoë Müller-Weiß"]).text(text) == blotted
