"""The playbook: lessons are made by code, decided on by people, and live in the vendor's bank as long as their deals."""

import random
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from threading import Barrier, Thread

import pytest

from leverage import Deal, KnowledgeBase, LeverageError, backup, directory, erasure, playbook
from leverage.blotting import FORMER
from leverage.errors import EditConflict, StoreUnavailable
from tests.fakes import Clock, FailingEngine, WordEmbedding
from tests.test_erasing import files_with

Open = Callable[..., KnowledgeBase]
Write = Callable[..., Deal]

ASKED = "asked before discussing length"


@pytest.fixture
def tried(kb: KnowledgeBase, deal: Write) -> list[str]:
    """Two deals in which one tactic worked, the newest first; each has a tactic of its own, too."""
    first = kb.log(deal(tactics=[(ASKED, "worked"), ("showed a numbat", "failed")], deal_date="2026-03-01", product="Azure"))
    second = kb.log(deal(tactics=[(ASKED, "worked"), ("waited", "failed")], deal_date="2026-03-02", discount_pct=20))
    return [second.deal_id, first.deal_id]


def headings(lessons: list[playbook.Lesson]) -> list[str]:
    """Return what lessons say in a line."""
    return [each.heading for each in lessons]


def the(kb: KnowledgeBase, words: str, vendor: str = "Microsoft") -> playbook.Lesson:
    """Return the lesson that waits and has these words in its title."""
    return next(each for each in playbook.lessons(kb, vendor) if words in each.heading)


def on_page(kb: KnowledgeBase, vendor: str = "Microsoft") -> list[str]:
    """Return the titles on the page, the date left out, as they are read back from its Markdown."""
    return [each.heading for each in playbook.read_page(playbook.page(kb, vendor)).lessons]


def test_a_deal_gives_lessons_that_wait(kb: KnowledgeBase, tried: list[str]) -> None:
    """Each has the day first, says what happened with its count, and names its deals; nothing is in the playbook by itself."""
    lesson = the(kb, ASKED)
    assert lesson.title == f"2026-03-02: “{ASKED}” worked"
    assert lesson.text == "Worked in 2 of 2 deals that tried it: 2 Mar 2026, agreed at 20%; Azure on 1 Mar 2026, agreed."
    assert (lesson.deal_ids, lesson.origin, lesson.state) == (tuple(tried), "deal", "suggested")
    assert headings(playbook.lessons(kb, "Microsoft")) == [
        f"“{ASKED}” worked",
        "“waited” did not work",
        "“showed a numbat” did not work",
    ]
    assert on_page(kb) == []
    assert "No lesson is confirmed yet." in playbook.page(kb, "Microsoft")


def test_a_person_confirms_edits_and_drops(kb: KnowledgeBase, tried: list[str]) -> None:
    """What is confirmed stands on the page with who and when, what is dropped is remembered, and neither is suggested again."""
    playbook.confirm(kb, "Microsoft", the(kb, ASKED).id, by="Ann Lee", department="IT")
    playbook.confirm(
        kb, "Microsoft", the(kb, "waited").id, by="Ann Lee", title="2026-01-01: Do not wait", text="It costs a week."
    )
    playbook.drop(kb, "Microsoft", the(kb, "numbat").id, by="Bo Ek", reason="A joke.")
    assert playbook.lessons(kb, "Microsoft") == []
    first, second = playbook.read_page(playbook.page(kb, "Microsoft")).lessons
    assert {first.heading, second.heading} == {f"“{ASKED}” worked", "Do not wait"}
    edited = next(each for each in (first, second) if each.heading == "Do not wait")
    assert (edited.day, edited.text, edited.by, edited.decided_on) == (
        date(2026, 3, 2),
        "It costs a week.",
        "Ann Lee",
        date(2026, 11, 29),
    )
    assert edited.deal_ids == (tried[0],)
    assert kb.count("Microsoft") == 2
    assert kb.check() == []
    assert [hit.facet for hit in kb.recall("Microsoft", ASKED, limit=50) if hit.facet in ("lesson", "playbook_notes")] == []


