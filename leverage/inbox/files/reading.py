"""A file of the inbox as sources: what it is, told by its bytes, and each thing in it that can be read."""

import hashlib
import re
from dataclasses import replace

from leverage.errors import UnreadableFile
from leverage.files.names import BETWEEN, clean_name, inside, suffix_of
from leverage.inbox.files import kinds
from leverage.inbox.files.documents import document_text
from leverage.inbox.files.letters import MOST_READ, declared, text_of
from leverage.inbox.files.limits import DEEPEST, MOST_BYTES, Budget, Unreadable
from leverage.inbox.files.mailbox import mails_in
from leverage.inbox.files.mails import mail_sources
from leverage.inbox.files.messages import messages_text
from leverage.inbox.files.pdfs import pdf_text
from leverage.inbox.files.texts import source
from leverage.inbox.files.transcripts import is_transcript, spoken
from leverage.inbox.files.web import page_text
from leverage.inbox.source import PASTED, Source
from leverage.wording import show_count

_REST = "Choose the rest as a file of its own."
_DECLARES = re.compile(rb"""(?i)(?:charset|encoding)\s*=\s*["']?([\w.:-]{2,40})""")


def read(data: bytes, filename: str) -> list[Source]:
    """Return what a file says, itself first and then what is attached to it; raises Unreadable with what to do."""
    name = clean_name(filename)
    if len(data) > MOST_BYTES:
        raise Unreadable(
            f"{name} has more than {MOST_BYTES // 1_000_000} MB. Choose its parts by themselves, or paste the text that matters."
        )
    return _read(data, name, Budget())


def pasted(text: str, name: str = PASTED) -> Source:
    """Return a text that somebody pasted as the source that a file with it gives; raises Unreadable for an empty one."""
    return _of_text(text, clean_name(name), _digest(text.encode("utf-8", "replace")), "")


def _read(data: bytes, name: str, budget: Budget) -> list[Source]:
    if name.count(BETWEEN) > DEEPEST:
        raise Unreadable(f"{name} lies too deep in other files. Save it and choose it by itself.")
    kinds.refuse_other_names(name)
    digest, suffix = _digest(data), suffix_of(name)
    form = kinds.packed_form(data, name)
    if form:
        page = pdf_text(data, name, budget) if form == "pdf" else document_text(data, name)
        return _counted(_worded(source(page.text, name, digest, "document", left_out=page.left_out)), budget)
    if kinds.is_mailbox(data):
        return _mailbox(data, name, budget)
    if kinds.is_mail(data, suffix):
        return mail_sources(data, name, digest, budget, _read)
    if suffix in (".html", ".htm"):
        return _counted(_of_text(_page_letters(data, name), name, digest, suffix), budget)
    found = _of_text(text_of(data, name, is_whole=suffix == ".json"), name, digest, suffix)
    if len(data) > MOST_READ and suffix != ".json" and not found.left_out:
        found = replace(found, left_out=(f"Only the first {MOST_READ // 1_000_000} MB of the file are read. {_REST}",))
    return _counted(found, budget)


def _counted(found: Source, budget: Budget) -> list[Source]:
    budget.take(found.text)
    return [found]


def _of_text(text: str, name: str, digest: str, suffix: str) -> Source:
    if suffix == ".json":
        said, day = messages_text(text, name)
        found = source(said, name, digest, "chat", day)
    elif is_transcript(text):
        found = source(spoken(text), name, digest, "transcript")
    elif kinds.is_page(text, suffix):
        page = page_text(text)
        found = source(page.text, name, digest, "document", left_out=page.left_out)
    else:
        found = source(text, name, digest)
    return _worded(found)


def _worded(found: Source) -> Source:
    if not found.text.strip():
        raise Unreadable(f"{found.name} holds no words. Choose a file with text.")
    return found


def _page_letters(data: bytes, name: str) -> str:
    charset = _DECLARES.search(data[:2_000])
    return declared(data, charset[1].decode("ascii"), name)[0] if charset else text_of(data, name, is_whole=True)


def _mailbox(data: bytes, name: str, budget: Budget) -> list[Source]:
    found: list[Source] = []
    left_out: list[str] = []
    for number, mail in enumerate(mails_in(data), 1):
        if budget.is_spent:
            left_out.append(
                f"Only the first {show_count(number - 1, 'mail')} of the mailbox are read. Export the others by themselves."
            )
            break
        try:
            found += mail_sources(mail, inside(name, f"mail {number}.eml"), _digest(mail), budget, _read)
        except UnreadableFile as problem:
            left_out.append(f"Left out: {problem}")
    if not found:
        raise Unreadable(f"No mail in {name} can be read. Save the mails as .eml and choose those.")
    return [replace(found[0], left_out=(*found[0].left_out, *left_out)), *found[1:]]


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
