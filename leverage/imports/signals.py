"""The signals of a row: what the vendor did in one cell, of which kind in another."""

from leverage.cells import SIGNAL_KINDS, SIGNALS, split_items, unguard
from leverage.errors import InvalidDeal
from leverage.imports.cells.raw import says_nothing
from leverage.imports.columns import COLUMN_LABELS
from leverage.imports.values import MOST_SIGNS, TOO_LONG, short, without_blank_end
from leverage.signals import KINDS, MINOR, RECORDED, Signal
from leverage.wording import join_words
from leverage.words import meaning_of, plain_key


def read_signals(quotes: str, kinds: str, *, own: bool = False) -> list[Signal]:
    """Return the signals of a row with their kinds, remarks where none is told; several with one kind stay one.

    Only in an export of ours (`own`) may a signal read as a word for nothing.
    Raises InvalidDeal where a kind is unknown or nobody's, and where the words are too long.
    """
    if max(len(quotes), len(kinds)) > MOST_SIGNS:
        raise InvalidDeal({SIGNALS: f"{COLUMN_LABELS[SIGNALS]} {TOO_LONG}"})
    text = "" if not own and says_nothing(quotes) else unguard(quotes).strip()
    named, told = split_items(text), split_items("" if says_nothing(kinds) else unguard(kinds))
    if len(named) != len(told):
        named, told = without_blank_end(named), without_blank_end(told)
    read = [_kind(each) for each in told]
    if not named and set(read) <= {MINOR}:
        return []
    if not named:
        sentence = f"Signal kinds is “{short(told[0])}”, but nothing says what they did. Say it or clear the kind."
        raise InvalidDeal({SIGNAL_KINDS: sentence})
    if not told:
        return [Signal(MINOR, each) for each in named if each]
    if len(named) == len(told):
        return [Signal(*pair) for pair in zip(read, named, strict=True) if pair != (MINOR, "")]
    if len(told) == 1:
        return [Signal(read[0], text)]
    sentence = f"Signal kinds has {len(told)} kinds for {len(named)} signals. Write one kind for each signal."
    raise InvalidDeal({SIGNAL_KINDS: sentence})


def _kind(text: str) -> str:
    """Return the record's word for a kind; a remark where nothing is said."""
    if not plain_key(text):
        return MINOR
    kind = meaning_of(SIGNAL_KINDS, text)
    if kind is None:
        known = join_words([KINDS[name].label.lower() for name in RECORDED])
        sentence = f"is “{short(text)}”, which is no kind known here. Write one of: {known}."
        raise InvalidDeal({SIGNAL_KINDS: f"{COLUMN_LABELS[SIGNAL_KINDS]} {sentence}"})
    return kind
