"""The matter of a memory: what it says itself, apart from the words in which Leverage puts every fact of its kind.

Questions are matched over it alone. “This tactic FAILED” is no outage, “agreed a deal” no matter of anybody's, and what a
colleague or a department is called says nothing about a topic.
"""

import functools
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Matter:
    """What a text says: the pieces that are somebody's words or values, and the names that stand where names do.

    `concepts` is what a fact of its kind is about by itself and `label` what it is called; `result` is what became of the
    tactic that it tells of.
    """

    parts: tuple[str, ...]
    names: tuple[str, ...] = ()
    concepts: tuple[str, ...] = ()
    label: str = ""
    result: str = ""


@dataclass(frozen=True)
class _Frame:
    """A kind of sentence: the groups `said…` are its matter and `name…` are names; all other words are the frame."""

    pattern: re.Pattern[str]
    concepts: tuple[str, ...] = ()
    label: str = ""


def _frame(pattern: str, *concepts: str, label: str = "") -> _Frame:
    return _Frame(re.compile(pattern, re.DOTALL), concepts, label)


_VENDOR = r"(?P<name_vendor>.+?)"
_OFF = re.compile(r"\boff (?:list|the first quote|the last price|a base not recorded)\b")
_UPLIFT = re.compile(r"\b(?:asked|agreed|as the cap for later ones|and)\b")
_PRICES = re.compile(r"\b(?:list price|first quote|final price)\b")
_CAPPED = "as the cap for later ones"
_RESULT = re.compile(r"(?i:tactic\W+)(?:had )?(WORKED|FAILED|MIXED)|result is (UNCLEAR)|(DID NOT HELP|HELPED)\.")
_RESULTS = {
    "WORKED": "worked",
    "HELPED": "worked",
    "FAILED": "failed",
    "DID NOT HELP": "failed",
    "MIXED": "mixed",
    "UNCLEAR": "unclear",
}

# How a deal's sentences read (`leverage.sentences`), and how those do that were written elsewhere.
_FRAMES = (
    _frame(r"Notes?: (?P<said>.+)"),
    _frame(r"Tactic used(?: with (?P<name_vendor>[^:“\"]+))?: [“\"](?P<said>.+)[”\"]\.(?: .*)?"),
    _frame(
        r"(?:Contract flexibility: )?(?P<name_vendor>.{1,300}?) was flexible(?: and willing to compromise)?(?: on)?: "
        r"(?P<said>.+)",
        "flexibility",
        label="flexible",
    ),
    _frame(
        r"(?:Contract firmness: )?(?P<name_vendor>.{1,300}?) was firm(?:, rigid,)? and refused to (?:move|budge) on: "
        r"(?P<said>.+)",
        "refusal",
        label="firm, refused",
    ),
    _frame(
        r"Payment terms: (?P<said>.+?),? (?:(?:were |was )?agreed|discussed, not agreed,) with (?P<said_more>.+)",
        "payment_terms",
        label="payment terms",
    ),
    _frame(rf"Billing frequency with {_VENDOR}: (?P<said>.+)", "billing_frequency", label="billing frequency"),
    _frame(
        r"Discount (?:achieved|discussed, not agreed): (?P<said>.+?) (?:was agreed )?with (?P<said_more>.+)",
        "discount",
        label="discount",
    ),
    _frame(rf"Prices per (?P<said>.+?) with {_VENDOR}: (?P<said_prices>.+)", "agreed_price", label="prices"),
    _frame(rf"Contract value with {_VENDOR}: (?P<said>.+)", "total_value", label="contract value"),
    _frame(rf"Price increase \(uplift\) by {_VENDOR}: (?P<said_uplift>.+)", "price_increase", label="price increase, uplift"),
    _frame(
        rf"The contract with {_VENDOR} (?P<said>(?:starts|ends|renews itself|does not renew itself|needs) .+)", label="contract"
    ),
    _frame(rf"Next meeting with {_VENDOR}: (?P<said>.+)", "next_meeting", label="next meeting"),
    _frame(rf"We conceded to {_VENDOR}: (?P<said>.+)", "concession", "what_we_gave", label="conceded"),
    _frame(rf"We obtained from {_VENDOR}: (?P<said>.+)", "concession", "what_we_got", label="obtained"),
    _frame(rf"Competitor in play against {_VENDOR}: (?P<name_other>.+)", "competitor", label="competitor"),
    _frame(rf"Contact at {_VENDOR}: (?P<name_contact>.+)", "account_manager", label="contact"),
    _frame(rf"Contract reference with {_VENDOR}: (?P<said>.+)", label="contract reference"),
    _frame(rf"Signal from {_VENDOR}: (?P<said>.+)"),
    _frame(
        r"Feedback of \S+ \S+ \S+ by (?P<name_who>[^:]+): (?:the tactic|knowing about) “(?P<said>.+)” "
        r"(?:HELPED|DID NOT HELP|was NOT USED)\.(?: What really happened: (?P<said_more>.+))?"
    ),
    _frame(
        r"On \d{1,2} \w{3} \d{4} (?P<name_who>.+?), "
        r"(?:agreed a deal|renewed as it stood|negotiated and made no deal|dealt|is in talks)"
        r" with (?P<name_vendor>[^(]+)(?P<said>.*)",
        "outcome",
    ),
    _frame(
        r"On \d{1,2} \w{3} \d{4} (?P<name_who>.+?), walked away from a deal with (?P<name_vendor>[^(]+)(?P<said>.*)",
        "outcome",
        "walk_away",
    ),
    _frame(
        r"Negotiation Record: On \S+ employee (?P<name_who>.+?) department conducted a negotiation(?P<name_vendor>.*)", "outcome"
    ),
)


