"""The lines of a brief: what is said, of how many, and what is not known."""

from dataclasses import replace
from datetime import date

import pytest

from leverage.brief import Line
from leverage.briefing import BriefSheet, FactLine, Group, Tile, split_numbers, write_sheet
from leverage.briefing.evidence import deal_line
from leverage.briefing.parts import literal
from leverage.deals import Tactic
from leverage.lesson_records import Lesson
from tests.briefings import ELENA, PRIYA, SOFIA, TOM, brief_of, counted, dealt, many_deals, nine_deals, thin_deal


@pytest.fixture(scope="module")
def sheet() -> BriefSheet:
    """The nine deals in words."""
    return write_sheet(counted(nine_deals()))


def said(sheet: BriefSheet, title: str, nth: int = 0) -> list[tuple[str, tuple[int, ...]]]:
    """The lines of the nth group with this title."""
    group = [group for group in sheet.groups if group.title == title][nth]
    return [(line.text, line.numbers) for line in group.lines]


def tile(sheet: BriefSheet, at: int) -> tuple[str, str, str, tuple[int, ...]]:
    """One tile: label, value, what stands below, numbers."""
    shown = sheet.tiles[at]
    return shown.label, shown.value, shown.below.text, shown.below.numbers


def test_the_head_says_what_the_brief_is_built_from(sheet: BriefSheet) -> None:
    """Deals, colleagues, departments and the newest day stand in one sentence; evidence carries its count."""
    assert sheet.evidence == "Evidence: High · 9 deals"
    assert sheet.head == "Built from 9 deals by 5 colleagues in Procurement, IT, Finance and Sales Ops, newest 14 Oct 2026."


def test_cautions_end_the_head() -> None:
    """One person's view, and old deals, are said in the head."""
    old = write_sheet(counted([dealt("2020-05-01", PRIYA)]))
    assert old.head.endswith("newest 1 May 2020. One person’s view. Nothing newer than 24 months.")


def test_a_brief_of_an_earlier_day_says_so() -> None:
    """A brief as of a day names that day and the day on which it was known."""
    earlier = write_sheet(counted(nine_deals(), as_of=date(2025, 7, 1)))
    assert earlier.head.endswith("newest 27 Jun 2025. As of 1 Jul 2025, as known on 29 Nov 2026.")


def test_the_latest_agreed_deal_comes_first(sheet: BriefSheet) -> None:
    """The first tile is the latest agreed deal with base, product, kind, size, term and day."""
    facts = "Microsoft 365 E3, renewal, 640 seats, 36 months, 14 Oct 2026"
    assert tile(sheet, 0) == ("Latest agreed, off list", "18%", facts, (1,))


def test_the_highest_discount_says_of_how_many_it_is_the_highest(sheet: BriefSheet) -> None:
    """ "Highest seen" carries its base, what makes it comparable and the number of agreed deals with that base."""
    facts = "Azure, renewal, 100k–1m USD a year, 36 months, 3 Jun 2026; highest of 7"
    assert tile(sheet, 1) == ("Highest seen, off list", "20%", facts, (2,))


def test_what_makes_a_price_comparable_is_said_to_be_missing() -> None:
    """Product, size, term and base that nobody recorded are named as such, and an old price is called old."""
    old = write_sheet(counted([dealt("2022-01-10", PRIYA, discount_pct=30)]))
    facts = "product not recorded, size not recorded, term not recorded, 10 Jan 2022, old; once only"
    assert tile(old, 1) == ("Highest seen, base not recorded", "30%", facts, (1,))


def test_further_deals_with_the_highest_discount_are_cited() -> None:
    """Where several deals share the highest discount, the newest is described and the others are cited."""
    deals = [dealt(day, PRIYA, discount_pct=20, discount_base="list") for day in ("2026-05-01", "2026-04-01", "2025-04-01")]
    assert tile(write_sheet(counted(deals)), 1)[2:] == (
        "product not recorded, size not recorded, term not recorded, 1 May 2026; also; highest of 3",
        (1, 2, 3),
    )