def test_a_decision_can_be_taken_back(kb: KnowledgeBase, tried: list[str]) -> None:
    """A dropped lesson waits again; a confirmed one that was dropped can stand again as it stood."""
    lesson = the(kb, ASKED)
    playbook.drop(kb, "Microsoft", lesson.id, by="Bo")
    with pytest.raises(LeverageError, match="Bo dropped this lesson on 29 Nov 2026"):
        playbook.confirm(kb, "Microsoft", lesson.id, by="Ann")
    playbook.take_back(kb, "Microsoft", lesson.id)
    done = playbook.confirm(kb, "Microsoft", lesson.id, by="Ann")
    playbook.drop(kb, "Microsoft", lesson.id, by="Bo")
    assert on_page(kb) == []
    playbook.put_back(kb, "Microsoft", done)
    assert on_page(kb) == [lesson.heading]
    with pytest.raises(LeverageError, match="not there any more"):
        playbook.take_back(kb, "Microsoft", "lesson:none")


def test_a_confirmed_lesson_gets_other_words(kb: KnowledgeBase, tried: list[str]) -> None:
    """Its day, deals and place stay, whoever edits it stands for it, and neither the old words nor the new are suggested."""
    known = playbook.confirm(kb, "Microsoft", the(kb, ASKED).id, by="Ann")
    other = playbook.confirm(kb, "Microsoft", the(kb, "waited").id, by="Ann")
    edited = playbook.edit(kb, "Microsoft", known.id, by="Bo", version=known.version, title="Ask before March", text="It helps.")
    assert (edited.day, edited.deal_ids, edited.by, edited.version) == (known.day, known.deal_ids, "Bo", known.version + 1)
    assert sorted(on_page(kb)) == ["Ask before March", other.heading]
    assert headings(playbook.lessons(kb, "Microsoft")) == ["“showed a numbat” did not work"]
    with pytest.raises(LeverageError, match="Bo changed this lesson on 29 Nov 2026"):
        playbook.edit(kb, "Microsoft", known.id, by="Cy", version=known.version, text="Otherwise.")
    with pytest.raises(LeverageError, match="says the same: Ann confirmed it"):
        playbook.edit(kb, "Microsoft", known.id, by="Bo", version=edited.version, title=other.heading.upper())
    assert playbook.edit(kb, "Microsoft", known.id, by="Cy", version=edited.version, title="Ask before March").by == "Bo"
    playbook.put_back(kb, "Microsoft", known)
    assert set(on_page(kb)) == {known.heading, other.heading}
    playbook.drop(kb, "Microsoft", known.id, by="Bo")
    with pytest.raises(LeverageError, match="not there any more"):
        playbook.edit(kb, "Microsoft", known.id, by="Bo", version=known.version, text="Late.")


def test_the_same_lesson_is_not_added_twice(kb: KnowledgeBase, tried: list[str], deal: Write) -> None:
    """Confirmed twice it is there once; another one under the same title is refused, whatever its date and spelling."""
    lesson = the(kb, ASKED)
    once = playbook.confirm(kb, "Microsoft", lesson.id, by="Ann")
    assert playbook.confirm(kb, "Microsoft", lesson.id, by="Bo") == once
    with pytest.raises(LeverageError, match="Ann confirmed this lesson on 29 Nov 2026"):
        playbook.confirm(kb, "Microsoft", lesson.id, by="Bo", text="Otherwise.")
    with pytest.raises(LeverageError, match="says the same: Ann confirmed it"):
        playbook.confirm(kb, "Microsoft", the(kb, "waited").id, by="Bo", title=f"“{ASKED.upper()}”  Worked.")
    kb.log(deal(tactics=[(ASKED, "worked")], deal_date="2026-11-01"))
    assert f"“{ASKED}” worked" not in headings(playbook.lessons(kb, "Microsoft"))
    kb.log(deal(tactics=[(ASKED, "failed")], deal_date="2026-11-02"))
    assert headings(playbook.lessons(kb, "Microsoft"))[0] == f"“{ASKED}” worked before, then did not work"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"by": " "}, "Your name is missing."),
        ({"by": FORMER}, "whose name was erased"),
        ({"title": "2026-03-02: "}, "The title is blank."),
        ({"title": "x" * 121}, "at most 120 fit"),
        ({"text": "x" * 601}, "at most 600 fit"),
        ({"text": "a\x00"}, "holds a control character"),
        ({"lesson_id": "lesson:none"}, "not there any more"),
        ({"vendor": "Nobody"}, "Nothing is recorded about “Nobody”."),
    ],
)
def test_what_can_not_be_taken_is_refused(kb: KnowledgeBase, tried: list[str], changes: dict[str, str], said: str) -> None:
    """A sentence says why, and nothing is kept."""
    given = {"vendor": "Microsoft", "lesson_id": the(kb, ASKED).id, "by": "Ann"} | changes
    with pytest.raises(LeverageError, match=said):
        playbook.confirm(kb, given.pop("vendor"), given.pop("lesson_id"), **given)  # type: ignore[arg-type]
    assert playbook.decided(kb, "Microsoft") == []


