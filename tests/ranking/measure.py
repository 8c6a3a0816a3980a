"""How well recall answers: questions whose answers are known, and the two usual figures."""

import json
import math
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from leverage import KnowledgeBase, Memory

HERE = Path(__file__).resolve().parent
SETS = ("known", "blind")  # the vocabulary was widened with the vendors of the first in sight; the second decides nothing


def lines(name: str) -> list[dict[str, Any]]:
    """Return the records of a file, told by its folder and its name."""
    return [json.loads(line) for line in (HERE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def ndcg(found: Sequence[str], wanted: Sequence[str]) -> float:
    """Return nDCG@10 with binary gains."""
    gain = sum(1 / math.log2(place + 2) for place, each in enumerate(found[:10]) if each in wanted)
    return gain / sum(1 / math.log2(place + 2) for place in range(min(10, len(wanted))))


def recall_at_3(found: Sequence[str], wanted: Sequence[str]) -> float:
    """Return which share of what is wanted, of three at most, is among the first three."""
    return len(set(found[:3]) & set(wanted)) / min(3, len(wanted))


def measured(kb: KnowledgeBase, name: str) -> dict[str, tuple[float, float]]:
    """Return nDCG@10 and recall@3 of the questions of a set, English ones and others apart."""
    memories, questions = lines(f"{name}/memories"), lines(f"{name}/questions")
    for vendor in dict.fromkeys(each["vendor"] for each in memories):
        kb.bank(vendor).retain([Memory(each["id"], each["text"]) for each in memories if each["vendor"] == vendor])
    figures: dict[str, list[tuple[float, float]]] = {"en": [], "other": []}
    for each in questions:
        found = [memory.id for memory in kb.bank(each["vendor"]).recall(each["text"], limit=10)]
        language = "en" if each["lang"] == "en" else "other"
        figures[language].append((ndcg(found, each["gold"]), recall_at_3(found, each["gold"])))
    return {language: (mean(n for n, _ in told), mean(r for _, r in told)) for language, told in figures.items()}
