"""The floor: questions about six vendors, in four languages, are answered at least this well by the model that ships."""

from pathlib import Path

import pytest

from leverage import KnowledgeBase
from tests.ranking.measure import SETS, lines, measured

# What the model alone gives in English: 0.705 and 0.639 on the known set, 0.731 and 0.708 on the blind one.
# Measured: known 0.842 and 0.844, other languages 0.962 and 0.938; blind 0.858 and 0.878, other languages 0.625 and 0.5.
FLOOR = {
    "known": {"en": (0.83, 0.83), "other": (0.93, 0.92)},
    "blind": {"en": (0.84, 0.86), "other": (0.60, 0.48)},
}


@pytest.mark.parametrize("name", SETS)
def test_the_questions_are_answered(tmp_path: Path, name: str) -> None:
    """nDCG@10 and recall@3 stay where they are."""
    with KnowledgeBase.open(tmp_path / "store") as kb:
        figures = measured(kb, name)
    for language, floor in FLOOR[name].items():
        assert all(a >= b for a, b in zip(figures[language], floor, strict=True)), figures


@pytest.mark.parametrize("name", SETS)
def test_the_set_is_whole(name: str) -> None:
    """Every answer that a question wants is a memory of its vendor."""
    vendors = {each["id"]: each["vendor"] for each in lines(f"{name}/memories")}
    questions = lines(f"{name}/questions")
    assert len(vendors) >= 90
    assert len(questions) >= 60
    assert all(vendors[gold] == each["vendor"] for each in questions for gold in each["gold"])
