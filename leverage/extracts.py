"""Every extract that a capability declares, in one place, so that one reading of a bank serves all of them."""

from leverage.projection import Extract


def declared() -> tuple[Extract, ...]:
    """Return them all, whichever of them this process has asked for so far."""
    from leverage.access.named import NAMED
    from leverage.agenda import DATES  # each of these builds on the knowledge base, which asks for them
    from leverage.news import NEWS
    from leverage.savings.reading import SAVINGS
    from leverage.watch.watching import FLAGS

    return (FLAGS, DATES, NEWS, SAVINGS, NAMED)
