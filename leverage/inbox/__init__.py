"""Notes, mails and transcripts, read into proposals that a person confirms. Nothing is logged by itself."""

from leverage.inbox.proposal import Proposal, Quote
from leverage.inbox.proposing import propose
from leverage.inbox.source import Source

__all__ = ["Proposal", "Quote", "Source", "propose"]
