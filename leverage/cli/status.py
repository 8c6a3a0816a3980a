"""How a command ends: its exit status, and the sentence for whatever stopped it."""

from collections.abc import Callable

from leverage.cli.terminal import Terminal
from leverage.errors import LeverageError

FINE, FOUND, FAILED, STOPPED, PIPE_CLOSED = 0, 1, 2, 130, 141


class CutShort(BaseException):
    """A command is to end at its next step; its text is the sentence why. Nothing but its end catches it."""


def status_of(command: Callable[[], int], terminal: Terminal) -> int:
    """Run a command and return its status; an error, a stop or a closed pipe becomes a sentence or silence, not a traceback."""
    try:
        return command()
    except (LeverageError, CutShort) as problem:
        terminal.complain(str(problem))
        return FAILED
    except KeyboardInterrupt:
        terminal.complain("Stopped. What was saved until now stays; the same command goes on from there.")
        return STOPPED
    except BrokenPipeError:
        terminal.hush()
        return PIPE_CLOSED
    except OSError as problem:
        named = problem.filename or "A file"
        terminal.complain(f"{named} can't be used: {problem.strerror or problem}. Check the path and the rights.")
        return FAILED
