"""Print every ratio and end with status 1 if one is over its limit. Takes some minutes."""

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
from datetime import date, timedelta
from pathlib import Path

import chromadb
import numpy as np
from chromadb.config import Settings
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
from tests.benchmarks.ratios import Ratio, compare
from tests.fakes import WordEmbedding

TERMS = ["discount", "payment terms", "liability cap", "auto-renewal", "notice period", "SLA credits", "training", "price cap"]
TACTICS = ["asked early", "showed a rival quote", "opened low", "waited for the quarter end", "bundled two sites", "walked away"]
PEOPLE = ["Ann", "Bob", "Cem", "Dora", "Eva", "Finn"]
DEPARTMENTS = ["IT", "Finance", "Legal", "Procurement"]
PRODUCTS = ["Suite", "Cloud", "Support", "Licences", "Hardware"]


def deals(number: int, vendors: int = 1, seed: int = 5) -> list[Deal]:
    """Return random deals as people log them, spread over some vendors."""
    rng = random.Random(seed)
    made = []
    for n in range(number):
        flexible = rng.sample(TERMS, 2)
        firm = rng.choice([term for term in TERMS if term not in flexible])
        made.append(
            Deal(
                vendor=f"Vendor {n % vendors}",
                deal_date=date(2022, 1, 1) + timedelta(days=rng.randrange(1700)),
                logged_by=rng.choice(PEOPLE),
                department=rng.choice(DEPARTMENTS),
                outcome=rng.choice(["agreed", "agreed", "agreed", "no_deal"]),
                product=rng.choice(PRODUCTS),
                discount_pct=rng.randrange(5, 40),
                discount_base=rng.choice(["list", "first_quote"]),
                payment_terms=f"Net {rng.choice([30, 45, 60, 90])}",
                flexible_on=flexible,
                firm_on=[firm],
                tactics=[(rng.choice(TACTICS), rng.choice(["worked", "failed"]))],
                notes=f"Talk {n} about {rng.choice(TERMS)} and {rng.choice(TERMS)}.",
            )
        )
    return made


def bare_client(folder: str) -> chromadb.api.ClientAPI:
    """Return a plain Chroma client."""
    return chromadb.PersistentClient(folder, settings=Settings(anonymized_telemetry=False))


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
        found = collection.get(include=["documents", "embeddings", "metadatas"])
        told = [n for n, metadata in enumerate(found["metadatas"]) if metadata.get("facet") != "vendor"]
        missed = 0
        for question in ("more time to pay", "what did they refuse", "does a low offer work", "liability", "renewal", "training"):
            vector = embedding.embed_query([question])[0]
            scores: dict[str, float] = {}
            for n in told:
                scores[found["documents"][n]] = float(np.dot(np.asarray(found["embeddings"][n], np.float32), vector))
            best = sorted(scores.values(), reverse=True)[:10]
            ours = sorted((memory.score or 0 for memory in bank.recall(question, 10_000)), reverse=True)[:10]
            missed += sum(abs(a - b) > 1e-4 for a, b in zip(best, ours, strict=True))
        yield Ratio("best memories missed by recall (of 60)", missed, 1, 0)

        def read() -> object:
            return collection.get(where={"record_of": bank.bank_id}, include=["metadatas"])

        def brief_afresh() -> object:
            kb._reader.forget()
            return kb.brief("Vendor 0")

        yield compare("brief of 1,000 deals to reading their records", brief_afresh, read, 2.5)
        yield compare("the same brief again", lambda: kb.brief("Vendor 0"), read, 0.05)


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
    yield Ratio("MB at most while importing 2,000 rows", most / 1000, 1 / 1000, 500)


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
    yield Ratio("MB before the first embedding", medians["open-500"][1] / 1000, 1 / 1000, 300)
    yield Ratio("MB after the first embedding", medians["open-500"][2] / 1000, 1 / 1000, 400)


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


def main() -> int:
    """Run the parts that were named, or all, and return the exit status."""
    parts = [
        one_deal,
        one_large_bank,
        vendor_list,
        similar,
        reflecting,
        import_rate,
        import_file,
        opening,
        projecting,
        restricted,
        full_store,
    ]
    if unknown := set(sys.argv[1:]) - {part.__name__ for part in parts}:
        sys.exit(f"No part is called {', '.join(sorted(unknown))}. There are {', '.join(part.__name__ for part in parts)}.")
    named = [part for part in parts if part.__name__ in sys.argv[1:]] or parts
    failed = 0
    for part in named:
        with tempfile.TemporaryDirectory() as scratch:
            for ratio in part(Path(scratch)):
                print(ratio, flush=True)
                failed += not ratio.holds
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
