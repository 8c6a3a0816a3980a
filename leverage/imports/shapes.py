"""What kind of list a file is: one of payments, of contracts or of prices is no log of negotiations, and is said to be none."""

import functools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from leverage.deals import LABELS
from leverage.imports.columns import Column
from leverage.imports.questions import Answers, Option, Question
from leverage.imports.rows import RowReader
from leverage.wording import join_words, show_count
from leverage.words import plain_key, read_vocabulary

NEGOTIATED = (  # a column of any of these tells of a negotiation
    *("outcome", "discount_pct", "payment_terms", "flexible_on", "firm_on", "tactics", "list_price", "quoted_price"),
    *("uplift_asked_pct", "uplift_agreed_pct", "conceded", "obtained"),
)
PRICES = ("final_price", "total_value", "annual_value")
MANY_A_VENDOR, FEW_A_VENDOR = 8, 3  # rows a vendor: nobody negotiates so often; with words of payment fewer are enough


@dataclass(frozen=True)
class Shape:
    """A list that is no log of deals: what it `looks_like`, and why its rows are not taken, in sentences."""

    looks_like: str
    reason: str


def find_shape(columns: Sequence[Column], reader: RowReader, rows: int) -> Shape | None:
    """Return what a file is if it is no log of negotiations; None for one that may be."""
    if not rows or any(reader.has(name) for name in NEGOTIATED if name != "list_price"):
        return None
    words = [set(_headings_words(column.header)) for column in columns]
    if _is_price_list(reader, words):
        return Shape("a price list", "A price, not a negotiation.")
    if reader.has("list_price"):
        return None
    vendors = Counter(plain_key(reader.cell(n, "vendor")) for n in range(rows) if reader.cell(n, "vendor").strip())
    a_vendor = sum(vendors.values()) / len(vendors) if vendors else 0
    leading = [reader.heading(name) for name in ("deal_date", *PRICES) if reader.has(name)]
    is_paid = any(set(_headings_words(header)) & _known("payments") for header in leading)
    told = show_count(len(vendors), "vendor")
    signs = sum(bool(each & _known("register")) for each in words)
    if signs > 1 and not any(reader.has(name) for name in PRICES):
        return Shape(
            f"a contract register: {show_count(rows, 'row')} for {told}, without prices and terms",
            "A contract, not a negotiation.",
        )
    if a_vendor >= MANY_A_VENDOR or (a_vendor >= FEW_A_VENDOR and is_paid) or (is_paid and _repeats_days(reader, rows)):
        lacking = join_words([LABELS[name].split(",")[0].lower() for name in ("discount_pct", "payment_terms", "outcome")])
        return Shape(
            f"a list of payments: {show_count(rows, 'row')} for {told}, without {lacking}",
            "A payment, not a negotiation.",
        )
    return None


def ask_about_shape(shape: Shape, answers: Answers, rows: int) -> bool:
    """Say whether the rows are taken as deals all the same: a person has to say so."""
    text = f"This looks like {shape.looks_like}. Import every row as a deal?"
    why = "Each deal adds to the evidence of its vendor, and these rows tell of no negotiation."
    options = (Option("no", "No, import nothing"), Option("yes", "Yes, each row is a deal"))
    return answers.ask(Question("rows:shape", "rows", text, options, "no", rows=rows, why=why)) == "yes"


def _is_price_list(reader: RowReader, words: Sequence[set[str]]) -> bool:
    """Say whether the columns are those of a price list: articles with a price, and no vendor, or no day, of their own."""
    signs = sum(bool(each & _known("price_list")) for each in words)
    has_price = any(reader.has(name) for name in ("list_price", *PRICES))
    lacks = [name for name in ("vendor", "deal_date") if not reader.has(name)]
    return signs > 1 and has_price and bool(lacks) and not any(reader.has(name) for name in ("discount_pct", "outcome"))


def _repeats_days(reader: RowReader, rows: int) -> bool:
    """Say whether vendors often have several rows on one day."""
    days = Counter((plain_key(reader.cell(n, "vendor")), reader.cell(n, "deal_date")) for n in range(rows))
    return rows > 5 and len(days) * 2 < rows


def _headings_words(header: str) -> list[str]:
    """Return the words of a heading, and each two that follow one another."""
    words = plain_key(header).split()
    return [*words, *(" ".join(pair) for pair in pairwise(words)), " ".join(words)]


@functools.cache
def _known(shape: str) -> frozenset[str]:
    return frozenset(map(plain_key, read_vocabulary("headers.json")["shapes"][shape]))
