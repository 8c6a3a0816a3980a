"""Words of an outcome column: what a known one says, and what only a person can say about the others, once a word."""

from collections.abc import Sequence

from leverage.cells import unguard
from leverage.deals import OUTCOMES
from leverage.imports.columns import Column
from leverage.imports.questions import Answers, Option, Question
from leverage.wording import OUTCOMES as SHOWN_OUTCOMES
from leverage.words import meaning_of, plain_key

LEAVE_OUT = "leave_out"
MOST_WORDS = 20  # different words that are asked about; a column with more is hardly one of outcomes
NO_OUTCOME = "Write agreed, renewed as is, walked away, no deal, open or unknown."
_LONGEST = 60  # characters of a word that is asked about


def read_outcome_words(column: Column, cells: Sequence[str], answers: Answers) -> tuple[list[str | None], dict[int, str]]:
    """Return the outcome of each cell, None for nothing, and ends of sentences for those that can't be read, by row.

    A word that is not known, or says no outcome for sure, is asked about once, with the number of its rows.
    """
    outcomes: list[str | None] = [None] * len(cells)
    problems: dict[int, str] = {}
    unknown: dict[str, list[int]] = {}
    for n, cell in enumerate(cells):
        text = " ".join(unguard(cell).split())
        if not text:
            continue
        outcomes[n] = meaning_of("outcome", text, column.header)
        if outcomes[n] is None:
            unknown.setdefault(plain_key(text) or text, []).append(n)
    asked = sorted(unknown.values(), key=len, reverse=True)[:MOST_WORDS]
    for places in unknown.values():
        text = " ".join(unguard(cells[places[0]]).split())
        if len(text) > _LONGEST or places not in asked:
            problems |= dict.fromkeys(places, f"is “{short(text)}”, which is no outcome known here. {NO_OUTCOME}")
            continue
        answer = answers.ask(_question(text, column.header, len(places)))
        if answer == LEAVE_OUT:
            problems |= dict.fromkeys(places, f"is “{short(text)}”, and rows with this word are left out, as you said.")
        elif answer is None:
            problems |= dict.fromkeys(places, f"is “{short(text)}”. Answer the question what it means.")
        else:
            for n in places:
                outcomes[n] = answer
    return outcomes, problems


def short(text: str) -> str:
    """Return the text as it fits into a sentence."""
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:59]}…"


def _question(text: str, header: str, rows: int) -> Question:
    options = (*(Option(each, SHOWN_OUTCOMES[each]) for each in OUTCOMES), Option(LEAVE_OUT, "Leave these rows out"))
    why = f"It stands under “{short(header)}”, and says no outcome that Leverage knows for sure."
    return Question(f"outcome:{text}", "outcome", f"What does “{short(text)}” mean?", options, rows=rows, why=why, by_key=True)
