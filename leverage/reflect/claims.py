"""Claims: what a sentence says about the deals, read to its last word."""

import re
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from leverage.reflect import lexicon
from leverage.reflect.condition import Condition, Unproven, ended, is_kind, is_off, named, pays, refers, renews, sells
from leverage.reflect.figures import FIGURE, figures_in
from leverage.reflect.reading import Reader, Reading

PAYMENT_TERMS = "payment terms"

_NAME = re.compile(r"\b[YPDWXBEG]\d+\b")
_QUANTITY = re.compile(r"\d{1,3}(?:,\d{3})+|\d+", re.ASCII)
_FIELD_OF = {"P": "product", "D": "department", "B": "billing_frequency"}
_WHO = {
    "competitor": "competitor",
    "contact": "contact",
    "reseller": "reseller",
    "through": "reseller",
    "via": "reseller",
    "reference": "contract_ref",
}


@dataclass
class Claim:
    """One part of a sentence: conditions, stances as (field, term), tactics as (tactic, result), and how far it goes."""

    conditions: list[Condition] = field(default_factory=list)
    stances: list[tuple[str, str]] = field(default_factory=list)
    tactics: list[tuple[str, str | None]] = field(default_factory=list)
    pick: str | None = None
    how_often: str | None = None
    count: tuple[Decimal, Decimal | None] | None = None
    pick_of: str = ""
    names_payment: bool = False
    names_discount: bool = False

    @property
    def says_something(self) -> bool:
        """Whether anything in it can be proved at all: who and when alone say nothing."""
        is_dealt = any(not each.is_filter or each.about == "outcome" for each in self.conditions)
        is_told = len({each.about for each in self.conditions}) > 1
        return bool(is_dealt or is_told or self.stances or self.tactics or self.count)

    def joined(self, other: "Claim") -> "Claim":
        """Return both claims as one, about the same deal."""
        return Claim(
            [*self.conditions, *other.conditions],
            [*self.stances, *other.stances],
            [*self.tactics, *other.tactics],
            self.pick or other.pick,
            self.how_often or other.how_often,
            self.count or other.count,
            self.pick_of or other.pick_of,
            self.names_payment or other.names_payment,
            self.names_discount or other.names_discount,
        )


def claims_in(reading: Reading, reader: Reader) -> list[Claim]:
    """Return the claims of a sentence; each has to be proved by itself, and by one deal or one count.

    Raises Unproven where a word, a figure or a name in it has no place in any claim.
    """
    plain = re.sub(r"[“”\"‘’'*] ?", "", reading.plain).strip()
    plain = lexicon.NEVER_MOVED.sub("always firm on", plain)
    plain = lexicon.VENDOR_GAVE.sub(r"\1 agreed", plain)
    for wrong in lexicon.WRONG_WAY:
        if wrong.search(plain):
            raise Unproven("says of one side what the records say of the other")
    _check_subjects(plain)
    claims: list[Claim] = []
    for part in lexicon.SPLIT.split(plain):
        if not part or not part.strip(" ,.;:"):
            continue
        claim = _claim(part, reading, reader)
        if claims and not _stands_alone(claims[-1], claim):
            claims[-1] = claims[-1].joined(claim)
        else:
            claims.append(claim)
    return claims


def _check_subjects(plain: str) -> None:
    """Refuse a stance whose subject is a colleague: only the vendor is flexible or firm."""
    for _, stance in lexicon.VENDORS_OWN:
        for match in stance.finditer(plain):
            subject = "V"
            for mention in lexicon.SUBJECTS.finditer(plain[: match.start()]):
                if mention[1] not in ("with", "for", "by", "of"):
                    subject = mention[2]
            if subject[0] in "WDX" or subject == "we":
                raise Unproven("says of one side what the records say of the other")


def _stands_alone(before: Claim, claim: Claim) -> bool:
    """Whether a part speaks of another deal or another count than the part before it."""
    if claim.pick or claim.count or claim.how_often or before.pick or before.count or before.how_often:
        return bool(claim.pick or claim.count or claim.how_often)
    if not before.conditions and not claim.conditions:
        return True
    for about in ("deal_date", "person", "reference"):
        if all(any(each.about == about for each in part.conditions) for part in (before, claim)):
            return True
    return False


class _Part:
    """A part of a sentence, from which what has been understood is taken away."""

    def __init__(self, plain: str) -> None:
        self.plain = plain.replace("(", " ").replace(")", " ")
        self.plain = " ".join(self.plain.split())

    def take(self, pattern: re.Pattern[str], leave: str = " ") -> re.Match[str] | None:
        match = pattern.search(self.plain)
        if match:
            self.plain = " ".join(f"{self.plain[: match.start()]}{leave}{self.plain[match.end() :]}".split())
        return match


