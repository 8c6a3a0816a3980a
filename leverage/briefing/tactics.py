"""Tactics in words: what worked, what did not, what did both, and who tried it when."""

from dataclasses import replace

from leverage.brief import Brief, TacticSeen, Try
from leverage.briefing.parts import ONCE, FactLine, Group, line, literal, numbers_of, said_line, titled
from leverage.verdicts import Subject
from leverage.wording import RESULTS, sentence_case, show_month

NOTE = "n of m deals that tried it"
MOST_TRIES_SHOWN = 4

_TITLES = {"worked": "Worked", "failed": "Did not work", "mixed": "Mixed", "unclear": "Result unclear"}


def tactic_groups(brief: Brief) -> list[Group]:
    """Return the groups Worked, Did not work, Mixed and Unclear; where nobody recorded any, one group that says so."""
    seen = {
        "worked": brief.tactics_worked,
        "failed": brief.tactics_failed,
        "mixed": brief.tactics_mixed,
        "unclear": brief.tactics_unclear,
    }
    if not any(seen.values()):
        return [Group("Tactics", (line("None recorded. Log what you try, and what it did."),))]
    return [
        Group(_TITLES[result], tuple(each for tactic in tactics for each in _lines(brief, tactic, result)), NOTE)
        for result, tactics in seen.items()
    ]


def _lines(brief: Brief, seen: TacticSeen, result: str) -> list[FactLine]:
    counts = {"worked": seen.worked, "failed": seen.failed, "mixed": seen.mixed, "unclear": seen.unclear}
    of = sum(counts.values())
    name = sentence_case(literal(seen.tactic))
    tries = tuple(sorted(seen.tries, key=lambda each: each.result != result))  # first those that the title speaks of
    shown, rest = tries[:MOST_TRIES_SHOWN], tries[MOST_TRIES_SHOWN:]
    if len(rest) == 1:  # "1 more" takes the room of the one itself
        shown, rest = tries, ()
    numbers = () if shown else numbers_of(brief, seen.deal_ids)
    subject: tuple[Subject, str] = ("tactic", seen.tactic)
    said = said_line(seen.feedback)
    if of == 1:
        once = sentence_case(ONCE)
        first = replace(titled(name, "", numbers), subject=subject)
        return [first, *(_try(brief, each, f"{once}: ") for each in shown), *said]
    is_uniform = counts[result] == of
    lines = [replace(titled(name, f": {_count(counts, result, of)}", numbers), subject=subject)]
    lines += [_try(brief, each, "" if is_uniform else f"{RESULTS[each.result]}: ") for each in shown]
    if rest:
        days = sorted(each.deal_date for each in rest)
        last = f"{len(rest)} more, from {show_month(days[-1])} back to {show_month(days[0])}"
        lines.append(line(last, numbers_of(brief, (each.deal_id for each in rest)), under=True))
    return [*lines, *said]


def _count(counts: dict[str, int], result: str, of: int) -> str:
    """Return `2 of 3` under the result's own title, and every result by name where it is mixed."""
    if result != "mixed":
        return f"{counts[result]} of {of}"
    first, *others = (f"{each} {count}" for each, count in counts.items() if count)
    return ", ".join((f"{first} of {of}", *others))


def _try(brief: Brief, seen: Try, opening: str) -> FactLine:
    text = f"{opening}{literal(seen.logged_by)}, {literal(seen.department)}, {show_month(seen.deal_date)}"
    return line(text, numbers_of(brief, [seen.deal_id]), under=True)
