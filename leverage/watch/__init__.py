"""Watch: patterns that no single deal shows, flagged so that somebody looks. No flag is a finding about the vendor."""

from leverage.review_records import VERDICTS, Review, Verdict
from leverage.watch.flag import Flag, Quoted
from leverage.watch.in_words import in_words
from leverage.watch.watching import FLAGS, MOST_NOTE, VERDICT_WORDS, flags, open_counts, reopen, review

__all__ = [
    "FLAGS",
    "MOST_NOTE",
    "VERDICTS",
    "VERDICT_WORDS",
    "Flag",
    "Quoted",
    "Review",
    "Verdict",
    "flags",
    "in_words",
    "open_counts",
    "reopen",
    "review",
]
