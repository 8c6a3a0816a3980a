"""Print every ratio and end with status 1 if one is over its limit. Takes some minutes."""

import argparse
import functools
import itertools
import json
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
from rapidfuzz import fuzz, process

from leverage import Deal, KnowledgeBase, agenda, savings, watch
from leverage.access.person import Person
from leverage.embedding import default_embedding
from leverage.exports import deals_csv
from leverage.index import FILE_NAME
from leverage.naming.readings import read_name
from leverage.naming.shelf import shelf_of
from leverage.projection import Extract
from leverage.reflect.narrate import PROMPT_TOKENS
from leverage.reflect.prompt import build_messages, new_marker
from leverage.sentences import memories_of
from leverage.signals import RECORDED
from leverage.vendors import similar_names
from tests.benchmarks.growth import growth
from tests.benchmarks.load import load
from tests.benchmarks.made import bare_client, deals
from tests.benchmarks.peers import peers_by
from tests.benchmarks.ratios import Ratio, compare, count
from tests.benchmarks.report import draw_chart, write_report
from tests.fakes import WordEmbedding


def one_large_bank(scratch: Path) -> Iterator[Ratio]:
    """Recall, brief and a further deal in a bank of 1,000 deals."""
    embedding = default_embedding()
    with KnowledgeBase.open(scratch / "large") as kb:
        kb.log_many([(deal, None) for deal in deals(1000)])
        bank = kb.bank("Vendor 0")
        collection = kb.banks.engine.ask(bank.bank_id, lambda collection: collection)
        questions = itertools.cycle(["more time to pay", "what did they refuse", "does a low offer work", "ending the contract"])

        def bare_recall() -> object:
            (vector,) = embedding.embed_query([next(questions)])
            return collection.query(query_embeddings=[vector], n_results=10, include=["documents", "metadatas", "distances"])

        yield compare("recall in 1,000 deals", lambda: bank.recall(next(questions)), bare_recall, 1.5, runs=60)
        of_one = functools.partial(bank.recall, department="IT")
        yield compare("the same of one department", lambda: of_one(next(questions)), bare_recall, 3, runs=60)
        yield count("nearest memories that no answer tells", _not_told(kb, collection), 0, "of 60")

        def read() -> object:
            return collection.get(where={"record_of": bank.bank_id}, include=["metadatas"])

        def brief_afresh() -> object:
            kb._reader.forget()
            return kb.brief("Vendor 0")

        yield compare("brief of 1,000 deals to reading their records", brief_afresh, read, 2.5)
        yield compare("the same brief again", lambda: kb.brief("Vendor 0"), read, 0.05)


def _not_told(kb: KnowledgeBase, collection: Any) -> int:
    """Return how many of the ten memories nearest to each of six questions stand in no answer, or with another cosine.

    An answer shows the newest of all memories that say the same, with its own cosine and the deals of all; the order is not
    that of the cosine alone. So each near memory's deal has to stand behind an answer of its facet, no answer may have another
    cosine than its text, and all answers together tell of as many memories as there are.
    """
    found = collection.get(include=["documents", "embeddings", "metadatas"])
    rows = zip(found["documents"], found["metadatas"], np.asarray(found["embeddings"], np.float32), strict=True)
    told = [(text, noted, vector) for text, noted, vector in rows if noted.get("facet") != "vendor"]
    missed = 0
    for question in ("more time to pay", "what did they refuse", "does a low offer work", "liability", "renewal", "training"):
        asked = default_embedding().embed_query([question])[0]
        cosines = {text: float(np.dot(vector, asked)) for text, _, vector in told}
        answers = kb.recall("Vendor 0", question, 10_000)
        behind = {(memory.facet, deal_id) for memory in answers for deal_id in memory.deal_ids}
        nearest = sorted(cosines, key=cosines.__getitem__, reverse=True)[:10]
        missed += sum(
            any((noted["facet"], noted["deal_id"]) not in behind for text, noted, _ in told if text == near) for near in nearest
        )
        missed += sum(abs((memory.score or 0) - cosines[memory.text]) > 1e-4 for memory in answers)
        missed += abs(sum(memory.count for memory in answers) - len(told))
    return missed


