"""Questions about one recorded field: what the deals record of it, and how many record it at all."""

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from leverage.brief import Brief, cite
from leverage.briefing import FactLine
from leverage.briefing.parts import line, literal, numbers_of
from leverage.deals import Deal
from leverage.stems import plain_word, stem, tokens_of
from leverage.wording import show_count, show_day, show_money, show_number, show_percent
from leverage.words import read_vocabulary

MOST_VALUES = 6
_GAP = 2  # small words within a phrase

Show = Callable[[Deal, Any], str]


def _as_text(deal: Deal, value: Any) -> str:
    return literal(str(value))


_SHOWN: Mapping[str, Show] = {
    "end_date": lambda deal, value: show_day(value),
    "start_date": lambda deal, value: show_day(value),
    "next_meeting": lambda deal, value: show_day(value),
    "notice_days": lambda deal, value: show_count(value, "day"),
    "term_months": lambda deal, value: show_count(value, "month"),
    "renewal_term_months": lambda deal, value: show_count(value, "month"),
    "list_price": lambda deal, value: show_money(value, deal.currency),
    "quoted_price": lambda deal, value: show_money(value, deal.currency),
    "final_price": lambda deal, value: show_money(value, deal.currency),
    "annual_value": lambda deal, value: show_money(value, deal.currency),
    "total_value": lambda deal, value: show_money(value, deal.currency),
    "uplift_cap_pct": lambda deal, value: show_percent(value),
    "quantity": lambda deal, value: f"{show_number(value)} {literal(deal.unit or 'units')}",
    "auto_renews": lambda deal, value: "renews itself" if value else "does not renew itself",
}


def asked_fields(question: str) -> tuple[str, ...]:
    """Return the recorded fields whose value a question asks for, in the order of `data/recorded_fields.json`."""
    told = [(token.stem, token.is_small) for token in tokens_of(question)]
    if any(stem_ in _about_stances() for stem_, _ in told):
        return ()
    return tuple(name for name, (_, phrases) in _fields().items() if any(_says(told, phrase) for phrase in phrases))


def recorded(brief: Brief, question: str) -> tuple[FactLine, ...]:
    """Return a line for each recorded field that a question asks for: its values with their deals, or that no deal has any."""
    return tuple(_line(brief, name, _fields()[name][0]) for name in asked_fields(question))


def _line(brief: Brief, name: str, label: str) -> FactLine:
    show = _SHOWN.get(name, _as_text)
    values: dict[str, list[str]] = {}
    for deal in brief.deals:
        value = getattr(deal, name, None)
        if value is not None and value != "":
            values.setdefault(show(deal, value), []).append(cite(deal))
    total = brief.deal_count
    count = sum(len(deal_ids) for deal_ids in values.values())
    if not count:
        return line(f"No deal records {label}." if total > 1 else f"The deal does not record {label}.")
    verb = "records" if count == 1 else "record"
    parts = [*line(f"{count} of {show_count(total, 'deal')} {verb} {label}: ").parts]
    shown = list(values.items())[:MOST_VALUES]
    for place, (value, deal_ids) in enumerate(shown):
        parts += line(f"{'; ' if place else ''}{value}", numbers_of(brief, deal_ids)).parts
    if len(values) > len(shown):
        parts += line(f"; {len(values) - len(shown)} more in the deals below").parts
    return FactLine((*parts, *line(".").parts))


def _says(told: Sequence[tuple[str, bool]], phrase: Sequence[str]) -> bool:
    """Say whether words stand one after the other in a text, but for a few small ones between."""
    return any(_follows(told, start, phrase) for start, (first, _) in enumerate(told) if first == phrase[0])


def _follows(told: Sequence[tuple[str, bool]], start: int, phrase: Sequence[str]) -> bool:
    at = start
    for wanted in phrase:
        skipped = 0
        while at < len(told) and told[at][0] != wanted:
            if not told[at][1] or skipped == _GAP:
                return False
            skipped += 1
            at += 1
        if at == len(told):
            return False
        at += 1
    return True


@functools.cache
def _fields() -> Mapping[str, tuple[str, Sequence[Sequence[str]]]]:
    """Return of each field how it is called in a sentence, and the stems of the phrases that ask for it."""
    known: Mapping[str, Mapping[str, Any]] = read_vocabulary("recorded_fields.json")["fields"]
    return {name: (each["label"], [_stems(phrase) for phrase in each["asked"]]) for name, each in known.items()}


@functools.cache
def _about_stances() -> frozenset[str]:
    """Return the stems of words that ask how the vendor stood to something, which is no field."""
    words: Iterable[str] = read_vocabulary("recorded_fields.json")["asks_for_a_stance"]
    return frozenset(stem(plain_word(word)) for word in words)


def _stems(phrase: str) -> Sequence[str]:
    return [token.stem for token in tokens_of(phrase)]
