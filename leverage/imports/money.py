"""The one currency of a row: what its cells name, held against its currency column, its headings and a person's answer."""

from collections.abc import Mapping
from typing import Any, Protocol

from leverage.fields import is_currency
from leverage.imports.cells.currencies import may_be, shared_by
from leverage.words import plain_key

AS_WRITTEN = "as_written"  # the answer that each row has the currency which its cells name
PRICES = ("final_price", "total_value", "annual_value", "quoted_price", "list_price")  # the surest about the row first


class Named(Protocol):
    """A column of amounts, as far as its currencies go."""

    currencies: list[str | None]
    signs: list[str | None]


def settle_currency(
    values: dict[str, Any], columns: Mapping[str, Named], n: int, heading: str | None, answer: str | None, *, is_told: bool
) -> dict[str, str]:
    """Give the n-th row the currency that its cells name, and take the amounts out that are in another one.

    `heading` is that of the currency column, `answer` the currency that a person said. Until the file or a person has
    told of currencies at all (`is_told`), a sign in a cell is no proof of one. Returns the end of a sentence for each
    amount taken out.
    """
    said = str(values.get("currency") or "").strip().upper()
    named = {name: columns[name] for name in PRICES if name in values and name in columns and columns[name].currencies}
    codes = [code for column in named.values() if (code := column.currencies[n])]
    if is_currency(said):
        row, why = said, f"“{heading}” says {said}"
    elif codes:
        row, why = codes[0], f"the row is in {codes[0]}"
        if is_told:
            values["currency"] = row
    elif answer:
        row, why = answer, f"the answer was {answer}"
    else:
        return {}
    problems = {}
    for name, column in named.items():
        code, sign = column.currencies[n], column.signs[n]
        if code not in (None, row) or (code is None and sign and not may_be(sign, row)):
            del values[name]
            problems[name] = f"is in {code or sign}, but {why}. Write all amounts of a row in one currency."
    return problems


def may_be_in(values: Mapping[str, Any], columns: Mapping[str, Named], n: int) -> tuple[str, ...]:
    """Return the currencies that the n-th row may be in by what its cells name, none where they name none or it has one."""
    if "currency" in values:
        return ()
    named = [columns[name] for name in PRICES if name in values and name in columns and columns[name].currencies]
    code = next(filter(None, (column.currencies[n] for column in named)), None)
    sign = next(filter(None, (column.signs[n] for column in named)), None)
    return (code,) if code else shared_by(sign) if sign else ()


def currencies_named(columns: Mapping[str, Named]) -> list[str]:
    """Return the currencies that the cells name, or may mean by a sign that several share, in their order."""
    seen: dict[str, None] = {}
    for name in reversed(PRICES):
        if name in columns:
            seen |= dict.fromkeys(filter(is_currency, filter(None, columns[name].currencies)))
    for name in reversed(PRICES):
        if name in columns:
            for sign in dict.fromkeys(filter(None, columns[name].signs)):
                seen |= dict.fromkeys(shared_by(sign)[:4])
    return list(seen)


def is_as_written(answer: str) -> bool:
    """Say whether an answer leaves each row the currency that its cells name."""
    return plain_key(answer) in (plain_key(AS_WRITTEN), "as each cell says")
