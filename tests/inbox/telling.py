"""What a proposal says, as plain values that a test can write down."""

from typing import Any

from leverage.inbox import Proposal, propose


def told(proposal: Proposal) -> dict[str, Any]:
    """Return the values of a proposal in JSON types, tactics as pairs."""
    values = proposal.to_json()
    if "tactics" in values:
        values["tactics"] = [(each["tactic"], each["result"]) for each in values["tactics"]]
    return values


def told_by(text: str) -> dict[str, Any]:
    """Return the values of the one proposal of a text; nothing where there is none."""
    found = propose(text)
    assert len(found) <= 1
    return told(found[0]) if found else {}
