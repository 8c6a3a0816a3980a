"""When a flag is raised, what stands in it, and what closes it: tables of days, and a second, naive way to count them."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leverage.signals import KINDS, RECORDED
from leverage.vendor_records import Move, VendorRecord
from leverage.versions import DealRecord
from leverage.watch import Flag
from leverage.watch.rules import rule_of
from tests.watch.materials import FIRST, Vendor, instant, kinds_of

PATTERNS = [kind for kind in RECORDED if KINDS[kind].deals == 2]
AT_ONCE = [kind for kind in RECORDED if KINDS[kind].deals == 1]
WINDOW = 180  # as the issue has it, written out: the file must not move by itself


def test_the_kinds_are_those_that_were_agreed() -> None:
    """Eight are patterns within 180 days, three serious at once, one never flags."""
    assert set(PATTERNS) == {
        *("price_increase", "broken_promise", "unannounced_fee", "late_delivery"),
        *("deadline_pressure", "bypassed_procurement", "lock_in", "changed_terms"),
    }
    assert set(AT_ONCE) == {"security_incident", "suspension_threat", "legal_threat"}
    assert all(KINDS[kind].window_days == WINDOW for kind in PATTERNS)
    assert [kind for kind in RECORDED if KINDS[kind].deals is None] == ["minor"]


@pytest.mark.parametrize("kind", PATTERNS)
@pytest.mark.parametrize(("days", "is_raised"), [(0, True), (1, True), (179, True), (180, True), (181, False), (400, False)])
def test_a_pattern_takes_two_deals_within_its_window(kind: str, days: int, is_raised: bool) -> None:
    """The day before the edge, on it and after it; the order of entry does not matter."""
    for turned in (False, True):
        vendor = Vendor()
        first, second = (days, 0) if turned else (0, days)
        vendor.deal(first, kind)
        assert vendor.flags() == []
        vendor.deal(second, kind)
        assert kinds_of(vendor.flags()) == ({kind} if is_raised else set())
        if is_raised:
            assert vendor.flag().raised_on == FIRST + timedelta(days=days)


@pytest.mark.parametrize(
    ("first", "second", "is_raised"),
    [
        (date(2024, 2, 29), date(2024, 8, 27), True),  # a leap day opens the window
        (date(2024, 2, 29), date(2024, 8, 28), False),
        (date(2023, 9, 2), date(2024, 2, 29), True),  # a leap day closes it
        (date(2023, 9, 1), date(2024, 2, 29), False),
        (date(2023, 9, 3), date(2024, 3, 1), True),  # it lies in between: one day fewer than in other years
        (date(2023, 9, 2), date(2024, 3, 1), False),
        (date(2022, 9, 2), date(2023, 3, 1), True),
        (date(2022, 9, 1), date(2023, 3, 1), False),
        (date(2025, 8, 31), date(2026, 2, 27), True),  # ends of months
        (date(2025, 8, 31), date(2026, 2, 28), False),
        (date(2026, 1, 31), date(2026, 7, 30), True),
        (date(2026, 1, 31), date(2026, 7, 31), False),
        (date(2025, 12, 31), date(2026, 6, 29), True),  # over a year's end
        (date(2025, 12, 31), date(2026, 6, 30), False),
    ],
)
def test_windows_count_days_and_no_months(first: date, second: date, is_raised: bool) -> None:
    """180 days are 180 days, over leap days, ends of months and of years."""
    vendor = Vendor()
    vendor.deal(first, "lock_in")
    vendor.deal(second, "lock_in")
    assert bool(vendor.flags()) is is_raised


def test_five_mentions_in_one_deal_are_one() -> None:
    """Only another deal makes a pattern of it; then all the words are shown."""
    vendor = Vendor()
    vendor.deal(0, *["late_delivery"] * 5, signals=[("late_delivery", f"late {n}") for n in range(5)])
    assert vendor.flags() == []
    vendor.deal(10, "late_delivery")
    assert len(vendor.flag().quotes) == 6
    assert vendor.flag().deal_ids == ("d0", "d1")


def test_two_kinds_make_no_pattern() -> None:
    """The same kind has to stand twice; each kind has a flag of its own."""
    vendor = Vendor()
    vendor.deal(0, "late_delivery", "lock_in")
    vendor.deal(1, "broken_promise")
    assert vendor.flags() == []
    vendor.deal(2, "late_delivery", "lock_in")
    assert kinds_of(vendor.flags()) == {"late_delivery", "lock_in"}


@pytest.mark.parametrize("kind", AT_ONCE)
def test_what_is_serious_needs_one_deal_or_event(kind: str) -> None:
    """It is flagged at once, on its day, and gathers what follows."""
    vendor = Vendor()
    vendor.deal(3, kind)
    assert (vendor.flag().kind, vendor.flag().raised_on) == (kind, FIRST + timedelta(days=3))
    vendor.deal(900, kind)
    assert vendor.flag().deal_ids == ("d0", "d1")
    assert vendor.flag().raised_on == FIRST + timedelta(days=3)
    other = Vendor()
    other.event(0, kind)
    assert other.flag().event_ids == ("event:0",)


def test_remarks_never_flag() -> None:
    """However many there are."""
    vendor = Vendor()
    for day in range(6):
        vendor.deal(day, "minor")
        vendor.event(day, "minor")
    assert vendor.flags() == []


@pytest.mark.parametrize(("days", "is_raised"), [(179, True), (180, True), (181, False)])
def test_an_event_stands_for_one_of_two_deals_and_never_for_both(days: int, is_raised: bool) -> None:
    """It counts as no deal: with a deal it completes a pattern, with other events alone it never does."""
    mixed, alone = Vendor(), Vendor()
    mixed.deal(0, "price_increase")
    mixed.event(days, "price_increase")
    alone.event(0, "price_increase")
    alone.event(days, "price_increase")
    alone.event(days // 2, "price_increase")
    assert alone.flags() == []
    assert bool(mixed.flags()) is is_raised
    if is_raised:
        assert (mixed.flag().deal_ids, mixed.flag().event_ids) == (("d0",), ("event:0",))
        alone.deal(days, "price_increase")
        assert len(alone.flag().event_ids) == 3


def test_later_harmless_deals_never_take_a_flag_away() -> None:
    """Nor does time: only a review closes it. What was alone before the window is no part of it."""
    vendor = Vendor()
    for day in (0, 200, 380):
        vendor.deal(day, "broken_promise")
    before = vendor.flag()
    assert before.deal_ids == ("d1", "d2")
    for day in (381, 600, 2000):
        vendor.deal(day, "minor")
    assert vendor.flag() == before
    vendor.deal(1500, "broken_promise")
    assert vendor.flag().deal_ids == ("d1", "d2", "d6")
    assert (vendor.flag().flag_id, vendor.flag().raised_on) == (before.flag_id, before.raised_on)


def test_a_flag_shows_words_people_and_its_rule() -> None:
    """Oldest first, each with its day, its deal, who and where; the threshold is in the rule."""
    vendor = Vendor()
    vendor.deal(9, "unannounced_fee", logged_by="Bo Ek", department="Legal")
    vendor.deal(0, "unannounced_fee")
    flag = vendor.flag()
    assert [(each.text, each.date, each.deal_id, each.who, each.department) for each in flag.quotes] == [
        ("unannounced_fee 0", FIRST, "d1", "Ann Lee", "IT"),
        ("unannounced_fee 0", FIRST + timedelta(days=9), "d0", "Bo Ek", "Legal"),
    ]
    assert (
        flag.rule
        == "Two deals, or a deal and an event, within 180 days record that the vendor charged a fee that nobody had announced."
    )
    assert (flag.label, flag.title, flag.status) == ("Unannounced fee", "Unannounced fee", "open")


def test_every_kind_has_a_rule_in_words() -> None:
    """With its numbers filled in; a kind of a later version has one, too."""
    for kind, told in KINDS.items():
        rule = rule_of(kind)
        assert rule[0].isupper()
        assert rule.endswith(".")
        assert "{" not in rule
        assert told.window_days is None or str(told.window_days) in rule
        assert not told.derived or "however far apart they are" in rule
    assert rule_of("of_tomorrow")


def test_a_kind_of_a_later_version_never_flags() -> None:
    """It is kept, and left to those who know it."""
    vendor = Vendor()
    for day in (0, 1):
        record = vendor.deal(day)
        values = {**record.values, "signals": [{"kind": "of_tomorrow", "quote": "x"}, {"kind": "newly_firm", "quote": "y"}]}
        vendor.records[-1] = DealRecord.first(record.deal_id, values, record.entered_at)
    assert vendor.flags() == []


REVIEWED_ON = FIRST + timedelta(days=20)
REVIEWED_AT = instant(REVIEWED_ON, 12)


def reviewed(verdict: str = "dealt_with") -> Vendor:
    """A vendor whose flag of two late deliveries was reviewed at noon of the twentieth day."""
    vendor = Vendor()
    vendor.deal(0, "late_delivery")
    vendor.deal(10, "late_delivery")
    vendor.review(vendor.flag(), REVIEWED_AT, verdict)
    return vendor


@pytest.mark.parametrize(
    ("day", "entered", "counts"),
    [
        (19, REVIEWED_AT + timedelta(days=9), False),  # an old row that comes in late
        (20, REVIEWED_AT - timedelta(seconds=1), False),
        (20, REVIEWED_AT, False),  # in the same instant is not after
        (20, REVIEWED_AT + timedelta(seconds=1), True),  # both edges at once
        (20, REVIEWED_AT + timedelta(days=30), True),
        (21, REVIEWED_AT + timedelta(days=1), True),
        (21, REVIEWED_AT - timedelta(days=1), False),
        (-300, REVIEWED_AT + timedelta(days=9), False),
    ],
)
@pytest.mark.parametrize("verdict", ["dealt_with", "dismissed"])
def test_after_a_review_only_what_is_new_counts(day: int, entered: datetime, counts: bool, verdict: str) -> None:
    """Entered after it, and of its day or later: two such make a new flag, one and an old one do not."""
    vendor = reviewed(verdict)
    assert vendor.flags() == []
    vendor.deal(day, "late_delivery", entered=entered)
    assert vendor.flags() == []
    vendor.deal(30, "late_delivery", entered=REVIEWED_AT + timedelta(days=10))
    assert bool(vendor.flags()) is counts
    if counts:
        assert vendor.flag().deal_ids == ("d2", "d3")


@pytest.mark.parametrize(("day", "seconds", "counts"), [(19, 1, False), (20, 0, False), (20, 1, True), (21, 1, True)])
def test_after_a_review_of_what_is_serious_one_new_one_is_enough(day: int, seconds: int, counts: bool) -> None:
    """By the same two edges, for deals and events alike."""
    for log in (Vendor.deal, Vendor.event):
        vendor = Vendor()
        vendor.deal(0, "legal_threat")
        vendor.review(vendor.flag(), REVIEWED_AT)
        word = "entered" if log is Vendor.deal else "at"
        log(vendor, day, "legal_threat", **{word: REVIEWED_AT + timedelta(seconds=seconds)})
        assert bool(vendor.flags()) is counts


def test_a_reviewed_flag_stays_closed_under_what_is_harmless() -> None:
    """A remark, another kind, one further deal of the kind, old rows by the dozen; the review stands with its words."""
    vendor = reviewed()
    after = REVIEWED_AT + timedelta(days=1)
    vendor.deal(25, "minor", entered=after)
    vendor.deal(26, "lock_in", entered=after)
    vendor.deal(27, "late_delivery", entered=after)
    for day in range(-100, 20, 10):
        vendor.deal(day, "late_delivery", entered=after)
        vendor.event(day, "late_delivery", at=after)
    assert vendor.flags() == []
    (flag,) = vendor.flags("reviewed")
    assert flag.deal_ids == ("d0", "d1")
    assert [(each.by, each.note, each.date) for each in flag.reviews] == [("Tom Becker", "seen", REVIEWED_ON)]


def test_an_edit_neither_opens_nor_closes() -> None:
    """Another note, other words and even another day leave a deal that was dealt with closed; an open one stays open."""
    vendor = reviewed()
    first, second = vendor.records
    later = REVIEWED_AT + timedelta(days=5)
    vendor.edit(first, later, notes="typing error")
    vendor.edit(second, later, deal_date=REVIEWED_ON + timedelta(days=3), signals=[("late_delivery", "other words")])
    assert vendor.flags() == []
    third = vendor.deal(30, "late_delivery")
    fourth = vendor.deal(31, "late_delivery")
    before = vendor.flag()
    vendor.edit(third, later + timedelta(days=20), notes="x")
    vendor.edit(fourth, later + timedelta(days=21), signals=[("late_delivery", "y"), ("minor", "z")])
    assert (vendor.flag().flag_id, vendor.flag().deal_ids) == (before.flag_id, before.deal_ids)


def test_entry_is_when_the_kind_came_in() -> None:
    """A deal of before the review that an edit gives the kind is new if its day allows it; taken out and put back, it is old."""
    vendor = reviewed()
    today = instant(REVIEWED_ON, 10)
    plain = [vendor.deal(20, entered=today), vendor.deal(20, entered=today), vendor.deal(19, entered=today)]
    for record in plain:
        vendor.edit(record, REVIEWED_AT + timedelta(hours=1), signals=[("late_delivery", "found out")])
    assert vendor.flag().deal_ids == ("d2", "d3")
    back = reviewed()
    gone = back.deal(20, "late_delivery", entered=today)
    gone = back.edit(gone, REVIEWED_AT + timedelta(hours=1), signals=[])
    back.edit(gone, REVIEWED_AT + timedelta(hours=2), signals=[("late_delivery", "again")])
    back.deal(21, "late_delivery", entered=REVIEWED_AT + timedelta(days=1))
    assert back.flags() == []


def test_a_deal_that_was_another_vendors_before_is_entered_when_it_comes() -> None:
    """It came by an edit of the vendor's name: its day decides, as for any row that comes in late."""
    vendor = reviewed()
    record = vendor.deal(25, "late_delivery", entered=REVIEWED_AT - timedelta(hours=1), vendor="Beta")
    vendor.edit(record, REVIEWED_AT + timedelta(days=6), vendor="Acme")
    vendor.deal(26, "late_delivery")
    assert vendor.flag().deal_ids == ("d2", "d3")
    again = reviewed()
    record = again.deal(25, "late_delivery", entered=REVIEWED_AT - timedelta(hours=1), vendor="ACME.")
    again.edit(record, REVIEWED_AT + timedelta(days=6), vendor="Acme")
    again.deal(26, "late_delivery")
    assert again.flags() == []


