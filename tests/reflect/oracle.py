"""An oracle: statements as structured descriptions, put into words and judged by queries over tables of the deals.

It shares no code with the check. A statement is a kind with values; `sentence` words it, `is_true` asks the tables.
"""

import itertools
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from leverage.deals import Deal

BASES = {"list": "off list", "first_quote": "off the first quote", "last_price": "off the last price"}
AGREED = "outcome IN ('agreed', 'renewed_as_is')"
_FIELDS = (
    "outcome", "product", "kind", "logged_by", "department", "discount_pct", "discount_base", "uplift_asked_pct",
    "uplift_agreed_pct", "uplift_cap_pct", "list_price", "quoted_price", "final_price", "currency", "competitor", "contact",
    "end_date", "term_months", "notice_days",
)  # fmt: skip


@dataclass(frozen=True)
class Statement:
    """A kind of claim with its values, narrowed to a person, a product or a year where given."""

    kind: str
    values: tuple[Any, ...]
    who: str | None = None
    product: str | None = None
    year: int | None = None


def tables(deals: Sequence[Deal]) -> sqlite3.Connection:
    """Return the deals as tables: one row each, and one for each of their terms and tactics."""
    db = sqlite3.connect(":memory:")
    db.execute(f"CREATE TABLE deal (id, day, year, days, {', '.join(_FIELDS)})")
    db.execute("CREATE TABLE term (deal, side, term)")
    db.execute("CREATE TABLE tactic (deal, tactic, result)")
    holders = ", ".join("?" * (len(_FIELDS) + 4))
    for n, deal in enumerate(deals):
        stored = deal.to_json()
        row = [
            float(v) if (v := stored.get(name)) and name.endswith(("_pct", "_price")) else stored.get(name) for name in _FIELDS
        ]
        days = "".join(char for char in (stored.get("payment_terms") or "") if char.isdigit())

        whole = [n, stored["deal_date"], deal.deal_date.year, days, *row]
        db.execute(f"INSERT INTO deal VALUES ({holders})", whole)  # noqa: S608 - question marks alone
        for side in ("flexible_on", "firm_on", "conceded", "obtained"):
            db.executemany("INSERT INTO term VALUES (?, ?, ?)", [(n, side, text.lower()) for text in stored.get(side, [])])
        for each in stored.get("tactics", []):
            db.execute("INSERT INTO tactic VALUES (?, ?, ?)", (n, each["tactic"].lower(), each["result"]))
    return db


def sentence(said: Statement, vendor: str) -> str:
    """Return the statement in words."""
    v = said.values
    core = {
        "discount": lambda: f"A discount of {v[0]}% {BASES[v[1]]} was agreed",
        "discount given": lambda: f"{vendor} gave a {v[0]}% discount",
        "discount with terms": lambda: f"A discount of {v[0]}% was agreed with Net {v[1]} payment terms",
        "not agreed": lambda: f"A discount of {v[0]}% was discussed, not agreed",
        "highest": lambda: f"The highest discount was {v[0]}% {BASES[v[1]]}",
        "range": lambda: f"Discounts ranged from {v[0]}% to {v[1]}%",
        "no discount": lambda: "No discount was agreed",
        "terms": lambda: f"Net {v[0]} was agreed",
        "terms counted": lambda: f"Net {v[0]} was agreed in {v[1]} deals",
        "stance": lambda: f"{vendor} was {v[0].removesuffix('_on')} on {v[1]}",
        "stance counted": lambda: f"{vendor} was {v[0].removesuffix('_on')} on {v[1]} in {v[2]} deals",
        "always": lambda: f"{vendor} was always {v[0].removesuffix('_on')} on {v[1]}",
        "tactic": lambda: f"The tactic “{v[0]}” {v[1]}",
        "tactic counted": lambda: f"{v[0]} {v[1]} in {v[2]} deals",
        "uplift": lambda: f"{vendor} asked for an uplift of {v[0]}% and agreed to {v[1]}%",
        "prices": lambda: f"The list price was {v[2]} {v[0]:.2f} and the final price was {v[2]} {v[1]:.2f}",
        "obtained": lambda: f"We obtained {v[0]}",
        "conceded": lambda: f"We conceded {v[0]}",
        "contact": lambda: f"{v[0]} was the contact",
        "competitor": lambda: f"The competitor in play was {v[0]}",
        "walked away": lambda: f"{v[0]} walked away from a deal",
        "deals": lambda: f"{v[0]} of {v[1]} deals were agreed",
    }[said.kind]()
    tail = f" for {said.product}" if said.product else ""
    tail += (f" by {said.who}" if "agreed" in core.split()[-5:] else f" with {said.who}") if said.who else ""
    return f"{core}{tail}{f' in {said.year}' if said.year else ''}."