def test_the_oldest_give_way_and_do_not_come_back(kb: KnowledgeBase, deal: Write) -> None:
    """Over 6 KB the oldest are in the archive; when a newer one goes, none of them moves up again, and nothing is lost."""
    days = [date(2024, 1, 1) + timedelta(days=n) for n in range(40)]
    told = [{"deal_date": day.isoformat(), "tactics": [(f"tried thing {n}", "failed")]} for n, day in enumerate(days)]
    kb.log_many([(deal(outcome="no_deal", **each), None) for each in told])
    for lesson in playbook.lessons(kb, "Microsoft"):
        playbook.confirm(kb, "Microsoft", lesson.id, by="Ann")
    page, archive = playbook.page(kb, "Microsoft"), playbook.archive(kb, "Microsoft")
    assert len(page.encode()) <= playbook.MOST_BYTES + 1
    shown, old = on_page(kb), [each.heading for each in playbook.read_page(archive).lessons]
    assert shown + old == [f"“tried thing {n}” did not work" for n in reversed(range(40))]
    assert f"{len(old)} older lessons in the archive." in page
    assert playbook.lessons(kb, "Microsoft") == []
    newest = next(each for each in playbook.decided(kb, "Microsoft") if each.heading == shown[0])
    playbook.drop(kb, "Microsoft", newest.id, by="Ann")
    assert on_page(kb) == shown[1:]


def test_notes_are_kept_as_written_and_told_apart(kb: KnowledgeBase, tried: list[str]) -> None:
    """Lessons come and go above them; whoever writes over another's is told who it was, and nothing is changed."""
    words = "Ask Ann first.\n\n<!-- playbook: end -->\n## 2026-01-01: not a lesson\n  - kept"
    playbook.write_notes(kb, "Microsoft", words, by="Tom Becker", version=0)
    playbook.confirm(kb, "Microsoft", the(kb, ASKED).id, by="Ann")
    assert playbook.read_page(playbook.page(kb, "Microsoft")).notes == words
    assert on_page(kb) == [f"“{ASKED}” worked"]
    with pytest.raises(EditConflict, match="Tom Becker wrote the notes anew on 29 Nov 2026, while you were writing"):
        playbook.write_notes(kb, "Microsoft", "Mine.", by="Bo", version=0)
    known = playbook.notes(kb, "Microsoft")
    assert known
    assert (known.notes, known.by, known.version) == (words, "Tom Becker", 1)
    assert playbook.write_notes(kb, "Microsoft", "Mine.", by="Bo", version=1).version == 2
    assert playbook.page(kb, "Microsoft").endswith(f"{playbook.END}\n\nMine.\n")
    playbook.write_notes(kb, "Microsoft", "", by="Bo", version=2)
    assert playbook.page(kb, "Microsoft").endswith(f"{playbook.END}\n")
    with pytest.raises(LeverageError, match="at most 10,000 fit"):
        playbook.write_notes(kb, "Microsoft", "x" * 10_001, by="Bo", version=3)


def test_two_people_at_once_keep_both(kb: KnowledgeBase, tried: list[str]) -> None:
    """Whoever is second adds to what the first one wrote."""
    waiting = playbook.lessons(kb, "Microsoft")
    start = Barrier(len(waiting))

    def work(lesson: playbook.Lesson) -> None:
        start.wait()
        playbook.confirm(kb, "Microsoft", lesson.id, by="Ann")

    threads = [Thread(target=work, args=(each,)) for each in waiting]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert set(on_page(kb)) == {each.heading for each in waiting}


def test_a_forgotten_deal_takes_its_lessons(kb: KnowledgeBase, store: Path, tried: list[str]) -> None:
    """A lesson that names it alone goes, to the last byte; one that names others loses its id."""
    for lesson in playbook.lessons(kb, "Microsoft"):
        playbook.confirm(kb, "Microsoft", lesson.id, by="Ann")
    assert erasure.lessons_with(kb, tried[1]) == 1
    assert erasure.feedback_with(kb, tried[1]) == 0
    assert kb.forget(tried[1])
    assert files_with(store, "numbat") == []
    assert set(on_page(kb)) == {f"“{ASKED}” worked", "“waited” did not work"}
    assert all(each.deal_ids == (tried[0],) for each in playbook.read_page(playbook.page(kb, "Microsoft")).lessons)
    assert tried[1] not in playbook.page(kb, "Microsoft")
    assert kb.check() == []
    kb.close()  # while a bank is open, Chroma's files hold whatever its memory held before
    assert files_with(store, "numbat") == []


