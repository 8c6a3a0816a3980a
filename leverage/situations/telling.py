"""An advice in words: what it rests on, what to try and to skip, and what to do where nothing is known."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from leverage.brief import TacticSeen, TermSeen, Try
from leverage.briefing.parts import ONCE, Cited, FactLine, Group, line, literal, said_line, titled
from leverage.situations.advice import NOTHING_FAILED, NOTHING_MIXED, NOTHING_WORKED, Advice, Moment
from leverage.wording import RESULTS, join_words, sentence_case, show_count, show_day, show_month

MOST_TRIES_SHOWN = 6
MOST_WORDS_SHOWN = 4
MOST_LABELS = 5
RESULTS_OF_DEALS = "Each result is that of the whole deal."
NOT_UNDERSTOOD = "Leverage did not understand these words. Say it in other words, such as {these}."

_PERCENT = ("%", "percent")
_EXAMPLES = "“they want 12% more”, “this is their final offer” or “they refuse longer payment terms”"
_STANDS = {"firm_on": "Firm on: ", "flexible_on": "Flexible on: ", "conceded": "We conceded: "}
_STANDS |= {"obtained": "We obtained: ", "uplift": "Recorded increase: ", "uplift_cap_pct": "Recorded cap: "}
_STANDS |= {"competitor": "Recorded competitor: "}


def opening(advice: Advice) -> FactLine:
    """Return from how many of the vendor's deals the advice comes, what they mention, and how new they are."""
    found = len(advice.moments)
    matches = [match for moment in advice.moments for match in moment.matches]
    found_of = {match.label for match in matches if match.concept}
    told = zip(advice.asked_about, _named(advice), strict=True)
    named = [literal(name) for label, name in told if label in found_of]
    named += dict.fromkeys(f"“{literal(each.label)}”" for each in matches if not each.concept and not each.is_meaning)
    vendor = literal(advice.vendor)
    newest = f", newest {show_day(advice.newest)}{_old(advice)}." if advice.newest else "."
    which = f" deals that mention {_either(named)}" if named else " deals that come close to that in meaning"
    parts = [Cited("From "), Cited(f"{found} of {advice.deal_count}", is_strong=True), Cited(f" {vendor}{which}{newest}")]
    parts += [Cited(f" {sentence}") for sentence in _remarks(advice)]
    return FactLine(tuple(parts))


def not_enough(advice: Advice) -> FactLine:
    """Return how much there is, that nothing of it is about the situation, and that nothing is guessed."""
    vendor = literal(advice.vendor)
    if not advice.deal_count:
        return line(f"Nothing is recorded about {vendor}. Leverage does not guess.")
    has = Cited(show_count(advice.deal_count, "deal"), is_strong=True)
    if not advice.is_understood:
        return FactLine((Cited(f"{vendor} has "), has, Cited(f". {NOT_UNDERSTOOD.format(these=_EXAMPLES)}")))
    if not advice.concepts:
        denied = _either([literal(each) for each in advice.denied])
        said = f". You write of {denied} as not there, and Leverage looks up what there was. Write what they said or did."
        return FactLine((Cited(f"{vendor} has "), has, Cited(said)))
    none = {1: "it does not mention", 2: "neither mentions"}.get(advice.deal_count, "none mentions")
    said = f", and {none} {_either([literal(each) for each in _named(advice)])}. Leverage does not guess."
    return FactLine((Cited(f"{vendor} has "), has, Cited(said), *[Cited(f" {each}") for each in _on_topic(advice)]))


def others_named(advice: Advice) -> str | None:
    """Return that the vendors whom the text names have memories of their own; None where it names none."""
    if not advice.others:
        return None
    names = join_words([literal(each.vendor) for each in advice.others])
    has = "has its own memory" if len(advice.others) == 1 else "have memories of their own"
    return f"{names} {has}. Everything here is about {literal(advice.vendor)}."


def whom(advice: Advice, newest_id: str | None) -> FactLine | None:
    """Return whom to ask, with the deal that makes it worth asking; `newest_id` is the vendor's newest deal."""
    if advice.ask is None:
        return None
    ask = advice.ask
    which = "the newest deal" if ask.deal_id == newest_id else "a deal"
    rest = f", {literal(ask.department)}, who logged {which} on {show_day(ask.deal_date)}."
    return FactLine((Cited("Ask "), Cited(literal(ask.name), is_strong=True), Cited(rest)))


