"""Which side speaks: a vendor's own mail says “we” of the vendor, a buyer's of us."""

import re
from collections.abc import Sequence

from leverage.inbox.cues import folded
from leverage.inbox.note import Note, Sentence
from leverage.inbox.rules.vendors import Vendor, writes_as_vendor
from leverage.words import plain_key

_ADDRESS = re.compile(r"@([\w-]{1,63})\.")


def is_by_vendor(note: Note, vendor: Vendor | None, sentences: Sequence[Sentence]) -> bool:
    """Say whether the sentences are a mail that the vendor wrote."""
    if not sentences:
        return False
    if vendor and "signed" in vendor.reasons:
        return True
    part = note.parts[sentences[0].line.part]
    domain = _ADDRESS.search(folded(part.sender))
    if not domain or domain[1] in folded(part.receiver):
        return False
    if vendor:
        first = plain_key(vendor.name).split()[:1]
        bare = domain[1].replace("-", "")
        if first and (bare.startswith(first[0]) or first[0].startswith(bare)):
            return True
    return writes_as_vendor(note)