def test_a_dropped_lesson_goes_with_its_deal(kb: KnowledgeBase, store: Path, tried: list[str]) -> None:
    """Nor do the words of what was dropped stay behind."""
    playbook.drop(kb, "Microsoft", the(kb, "numbat").id, by="Ann")
    kb.forget(tried[1])
    assert files_with(store, "numbat") == []


def test_a_retracted_deal_hides_its_lessons(kb: KnowledgeBase, tried: list[str]) -> None:
    """They come back with it, and meanwhile are not suggested anew."""
    for lesson in playbook.lessons(kb, "Microsoft"):
        playbook.confirm(kb, "Microsoft", lesson.id, by="Ann")
    before = playbook.page(kb, "Microsoft")
    kb.retract(tried[1], "twice")
    assert set(on_page(kb)) == {f"“{ASKED}” worked", "“waited” did not work"}
    assert tried[1] not in playbook.page(kb, "Microsoft")
    assert playbook.lessons(kb, "Microsoft") == []
    kb.restore(tried[1])
    assert playbook.page(kb, "Microsoft") == before


def test_an_erased_person_leaves_the_playbook(kb: KnowledgeBase, store: Path, tried: list[str]) -> None:
    """Who confirmed and whoever is named becomes a former colleague, in lessons and notes alike."""
    playbook.confirm(
        kb, "Microsoft", the(kb, ASKED).id, by="Ann Quokka", title="Ann Quokka asked early", text="So said Ann Quokka."
    )
    playbook.write_notes(kb, "Microsoft", "Ring Ann Quokka.", by="Ann Quokka", version=0)
    assert erasure.preview_person(kb, "Ann Quokka").is_known
    erasure.erase_person(kb, "Ann Quokka")
    assert files_with(store, "quokka") == []
    page = playbook.read_page(playbook.page(kb, "Microsoft"))
    assert [(each.heading, each.text, each.by) for each in page.lessons] == [
        (f"{FORMER} asked early", f"So said {FORMER}.", FORMER)
    ]
    assert page.notes == f"Ring {FORMER}."


def test_a_vendor_that_is_erased_takes_its_playbook(kb: KnowledgeBase, store: Path, tried: list[str]) -> None:
    """Not a byte of it stays."""
    playbook.confirm(kb, "Microsoft", the(kb, "numbat").id, by="Ann")
    playbook.write_notes(kb, "Microsoft", "About the wombat.", by="Ann", version=0)
    assert erasure.preview_vendor(kb, "Microsoft").lessons == 1
    erasure.erase_vendor(kb, "Microsoft")
    assert files_with(store, "numbat", "wombat") == []


def test_a_merge_brings_both_playbooks_together_and_its_undoing_apart(kb: KnowledgeBase, deal: Write, tried: list[str]) -> None:
    """The same lesson stands there once, with the deals of both; notes stand one below the other until written as one."""
    other = kb.log(deal(vendor="MSFT", tactics=[(ASKED, "worked")], deal_date="2026-02-01")).deal_id
    for vendor in ("Microsoft", "MSFT"):
        playbook.confirm(kb, vendor, the(kb, ASKED, vendor).id, by="Ann")
        playbook.write_notes(kb, vendor, f"Notes on {vendor}.", by="Tom", version=0)
    before = [playbook.page(kb, vendor) for vendor in ("Microsoft", "MSFT")]
    change = directory.merge(kb, "MSFT", "Microsoft")
    page = playbook.read_page(playbook.page(kb, "MSFT"))
    assert [each.heading for each in page.lessons] == [f"“{ASKED}” worked"]
    assert set(page.lessons[0].deal_ids) == {*tried, other}
    assert page.notes == "Notes on Microsoft.\n\nNotes on MSFT."
    known = playbook.notes(kb, "Microsoft")
    assert known
    assert known.version == 2
    directory.undo(kb, change.id)
    assert [playbook.page(kb, vendor) for vendor in ("Microsoft", "MSFT")] == before
    directory.merge(kb, "MSFT", "Microsoft")
    playbook.write_notes(kb, "Microsoft", "One text.", by="Bo", version=2)
    assert playbook.read_page(playbook.page(kb, "Microsoft")).notes == "One text."
    assert kb.check() == []