def tactic_groups(advice: Advice) -> tuple[Group, Group, Group, Group]:
    """Return Try, Skip, Mixed and Result unclear; all but the last say so where nobody recorded any.

    The note of those with tactics says whose results these are.
    """
    kinds = (
        ("Try", _tactics(advice, advice.to_try, "worked"), NOTHING_WORKED),
        ("Skip", _tactics(advice, advice.to_skip, "failed"), NOTHING_FAILED),
        ("Mixed", _tactics(advice, advice.mixed, "mixed"), NOTHING_MIXED),
        ("Result unclear", _tactics(advice, advice.unclear, "unclear"), ""),
    )
    groups = [
        Group(title, lines or ((line(nothing),) if nothing else ()), RESULTS_OF_DEALS if lines else "")
        for title, lines, nothing in kinds
    ]
    groups[0] = replace(groups[0], lines=(*groups[0].lines, *_not_counted(advice)))
    return groups[0], groups[1], groups[2], groups[3]


def stance_groups(advice: Advice) -> tuple[Group, ...]:
    """Return what the vendor was flexible, firm, or now one, now the other on in these moments; empty groups left out."""
    groups = (
        Group("Flexible on", _terms(advice, advice.bent_on)),
        Group("Firm on", _terms(advice, advice.held)),
        Group("Mixed on", _terms(advice, advice.both)),
    )
    return tuple(group for group in groups if group.lines)


def says(moment: Moment) -> str:
    """Return what a moment says: a person's sentence in quotation marks, a term or a figure under its name."""
    said = literal(moment.says)
    if moment.field in _STANDS:
        return f"{_STANDS[moment.field]}{said}"
    if not moment.is_quote or (said[0] in '“„"' and said[-1] in '”“"' and not set(said[1:-1]) & set('“”„"')):
        return said
    return f"“{said}”"


def then(moment: Moment) -> str:
    """Return how a moment ended, who dealt and when, in sentences."""
    about = f"{literal(moment.product)}. " if moment.product else ""
    old = ", old" if moment.is_old else ""
    who = f"{literal(moment.logged_by)}, {literal(moment.department)}, {show_day(moment.deal_date)}{old}"
    return f"{about}{literal(moment.ended)}. {who}."


def why(moment: Moment) -> str:
    """Return the words that matched: `“uplift” with “increase”`."""
    told: dict[str, list[str]] = {}
    for match in moment.matches:
        there = "" if match.is_meaning else _quoted(match.in_text)
        if match.is_meaning:
            here = "close in meaning, no word in common"
        elif match.is_recorded:
            here = f"{join_words([literal(word) for word in match.in_deal])}, as recorded"
        else:
            here = _quoted(match.in_deal)
        if here not in (known := told.setdefault(there, [])):
            known.append(here)
    return "; ".join(_reason(there, here) for there, here in told.items())


def _reason(there: str, here: Sequence[str]) -> str:
    is_same = not there or [each.casefold() for each in here] == [there.casefold()]
    return join_words(here) if is_same else f"{there} with {join_words(here)}"


def record(seen: TacticSeen, result: str) -> str:
    """Return how often a tactic did what it did: `Worked 2 of 3`, `Failed, once only`, `Worked 1, failed 1`."""
    of = len(seen.tries)
    if of == 1:
        return f"{RESULTS[result]}, {ONCE}"
    if result != "mixed":
        return f"{RESULTS[result]} {getattr(seen, result)} of {of}"
    counts = {name: getattr(seen, name) for name in ("worked", "failed", "mixed", "unclear")}
    return sentence_case(", ".join(f"{name} {count}" for name, count in counts.items() if count))


def _named(advice: Advice) -> list[str]:
    """Return what a text is about, as something to be mentioned: of what it calls refused the refusal."""
    return [f"a refusal of {each}" if each in advice.refused else each for each in advice.asked_about]


def _remarks(advice: Advice) -> list[str]:
    remarks = []
    found = {match.label for moment in advice.moments for match in moment.matches}
    wanted = zip(advice.asked_about, _named(advice), strict=True) if advice.concepts else ()
    missing = [literal(name) for label, name in wanted if label not in found and label not in advice.left_out]
    if missing:
        remarks.append(f"None mentions {_either(missing)}.")
    if advice.left_out:
        every = join_words([literal(label) for label in advice.left_out])
        remarks.append(f"{sentence_case(every)}: in nearly every deal, so not used to choose.")
    if advice.denied:
        remarks.append(
            f"You wrote that there was not {_either([literal(each) for each in advice.denied])}, so not used to choose."
        )
    remarks += _on_topic(advice)
    if any(number.endswith(_PERCENT) for number in advice.numbers):
        remarks.append("Moments with other percentages count too.")
    elif advice.numbers:
        remarks.append("Moments with other numbers count too.")
    return remarks