def test_kept_open_closes_nothing() -> None:
    """The note stands with the flag; a later review closes both, and the next flag begins without it."""
    vendor = reviewed("kept_open")
    flag = vendor.flag()
    assert [each.verdict for each in flag.reviews] == ["kept_open"]
    vendor.deal(25, "late_delivery")
    assert (vendor.flag().flag_id, vendor.flag().deal_ids) == (flag.flag_id, ("d0", "d1", "d2"))
    vendor.review(vendor.flag(), REVIEWED_AT + timedelta(days=9), "dismissed")
    (closed,) = vendor.flags("reviewed")
    assert [each.verdict for each in closed.reviews] == ["kept_open", "dismissed"]
    for day in (40, 41):
        vendor.deal(day, "late_delivery")
    assert vendor.flag().reviews == ()
    assert vendor.flag().flag_id != closed.flag_id


def test_the_day_of_a_review_is_that_of_the_store() -> None:
    """Late in the evening of New York it is tomorrow in UTC: a deal of this day there still counts."""
    vendor = Vendor()
    vendor.deal(0, "legal_threat")
    at = datetime(2026, 3, 2, 3, 30, tzinfo=UTC)  # 1 March, 22:30 there
    vendor.review(vendor.flag(), at, on=date(2026, 3, 1))
    vendor.deal(date(2026, 3, 1), "legal_threat", entered=at + timedelta(minutes=5))
    assert vendor.flag().deal_ids == ("d1",)


