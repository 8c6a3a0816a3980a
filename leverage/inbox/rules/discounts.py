"""Discounts that a note states; shares, increases, taxes and what is taken off for early payment are none."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from leverage.inbox.cues import word_set
from leverage.inbox.labels import field_of
from leverage.inbox.note import Note, Region, Sentence
from leverage.inbox.numerals import numerals_in
from leverage.inbox.rules.candidate import Candidate
from leverage.inbox.rules.replies import acceptance_in
from leverage.inbox.rules.standing import MOST_FIGURES, clause_at, is_answer_about, is_measured_by, region_of, standing_of

_PERCENT = frozenset({"%", "percent", "pct", "prozent", "procent", "pourcent"})
_PERCENT_TWO = (
    ("per", "cent"),
    ("pour", "cent"),
    ("por", "ciento"),
    ("por", "cento"),
    ("per", "cento"),
    ("por", "cien"),
    ("v", "h"),
)
_RANGED = word_set("ranged")
_OFF_AT = 3  # words behind the figure among which “off” belongs to it
_A_REPLY, _A_YES = 2, 3  # mails in a thread that has a reply; words of a sentence that only accepts
_QUOTED_WITHIN = 60  # first sentences of a thread that say what it is about
_CUT_BY = 4  # words between what makes a figure a cut and the figure
_CUT_AT = 2  # words between a figure and what makes it a cut
_BESIDE = 32  # characters
_TO = frozenset({"to", "auf", "a", "al", "au", "ai", "para", "ao", "naar", "tot"})
_ON = word_set("percent_on")
_LISTS = word_set("price_lists")
_ON_WITHIN = 4  # words behind a percentage that say on what it is
_PRICE = word_set("price_words") - word_set("no_price")
_BASES = ("base_list", "base_first", "base_last")
_OTHERS = ("other_share", "increase", "early")
_NOT = ("increase", "other_share", "early")


class Percentage(NamedTuple):
    """A percentage as written; one of a range says no value."""

    value: Decimal
    start: int
    end: int
    is_range: bool


def percentages_in(sentence: Sentence) -> list[Percentage]:
    """Return the percentages of a sentence in order."""
    words, plain = sentence.words, sentence.note.plain
    places = {word.start: at for at, word in enumerate(words)}
    numerals = list(numerals_in(plain, words))
    found: list[Percentage] = []
    for n, numeral in enumerate(numerals):
        at = places[numeral.start] + numeral.words
        length = _percent_at([word.plain for word in words[at : at + 2]])
        if not length or plain[numeral.end : words[at].start].strip():
            continue
        is_range = False
        if n and numerals[n - 1].end < numeral.start:
            between = plain[numerals[n - 1].end : numeral.start].replace("%", " ").split()
            is_range = between in ([], ["-"]) or (
                len(between) == 1 and between[0] in _RANGED - {"and", "und", "y", "e", "et", "en", "a", "to", "auf"}
            )
            is_bare = not any(numerals[n - 1].start == each.start for each in found)
            is_range = is_range or (is_bare and len(between) == 1 and between[0] in _RANGED)
        if is_range and found and found[-1].start == numerals[n - 1].start:
            found[-1] = found[-1]._replace(is_range=True)
        sign = plain[numeral.start - 1 : numeral.start] if numeral.start else ""
        found.append(Percentage(numeral.value, numeral.start, words[at + length - 1].end, is_range or sign == "+"))
    return found


def _percent_at(words: Sequence[str]) -> int:
    if words and words[0] in _PERCENT:
        return 1
    return 2 if tuple(words) in _PERCENT_TWO else 0


def discounts_in(sentence: Sentence) -> Iterator[Candidate]:
    """Yield the discounts that a sentence states, agreed or plainly said."""
    percentages = percentages_in(sentence)
    spans = [(each.start, each.end) for each in percentages]
    if len(spans) > MOST_FIGURES:
        return
    for each in percentages:
        if each.is_range or not 0 < each.value < 100:
            continue
        region = region_of(sentence, each.start, each.end, spans)
        clause = clause_at(sentence, each.start)
        if not is_discount(sentence, each, region, clause, alone=len(percentages) == 1):
            continue
        standing = standing_of(sentence, each.start, each.end, spans)
        if standing == "dropped" or _is_of_another_year(sentence, each):
            continue
        base = base_in(sentence, region)
        start, end = _words_around(sentence, each, region)
        yield Candidate("discount_pct", each.value, start, end, sentence, standing == "final", base)


def is_discount(sentence: Sentence, each: Percentage, region: Region, clause: Region, *, alone: bool = False) -> bool:
    """Say whether a percentage is one off a price: a word for it stands in its region, and none for another share."""
    if sentence.has(*_NOT, start=clause.start, end=clause.end) or sentence.has("other_customers", end=each.start):
        return False
    if _is_raise(sentence, each):
        return False
    field = field_of(sentence.line.label) if sentence.line.label else None
    if field == "discount_pct":
        return clause.start <= sentence.words[0].start or sentence.has("discount", start=region.start, end=region.end)
    if field in ("payment_terms", "notice_days", "term_months", "uplift", "product", "end_date", "auto_renews"):
        return False
    if alone and not sentence.has(*_OTHERS) and is_answer_about(sentence, "discount", "asks_discount"):
        return True
    for cue in sentence.all("discount", start=region.start, end=region.end):
        words = sentence.note.plain[cue.start : cue.end]
        falls = words.split()[0] in word_set("falling")
        if falls and not (_speaks_of_price(sentence, clause, field) or sentence.has("them", "us", end=cue.start)):
            continue
        if words != "off":
            return True
        between = sentence.note.plain[each.end : cue.start].split() if cue.start >= each.end else None
        if between is not None and len(between) < _OFF_AT:
            return True
    if _is_granted(sentence, each, region):
        return True
    if field == "price" and not sentence.has("other_time") and _is_priced_line(sentence, each, region, clause):
        return True
    if _is_minus_line(sentence, each):
        return True
    if alone and _is_restated(sentence, each):
        return True
    return _speaks_of_price(sentence, clause, field) and _is_cut(sentence, each, region)


def _is_of_another_year(sentence: Sentence, each: Percentage) -> bool:
    """Say whether a clause tells what was given in an earlier year: `last year they gave us 5%`."""
    clause = clause_at(sentence, each.start)
    return any(
        set(sentence.note.plain[cue.start : cue.end].split()) & word_set("year_words") and not is_measured_by(sentence, cue)
        for cue in sentence.all("base_last", start=clause.start, end=each.start)
    )


def _is_minus_line(sentence: Sentence, each: Percentage) -> bool:
    """Say whether a line of a list begins with a percentage that is taken off: `- -9 % on the rent`."""
    plain, line = sentence.note.plain, sentence.line
    return bool(line.is_bullet) and plain[each.start - 1] == "-" and not plain[line.start : each.start - 1].strip()


def _is_granted(sentence: Sentence, each: Percentage, region: Region) -> bool:
    """Say whether a percentage is one on a list of prices, or what somebody grants on something: `gewährt 6 % auf alles`."""
    behind = [word.plain for word in sentence.words if word.start >= each.end][:_ON_WITHIN]
    if not behind or behind[0] not in _ON or sentence.has(*_OTHERS, start=region.start, end=region.end):
        return False
    if set(behind) & _LISTS:
        return True
    lead = sentence.note.plain[region.start : each.start].split()[-_CUT_BY:]
    return bool(lead) and sentence.has("granting", start=each.start - len(" ".join(lead)) - 1, end=each.start)


def _is_restated(sentence: Sentence, each: Percentage) -> bool:
    """Say whether a reply that accepts repeats a percentage of the mail before, in figures alone: `Deal. 15%, net 45.`"""
    note = sentence.note
    if len(note.parts) < _A_REPLY or not sentence.index or not _is_of_a_quote(note):
        return False
    older = [other for other in note.sentences if other.line.part != sentence.line.part]
    if (accepted := acceptance_in(note)) and accepted.sentence.index in (sentence.index, sentence.index - 1):
        values = {found.value for other in older if not other.has(*_OTHERS) for found in percentages_in(other)}
        return each.value in values
    before = note.sentences[sentence.index - 1]
    accepts = before.line.part == sentence.line.part and len(before.words) <= _A_YES and before.has("we_have_a_deal", "accepts")
    rest = [word.plain for word in sentence.words if word.plain.isalpha() and word.plain not in word_set("figure_words")]
    if not accepts or before.is_question or rest:
        return False
    return any(found.value == each.value for other in older if not other.has(*_OTHERS) for found in percentages_in(other))


def _is_of_a_quote(note: Note) -> bool:
    words = word_set("quote_words")
    return any(word.plain in words for sentence in note.sentences[:_QUOTED_WITHIN] for word in sentence.words)


def _is_raise(sentence: Sentence, each: Percentage) -> bool:
    """Say whether the words right behind a percentage make it more: `3% more`."""
    plain, behind = sentence.note.plain, min(sentence.end, each.end + _BESIDE)
    return any(not plain[each.end : cue.start].strip() for cue in sentence.all("more_after", start=each.end, end=behind))


def _is_priced_line(sentence: Sentence, each: Percentage, region: Region, clause: Region) -> bool:
    """Say whether a percentage behind a price's label is what was granted, or stands there alone: `Price: 9%`."""
    if sentence.has("granting", start=region.start, end=region.end):
        return True
    rest = sentence.note.plain[clause.start : each.start] + sentence.note.plain[each.end : clause.end]
    return each.start == sentence.line.start and not any(map(str.isalnum, rest))