def test_a_split_takes_along_what_names_only_its_deals(kb: KnowledgeBase, tried: list[str]) -> None:
    """A lesson of deals that stay, too, stays and names these alone; all is as before once the split is undone."""
    for lesson in playbook.lessons(kb, "Microsoft"):
        playbook.confirm(kb, "Microsoft", lesson.id, by="Ann")
    before = playbook.page(kb, "Microsoft")
    change = directory.split(kb, "Microsoft", tried[:1], "Nokia")
    assert on_page(kb, "Nokia") == ["“waited” did not work"]
    assert set(on_page(kb)) == {f"“{ASKED}” worked", "“showed a numbat” did not work"}
    directory.undo(kb, change.id)
    assert playbook.page(kb, "Microsoft") == before
    assert kb.check() == []


@pytest.mark.folder
def test_a_backup_and_a_rebuild_keep_the_playbook(kb: KnowledgeBase, tmp_path: Path, tried: list[str]) -> None:
    """Page, notes and what was dropped are in the restored store as they were."""
    playbook.confirm(kb, "Microsoft", the(kb, ASKED).id, by="Ann")
    playbook.drop(kb, "Microsoft", the(kb, "numbat").id, by="Ann")
    playbook.write_notes(kb, "Microsoft", "By hand.", by="Ann", version=0)
    before = playbook.page(kb, "Microsoft"), playbook.lessons(kb, "Microsoft")
    kb.rebuild_index()
    backup.write(kb, tmp_path / "b.zip")
    backup.restore(tmp_path / "b.zip", tmp_path / "new", embedding=WordEmbedding())
    with KnowledgeBase.open(tmp_path / "new", embedding=WordEmbedding(), clock=Clock()) as restored:
        assert (playbook.page(restored, "Microsoft"), playbook.lessons(restored, "Microsoft")) == before
        assert restored.check() == []


def test_a_memory_that_is_away_keeps_nothing(kb: KnowledgeBase, tried: list[str]) -> None:
    """It is said, and the next try puts the lesson there once."""
    lesson = the(kb, ASKED)
    failing = FailingEngine(kb.banks.engine, 3, after=False)
    with pytest.raises((StoreUnavailable, OSError)):
        playbook.confirm(kb, "Microsoft", lesson.id, by="Ann")
    failing.is_broken = False
    playbook.confirm(kb, "Microsoft", lesson.id, by="Ann")
    assert on_page(kb) == [lesson.heading]


def test_what_was_in_the_archive_once_stays_there(kb: KnowledgeBase, deal: Write) -> None:
    """Whatever pushed it out, as a deal that was restored, and whatever makes room: drops, and taking back and confirming."""
    days = [date(2024, 1, 1) + timedelta(days=n) for n in range(36)]
    told = [{"deal_date": day.isoformat(), "tactics": [(f"tried thing {n}", "failed")]} for n, day in enumerate(days)]
    receipts = kb.log_many([(deal(outcome="no_deal", **each), None) for each in told])
    for receipt in receipts[-8:]:
        kb.retract(receipt.deal_id, "later")
    for lesson in playbook.lessons(kb, "Microsoft"):
        playbook.confirm(kb, "Microsoft", lesson.id, by="Ann")
    waiting = playbook.lessons(kb, "Microsoft")
    for receipt in receipts[-8:]:
        kb.restore(receipt.deal_id)
    for lesson in playbook.lessons(kb, "Microsoft"):
        playbook.confirm(kb, "Microsoft", lesson.id, by="Ann")
    assert waiting == []
    for receipt in receipts[-8:]:
        kb.retract(receipt.deal_id, "again")
    middle = [(f"tried something else {n}", "failed") for n in range(8)]
    kb.log(deal(outcome="no_deal", deal_date="2024-02-01", tactics=middle))
    for lesson in playbook.lessons(kb, "Microsoft"):
        playbook.confirm(kb, "Microsoft", lesson.id, by="Ann")
    for receipt in receipts[-8:]:
        kb.restore(receipt.deal_id)
    leaves = playbook.leaves(kb, "Microsoft")
    archived = set(headings(list(leaves.archive)))
    for lesson in leaves.page[:6]:
        playbook.drop(kb, "Microsoft", lesson.id, by="Ann")
    assert archived.isdisjoint(on_page(kb))
    first = leaves.archive[0]
    playbook.take_back(kb, "Microsoft", first.id)
    assert first.id in {each.id for each in playbook.lessons(kb, "Microsoft")}
    with pytest.raises(LeverageError, match="not there any more"):
        playbook.take_back(kb, "Microsoft", first.id)
    assert playbook.confirm(kb, "Microsoft", first.id, by="Ann").is_archived
    assert archived.isdisjoint(on_page(kb))


