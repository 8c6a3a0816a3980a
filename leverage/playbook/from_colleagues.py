"""Lessons from what colleagues said: feedback on tactics and lines, and reviews of flags."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from leverage.brief import Brief, TacticSeen, TermSeen
from leverage.lesson_records import Recommendation
from leverage.playbook.candidate import LONGEST_QUOTE, Candidate, candidate, quoted, shortened
from leverage.review_records import Review
from leverage.signals import label_of
from leverage.text import fold
from leverage.verdicts import Feedback, Subject, by_subject, standing
from leverage.watch import VERDICT_WORDS
from leverage.wording import show_count

RULE_FROM = 2  # dismissals of flags of one kind, from which its rule is worth a look

_SAID = {"helped": "helped", "did_not_help": "did not help", "not_used": "was not used"}
_DEALS = {"worked": "it worked", "failed": "it did not work"}


def from_feedback(brief: Brief) -> Iterator[Candidate]:
    """Yield the feedback that the deals contradict, and that which tells what really happened; the newest of each verdict."""
    tactics = {fold(each.tactic): each for each in (*brief.tactics_worked, *brief.tactics_failed, *brief.tactics_mixed)}
    lines = {fold(each.term): each for each in (*brief.flexible_on, *brief.firm_on, *brief.mixed_on)}
    seen: Mapping[Subject, Mapping[str, TacticSeen | TermSeen]] = {"tactic": tactics, "line": lines}
    for (kind, about), said in by_subject(brief.feedback).items():
        told: set[str] = set()
        for each in standing(said):
            known = seen[kind].get(about)
            ids = tuple(deal_id for deal_id in each.deal_ids if deal_id in brief.evidence) or (known.deal_ids if known else ())
            if not ids or each.verdict in told:
                continue
            told.add(each.verdict)
            record = _against(each, known) if isinstance(known, TacticSeen) else ""
            if record or each.happened:
                yield _of_feedback(each, record, ids)


def _of_feedback(said: Feedback, record: str, deal_ids: Iterable[str]) -> Candidate:
    what = quoted(said.about) if said.kind == "tactic" else f"Knowing about {quoted(said.about)}"
    happened = f"What really happened: “{shortened(said.happened, LONGEST_QUOTE).strip('“”')}”" if said.happened else ""
    text = " ".join(filter(None, (record, happened)))
    heading = f"{what} {_SAID[said.verdict]}{', against the record' if record else ''}"
    return candidate(3 if record else 2, heading, said.date, text, deal_ids, "feedback")


def _against(said: Feedback, seen: TacticSeen) -> str:
    """Return in a sentence what the deals say where that is the contrary; nothing where it is not, or they say both."""
    result = {"helped": "failed", "did_not_help": "worked"}.get(said.verdict, "")
    count = {"worked": seen.worked, "failed": seen.failed}.get(result, 0)
    if not count or count != seen.worked + seen.failed + seen.mixed:
        return ""
    verb = "says" if count == 1 else "say"
    return f"A colleague said so after using it; {show_count(count, 'deal')} {verb} that {_DEALS[result]}."


def from_reviews(reviews: Iterable[Review], live: Iterable[str]) -> Iterator[Candidate]:
    """Yield what colleagues wrote down when they reviewed a flag, the newest word on each, and rules that are often dismissed."""
    counts = set(live)
    newest: dict[str, Review] = {}
    for review in sorted(reviews, key=lambda each: (each.at, each.id), reverse=True):
        if counts.intersection(review.deal_ids):
            newest.setdefault(review.flag_id, review)
    dismissed = Counter(each.kind for each in newest.values() if each.verdict == "dismissed")
    for review in newest.values():
        if not review.note:
            continue
        often = dismissed[review.kind] if review.verdict == "dismissed" else 0
        on = f" on {quoted(review.topic)}" if review.topic and fold(review.topic) != fold(label_of(review.kind)) else ""
        heading = f"The flag {quoted(label_of(review.kind))}{on} was {VERDICT_WORDS[review.verdict]}"
        text = f"Whoever looked wrote: “{shortened(review.note, LONGEST_QUOTE).strip('“”')}”"
        ids = [each for each in review.deal_ids if each in counts]
        yield candidate(3, heading, review.date, text, ids, "review", _rule(review, often))


def _rule(review: Review, often: int) -> Recommendation | None:
    if often < RULE_FROM:
        return None
    return Recommendation("rule", f"Look at the rule behind “{label_of(review.kind)}”: {often} of its flags were dismissed here.")
