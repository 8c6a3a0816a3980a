"""Fifty people at once beside one alone: sessions of their own over websockets, at an app that is started as users do."""

import os
import random
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from leverage import KnowledgeBase
from leverage.exports import deals_csv
from tests.benchmarks import acts
from tests.benchmarks.made import QUESTIONS, deals
from tests.benchmarks.ratios import Ratio, count, percentile
from tests.benchmarks.visit import Visit
from tests.serving import ROOT, process_as_users_start_it

VENDORS, DEALS = 100, 2_000
SLOWER = 5.0  # times one person's time
PAUSE = 10.0  # seconds that somebody looks at a page, from half to one and a half of it
ROUNDS_ALONE = 30


@dataclass
class Seen:
    """What people saw: how long each act took, what went wrong, and the marks of the deals that were said to be saved."""

    times: dict[str, list[float]] = field(default_factory=lambda: {act: [] for act in acts.ACTS})
    errors: list[str] = field(default_factory=list)
    saved: list[str] = field(default_factory=list)
    unsure: list[str] = field(default_factory=list)
    """Marks of deals that were sent, and of which nobody said that they are saved."""

    def round(self, visit: Visit, chance: random.Random, pause: float) -> None:
        """Do each act once, with a pause after each."""

        def note(act: str, took: float) -> None:
            self.times[act].append(took)
            time.sleep(pause * chance.uniform(0.5, 1.5))

        vendor = f"Vendor {chance.randrange(VENDORS)}"
        note("list", acts.open_list(visit))
        note("brief", acts.read_brief(visit, vendor))
        note("recall", acts.recall(visit, chance.choice(QUESTIONS)))
        note("form", acts.open_form(visit, vendor))
        mark = f"Mark {uuid.uuid4().hex}"
        self.unsure.append(mark)
        took = acts.save(visit, mark, f"{chance.uniform(1, 60):.2f}")  # never a twin of another
        self.unsure.remove(mark)
        self.saved.append(mark)
        note("log", took)


def load(scratch: Path, people: int, seconds: float) -> Iterator[Ratio]:
    """Measure one person, then so many at once, then one again; and look whether each deal is there exactly once."""
    home = scratch / "store"
    with KnowledgeBase.open(home) as kb:
        kb.log_many([(deal, None) for deal in deals(DEALS, vendors=VENDORS)])
    alone, together = Seen(), Seen()
    with process_as_users_start_it(home, scratch / "app.log") as (site, pid):
        _alone(site, Seen(), 2)  # the first visits load what is loaded once
        _alone(site, alone, ROUNDS_ALONE // 2)
        _at_once(site, together, people, seconds)
        _alone(site, alone, ROUNDS_ALONE // 2)
        _, most = acts.memory_of(pid)
    broken = [*alone.errors, *together.errors]
    for each in broken[:5]:
        print(f"     {each}")
    said = (scratch / "app.log").read_text("utf-8", "replace")
    acted = sum(map(len, together.times.values()))
    print(f"     {people} people did {acted} acts in {seconds:.0f} s and saved {len(together.saved)} deals")
    with KnowledgeBase.open(home) as kb:
        told = deals_csv(kb).decode()
    saved, unsure = [*alone.saved, *together.saved], [*alone.unsure, *together.unsure]
    wrong = [mark for mark in saved if told.count(mark) != 1] + [mark for mark in unsure if told.count(mark) > 1]
    checked = subprocess.run(
        [sys.executable, "-m", "leverage", "--home", str(home), "check"], cwd=ROOT, env=os.environ, capture_output=True, text=True
    )
    if checked.returncode:
        print(f"     check says: {checked.stdout}{checked.stderr}")
    yield count(f"errors that {people} people saw", len(broken), 0, f"in {acted} acts")
    yield count("errors in the app's log", said.count("Traceback"), 0, "tracebacks")
    yield count("deals lost or doubled", len(wrong), 0, f"of {len(saved)} saved")
    yield count("exit status of a check afterwards", checked.returncode, 0, "(0 is clean)")
    for act in acts.ACTS:
        many, one = percentile(together.times[act], 0.95), percentile(alone.times[act], 0.95)
        yield Ratio(f"p95 of “{act}” of {people} people to one person's", many, one, SLOWER)
    yield count(f"MB of the app at most, {people} people", most, 800, "MB")


def _alone(site: str, seen: Seen, rounds: int) -> None:
    chance = random.Random()  # never the same deals twice
    with Visit(site) as visit:
        acts.introduce(visit, "One Alone")
        for _ in range(rounds):
            seen.round(visit, chance, 0.05)


def _at_once(site: str, seen: Seen, people: int, seconds: float) -> None:
    """Let people come within one pause, and go on until the time is over; a round that was begun is ended."""
    until = time.monotonic() + seconds

    def person(number: int) -> None:
        chance = random.Random(number)
        time.sleep(PAUSE * number / people)
        try:
            with Visit(site) as visit:
                acts.introduce(visit, f"Person {number}")
                while time.monotonic() < until:
                    seen.round(visit, chance, PAUSE)
        except Exception as problem:  # noqa: BLE001 whatever it is, that person went no further
            seen.errors.append(f"Person {number}: {problem!r}"[:400])

    threads = [threading.Thread(target=person, args=(number,)) for number in range(people)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
