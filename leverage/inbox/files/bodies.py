"""The parts of a mail: what it says itself, what is attached to it, and what was left out."""

import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import Message

from leverage.files.names import clean_name, suffix_of
from leverage.inbox.files.flowed import unflowed
from leverage.inbox.files.kinds import SUFFIXES, suffix_for
from leverage.inbox.files.letters import declared
from leverage.inbox.files.mail_headers import BROKEN, charset_of, file_name, header, parameter, type_of
from leverage.inbox.files.web import page_text

MOST_PARTS = 300
_DEEPEST = 150  # parts inside parts
_MOST_ATTACHMENTS = 50
_SILENT = frozenset(
    {
        *("application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-keys"),
        *(
            "message/delivery-status",
            "message/disposition-notification",
            "text/rfc822-headers",
            "text/x-amp-html",
            "text/watch-html",
        ),
    }
)
_SEALED = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted"})
_WHY = {
    "calendar": "a calendar entry is not read",
    "tnef": "it is packed in a form that only Outlook opens; send what is in it anew or save it by itself",
    "contact": "a visiting card is not read",
}
_WORDS = re.compile(r"\w+")


@dataclass(frozen=True)
class Attachment:
    """A file in a mail; `why` says why it is not read, where it is not."""

    name: str
    data: bytes = b""
    why: str = ""


@dataclass
class Parts:
    """What a mail is made of, in its order."""

    texts: list[str] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


def parts_of(message: Message) -> Parts:
    """Return the parts of a mail, of several forms of one text the fullest plain one."""
    parts = Parts()
    for count, part in enumerate(_leaves(message)):
        if count == MOST_PARTS or len(parts.attachments) > _MOST_ATTACHMENTS:
            parts.left_out.append(
                "The mail has more parts than are read; the rest of them was left out. Save them and choose them by themselves."
            )
            break
        _sort(part, parts)
    return parts


def _leaves(message: Message) -> Iterator[Message | list[Message]]:
    """Yield the parts that hold no others, and the forms of one text together."""
    waiting: list[tuple[Message, int]] = [(message, 0)]
    while waiting:
        part, depth = waiting.pop()
        inner = part.get_payload() if part.is_multipart() else None  # of other parts it would decode the text
        if type_of(part) == "message/rfc822" or not isinstance(inner, list):
            yield part
        elif type_of(part) == "multipart/alternative" and depth < _DEEPEST:
            yield list(reversed([each for each in inner if isinstance(each, Message)]))[:MOST_PARTS]
        elif depth < _DEEPEST:
            waiting += [(each, depth + 1) for each in reversed(inner) if isinstance(each, Message)]


def _sort(part: Message | list[Message], parts: Parts) -> None:
    if isinstance(part, list):
        _choose(part, parts)
        return
    kind = type_of(part)
    if kind in _SILENT:
        return
    if kind in _SEALED:
        parts.left_out.append("The mail is encrypted. Open it in your mail program, copy its text and paste it.")
    elif kind in ("text/plain", "text/html", "text/enriched", "text/markdown") and not _is_attached(part):
        parts.texts.append(_text(part, parts))
    elif kind == "message/rfc822":
        parts.attachments.append(_forwarded(part))
    elif not _is_decoration(part, kind):
        parts.attachments.append(_attachment(part, kind))


def _choose(forms: list[Message], parts: Parts) -> None:
    """Take the plain form of a text, unless it says far less than the one with marks; attachments among them are kept."""
    texts: list[str] = []
    for form in forms:  # the fullest comes first, since a mail has it last
        for leaf in _leaves(form):
            if isinstance(leaf, Message) and type_of(leaf) in ("text/plain", "text/html") and not _is_attached(leaf):
                texts.append(_text(leaf, parts))
            elif isinstance(leaf, list) or type_of(leaf) != "text/calendar" or _is_attached(leaf):
                _sort(leaf, parts)
            else:
                parts.left_out.append(f"{clean_name(file_name(leaf) or 'invite.ics')} was left out: {_WHY['calendar']}.")
    counts = [len(_WORDS.findall(text)) for text in texts]
    most = max(counts, default=0)
    plainest = next(
        (text for text, words in zip(reversed(texts), reversed(counts), strict=True) if words and words * 3 >= most), ""
    )
    parts.texts.append(plainest)


def _text(part: Message, parts: Parts) -> str:
    data = _bytes(part)
    text, is_whole = declared(data, charset_of(part), "the mail")
    if not is_whole:
        parts.left_out.append("Some letters of the mail could not be read; they show as “\ufffd”.")
    if type_of(part) in ("text/html", "text/enriched"):
        page = page_text(text)
        parts.left_out += page.left_out
        return page.text
    if parameter(part, "format") == "flowed":
        return unflowed(text, drops_space=parameter(part, "delsp") == "yes")
    return text


def _is_attached(part: Message) -> bool:
    return _disposition(part) == "attachment" or bool(file_name(part))


def _disposition(part: Message) -> str:
    return header(part, "Content-Disposition").partition(";")[0].strip().lower()


def _is_decoration(part: Message, kind: str) -> bool:
    """Say whether a part is a picture that stands in the text, such as a logo."""
    return kind.startswith("image/") and (_disposition(part) != "attachment" or bool(header(part, "Content-ID")))


def _attachment(part: Message, kind: str) -> Attachment:
    name = file_name(part)
    suffix = suffix_of(clean_name(name))
    if suffix not in SUFFIXES and suffix_for(kind):
        name = f"{name or 'attachment'}{suffix_for(kind)}"
    why = next((why for word, why in _WHY.items() if word in kind), "")
    if "vcard" in kind:
        why = _WHY["contact"]
    if suffix in (".ics", ".vcf"):
        why = _WHY["calendar" if suffix == ".ics" else "contact"]
    if suffix_of(clean_name(name)) not in SUFFIXES and not why:
        why = "it is of a kind that is not read"
    return Attachment(name or f"attachment ({kind[:60]})", b"" if why else _bytes(part), why)


def _forwarded(part: Message) -> Attachment:
    inner = part.get_payload() if part.is_multipart() else None
    message = inner[0] if isinstance(inner, list) and inner and isinstance(inner[0], Message) else None
    name = (
        file_name(part)
        or (header(message, "Subject").replace("/", "-").replace("\\", "-") if message else "")
        or "forwarded mail"
    )
    name = name if suffix_of(clean_name(name)) == ".eml" else f"{name[:100]}.eml"
    try:
        return Attachment(name, message.as_bytes() if message else _bytes(part))
    except (*BROKEN, RecursionError):
        return Attachment(name, why="it is damaged")


def _bytes(part: Message) -> bytes:
    try:
        data = part.get_payload(decode=True)
    except (*BROKEN, binascii.Error):
        return b""
    return data if isinstance(data, bytes) else b""
