"""The names under which exports are saved."""

from typing import TYPE_CHECKING, Literal, Unpack

from slugify import slugify

from leverage.exports.choice import Filters, day_of
from leverage.exports.columns import DEALS
from leverage.vendors import BANK_PREFIX, vendor_bank_id

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

Format = Literal["csv", "xlsx", "zip"]


def export_name(
    kb: "KnowledgeBase", vendor: str | None = None, *, table: str = DEALS, format: Format = "csv", **filters: Unpack[Filters]
) -> str:
    """Return a file name for the export of the same choice: plain ASCII, no path, today at its end.

    A workbook and an archive hold every table, so their names say none.
    """
    parts = ["leverage", table if format == "csv" else "export"]
    if vendor is not None:
        found = kb.vendor(vendor)
        parts.append((found.bank_id if found else vendor_bank_id(vendor)).removeprefix(BANK_PREFIX))
    if department := filters.get("department"):
        parts.append(slugify(department, max_length=40))
    first, last = day_of(filters.get("since"), "Since"), day_of(filters.get("until"), "Until")
    parts += [f"from-{first:%Y-%m-%d}"] if first else []
    parts += [f"to-{last:%Y-%m-%d}"] if last else []
    parts += ["with-retracted"] if filters.get("retracted") else []
    return "-".join(filter(None, [*parts, f"{kb.today():%Y-%m-%d}"])) + f".{format}"
