"""The chart of discounts: written in Vega-Lite's own words, which Altair finds right."""

from collections.abc import Callable

import altair as alt
import pytest

from leverage import Deal, KnowledgeBase
from pages.ui import chart, mark

Write = Callable[..., Deal]


@pytest.mark.parametrize("is_dark", [False, True])
def test_the_chart_is_right_by_its_grammar(
    kb: KnowledgeBase, deal: Write, monkeypatch: pytest.MonkeyPatch, is_dark: bool
) -> None:
    """Each deal stands where its date and its discount are, in the shape of its base; three that compare share a line."""
    monkeypatch.setattr(mark, "is_dark", lambda: is_dark)
    same = {"product": "Azure", "discount_base": "list"}
    for month in (1, 2, 3):
        kb.log(deal(deal_date=f"2026-0{month}-02", discount_pct=10 + month, **same))
    kb.log(deal(deal_date="2026-04-02", discount_pct=28))
    brief = kb.brief("Microsoft")
    spec = chart._chart(brief, chart._priced(brief))
    alt.LayerChart.from_dict(spec)  # raises what is wrong in it
    rows = spec["datasets"][spec["data"]["name"]]
    assert [(row["date"], row["pct"], row["base"]) for row in rows] == [
        *[(f"2026-0{month}-02", 10.0 + month, "off list") for month in (1, 2, 3)],
        ("2026-04-02", 28.0, "off a base not recorded"),
    ]
    assert [row["line"] is None for row in rows] == [False, False, False, True]
    asked = {use["field"] for layer in spec["layer"] for each in layer["encoding"].values() for use in chart_uses(each)}
    assert asked == rows[0].keys()
    shapes = spec["layer"][1]["encoding"]["shape"]["scale"]
    assert dict(zip(shapes["domain"], shapes["range"], strict=True)) == {
        "off list": "circle",
        "off a base not recorded": "triangle",
    }
    assert spec["layer"][0]["encoding"]["y"]["scale"] == {"domain": [0, 35]}


def chart_uses(encoded: object) -> list[dict[str, str]]:
    """Return what an encoding makes use of: a tooltip of several fields."""
    return encoded if isinstance(encoded, list) else [encoded]  # type: ignore[list-item]
