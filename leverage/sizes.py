"""Sizes: how large a deal was, in words that let two deals be compared without showing an amount, and what a unit counts."""

import re
from decimal import Decimal

from leverage.deals import Deal
from leverage.text import fold
from leverage.wording import show_number

_BANDS = ((Decimal(10_000), "under 10k"), (Decimal(100_000), "10–100k"), (Decimal(1_000_000), "100k–1m"))
_COUNTED_UNITS = frozenset(
    """account agent application asset bed card carton certificate channel chassis cleaning connection contact contract container
    copier core credit day delivery desk device document domain drop employee endpoint event head hire hour host instance invoice
    item job kit lane laptop learner licence license line locker mailbox meal member message metre meter mile minute monitor
    month node order package page pallet parcel person phone piece place placement point port position printer project query
    record report request room route sample seat server session set shift shipment site square station store student subscription
    table test ticket trailer transaction trip truck unit user vehicle visit workload
    workspace workstation""".split()  # noqa: SIM905 - a list of words
)
_ODD_PLURALS = {"copy": "copies", "delivery": "deliveries", "query": "queries", "mailbox": "mailboxes", "person": "people"}
_ODD_PLURALS |= {"box": "boxes", "branch": "branches", "chassis": "chassis", "entity": "entities", "company": "companies"}
_SINGULARS = {many: one for one, many in _ODD_PLURALS.items()}
_SPANS = {  # a price "per" one of these is paid so often a year
    12: "month mo monat mes mois mese maand mês",
    4: "quarter quartal trimestre kwartaal",
    52: "week woche semana semaine settimana",
    1: "year yr annum jahr año an ano anno jaar",
}
_EVERY = {  # as is what is said to be paid so
    12: "monthly monatlich mensual mensuel mensuelle mensile maandelijks mensal",
    4: "quarterly vierteljährlich trimestral trimestriel trimestrielle trimestrale",
    52: "weekly wöchentlich semanal hebdomadaire settimanale wekelijks",
    1: "yearly annually annual jährlich anual annuel annuelle annuale jaarlijks",
}
_SHORT = {"m": 12, "a": 1}  # p.m., p.a.
_TIMES = {word: times for told in (_SPANS, _EVERY) for times, words in told.items() for word in words.split()} | _SHORT
_PERIOD = re.compile(
    rf"(?:(?:\b(?:per|pro|je|im|por|par|al|a|à|each|every)\s+|\ball['’]|/\s*)({'|'.join(' '.join(_SPANS.values()).split())})"
    rf"|\b({'|'.join(' '.join(_EVERY.values()).split())})|\bp\.\s?(m|a)\b\.?)(?![\w-])",
    re.IGNORECASE,
)


def size_of(deal: Deal) -> str | None:
    """Return a deal's size as `640 seats`, else as the band of its annual or total value; None if nothing says it."""
    if deal.quantity is not None and deal.unit:
        return f"{show_number(deal.quantity)} {_units(deal.unit, deal.quantity)}"
    if deal.annual_value is not None:
        return f"{value_band(deal.annual_value, deal.currency)} a year{_without(deal.currency)}"
    if deal.total_value is not None:
        return f"total {value_band(deal.total_value, deal.currency)}{_without(deal.currency)}"
    return f"quantity {show_number(deal.quantity)}" if deal.quantity is not None else None


def value_band(value: Decimal, currency: str | None) -> str:
    """Return the band a value lies in, per currency: `10–100k EUR`. A million exactly is not yet over it."""
    band = next((name for limit, name in _BANDS if value < limit), "100k–1m" if value == _BANDS[-1][0] else "over 1m")
    return f"{band} {currency}" if currency else band


def unit_name(unit: str) -> str:
    """Return what a price is per, without a `per` in front."""
    return unit[4:] if unit.lower().startswith("per ") else unit


def periods_of(unit: str | None) -> int | None:
    """Return how often a year a price is paid, if its unit says so: 12 for `user per month`."""
    found = _PERIOD.search(unit_name(unit)) if unit else None
    return _TIMES[next(filter(None, found.groups())).lower()] if found else None


def counted_unit(unit: str | None) -> str | None:
    """Return what is counted under a unit, folded and in the singular, without how often it is paid; None where nothing is."""
    if not unit:
        return None
    head, _, last = fold(_PERIOD.sub("", unit_name(unit))).rpartition(" ")
    one = _SINGULARS.get(last) or (last[:-1] if last.endswith("s") and last[:-1] in _COUNTED_UNITS else last)
    return f"{head} {one}".strip() or None


def _units(unit: str, quantity: Decimal) -> str:
    """Return what was counted, of a price per user per month the users: in the plural where it is known."""
    name = _PERIOD.sub("", unit_name(unit)).partition(" per ")[0].strip() or unit_name(unit)
    head, space, last = name.rpartition(" ")
    if quantity == 1:
        return name
    many = _ODD_PLURALS.get(last.lower()) or (f"{last}s" if last.lower() in _COUNTED_UNITS else last)
    return f"{head}{space}{many}"


def _without(currency: str | None) -> str:
    return "" if currency else " (no currency recorded)"
