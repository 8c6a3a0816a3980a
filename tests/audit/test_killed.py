"""A process killed while it notes: what was noted is there, and the trail is whole."""

from pathlib import Path

import pytest

from tests.audit.conftest import Open
from tests.killing import begun, needs_kill

NOTE = """
import sys
from pathlib import Path
from leverage.access.person import Person
from leverage.audit.trail import Trail

trail, person = Trail(Path(sys.argv[1])), Person("priya@example.com", role="admin")
while True:
    trail.note(person, "log", deal_ids=["x"])
    print(trail.head().n, flush=True)
"""


@needs_kill
@pytest.mark.slow
def test_what_was_noted_survives_a_kill(folder: Path, open_trail: Open) -> None:
    """Three processes one after the other; each goes on where the one before was cut off, and no note is lost."""
    told = 0
    for notes in (1, 7, 40):
        with begun(NOTE, str(folder)) as process:
            for _ in range(notes):
                told = int(process.stdout.readline())
            process.kill()
            told = int((process.stdout.read().split() or [told])[-1])
        trail = open_trail()
        assert trail.check() == []
        assert trail.trouble() is None
        assert trail.count() in (told, told + 1)
        trail.note(None, "check")
        assert trail.check() == []
        told = trail.count()
        trail.close()