def test_a_price_without_a_discount_stands_as_the_price() -> None:
    """Without any discount the tile shows the price paid and its unit; with one computed from prices it says so."""
    paid = dealt("2026-05-01", PRIYA, final_price=12, currency="EUR", unit="per user")
    assert tile(write_sheet(counted([paid])), 0)[:2] == ("Latest agreed, per user", "EUR 12")
    computed = dealt("2026-05-01", PRIYA, final_price=12, list_price=16, currency="EUR")
    assert tile(write_sheet(counted([computed])), 0)[:2] == ("Latest agreed, computed off list", "25%")


def test_prices_stay_within_one_product_and_base(sheet: BriefSheet) -> None:
    """Ranges name product, base and count, single discounts share one line, and uplifts say asked and agreed."""
    assert said(sheet, "Price") == [
        ("Microsoft 365 E3: 10–18% off list, median 15%, 3 deals", (1, 5, 8)),
        ("Azure: 14–20% off list, 2 deals", (2, 7)),
        ("Once only: Power BI Pro 12% off list; Visio Plan 2 9% off list; Windows Server 8% off the first quote", (4, 6, 9)),
        ("Microsoft 365 E3 uplift: asked 9%, agreed 3%, Oct 2026", (1,)),
    ]


def test_a_change_of_price_is_said_once() -> None:
    """A change of the price paid that "What changed" tells is not repeated under Price; any other stands there."""
    brief = counted(nine_deals())
    assert any("paid USD" in text for text, _ in said(write_sheet(brief), "What changed"))
    silent = write_sheet(replace(brief, changes=()))
    assert said(silent, "Price")[0] == (
        "Microsoft 365 E3: price paid per seat up 7.2%, USD 30.60 in Jun 2025 to USD 32.80 in Oct 2026",
        (1, 5),
    )


def test_an_uplift_without_agreement_names_the_outcome() -> None:
    """An increase that was asked in talks without a deal never looks agreed; a missing figure is said to be missing."""
    asked = dealt("2026-05-01", PRIYA, "walked_away", product="Azure", uplift_asked_pct=9)
    kept = dealt("2026-04-01", PRIYA, uplift_asked_pct=7, uplift_cap_pct=5)
    open_now = dealt("2026-03-01", PRIYA, "open", product="Visio", uplift_asked_pct=7, uplift_agreed_pct=4)
    assert said(write_sheet(counted([asked, kept, open_now])), "Price") == [
        ("Azure uplift: asked 9%, walked away, May 2026", (1,)),
        ("Uplift, product not recorded: asked 7%, agreed not recorded, cap 5%, Apr 2026", (2,)),
        ("Visio uplift: asked 7%, still open (not agreed: 4%), Mar 2026", (3,)),
    ]


def test_payment_terms_are_counted_of_those_recorded(sheet: BriefSheet) -> None:
    """The tile has the most frequent terms, the group every kind, each of the deals that record terms."""
    assert tile(sheet, 2) == ("Most frequent terms", "Net 60", "4 of 8 deals with terms", ())
    assert said(sheet, "Payment terms") == [
        ("Net 60: 4 of 8, last Oct 2026", (1, 2, 5, 7)),
        ("Net 30: 3 of 8, last Nov 2025", (4, 6, 9)),
        ("Net 50: 1 of 8, last Jun 2024", (8,)),
    ]


def test_the_latest_payment_terms_are_named_where_they_differ() -> None:
    """The tile adds the latest terms, with their deal, and says what was not agreed."""
    deals = [
        dealt("2026-05-01", PRIYA, payment_terms="Net 90"),
        dealt("2026-04-01", TOM, "no_deal", payment_terms="Net 30"),
        dealt("2026-03-01", TOM, payment_terms="Net 30"),
    ]
    assert tile(write_sheet(counted(deals)), 2)[2:] == ("2 of 3 deals with terms, 1 not agreed; latest Net 90, May 2026", (1,))


