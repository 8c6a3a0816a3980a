"""Stores of more and more vendors: memory, right answers, the time of pages and of a start, at an app started as users do."""

import random
import shutil
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

from leverage import Deal, KnowledgeBase
from leverage.embedding import MiniLM
from tests.benchmarks import acts
from tests.benchmarks.made import QUESTIONS, deals
from tests.benchmarks.ratios import Ratio, count
from tests.benchmarks.visit import Visit
from tests.serving import process_as_users_start_it

DEALS_EACH = 20
ASKED = 100  # vendors whose known deal is asked for
PAGES = 20  # times that each page is opened
STARTS = 3
SLOWER = 1.5  # times the smallest store
MOST_MB = 800
THINGS = ["crane", "lift", "archive", "canteen", "depot", "laboratory", "warehouse", "test track", "data room", "gatehouse"]
PLACES = ["Cologne", "Porto", "Gdansk", "Leeds", "Turin", "Bergen", "Lyon", "Graz", "Malmo", "Ghent", "Brno", "Cork"]


class Remembering(MiniLM):
    """The embedding that ships, which embeds a sentence once: the same vectors, and a store is made in minutes."""

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[str, object] = {}

    def __call__(self, input: Sequence[str]) -> list[object]:  # type: ignore[override]
        missing = [text for text in dict.fromkeys(input) if text not in self._known]
        self._known |= dict(zip(missing, self.embed(missing), strict=True))
        return [self._known[text] for text in input]


def known(vendor: int) -> tuple[str, str]:
    """Return what one deal of a vendor says alone, and the question that it answers."""
    thing, place = THINGS[vendor % len(THINGS)], PLACES[vendor // len(THINGS) % len(PLACES)]
    return f"The {thing} in {place} stays out of the contract.", f"what about the {thing} in {place}?"


def make_store(home: Path, vendors: int) -> None:
    """Make a store of so many vendors, or go on with one that was cut short; what is there already stays as it is."""
    with KnowledgeBase.open(home, embedding=Remembering()) as kb:
        there = len(kb.vendors())
        start = time.perf_counter()
        many: list[tuple[Deal, None]] = []
        for vendor in range(max(0, there - 1), vendors):
            own = [replace(deal, vendor=f"Vendor {vendor}") for deal in deals(DEALS_EACH, seed=vendor)]
            own[0] = replace(own[0], notes=known(vendor)[0])
            many += [(deal, None) for deal in own]
            if len(many) >= 50 * DEALS_EACH or vendor == vendors - 1:
                kb.log_many(many)
                many = []
        if there < vendors:
            print(f"     {vendors} vendors × {DEALS_EACH} deals made in {time.perf_counter() - start:.0f} s", flush=True)


@dataclass
class Size:
    """What was measured of one store."""

    vendors: int
    starts: list[float] = field(default_factory=list)
    pages: dict[str, list[float]] = field(default_factory=lambda: {act: [] for act in acts.ACTS})
    wrong: list[str] = field(default_factory=list)
    memory: float = 0.0

    def ask(self, home: Path) -> None:
        """Ask for the known deal of some vendors; it has to be the first answer."""
        with KnowledgeBase.open(home) as kb:
            for vendor in random.Random(1).sample(range(self.vendors), min(ASKED, self.vendors)):
                said, question = known(vendor)
                found = kb.recall(f"Vendor {vendor}", question)
                if not found or said not in found[0].text:
                    self.wrong.append(f"Vendor {vendor}: {found[0].text if found else 'nothing'}")

    def start(self, home: Path, log: Path) -> None:
        """Start the app, until the first list of vendors stands."""
        begun = time.perf_counter()
        with process_as_users_start_it(home, log) as (site, _), Visit(site) as visit:
            acts.open_list(visit)
            self.starts.append(time.perf_counter() - begun)


def growth(folder: Path, sizes: Sequence[int]) -> Iterator[Ratio]:
    """Measure stores in a folder, which are made where they are not there; the pages of all of them in turn."""
    measured = [Size(vendors) for vendors in sizes]
    homes = {size.vendors: folder / f"growth-{size.vendors}" for size in measured}
    _make_stores(homes)
    for size in measured:
        size.ask(homes[size.vendors])
        yield count(f"recalls that were not right, {size.vendors} vendors", len(size.wrong), 0, f"of {min(ASKED, size.vendors)}")
        for each in size.wrong[:3]:
            print(f"     {each}")
    for _ in range(STARTS):
        for size in measured:
            size.start(homes[size.vendors], folder / "app.log")
    _open_pages(folder, homes, measured)
    smallest, *larger = measured
    for size in measured:
        yield count(f"MB of the app at most, {size.vendors} vendors", size.memory, MOST_MB, "MB")
    for size in larger:
        name = f"{size.vendors} vendors to {smallest.vendors}"
        yield Ratio(
            f"start until the list stands, {name}", statistics.median(size.starts), statistics.median(smallest.starts), SLOWER
        )
        for act in acts.ACTS:
            ours, bare = statistics.median(size.pages[act]), statistics.median(smallest.pages[act])
            yield Ratio(f"“{act}”, {name}", ours, bare, SLOWER)


def _make_stores(homes: dict[int, Path]) -> None:
    """Make each store that is not there out of the next smaller one."""
    before: Path | None = None
    for vendors, home in sorted(homes.items()):
        if before and not home.exists():
            shutil.copytree(before, home)
        make_store(home, vendors)
        before = home


def _open_pages(folder: Path, homes: dict[int, Path], measured: Sequence[Size]) -> None:
    """Open each page of each store, in turn: all the apps run at once, and one person goes from the one to the other."""
    with ExitStack() as held:
        people: list[tuple[Size, Visit, int]] = []
        for size in measured:
            server = process_as_users_start_it(homes[size.vendors], folder / f"app-{size.vendors}.log")
            site, pid = held.enter_context(server)
            visit = held.enter_context(Visit(site))
            acts.introduce(visit, "One Alone")
            began = time.perf_counter()
            visit.open("watch")  # reads every bank once, as it does for whoever looks first
            print(f"     Watch, the first time, {size.vendors} vendors: {time.perf_counter() - began:.1f} s", flush=True)
            people.append((size, visit, pid))
        chance, anew = random.Random(4), random.Random()  # in a store that is kept no deal is logged twice
        for n in range(PAGES + 2):
            for size, visit, _ in people:
                vendor = f"Vendor {chance.randrange(size.vendors)}"
                took = {
                    "list": acts.open_list(visit),
                    "brief": acts.read_brief(visit, vendor),
                    "recall": acts.recall(visit, chance.choice(QUESTIONS)),
                    "form": acts.open_form(visit, vendor),
                    "log": acts.save(visit, f"Mark {anew.getrandbits(64):x}", f"{anew.uniform(1, 60):.2f}"),
                }
                if n >= 2:
                    for act, seconds in took.items():
                        size.pages[act].append(seconds)
        for size, _, pid in people:
            _, size.memory = acts.memory_of(pid)
