"""What kind of list a file is: one of payments, orders, contracts, prices or vendors is said to be no log of deals."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from leverage.deals import LABELS
from leverage.imports.columns import Column
from leverage.imports.evidence import LIST_KINDS, Marks, is_negotiated, marks_of, names_a_price, tells_of_talks
from leverage.imports.questions import Answers, Option, Question
from leverage.imports.rows import RowReader
from leverage.wording import join_words, show_count
from leverage.words import plain_key

PRICES = ("final_price", "total_value", "annual_value")
MANY_A_VENDOR, FEW_A_VENDOR = 8, 3  # rows a vendor: nobody negotiates so often; with words of payment fewer are enough
_NEGOTIABLE = (  # a column of any of these may tell of a negotiation, where nothing else marks the file as another list
    *("outcome", "discount_pct", "flexible_on", "firm_on", "tactics", "list_price", "quoted_price"),
    *("uplift_asked_pct", "uplift_agreed_pct", "conceded", "obtained"),
)
_ENOUGH = {"orders": 4, "payments": 3, "register": 5, "prices": 4, "vendors": 4}  # marks count twice, signs once
_PEOPLE = ("logged_by", "department", "deal_date")  # no price list has these
_NAMES = {
    "orders": ("a list of orders", "An order, not a negotiation."),
    "payments": ("a list of payments", "A payment, not a negotiation."),
    "register": ("a contract register", "A contract, not a negotiation."),
    "prices": ("a price list", "A price, not a negotiation."),
    "vendors": ("a list of vendors", "A vendor, not a negotiation."),
}


@dataclass(frozen=True)
class Shape:
    """A list that is no log of deals: what it `looks_like`, and why its rows are not taken, in sentences."""

    looks_like: str
    reason: str


def find_shape(columns: Sequence[Column], reader: RowReader, rows: int) -> Shape | None:
    """Return what a file is if it is no log of negotiations; None for one that may be.

    The headings and cells decide, not what a person reads a column as: a ledger stays one, however it is mapped.
    """
    if not rows or is_negotiated(columns, reader, rows):
        return None
    kind = _marked(columns, reader, rows) or _repeated(columns, reader, rows)
    if kind is None or tells_of_talks(columns, reader, rows):
        return None
    looks_like, reason = _NAMES[kind]
    lacking = [
        LABELS[name].split(",")[0].lower() for name in ("discount_pct", "payment_terms", "outcome") if not reader.has(name)
    ]
    vendors = len(_vendors(reader, rows))
    told = f" for {show_count(vendors, 'vendor')}" if vendors and kind != "vendors" else ""
    without = f", without {join_words(lacking)}" if lacking and kind != "prices" else ""
    return Shape(f"{looks_like}: {show_count(rows, 'row')}{told}{without}", reason)


def ask_about_shape(shape: Shape, answers: Answers, rows: int) -> bool:
    """Say whether the rows are taken as deals all the same: a person has to say so."""
    text = f"This looks like {shape.looks_like}. Import every row as a deal?"
    why = "Each deal adds to the evidence of its vendor, and these rows tell of no negotiation."
    options = (Option("no", "No, import nothing"), Option("yes", "Yes, each row is a deal"))
    return answers.ask(Question("rows:shape", "rows", text, options, "no", rows=rows, why=why)) == "yes"


def _marked(columns: Sequence[Column], reader: RowReader, rows: int) -> str | None:
    """Return the kind of list whose marks are in the headings, the clearest first; None where no kind has enough."""
    found = {kind: marks_of(kind, columns) for kind in LIST_KINDS}
    margins = {kind: marks.weight - _ENOUGH[kind] - _against(kind, reader, rows) for kind, marks in found.items() if marks.clear}
    fits = [kind for kind, margin in margins.items() if margin >= 0 and _is_whole(kind, columns, found, reader, rows)]
    return max(fits, key=lambda kind: margins[kind], default=None)


def _against(kind: str, reader: RowReader, rows: int) -> int:
    """Return how much more has to speak for a kind since the file has discounts, or a price before and after."""
    if kind == "prices":
        return 0
    discounts = _share(reader, rows, "discount_pct")
    both = reader.has("list_price") and any(_share(reader, rows, name) > 0.3 for name in PRICES)
    more = 2 * (discounts > 0.3) + 3 * both
    return 2 * more if kind == "register" else more  # whose marks stand in many a log of deals, too


def _is_whole(kind: str, columns: Sequence[Column], found: dict[str, Marks], reader: RowReader, rows: int) -> bool:
    """Say whether a file has what a list of the kind must have, and lacks what it never has."""
    has_price = names_a_price(columns) or any(reader.has(name) for name in ("list_price", *PRICES))
    if kind == "vendors":
        return not has_price and not reader.has("deal_date")
    if kind == "prices":
        if not has_price or found["orders"].clear > 1 or found["payments"].clear > 1:
            return False
        people = [name for name in _PEOPLE if reader.has(name) and not _is_validity(reader, name)]
        return not people or ("deal_date" in people and len(people) == 1 and _a_vendor(reader, rows) >= MANY_A_VENDOR)
    return True


def _is_validity(reader: RowReader, name: str) -> bool:
    """Say whether the column that is read as the day is that from which a price is valid."""
    return name == "deal_date" and marks_of("prices", [Column(0, reader.heading(name))]).clear > 0


def _repeated(columns: Sequence[Column], reader: RowReader, rows: int) -> str | None:
    """Return the payments that a file tells of by naming each vendor far more often than anybody negotiates."""
    if any(reader.has(name) for name in _NEGOTIABLE) or (reader.has("payment_terms") and not _terms_are_fixed(reader, rows)):
        return None
    a_vendor = _a_vendor(reader, rows)
    leading = [Column(0, reader.heading(name)) for name in ("deal_date", *PRICES) if reader.has(name)]
    is_paid = marks_of("payments", leading).clear > 0
    often = a_vendor >= MANY_A_VENDOR or (is_paid and (a_vendor >= FEW_A_VENDOR or _repeats_days(reader, rows)))
    return "payments" if often else None


def _terms_are_fixed(reader: RowReader, rows: int) -> bool:
    """Say whether each vendor has the same payment terms nearly always, as in a ledger, not as after talks."""
    pairs = {(plain_key(reader.cell(n, "vendor")), plain_key(reader.cell(n, "payment_terms"))) for n in range(rows)}
    return len(pairs) <= 2 * len(_vendors(reader, rows)) and _a_vendor(reader, rows) >= 2 * MANY_A_VENDOR


def _vendors(reader: RowReader, rows: int) -> Counter[str]:
    return Counter(plain_key(name) for n in range(rows) if (name := reader.cell(n, "vendor").strip()))


def _a_vendor(reader: RowReader, rows: int) -> float:
    """Return how many rows a vendor has, on average."""
    vendors = _vendors(reader, rows)
    return sum(vendors.values()) / len(vendors) if vendors else 0


def _share(reader: RowReader, rows: int, name: str) -> float:
    """Return the share of the rows that say something but nothing or nought in a column."""
    return sum(bool(reader.cell(n, name).strip(" 0%.,-")) for n in range(rows)) / rows if reader.has(name) else 0.0


def _repeats_days(reader: RowReader, rows: int) -> bool:
    """Say whether vendors often have several rows on one day."""
    days = Counter((plain_key(reader.cell(n, "vendor")), reader.cell(n, "deal_date")) for n in range(rows))
    return rows > 5 and len(days) * 2 < rows
