"""The names under which a reply gives its fields, however a model spells them, and what is nobody else's."""

import functools
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from leverage.words import plain_key


def words(text: str) -> frozenset[str]:
    """Return the words of a text, as a set to look others up in."""
    return frozenset(text.split())


NUMBER, TERMS, SUMMARY, CONFIDENCE = "max_discount_pct", "payment_terms", "summary", "confidence"
LISTS = ("flexible_on", "firm_on", "tactics_worked", "tactics_failed")
NAMES = (NUMBER, TERMS, *LISTS, SUMMARY, CONFIDENCE)
SENTENCES = "sentences"  # no field of its own: a further part of the summary
STRONG = frozenset(NAMES) - {SUMMARY, CONFIDENCE}  # every other kind of answer has a summary or a confidence, too

EXACT, SPELLED, MEANT, VAGUE, INNER = range(5)  # how far a key is from the field's own name

_LONGEST_KEY = 80
MOST_KEYS = 1_000  # no answer has more
_MOST_VALUES = 3  # of one key: two are too many already
_WRITTEN = {  # what a key must have of each group, what else it may have
    NUMBER: (
        ("max maximum maximal highest largest biggest greatest best top peak", "discount discounts disc rebate reduction"),
        "% in of off the list price historically historical observed recorded seen ever overall achieved agreed obtained granted"
        " given rate value up to date",
    ),
    TERMS: (
        ("payment payments", "term terms condition conditions"),
        "of the usual typical common agreed observed recorded seen historical historically standard most list",
    ),
    "flexible_on": (
        ("flexible flexibility negotiable",),
        "on in of where about areas area points point items item terms term topics topic things aspects is are was were they"
        " vendor supplier the what list historically",
    ),
    "firm_on": (
        ("firm firmness inflexible rigid nonnegotiable nonnegotiables",),
        "on in of where about areas area points point items item terms term topics topic things aspects is are was were they"
        " vendor supplier the what list historically",
    ),
    "tactics_worked": (
        (
            "tactic tactics what approach approaches strategy strategies moves",
            "worked working works successful effective succeeded",
        ),
        "that which have has well did the for us in past",
    ),
    "tactics_failed": (
        (
            "tactic tactics what approach approaches strategy strategies moves",
            "failed failing fails unsuccessful ineffective backfired",
        ),
        "that which have has did the for us in past",
    ),
    SUMMARY: (("summary",), ""),
    SENTENCES: (("sentences narrative statements",), "summary the of brief"),
    CONFIDENCE: (("confidence",), "level label rating"),
}
_WORDS = {name: (tuple(map(words, groups)), words(others)) for name, (groups, others) in _WRITTEN.items()}
_OTHER_SUMMARIES = frozenset({"brief summary", "executive summary", "overall summary", "short summary", "summary text"})
_RUN_TOGETHER = {  # words that are written without a sign between them
    NUMBER: words("maxdiscount maximumdiscount highestdiscount maximumdiscount% highestdiscount% discountmax%"),
    TERMS: frozenset({"paymentterm"}),
    "flexible_on": frozenset({"flexibleterms"}),
    "firm_on": frozenset({"firmterms"}),
}
_VAGUE = frozenset({"flexible", "flexibility", "negotiable", "firm", "firmness", "rigid"})
_TURNED = {"flexible_on": "firm_on", "tactics_worked": "tactics_failed"}  # what `not` makes of it
_NOT = re.compile(r"\b(?:not|non|never|did ?n ?t|do ?n ?t|does ?n ?t|were ?n ?t|was ?n ?t|are ?n ?t|is ?n ?t)\b")
_WORK = re.compile(r"\bwork\b")