def one_deal(scratch: Path) -> Iterator[Ratio]:
    """Logging one deal against embedding its sentences and adding them to a plain collection."""
    embedding = default_embedding()
    client = bare_client(str(scratch / "bare"))
    collection = client.create_collection("bare", embedding_function=embedding, configuration={"hnsw": {"space": "cosine"}})
    ours, bare = iter(deals(200, seed=1)), iter(deals(200, seed=2))

    def add() -> None:
        memories = memories_of(next(bare), str(time.perf_counter_ns()))
        texts = [memory.text for memory in memories]
        metadatas = [{"deal_id": memory.deal_id, "who": memory.logged_by} for memory in memories]
        collection.add([memory.id for memory in memories], documents=texts, metadatas=metadatas, embeddings=embedding(texts))

    with KnowledgeBase.open(scratch / "one") as kb:
        yield compare("logging a deal", lambda: kb.log(next(ours)), add, 2.0, runs=100, warm_up=5)
    client.close()


def vendor_list(scratch: Path) -> Iterator[Ratio]:
    """The list of 2,000 vendors against reading the same rows in SQL."""
    with KnowledgeBase.open(scratch / "vendors", embedding=WordEmbedding()) as kb:
        kb.log_many([(deal, None) for deal in deals(6000, vendors=2000)])
        with sqlite3.connect(scratch / "vendors" / FILE_NAME) as connection:

            def read() -> object:
                return connection.execute("SELECT * FROM deals ORDER BY bank_id").fetchall()

            yield compare("the list of 2,000 vendors", kb.vendors, read, 2.0, runs=30)
        connection.close()


def import_rate(scratch: Path) -> Iterator[Ratio]:
    """Importing 2,000 deals against embedding and adding their sentences bare, vendor by vendor."""
    embedding = default_embedding()
    many = deals(2000, vendors=60, seed=9)
    start = time.perf_counter()
    with KnowledgeBase.open(scratch / "import") as kb:
        kb.log_many([(deal, None) for deal in many])
    ours = time.perf_counter() - start
    client = bare_client(str(scratch / "import-bare"))
    start = time.perf_counter()
    for vendor in range(60):
        memories = [memory for n, deal in enumerate(many) if n % 60 == vendor for memory in memories_of(deal, str(n))]
        collection = client.create_collection(f"v{vendor:03}", embedding_function=embedding)
        for place in range(0, len(memories), 200):
            batch = memories[place : place + 200]
            texts = [memory.text for memory in batch]
            collection.add([memory.id for memory in batch], documents=texts, embeddings=embedding(texts))
    bare = time.perf_counter() - start
    client.close()
    yield Ratio("rate of importing 2,000 deals", bare, ours, 0.7, at_least=True)


def import_file(scratch: Path) -> Iterator[Ratio]:
    """Importing a file of 2,000 rows, from its bytes, against embedding and adding its sentences bare; and its memory."""
    embedding = default_embedding()
    many = deals(2000, vendors=60, seed=9)
    file = scratch / "deals.csv"
    with KnowledgeBase.open(scratch / "source", embedding=WordEmbedding()) as source:
        source.log_many([(deal, None) for deal in many])
        file.write_bytes(deals_csv(source))
    texts = [memory.text for n, deal in enumerate(many) for memory in memories_of(deal, str(n))]
    command = [sys.executable, "-c", _IMPORT, str(file), str(scratch / "imported")]
    ours, most = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    client = bare_client(str(scratch / "file-bare"))
    collection = client.create_collection("all", embedding_function=embedding)
    start = time.perf_counter()
    for place in range(0, len(texts), 200):
        batch = texts[place : place + 200]
        collection.add([str(place + n) for n in range(len(batch))], documents=batch, embeddings=embedding(batch))
    bare = time.perf_counter() - start
    client.close()
    yield Ratio("rate of importing a file of 2,000 rows", bare, ours, 0.7, at_least=True)
    yield count("MB at most while importing 2,000 rows", most, 500, "MB")


_IMPORT = """
import json, resource, sys, time
from pathlib import Path
from leverage import KnowledgeBase
from leverage.imports import commit, plan
file = Path(sys.argv[1])
with KnowledgeBase.open(sys.argv[2]) as kb:
    kb.banks.vectors(["warm"])
    start = time.perf_counter()
    commit(kb, plan(file.read_bytes(), file.name, kb=kb))
    seconds = time.perf_counter() - start
print(json.dumps([seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]))
"""


