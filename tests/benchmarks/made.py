"""Deals made up for the benchmarks: random, and the same at each run."""

import random
from datetime import date, timedelta

import chromadb
from chromadb.config import Settings

from leverage import Deal

TERMS = ["discount", "payment terms", "liability cap", "auto-renewal", "notice period", "SLA credits", "training", "price cap"]
TACTICS = ["asked early", "showed a rival quote", "opened low", "waited for the quarter end", "bundled two sites", "walked away"]
PEOPLE = ["Ann", "Bob", "Cem", "Dora", "Eva", "Finn"]
DEPARTMENTS = ["IT", "Finance", "Legal", "Procurement"]
PRODUCTS = ["Suite", "Cloud", "Support", "Licences", "Hardware"]
_ASKED = ["did they move on {}", "what did they refuse about {}", "who talked about {}", "any trick for {}", "{} last year"]
QUESTIONS = [asked.format(term) for term in (*TERMS, "more time to pay", "ending it early") for asked in _ASKED]


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
