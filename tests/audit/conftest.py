"""A trail in a folder of its own, and two people who act."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from leverage.access.person import Person
from leverage.audit.trail import Trail
from tests.fakes import Clock

PRIYA = Person("Priya.Nair@example.com", "IT", "admin", "Priya Nair")
TOM = Person("tom@example.com", "Legal", "reader", "Tom Becker")

Open = Callable[..., Trail]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of the trail."""
    return tmp_path / "audit"


@pytest.fixture
def open_trail(folder: Path) -> Iterator[Open]:
    """Open the trail, as often as needed; what is still open at the end is closed."""
    opened: list[Trail] = []

    def open_() -> Trail:
        opened.append(Trail(folder, Clock()))
        return opened[-1]

    yield open_
    for each in opened:
        each.close()


@pytest.fixture
def trail(open_trail: Open) -> Trail:
    """An open trail."""
    return open_trail()


def fill(trail: Trail, count: int = 6) -> None:
    """Note a few acts by two people in turn."""
    for n in range(count):
        trail.note((PRIYA, TOM)[n % 2], ("log", "export")[n % 2], vendor="vendor-acme", deal_ids=[f"deal-{n}"], rows=n)