def _speaks_of_price(sentence: Sentence, clause: Region, field: str | None) -> bool:
    if field == "price" or sentence.has(*_BASES):
        return True
    return any(word.plain in _PRICE for word in sentence.words)


def _is_cut(sentence: Sentence, each: Percentage, region: Region) -> bool:
    """Say whether the words right beside a percentage make it less: `came down 9%`, `9% cheaper`, `um 9 % gesenkt`, `-9%`."""
    plain = sentence.note.plain
    sign = plain[max(sentence.start, each.start - 2) : each.start]
    if sign.strip() == "-" and not plain[each.start - 1].isspace() and (len(sign) < 2 or sign[0] in " (\n"):
        return True
    for cue in sentence.all("cut_after", start=each.end):
        if (
            cue.start < region.end
            and len(plain[each.end : cue.start].split()) < _CUT_AT
            and not any(map(str.isdigit, plain[each.end : cue.start]))
        ):
            return True
    for cue in sentence.all("cut_before", start=region.start, end=each.start):
        between = plain[cue.end : each.start].split()
        if len(between) <= _CUT_BY and not set(between) & _TO and not any(map(str.isdigit, "".join(between))):
            return True
    return False


def base_in(sentence: Sentence, region: Region) -> str | None:
    """Return what the discount is off where the words name one base alone."""
    cues = list(sentence.all(*_BASES, start=region.start, end=region.end))
    found = {cue.name for cue in cues if cue.name == "base_list" or is_measured_by(sentence, cue)}
    if "base_first" in found and "base_list" not in found:
        return "first_quote"
    if len(found) != 1:
        return None
    return {"base_list": "list", "base_last": "last_price"}[found.pop()]


def _words_around(sentence: Sentence, each: Percentage, region: Region) -> tuple[int, int]:
    """Return the place of the figure with the word for a discount and its base."""
    cues = list(sentence.all("discount", *_BASES, start=region.start, end=region.end))
    return min([each.start, *(cue.start for cue in cues)]), max([each.end, *(cue.end for cue in cues)])
