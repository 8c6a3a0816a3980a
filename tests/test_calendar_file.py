"""The calendar file: read back by the library it says what the agenda says, whatever people typed."""

from datetime import UTC, date, datetime, timedelta

from icalendar import Calendar

from leverage.agenda import Entry
from leverage.calendar_file import calendar_file
from tests.pages.conftest import NASTY

NOW = datetime(2026, 11, 29, 9, tzinfo=UTC)


def entry(**fields: object) -> Entry:
    plain = {
        "kind": "notice",
        "day": date(2026, 12, 31),
        "days_left": 32,
        "vendor": "Acme",
        "bank_id": "vendor-acme",
        "product": None,
        "owner": "Ann",
        "department": "IT",
        "deal_id": "d" * 32,
        "sentence": "It must arrive by 31 Dec 2026.",
    }
    return Entry(**plain | fields)  # type: ignore[arg-type]


def test_a_day_is_a_whole_day() -> None:
    """From its morning to the next one, across the end of a year, and it makes nobody busy."""
    (event,) = Calendar.from_ical(calendar_file([entry()], NOW)).walk("VEVENT")
    assert (event["dtstart"].dt, event["dtend"].dt) == (date(2026, 12, 31), date(2027, 1, 1))
    assert str(event["summary"]) == "Notice deadline: Acme"
    assert str(event["description"]) == "It must arrive by 31 Dec 2026.\nLogged by Ann, IT."
    assert str(event["transp"]) == "TRANSPARENT"


def test_the_same_day_keeps_its_id() -> None:
    """A calendar that takes the file in again replaces the event; another kind or day is another event."""
    ids = [str(each["uid"]) for told in (entry(), entry(days_left=1), entry(kind="end"), entry(day=date(2027, 1, 1)))
           for each in Calendar.from_ical(calendar_file([told], NOW)).walk("VEVENT")]  # fmt: skip
    assert len(set(ids)) == 3
    assert ids[0] == ids[1]


def alarms(**fields: object) -> list[timedelta]:
    calendar = Calendar.from_ical(calendar_file([entry(**fields)], NOW))
    return [each["trigger"].dt for each in calendar.walk("VALARM")]


def test_a_calendar_reminds_at_several_distances() -> None:
    """120, 90, 60 and 30 days before a day to decide, as far as these are still ahead; the day before of others; else never."""
    assert alarms(days_left=120) == [timedelta(days=-days) for days in (120, 90, 60, 30)]
    assert alarms(days_left=119, kind="end") == [timedelta(days=-days) for days in (90, 60, 30)]
    assert alarms(days_left=9, kind="meeting") == [timedelta(days=-1)]
    assert alarms(days_left=-3, kind="decision") == []


def test_an_event_leads_to_its_deal() -> None:
    """Where the address of the app is known."""
    (event,) = Calendar.from_ical(calendar_file([entry()], NOW, "https://leverage.example")).walk("VEVENT")
    address = f"https://leverage.example/deal?deal={'d' * 32}"
    assert str(event["url"]) == address
    assert str(event["description"]).endswith(address)


def test_what_two_deals_say_alike_is_one_event() -> None:
    """A contract and what was added to it; an end that is not known is no day at all."""
    told = [entry(), entry(deal_id="e" * 32), entry(product="Other"), entry(kind="unknown")]
    assert len(Calendar.from_ical(calendar_file(told, NOW)).walk("VEVENT")) == 2


def test_what_people_typed_adds_no_line() -> None:
    """Line breaks, commas and calendar words in names stay text."""
    nasty = f"{NASTY}\r\nEND:VEVENT\nBEGIN:VEVENT;,\\"
    (event,) = Calendar.from_ical(calendar_file([entry(vendor=nasty, product=nasty, owner=nasty)], NOW)).walk("VEVENT")
    assert "BEGIN:VEVENT;," in str(event["description"])
    assert len(str(event["summary"])) <= 200


def test_no_days_are_an_empty_calendar() -> None:
    """A calendar that follows an empty agenda finds a valid file."""
    calendar = Calendar.from_ical(calendar_file([], NOW))
    assert str(calendar["prodid"]).startswith("-//Leverage")
    assert calendar.walk("VEVENT") == []
