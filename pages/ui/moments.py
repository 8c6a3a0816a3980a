"""When something happened, on the clock of the settings."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from leverage.settings import load_settings
from leverage.wording import show_day


def day(at: datetime) -> date:
    """Return the day of a moment where Leverage is at home."""
    return _local(at).date()


def show_moment(at: datetime) -> str:
    """Return a moment as `14 Oct 2026 at 09:05`."""
    local = _local(at)
    return f"{show_day(local.date())} at {local:%H:%M}"


def by_whom(at: datetime, by: str | None) -> str:
    """Return the day on which something was done and by whom, where that is known."""
    return f"{show_day(day(at))}, {by}" if by else show_day(day(at))


def _local(at: datetime) -> datetime:
    zone = load_settings().timezone
    return at.astimezone(ZoneInfo(zone) if zone else None)