def _claim(plain: str, reading: Reading, reader: Reader) -> Claim:
    part, claim = _Part(plain), Claim()
    claim.names_payment = bool(re.search(r"\bpayment|\bY\d", plain))
    claim.names_discount = bool(re.search(r"\bdiscounts?\b|\boff\b", plain))
    for word, pattern in () if lexicon.MOST_OFTEN.search(part.plain) else lexicon.OFTEN:
        if part.take(pattern):
            claim.how_often = word
            break
    while match := part.take(re.compile(r"\bZ\d+\b")):
        claim.count = reading.values[match.group()]
    for stance, pattern in lexicon.STANCES:
        while match := part.take(pattern):
            claim.stances += [(stance, term) for term in _terms(match[1], reading, reader)]
            claim.conditions += [pays(reading.values[name]) for name in re.findall(r"Y\d+", match[1])]
    _take_tactics(part, claim, reading)
    for pick, pattern in lexicon.PICKS:
        if match := pattern.search(part.plain):
            if claim.pick:
                raise Unproven("holds more than one superlative")
            claim.pick, claim.pick_of = pick, match.groupdict().get("of") or ""
            part.take(pattern, f" {claim.pick_of} " + ("agreed " if "agreed" in match.group() else ""))
    _take_outcome(part, claim)
    _take_figures(part, claim, reading)
    _take_names(part, claim, reading)
    _check_rest(part, claim, reading)
    return claim


def _terms(listed: str, reading: Reading, reader: Reader) -> list[str]:
    found = re.findall(r"T\d+|discounts?|payment terms?", re.sub(r"Y\d+", PAYMENT_TERMS, listed))
    return [reading.values[each][0] if each[0] == "T" else reader.term(each) for each in found]


def _take_tactics(part: _Part, claim: Claim, reading: Reading) -> None:
    names = re.findall(r"\bK\d+\b", part.plain)
    if not names:
        return
    results: list[str] = []
    for did, pattern in lexicon.RESULTS:
        while part.take(pattern):
            results.append(did)
    is_best = "most" in part.plain.split()
    if len(set(results)) > 1:
        raise Unproven("gives one tactic two results")
    if not results and not lexicon.TRIED.search(part.plain):
        raise Unproven("names a tactic without saying what it did")
    result: str | None = results[0] if results else None
    claim.tactics += [(reading.values[name], result) for name in names]
    part.plain = re.sub(r"\bK\d+\b", " ", part.plain)
    if is_best and result == "worked":
        part.plain = part.plain.replace("most", "most successful")


def _take_outcome(part: _Part, claim: Claim) -> None:
    is_uplift = bool(re.search(r"\buplifts?\b|\bincreases?\b", part.plain))
    for outcome, pattern in lexicon.OUTCOMES:
        if not (outcome == "agreed" and is_uplift) and part.take(pattern):
            while part.take(pattern):
                pass
            claim.conditions.append(ended(outcome))
            break
    for does, pattern in lexicon.RENEWS:
        if part.take(pattern, " renews " if does else " "):
            claim.conditions.append(renews(does))
    for base, pattern in lexicon.BASES:
        if part.take(pattern, " off "):
            claim.conditions.append(is_off(base))
            break


def _take_figures(part: _Part, claim: Claim, reading: Reading) -> None:
    words = part.plain.split()
    claim.conditions += figures_in(words, reading.values)
    part.plain = " ".join(word for word in words if not FIGURE.fullmatch(word))


def _take_names(part: _Part, claim: Claim, reading: Reading) -> None:
    for name in _NAME.findall(part.plain):
        before = part.plain[: part.plain.index(name)].split()
        claim.conditions.append(_name(name[0], reading.values[name], before))
        if name[0] == "E" and before and _QUANTITY.fullmatch(before[-1]):
            part.plain = part.plain.replace(f"{before[-1]} {name}", name, 1)
    for kind, pattern in lexicon.KINDS:
        if part.take(pattern):
            claim.conditions.append(is_kind(kind))
    part.plain = _NAME.sub(" ", part.plain)


def _name(letter: str, value: Any, before: list[str]) -> Condition:
    if letter == "Y":
        return pays(value)
    if letter == "G":
        return refers(value)
    if letter == "E":
        is_counted = bool(before) and _QUANTITY.fullmatch(before[-1])
        return sells(value, Decimal(before[-1].replace(",", "")) if is_counted else None)
    if letter == "W" and "contact" not in before[-4:]:
        return named("person", "logged_by", value, is_filter=True)
    if letter in _FIELD_OF:
        return named(_FIELD_OF[letter], _FIELD_OF[letter], value, is_filter=letter != "B")
    attribute = next((_WHO[word] for word in reversed(before) if word in _WHO), "")
    if not attribute:
        raise Unproven("names somebody without saying who that is")
    return named(attribute, attribute, value)


def _check_rest(part: _Part, claim: Claim, reading: Reading) -> None:
    """Refuse the sentence if any word is left that claims something."""
    beside = {each.about for each in claim.conditions}
    for word in part.plain.split():
        words = list(reading.values[word][1]) if re.fullmatch(r"T\d+", word) else [word]
        for each in words:
            if each in lexicon.GLUE or each == "V" or lexicon.BESIDE.get(each, frozenset()) & beside:
                continue
            raise Unproven(f"says “{str(reading.values.get(each, each))[:60]}”, which can’t be proved from the records")
