"""A process that confirms lessons is killed at random moments: the page stays within its limit, and nothing is lost."""

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from leverage import KnowledgeBase, playbook
from leverage.lesson_pages import MOST_BYTES
from tests.killing import begun, needs_kill

KILLS = 8
NOTES = "Written by hand.\n<!-- playbook: end -->"

_CONFIRMING = """
import sys
from leverage import Deal, KnowledgeBase, playbook
from tests.fakes import WordEmbedding
turn = int(sys.argv[2])
with KnowledgeBase.open(sys.argv[1], embedding=WordEmbedding()) as kb:
    kb.log_many([(Deal(vendor="Acme", deal_date=f"20{10 + turn}-{n:02}-01", logged_by="Ann", department="IT", outcome="no_deal",
                       tactics=[(f"trying thing {turn}/{n} " + "and more " * 5, "failed")]), None) for n in range(1, 13)])
    if not turn:
        playbook.write_notes(kb, "Acme", sys.argv[3], by="Ann", version=0)
    print("open", flush=True)
    for lesson in playbook.lessons(kb, "Acme"):
        playbook.confirm(kb, "Acme", lesson.id, by="Ann")
        print(lesson.heading, flush=True)
"""


@pytest.mark.slow
@needs_kill
def test_a_kill_while_the_oldest_give_way_loses_nothing(store: Path, open_kb: Callable[..., KnowledgeBase]) -> None:
    """Whatever was acknowledged stands on the page or in the archive, once, in order; notes by hand are as they were."""
    rng = random.Random(8)
    acknowledged: list[str] = []
    archived: list[str] = []
    for turn in range(KILLS):
        with begun(_CONFIRMING, str(store), str(turn), NOTES) as process:
            assert process.stdout.readline().strip() == "open"
            acknowledged += [process.stdout.readline().strip() for _ in range(rng.randint(3, 8))]
            time.sleep(rng.uniform(0, 0.2))
            process.kill()
            acknowledged += process.stdout.read().splitlines()
        with open_kb() as kb:
            page = playbook.page(kb, "Acme")
            shown = playbook.read_page(page)
            old = playbook.read_page(playbook.archive(kb, "Acme")).lessons
            headings = [each.heading for each in (*shown.lessons, *old)]
            assert len(page.encode()) <= MOST_BYTES + len(NOTES.encode()) + 3
            assert len(headings) == len(set(headings))
            assert {each.strip() for each in acknowledged} <= set(headings)
            days = [each.day for each in (*shown.lessons, *old)]
            assert days == sorted(days, reverse=True)
            assert shown.notes == NOTES
            assert set(archived) <= {each.heading for each in old}
            archived = [each.heading for each in old]
            waiting = {each.heading for each in playbook.lessons(kb, "Acme")}
            assert waiting.isdisjoint(headings)
            assert kb.check() == []
    assert acknowledged
    assert archived