def test_terms_seen_once_say_so() -> None:
    """A single deal says "once only", and its terms need no group of their own."""
    sheet = write_sheet(counted([dealt("2026-05-01", PRIYA, payment_terms="Net 90", firm_on=["audit rights"])]))
    assert tile(sheet, 2) == ("Only terms recorded", "Net 90", "once only", (1,))
    assert said(sheet, "Firm on") == [("Audit rights: once only, May 2026", (1,))]
    assert "Payment terms" not in [group.title for group in sheet.groups]


def test_stances_say_of_how_many_deals(sheet: BriefSheet) -> None:
    """Flexible and firm carry n of m; a term seen both ways shows both sides with their own deals."""
    assert said(sheet, "Flexible on")[:3] == [
        ("Payment terms: 4 of 4, last Oct 2026", (1, 5, 7, 8)),
        ("Contract length: 3 of 3, last Oct 2026", (1, 5, 9)),
        ("Discount: 2 of 8, last Jun 2026", (2, 7)),
    ]
    mixed = next(group for group in sheet.groups if group.title == "Mixed on")
    assert mixed.note == "n of m deals that raised it"
    assert [(part.text, part.numbers) for part in mixed.lines[0].parts] == [
        ("Price cap at renewal", ()),
        (": flexible 1 of 2, last Jun 2025", (5,)),
        ("; firm 1 of 2, last Feb 2025", (6,)),
    ]


def test_tactics_name_who_tried_them(sheet: BriefSheet) -> None:
    """Each tactic has its count and a line for every colleague; mixed ones say what each try did."""
    assert said(sheet, "Worked") == [
        ("Ask for the discount before contract length: 2 of 2", ()),
        ("Priya Nair, Procurement, Oct 2026", (1,)),
        ("Marcus Lee, Sales Ops, Nov 2025", (4,)),
        ("Show a rival’s written quote", ()),
        ("Once only: Tom Becker, IT, Jun 2026", (2,)),
    ]
    assert said(sheet, "Did not work")[1] == ("Once only: Elena Rossi, Finance, Mar 2026", (3,))
    assert said(sheet, "Mixed") == [
        ("Waiting for quarter or year end: worked 1 of 2, failed 1", ()),
        ("Worked: Priya Nair, Procurement, Jun 2025", (5,)),
        ("Failed: Tom Becker, IT, Sep 2024", (7,)),
    ]


def test_unclear_results_count_among_the_tries() -> None:
    """A tactic that worked once and was unclear once worked in 1 of 2, and says which was which."""
    deals = [
        dealt("2026-05-01", PRIYA, tactics=[Tactic("bring the CFO", "unclear")]),
        dealt("2026-04-01", TOM, tactics=[Tactic("bring the CFO", "worked")]),
    ]
    assert said(write_sheet(counted(deals)), "Worked") == [
        ("Bring the CFO: 1 of 2", ()),
        ("Worked: Tom Becker, IT, Apr 2026", (2,)),
        ("Unclear: Priya Nair, Procurement, May 2026", (1,)),
    ]


def test_many_tries_are_folded_with_their_numbers() -> None:
    """Beyond the newest four, tries share one line that still carries every number."""
    deals = [dealt(f"2026-{month:02}-01", TOM, tactics=[Tactic("bring the CFO", "worked")]) for month in range(1, 10)]
    lines = said(write_sheet(counted(deals)), "Worked")
    assert lines[0] == ("Bring the CFO: 9 of 9", ())
    assert lines[-1] == ("5 more, from May 2026 back to Jan 2026", (5, 6, 7, 8, 9))


def test_dates_name_deadline_end_and_renewal(sheet: BriefSheet) -> None:
    """The notice deadline stands first; beyond a year the days left are not counted out."""
    assert tile(sheet, 3) == ("Notice deadline", "30 Dec 2026", "Power BI Pro, in 31 days", (4,))
    assert said(sheet, "Dates") == [
        ("Power BI Pro: notice deadline 30 Dec 2026, in 31 days", (4,)),
        ("Ends 28 Feb 2027, auto-renews, 60 days’ notice", ()),
        ("Microsoft 365 E3: ends 31 Oct 2029, no auto-renewal", (1,)),
        ("2 of 5 products have an end date.", (1, 4)),
    ]