def full_store(scratch: Path) -> Iterator[Ratio]:
    """Logging into a store of 20,000 deals against logging into an empty one."""
    embedding = WordEmbedding()
    with (
        KnowledgeBase.open(scratch / "full", embedding=embedding) as full,
        KnowledgeBase.open(scratch / "empty", embedding=embedding) as empty,
    ):
        full.log_many([(deal, None) for deal in deals(20_000, vendors=1000)])
        numbers = itertools.count()

        def log(kb: KnowledgeBase, vendor: str) -> object:
            n = next(numbers)
            return kb.log(Deal(**deals(1, seed=n)[0].values() | {"vendor": vendor, "notes": f"n {n}"}))

        yield compare(
            "logging into 20,000 deals, vendor in use",
            lambda: log(full, "Vendor 3"),
            lambda: log(empty, "Vendor 3"),
            1.5,
            runs=40,
        )
        full.banks.engine.recycle()
        untouched = itertools.count(100)
        yield compare(
            "logging into 20,000 deals, vendor not touched yet",
            lambda: log(full, f"Vendor {next(untouched)}"),
            lambda: log(empty, "Vendor 3"),
            2.5,
            runs=40,
        )


def reflecting(scratch: Path) -> Iterator[Ratio]:
    """A narrative by a model that answers at once against the counted brief and the making of the prompt."""
    sentences = [{"text": "Vendor 0 was firm on liability cap.", "deals": [1]}, {"text": "Net 60 was agreed.", "deals": [2]}]

    def model(messages: object, schema: object) -> str:
        return json.dumps({"sentences": sentences})

    with KnowledgeBase.open(scratch / "reflect", embedding=WordEmbedding(), model=model) as kb:
        for number in (9, 240):
            vendor = f"Vendor of {number}"
            kb.log_many([(Deal(**deal.values() | {"vendor": vendor}), None) for deal in deals(number)])

            def afresh(vendor: str = vendor) -> object:
                kb._reader.forget()
                kb.narrator.forget(kb.bank(vendor).bank_id)
                return kb.reflect(vendor)

            def bare(vendor: str = vendor) -> object:
                kb._reader.forget()
                return build_messages(kb.brief(vendor), max_tokens=PROMPT_TOKENS, marker=new_marker())

            yield compare(f"reflecting on {number} deals to brief and prompt", afresh, bare, 1.5)


FIRSTS = "Aster Bering Calder Dornier Elan Ferro Gallant Harrow Ivers Juniper Kestrel Lindholm Marlow Nexo Orbis Penrose Quanta"
SECONDS = (
    "Müller Ridge Sørensen Field Grün Vale Peñalver Croft Hagen Lund Stroud Mercer Dufrêne Okafor Tanaka Weir Novak Ashby Rowe"
)
TRADES = (
    "Logistics Consulting Software Systems Energy Foods Steel Insurance Media Services Group Holding Engineering Analytics Labs"
)
SYLLABLES = "ba cor den fi gar hol in ka lum mer nor os pra ri sol ta ul ver wen xi"
FORMS = " Inc.| LLC| Ltd| GmbH| AG| B.V.| S.A.| plc| AB||, Inc.| GmbH & Co. KG| Corporation| Limited"


def vendor_names(number: int, seed: int = 11) -> list[str]:
    """Return distinct names as a company's vendors have them: most with a trade and a legal form, some with accents."""
    rng = random.Random(seed)
    firsts, seconds, trades, forms = FIRSTS.split(), SECONDS.split(), TRADES.split(), FORMS.split("|")
    syllables = SYLLABLES.split()
    names: dict[str, None] = {}
    while len(names) < number:
        made = "".join(rng.choice(syllables) for _ in range(rng.randint(2, 4))).title()
        words = [rng.choice([made, made, made, rng.choice(firsts)])]
        words += [rng.choice(seconds)] * (rng.random() < 0.3) + [rng.choice(trades)] * (rng.random() < 0.7)
        names[" ".join(words) + rng.choice(forms)] = None
    return list(names)


def similar(scratch: Path) -> Iterator[Ratio]:
    """Names like a new one among 10,000 against one pass of rapidfuzz's token set ratio, and of its default scorer.

    The token set ratio is the quickest scorer that sees through further and reordered words; the default takes longer.
    """
    known = vendor_names(10_000)
    rng = random.Random(3)
    asked = itertools.cycle([*rng.sample(known, 20), "Kestrel Grun Logistik", "IBM", "Societe Dufrene", "Marlowe & Ridge Ltd"])
    chosen = [""]

    def again() -> object:
        chosen[0] = next(asked)
        return similar_names(chosen[0], known)

    def first() -> object:
        shelf_of.cache_clear()
        read_name.cache_clear()
        return again()

    for label, scorer, limit in (("token set ratio", fuzz.token_set_ratio, 3.0), ("default scorer", fuzz.WRatio, 2.0)):
        bare = functools.partial(process.extract, choices=known, scorer=scorer, limit=5)
        yield compare(f"similar of 10,000 names to a pass, {label}", again, lambda bare=bare: bare(chosen[0]), 2.0, runs=48)
        yield compare(f"the same for a list not seen before, {label}", first, lambda bare=bare: bare(chosen[0]), limit, runs=48)


