"""Feedback: what colleagues say about tactics and lines is kept, shown and erased, and is never a deal."""

import contextlib
import io
import itertools
import shutil
import zipfile
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leverage import Deal, KnowledgeBase, LeverageError, backup, directory, erasure, feedback, people
from leverage.blotting import FORMER
from leverage.briefing import write_sheet
from leverage.counting import count_brief
from leverage.errors import StoreUnavailable
from leverage.exports import deals_csv
from leverage.reflect.prompt import build_messages, new_marker
from leverage.verdicts import VERDICTS, Feedback, Tally
from leverage.versions import Origin
from tests.fakes import Clock, FailingEngine, WordEmbedding
from tests.strategies import any_deal
from tests.test_erasing import files_with

Open = Callable[..., KnowledgeBase]
Write = Callable[..., Deal]

ASKED = "asked before discussing length"
ME = {"by": "Tom Becker", "department": "Sales"}


@pytest.fixture
def tried(kb: KnowledgeBase, deal: Write) -> list[str]:
    """Two deals in which one tactic was tried, the newest first."""
    first = kb.log(deal(tactics=[(ASKED, "worked")], flexible_on=["payment terms"], deal_date="2026-03-01"))
    second = kb.log(deal(tactics=[("Asked before discussing length.", "failed")], firm_on=["liability"], deal_date="2026-03-02"))
    return [second.deal_id, first.deal_id]


def texts(kb: KnowledgeBase, vendor: str = "Microsoft") -> list[str]:
    """Return the feedback that recall finds."""
    return [hit.text for hit in kb.recall(vendor, "feedback helped", limit=200) if hit.facet == "feedback"]


def test_feedback_stands_beside_its_tactic_apart_from_deals(kb: KnowledgeBase, tried: list[str]) -> None:
    """It counts in the tactic's record, in any spelling; deals, confidence and what the deals say stay as they were."""
    before = kb.brief("Microsoft")
    feedback.note(kb, "Microsoft", ASKED, "helped", happened="They moved at once.", deal_ids=tried, **ME)
    feedback.note(kb, "Microsoft", "ASKED before-discussing length", "helped", by="Ann Lee", department="IT", deal_ids=tried)
    feedback.note(kb, "Microsoft", ASKED, "did_not_help", by="Bo Ek", department="IT")
    feedback.note(kb, "Microsoft", "Liability", "not_used", kind="line", deal_ids=tried[:1], **ME)
    after = kb.brief("Microsoft")
    (seen,) = after.tactics_mixed
    assert [(each.verdict, each.by) for each in seen.feedback] == [
        ("did_not_help", "Bo Ek"),
        ("helped", "Ann Lee"),
        ("helped", "Tom Becker"),
    ]
    assert after.to_dict()["tactics_mixed"][0]["feedback"] == {"helped": 2, "did_not_help": 1, "not_used": 0}
    assert after.to_dict()["firm_on"][0]["feedback"] == {"helped": 0, "did_not_help": 0, "not_used": 1}
    assert (seen.worked, seen.failed) == (1, 1)
    assert (after.deal_count, after.confidence, after.contributors) == (2, before.confidence, before.contributors)
    assert kb.vendor("Microsoft")
    assert kb.count("Microsoft") == 2
    assert len(kb.deals("Microsoft")) == 2
    assert kb.people() == ["Priya Nair"]
    lines = [each.text for group in write_sheet(after).groups for each in group.lines]
    assert "Feedback of 3 colleagues: helped 2, did not help 1" in lines
    assert "Feedback of 1 colleague: not used 1" in lines