def test_a_missing_notice_period_is_said() -> None:
    """An end without a notice period is an end date, never a deadline, and the gap is named."""
    sheet = write_sheet(counted([dealt("2026-05-01", PRIYA, end_date="2026-11-29")]))
    assert tile(sheet, 3) == ("Next end date", "29 Nov 2026", "Product not recorded, today; notice period not recorded", (1,))
    assert said(sheet, "Dates")[1] == ("Notice period not recorded, auto-renewal not recorded", ())


def test_contracts_that_end_alike_share_a_line() -> None:
    """Two deals on one product with the same end are one date, with both numbers."""
    ends = {"product": "Azure", "end_date": "2028-06-30", "auto_renews": False}
    deals = [dealt("2026-05-01", PRIYA, kind="expansion", **ends), dealt("2026-04-01", TOM, kind="new", **ends)]
    assert said(write_sheet(counted(deals)), "Dates") == [("Azure: ends 30 Jun 2028, no auto-renewal", (1, 2))]


def test_talks_that_are_open_now_are_named() -> None:
    """Who is in talks, about what, and when they meet next."""
    talk = dealt("2026-11-20", SOFIA, "open", product="Defender", next_meeting="2026-12-03")
    unknown = dealt("2026-11-19", ELENA, "open")
    sheet = write_sheet(counted([talk, unknown]))
    assert sheet.groups[0].title == "In talks now"
    assert said(sheet, "In talks now") == [
        ("Sofia Almeida, IT: Defender, last talk 20 Nov 2026, next meeting 3 Dec 2026", (1,)),
        ("Elena Rossi, Finance: product not recorded, last talk 19 Nov 2026, next meeting not recorded", (2,)),
    ]
    over = write_sheet(counted([dealt("2026-11-20", SOFIA, "open", next_meeting="2026-11-24")]))
    (told,) = said(over, "In talks now")
    assert told[0].endswith("the meeting was on 24 Nov 2026")


def test_people_stand_with_department_and_date(sheet: BriefSheet) -> None:
    """Whom to ask carries product and deal; contributors carry their number of deals and the last month."""
    assert said(sheet, "Whom to ask")[0] == ("Priya Nair, Procurement: Microsoft 365 E3, Oct 2026", (1,))
    assert said(sheet, "Contributed by")[0] == ("Priya Nair, Procurement: 2 deals, last Oct 2026", ())


def test_a_narrative_says_how_many_sentences_were_dropped() -> None:
    """On paper, too, it is said that a model wrote it, which, when, and how much of it was left out."""
    brief = replace(
        counted(nine_deals()),
        narrative=(Line("They move late.", ()),),
        dropped=2,
        told_by="acme/large",
        told_on=date(2026, 11, 2),
    )
    by = "Written by the model acme/large on 2 Nov 2026, each sentence proved by the deals it cites"
    assert said(write_sheet(brief), "In short") == [
        ("They move late.", ()),
        (f"{by}; 2 of 3 sentences left out as not proved.", ()),
    ]


def test_every_deal_has_one_line(sheet: BriefSheet) -> None:
    """A deal's line has the day, what was bought, the result and who; what is unknown stands at its end."""
    assert [deal.n for deal in sheet.deals] == list(range(1, 10))
    assert sheet.deals[0].text == (
        "14 Oct 2026, Microsoft 365 E3, renewal, 640 seats, 36 months: 18% off list, Net 60. Priya Nair, Procurement."
    )
    assert sheet.deals[2].text == (
        "2 Mar 2026, Dynamics 365, new: no deal (not agreed: 5% off list). Elena Rossi, Finance. "
        "Not recorded: size, term, payment terms."
    )
    assert sheet.deals[5].text.startswith("11 Feb 2025, Visio Plan 2, renewal: renewed as is, 9% off list, Net 30.")


