"""What can go wrong, as sentences a user can act on.

LeverageError
├── InvalidDeal        a value in a deal can't be taken; `problems` names each field
├── UnknownDeal        no deal has this id
│   └── DealErased     it was erased for good
├── EditConflict       somebody changed the deal meanwhile
├── UnreadableFile     a file can't be read as deals, or as a backup
├── BadSettings        a setting has a value that makes no sense
├── BadMemory          a memory, a bank or an embedding can't be used as asked
├── NotAllowed         the person's role does not allow it
│   └── TooMany        it was asked for too often in a short time
├── StoreInUse         another process holds the store
└── StoreUnavailable   the memory can't be reached or written right now
    └── StoreMoved     it is somewhere else, or not all of it is here yet

Pages and the command line catch the base only.
"""

from collections.abc import Mapping


class LeverageError(Exception):
    """The base: its text is the sentence that a user reads."""


class InvalidDeal(LeverageError):
    """One or more fields of a deal can't be taken; `problems` maps field name to sentence."""

    def __init__(self, problems: Mapping[str, str]) -> None:
        self.problems: dict[str, str] = dict(problems)
        super().__init__(" ".join(self.problems.values()))


class UnknownDeal(LeverageError):
    """No deal has this id."""


class DealErased(UnknownDeal):
    """The deal was erased for good; only its id is still known."""


class EditConflict(LeverageError):
    """The deal was changed by somebody else since it was read."""


class UnreadableFile(LeverageError):
    """A file can't be read as a list of deals, or as a backup."""


class BadSettings(LeverageError):
    """A setting has a value that makes no sense."""


class BadMemory(LeverageError):
    """A memory, bank or embedding can't be used as asked."""


class NotAllowed(LeverageError):
    """The person may not do this; whoever may is said."""


class TooMany(NotAllowed):
    """It was asked for more often than a person may within some minutes."""


class StoreInUse(LeverageError):
    """Another process holds the store."""


class StoreUnavailable(LeverageError):
    """The memory can't be reached or written right now; nothing acknowledged is lost."""


class StoreMoved(StoreUnavailable):
    """The memory is somewhere else, or not all of it is here yet."""
