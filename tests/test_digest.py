"""The daily digest: what is new, what is near, and what others did; nothing twice, and nothing of nobody's concern."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from leverage import Deal, KnowledgeBase, LeverageError, Signal, events, last_digest, watch
from leverage.access.person import Person
from leverage.cli import main
from leverage.digest import MOST_LINES, digest, make
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
    """In the first digest all of 120 days, by how near they are; what is overdue before these."""
    kb = open_kb(clock=clock)
    kb.log(deal(vendor="Near", end_date="2026-12-31", auto_renews=False))
    kb.log(deal(vendor="Far", end_date="2027-01-01", auto_renews=False))
    kb.log(deal(vendor="Too far", end_date="2027-12-01", auto_renews=False))
    kb.log(deal(vendor="Talks", outcome="open", next_meeting="2026-12-01"))
    said = digest(kb)
    assert "In the next 30 days (2)\n- 1 Dec 2026, today: Talks." in said
    assert "- 31 Dec 2026, in 30 days: Near. Contract ends; whether" not in said
    assert "- 31 Dec 2026, in 30 days: Near. Contract ends. Priya Nair, IT.\n\nIn the next 60 days (1)" in said
    assert "Too far" not in said
    clock.now = datetime(2026, 12, 2, 9, tzinfo=UTC)
    assert "Overdue (1)\n- 1 Dec 2026, 1 day ago: Talks. Meeting; nothing is logged since." in digest(kb)


def test_a_day_is_told_at_its_distances_and_not_daily(open_kb: Callable[..., KnowledgeBase], clock: Clock, deal: Write) -> None:
    """120, 90, 60 and 30 days before, on itself and the day after: a digest each day tells it six times."""
    kb = open_kb(clock=clock)
    kb.log(deal(end_date="2027-05-01", auto_renews=True, notice_days=0, product="P"))
    make(kb).remember(kb)
    told = []
    for n in range(1, 160):
        clock.now = datetime(2026, 12, 1, 9, tzinfo=UTC) + timedelta(days=n)
        made = make(kb)
        made.remember(kb)
        if "Microsoft, P." in made.text:
            told.append((date(2027, 5, 1) - kb.today()).days)
    assert told == [120, 90, 60, 30, 0, -1]


def test_a_digest_begins_where_the_last_one_ended(open_kb: Callable[..., KnowledgeBase], clock: Clock, deal: Write) -> None:
    """Each thing is told once; within a minute the same digest comes again, so that none that got lost is lost for good."""
    kb = open_kb(clock=clock)
    make(kb).remember(kb)
    clock.now += timedelta(hours=20)
    kb.log(deal(signals=[("legal_threat", "See you in court.")]))
    clock.now += timedelta(hours=4)
    first = make(kb)
    assert "New or changed flags (1)" in first.text
    first.remember(kb)
    clock.now += timedelta(seconds=15)
    again = make(kb)
    assert again.text == first.text
    again.remember(kb)
    clock.now += timedelta(seconds=60)
    assert "Nothing is new" in digest(kb)
    assert "New or changed flags (1)" in digest(kb, date(2026, 12, 1))


def test_a_flag_is_new_by_when_its_words_were_entered(open_kb: Callable[..., KnowledgeBase], clock: Clock, deal: Write) -> None:
    """Words that an edit brought into an old deal, and an event that is dated earlier; neither day counts."""
    kb = open_kb(clock=clock)
    old = kb.log(deal(vendor="Edited"))
    kb.log(deal(vendor="Struck"))
    make(kb).remember(kb)
    clock.now += timedelta(days=14)
    make(kb).remember(kb)
    clock.now += timedelta(days=1)
    stored = kb.deal(old.deal_id)
    assert stored is not None
    kb.edit(old.deal_id, replace(stored, signals=(Signal("legal_threat", "See you in court."),)), 1)
    events.log(kb, "Struck", "2026-12-03", [("security_incident", "Keys were stolen")], by="Ann", department="IT")
    for said in (digest(kb), digest(kb, kb.today())):
        assert "New or changed flags (2)" in said
        assert "“See you in court.”" in said
        assert "“Keys were stolen”" in said


def test_a_flag_that_was_not_told_is_new_however_it_came(
    open_kb: Callable[..., KnowledgeBase], clock: Clock, deal: Write
) -> None:
    """A restored deal raises it again long after its words were entered."""
    kb = open_kb(clock=clock)
    gone = kb.log(deal(signals=[("legal_threat", "See you in court.")]))
    kb.retract(gone.deal_id, "wrong")
    make(kb).remember(kb)
    clock.now += timedelta(days=5)
    make(kb).remember(kb)
    kb.restore(gone.deal_id)
    clock.now += timedelta(hours=1)
    assert "New or changed flags (1)" in digest(kb)


def test_what_was_found_in_deals_is_nobodys_words(open_kb: Callable[..., KnowledgeBase], clock: Clock, deal: Write) -> None:
    """No quotation marks stand around what nobody said."""
    kb = open_kb(clock=clock)
    for day, terms in (("2026-05-01", "Net 60"), ("2026-06-01", "Net 30")):
        kb.log(deal(deal_date=day, product="P", payment_terms=terms))
    assert watch.flags(kb)
    assert "Last, 1 Jun 2026, Priya Nair, IT: Net 30; the agreed deal before, of 1 May 2026, had Net 60." in digest(kb)


def test_what_others_did_besides_is_told(open_kb: Callable[..., KnowledgeBase], clock: Clock, deal: Write) -> None:
    """Events, edits, retractions and reviews; none of one's own, and with the address that leads there."""
    kb = open_kb(clock=clock)
    kept = kb.log(deal(vendor="Acme", product="Tape"))
    other = kb.log(deal(vendor="Acme", product="Glue", logged_by="Tom Becker"))
    follow(kb, "Tom Becker", "Acme")
    clock.now += timedelta(days=9)
    stored = kb.deal(kept.deal_id)
    assert stored is not None
    kb.edit(kept.deal_id, replace(stored, notes="more"), 1)
    kb.retract(other.deal_id, "told twice")
    events.log(kb, "Acme", "2026-11-18", [("legal_threat", "Sue you")], by="Imogen", department="Legal")
    events.log(kb, "Acme", "2026-11-19", [("minor", "Rude")], by="Tom Becker", department="Legal")
    watch.review(kb, watch.flags(kb)[0].flag_id, "Imogen", "Only talk.", department="Legal")
    said = digest(kb, person="Tom Becker", app="https://leverage.example/")
    assert "By others, with vendors you follow (4)" in said
    for part in (
        f"Acme: deal of 2 Mar 2026, Tape, agreed, changed. https://leverage.example/deal?deal={kept.deal_id}",
        "Acme: deal of 2 Mar 2026, Glue, agreed, retracted: told twice.",
        "Acme: event of 18 Nov 2026 logged. Legal threat: “Sue you”. Imogen, Legal. https://leverage.example/brief?vendor=",
        "Acme: flag “Legal threat” dealt with: Only talk. Imogen, Legal.",
    ):
        assert part in said, said


