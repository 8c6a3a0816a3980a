"""Whom a deal is for, as it may be written: the one check of what people type in the form and of what a file says."""

from collections.abc import Iterable

from leverage.access.mail import NoAddress, typed
from leverage.text import Unclean, clean_line

MOST = 200  # characters of a department


def whole_address(written: str) -> str:
    """Return an address as two are compared. Raises Unclean with a sentence where it is none."""
    try:
        return typed(written)
    except NoAddress as problem:
        raise Unclean(str(problem)) from None


def only_for(written: Iterable[str]) -> list[str]:
    """Return departments as they are written, and addresses as two are compared; blank ones go.

    Raises Unclean with a sentence for what is neither.
    """
    named = [whole_address(each) if "@" in each else clean_line(each, MOST) for each in written]
    return [each for each in named if each]
