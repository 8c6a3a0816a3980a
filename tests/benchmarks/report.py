"""What was measured as a table in Markdown, and as a chart of how near each figure is to its limit."""

import json
import os
import platform
import subprocess
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from tests.benchmarks.ratios import Ratio


def write_report(file: Path, ratios: Sequence[Ratio], command: str) -> None:
    """Write a table of all ratios, with the machine and the command that repeats them."""
    rows = [f"| {each.name} | {_value(each)} | {each.wanted} | {'yes' if each.holds else '**no**'} |" for each in ratios]
    head = [
        f"# How fast, on {date.today().isoformat()}",  # noqa: DTZ011 of whoever reads it here
        "",
        f"{os.cpu_count()} cores, {_memory()} GB, {platform.system()} on {platform.machine()}, {_python()}: `{command}`",
        "",
        "| Measured | Figure | Wanted | Held |",
        "|---|---|---|---|",
    ]
    file.write_text("\n".join([*head, *rows, ""]), "utf-8")


def draw_chart(file: Path, ratios: Sequence[Ratio], python: str) -> None:
    """Draw the ratios as an SVG or PNG file, by the Python of the environment that has what draws."""
    told = [
        {"name": each.name, "part": each.bare * each.limit / each.ours if each.at_least else _part(each), "holds": each.holds}
        for each in ratios
    ]
    subprocess.run([python, "-m", "tests.benchmarks.chart", str(file)], input=json.dumps(told), text=True, check=True)


def _part(ratio: Ratio) -> float:
    """Return how much of its limit a ratio takes; where nothing is allowed, whether it is kept."""
    return ratio.value / ratio.limit if ratio.limit else float(ratio.value > 0) * 2


def _value(ratio: Ratio) -> str:
    return ratio.measured if ratio.unit else f"{ratio.value:.2f} ({ratio.measured})"


def _python() -> str:
    return f"Python {platform.python_version()}"


def _memory() -> int:
    return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30)
