"""The daily digest: what is new, what is near, and what others did; nothing twice, and nothing of nobody's concern."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from leverage import Deal, KnowledgeBase, LeverageError, Signal
from leverage.cli import main
from leverage.digest import MOST_LINES, digest
from leverage.following import follow
from tests.fakes import Clock, WordEmbedding

Write = Callable[..., Deal]


@pytest.fixture
def clock() -> Clock:
    """A clock that begins on the morning of 1 December 2026."""
    return Clock(datetime(2026, 12, 1, 9, tzinfo=UTC))


def test_a_quiet_day_is_said(open_kb: Callable[..., KnowledgeBase], clock: Clock, deal: Write) -> None:
    """With nothing new and nothing due the digest is two lines."""
    kb = open_kb(clock=clock)
    kb.log(deal())
    assert digest(kb) == "Leverage, 1 Dec 2026: what is new since 30 Nov 2026\n\nNothing is new, and nothing is due.\n"
    with pytest.raises(LeverageError, match="still to come"):
        digest(kb, date(2026, 12, 2))


def test_days_that_are_near_or_passed_stand_there(open_kb: Callable[..., KnowledgeBase], clock: Clock, deal: Write) -> None:
    """What is overdue first, then thirty days ahead, the last of them included."""
    kb = open_kb(clock=clock)
    kb.log(deal(vendor="Near", end_date="2026-12-31", auto_renews=False))
    kb.log(deal(vendor="Far", end_date="2027-01-01", auto_renews=False))
    kb.log(deal(vendor="Talks", outcome="open", next_meeting="2026-12-01"))
    said = digest(kb)
    assert "In the next 30 days (2)\n- 1 Dec 2026, today: Talks." in said
    assert "- 31 Dec 2026, in 30 days: Near. A contract ends on 31 Dec 2026. Priya Nair, IT." in said
    assert "Far" not in said
    clock.now = datetime(2026, 12, 2, 9, tzinfo=UTC)
    assert "Overdue (1)\n- 1 Dec 2026, 1 day ago: Talks. A meeting was noted" in digest(kb)


def test_a_flag_stands_there_while_its_words_are_new(open_kb: Callable[..., KnowledgeBase], clock: Clock, deal: Write) -> None:
    """The day it is raised and the next, with the last words and who recorded them; then no more, until there are new ones."""
    kb = open_kb(clock=clock)
    for day, words in (("2026-10-01", "Up by 9%."), ("2026-11-01", "Another 4%.")):
        kb.log(deal(deal_date=day, signals=[Signal("price_increase", words)]))
    said = digest(kb)
    assert "Flags with new words (1)\n- Microsoft: Price increase." in said
    assert "Last, 1 Nov 2026, Priya Nair, IT: “Another 4%.”" in said
    clock.now = datetime(2026, 12, 3, 9, tzinfo=UTC)
    assert "Flags" not in digest(kb)
    assert "Flags" in digest(kb, date(2026, 12, 1))


def test_what_others_logged_with_a_followed_vendor_is_told(
    open_kb: Callable[..., KnowledgeBase], clock: Clock, deal: Write
) -> None:
    """Neither one's own deals, nor older ones, nor those of vendors that one does not follow."""
    kb = open_kb(clock=clock)
    kb.log(deal(vendor="Acme", notes="old"))
    follow(kb, "Tom Becker", "Acme")
    clock.now = datetime(2026, 12, 5, 9, tzinfo=UTC)
    kb.log(deal(vendor="Acme", deal_date="2026-12-04", product="Tape"))
    kb.log(deal(vendor="Acme", deal_date="2026-12-03", logged_by="Tom Becker"))
    kb.log(deal(vendor="Other", deal_date="2026-12-03"))
    said = digest(kb, person="tom becker")
    assert "Logged by others, with vendors you follow (1)\n- Acme, Tape: 4 Dec 2026, agreed, Priya Nair, IT.\n" in said
    assert "Logged by others" not in digest(kb)


def test_a_vendor_is_told_on_the_day_it_grows_stale(open_kb: Callable[..., KnowledgeBase], clock: Clock, deal: Write) -> None:
    """Once after twelve months, once after twenty-four, and not every day between."""
    kb = open_kb(clock=clock)
    kb.log(deal(deal_date="2025-12-01"))
    assert "Microsoft: Nothing was logged for 12 months; the last deal is of 1 Dec 2025." in digest(kb)
    clock.now = datetime(2026, 12, 4, 9, tzinfo=UTC)
    assert "Nothing was logged" not in digest(kb)
    clock.now = datetime(2027, 12, 2, 9, tzinfo=UTC)
    assert "Nothing was logged for 24 months" in digest(kb)


def test_a_long_section_is_cut_with_its_count(open_kb: Callable[..., KnowledgeBase], clock: Clock, deal: Write) -> None:
    """Its first lines and how many more there are; a line break in a name makes no line of its own."""
    kb = open_kb(clock=clock)
    kb.log_many([(deal(vendor=f"V{n}", end_date="2026-12-20", auto_renews=False), None) for n in range(MOST_LINES + 3)])
    said = digest(kb)
    assert f"In the next 30 days ({MOST_LINES + 3})" in said
    assert said.count("\n- ") == MOST_LINES + 1
    assert "- and 3 more" in said


def test_the_commands_print_it(store: Path, deal: Write, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`digest` prints text that cron can mail, `calendar` writes the file; a wrong day is a sentence."""

    def open_store(folder: Path) -> KnowledgeBase:
        return KnowledgeBase.open(folder, embedding=WordEmbedding(), clock=Clock(datetime(2026, 12, 1, 9, tzinfo=UTC)))

    with open_store(store) as kb:
        kb.log(deal(end_date="2026-12-31", auto_renews=False))
    assert main(["--home", str(store), "digest", "--since", "2026-11-30"], open_store) == 0
    assert "in 30 days: Microsoft." in capsys.readouterr().out
    assert main(["--home", str(store), "digest", "--since", "soon"], open_store) == 2
    assert "The day" in capsys.readouterr().err
    file = tmp_path / "days.ics"
    assert main(["--home", str(store), "calendar", "-o", str(file)], open_store) == 0
    assert "1 day written" in capsys.readouterr().out
    assert b"SUMMARY:Contract ends: Microsoft" in file.read_bytes()
