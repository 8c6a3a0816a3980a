"""The opt-in run against a real model: `LEVERAGE_MODEL=… python -m pytest -m llm --log-cli-level=INFO` shows what it said."""

import logging
import os
from pathlib import Path

import pytest

from leverage import KnowledgeBase
from leverage.imports import commit, plan

log = logging.getLogger(__name__)

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "sample_deals.csv"


@pytest.mark.llm
def test_a_real_models_words_are_proved_and_change_nothing(tmp_path: Path) -> None:
    """Whatever the model says about the sample deals, counted values stay, and every kept sentence cites deals of the brief."""
    if not os.environ.get("LEVERAGE_MODEL"):
        pytest.skip("LEVERAGE_MODEL names no model")
    with KnowledgeBase.open(tmp_path) as kb:
        commit(kb, plan(SAMPLE.read_bytes(), SAMPLE.name, kb=kb))
        counted, told = kb.brief("Microsoft"), kb.reflect("Microsoft")
        log.info("%s, %s dropped: %s", told.status, told.dropped, [line.text for line in told.narrative])
        assert told.status not in ("counted", "empty")
        assert told.max_discount_pct == counted.max_discount_pct
        assert all(line.deal_ids and set(line.deal_ids) <= set(counted.evidence) for line in told.narrative)
