"""Proposal: what was read of a deal, in the form of a deal, beside the words that say so."""

from pages.ui import frame, inbox_proposal, links
from pages.ui.store import knowledge

kb = knowledge()

with frame.frame():
    inbox_proposal.draw(kb, links.asked_proposal())
