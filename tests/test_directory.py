"""Vendors under several names: merged, split, renamed, undone; counts, recall and briefs are right at every moment."""

import contextlib
import itertools
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase, LeverageError, Memory, directory
from leverage.briefing import write_sheet
from leverage.paper import brief_html, brief_markdown
from tests.fakes import Clock, FailingEngine, WordEmbedding

Open = Callable[..., KnowledgeBase]
Write = Callable[..., Deal]


def counts(kb: KnowledgeBase) -> dict[str, int]:
    """Return the deals of each vendor in the list, and make sure that banks, briefs and index say the same."""
    assert kb.check() == []
    listed = {vendor.name: vendor.deal_count for vendor in kb.vendors()}
    assert {name: kb.brief(name).deal_count for name in listed} == listed
    assert {name: len(kb.deals(name)) for name in listed} == listed
    return listed


def recalled(kb: KnowledgeBase, vendor: str) -> set[str]:
    """Return the deals that recall knows of."""
    return {each for memory in kb.recall(vendor, "deal", limit=500) for each in memory.deal_ids}


@pytest.fixture
def two(kb: KnowledgeBase, deal: Write) -> KnowledgeBase:
    """A store with four deals with Microsoft, one of them retracted, and three with MSFT Ireland."""
    for n in range(4):
        kb.log(deal(notes=f"m{n}", payment_terms=f"Net {n + 1}"), key=f"m{n}")
    for n in range(3):
        kb.log(deal(vendor="MSFT Ireland", notes=f"i{n}", payment_terms=f"Net {n + 30}"), key=f"i{n}")
    kb.retract(kb.deals("Microsoft")[0].deal_id or "", "logged by mistake")
    return kb