def test_feedback_is_a_dated_attributed_memory(kb: KnowledgeBase, tried: list[str]) -> None:
    """Recall finds it as a sentence, with who, where and on which day, and what really happened."""
    feedback.note(kb, "Microsoft", ASKED, "did_not_help", happened="They laughed.", deal_ids=tried, **ME)
    (hit,) = [each for each in kb.recall("Microsoft", "they laughed", limit=50) if each.facet == "feedback"]
    assert hit.text == (
        f"Feedback of 29 Nov 2026 by Tom Becker, Sales: the tactic “{ASKED}” DID NOT HELP. What really happened: They laughed."
    )
    assert (hit.logged_by, hit.department, hit.deal_date) == ("Tom Becker", "Sales", date(2026, 11, 29))
    assert (hit.result, hit.deal_id, hit.deal_ids) == ("did_not_help", None, ())
    (said,) = feedback.of(kb, "Microsoft")
    assert (said.happened, said.deal_ids, said.date) == ("They laughed.", tuple(tried), date(2026, 11, 29))


def test_the_same_is_kept_once(kb: KnowledgeBase, tried: list[str]) -> None:
    """A second click with the form's key, or the very same words on the same day, add nothing; another key does."""
    once = feedback.note(kb, "Microsoft", ASKED, "helped", key="k1", **ME)
    assert feedback.note(kb, "Microsoft", ASKED, "not_used", key="k1", **ME) == once
    feedback.note(kb, "Microsoft", ASKED, "helped", key="k2", **ME)
    feedback.note(kb, "Microsoft", ASKED, "helped", **ME)
    feedback.note(kb, "Microsoft", ASKED, "helped", **ME)
    assert len(feedback.of(kb, "Microsoft")) == 3


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"about": " "}, "What it is about is blank."),
        ({"verdict": "great"}, "which is none of: helped, did not help, not used."),
        ({"verdict": ""}, "Say whether it helped"),
        ({"happened": "x" * 1001}, "What really happened has 1,001 characters; at most 1,000 fit."),
        ({"happened": "\x00"}, "holds a control character"),
        ({"by": ""}, "Your name is missing."),
        ({"by": FORMER}, "whose name was erased"),
        ({"department": "\u200b"}, "Your department is missing."),
        ({"kind": "deal"}, "The kind is “deal”"),
        ({"about": "a\ud800"}, "holds broken characters"),
        ({"deal_ids": ["0" * 32]}, "not with this vendor any more"),
        ({"vendor": "Nobody"}, "Nothing is recorded about “Nobody”."),
        ({"vendor": " "}, "The vendor's name is blank."),
    ],
)
def test_what_can_not_be_taken_is_refused_in_a_sentence(
    kb: KnowledgeBase, tried: list[str], changes: dict[str, Any], said: str
) -> None:
    """Nothing is kept then."""
    given = {"vendor": "Microsoft", "about": ASKED, "verdict": "helped", **ME} | changes
    vendor, about, verdict = (given.pop(name) for name in ("vendor", "about", "verdict"))
    with pytest.raises(LeverageError, match=said.replace(".", r"\.")) as problem:
        feedback.note(kb, vendor, about, verdict, **given)
    assert str(problem.value).endswith(".")
    assert feedback.of(kb, "Microsoft") == []


def test_feedback_shows_at_once_and_goes_at_once(kb: KnowledgeBase, tried: list[str]) -> None:
    """A brief that was kept is counted anew, after each is said and after it is removed."""
    kb.brief("Microsoft")
    revision = kb.revision("Microsoft")
    said = feedback.note(kb, "Microsoft", ASKED, "helped", **ME)
    assert kb.revision("Microsoft") != revision
    assert kb.brief("Microsoft").feedback == (said,)
    feedback.remove(kb, "Microsoft", said.id)
    assert kb.brief("Microsoft").feedback == ()
    assert texts(kb) == []
    with pytest.raises(LeverageError, match="not there any more"):
        feedback.remove(kb, "Microsoft", said.id)