def moved(kind: Any, source: str, target: str, at: datetime, deal_ids: tuple[str, ...], **more: Any) -> Move:
    """Return a move that is done."""
    return Move(f"{target}:{at}", kind, source, target, at, state="done", deal_ids=deal_ids, **more)


def test_a_merge_opens_nothing_and_closes_nothing() -> None:
    """The review of one vendor closes no flag of the other, whichever came into which; each covers its own, and old rows."""
    merged_at = REVIEWED_AT + timedelta(days=3)
    came = Vendor()  # the other vendor's deals came into the one that was reviewed
    came.deal(0, "late_delivery")
    came.deal(10, "late_delivery")
    came.review(came.flag(), REVIEWED_AT)
    came.deal(5, "late_delivery")
    came.deal(6, "late_delivery")
    came.deal(7, "late_delivery", entered=merged_at - timedelta(days=1))
    came.record = VendorRecord("Acme", moves=(moved("merge", "vendor-beta", "vendor-acme", merged_at, ("d2", "d3", "d4")),))
    assert came.flag().deal_ids == ("d2", "d3", "d4")
    came.deal(8, "late_delivery", entered=merged_at + timedelta(days=1))
    assert came.flag().deal_ids == ("d2", "d3", "d4")
    went = Vendor()  # the reviewed vendor's deals came, with the review, into one with an open flag
    went.deal(0, "late_delivery")
    went.deal(10, "late_delivery")
    review = went.review(went.flag(), REVIEWED_AT)
    went.deal(5, "late_delivery")
    went.deal(6, "late_delivery")
    with_it = moved("merge", "vendor-beta", "vendor-acme", merged_at, ("d0", "d1"), loose={review.id: review.id})
    went.record = VendorRecord("Acme", moves=(with_it,))
    assert went.flag().deal_ids == ("d2", "d3")


