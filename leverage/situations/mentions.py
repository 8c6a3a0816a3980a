"""Other vendors whom a text names: each has a memory of its own, and nothing said of them is advice on this one."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from leverage.concepts import spans_in
from leverage.situations.advice import Mention
from leverage.situations.hearing import words_in
from leverage.stems import Token, tokens_of

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

MOST_WORDS = 3  # of a name
MOST_LOOKED_UP = 24  # pieces of a text that may be a name
MOST_NAMED = 3
_MOST_CHARACTERS = 1_000
_SHORTEST_SMALL = 5  # letters of a name in small letters


def vendors_named(kb: "KnowledgeBase", text: str, bank_id: str) -> tuple[Mention, ...]:
    """Return the vendors with deals that a text names, other than the one of `bank_id`, in the order of the text."""
    text = text[:_MOST_CHARACTERS]
    named: dict[str, Mention] = {}
    for looked_up, candidate in enumerate(_candidates(text)):
        if looked_up == MOST_LOOKED_UP or len(named) == MOST_NAMED:
            break
        vendor = kb.vendor(candidate)
        if vendor and vendor.bank_id != bank_id:
            named.setdefault(vendor.bank_id, Mention(vendor.name, vendor.bank_id))
    return tuple(named.values())


def _candidates(text: str) -> Iterator[str]:
    """Yield what may be a name: words that begin with a capital and what follows them, then telling words in small letters."""
    tokens = list(tokens_of(text))
    telling = words_in(text)
    spans = list(spans_in(text))
    spoken = {at for span in spans for at in range(span.first, span.last + 1)}
    large = [at for at, token in enumerate(tokens) if _is_large(text, token) and not token.is_small]
    for at in large:
        for size in range(MOST_WORDS, 0, -1):
            if at + size <= len(tokens):
                yield text[tokens[at].start : tokens[at + size - 1].end]
    for at, token in enumerate(tokens):
        if at not in large and at not in spoken and token.stem in telling and len(token.plain) >= _SHORTEST_SMALL:
            yield text[token.start : token.end]


def _is_large(text: str, token: Token) -> bool:
    return text[token.start].isupper() and token.end - token.start > 1