def test_a_person_of_whom_nothing_is_known_is_said(open_kb: Callable[..., KnowledgeBase], clock: Clock, deal: Write) -> None:
    """A slip in a name that cron mails to does not go unnoticed; who follows nothing is told how to."""
    kb = open_kb(clock=clock)
    kb.log(deal())
    with pytest.raises(LeverageError, match="“Nobody Known” logged no deal and follows no vendor"):
        digest(kb, person="Nobody Known")
    assert "Priya Nair follows no vendor." in digest(kb, person="Priya Nair")
    with pytest.raises(LeverageError, match="no address of the app"):
        digest(kb, app="leverage")


def test_a_flag_stands_there_while_its_words_are_new(open_kb: Callable[..., KnowledgeBase], clock: Clock, deal: Write) -> None:
    """The day it is raised and the next, with the last words and who recorded them; then no more, until there are new ones."""
    kb = open_kb(clock=clock)
    for day, words in (("2026-10-01", "Up by 9%."), ("2026-11-01", "Another 4%.")):
        kb.log(deal(deal_date=day, signals=[Signal("price_increase", words)]))
    said = digest(kb)
    assert "New or changed flags (1)\n- Microsoft: Price increase." in said
    assert "Last, 1 Nov 2026, Priya Nair, IT: “Another 4%.”" in said
    clock.now = datetime(2026, 12, 3, 9, tzinfo=UTC)
    assert "flags" not in digest(kb)
    assert "flags" in digest(kb, date(2026, 12, 1))


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
    told = "By others, with vendors you follow (1)\n- Acme: deal of 4 Dec 2026, Tape, agreed, logged. Priya Nair, IT.\n"
    assert told in said
    assert "By others" not in digest(kb)


