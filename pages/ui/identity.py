"""Who the person of this session is, as the sign-in says."""

from leverage.access.person import HERE, Person


def person() -> Person:
    """Return the person signed in; whoever sits at the machine, where nobody signs in."""
    return HERE
