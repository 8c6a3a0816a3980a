"""Topics: what a question is about, and what the counted brief has to say to it."""

import functools
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from leverage.brief import Brief
from leverage.briefing import Cited, FactLine, Group, Tile, items_of, write_sheet
from leverage.ranking.questions import result_asked
from leverage.stems import is_everyday, stem, tokens_of
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

_ALL = 0.5  # of a question's words, said by a tactic, from which it asks about that tactic
_RESULT_GROUPS = {"failed": ("Did not work", "Mixed"), "worked": ("Worked", "Mixed")}
_ABOUT_TRYING = "work help try fail tactic use do did effect success matter good bad anything something ever it"

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


class Counted(NamedTuple):
    """What is counted on a question, each group whole, and the titles of further groups that apply."""

    groups: tuple[Group, ...] = ()
    left_out: tuple[str, ...] = ()


def counted(brief: Brief, topics: Iterable[str], question: str = "") -> Counted:
    """Return the counted groups of a brief that belong to these topics, at most three, none of them cut.

    A question about a tactic has that tactic's own record alone, one about what failed all that failed.
    """
    if not brief.deal_count:
        return Counted()
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
    if asked := _tactics_asked(sheet.tactics, question):
        return Counted(asked)
    result = result_asked(question)
    told = list(topics)
    found = {group.title: group for topic in told for group in of.get(topic, ()) if group.lines}
    if result is not None and "tactic" in told:
        wanted = [group for group in sheet.tactics if group.title in _RESULT_GROUPS[result] and group.lines]
        found = {group.title: group for group in wanted} or found
    chosen = list(found.values())
    return Counted(tuple(chosen[:MOST_GROUPS]), tuple(group.title for group in chosen[MOST_GROUPS:]))


def _tactics_asked(groups: Iterable[Group], question: str) -> tuple[Group, ...]:
    """Return the groups with those tactics alone that a question is about, by its own words; none where it is about none."""
    words = {token.stem for token in tokens_of(question) if not token.is_small} - _about_trying()
    if not words:
        return ()
    found: list[Group] = []
    for group in groups:
        lines = [item for item in items_of(group.lines) if item[0].subject and _share(words, item[0].subject[1]) >= _ALL]
        if lines:
            found.append(replace(group, lines=tuple(each for item in lines for each in item)))
    return tuple(found)


def _share(words: set[str], tactic: str) -> float:
    said = {token.stem for token in tokens_of(tactic) if not token.is_small}
    telling = {word for word in words & said if not is_everyday(word)}
    return len(words & said) / len(words) if telling and len(words & said) * 2 >= len(said) else 0.0


@functools.cache
def _about_trying() -> frozenset[str]:
    return frozenset(map(stem, _ABOUT_TRYING.split()))


def _with_tiles(group: Group, told: Group, *tiles: Tile) -> Group:
    """Return a group that opens with what the brief shows at a glance; what is not recorded is left out."""
    lines = [
        FactLine((Cited(f"{tile.label}: {tile.value}", is_strong=True), Cited(", "), *tile.below.parts))
        for tile in tiles
        if tile.is_recorded
    ]
    return replace(group, lines=(*lines, *told.lines), note=told.note)
