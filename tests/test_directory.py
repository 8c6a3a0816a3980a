"""Vendors under several names: merged, split, renamed, undone; counts, recall and briefs are right at every moment."""

import itertools
import shutil
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
    assert two.log(deal(vendor="linkedin", notes="l2")).bank_id == "vendor-linkedin"
    assert two.vendor("Microsoft").aliases == ()  # type: ignore[union-attr]
    directory.undo(two, done.id)
    assert two.log(deal(vendor="linkedin", notes="l3")).bank_id == "vendor-microsoft"
    assert two.check() == ["Deals of LinkedIn are not with the vendor it was merged into. Run repair."]


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
    for call in itertools.count(1 + after, 2):
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