def test_a_brief_of_a_day_or_a_product_has_its_own(kb: KnowledgeBase, deal: Write) -> None:
    """What was said later is left out, and so is what is about the deals of another product."""
    azure = kb.log(deal(product="Azure", tactics=[(ASKED, "worked")])).deal_id
    office = kb.log(deal(product="Office", tactics=[(ASKED, "worked")])).deal_id
    feedback.note(kb, "Microsoft", ASKED, "helped", deal_ids=[azure], **ME)
    feedback.note(kb, "Microsoft", ASKED, "not_used", **ME)
    assert [each.verdict for each in kb.brief("Microsoft", product="Azure").feedback] == ["not_used", "helped"]
    assert [each.verdict for each in kb.brief("Microsoft", product="Office").tactics_worked[0].feedback] == ["not_used"]
    assert kb.brief("Microsoft", as_of="2026-11-28").feedback == ()
    assert office


def test_feedback_survives_what_happens_to_deals(kb: KnowledgeBase, open_kb: Open, deal: Write, tried: list[str]) -> None:
    """Edits, a retraction, its undoing, a rebuild and a restart leave it where it is; no list takes it for a deal."""
    said = feedback.note(kb, "Microsoft", ASKED, "helped", happened="Fine.", deal_ids=tried, **ME)
    kb.edit(tried[0], deal(tactics=[("something else", "worked")]), 1)
    kb.edit(tried[1], deal(tactics=[(ASKED, "failed")]), 1)
    kb.retract(tried[1], "twice")
    assert kb.brief("Microsoft").feedback == (said,)
    kb.restore(tried[1])
    assert kb.rebuild_index() == 2
    assert kb.check() == []
    assert set(kb.mover.held("vendor-microsoft")) == set(tried)
    assert deals_csv(kb).decode().count("\r\n") == 3
    kb.close()
    again = open_kb()
    assert feedback.of(again, "Microsoft") == [said]
    assert again.brief("Microsoft").tactics_failed[0].feedback == (said,)
    assert again.repair() == []


def test_the_model_is_not_told(kb: KnowledgeBase, tried: list[str]) -> None:
    """Feedback is free text and no deal: none of it goes into the prompt of a narrative, and a narrative stays kept."""
    before = kb.brief("Microsoft")
    feedback.note(kb, "Microsoft", ASKED, "helped", happened="The quokka was glad.", **ME)
    after = kb.brief("Microsoft")
    prompt = build_messages(after, max_tokens=6_000, marker=new_marker())
    assert "quokka" not in str(prompt.messages)
    assert "Becker" not in str(prompt.messages)
    assert prompt.deals_total == 2
    assert after.content() == before.content()


def test_people_are_shown_by_the_names_they_go_by(kb: KnowledgeBase, tried: list[str]) -> None:
    """A name that leads to another one is shown as that one."""
    feedback.note(kb, "Microsoft", ASKED, "helped", by="P. Nair", department="IT")
    people.merge(kb, "person", "P. Nair", "Priya Nair")
    assert feedback.of(kb, "Microsoft")[0].by == "Priya Nair"
    assert kb.brief("Microsoft").feedback[0].by == "Priya Nair"


def test_a_merge_takes_feedback_along_and_its_undoing_brings_it_back(kb: KnowledgeBase, deal: Write, tried: list[str]) -> None:
    """What was said before goes back; so does what was said since about deals that go back, and nothing else."""
    other = kb.log(deal(vendor="MSFT", tactics=[(ASKED, "worked")])).deal_id
    here = feedback.note(kb, "Microsoft", ASKED, "helped", deal_ids=tried, **ME)
    there = feedback.note(kb, "MSFT", ASKED, "not_used", deal_ids=[other], **ME)
    change = directory.merge(kb, "MSFT", "Microsoft")
    assert set(feedback.of(kb, "MSFT")) == set(kb.brief("Microsoft").tactics_mixed[0].feedback) == {here, there}
    since = feedback.note(kb, "MSFT", ASKED, "did_not_help", deal_ids=[other], **ME)
    both = feedback.note(kb, "MSFT", ASKED, "did_not_help", deal_ids=[other, *tried], **ME)
    directory.undo(kb, change.id)
    assert set(feedback.of(kb, "MSFT")) == {there, since}
    assert set(feedback.of(kb, "Microsoft")) == {here, both}
    assert kb.check() == []