_NEUTRAL = words(
    "brief briefs result results answer output response reply data fields values properties vendor supplier details detail facts"
    " findings insights observations patterns terms tactics discount discounts price prices pricing payment payments negotiation"
    " negotiations position positions stance overview content message current final report section sections commercial"
    " commercials conditions info information key points profile summary"
)
_FOREIGN = words(
    "competitor competitors competing competition rival rivals alternative alternatives other others another rejected"
    " declined refused discarded wrong incorrect bad example examples sample samples template schema draft drafts previous"
    " previously prior old older former before outdated superseded deprecated expected prompt request"
    " instruction instructions question query tools hypothetical excluded ignored negative attempt counterexample counterexamples"
)
_RECORDS = words("the deal deals record records memory memories source sources evidence citation citations note notes")

_SCHEMA_KEYS = frozenset({"type", "$ref", "anyOf", "oneOf", "allOf", "enum", "description"})
_DESCRIBING = _SCHEMA_KEYS | words(
    "format items properties required title minimum maximum default examples minItems maxItems minLength maxLength nullable"
    " additionalProperties pattern const unit"
)
_RESULT_KEYS = ("result", "outcome", "status", "verdict", "worked", "success", "successful", "effective")
_WORKED = frozenset({"worked", "works", "yes", "true", "success", "successful", "succeeded", "effective"})
_FAILED = frozenset({"failed", "fails", "no", "false", "failure", "unsuccessful", "did not work", "ineffective", "backfired"})
_TACTICS = frozenset({"tactics", "tactic", "tactics used", "approaches", "strategies", "tactics tried"})

_NUMBERED = re.compile(r"^\W*\d{1,2}[.)]\s*")
_REMARK = re.compile(r"\s*[(\[<{].*$", re.DOTALL)
_PATH = re.compile(r"\s*(?:[./>]|->|::|→)\s*")

# Where a text may hold a field: the name, what may close a key, and the colon after it.
KEY_IN_TEXT = re.compile(
    r"""["'“”„‘’`«»「」『』\\]{0,4}
    (?:(?:max(?:imum)?|highest|largest|best)[\s_-]?discount|payment[\s_-]?terms?|flexible[\s_-]?on|firm[\s_-]?on
       |tactics[\s_-]?(?:that[\s_-]?)?(?:worked|failed)|summary)
    [\w%\u200b\u2060\ufeff -]{0,16}["'“”„‘’`«»「」『』\\]{0,4}\s{0,8}[:：=]""",
    re.IGNORECASE | re.VERBOSE,
)


class Several(tuple[Any, ...]):
    """The values of a key that an object gives more than once."""


class Given(NamedTuple):
    """One value for a field, and how far its key is from the field's own name."""

    name: str
    rank: int
    value: Any


def as_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of a JSON text; a key with two different values holds Several."""
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    by_key: dict[str, list[Any]] = {}
    for key, value in pairs:
        values = by_key.setdefault(key, [])
        if len(values) < _MOST_VALUES and not any(type(value) is type(each) and value == each for each in values):
            values.append(value)
    return {key: values[0] if len(values) == 1 else Several(values) for key, values in by_key.items()}


def field_of(key: object) -> str | None:
    """Return the field that a key means, None for any other key; case, spacing, hyphens and camelCase do not count."""
    return _meaning(key)[0] if isinstance(key, str) and len(key) <= _LONGEST_KEY else None


def is_foreign(key: object) -> bool:
    """Return whether what stands under a key is somebody else's, no more true, or the records that were read."""
    if not isinstance(key, str) or len(key) > _LONGEST_KEY:
        return False
    told = plain_key(key).split()
    return not _FOREIGN.isdisjoint(told) or (bool(told) and _RECORDS.issuperset(told))


def given_fields(answer: Mapping[Any, Any]) -> list[Given]:
    """Return every value that an object gives for a field, itself or in an object that belongs to it.

    Keys that only hint at a field count where nothing else gives it. A value that only describes the field, as a
    JSON schema does, is none. A field that is given twice stands there twice.
    """
    if len(answer) > MOST_KEYS:
        return []
    found = [each for each in _spelled(answer) if not _is_schema(each.value)]
    sure = {each.name for each in found if each.rank != VAGUE}
    return [each for each in found if each.rank != VAGUE or each.name not in sure]