def test_a_chain_of_merges_is_followed_back() -> None:
    """Gamma went into Beta, which was reviewed, and then both into Acme: Gamma's deals are covered, Acme's are not."""
    first, second = REVIEWED_AT - timedelta(days=2), REVIEWED_AT + timedelta(days=2)
    vendor = Vendor()
    vendor.deal(0, "legal_threat")
    vendor.review(vendor.flag(), REVIEWED_AT)
    vendor.deal(1, "legal_threat", name="gamma")
    vendor.deal(2, "legal_threat", name="acme")
    moves = (
        moved("merge", "vendor-gamma", "vendor-beta", first, ("gamma",)),
        moved("merge", "vendor-beta", "vendor-acme", second, ("d0", "gamma"), loose={"review:0": "review:0"}),
    )
    vendor.record = VendorRecord("Acme", moves=moves)
    assert vendor.flag().deal_ids == ("acme",)


def test_a_kind_that_is_put_right_reopens_nothing() -> None:
    """The same words under another kind were dealt with; other words, or the kind beside the first, are new."""
    later = REVIEWED_AT + timedelta(days=1)
    for signals, is_raised in (
        ([("suspension_threat", "legal_threat 0")], False),
        ([("suspension_threat", "They will stop the service.")], True),
        ([("legal_threat", "legal_threat 0"), ("suspension_threat", "legal_threat 0")], True),
        ([("suspension_threat", "legal_threat 0"), ("suspension_threat", "And more.")], True),
    ):
        vendor = Vendor()
        record = vendor.deal(0, "legal_threat")
        vendor.review(vendor.flag(), REVIEWED_AT)
        vendor.edit(record, later, signals=signals)
        assert kinds_of(vendor.flags()) == ({"suspension_threat"} if is_raised else set())
        assert [flag.kind for flag in vendor.flags("reviewed")] == ["legal_threat"]