@pytest.mark.parametrize(
    ("outcome", "result"),
    [("open", "still open (not agreed: Net 30)"), ("unknown", "outcome unknown, Net 30"), ("agreed", "Net 30")],
)
def test_a_deal_line_never_passes_talk_for_agreement(outcome: str, result: str) -> None:
    """What was on the table in a deal that is not agreed is marked as not agreed."""
    assert deal_line(dealt("2026-05-01", PRIYA, outcome, payment_terms="Net 30")).startswith(f"1 May 2026: {result}. Priya Nair")


def test_a_discount_is_missed_only_where_one_was_agreed() -> None:
    """Talks that led nowhere are not said to lack a discount; an agreed deal without one is."""
    assert "discount" not in deal_line(dealt("2026-05-01", PRIYA, "no_deal"))
    assert deal_line(dealt("2026-05-01", PRIYA)).endswith("term, discount, payment terms.")


def test_a_deal_bought_through_a_reseller_says_so() -> None:
    """The reseller stands in the deal's line and in the tile."""
    sheet = write_sheet(
        counted([dealt("2026-05-01", PRIYA, product="Azure", reseller="SoftCo", discount_pct=5, discount_base="list")])
    )
    assert "via SoftCo" in sheet.deals[0].text
    assert "via SoftCo" in sheet.tiles[0].below.text


def test_a_thin_brief_says_what_is_not_recorded() -> None:
    """Tiles without a value say "Not recorded" and of how many; empty groups are one sentence each."""
    sheet = write_sheet(counted([thin_deal()]))
    assert sheet.evidence == "Evidence: Low · 1 deal"
    assert [(tile.value, tile.is_recorded) for tile in sheet.tiles] == [("Not recorded", False)] * 4
    assert sheet.tiles[1].below.text == "0 of 1 agreed deal with a discount"
    titles = [group.title for group in sheet.groups]
    assert titles == ["Flexible and firm on", "Tactics", "Dates", "Whom to ask", "Ask about these", "Contributed by"]
    assert said(sheet, "Tactics") == [("None recorded. Log what you try, and what it did.", ())]
    assert sheet.deals_title == "The deal"
    assert sheet.deals[0].text.endswith("Not recorded: product, kind, size, term, discount, payment terms.")


def test_an_empty_brief_fills_nothing() -> None:
    """Without deals there are no tiles, groups or sources, and the head says what to do."""
    sheet = write_sheet(counted([]))
    assert sheet.evidence == "Evidence: Low · 0 deals"
    assert sheet.head == "No deal is recorded yet. Log the first one, and its brief can be read here."
    assert (sheet.tiles, sheet.groups, sheet.deals) == ((), (), ())


def test_a_filtered_brief_names_its_product() -> None:
    """A brief of one product says which, and that the others are left out."""
    sheet = write_sheet(counted(nine_deals(), product="azure"))
    assert sheet.name == "Microsoft: Azure"
    assert sheet.head.startswith(
        "Built from 2 deals about Azure by 1 colleague in IT, newest 3 Jun 2026. Other products are left out."
    )
    assert write_sheet(counted(nine_deals(), product="Xbox")).head.startswith("No deal about Xbox is recorded yet.")


def test_nothing_is_promised() -> None:
    """No line says what to expect: the brief tells what was seen."""
    for deals in (nine_deals(), many_deals(60), [thin_deal()]):
        assert "expect" not in str(write_sheet(counted(deals))).lower()


def test_every_number_leads_to_a_deal() -> None:
    """Every number in tiles and groups belongs to a numbered deal, also in a brief of 200 deals."""
    for deals in (nine_deals(), many_deals(200)):
        sheet = write_sheet(counted(deals))
        lines = [tile.below for tile in sheet.tiles] + [line for group in sheet.groups for line in group.lines]
        cited = {number for line in lines for number in line.numbers}
        assert cited
        assert cited <= {deal.n for deal in sheet.deals}