def _on_topic(advice: Advice) -> list[str]:
    """Return how many further deals speak of what the text calls refused, without its having been refused."""
    count = len(advice.on_topic)
    if not count:
        return []
    topics = _either([literal(each) for each in advice.refused])
    more = "more " if advice.moments else ""
    return [f"{count} {more}{'speaks' if count == 1 else 'speak'} of {topics}, but of no refusal."]


def _old(advice: Advice) -> str:
    """Return that everything is old, where it is."""
    return ", old: over 24 months" if advice.moments and all(each.is_old for each in advice.moments) else ""


def _not_counted(advice: Advice) -> tuple[FactLine, ...]:
    """Return which tactics worked in deals in which this was refused all the same."""
    if not advice.not_counted:
        return ()
    names = join_words([f"“{literal(each.tactic)}”" for each in advice.not_counted[:MOST_LABELS]])
    rest = len(advice.not_counted) - MOST_LABELS
    names = f"{names} and {rest} more" if rest > 0 else names
    numbers = tuple(sorted({advice.number(deal_id) for each in advice.not_counted for deal_id in each.deal_ids}))
    return (FactLine((Cited(f"Not counted: {names}, which worked on something else there: on this they held.", numbers),)),)


def _either(names: Sequence[str]) -> str:
    """Return names as alternatives."""
    shown = list(names[:MOST_LABELS])
    if len(names) > MOST_LABELS:
        shown.append("the like")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}" if shown else "that"


def _tactics(advice: Advice, seen: Iterable[TacticSeen], result: str) -> tuple[FactLine, ...]:
    return tuple(each for tactic in seen for each in _tactic(advice, tactic, result))


def _tactic(advice: Advice, seen: TacticSeen, result: str) -> list[FactLine]:
    of = len(seen.tries)
    shown, rest = seen.tries[:MOST_TRIES_SHOWN], seen.tries[MOST_TRIES_SHOWN:]
    is_uniform = all(each.result == result for each in seen.tries)
    is_old = advice.is_old(seen)
    name = replace(titled(sentence_case(literal(seen.tactic)), ""), subject=("tactic", seen.tactic))
    lines = [name, line(f"{record(seen, result)}{', old' if is_old else ''}", under=True)]
    lines += [_try(advice, each, "" if is_uniform or of == 1 else f"{RESULTS[each.result]}: ") for each in shown]
    if rest:
        numbers = tuple(advice.number(each.deal_id) for each in rest)
        lines.append(line(f"{len(rest)} more, back to {show_month(rest[-1].deal_date)}", numbers, under=True))
    return [*lines, *said_line(seen.feedback)]


def _try(advice: Advice, seen: Try, start: str) -> FactLine:
    text = f"{start}{literal(seen.logged_by)}, {literal(seen.department)}, {show_month(seen.deal_date)}"
    return line(text, (advice.number(seen.deal_id),), under=True)


def _terms(advice: Advice, seen: Iterable[TermSeen]) -> tuple[FactLine, ...]:
    return tuple(_term(advice, each) for each in seen)


def _term(advice: Advice, seen: TermSeen) -> FactLine:
    name = sentence_case(literal(seen.term))
    numbers = tuple(sorted(advice.number(deal_id) for deal_id in seen.deal_ids))
    when = show_month(seen.last_seen)
    if seen.flexible_ids and seen.firm_ids:
        return titled(name, f": flexible {len(seen.flexible_ids)}, firm {len(seen.firm_ids)}, last {when}", numbers)
    return titled(name, f": {ONCE}, {when}" if seen.of == 1 else f": {seen.count} of {seen.of}, last {when}", numbers)


def _quoted(words: Sequence[str]) -> str:
    shown = [f"“{literal(word)}”" for word in words[:MOST_WORDS_SHOWN]]
    return join_words([*shown, f"{len(words) - MOST_WORDS_SHOWN} more"] if len(words) > MOST_WORDS_SHOWN else shown)