def test_a_clock_that_was_set_back_makes_no_flag_that_nobody_can_close() -> None:
    """The next flag has an id of its own, whatever the times of the reviews say."""
    vendor = Vendor()
    seen: set[str] = set()
    for days in (0, -4, -4, 2):
        vendor.deal(20 + len(seen), "legal_threat", entered=REVIEWED_AT + timedelta(days=30 + len(seen)))
        flag = vendor.flag()
        assert flag.flag_id not in seen
        seen.add(flag.flag_id)
        vendor.review(flag, REVIEWED_AT + timedelta(days=days))
        assert vendor.flags() == []


def test_what_the_reviewer_was_not_shown_stays_open() -> None:
    """Though it was entered before the review, and whatever its day."""
    vendor = Vendor()
    vendor.deal(0, "legal_threat")
    vendor.deal(1, "legal_threat")
    vendor.event(2, "legal_threat")
    flag = vendor.flag()
    review = vendor.review(flag, REVIEWED_AT)
    vendor.reviews[review.id] = replace(review, deal_ids=("d0",), event_ids=(), unseen=("d1", "event:0"))
    assert ((*vendor.flag().deal_ids, *vendor.flag().event_ids), vendor.flag().flag_id == flag.flag_id) == (
        ("d1", "event:0"),
        False,
    )
    vendor.review(vendor.flag(), REVIEWED_AT + timedelta(days=1))
    assert vendor.flags() == []


def test_a_flag_that_opens_anew_says_how_it_was_closed_before() -> None:
    """Each time, oldest first."""
    vendor = reviewed()
    assert vendor.flags("reviewed")[0].earlier == ()
    for day in (40, 41):
        vendor.deal(day, "late_delivery")
    flag = vendor.flag()
    assert [each.note for each in flag.earlier] == ["seen"]
    vendor.review(flag, instant(FIRST + timedelta(days=50)), "dismissed")
    for day in (60, 61):
        vendor.deal(day, "late_delivery")
    assert [each.verdict for each in vendor.flag().earlier] == ["dealt_with", "dismissed"]


def test_every_title_has_no_colon_of_its_own() -> None:
    """It stands behind the vendor's name and a colon."""
    for kind, told in KINDS.items():
        about = "SLA" if told.derived else ""
        title = Flag("", "", "", kind, told.label, "", about, "open", "", FIRST, ()).title
        assert ":" not in title
        assert about in title