def test_a_day_within_a_title_stays(kb: KnowledgeBase, tried: list[str]) -> None:
    """Only the one before it is the lesson's own."""
    title = "Renewed until 2027-03-01: no uplift after 2027-03-01"
    assert playbook.confirm(kb, "Microsoft", the(kb, "waited").id, by="Ann", title=f"2026-03-02: {title}").heading == title


@pytest.mark.parametrize(
    "title",
    [
        *(
            "14 Oct 2026: {}",
            "2026/10/14: {}",
            "14.10.2026 {}",
            "(2026-10-14) {}",
            "2026-10-14: 2026-10-15: {}",
            "{} (2026-10-14)",
        ),
        *("“{}”", "{}!"),
    ],
)
@pytest.mark.parametrize("words", ["Résumé: ask early", "Resume: ask early"])
def test_a_title_is_not_doubled_by_its_spelling(kb: KnowledgeBase, tried: list[str], title: str, words: str) -> None:
    """Neither by a day in whatever form, nor by accents or marks of quotation."""
    playbook.confirm(kb, "Microsoft", the(kb, ASKED).id, by="Ann", title="Résumé: ask early")
    with pytest.raises(LeverageError, match="says the same"):
        playbook.confirm(kb, "Microsoft", the(kb, "waited").id, by="Ann", title=title.format(words))


def test_what_stands_under_another_lesson_by_now_is_not_put_back(kb: KnowledgeBase, tried: list[str]) -> None:
    """Else the same title would be there twice."""
    old = playbook.confirm(kb, "Microsoft", the(kb, ASKED).id, by="Ann")
    playbook.drop(kb, "Microsoft", old.id, by="Ann")
    playbook.take_back(kb, "Microsoft", old.id)
    playbook.confirm(kb, "Microsoft", the(kb, "waited").id, by="Ann", title=old.heading)
    with pytest.raises(LeverageError, match="says the same"):
        playbook.put_back(kb, "Microsoft", old)


@pytest.mark.slow
def test_whatever_people_do_nothing_comes_back_from_the_archive(kb: KnowledgeBase, deal: Write) -> None:
    """Confirming, editing, dropping, taking back and putting back in any order; no title is there twice."""
    rng = random.Random(1)
    days = [date(2024, 1, 1) + timedelta(days=n) for n in range(30)]
    tried = [(f"tried thing {n} {'at length ' * 5}", "failed") for n in range(30)]
    told = [{"deal_date": day.isoformat(), "tactics": [each]} for day, each in zip(days, tried, strict=True)]
    kb.log_many([(deal(outcome="no_deal", **each), None) for each in told])
    archived: set[str] = set()
    dropped: list[playbook.Lesson] = []
    for _ in range(70):
        waiting, leaves = playbook.lessons(kb, "Microsoft"), playbook.leaves(kb, "Microsoft")
        confirmed = [*leaves.page, *leaves.archive]
        verb = rng.choice(["confirm"] * 5 + ["edit", "drop", "take_back", "put_back"])
        if verb == "confirm" and waiting:
            playbook.confirm(kb, "Microsoft", rng.choice(waiting).id, by="Ann")
        elif verb == "put_back" and dropped:
            playbook.put_back(kb, "Microsoft", dropped.pop())
        elif verb != "confirm" and confirmed:
            one = rng.choice(confirmed)
            if verb == "drop":
                dropped.append(one)
                playbook.drop(kb, "Microsoft", one.id, by="Ann")
            elif verb == "take_back":
                playbook.take_back(kb, "Microsoft", one.id)
            else:
                version = next(each.version for each in playbook.decided(kb, "Microsoft") if each.id == one.id)
                words = "Shorter." if rng.random() < 0.5 else "Longer. " * 60
                playbook.edit(kb, "Microsoft", one.id, by="Bo", version=version, text=words)
        leaves = playbook.leaves(kb, "Microsoft")
        archived |= {each.id for each in leaves.archive}
        assert archived.isdisjoint(each.id for each in leaves.page)
        subjects = [each.subject for each in playbook.decided(kb, "Microsoft")]
        assert len(subjects) == len(set(subjects))
    assert archived
