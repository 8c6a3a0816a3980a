"""The floor: questions of three vendors, in four languages, are answered at least this well by the model that ships."""

from pathlib import Path

from leverage import KnowledgeBase
from tests.ranking.measure import lines, measured

# What the model alone gives: 0.705 and 0.639 in English, 0.140 and 0 in the other languages.
# The widened vocabulary gives 0.849 and 0.828, and 0.969 and 1; its author knew these memories, not the questions, so
# vendors that nobody has seen are answered less well.
FLOOR = {"en": (0.83, 0.81), "other": (0.94, 0.95)}


def test_the_questions_are_answered(tmp_path: Path) -> None:
    """nDCG@10 and recall@3 stay where they are."""
    with KnowledgeBase.open(tmp_path / "store") as kb:
        figures = measured(kb)
    for language, floor in FLOOR.items():
        assert all(a >= b for a, b in zip(figures[language], floor, strict=True)), figures


def test_the_set_is_whole() -> None:
    """Every answer that a question wants is a memory of its vendor."""
    vendors = {each["id"]: each["vendor"] for each in lines("memories.jsonl")}
    questions = lines("questions.jsonl")
    assert len(vendors) >= 90
    assert len(questions) >= 60
    assert all(vendors[gold] == each["vendor"] for each in questions for gold in each["gold"])
