"""Vendors: the bank that a name leads to, the names that may mean the same vendor, and those that mean none."""

from leverage.naming.bank_ids import BANK_ID_MAX, BANK_PREFIX, BlankVendor, vendor_bank_id
from leverage.naming.doubts import doubt_about_vendor
from leverage.naming.suggestions import Suggestion, similar_names

__all__ = [
    "BANK_ID_MAX",
    "BANK_PREFIX",
    "BlankVendor",
    "Suggestion",
    "doubt_about_vendor",
    "similar_names",
    "vendor_bank_id",
]
