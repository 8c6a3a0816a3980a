"""How long work tells how far it is."""

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""Called as (done, in all) between batches, with no lock or transaction held; it may raise to stop the work."""