def is_true(said: Statement, db: sqlite3.Connection) -> bool:
    """Return what the tables say of the statement."""
    v = said.values
    where, given = ["1"], []
    for column, value in (("logged_by", said.who), ("product", said.product), ("year", said.year)):
        if value is not None:
            where.append(f"{column} = ?")
            given.append(value)

    def ask(what: str, condition: str, *values: Any, everywhere: bool = False) -> Any:
        narrowed = "1" if everywhere else " AND ".join(where)
        query = f"SELECT {what} FROM deal d WHERE {narrowed} AND {condition}"  # noqa: S608 - all of it is written in this file
        return db.execute(query, [*([] if everywhere else given), *values]).fetchone()[0]

    def count(condition: str, *values: Any) -> int:
        found: int = ask("count(*)", condition, *values)
        return found

    holds = "EXISTS (SELECT 1 FROM term t WHERE t.deal = d.id AND t.side = ? AND t.term = ?)"
    did = "EXISTS (SELECT 1 FROM tactic t WHERE t.deal = d.id AND t.tactic = ? AND t.result = ?)"
    other = {"flexible_on": "firm_on", "firm_on": "flexible_on"}
    if said.kind in ("discount", "highest"):
        same = count(f"{AGREED} AND discount_pct = ? AND discount_base = ?", *v)
        top = ask("max(discount_pct)", AGREED, everywhere=True)
        return bool(same) and (said.kind == "discount" or top == v[0])
    if said.kind == "discount given":
        return bool(count(f"{AGREED} AND discount_pct = ?", v[0]))
    if said.kind == "discount with terms":
        return bool(count(f"{AGREED} AND discount_pct = ? AND days = ?", v[0], str(v[1])))
    if said.kind == "not agreed":
        return bool(count(f"NOT {AGREED} AND discount_pct = ?", v[0])) and not count(f"{AGREED} AND discount_pct = ?", v[0])
    if said.kind == "range":
        found = (ask("min(discount_pct)", AGREED), ask("max(discount_pct)", AGREED))
        bases = ask("count(DISTINCT discount_base)", f"{AGREED} AND discount_pct IS NOT NULL")
        return found == v and bases == 1 and v[0] < v[1]
    if said.kind == "no discount":
        return bool(count("1")) and not count(f"{AGREED} AND discount_pct > 0")
    if said.kind in ("terms", "terms counted"):
        n = count(f"{AGREED} AND days = ?", str(v[0]))
        return n == v[1] if said.kind == "terms counted" else n > 0
    if said.kind == "stance":
        return bool(count(holds, v[0], v[1])) and not count(holds, other[v[0]], v[1])
    if said.kind == "stance counted":
        return v[2] > 0 and count(holds, v[0], v[1]) == v[2]
    if said.kind == "always":
        silent = count(f"{AGREED} AND discount_pct > 0 AND NOT {holds}", v[0], v[1]) if v[1] == "discount" else 0
        return count(holds, v[0], v[1]) >= 2 and not count(holds, other[v[0]], v[1]) and not silent
    if said.kind == "tactic":
        contrary = [each for each in ("worked", "failed", "mixed") if each != v[1]]
        return bool(count(did, v[0].lower(), v[1])) and not any(count(did, v[0].lower(), each) for each in contrary)
    if said.kind == "tactic counted":
        return v[2] > 0 and count(did, v[0].lower(), v[1]) == v[2]
    if said.kind == "uplift":
        return bool(count(f"{AGREED} AND uplift_asked_pct = ? AND uplift_agreed_pct = ?", *v))
    if said.kind == "prices":
        return bool(count(f"{AGREED} AND list_price = ? AND final_price = ? AND currency = ?", *v))
    if said.kind in ("obtained", "conceded"):
        return bool(count(holds, said.kind, v[0]))
    if said.kind in ("contact", "competitor"):
        return bool(count(f"{said.kind} = ?", v[0]))
    if said.kind == "walked away":
        return bool(count("outcome = 'walked_away' AND logged_by = ?", v[0]))
    assert said.kind == "deals"
    return v[0] > 0 and count(AGREED) == v[0] and count("1") == v[1]