def test_a_deal_beyond_the_record_keeps_its_line() -> None:
    """Evidence whose record is not at hand still has its line, so that no number leads nowhere."""
    brief = replace(counted(nine_deals()), deals=())
    assert write_sheet(brief).deals[2].text == "2 Mar 2026: no deal. Elena Rossi, Finance."


def test_many_ranges_are_folded() -> None:
    """Beyond eight ranges the brief points to a brief of one product instead of a wall of lines."""
    lines = said(write_sheet(counted(many_deals(200))), "Price")
    assert len(lines) <= 12
    assert any("a brief of one product shows" in text for text, _ in lines)


@pytest.mark.parametrize(("n", "shown", "more"), [(0, 0, 0), (10, 10, 0), (11, 11, 0), (12, 10, 2), (120, 10, 110)])
def test_long_runs_of_numbers_are_cut_with_their_count(n: int, shown: int, more: int) -> None:
    """At most eleven numbers stand in a row; what is left out is counted."""
    numbers, rest = split_numbers(tuple(range(1, n + 1)))
    assert (len(numbers), rest) == (shown, more)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (" two\n lines\u2028and\ttabs ", "two lines and tabs"),
        ("over\u202eridden\x00", "overridden"),
        ("broken \ud800 half", "broken half"),
        ("שלום", "\u2068שלום\u2069"),
        ("👩\u200d💻 fine", "👩\u200d💻 fine"),
        ("From $50k to $40k", "From $50k to $40k"),
    ],
)
def test_text_from_people_stays_in_its_line(text: str, shown: str) -> None:
    """Breaks become spaces, controls and overrides vanish, and text from right to left is isolated."""
    assert literal(text) == shown


def test_no_line_holds_a_break() -> None:
    """Whatever a record holds, no text in the sheet breaks a line."""
    sheet = write_sheet(brief_of("one\ntwo\r\nthree"))
    assert "one two three" in sheet.vendor
    assert "\\n" not in repr(sheet)
    assert "\\r" not in repr(sheet)


def test_the_types_are_plain_data() -> None:
    """Lines and tiles compare by value, so that a page may cache them."""
    assert FactLine(()) == FactLine(())
    assert Group("a", ()) == Group("a", ())
    assert Tile("a", "b", FactLine(())).is_recorded
    assert write_sheet(counted(nine_deals())) == write_sheet(counted(nine_deals()))


def test_confirmed_lessons_are_taken_along(sheet: BriefSheet) -> None:
    """The newest stand in the brief with their deals, how many more there are is said, and there is no group without any."""
    assert "Playbook" not in [group.title for group in sheet.groups]
    brief = counted(nine_deals())
    deal_id = next(iter(brief.evidence))
    lessons = [
        Lesson(
            f"l{n}", f"Ask early {n}", date(2026, 3, 1), "It\nhelps." if n else "", (deal_id, "gone"), "deal", state="confirmed"
        )
        for n in range(7)
    ]
    told = write_sheet(replace(brief, lessons=tuple(lessons)))
    group = next(group for group in told.groups if group.title == "Playbook")
    number = brief.number(deal_id)
    assert [(line.text, line.numbers) for line in group.lines[:2]] == [
        ("Ask early 0", (number,)),
        ("Ask early 1: It helps.", (number,)),
    ]
    assert (len(group.lines), group.note) == (5, "2 more on its own page")


def test_the_head_says_how_many_deals_are_for_others() -> None:
    """Beside what the brief is built from; of one product it is said of all, since which product those have is not told."""
    brief = counted(nine_deals())
    assert write_sheet(replace(brief, restricted=2)).head.endswith("newest 14 Oct 2026; 2 more are restricted to others.")
    head = write_sheet(replace(brief, restricted=1, product="Azure")).head
    assert head.endswith("Other products are left out. Of all products, 1 deal is restricted to others.")
    assert write_sheet(replace(counted([]), restricted=2)).head == (
        "No deal that you may read is recorded. 2 deals are restricted to others."
    )
    assert "restricted" not in brief.to_dict()
    assert replace(brief, restricted=2).to_dict()["restricted"] == 2
