"""Paragraphs of a text that tell the deals of two vendors or more, each its own."""

from collections.abc import Iterator, Sequence

from leverage.inbox.note import Note, Sentence
from leverage.inbox.rules.parties import ENDINGS
from leverage.inbox.rules.vendors import Vendor

_MOST_VENDORS = 12


def blocks_of(note: Note, vendors: Sequence[Vendor], sentences: Sequence[Sentence]) -> Iterator[tuple[Vendor, list[Sentence]]]:
    """Yield each vendor with the paragraphs that name it alone and say how its deal ended; nothing for fewer than two such."""
    if not 1 < len(vendors) <= _MOST_VENDORS or note.is_chat or note.is_dialogue:
        return
    paragraphs = _paragraphs(note, sentences)
    owners = [_owner(note, vendors, paragraph) for paragraph in paragraphs]
    told = {
        owner
        for owner, paragraph in zip(owners, paragraphs, strict=True)
        if owner is not None and any(each.has(*ENDINGS) and not each.is_question for each in paragraph)
    }
    if len(told) < 2:
        return
    kept: dict[int, list[Sentence]] = {}
    current: int | None = None
    for owner, paragraph in zip(owners, paragraphs, strict=True):
        is_named = any(
            first < paragraph[-1].end and paragraph[0].start <= first for each in vendors for first, _ in each.mentions
        )
        current = owner if owner in told else None if is_named else current
        if current is not None:
            kept.setdefault(current, []).extend(paragraph)
    for n, those in kept.items():
        yield vendors[n], those


def _paragraphs(note: Note, sentences: Sequence[Sentence]) -> list[list[Sentence]]:
    found: list[list[Sentence]] = []
    for sentence in sentences:
        is_first = sentence.line.after_blank and sentence.start == sentence.line.start
        if not found or is_first or sentence.line.part != found[-1][-1].line.part:
            found.append([])
        found[-1].append(sentence)
    return found


def _begin(paragraph: Sequence[Sentence]) -> int:
    """Return where a paragraph begins, with its label."""
    line = paragraph[0].line
    return line.label_at[0] if line.label_at and paragraph[0].start == line.start else paragraph[0].start


def _owner(note: Note, vendors: Sequence[Vendor], paragraph: Sequence[Sentence]) -> int | None:
    """Return which vendor a paragraph names, None for none or several."""
    start, end = _begin(paragraph), paragraph[-1].end
    named = {n for n, each in enumerate(vendors) if any(start <= first < end for first, _ in each.mentions)}
    return named.pop() if len(named) == 1 else None
