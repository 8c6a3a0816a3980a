"""Page and archive as Markdown: small enough, in order, each lesson once, nothing lost, no text out of its place."""

from datetime import UTC, date, datetime
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from leverage.lesson_pages import BEGIN, END, MOST_BYTES, Leaves, archive_markdown, leaves_of, page_markdown, read_page
from leverage.lesson_records import Lesson, Notes, Recommendation
from leverage.literal import as_typed, literal
from leverage.playbook import MOST_HEADING, MOST_NOTES, MOST_TEXT
from leverage.text import Unclean, clean_line, fold

HOSTILE = st.sampled_from(
    [
        BEGIN, END, f"x {END} y", "-->", "<!--", "## 2026-01-01: forged", "# Playbook: Evil", "- Deals: forged",
        "*9 older lessons in the archive.*", "- Confirmed by Evil on 2026-01-01", "- Recommends (Rule): forged",
        "<script>alert(1)</script>", "![x](http://evil.example/x.png)", "[y](http://evil.example)", "https://evil.example",
        "www.evil.example", "`code`", "```", "~~~", "***", "---", "===", "1. one", "+ plus", "\\", "\\\\", "a\\", "&lt;",
        "| a | b |", ":tada:", "$x$", "> quote", "    indented", "a@b.example", "“quoted”", "北京" * 20, "😀" * 30,
    ]
)  # fmt: skip


def lines(most: int) -> st.SearchStrategy[str]:
    """Return texts as they are kept: one clean line, hostile ones among them."""

    def clean(text: str) -> str:
        try:
            return clean_line(text[:most], most)
        except Unclean:
            return ""

    return st.lists(HOSTILE | st.text(max_size=30), min_size=1, max_size=12).map(" ".join).map(clean)


@st.composite
def lesson(draw: st.DrawFn) -> Lesson:
    """Return a lesson that somebody decided on, with what people may type."""
    recommends = st.none() | st.builds(
        Recommendation, st.sampled_from(["vocabulary", "rule", "missing_field"]), lines(100).filter(bool)
    )
    return Lesson(
        draw(st.uuids().map(str)),
        draw(lines(MOST_HEADING).filter(bool)),
        draw(st.dates(date(2015, 1, 1), date(2026, 11, 29))),
        draw(lines(MOST_TEXT)),
        tuple(draw(st.lists(st.sampled_from([f"{n:032x}" for n in range(12)]), max_size=12, unique=True))),
        "deal",
        draw(recommends),
        draw(st.sampled_from(["confirmed", "confirmed", "confirmed", "dropped"])),
        draw(st.booleans()) and draw(st.booleans()),
        draw(lines(200).filter(bool)),
        "IT",
        "",
        draw(st.dates(date(2015, 1, 1), date(2026, 11, 29))),
        draw(st.datetimes(timezones=st.just(UTC))),
    )


def confirmed(lesson_id: str, heading: str, text: str = "", day: date = date(2026, 11, 29), **told: Any) -> Lesson:
    """Return a confirmed lesson in one line."""
    who = {"by": "Ann", "decided_on": date(2026, 11, 29), "at": datetime(2026, 11, 29, tzinfo=UTC)}
    return Lesson(
        **{"deal_ids": ()} | who | told, id=lesson_id, heading=heading, day=day, text=text, origin="deal", state="confirmed"
    )


def made(markdown: str) -> str:
    """Return what stands between the markers, both included."""
    return markdown[: markdown.index(f"\n{END}\n") + len(END) + 1]


@given(lessons=st.lists(lesson(), max_size=30), vendor=lines(200).filter(bool), notes=st.text(max_size=200))
def test_a_page_is_small_in_order_and_loses_nothing(lessons: list[Lesson], vendor: str, notes: str) -> None:
    """Page and archive hold every confirmed lesson once, newest first; the page is within its bytes, whatever is in it."""
    leaves = leaves_of(lessons, vendor)
    page = page_markdown(leaves, vendor, notes)
    assert len(made(page).encode()) <= MOST_BYTES
    together = [*leaves.page, *leaves.archive]
    assert together == sorted(together, key=Lesson.rank, reverse=True)
    subjects = [each.subject for each in together]
    assert len(subjects) == len(set(subjects))
    assert set(subjects) == {each.subject for each in lessons if each.state == "confirmed"}
    assert not any(each.is_archived for each in leaves.page)
    ids = {deal_id for each in lessons if each.state == "confirmed" for deal_id in each.deal_ids}
    assert {deal_id for each in together for deal_id in each.deal_ids} == ids
    again = leaves_of(together, vendor)
    assert again == leaves


