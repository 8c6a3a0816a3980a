"""What one sentence tells of stances and of tactics, by all rules for them: the gate asks the same ones."""

from collections.abc import Sequence

from leverage.inbox.note import Sentence
from leverage.inbox.rules.candidate import Candidate
from leverage.inbox.rules.chat.answers import answers_in, is_matter, tried_in, turned_in
from leverage.inbox.rules.stances import stances_in
from leverage.inbox.rules.tactics import tactics_in


def stances_of(sentence: Sentence, following: Sequence[Sentence], *, by_vendor: bool) -> list[Candidate]:
    """Return what a sentence says the vendor was flexible or firm on."""
    found = stances_in(sentence, following[0] if following else None, by_vendor=by_vendor)
    told = [each for each in found if is_matter(each)]
    return [*told, *answers_in(sentence, is_told=bool(told))]


def tactics_of(sentence: Sentence, following: Sequence[Sentence], *, by_vendor: bool) -> list[Candidate]:
    """Return what a sentence says that we tried, with what it did."""
    return (
        list(tried_in(sentence, following))
        or list(turned_in(sentence, following))
        or list(tactics_in(sentence, following, by_vendor=by_vendor))
    )
