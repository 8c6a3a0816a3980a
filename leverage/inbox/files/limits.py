"""How much of one file is read; what is over a limit is left out in a sentence, or the file is refused in one."""

import time
from dataclasses import dataclass, field

from leverage.errors import UnreadableFile as Unreadable

MOST_BYTES = 25_000_000  # what mail servers take
MOST_CHARACTERS = 1_000_000  # a text: some 300 pages
MOST_IN_ALL = 5_000_000  # characters of all texts of one file
MOST_SOURCES = 500  # texts of one file
MOST_SECONDS = 60.0  # for all that has to be waited for in one file
DEEPEST = 5  # files inside files

__all__ = ["DEEPEST", "MOST_BYTES", "MOST_CHARACTERS", "MOST_IN_ALL", "MOST_SECONDS", "MOST_SOURCES", "Budget", "Unreadable"]


@dataclass
class Budget:
    """What one file may still bring, with everything that is in it."""

    characters: int = MOST_IN_ALL
    sources: int = MOST_SOURCES
    ends: float = field(default_factory=lambda: time.monotonic() + MOST_SECONDS)

    @property
    def is_spent(self) -> bool:
        """Say whether nothing more is read."""
        return self.characters <= 0 or self.sources <= 0 or self.seconds <= 0

    @property
    def seconds(self) -> float:
        """Return how long may still be waited."""
        return self.ends - time.monotonic()

    def take(self, text: str) -> None:
        """Count one text that was read."""
        self.characters -= len(text)
        self.sources -= 1
