"""People at work at one replica, in a process of its own that may be killed: they log, edit, retract and restore deals.

Before each act the process says what it tries, and after it what was acknowledged.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from leverage import KnowledgeBase
from tests.killing import Begun, begun

_SCRIPT = """
import itertools, os, random, sys, time
from pathlib import Path
home, mark, seed, go, url, database = sys.argv[1:]
sys.stderr = Path(f"{home}.err").open("a")
os.environ |= {"LEVERAGE_CHROMA_URL": url, "CHROMA_DATABASE": database, "LEVERAGE_CHROMA_TIMEOUT": "2"}
from leverage.replicas import turns
turns.LASTS, turns.RENEWED_AFTER, turns.LONGEST_WAIT = 7.0, 2.0, 3.0
from leverage import Deal, KnowledgeBase
from leverage.errors import EditConflict, StoreUnavailable, UnknownDeal
from tests.fakes import WordEmbedding

rng, mine = random.Random(seed), {}

def say(*words):
    print(*words, flush=True)

def deal(name, vendor, state):
    return Deal(vendor=vendor, deal_date="2026-01-02", logged_by="Ann", department="IT", outcome="agreed",
                notes=f"{name}#{state}", payment_terms="Net 30", tactics=[("asked", "worked")])

def act(kb, n):
    if not mine or rng.random() < 0.5:
        name, vendor = f"{mark}/{n}", f"Vendor {rng.randrange(4)}"
        say("try", name, 0)
        receipt = kb.log(deal(name, vendor, 0))
        mine[name] = [receipt.deal_id, vendor, 0]
        say("did", name, 0)
        time.sleep(0.2 if receipt.waiting else 0)  # nobody types faster than that
        return
    name = rng.choice(list(mine))
    deal_id, vendor, state = mine[name]
    try:
        say("try", name, state + 1)
        receipt = kb.edit(deal_id, deal(name, vendor, state + 1), state + 1, by="Ann")
        mine[name][2] += 1
        say("did", name, state + 1)
        time.sleep(0.2 if receipt.waiting else 0)
    except (EditConflict, UnknownDeal, StoreUnavailable):
        pass

with KnowledgeBase.open(home, embedding=WordEmbedding()) as kb:
    say("open")
    for n in itertools.count():
        while not Path(go).exists():
            time.sleep(0.02)
        act(kb, n)
"""


@dataclass
class Told:
    """What was tried and acknowledged of each deal: the highest state of it; safe to use from any thread."""

    tried: dict[str, int] = field(default_factory=dict)
    done: dict[str, int] = field(default_factory=dict)

    def hear(self, line: str) -> None:
        """Take in a line that a process said."""
        said, name, state = line.split()
        into = self.tried if said == "try" else self.done
        into[name] = max(int(state), into.get(name, 0))

    def wrong(self, kb: KnowledgeBase) -> list[str]:
        """Return what a replica tells otherwise than was acknowledged, a word each."""
        found = [str(deal.notes).split("#") for vendor in kb.vendors() for deal in kb.deals(vendor.bank_id)]
        names = [name for name, _ in found]
        states = {name: int(state) for name, state in found}
        lost = [f"lost {name}" for name in self.done if name not in states]
        doubled = [f"twice {name}" for name in states if names.count(name) > 1]
        old = [f"old {name}" for name, state in states.items() if state < self.done.get(name, 0)]
        made_up = [f"made up {name}" for name, state in states.items() if state > self.tried.get(name, -1)]
        return [*lost, *doubled, *old, *made_up]


@dataclass
class Worker:
    """A replica at which people work while the file `go` is there; it can be killed and begun again."""

    home: Path
    go: Path
    url: str
    database: str
    told: Told
    _begun: int = 0
    _process: Begun | None = None

    @contextmanager
    def working(self) -> Iterator["Worker"]:
        """Work until the end of the block."""
        self.start()
        try:
            yield self
        finally:
            self.kill()

    def start(self) -> None:
        """Begin; whoever wants to know when it is open waits for it."""
        self._begun += 1
        mark = f"{self.home.name}-{self._begun}"
        self._holder = begun(_SCRIPT, str(self.home), mark, str(self._begun), str(self.go), self.url, self.database)
        self._process = self._holder.__enter__()
        self.is_open, self.has_ended = threading.Event(), False
        self._reader = threading.Thread(target=self._listen, args=(self._process, self.is_open), daemon=True)
        self._reader.start()

    def kill(self) -> None:
        """End it as a power cut would, and take in what it said until then."""
        if self._process is not None:
            self._process.kill()
            self._reader.join()
            self._holder.__exit__(None, None, None)
            self._process = None

    def _listen(self, process: Begun, is_open: threading.Event) -> None:
        for line in process.stdout:
            if line.strip() == "open":
                is_open.set()
            elif line.endswith("\n"):
                self.told.hear(line)
        self.has_ended = True

    def problem(self) -> str:
        """Return how it ended by itself; nothing for one that works."""
        return Path(f"{self.home}.err").read_text() if self.has_ended else ""


Start = Callable[[str], Worker]