@functools.lru_cache(maxsize=10_000)
def matter_of(text: str) -> Matter:
    """Return what a text says; one of another kind says all its words."""
    for frame in _FRAMES:
        if told := frame.pattern.fullmatch(text):
            return _told(text, frame, told)
    return Matter((text,))


def _told(text: str, frame: _Frame, told: re.Match[str]) -> Matter:
    groups = {name: said for name, said in told.groupdict().items() if said}
    concepts = frame.concepts
    if _CAPPED in groups.get("said_uplift", ""):
        concepts = (*concepts, "uplift_cap")
    blanks = {"said_uplift": _UPLIFT, "said_prices": _PRICES}
    parts = [blanks.get(name, _OFF).sub(" ", said) for name, said in groups.items() if name.startswith("said")]
    names = tuple(said for name, said in groups.items() if name.startswith("name"))
    return Matter(tuple(parts), names, concepts, frame.label, _result(text[told.end("said") :] if "said" in groups else ""))


def _result(end: str) -> str:
    found = _RESULT.search(end)
    return _RESULTS[next(filter(None, found.groups()))] if found else ""


_SHORTEST_PART = 3  # letters of a part of a person's name that stands for the name


class Names:
    """How a bank's vendor, people, departments and products are called: no topics, wherever they stand."""

    def __init__(self, vendor: Iterable[str] = (), people: Iterable[str] = (), others: Iterable[str] = ()) -> None:
        self._vendor = _pattern(name for name in vendor if _is_name(name))
        told = set(people)
        parts = {part for name in told for part in name.split() if len(part) >= _SHORTEST_PART}
        self._others = _pattern(name for name in (*told, *parts, *others) if _is_name(name))

    def without_vendor(self, text: str) -> str:
        """Return a text without the vendor's names, which are in everything that is remembered of it."""
        return self._vendor.sub(" ", text) if self._vendor else text

    def taken_out(self, matter: Matter) -> Matter:
        """Return a matter whose pieces hold no names; those of the vendor go, the others stand among its names."""
        parts = [self.without_vendor(part) for part in matter.parts]
        names = [self.without_vendor(name) for name in matter.names]
        if self._others is not None:
            names += [name for part in parts for name in self._others.findall(part)]
            parts = [self._others.sub(" ", part) for part in parts]
        return replace(matter, parts=tuple(parts), names=tuple(names))


def _is_name(text: str) -> bool:
    """Say whether a text is written as a name: with a capital, so that it can be told from the word."""
    return text != text.lower()


def _pattern(names: Iterable[str]) -> re.Pattern[str] | None:
    """Return what finds names as they are written, whole; None where there are none."""
    longest_first = sorted({name for name in names if name.strip()}, key=lambda name: (-len(name), name))
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)") if longest_first else None