_OPEN = """
import json, sys, time
from leverage import Deal, KnowledgeBase, projection, watch
def peak():
    # The peak of this process alone, in kB: getrusage would count that of the process it was forked from.
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))

start = time.perf_counter()
with KnowledgeBase.open(sys.argv[1]) as kb:
    opened = time.perf_counter() - start
    before = peak()
    kb.recall("Vendor 1", "time to pay")
    print(json.dumps([opened, before / 1e3, peak() / 1e3]))
"""


def opening(scratch: Path) -> Iterator[Ratio]:
    """Opening a store of 500 vendors against opening an empty one, and the memory it takes."""
    for name, number in (("open-500", 1500), ("open-0", 0)):
        with KnowledgeBase.open(scratch / name) as kb:
            kb.log_many([(deal, None) for deal in deals(number, vendors=500)])
    measured: dict[str, list[list[float]]] = {"open-500": [], "open-0": []}
    for _ in range(5):
        for name, results in measured.items():
            command = [sys.executable, "-c", _OPEN, str(scratch / name)]
            results.append(json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout))
    medians = {name: [statistics.median(column) for column in zip(*rows, strict=True)] for name, rows in measured.items()}
    yield Ratio("opening 500 vendors to opening none", medians["open-500"][0], medians["open-0"][0], 1.5)
    yield count("MB before the first embedding", medians["open-500"][1], 300, "MB")
    yield count("MB after the first embedding", medians["open-500"][2], 400, "MB")


def projecting(scratch: Path) -> Iterator[Ratio]:
    """Flags, days and savings of 2,000 vendors with 20,000 deals, after one more deal, to reading what is projected of them."""
    many = _watched(20_000, vendors=2000)
    with KnowledgeBase.open(scratch / "store", embedding=WordEmbedding()) as kb:
        kb.log_many([(deal, None) for deal in many])
        start = time.perf_counter()
        found = watch.flags(kb)
        print(f"     {len(found)} open flags of 2,000 vendors, read from their banks in {time.perf_counter() - start:.1f} s")
        asked: tuple[tuple[str, Extract, Callable[[KnowledgeBase], object]], ...] = (
            ("open flags", watch.FLAGS, watch.flags),
            ("their number", watch.FLAGS, watch.open_counts),
            ("days", agenda.DATES, agenda.entries),
            ("savings", savings.SAVINGS, savings.savings),
        )
        for name, extract, ask in asked:
            start = time.perf_counter()
            ask(kb)
            first = time.perf_counter() - start
            times: dict[str, list[float]] = {"ours": [], "bare": []}
            for n in range(15):
                kb.log(many[n], key=f"{name} {n}")
                list(kb.projection.each(extract))  # what reads the changed vendor's bank is no part of either
                starts = [time.perf_counter()]
                ask(kb)
                starts.append(time.perf_counter())
                list(kb.projection.each(extract))
                starts.append(time.perf_counter())
                times["ours"].append(starts[1] - starts[0])
                times["bare"].append(starts[2] - starts[1])
            if extract is not watch.FLAGS:  # these were asked for above
                print(f"     {name}, the first time in a process, in {first * 1000:.0f} ms")
            ours, bare = statistics.median(times["ours"]), statistics.median(times["bare"])
            yield Ratio(f"{name} of 2,000 vendors, after one more deal, to reading what is projected", ours, bare, 2.0)