def statements(deals: Sequence[Deal], strangers: Sequence[Deal] = ()) -> Iterator[Statement]:
    """Yield every statement of values from these deals and from strangers', alone and narrowed in each way."""
    every = [*deals, *strangers]

    def seen(*names: str) -> list[Any]:
        return sorted({value for deal in every for name in names if (value := getattr(deal, name)) is not None}, key=str)

    def listed(*names: str) -> list[str]:
        return sorted({term for deal in every for name in names for term in getattr(deal, name)})

    percents = [
        float(p) if p % 1 else int(p) for p in seen("discount_pct", "uplift_asked_pct", "uplift_agreed_pct", "uplift_cap_pct")
    ]
    days = sorted({int(n) for deal in every if (n := "".join(filter(str.isdigit, deal.payment_terms or ""))) and len(n) < 3})
    tactics = sorted({each.tactic for deal in every for each in deal.tactics})
    sides, results = ("flexible_on", "firm_on"), ("worked", "failed")
    terms = listed("flexible_on", "firm_on", "obtained", "conceded")
    prices = [float(price) for price in seen("list_price", "final_price", "quoted_price")]
    kinds: dict[str, Iterator[tuple[Any, ...]]] = {
        "discount": itertools.product(percents, BASES),
        "discount given": itertools.product(percents),
        "discount with terms": itertools.product(percents, days),
        "not agreed": itertools.product(percents),
        "highest": itertools.product(percents, BASES),
        "range": itertools.product(percents, percents),
        "no discount": iter([()]),
        "terms": itertools.product(days),
        "terms counted": itertools.product(days, (2, 3, 4)),
        "stance": itertools.product(sides, terms),
        "stance counted": itertools.product(sides, terms, (2, 3, 4)),
        "always": itertools.product(sides, terms),
        "tactic": itertools.product(tactics, results),
        "tactic counted": itertools.product(tactics, results, (2, 3)),
        "uplift": itertools.product(percents, percents),
        "prices": itertools.product(prices, prices, seen("currency")),
        "obtained": itertools.product(terms),
        "conceded": itertools.product(terms),
        "contact": itertools.product(seen("contact", "logged_by", "competitor")),
        "competitor": itertools.product(seen("competitor", "contact")),
        "walked away": itertools.product(seen("logged_by", "contact")),
        "deals": itertools.product(range(1, 7), range(1, 7)),
    }
    people = seen("logged_by") + seen("contact")
    narrowed = [{}, *({"year": year} for year in range(2023, 2027)), *({"product": each} for each in seen("product"))]
    by = [{"who": each} for each in people]
    for kind, values in kinds.items():
        # What counts all deals is not narrowed; somebody who acts is not joined by another.
        alone = kind in ("highest", "walked away", "contact", "competitor", "prices", "obtained", "conceded", "deals")
        ways = narrowed[:1] if kind in ("deals",) else narrowed if alone or kind == "uplift" else [*narrowed, *by]
        for each in values:
            for way in ways:
                yield Statement(kind, each, **way)
