"""The rules by which occurrences become flags, to the day, edges of windows included.

A flag is raised at the occurrence that completes it, by deal date; what follows and is not closed is gathered. Only a review
closes it.
"""

from collections.abc import Iterable, Sequence

from leverage.prices import COMPARABLE_FROM
from leverage.projection import Material
from leverage.review_records import Review
from leverage.signals import KINDS, Kind, label_of
from leverage.watch.closing import Closings
from leverage.watch.derived import derived
from leverage.watch.flag import Flag, Quoted, flag_id_of
from leverage.watch.occurrences import Deals, Occurrence, Subject, recorded

_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}


def flags_of(material: Material) -> list[Flag]:
    """Return a vendor's flags, open and reviewed, under the names of people and departments as they were written."""
    deals = Deals(material)
    occurrences = [*recorded(material, deals), *derived(deals)]
    closings = Closings(material, occurrences)
    by_subject: dict[Subject, list[Occurrence]] = {}
    for each in sorted(occurrences, key=lambda each: each.order):
        by_subject.setdefault(each.subject, []).append(each)
    reviews = sorted({each.id: each for each in material.reviews.values()}.values(), key=lambda each: (each.at, each.id))
    flags: list[Flag] = []
    for subject, found in by_subject.items():
        flags += _open_flag(material, subject, found, closings, reviews)
    closed = (each for each in reviews if each.is_closing and not (each.is_copy and not each.deal_ids))
    flags += (_reviewed_flag(material, each, by_subject, closings, reviews) for each in closed)
    return flags


def rule_of(kind: str) -> str:
    """Return the rule that raises flags of a kind, with its thresholds, as a sentence."""
    told = KINDS.get(kind)
    if told is None or not told.deals:
        return "The rule of a later version raised it."
    number = _NUMBERS.get(told.deals, str(told.deals))
    if told.derived:
        said = told.does.format(deals=number, before=_NUMBERS.get(COMPARABLE_FROM, str(COMPARABLE_FROM)))
        return f"{said[:1].upper()}{said[1:]}."
    if told.deals == 1:
        return f"One deal or event in which the vendor {told.does} is enough."
    within = f" within {told.window_days} days" if told.window_days is not None else ""
    fewer = _NUMBERS.get(told.deals - 1, str(told.deals - 1)).replace("one", "a")
    deals = f"{number.capitalize()} deals, or {fewer} deal{'s' if told.deals > 2 else ''} and an event,"
    return f"{deals}{within} record that the vendor {told.does}."


def _open_flag(
    material: Material, subject: Subject, found: Sequence[Occurrence], closings: Closings, reviews: Sequence[Review]
) -> list[Flag]:
    """Return the flag that occurrences of one kind and topic, in order, raise; none where they raise none."""
    kind, topic = subject
    counting = [each for each in found if not closings.is_closed(each)]
    place = _completed(KINDS[kind], counting)
    if place is None:
        return []
    start, end = place
    earlier = closings.of(subject)
    done_with = {each.flag_id for each in reviews if each.is_closing}
    looked = (each for each in reviews if (each.kind, each.topic) == subject and each.flag_id not in done_with)
    return [
        Flag(
            flag_id_of(material.bank_id, kind, topic, earlier),
            material.vendor.name,
            material.bank_id,
            kind,
            label_of(kind),
            topic,
            counting[-1].about,
            "open",
            rule_of(kind),
            counting[end].day,
            _quotes(counting[start:]),
            tuple(each for each in looked if not each.is_closing),
            tuple(earlier),
        )
    ]


def _completed(kind: Kind, counting: Sequence[Occurrence]) -> tuple[int, int] | None:
    """Return where the first occurrences stand that complete the rule of a kind: the first and the last of them.

    An event counts as no deal: it may stand for one of several, never for two of them; where one is enough it is enough.
    """
    needed = kind.deals or len(counting) + 1
    for end in range(needed - 1, len(counting)):
        start = end - needed + 1
        first, last = counting[start], counting[end]
        if needed > 1 and sum(each.is_event for each in counting[start : end + 1]) > 1:
            continue
        if first.run == last.run and _is_within(kind, first, last):
            while start and counting[start - 1].run == last.run and _is_within(kind, counting[start - 1], last):
                start -= 1  # an event before these, which could not stand for a second deal, is shown with them
            return start, end
    return None


def _is_within(kind: Kind, first: Occurrence, last: Occurrence) -> bool:
    return kind.window_days is None or (last.day - first.day).days <= kind.window_days


def _reviewed_flag(
    material: Material,
    review: Review,
    by_subject: dict[Subject, list[Occurrence]],
    closings: Closings,
    reviews: Sequence[Review],
) -> Flag:
    """Return a flag as it was closed, with what of it is still there, whatever it is called since."""
    found = [each for each in by_subject.get((review.kind, review.topic), ()) if review.covers(each.source)]
    if not found:
        found = [each for others in by_subject.values() for each in others if closings.is_put_right(review, each)]
    looked = (each for each in reviews if each.flag_id == review.flag_id and not each.is_closing)
    return Flag(
        review.flag_id,
        material.vendor.name,
        material.bank_id,
        review.kind,
        label_of(review.kind),
        review.topic,
        found[-1].about if found else review.topic,
        "reviewed",
        rule_of(review.kind),
        review.raised_on,
        _quotes(found),
        (*looked, review),
    )


def _quotes(found: Iterable[Occurrence]) -> tuple[Quoted, ...]:
    """Return the words of occurrences and what stood before them, oldest first, each once."""
    quotes = dict.fromkeys(quote for each in found for quote in (*each.before, *each.quotes))
    return tuple(sorted(quotes, key=lambda quote: quote.date))