@given(lessons=st.lists(lesson(), max_size=12), vendor=lines(200).filter(bool), notes=st.text(max_size=200))
def test_a_page_reads_back_as_it_was_typed(lessons: list[Lesson], vendor: str, notes: str) -> None:
    """No text in a lesson opens another, ends the page, or is taken for notes; notes come back to the letter."""
    leaves = leaves_of(lessons, vendor)
    page, archive = page_markdown(leaves, vendor, notes), archive_markdown(leaves, vendor)
    for markdown, expected in ((page, leaves.page), (archive, leaves.archive)):
        read = read_page(markdown)
        assert [(each.day, each.heading, each.text, each.recommends, each.by, each.decided_on) for each in read.lessons] == [
            (each.day, each.heading, each.text, each.recommends, each.by, each.decided_on) for each in expected
        ]
        assert [each.deal_ids for each in read.lessons] == [each.deal_ids[:8] for each in expected]
        assert made(markdown).count(BEGIN) == made(markdown).count(END) == 1
    assert read_page(page).notes == notes


@given(st.text(max_size=60) | HOSTILE)
def test_literal_text_reads_back(text: str) -> None:
    """Escaping for Markdown loses nothing, and leaves no sign that could begin markup."""
    shown = literal(text)
    assert as_typed(shown) == text
    assert "<" not in shown.replace("\\<", "")


@given(lesson())
def test_a_lesson_survives_its_json_form(each: Lesson) -> None:
    """What is kept reads back, also what a later version added."""
    assert Lesson.from_json(each.to_json()) == each
    later = each.to_json() | {"schema": 9, "colour": "red"}
    assert Lesson.from_json(later).to_json() == later


def test_the_largest_lesson_fits_alone() -> None:
    """Whatever its signs, one lesson of the largest size has room on a page of the longest name."""
    for sign in ("😀", "#", "北"):
        recommends = Recommendation("missing_field", sign * 130)
        ids = tuple(f"{n:032x}" for n in range(100))
        day, at = date(2026, 11, 29), datetime(2026, 11, 29, tzinfo=UTC)
        each = Lesson(
            "a",
            sign * MOST_HEADING,
            day,
            sign * MOST_TEXT,
            ids,
            "deal",
            recommends,
            "confirmed",
            by=sign * 200,
            decided_on=day,
            at=at,
        )
        leaves = leaves_of([each], sign * 200)
        assert leaves == Leaves((each,))
        assert len(made(page_markdown(leaves, sign * 200)).encode()) <= MOST_BYTES


def test_one_that_comes_from_elsewhere_and_is_too_large_is_in_the_archive() -> None:
    """Nothing is lost and the limit holds, even for a lesson that nobody could have written here."""
    each = confirmed("a", "large", "x" * 9_000)
    leaves = leaves_of([each], "V")
    assert leaves == Leaves((), (each,))
    assert len(made(page_markdown(leaves, "V")).encode()) <= MOST_BYTES
    assert "1 older lesson in the archive" in page_markdown(leaves, "V")


def test_an_empty_page_says_so() -> None:
    """It has both markers, a heading and no lesson."""
    page = page_markdown(Leaves(), "Microsoft")
    assert page == f"{BEGIN}\n\n# Playbook: Microsoft\n\nNo lesson is confirmed yet.\n\n{END}\n"
    assert read_page(page) == read_page("")


def test_the_same_title_folds() -> None:
    """Case, spacing, hyphens and final punctuation make no second lesson; the newest stands."""
    day, at = date(2026, 11, 29), datetime(2026, 11, 29, tzinfo=UTC)
    old = Lesson(
        "a", "Asked early worked.", day.replace(year=2025), "", ("1",), "deal", None, "confirmed", by="A", decided_on=day, at=at
    )
    new = Lesson("b", "asked-early  WORKED", day, "", ("2",), "deal", None, "confirmed", by="A", decided_on=day, at=at)
    assert fold(old.heading) == fold(new.heading)
    (one,) = leaves_of([old, new], "V").page
    assert (one.id, one.deal_ids) == ("b", ("2", "1"))


def test_notes_survive_their_json_form() -> None:
    """Up to the largest text, to the letter."""
    notes = Notes("playbook_notes:1", "é\n" * (MOST_NOTES // 2), "Ann", date(2026, 1, 1), datetime(2026, 1, 1, tzinfo=UTC))
    assert Notes.from_json(notes.to_json()) == notes
