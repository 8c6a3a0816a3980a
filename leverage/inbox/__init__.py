"""Notes, mails and transcripts, read into proposals that a person confirms. Nothing is logged by itself."""

from leverage.inbox.deciding import accept, dismiss, merge, take_back
from leverage.inbox.decision import may_open_again
from leverage.inbox.model_reading import says_where
from leverage.inbox.origins import Origin, accepted_from
from leverage.inbox.pending import Pending
from leverage.inbox.proposal import Proposal, Quote
from leverage.inbox.proposing import propose
from leverage.inbox.reports import FileRead, Report, reports
from leverage.inbox.scanning import Reading, scan
from leverage.inbox.shelf import add, find, pending, source_of
from leverage.inbox.source import Source
from leverage.inbox.undoing import undo

__all__ = [
    "FileRead",
    "Origin",
    "Pending",
    "Proposal",
    "Quote",
    "Reading",
    "Report",
    "Source",
    "accept",
    "accepted_from",
    "add",
    "dismiss",
    "find",
    "may_open_again",
    "merge",
    "pending",
    "propose",
    "reports",
    "says_where",
    "scan",
    "source_of",
    "take_back",
    "undo",
]