steps = st.lists(
    st.one_of(
        st.tuples(st.just("deal"), st.integers(-400, 400), st.sampled_from(["lock_in", "legal_threat", "minor"])),
        st.tuples(st.just("event"), st.integers(-400, 400), st.sampled_from(["lock_in", "legal_threat", "minor"])),
        st.tuples(st.just("near"), st.integers(-2, 2), st.sampled_from(["lock_in", "legal_threat"])),
        st.tuples(st.just("edit"), st.integers(0, 20), st.sampled_from(["lock_in", "legal_threat", "minor"])),
        st.tuples(st.just("review"), st.integers(0, 3), st.sampled_from(["dealt_with", "dismissed", "kept_open"])),
    ),
    max_size=25,
)


class Naive:
    """The rules counted anew by somebody who has not seen how: every pair of days is looked at."""

    def __init__(self) -> None:
        self.seen: dict[tuple[str, str], tuple[date, datetime]] = {}
        self.dealt_with: dict[str, list[tuple[datetime, date, set[str]]]] = {}

    def note(self, source: str, day: date, kind: str, at: datetime) -> None:
        self.seen.setdefault((source, kind), (day, at))

    def left(self, kind: str) -> list[tuple[date, str]]:
        found = []
        for (source, of), (day, at) in self.seen.items():
            gone = [
                source in seen or at <= reviewed_at or day < reviewed_on
                for reviewed_at, reviewed_on, seen in self.dealt_with.get(kind, [])
            ]
            if of == kind and not any(gone):
                found.append((day, source))
        return sorted(found)

    def raised(self, kind: str) -> date | None:
        days = self.left(kind)
        if kind == "legal_threat":
            return min((day for day, _ in days), default=None)
        pairs = [
            max(one[0], other[0])
            for one, other in combinations(days, 2)
            if abs((one[0] - other[0]).days) <= WINDOW and not (one[1].startswith("event") and other[1].startswith("event"))
        ]
        return min(pairs, default=None)


@given(steps)
def test_a_naive_count_finds_the_same(steps: list[tuple[str, int, str]]) -> None:
    """Whatever is logged, edited and reviewed, in whatever order, the same kinds are flagged, since the same day."""
    vendor, naive = Vendor(), Naive()
    now = instant(FIRST)
    last = FIRST
    for what, number, word in steps:
        now += timedelta(hours=7)
        if what in ("deal", "event", "near"):
            day = last + timedelta(days=WINDOW + number) if what == "near" else FIRST + timedelta(days=number)
            last = day
            source = vendor.event(day, word, at=now).id if what == "event" else vendor.deal(day, word, entered=now).deal_id
            naive.note(source, day, word, now)
        elif what == "edit" and vendor.records:
            record = vendor.records[number % len(vendor.records)]
            kinds = {each.kind for each in record.deal().signals} | {word}
            vendor.edit(record, now, signals=[(kind, "edited") for kind in sorted(kinds)])
            naive.note(record.deal_id, record.deal().deal_date, word, now)
        elif what == "review" and (flags := vendor.flags()):
            flag = flags[number % len(flags)]
            assert {*flag.deal_ids, *flag.event_ids} <= {source for _, source in naive.left(flag.kind)}
            vendor.review(flag, now, word)
            if word != "kept_open":
                found = {*flag.deal_ids, *flag.event_ids}
                naive.dealt_with.setdefault(flag.kind, []).append((now, now.date(), found))
        expected = {kind: day for kind in ("lock_in", "legal_threat", "minor") if kind != "minor" and (day := naive.raised(kind))}
        assert {flag.kind: flag.raised_on for flag in vendor.flags()} == expected
        for flag in vendor.flags():
            assert {*flag.deal_ids, *flag.event_ids} == {
                source for day, source in naive.left(flag.kind) if day >= flag.quotes[0].date
            }


@given(steps, st.randoms(use_true_random=False))
def test_the_order_in_which_deals_are_read_does_not_matter(steps: list[tuple[str, int, str]], random: Any) -> None:
    """The same material in any order gives the same flags under the same ids."""
    vendor = Vendor()
    for n, (_, number, word) in enumerate(steps):
        if word in KINDS:
            vendor.deal(number, word, entered=instant(FIRST) + timedelta(hours=n))
    before = sorted(vendor.flags(), key=lambda flag: flag.flag_id)
    random.shuffle(vendor.records)
    assert sorted(vendor.flags(), key=lambda flag: flag.flag_id) == before
