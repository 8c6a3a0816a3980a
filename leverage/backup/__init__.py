"""Backup: one file with all that people told the product, made while it runs and restored into an empty store.

The file is a ZIP: `manifest.json`, one member of JSON lines a bank (an id, a text and its metadata a line), what waits and
what was set aside. The index and the vectors are not in it, since both are made from the rest. Each member's SHA-256 stands in
the manifest, that of the whole file in the archive's comment, which is its very end; they tell damage, not forgery.
"""

from leverage.backup.restoring import check, restore
from leverage.backup.summary import FORMAT, Summary
from leverage.backup.writing import backup_name, fill, write

__all__ = ["FORMAT", "Summary", "backup_name", "check", "fill", "restore", "write"]
