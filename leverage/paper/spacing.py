"""Where a line must not break: inside dates, before markers, within counts."""

import re

NO_BREAK = "\u00a0"
NO_BREAK_JOINER = "\u2060"
MARKERS_PER_RUN = 3

_MONTH = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
_TOGETHER = re.compile(
    rf"""
      \b(?:[12]\d|3[01]|[1-9])[ ](?={_MONTH}\b)     # 14 Oct
    | \b(?:{_MONTH})[ ](?=\d{{4}}\b)                # Oct 2026
    | (?<=\d)[ ](?=of[ ]\d)                         # 4 of
    | (?<=\d[ ]of)[ ](?=\d)                         # of 5
    | \bNet[ ](?=\d)                                # Net 60
    | \b[A-Z]{{3}}[ ](?=\d)                         # USD 32.80
    """,
    re.VERBOSE,
)


def keep_together(text: str) -> str:
    """Return the text with its dates, counts and amounts held together by no-break spaces."""
    return _TOGETHER.sub(lambda found: found[0].replace(" ", NO_BREAK), text)


def join_markers(markers: list[str]) -> str:
    """Return markers in runs that do not break, so that none stands alone on a line and many still wrap."""
    runs = [NO_BREAK_JOINER.join(markers[start : start + MARKERS_PER_RUN]) for start in range(0, len(markers), MARKERS_PER_RUN)]
    return "".join(runs)
