"""The names under which a reply gives its fields, however a model spells them."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from leverage.words import plain_key

NUMBER, TERMS, SUMMARY, CONFIDENCE = "max_discount_pct", "payment_terms", "summary", "confidence"
LISTS = ("flexible_on", "firm_on", "tactics_worked", "tactics_failed")
NAMES = (NUMBER, TERMS, *LISTS, SUMMARY, CONFIDENCE)
STRONG = frozenset(NAMES) - {SUMMARY, CONFIDENCE}  # every other kind of answer has a summary or a confidence, too

_LONGEST_KEY = 80
_SPELLINGS = {
    NUMBER: "maxdiscount maxdiscountpercent maxdiscountpercentage maximumdiscount maximumdiscountpct maximumdiscountpercent "
    "maximumdiscountpercentage highestdiscount highestdiscountpct discountmax discountmaxpct",
    TERMS: "paymentterm termsofpayment",
    "flexible_on": "flexible flexibility flexibleterms flexiblepoints flexibleareas areasofflexibility",
    "firm_on": "firm firmness firmterms firmpoints firmareas",
    "tactics_worked": "tacticsthatworked tacticworked workedtactics workingtactics successfultactics tacticssuccessful",
    "tactics_failed": "tacticsthatfailed tacticfailed failedtactics unsuccessfultactics tacticsunsuccessful",
    SUMMARY: "narrative sentences briefsummary executivesummary",
    CONFIDENCE: "confidencelevel confidencelabel",
}
_FIELD_OF = {word: name for name, words in _SPELLINGS.items() for word in (name.replace("_", ""), *words.split())}
_SCHEMA_KEYS = frozenset({"type", "$ref", "anyOf", "oneOf", "allOf", "enum"})

# Where a text may hold a field: the name, what may close a key, and the colon after it.
KEY_IN_TEXT = re.compile(
    r"""["'“”„‘’`\\]{0,4}
    (?:max(?:imum)?[\s_-]?discount|payment[\s_-]?terms?|flexible[\s_-]?on|firm[\s_-]?on
       |tactics[\s_-]?(?:worked|failed)|summary)
    [\w%\u200b\u2060\ufeff -]{0,16}["'“”„‘’`\\]{0,4}\s{0,8}[:：=]""",
    re.IGNORECASE | re.VERBOSE,
)


def field_of(key: object) -> str | None:
    """Return the field that a key means, None for any other key; case, spacing, hyphens and camelCase do not count."""
    if not isinstance(key, str) or len(key) > _LONGEST_KEY:
        return None
    return _FIELD_OF.get(_squeezed(key))


def given_fields(answer: Mapping[Any, Any]) -> Iterator[tuple[str, Any]]:
    """Yield field and value for every field that an object gives, itself or in an object that it holds.

    The field's own name goes before other words for it, and both before what is nested. A field comes twice where two
    values stand equal. A value that only describes the field, as a JSON schema does, is none.
    """
    found = [each for each in _spelled(answer) if not _is_schema(each[2])]
    closest: dict[str, int] = {}
    for name, distance, _ in found:
        closest[name] = min(distance, closest.get(name, distance))
    yield from ((name, value) for name, distance, value in found if distance == closest[name])


def _spelled(answer: Mapping[Any, Any]) -> Iterator[tuple[str, int, Any]]:
    """Yield every field with how far its key is from the field's own name."""
    for key, value in answer.items():
        name = field_of(key)
        if name is not None:
            yield name, 0 if key == name else 1 if _squeezed(key) == _squeezed(name) else 2, value
        elif isinstance(value, Mapping):
            for inner, held in value.items():
                name = field_of(inner) or field_of(f"{key} {inner}")
                if name is not None:
                    yield name, 3, held


def _squeezed(key: str) -> str:
    return plain_key(key).replace(" ", "").replace("%", "pct")


def _is_schema(value: object) -> bool:
    return isinstance(value, Mapping) and bool(_SCHEMA_KEYS & value.keys()) and value.keys().isdisjoint({"value", "days", "text"})