def test_a_vendor_is_told_on_the_day_it_grows_stale(open_kb: Callable[..., KnowledgeBase], clock: Clock, deal: Write) -> None:
    """Once after twelve months, once after twenty-four, and not every day between."""
    kb = open_kb(clock=clock)
    kb.log(deal(deal_date="2025-12-01"))
    assert "Microsoft: No deal for 12 months; the last one is of 1 Dec 2025." in digest(kb)
    clock.now = datetime(2026, 12, 4, 9, tzinfo=UTC)
    assert "No deal for" not in digest(kb)
    clock.now = datetime(2027, 12, 2, 9, tzinfo=UTC)
    assert "No deal for 24 months" in digest(kb)


def test_a_long_section_is_cut_with_its_count(open_kb: Callable[..., KnowledgeBase], clock: Clock, deal: Write) -> None:
    """Its first lines and how many more there are; a line break in a name makes no line of its own."""
    kb = open_kb(clock=clock)
    kb.log_many([(deal(vendor=f"V{n}", end_date="2026-12-20", auto_renews=False), None) for n in range(MOST_LINES + 3)])
    said = digest(kb)
    assert f"In the next 30 days ({MOST_LINES + 3})" in said
    assert said.count("\n- ") == MOST_LINES + 1
    assert "- and 3 more" in said


def test_a_digest_for_an_address_tells_what_that_person_may_see(
    store: Path, deal: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the access policy as it is now, with the vendors followed under the name of the sign-in; no one else is let in."""

    def open_store(folder: Path) -> KnowledgeBase:
        return KnowledgeBase.open(folder, embedding=WordEmbedding(), clock=Clock(datetime(2026, 12, 1, 9, tzinfo=UTC)))

    def said(address: str) -> str:
        assert main(["--home", str(store), "digest", "--person", address, "--since", "2026-11-30"], open_store) == 0
        return capsys.readouterr().out

    days = {"deal_date": "2026-01-02", "end_date": "2026-12-31", "auto_renews": False}
    with open_store(store) as kb:
        kb.log(deal(vendor="Acme", **days))
        kb.log(deal(vendor="Kestrel", visible_to=["Finance"], **days))
        for name in ("Bob", "Eve"):
            follow(kb.view(Person(f"{name.lower()}@corp.example", name=f"{name} Ray")), "", "Acme")
    rules = '[[department]]\nname = "Finance"\nemails = ["bob@corp.example"]\n'
    (store / "access.toml").write_text(rules, "utf-8")
    assert "Kestrel" in said("Bob@corp.example")
    told = said("eve@corp.example")
    assert "Kestrel" not in told
    assert "in 30 days: Acme." in told
    assert "By others, with vendors you follow (1)" in told
    (store / "access.toml").write_text(f'[[department]]\nname = "Legal"\ngroups = ["law"]\n\n{rules}', "utf-8")
    assert "Kestrel" not in said("bob@corp.example")  # at a sign-in he may turn out to be of Legal
    (store / "access.toml").write_text('default = "none"\n', "utf-8")
    assert main(["--home", str(store), "digest", "--person", "eve@corp.example"], open_store) == 2
    assert "eve@corp.example may not come in here." in capsys.readouterr().err


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
    assert main(["--home", str(store), "digest", "--person", "Nobody Known"], open_store) == 2
    assert "“Nobody Known” logged no deal" in capsys.readouterr().err
    for told in ("In the next 30 days", "In the next 30 days"):  # within a minute the same again
        assert main(["--home", str(store), "digest"], open_store) == 0
        assert told in capsys.readouterr().out
    for name in ("vendor", "owner", "department"):
        assert main(["--home", str(store), "calendar", f"--{name}", "Nobody"], open_store) == 2
        assert "Check the name." in capsys.readouterr().err
    file = tmp_path / "days.ics"
    assert main(["--home", str(store), "calendar", "-o", str(file)], open_store) == 0
    assert "1 day written" in capsys.readouterr().out
    assert b"SUMMARY:Contract ends: Microsoft" in file.read_bytes()


def test_two_people_of_one_name_have_each_their_last_digest(open_kb: Callable[..., KnowledgeBase], clock: Clock) -> None:
    """By the address under which they signed in; an older one by the name alone is where both go on from."""
    kb = open_kb(clock=clock)
    last_digest.remember(kb, "Ann Lee", kb.now(), ["old"])
    here, there = (kb.view(Person(f"ann@{domain}", name="Ann Lee")) for domain in ("corp.example", "other.example"))
    clock.now += timedelta(days=1)
    last_digest.remember(here, "Ann Lee", kb.now(), ["new"])
    told = {name: last_digest.read(each, "Ann Lee") for name, each in {"here": here, "there": there, "all": kb}.items()}
    assert {name: list(each.flags) if each else None for name, each in told.items()} == {
        "here": ["new"],
        "there": ["old"],
        "all": ["old"],
    }
