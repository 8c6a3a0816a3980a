"""The agenda as a calendar file (RFC 5545) that calendars can take in once or follow."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from icalendar import Alarm, Calendar, Event

from leverage import addresses
from leverage.agenda import Entry, once

MEDIA_TYPE = "text/calendar"
FILE_NAME = "leverage.ics"
REMINDERS = (120, 90, 60, 30)  # days before the last day to decide

_BEFORE_OTHERS = 1  # day before a meeting, or before a term renews itself
_MOST_SUMMARY = 200  # characters


def calendar_file(entries: Iterable[Entry], now: datetime, app: str = "") -> bytes:
    """Return the days as whole-day events, in UTF-8; the same day of the same deal keeps its id, so a calendar replaces it.

    `now` (aware) is when the file is made; `app` is the address of the app, and each event then leads to its deal. An event
    takes nobody's time, and holds vendor, product and who logged the deal. Of days to decide a calendar reminds 120, 90, 60
    and 30 days before, of others the day before. An end that is not known is no day, and in no calendar.
    """
    calendar = Calendar()
    calendar.add("prodid", "-//Leverage//Agenda//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", "Leverage: vendors' dates")
    calendar.add("refresh-interval", timedelta(hours=12), parameters={"VALUE": "DURATION"})
    for entry in once(each for each in entries if each.kind != "unknown"):
        calendar.add_component(_event(entry, now, app))
    return bytes(calendar.to_ical())


def _event(entry: Entry, now: datetime, app: str) -> Event:
    event = Event()
    event.add("uid", f"{entry.deal_id}-{entry.kind}-{entry.day.isoformat()}@leverage")
    event.add("dtstamp", now)
    event.add("dtstart", entry.day)
    event.add("dtend", entry.day + timedelta(days=1))
    event.add("summary", _summary(entry))
    described = f"{entry.sentence}\nLogged by {entry.owner}, {entry.department}."
    if app:
        address = addresses.of_deal(app, entry.deal_id)
        event.add("url", address)
        described += f"\n{address}"
    event.add("description", described)
    event.add("transp", "TRANSPARENT")
    event.add("categories", ["Leverage"])
    for days in REMINDERS if entry.is_to_decide else (_BEFORE_OTHERS,):
        if days <= entry.days_left:  # what has passed already is not reminded of
            event.add_component(_alarm(entry, days))
    return event


def _alarm(entry: Entry, days: int) -> Alarm:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", _summary(entry))
    alarm.add("trigger", -timedelta(days=days))
    return alarm


def _summary(entry: Entry) -> str:
    late = ", overdue" if entry.days_left < 0 else ""
    return f"{entry.word}{late}: {entry.about}"[:_MOST_SUMMARY]
