"""Which side speaks: a vendor's own mail says “we” of the vendor, a buyer's of us."""

import functools
import re
from collections.abc import Sequence

from leverage.inbox.cues import folded, phrases_in
from leverage.inbox.note import Note, Sentence
from leverage.inbox.rules.vendors import Vendor, writes_as_vendor
from leverage.words import plain_key, read_vocabulary

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


def side_of(speaker: str, vendor: Vendor | None) -> str | None:
    """Return the side of who speaks in a talk: `them`, `us`, or None where the name does not tell."""
    key = plain_key(speaker)
    words = set(key.split())
    if vendor and words & set(plain_key(vendor.name).split()):
        return "them"
    for side, roles in _roles().items():
        if key in roles or words & roles:
            return side
    return None


@functools.cache
def _roles() -> dict[str, frozenset[str]]:
    data = read_vocabulary("inbox_names.json")["speakers"]
    return {side: frozenset(" ".join(phrase) for phrase in phrases_in(listed)) for side, listed in data.items()}
