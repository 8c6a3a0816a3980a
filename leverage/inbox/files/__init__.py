"""The files of the inbox as texts: notes, mails with what is attached, transcripts, chats and documents."""

from leverage.inbox.files.kinds import SUFFIXES
from leverage.inbox.files.limits import MOST_BYTES, MOST_CHARACTERS, Unreadable
from leverage.inbox.files.reading import pasted, read

__all__ = ["MOST_BYTES", "MOST_CHARACTERS", "SUFFIXES", "Unreadable", "pasted", "read"]
