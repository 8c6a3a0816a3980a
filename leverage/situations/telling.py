"""An advice in words: what it rests on, what to try and to skip, and what to do where nothing is known."""

from collections.abc import Iterable, Sequence

from leverage.brief import TacticSeen, TermSeen, Try
from leverage.briefing.parts import ONCE, Cited, FactLine, Group, line, literal, titled
from leverage.situations.advice import NOTHING_FAILED, NOTHING_MIXED, NOTHING_WORKED, Advice, Moment
from leverage.wording import RESULTS, join_words, sentence_case, show_count, show_day, show_month

MOST_TRIES_SHOWN = 6
MOST_WORDS_SHOWN = 4
MOST_LABELS = 5

_STANDS = {"firm_on": "Firm on: ", "flexible_on": "Flexible on: ", "tactics": "Tried: ", "conceded": "We conceded: "}
_STANDS |= {"obtained": "We obtained: "}


def opening(advice: Advice) -> FactLine:
    """Return from how many of the vendor's deals the advice comes, what they mention, and how new they are."""
    found = len(advice.moments)
    is_meaning = any(match.is_meaning for moment in advice.moments for match in moment.matches)
    named = list(dict.fromkeys(match.label for moment in advice.moments for match in moment.matches))
    labels = [label for label in advice.asked_about if label in named]
    missing = [label for label in advice.asked_about if label not in named and label not in advice.left_out]
    vendor = literal(advice.vendor)
    newest = f", newest {show_day(advice.newest)}." if advice.newest else "."
    if is_meaning:
        which = " deals that come close to that in meaning"
    else:
        which = f" deals that mention {_either(advice, labels)}"
    parts = [Cited("From "), Cited(f"{found} of {advice.deal_count}", is_strong=True), Cited(f" {vendor}{which}{newest}")]
    parts += [Cited(f" {sentence}") for sentence in _remarks(advice, missing)]
    return FactLine(tuple(parts))


def not_enough(advice: Advice) -> FactLine:
    """Return how much there is, that nothing of it is about the situation, and that nothing is guessed."""
    vendor = literal(advice.vendor)
    if not advice.deal_count:
        return line(f"Nothing is recorded about {vendor}. Leverage does not guess.")
    has = Cited(show_count(advice.deal_count, "deal"), is_strong=True)
    if advice.concepts:
        none = {1: "it does not mention", 2: "neither mentions"}.get(advice.deal_count, "none mentions")
        none = f"{none} {_either(advice, advice.asked_about)}"
    else:  # a word of it may well stand in one of them
        none = {1: "it tells of nothing", 2: "neither tells of anything"}.get(advice.deal_count, "none tells of anything")
        none = f"{none} like that"
    return FactLine((Cited(f"{vendor} has "), has, Cited(f", and {none}. Leverage does not guess.")))


def whom(advice: Advice, newest_id: str | None) -> FactLine | None:
    """Return whom to ask, with the deal that makes it worth asking; `newest_id` is the vendor's newest deal."""
    if advice.ask is None:
        return None
    ask = advice.ask
    which = "the newest deal" if ask.deal_id == newest_id else "a deal"
    rest = f", {literal(ask.department)}, who logged {which} on {show_day(ask.deal_date)}."
    return FactLine((Cited("Ask "), Cited(literal(ask.name), is_strong=True), Cited(rest)))


def tactic_groups(advice: Advice) -> tuple[Group, Group, Group, Group]:
    """Return Try, Skip, Mixed and Result unclear; all but the last say so where nobody recorded any."""
    return (
        Group("Try", _tactics(advice, advice.to_try, "worked") or (line(NOTHING_WORKED),)),
        Group("Skip", _tactics(advice, advice.to_skip, "failed") or (line(NOTHING_FAILED),)),
        Group("Mixed", _tactics(advice, advice.mixed, "mixed") or (line(NOTHING_MIXED),)),
        Group("Result unclear", _tactics(advice, advice.unclear, "unclear")),
    )


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
    who = f"{literal(moment.logged_by)}, {literal(moment.department)}, {show_day(moment.deal_date)}"
    return f"{about}{literal(moment.ended)}. {who}."


def why(moment: Moment) -> str:
    """Return the words that matched: `“uplift” with “increase”`."""
    told = []
    for match in moment.matches:
        if match.is_meaning:
            told.append("close in meaning, no word in common")
            continue
        there, here = _quoted(match.in_text), _quoted(match.in_deal)
        told.append(here if there.casefold() == here.casefold() else f"{there} with {here}")
    return "; ".join(told)


def record(seen: TacticSeen, result: str) -> str:
    """Return how often a tactic did what it did: `Worked 2 of 3`, `Failed, once only`, `Worked 1, failed 1`."""
    of = len(seen.tries)
    if of == 1:
        return f"{RESULTS[result]}, {ONCE}"
    if result != "mixed":
        return f"{RESULTS[result]} {getattr(seen, result)} of {of}"
    counts = {name: getattr(seen, name) for name in ("worked", "failed", "mixed", "unclear")}
    return sentence_case(", ".join(f"{name} {count}" for name, count in counts.items() if count))


def _remarks(advice: Advice, missing: Sequence[str]) -> list[str]:
    remarks = []
    if missing and advice.concepts:
        remarks.append(f"None mentions {_either(advice, missing)}.")
    if advice.left_out:
        every = join_words([literal(label) for label in advice.left_out])
        remarks.append(f"{sentence_case(every)}: in nearly every deal, so not used to choose.")
    if advice.numbers and advice.moments:
        was = "was" if len(advice.numbers) == 1 else "were"
        remarks.append(f"{join_words([literal(each) for each in advice.numbers])} {was} not used to choose.")
    return remarks


def _either(advice: Advice, labels: Sequence[str]) -> str:
    """Return what a text is about as alternatives; words that are no known concept stand in quotation marks."""
    shown = [literal(label) if advice.concepts else f"“{literal(label)}”" for label in labels[:MOST_LABELS]]
    if len(labels) > MOST_LABELS:
        shown.append("the like")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}" if shown else "that"


def _tactics(advice: Advice, seen: Iterable[TacticSeen], result: str) -> tuple[FactLine, ...]:
    return tuple(each for tactic in seen for each in _tactic(advice, tactic, result))


def _tactic(advice: Advice, seen: TacticSeen, result: str) -> list[FactLine]:
    of = len(seen.tries)
    shown, rest = seen.tries[:MOST_TRIES_SHOWN], seen.tries[MOST_TRIES_SHOWN:]
    is_uniform = all(each.result == result for each in seen.tries)
    lines = [titled(sentence_case(literal(seen.tactic)), ""), line(record(seen, result), under=True)]
    lines += [_try(advice, each, "" if is_uniform or of == 1 else f"{RESULTS[each.result]}: ") for each in shown]
    if rest:
        numbers = tuple(advice.number(each.deal_id) for each in rest)
        lines.append(line(f"{len(rest)} more, back to {show_month(rest[-1].deal_date)}", numbers, under=True))
    return lines


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
