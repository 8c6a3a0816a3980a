"""What the vendors of the trail are called now."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from leverage.audit.names import ERASED_VENDOR
from leverage.naming.bank_ids import BANK_PREFIX

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase


def vendor_names(kb: "KnowledgeBase") -> dict[str, str]:
    """Return the names of all vendors by bank id; ids that lead to a vendor since a merge or a rename have its name, too."""
    rows = kb.ask_index(lambda index: index.vendor_rows())
    names = {alias_id: row.name for row in rows for alias_id in row.alias_ids}
    return names | {row.bank_id: row.name for row in rows}


def shown(vendor: str, names: Mapping[str, str]) -> str:
    """Return what people read for the vendor of a row: its name, else its bank id, else that it was erased."""
    return names.get(vendor, vendor if not vendor or vendor.startswith(BANK_PREFIX) else ERASED_VENDOR)