def test_a_split_takes_along_what_is_only_about_its_deals(kb: KnowledgeBase, tried: list[str]) -> None:
    """Feedback about deals that stay, too, stays; all is together again once the split is undone."""
    alone = feedback.note(kb, "Microsoft", ASKED, "helped", deal_ids=tried[:1], **ME)
    both = feedback.note(kb, "Microsoft", ASKED, "not_used", deal_ids=tried, **ME)
    change = directory.split(kb, "Microsoft", tried[:1], "Nokia")
    assert feedback.of(kb, "Nokia") == [alone]
    assert feedback.of(kb, "Microsoft") == [both]
    since = feedback.note(kb, "Nokia", ASKED, "did_not_help", deal_ids=tried[:1], **ME)
    directory.undo(kb, change.id)
    assert set(feedback.of(kb, "Microsoft")) == {alone, both, since}
    assert kb.vendor("Nokia") is None
    assert kb.check() == []


def test_an_edit_that_moves_a_deal_takes_its_feedback_along(kb: KnowledgeBase, deal: Write, tried: list[str]) -> None:
    """What is about this deal alone goes to its new vendor; a new name of the vendor changes nothing."""
    alone = feedback.note(kb, "Microsoft", ASKED, "helped", deal_ids=tried[:1], **ME)
    both = feedback.note(kb, "Microsoft", ASKED, "not_used", deal_ids=tried, **ME)
    kb.edit(tried[0], deal(vendor="Nokia", tactics=[(ASKED, "failed")]), 1)
    assert feedback.of(kb, "Nokia") == [alone]
    assert feedback.of(kb, "Microsoft") == [both]
    directory.rename(kb, "Nokia", "Nokia Oyj")
    assert feedback.of(kb, "Nokia Oyj") == [alone]


@pytest.mark.folder
def test_a_backup_brings_feedback_back(kb: KnowledgeBase, tmp_path: Path, tried: list[str]) -> None:
    """It stands in the restored store as it was, and counts where it counted."""
    said = feedback.note(kb, "Microsoft", ASKED, "helped", happened="All of it.", deal_ids=tried, **ME)
    path = tmp_path / "b.zip"
    assert backup.write(kb, path).deals == 2
    backup.restore(path, tmp_path / "new", embedding=WordEmbedding())
    with KnowledgeBase.open(tmp_path / "new", embedding=WordEmbedding(), clock=Clock()) as restored:
        assert feedback.of(restored, "Microsoft") == [said]
        assert restored.brief("Microsoft").feedback == (said,)
        assert len(texts(restored)) == 1
        assert restored.check() == []


def test_feedback_goes_with_the_last_deal_it_is_about(kb: KnowledgeBase, store: Path, deal: Write, tried: list[str]) -> None:
    """Forgetting one of two leaves it; forgetting the other leaves not a byte of it in any file."""
    feedback.note(kb, "Microsoft", "showed a numbat", "helped", happened="A quokka.", deal_ids=tried, **ME)
    kept = feedback.note(kb, "Microsoft", ASKED, "helped", happened="Wombat.", **ME)
    assert erasure.feedback_with(kb, tried[0]) == 0
    assert kb.forget(tried[0])
    assert erasure.feedback_with(kb, tried[1]) == 1
    assert {each.deal_ids for each in feedback.of(kb, "Microsoft")} == {(tried[1],), ()}
    assert files_with(store, "quokka") or not kb.banks.engine.has_files
    assert kb.forget(tried[1])
    assert files_with(store, "quokka", "numbat") == []
    # A vendor of whom only feedback is left keeps its name, until it is erased itself.
    assert feedback.of(kb, "Microsoft") == [kept]
    assert directory.record(kb, "Microsoft").name == "Microsoft"
    assert kb.vendor("Microsoft") is None
    assert kb.check() == []
    assert erasure.preview_vendor(kb, "Microsoft").feedback == 1
    erasure.erase_vendor(kb, "Microsoft")
    assert files_with(store, "wombat", "becker") == []