def _spelled(answer: Mapping[Any, Any]) -> Iterator[Given]:
    for key, held in answer.items():
        name, rank = _meaning(key) if isinstance(key, str) and len(key) <= _LONGEST_KEY else (None, INNER)
        for value in held if isinstance(held, Several) else (held,):
            if name is not None:
                yield Given(name, rank, _fitting(name, value))
            elif isinstance(value, Mapping) and isinstance(key, str):
                yield from _nested(key, value)
            elif isinstance(value, list | tuple) and isinstance(key, str) and plain_key(key) in _TACTICS:
                for which in ("tactics_worked", "tactics_failed"):
                    told = [each for each in value if _result_of(each) == which]
                    yield from [Given(which, INNER, told)] * bool(told)


def _nested(parent: str, value: Mapping[Any, Any]) -> Iterator[Given]:
    """Yield the fields in an object under a key that groups fields, or that makes a field's name with the inner key."""
    if len(value) > MOST_KEYS:
        return
    is_own = not is_foreign(parent) and _NEUTRAL.issuperset(plain_key(parent).split())
    for inner, held in value.items():
        name = (field_of(inner) if is_own else None) or field_of(f"{parent} {inner}")
        if name is not None:
            for each in held if isinstance(held, Several) else (held,):
                yield Given(name, INNER, _fitting(name, each))


@functools.lru_cache(maxsize=4096)
def _meaning(key: str) -> tuple[str | None, int]:
    """Return the field that a key means and how far it is from the field's own name."""
    shown = _REMARK.sub("", _NUMBERED.sub("", key)) or key
    squeezed = _squeezed(shown)
    for name in (*NAMES, SENTENCES):
        if key == name or squeezed == _squeezed(name):
            return name, EXACT if key == name else SPELLED
    path = _PATH.split(shown)
    for first in range(len(path)):
        if not all(_NEUTRAL.issuperset(plain_key(each).split()) for each in path[:first]):
            break
        told = plain_key(" ".join(path[first:]))
        meant = _meant(told)
        if meant:
            return meant, VAGUE if told in _VAGUE else MEANT
    return None, INNER


def _squeezed(key: str) -> str:
    return plain_key(key).replace(" ", "").replace("%", "pct").replace("percentage", "pct").replace("percent", "pct")


def _meant(told: str) -> str | None:
    if told in _OTHER_SUMMARIES:
        return SENTENCES
    is_turned = bool(_NOT.search(told))
    used = words(_WORK.sub("worked", _NOT.sub(" ", told)))
    for name, (groups, others) in _WORDS.items():
        if all(used & group for group in groups) and used <= others.union(*groups):
            return _TURNED.get(name) if is_turned else name
    for name in NAMES:
        if told.replace(" ", "") in _RUN_TOGETHER.get(name, ()):
            return name
    return None


def _result_of(item: object) -> str | None:
    """Return the field that an item with a result of its own belongs to."""
    if not isinstance(item, Mapping):
        return None
    for key in _RESULT_KEYS:
        if key in item and isinstance(item[key], str | bool):
            told = plain_key(str(item[key]))
            return "tactics_worked" if told in _WORKED else "tactics_failed" if told in _FAILED else ""
    return None


def _fitting(name: str, value: Any) -> Any:
    """Return a list of tactics without those whose own result says otherwise."""
    if name not in ("tactics_worked", "tactics_failed") or not isinstance(value, list | tuple):
        return value
    return [each for each in value if _result_of(each) in (None, name)]


def _is_schema(value: object) -> bool:
    return isinstance(value, Mapping) and bool(_SCHEMA_KEYS & value.keys()) and value.keys() <= _DESCRIBING
