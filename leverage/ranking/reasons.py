"""Reasons: in plain words why a memory answers a question, and whether it is near it at all; only what is true of it."""

from dataclasses import dataclass

from leverage.concepts import concepts
from leverage.ranking.questions import Question
from leverage.ranking.shelf import Row, Shelf
from leverage.stems import tokens_of
from leverage.text import fold

CLOSE = 0.45  # cosine from which a sentence is said to be close in meaning
TELLING = 0.34  # of the question's words that a near sentence says, by weight

_MOST_WORDS = 3
_MOST_CONCEPTS = 2


@dataclass(frozen=True)
class Reason:
    """What speaks for a memory: `words` in which it is said, and whether it shares anything with the question but meaning."""

    words: tuple[str, ...]
    is_shared: bool


class Named:
    """The products and departments of a bank that a question names."""

    def __init__(self, shelf: Shelf, question: Question) -> None:
        tokens = list(tokens_of(question.text))
        told = f" {' '.join(token.plain for token in tokens)} "
        as_names = {token.plain for token in tokens if token.stem in question.names}

        def is_named(words: str) -> bool:
            """A name that is also a word of some topic is meant only where it is written as a name."""
            return bool(words) and f" {words} " in told and (" " in words or words in as_names)

        self.products = frozenset(name for name, words in shelf.spelled_products.items() if is_named(words))
        self.departments = frozenset(name for name, words in shelf.spelled_departments.items() if is_named(words))


def reason_of(shelf: Shelf, question: Question, row: Row, named: Named, meaning: float) -> Reason:
    """Return why a memory is there."""
    why = ["close in meaning"] if meaning >= CLOSE else []
    said = shelf.lexicon.said_at(row.place, question)
    if said:
        why.append(f"says {', '.join(f'“{word}”' for word in list(said.values())[:_MOST_WORDS])}")
    topics = _shared_topics(shelf, question, row)
    why += [f"about {concepts()[each].label}" for each in topics[:_MOST_CONCEPTS]]
    marks = _marks(shelf, question, row, named)
    is_shared = bool(topics or marks) or shelf.lexicon.share_told(said, question) >= TELLING
    return Reason((*why, *marks), is_shared)


def _shared_topics(shelf: Shelf, question: Question, row: Row) -> list[str]:
    """Return what a memory speaks of beyond doubt that the question asks about, or that is of the same kind and related."""
    known = concepts()
    sure = shelf.lexicon.sure_at(row.place)
    shared = [each for each in question.said if each in question.sure and each in sure]
    for each in question.said:
        if each in question.sure and (facet := known[each].facet):
            shared += [near for near in known[each].near if near in sure and known[near].facet == facet]
    return list(dict.fromkeys(shared))


def _marks(shelf: Shelf, question: Question, row: Row, named: Named) -> list[str]:
    """Return what is noted beside a memory that the question asks for."""
    noted = row.metadata
    result, product = shelf.lexicon.matter_at(row.place).result, noted.get("product")
    return [
        *([f"a tactic that {result}"] if result and result == question.result else []),
        *([f"for {product}"] if product and fold(product) in named.products else []),
        *([f"from {noted['department']}"] if noted.get("department") in named.departments else []),
        *([f"of {row.day[:4]}"] if row.day[:4] in question.years else []),
    ]
