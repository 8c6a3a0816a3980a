"""The agenda as a calendar file (RFC 5545) that calendars can take in once or follow."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from icalendar import Calendar, Event

from leverage.agenda import Entry

MEDIA_TYPE = "text/calendar"
FILE_NAME = "leverage.ics"

_SUMMARIES = {
    "notice": "Notice deadline",
    "renewal": "Renews itself",
    "end": "Contract ends",
    "decision": "To decide, overdue",
    "meeting": "Meeting",
}
_MOST_SUMMARY = 200  # characters


def calendar_file(entries: Iterable[Entry], now: datetime) -> bytes:
    """Return the days as whole-day events, in UTF-8; the same day of the same deal keeps its id, so a calendar replaces it.

    `now` (aware) is when the file is made. An event takes nobody's time, and holds vendor, product and who logged the deal.
    """
    calendar = Calendar()
    calendar.add("prodid", "-//Leverage//Agenda//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", "Leverage: vendors' dates")
    calendar.add("refresh-interval", timedelta(hours=12), parameters={"VALUE": "DURATION"})
    for entry in entries:
        calendar.add_component(_event(entry, now))
    return bytes(calendar.to_ical())


def _event(entry: Entry, now: datetime) -> Event:
    event = Event()
    event.add("uid", f"{entry.deal_id}-{entry.kind}-{entry.day.isoformat()}@leverage")
    event.add("dtstamp", now)
    event.add("dtstart", entry.day)
    event.add("dtend", entry.day + timedelta(days=1))
    event.add("summary", _summary(entry))
    event.add("description", f"{entry.sentence}\nLogged by {entry.owner}, {entry.department}.")
    event.add("transp", "TRANSPARENT")
    event.add("categories", ["Leverage"])
    return event


def _summary(entry: Entry) -> str:
    about = f"{entry.vendor}, {entry.product}" if entry.product else entry.vendor
    return f"{_SUMMARIES[entry.kind]}: {about}"[:_MOST_SUMMARY]
