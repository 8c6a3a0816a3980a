"""Draws the chart of a report: `python -m tests.benchmarks.chart FILE`, with what was measured as JSON on its input.

It runs by the Python of the environment that `requirements.txt` here makes.
"""

import json
import sys

import altair as alt


def chart(told: list[dict[str, object]]) -> alt.LayerChart:
    """Return bars that tell how much of its limit each figure takes; what is over the line is over the limit."""
    data = alt.Data(values=told)
    axis = alt.Axis(format="%", title="of the limit taken", grid=False)
    bars = (
        alt.Chart(data)
        .mark_bar(height=12)
        .encode(
            x=alt.X("part:Q", axis=axis),
            y=alt.Y("name:N", sort=None, title=None, axis=alt.Axis(labelLimit=420)),
            color=alt.Color("holds:N", scale=alt.Scale(domain=[True, False], range=["#3b6ea5", "#b3382c"]), legend=None),
        )
    )
    numbers = bars.mark_text(align="left", dx=3).encode(text=alt.Text("part:Q", format=".0%"), color=alt.value("#333333"))
    limit = alt.Chart(alt.Data(values=[{"part": 1}])).mark_rule(color="#b3382c", strokeDash=[4, 3]).encode(x="part:Q")
    return (bars + numbers + limit).properties(width=420).configure_view(stroke=None).configure(background="white")


if __name__ == "__main__":
    chart(json.load(sys.stdin)).save(sys.argv[1])