def test_a_deal_that_went_elsewhere_does_not_hold_feedback(kb: KnowledgeBase, store: Path, tried: list[str]) -> None:
    """Of two deals one was split off: when the other is forgotten, nothing here stands for the words any more."""
    feedback.note(kb, "Microsoft", "showed a numbat", "helped", deal_ids=tried, **ME)
    directory.split(kb, "Microsoft", tried[:1], "Nokia")
    kb.forget(tried[1])
    assert files_with(store, "numbat") == []


def test_an_erased_name_leaves_feedback(kb: KnowledgeBase, store: Path, tried: list[str]) -> None:
    """Who said it becomes a former colleague, and so does whoever is named in it; the rest of the words stay."""
    feedback.note(kb, "Microsoft", ASKED, "helped", happened="Ann Quokka said yes.", by="Ann Quokka", department="IT")
    feedback.note(kb, "Microsoft", "asked Ann Quokka", "not_used", by="Wim", department="Sales", deal_ids=tried)
    assert erasure.preview_person(kb, "Ann Quokka").is_known
    erasure.erase_person(kb, "Ann Quokka")
    erasure.erase_person(kb, "Wim")
    assert files_with(store, "quokka", "wim") == []
    second, first = feedback.of(kb, "Microsoft")
    assert (first.by, first.happened, first.verdict) == (FORMER, f"{FORMER} said yes.", "helped")
    assert (second.by, second.about, second.deal_ids) == (FORMER, f"asked {FORMER}", tuple(tried))
    assert sum(FORMER in text for text in texts(kb)) == 2
    assert kb.check() == []


def test_feedback_moves_out_of_an_address_that_is_erased(kb: KnowledgeBase, store: Path, deal: Write) -> None:
    """A vendor that is named after an erased person yields its address; what was said about it comes along."""
    deal_id = kb.log(deal(vendor="Ann Quokka", tactics=[(ASKED, "worked")])).deal_id
    feedback.note(kb, "Ann Quokka", ASKED, "helped", happened="Fine.", deal_ids=[deal_id], **ME)
    erasure.erase_person(kb, "Ann Quokka")
    (vendor,) = kb.vendors()
    assert [each.happened for each in feedback.of(kb, vendor.bank_id)] == ["Fine."]
    assert files_with(store, "quokka") == []


def test_an_import_that_is_undone_leaves_feedback(kb: KnowledgeBase, deal: Write) -> None:
    """What a person said is not thrown away with the rows of a file; it shows again when they come back."""
    (receipt,) = kb.log_many([(deal(tactics=[(ASKED, "worked")]), "row 1")], origins=[Origin("deals.csv", "batch")])
    said = feedback.note(kb, "Microsoft", ASKED, "helped", deal_ids=[receipt.deal_id], **ME)
    assert kb.withdraw("batch") == [receipt.deal_id]
    assert feedback.of(kb, "Microsoft") == [said]
    kb.log(deal(tactics=[(ASKED, "worked")]), key="row 1")
    assert kb.brief("Microsoft").tactics_worked[0].feedback == (said,)


def test_a_memory_that_is_away_keeps_nothing(kb: KnowledgeBase, tried: list[str]) -> None:
    """It is said, and the next try with the same key keeps it once."""
    failing = FailingEngine(kb.banks.engine, 2, after=False)
    with pytest.raises(StoreUnavailable):
        feedback.note(kb, "Microsoft", ASKED, "helped", key="k", **ME)
    failing.is_broken = False
    feedback.note(kb, "Microsoft", ASKED, "helped", key="k", **ME)
    assert len(feedback.of(kb, "Microsoft")) == len(texts(kb)) == 1


