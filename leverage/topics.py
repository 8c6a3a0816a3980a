"""Topics: what a question is about, and what the counted brief has to say to it."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from leverage.brief import Brief
from leverage.briefing import Cited, FactLine, Group, Tile, write_sheet
from leverage.text import fold

TOPICS: Mapping[str, str] = {
    "price": "Price",
    "payment": "Payment terms",
    "flexible": "Flexible on",
    "firm": "Firm on",
    "tactic": "Tactics",
    "dates": "Dates",
    "notes": "Notes",
    "feedback": "Feedback",
    "event": "Events",
}
MOST_GROUPS = 3
MOST_LINES = 6

# The words that people use, as they begin: a question may say “discounted” as well as “discounts”.
_WORDS: Mapping[str, str] = {
    "price": r"discount|rebate|pric|cost|cheap|expensive|uplift|increase|hike|escalat|indexation|money off|quote|percent|\d+ ?%",
    "payment": r"pay|net \d|net (?:thirty|sixty|ninety)|invoice|credit days|bill|in advance|upfront",
    "flexible": "flexib|bend|bent|budge|move|give|gave|conced|concession",
    "firm": "firm|refus|red line|non negotiable|dig in|dug in|insist|hold|held",
    "tactic": "tactic|try|tried|work|fail|approach|strateg|argument|lever|trick|help",
    "dates": "date|renew|notice|deadline|expire|contract end|contract term|how long|cancel|terminat",
    "feedback": "feedback|helped",
}
_PATTERNS = {topic: re.compile(rf"(?<!\w)(?:{words})", re.IGNORECASE) for topic, words in _WORDS.items()}


def topics_of(question: str, topic: str | None, facets: Iterable[str | None]) -> list[str]:
    """Return what a question is about: the topic picked, else what its words say, then what the nearest memories are about."""
    if topic is not None:
        return [topic]
    asked = fold(question)
    said = [name for name, pattern in _PATTERNS.items() if pattern.search(asked)]
    return list(dict.fromkeys([*said, *(facet for facet in facets if facet is not None and facet in TOPICS)]))


def counted(brief: Brief, topics: Iterable[str]) -> tuple[Group, ...]:
    """Return the counted groups of a brief that belong to these topics, at most three, each cut to a few lines.

    Where no topic has any, what is counted of prices and payment terms stands for all.
    """
    if not brief.deal_count:
        return ()
    sheet = write_sheet(brief)
    stances = {group.title: group for group in sheet.stances}
    mixed = [stances[title] for title in ("Mixed on",) if title in stances]
    latest, highest, terms, notice = sheet.tiles
    price = _with_tiles(Group("Price", ()), sheet.price, latest, highest)
    payment = _with_tiles(Group("Payment terms", ()), sheet.payment, terms)
    of: dict[str, list[Group]] = {
        "price": [price],
        "payment": [payment],
        "flexible": [*(stances[title] for title in ("Flexible on",) if title in stances), *mixed],
        "firm": [*(stances[title] for title in ("Firm on",) if title in stances), *mixed],
        "tactic": list(sheet.tactics),
        "feedback": list(sheet.tactics),
        "dates": [_with_tiles(Group("Dates", ()), sheet.dates, notice)],
    }
    found = {group.title: group for topic in topics for group in of.get(topic, ()) if group.lines}
    chosen = list(found.values()) or [group for group in (price, payment) if group.lines]
    return tuple(replace(group, lines=_cut(group)) for group in chosen[:MOST_GROUPS])


def _with_tiles(group: Group, told: Group, *tiles: Tile) -> Group:
    """Return a group that opens with what the brief shows at a glance; what is not recorded is left out."""
    lines = [
        FactLine((Cited(f"{tile.label}: {tile.value}", is_strong=True), Cited(", "), *tile.below.parts))
        for tile in tiles
        if tile.is_recorded
    ]
    return replace(group, lines=(*lines, *told.lines), note=told.note)


def _cut(group: Group) -> tuple[FactLine, ...]:
    """Return the first lines of a group, an item never without the lines that explain it."""
    kept = list(group.lines[:MOST_LINES])
    for each in group.lines[MOST_LINES:]:
        if not each.is_under:
            break
        kept.append(each)
    return tuple(kept)