def restricted(scratch: Path) -> Iterator[Ratio]:
    """What a page reads of 2,000 vendors for somebody from whom every tenth deal is hidden, to what it reads for all."""
    many = [replace(deal, visible_to=("Legal",)) if n % 10 == 0 else deal for n, deal in enumerate(_watched(2_000, vendors=500))]
    with KnowledgeBase.open(scratch / "store", embedding=WordEmbedding()) as kb:
        kb.log_many([(deal, None) for deal in many])
        view = kb.view(Person("bob@corp.example", "Sales", "reader"))
        asked: tuple[tuple[str, Callable[[KnowledgeBase], object]], ...] = (
            ("the list of vendors", lambda each: each.vendors()),
            ("open flags", watch.flags),
            ("a brief and a question", lambda each: (each.brief("Vendor 0"), each.recall("Vendor 0", "what did they refuse"))),
        )
        for name, ask in asked:
            yield compare(f"{name}, every tenth deal hidden", lambda ask=ask: ask(view), lambda ask=ask: ask(kb), 3.0)  # type: ignore[misc]
        times: dict[str, list[float]] = {"ours": [], "bare": []}
        for n in range(15):
            for label, each in (("ours", view), ("bare", kb)):
                kb.log(many[n], key=f"{label} {n}")
                start = time.perf_counter()
                each.vendors(), watch.flags(each), each.brief("Vendor 0")
                times[label].append(time.perf_counter() - start)
        ours, bare = statistics.median(times["ours"]), statistics.median(times["bare"])
        yield Ratio("all of these after one more deal, every tenth hidden", ours, bare, 2.0)


def _watched(number: int, vendors: int) -> list[Deal]:
    """Return deals of which some carry signals, most an end, and all a price."""
    rng = random.Random(7)
    told = [(kind, f"What they did, in {n} words.") for n, kind in enumerate((*RECORDED, *["minor"] * 20))]
    terms = {"auto_renews": True, "renewal_term_months": 12, "notice_days": 60}

    def watched(deal: Deal) -> Deal:
        price = rng.randrange(500, 5000)
        given = {
            "signals": rng.sample(told, rng.randrange(3)),
            "currency": rng.choice(["EUR", "USD", "GBP", None]),
            "quantity": rng.randrange(1000),
            "unit": rng.choice(["user", "user per month"]),
            "quoted_price": rng.choice([None, f"{price * 1.1:.2f}"]),
            "uplift_asked_pct": rng.choice([None, 9]),
            "term_months": rng.choice([None, 12, 36]),
            "final_price": price,
        }
        end = {"end_date": deal.deal_date + timedelta(days=365)} | terms if rng.random() < 0.7 else {}
        return Deal(**deal.values() | given | end)

    return [watched(deal) for deal in deals(number, vendors=vendors)]


PARTS: dict[str, Callable[[Path], Iterator[Ratio]]] = {
    part.__name__: part
    for part in (
        *(one_deal, one_large_bank, vendor_list, similar, reflecting, import_rate, import_file, opening, projecting),
        *(restricted, full_store),
    )
}


def asked() -> argparse.Namespace:
    """Return what the command line asks for; ends the program where that can't be."""
    line = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    line.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}, which run where none is named, or {_MORE}")
    line.add_argument("--report", type=Path, metavar="FILE", help="write what was measured there, as a table in Markdown")
    line.add_argument("--chart", type=Path, metavar="FILE", help="draw it there, as SVG or PNG; needs --peer")
    line.add_argument("--peer", metavar="PYTHON", help="the Python of an environment with tests/benchmarks/requirements.txt")
    line.add_argument("--stores", type=Path, metavar="FOLDER", help="keep the stores of growth there for the next time")
    line.add_argument("--sizes", type=int, nargs="+", default=[100, 1000, 2000], help="vendors of the stores of growth")
    line.add_argument("--people", type=int, default=50, help="how many people make the load")
    line.add_argument("--seconds", type=float, default=120, help="how long they do")
    given = line.parse_args()
    if unknown := set(given.parts) - {*PARTS, "peers", "load", "growth"}:
        line.error(f"no part is called {', '.join(sorted(unknown))}. There are {', '.join(PARTS)}, {_MORE}.")
    if not given.peer and ("peers" in given.parts or given.chart):
        line.error("--peer is needed: see CONTRIBUTING.md.")
    return given


_MORE = "peers, load and growth"


def main() -> int:
    """Run the parts that were named, or all that need nothing else, and return the exit status."""
    given = asked()
    parts = PARTS | {
        "peers": lambda scratch: peers_by(given.peer, scratch),
        "load": lambda scratch: load(scratch, given.people, given.seconds),
        "growth": lambda scratch: growth(given.stores or scratch, given.sizes),
    }
    ratios: list[Ratio] = []
    for name in given.parts or PARTS:
        with tempfile.TemporaryDirectory() as scratch:
            for ratio in parts[name](Path(scratch)):
                print(ratio, flush=True)
                ratios.append(ratio)
    if given.report:
        write_report(given.report, ratios, f"python -m tests.benchmarks {' '.join(given.parts)}".strip())
    if given.chart:
        draw_chart(given.chart, ratios, given.peer)
    return 0 if all(each.holds for each in ratios) else 1


if __name__ == "__main__":
    sys.exit(main())