said_things = st.builds(
    Feedback,
    id=st.uuids().map(str),
    kind=st.sampled_from(["tactic", "line"]),
    about=st.sampled_from(["asked early", "Asked early.", "liability", "discount", "silence"]),
    verdict=st.sampled_from(feedback.VERDICTS),
    happened=st.text(max_size=20),
    by=st.just("Tom"),
    department=st.just("IT"),
    date=st.dates(date(2020, 1, 1), date(2026, 11, 29)),
    at=st.datetimes(timezones=st.just(UTC)),
    deal_ids=st.lists(st.sampled_from(["a", "b"])).map(tuple),
)


@given(deals=st.lists(any_deal().filter(bool), max_size=6), said=st.lists(said_things, max_size=8))
def test_feedback_changes_no_count(deals: list[Deal], said: list[Feedback]) -> None:
    """Whatever is said, a brief's deals, confidence, values, lists and evidence are those without it."""
    day = date(2026, 11, 29)
    without = count_brief(deals, vendor="V", bank_id="vendor-v", as_of=day, today=day)
    with_it = count_brief(deals, vendor="V", bank_id="vendor-v", as_of=day, today=day, feedback=said)

    def bare(told: Any) -> Any:
        if isinstance(told, dict):
            return {name: bare(each) for name, each in told.items() if name != "feedback"}
        return [bare(each) for each in told] if isinstance(told, list) else told

    assert bare(with_it.to_dict()) == without.to_dict()
    assert with_it.content() == without.content()
    seen = [*with_it.tactics_worked, *with_it.tactics_failed, *with_it.tactics_mixed, *with_it.tactics_unclear]
    assert all(each in with_it.feedback for one in seen for each in one.feedback)


@given(said=st.lists(said_things, max_size=3))
def test_what_is_kept_reads_back(said: list[Feedback]) -> None:
    """The exact data of feedback survives its JSON form."""
    assert [Feedback.from_json(each.to_json()) for each in said] == said


def test_a_merge_cut_short_loses_no_feedback(open_kb: Open, store: Path, deal: Write) -> None:
    """Wherever a merge breaks off, after a restart and a repair all feedback is there, once."""
    is_whole = False
    for at in itertools.count(1, 4):
        if is_whole:
            break
        kb = open_kb()
        names = (f"Old {at}", f"New {at}")
        said = []
        for name in names:
            deal_id = kb.log(deal(vendor=name, tactics=[(ASKED, "worked")])).deal_id
            said.append(feedback.note(kb, name, ASKED, "helped", happened=name, deal_ids=[deal_id], **ME).id)
        failing = FailingEngine(kb.banks.engine, at, after=bool(at % 2))
        with contextlib.suppress(LeverageError, OSError):
            directory.merge(kb, *names)
            is_whole = True
        failing.is_broken = False
        kb.close()
        kb = open_kb()
        kb.repair()
        found = [each.id for name in {kb.bank_id(name) for name in names} for each in feedback.of(kb, name)]
        assert sorted(found) == sorted(said), at
        assert kb.check() == []
        kb.close()
        shutil.rmtree(store)
    assert at > 20


def test_a_backup_in_memory_holds_feedback(kb: KnowledgeBase, tried: list[str]) -> None:
    """The file itself carries the words."""
    feedback.note(kb, "Microsoft", ASKED, "helped", happened="All of it.", **ME)
    file = io.BytesIO()
    backup.write(kb, file)
    with zipfile.ZipFile(file) as archive:
        assert b"All of it." in archive.read("banks/vendor-microsoft.jsonl")