def test_a_merge_makes_two_vendors_one_under_all_names(two: KnowledgeBase, open_kb: Open) -> None:
    """Deals, recall and brief are together under every name and bank id; the name as written stays; a restart changes nothing."""
    preview = directory.preview_merge(two, "msft ireland", "Microsoft")
    assert (preview.source, preview.target, preview.deals, preview.names) == ("MSFT Ireland", "Microsoft", 3, ("MSFT Ireland",))
    seen: list[tuple[int, int]] = []
    move = directory.merge(two, "msft ireland", "Microsoft", by="Ann", progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (6, 6)
    for kb in (two, None):
        if kb is None:
            two.close()
            kb = open_kb()
            kb.rebuild_index()
        assert counts(kb) == {"Microsoft": 6}
        for name in ("Microsoft", "MSFT Ireland", "vendor-msft-ireland", "vendor-microsoft", " MSFT  ireland"):
            assert {each.vendor for each in kb.deals(name)} == {"Microsoft", "MSFT Ireland"}
            assert len(recalled(kb, name)) == 6
        assert kb.vendors()[0].aliases == ("MSFT Ireland",)
        assert [each.deal().vendor for each in kb.retracted("MSFT Ireland")] == ["Microsoft"]
        assert directory.record(kb, "Microsoft").move(move.id).by == "Ann"  # type: ignore[union-attr]
        assert not [each for each in kb.banks.engine.bank_ids() if each == "vendor-msft-ireland"]


def test_deals_logged_under_the_old_name_go_to_the_one_vendor_and_stay_there_after_an_undo(
    two: KnowledgeBase, deal: Write
) -> None:
    """Undo takes back what moved, edits included, and lets the names lead where they led; what came later stays."""
    before = two.brief("MSFT Ireland").to_dict()
    moved = two.deals("MSFT Ireland")
    merged = directory.merge(two, "MSFT Ireland", "Microsoft")
    later = two.log(deal(vendor="MSFT Ireland", notes="later"))
    assert later.bank_id == "vendor-microsoft"
    edited = next(each for each in two.deals("Microsoft") if each.deal_id == moved[0].deal_id)
    two.edit(edited.deal_id or "", deal(vendor="MSFT Ireland", notes="edited"), edited.version or 0)
    directory.undo(two, merged.id, by="Bob")
    assert counts(two) == {"MSFT Ireland": 3, "Microsoft": 4}
    assert later.deal_id in {each.deal_id for each in two.deals("Microsoft")}
    assert "edited" in {each.notes for each in two.deals("MSFT Ireland")}
    assert two.vendor("Microsoft").aliases == ()  # type: ignore[union-attr]
    assert two.brief("MSFT Ireland").to_dict()["payment_terms"] != before["payment_terms"]
    with pytest.raises(LeverageError, match="undone already"):
        directory.undo(two, merged.id)
    directory.merge(two, "MSFT Ireland", "Microsoft")
    assert counts(two) == {"Microsoft": 7}


def test_two_merges_are_undone_the_last_one_first(two: KnowledgeBase, deal: Write) -> None:
    """A vendor merged into one that is merged itself comes back with its own names, in two steps."""
    two.log(deal(vendor="Redmond"))
    first = directory.merge(two, "MSFT Ireland", "Microsoft")
    second = directory.merge(two, "Microsoft", "Redmond")
    assert counts(two) == {"Redmond": 7}
    assert set(two.vendors()[0].aliases) == {"Microsoft", "MSFT Ireland"}
    assert two.log(deal(vendor="MSFT Ireland", notes="x")).bank_id == "vendor-redmond"
    with pytest.raises(LeverageError, match="undo that first"):
        directory.undo(two, first.id)
    directory.undo(two, second.id)
    directory.undo(two, first.id)
    assert counts(two) == {"MSFT Ireland": 3, "Microsoft": 3, "Redmond": 2}


def test_a_split_moves_the_chosen_deals_and_edits_do_not_move_them_back(two: KnowledgeBase, deal: Write) -> None:
    """The deals keep the name as written, also when edited; undo brings them back."""
    chosen = [each.deal_id or "" for each in two.deals("Microsoft")[:2]]
    preview = directory.preview_split(two, "Microsoft", chosen, "GitHub")
    assert (preview.deals, preview.stay) == (2, 2)
    done = directory.split(two, "Microsoft", chosen, "GitHub")
    assert counts(two) == {"GitHub": 2, "MSFT Ireland": 3, "Microsoft": 1}
    assert {each.vendor for each in two.deals("GitHub")} == {"Microsoft"}
    edited = two.deals("GitHub")[0]
    two.edit(edited.deal_id or "", deal(notes="now"), edited.version or 0)
    two.retract(chosen[1], "wrong")
    two.restore(chosen[1])
    assert counts(two)["GitHub"] == 2
    directory.undo(two, done.id)
    assert counts(two) == {"MSFT Ireland": 3, "Microsoft": 3}
    assert recalled(two, "Microsoft") >= set(chosen)


def test_a_split_takes_an_alias_out_and_undo_gives_it_back(two: KnowledgeBase, deal: Write) -> None:
    """A name that was an alias leads to the vendor split off, and after the undo to the first again."""
    directory.add_alias(two, "Microsoft", "LinkedIn")
    linked = two.log(deal(vendor="LinkedIn", notes="l"))
    assert linked.bank_id == "vendor-microsoft"
    done = directory.split(two, "Microsoft", [linked.deal_id], "LinkedIn")
    assert two.vendor("Microsoft").aliases == ()  # type: ignore[union-attr]
    directory.undo(two, done.id)
    assert two.log(deal(vendor="linkedin", notes="l3")).bank_id == "vendor-microsoft"
    assert two.check() == []


def test_a_vendor_split_off_that_got_deals_of_its_own_keeps_its_name(two: KnowledgeBase, deal: Write) -> None:
    """The bug: its name went back with the undo, and a repair then merged the two. Now a merge is what is advised, and works."""
    directory.add_alias(two, "Microsoft", "LinkedIn")
    linked = two.log(deal(vendor="LinkedIn", notes="l"))
    done = directory.split(two, "Microsoft", [linked.deal_id], "LinkedIn")
    assert two.log(deal(vendor="linkedin", notes="l2")).bank_id == "vendor-linkedin"
    with pytest.raises(LeverageError, match="Merge LinkedIn into Microsoft instead"):
        directory.undo(two, done.id)
    assert counts(two) == {"LinkedIn": 2, "MSFT Ireland": 3, "Microsoft": 3}
    directory.merge(two, "LinkedIn", "Microsoft")
    assert counts(two) == {"MSFT Ireland": 3, "Microsoft": 5}


def test_a_new_name_keeps_the_old_one_and_is_undone(two: KnowledgeBase, deal: Write) -> None:
    """Both names lead to the same bank; a name that is another vendor's is refused."""
    done = directory.rename(two, "Microsoft", "Microsoft Corporation")
    assert [vendor.name for vendor in two.vendors()] == ["Microsoft Corporation", "MSFT Ireland"]
    for name in ("Microsoft", "Microsoft Corporation"):
        assert two.log(deal(vendor=name, notes=f"by {name}")).bank_id == "vendor-microsoft"
    assert two.brief("Microsoft").vendor == "Microsoft Corporation"
    with pytest.raises(LeverageError, match="a vendor of its own"):
        directory.rename(two, "Microsoft", "MSFT Ireland")
    with pytest.raises(LeverageError, match="a vendor of its own"):
        directory.add_alias(two, "MSFT Ireland", "Microsoft Corporation")
    directory.undo(two, done.id)
    assert [vendor.name for vendor in two.vendors()] == ["Microsoft", "MSFT Ireland"]
    assert two.vendor("Microsoft").aliases == ()  # type: ignore[union-attr]


def test_what_is_known_of_a_vendor_is_kept_with_its_source_and_goes_along(two: KnowledgeBase) -> None:
    """Notes and the parent are kept in the bank, come along in a merge, and leave again with its undo."""
    directory.add_note(two, "MSFT Ireland", "Fiscal year-end", "30 June", "Annual report 2025", by="Ann")
    directory.set_parent(two, "MSFT Ireland", "Microsoft Group")
    move = directory.merge(two, "MSFT Ireland", "Microsoft")
    known = directory.record(two, "Microsoft")
    assert [(each.topic, each.text, each.source, each.noted_by) for each in known.notes] == [
        ("Fiscal year-end", "30 June", "Annual report 2025", "Ann")
    ]
    assert known.parent == "Microsoft Group"
    directory.undo(two, move.id)
    assert directory.record(two, "Microsoft").notes == ()
    assert directory.record(two, "Microsoft").parent is None
    assert directory.record(two, "MSFT Ireland").notes == known.notes
    directory.remove_note(two, "MSFT Ireland", "fiscal year end")
    assert directory.record(two, "MSFT Ireland").notes == ()
    with pytest.raises(LeverageError, match="where this is from"):
        directory.add_note(two, "Microsoft", "Fiscal year-end", "30 June", " ", by="Ann")


def test_memories_without_deals_move_too_even_under_the_same_ids(two: KnowledgeBase) -> None:
    """Two loose memories of one id are both there after a merge, and each in its own bank after the undo."""
    two.bank("Microsoft").retain([Memory("m1", "about clouds")])
    two.bank("MSFT Ireland").retain([Memory("m1", "about taxes"), Memory("m2", "about rain")])
    move = directory.merge(two, "MSFT Ireland", "Microsoft")
    found = {each.text for each in two.recall("Microsoft", "about", limit=100) if each.deal_id is None}
    assert found == {"about clouds", "about taxes", "about rain"}
    directory.undo(two, move.id)
    loose = {
        name: {(each.id, each.text) for each in two.recall(name, "about", limit=100) if each.deal_id is None}
        for name in ("Microsoft", "MSFT Ireland")
    }
    assert loose == {"Microsoft": {("m1", "about clouds")}, "MSFT Ireland": {("m1", "about taxes"), ("m2", "about rain")}}


@pytest.mark.slow
@pytest.mark.parametrize("after", [False, True], ids=["before it took effect", "after it took effect"])
@pytest.mark.parametrize("verb", ["merge", "undo", "split"])
def test_a_move_that_fails_at_any_step_is_whole_or_undone_after_a_restart(
    two: KnowledgeBase, store: Path, tmp_path: Path, verb: str, after: bool
) -> None:
    """Whichever call to the memory fails, no deal is lost or doubled, then and after a restart."""
    merged = directory.merge(two, "MSFT Ireland", "Microsoft").id
    if verb != "undo":
        directory.undo(two, merged)
    chosen = [each.deal_id or "" for each in two.deals("Microsoft")[:2]]
    verbs: dict[str, Callable[[KnowledgeBase], Any]] = {
        "merge": lambda kb: directory.merge(kb, "MSFT Ireland", "Microsoft"),
        "undo": lambda kb: directory.undo(kb, merged),
        "split": lambda kb: directory.split(kb, "Microsoft", chosen, "GitHub"),
    }
    before = counts(two)
    everything = {each.deal_id for name in before for each in two.deals(name)}
    two.close()
    for call in itertools.count(1, 2):  # a stop after a call leaves what one before the next call does
        copy = tmp_path / str(call)
        shutil.copytree(store, copy)
        with KnowledgeBase.open(copy, embedding=WordEmbedding(), clock=Clock()) as kb:
            failing = FailingEngine(kb.banks.engine, call, after=after)
            try:
                verbs[verb](kb)
            except LeverageError:
                assert sum(vendor.deal_count for vendor in kb.vendors()) == len(everything), call
            else:
                break
        with KnowledgeBase.open(copy, embedding=WordEmbedding(), clock=Clock()) as kb:
            now = counts(kb)
            assert {each.deal_id for name in now for each in kb.deals(name)} == everything, call
            if now == before:
                verbs[verb](kb)
                assert counts(kb) != before
    failing.is_broken = False
    assert call > 5


def test_a_page_that_is_stopped_in_the_middle_leaves_everything_as_it_was(two: KnowledgeBase) -> None:
    """A stop is an exception out of the progress callback: before the decision nothing has moved."""

    class Stopped(BaseException):
        pass

    def stop(done: int, total: int) -> None:
        raise Stopped

    before = counts(two)
    with pytest.raises(Stopped):
        directory.merge(two, "MSFT Ireland", "Microsoft", progress=stop)
    assert counts(two) == before
    directory.merge(two, "MSFT Ireland", "Microsoft")
    assert counts(two) == {"Microsoft": 6}


def test_a_new_name_is_not_taken_back_from_a_vendor_that_has_the_old_one_by_now(kb: KnowledgeBase, deal: Write) -> None:
    """The bug: both had it, and a repair merged the two. Once the name is free, the undo goes."""
    kb.log(deal(vendor="Acme", notes="acme"))
    directory.rename(kb, "Acme", "Bolt")
    done = directory.rename(kb, "Bolt", "Core")
    directory.remove_alias(kb, "Core", "Bolt")
    kb.log(deal(vendor="Bolt", notes="bolt"))
    with pytest.raises(LeverageError, match="“Bolt” is Bolt, a vendor of its own"):
        directory.undo(kb, done.id)
    assert counts(kb) == {"Bolt": 1, "Core": 1}
    assert kb.repair() == []
    merged = directory.merge(kb, "Bolt", "Core")
    directory.undo(kb, done.id)
    assert counts(kb) == {"Bolt": 2}
    with pytest.raises(LeverageError, match="by now"):
        directory.undo(kb, merged.id)
    assert counts(kb) == {"Bolt": 2}


def test_a_merge_is_not_undone_while_a_name_that_would_go_back_is_anothers(two: KnowledgeBase, deal: Write) -> None:
    """Be it an alias, a vendor of its own or the name of the vendor merged into: the sentence says whose, and what to do."""
    directory.add_alias(two, "MSFT Ireland", "Xeno")
    merged = directory.merge(two, "MSFT Ireland", "Microsoft")
    directory.remove_alias(two, "Microsoft", "Xeno")
    two.log(deal(vendor="Core"))
    directory.add_alias(two, "Core", "Xeno")
    with pytest.raises(LeverageError, match=r"“Xeno” is a name of Core, .* take the name from Core first"):
        directory.undo(two, merged.id)
    directory.remove_alias(two, "Core", "Xeno")
    two.log(deal(vendor="Xeno", notes="own"))
    with pytest.raises(LeverageError, match=r"“Xeno” is Xeno, a vendor of its own\. Merge the two"):
        directory.undo(two, merged.id)
    directory.merge(two, "Xeno", "Microsoft")
    renamed = directory.rename(two, "Microsoft", "MSFT Ireland")
    with pytest.raises(LeverageError, match="“MSFT Ireland” is a name of MSFT Ireland by now"):
        directory.undo(two, merged.id)
    assert counts(two) == {"Core": 1, "MSFT Ireland": 7}
    directory.undo(two, renamed.id)
    directory.undo(two, merged.id)
    assert counts(two) == {"Core": 1, "MSFT Ireland": 3, "Microsoft": 4}
    assert (two.bank_id("Xeno"), directory.record(two, "MSFT Ireland").aliases) == ("vendor-microsoft", ())
    assert two.repair() == []


def test_a_vendor_is_not_split_off_under_its_own_name(two: KnowledgeBase) -> None:
    """The bug: after a new name, the bank of that name was free, and the two had one name."""
    directory.rename(two, "Microsoft", "Bolt")
    with pytest.raises(LeverageError, match="a name of Bolt itself"):
        directory.split(two, "Bolt", [two.deals("Bolt")[0].deal_id or ""], "bolt")


def test_a_vendor_that_is_there_again_keeps_what_it_has_when_its_merge_is_undone(two: KnowledgeBase) -> None:
    """The bug: it was written over as it had been before the merge. What went back is added."""
    directory.add_note(two, "MSFT Ireland", "Support", "by mail", "the contract", by="Ann")
    merged = directory.merge(two, "MSFT Ireland", "Microsoft")
    chosen = next(each.deal_id or "" for each in two.deals("Microsoft") if each.vendor == "MSFT Ireland")
    divided = directory.split(two, "Microsoft", [chosen], "MSFT Ireland")
    directory.add_alias(two, "MSFT Ireland", "Dublin")
    directory.add_note(two, "MSFT Ireland", "Fiscal year-end", "June", "a report", by="Ann")
    directory.undo(two, merged.id)
    known = directory.record(two, "MSFT Ireland")
    assert known.aliases == ("Dublin",)
    assert {each.topic for each in known.notes} == {"Support", "Fiscal year-end"}
    assert known.move(divided.id) is not None
    assert counts(two) == {"MSFT Ireland": 3, "Microsoft": 3}
    assert two.bank_id("Dublin") == "vendor-msft-ireland"


def test_a_repair_never_joins_two_vendors_that_go_by_one_name(two: KnowledgeBase) -> None:
    """However they came to it: the check and the repair say so, and a person takes the name from one."""
    with two._intake.turns("vendor-msft-ireland"):
        two.registry.rewrite("vendor-msft-ireland", lambda known: known.next(aliases=("Microsoft",)))
    said = "“Microsoft” is a name of two vendors, Microsoft and MSFT Ireland. Take it from MSFT Ireland"
    for kept in (two.check(), two.repair(), two.check()):
        assert [each for each in kept if said in each] == kept
        assert kept
    directory.remove_alias(two, "vendor-msft-ireland", "Microsoft")
    assert counts(two) == {"MSFT Ireland": 3, "Microsoft": 3}


def test_a_name_is_given_to_one_vendor_only_whoever_asks_at_once(two: KnowledgeBase, deal: Write) -> None:
    """The bug: two vendors got the alias, or a vendor got one under which a first deal was just being logged."""
    for n in range(6):
        gate = threading.Barrier(3)

        def alias(vendor: str, name: str, gate: threading.Barrier = gate) -> None:
            gate.wait(20)
            with contextlib.suppress(LeverageError):
                directory.add_alias(two, vendor, name)

        def log(name: str, gate: threading.Barrier = gate) -> None:
            gate.wait(20)
            two.log(deal(vendor=name, notes=name))

        names = [f"Race {n}"] * 2
        others = [threading.Thread(target=alias, args=each) for each in zip(("Microsoft", "MSFT Ireland"), names, strict=True)]
        others.append(threading.Thread(target=log, args=(names[0],)))
        for each in others:
            each.start()
        for each in others:
            each.join()
    assert two.check() == []
    assert sum(counts(two).values()) == 12


def test_a_vendor_never_comes_to_belong_to_itself(two: KnowledgeBase, deal: Write) -> None:
    """The bug: a subsidiary merged into its parent left the parent as its own; a round of parents was taken."""
    two.log(deal(vendor="Alphabet"))
    directory.set_parent(two, "MSFT Ireland", "Microsoft")
    directory.set_parent(two, "Microsoft", "Alphabet")
    with pytest.raises(LeverageError, match="belongs to Alphabet itself"):
        directory.set_parent(two, "Alphabet", "MSFT Ireland")
    merged = directory.merge(two, "MSFT Ireland", "Microsoft")
    assert directory.record(two, "Microsoft").parent == "Alphabet"
    directory.undo(two, merged.id)
    assert directory.record(two, "MSFT Ireland").parent == "Microsoft"
    merged = directory.merge(two, "Microsoft", "MSFT Ireland")
    assert directory.record(two, "MSFT Ireland").parent == "Alphabet"
    directory.undo(two, merged.id)
    assert [directory.record(two, name).parent for name in ("MSFT Ireland", "Microsoft")] == ["Microsoft", "Alphabet"]
    directory.merge(two, "Alphabet", "MSFT Ireland")
    assert directory.record(two, "MSFT Ireland").parent is None


def test_unknown_vendors_and_a_vendor_with_itself_are_refused_in_a_sentence(two: KnowledgeBase) -> None:
    """Each says what to do."""
    for call in (
        lambda: directory.merge(two, "Nobody", "Microsoft"),
        lambda: directory.merge(two, "microsoft", "Microsoft"),
        lambda: directory.split(two, "Microsoft", [], "GitHub"),
        lambda: directory.split(two, "Microsoft", ["x"], "GitHub"),
        lambda: directory.undo(two, "x"),
        lambda: directory.undo(two, "vendor-microsoft:x"),
        lambda: directory.add_alias(two, "Microsoft", " "),
        lambda: directory.remove_alias(two, "Microsoft", "none"),
        lambda: directory.set_parent(two, "Microsoft", "microsoft"),
    ):
        with pytest.raises(LeverageError, match=r"\.$"):
            call()


def test_a_vendor_emptied_by_an_undo_or_an_edit_yields_its_name(two: KnowledgeBase, deal: Write) -> None:
    """In no list and no choice, it would block its name for ever; one whose deals can still come back does not."""
    first = two.deals("Microsoft")[0].deal_id or ""
    directory.undo(two, directory.split(two, "Microsoft", [first], "Nordhafen Software").id)
    directory.add_alias(two, "Microsoft", "Nordhafen Software")
    moved = two.log(deal(vendor="Orbis", notes="only"))
    two.edit(moved.deal_id, deal(vendor="Microsoft", notes="only"), 1)
    directory.rename(two, "Microsoft", "Orbis")
    assert two.bank_id("Orbis") == "vendor-microsoft"
    held = [each.deal_id or "" for each in two.deals("MSFT Ireland")]
    split = directory.split(two, "MSFT Ireland", held, "Azure Ireland")
    with pytest.raises(LeverageError, match="a vendor of its own"):
        directory.add_alias(two, "Orbis", "MSFT Ireland")
    directory.undo(two, split.id)
    assert counts(two) == {"Orbis": 4, "MSFT Ireland": 3}


def test_a_fiscal_year_end_stands_in_the_brief_as_a_note(two: KnowledgeBase) -> None:
    """Under the dates, with its source and marked as no promise, on every form of the brief; other topics stay out."""
    before = two.brief("Microsoft")
    directory.add_note(two, "Microsoft", "Fiscal year end", "30\nJune", "their annual report", by="Ann Lee")
    directory.add_note(two, "Microsoft", "Account manager", "Dana", "a call", by="Ann Lee")
    brief = two.brief("Microsoft")
    (dates,) = [group for group in write_sheet(brief).groups if group.title == "Dates"]
    assert [line.text for line in dates.lines] == [
        "No end date is recorded.",
        "Fiscal year end: 30 June",
        "Noted by Ann Lee on 29 Nov 2026; source: their annual report. A hint at timing, no promise.",
    ]
    assert "Dana" not in str(write_sheet(brief))
    for form in (brief_markdown, brief_html):
        assert "their annual report" in form(brief, printed=two.today())
    assert brief.content() == before.content()
    directory.remove_note(two, "Microsoft", "Fiscal year-end")
    assert two.brief("Microsoft").timing_notes == ()
