"""What the tests of reflecting measure is printed at the end of every run."""

from typing import Any

_SAID: list[str] = []


def say(line: str) -> None:
    """Put a line into the summary of the run."""
    _SAID.append(line)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print what was measured."""
    if _SAID:
        terminalreporter.section("what the check keeps")
        for line in _SAID:
            terminalreporter.write_line(line)