def test_a_split_cut_short_loses_no_feedback(open_kb: Open, store: Path, deal: Write) -> None:
    """Wherever a split breaks off, after a restart and a repair all feedback is with its deal, once."""
    is_whole = False
    for at in itertools.count(2, 7):
        if is_whole:
            break
        kb = open_kb()
        name = f"Old {at}"
        ids = [kb.log(deal(vendor=name, product=str(n), tactics=[(ASKED, "worked")])).deal_id for n in range(2)]
        said = [feedback.note(kb, name, ASKED, "helped", happened=f"{at} {each}", deal_ids=[each], **ME) for each in ids]
        failing = FailingEngine(kb.banks.engine, at, after=bool(at % 2))
        with contextlib.suppress(LeverageError, OSError):
            directory.split(kb, name, ids[:1], f"New {at}")
            is_whole = True
        failing.is_broken = False
        kb.close()
        kb = open_kb()
        kb.repair()
        for deal_id, each in zip(ids, said, strict=True):
            home = kb.home_of(deal_id)
            assert home is not None
            assert each in feedback.of(kb, home), at
        assert sum(len(feedback.of(kb, vendor.bank_id)) for vendor in kb.vendors() if vendor.name.endswith(f" {at}")) == 2
        assert kb.check() == []
        kb.close()
        shutil.rmtree(store)
    assert at > 20


def told(kb: KnowledgeBase) -> list[str]:
    """Return the lines of the brief that tell of feedback."""
    lines = [each.text for group in write_sheet(kb.brief("Microsoft")).groups for each in group.lines]
    start = next(n for n, text in enumerate(lines) if text.startswith("Feedback of"))
    return lines[start : start + 3]


def test_a_colleague_s_last_word_counts(kb: KnowledgeBase, tried: list[str]) -> None:
    """It takes the place of the earlier one in the tally, both stay on record, and what happened stands under it."""
    feedback.note(kb, "Microsoft", ASKED, "did_not_help", happened="They laughed.", deal_ids=tried, **ME)
    feedback.note(kb, "Microsoft", ASKED, "helped", happened="They came back.", deal_ids=tried, **ME | {"by": "tom becker"})
    assert told(kb)[:2] == ["Feedback of 1 colleague: helped 1", "Tom becker, Sales, 29 Nov 2026: “They came back.”"]
    feedback.note(kb, "Microsoft", ASKED, "not_used", by="Ann Lee", department="IT", deal_ids=tried)
    assert told(kb) == [
        "Feedback of 2 colleagues: helped 1, not used 1",
        "Not used, Ann Lee, IT, 29 Nov 2026",
        "Helped, tom becker, Sales, 29 Nov 2026: “They came back.”",
    ]
    assert len(feedback.of(kb, "Microsoft")) == 3


@given(st.lists(st.tuples(st.sampled_from(["Ann", "ann", "Bo", FORMER]), st.sampled_from(VERDICTS)), max_size=12))
def test_the_tally_has_each_colleague_once(said: list[tuple[str, str]]) -> None:
    """By the last word; those whose names were erased can't be told apart, and all count."""
    at = datetime(2026, 1, 1, tzinfo=UTC)
    words = [
        Feedback(str(n), "tactic", "a", verdict, "", by, "IT", at.date(), at + timedelta(minutes=n))  # type: ignore[arg-type]
        for n, (by, verdict) in enumerate(said)
    ]
    last = {by.casefold(): verdict for by, verdict in said if by != FORMER}
    counted = [*last.values(), *(verdict for by, verdict in said if by == FORMER)]
    assert Tally.of(words) == tuple(counted.count(verdict) for verdict in VERDICTS)


def test_what_was_said_of_a_retracted_deal_is_not_told(kb: KnowledgeBase, tried: list[str]) -> None:
    """Neither recall nor the brief repeats its words, until it is restored."""
    feedback.note(kb, "Microsoft", "zanzibar ploy", "helped", deal_ids=tried[:1], **ME)
    kb.retract(tried[0], "wrong")
    assert not [each for each in kb.recall("Microsoft", "zanzibar ploy", limit=50) if "zanzibar" in each.text]
    assert kb.brief("Microsoft").feedback == ()
    kb.restore(tried[0])
    assert [each for each in kb.recall("Microsoft", "zanzibar ploy", limit=50) if "zanzibar" in each.text]
    assert len(kb.brief("Microsoft").feedback) == 1
