"""The words of a Word document (.docx) in order: paragraphs, rows as `a | b`, then notes and comments."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from leverage.files.archives import Archive
from leverage.inbox.files.limits import MOST_CHARACTERS
from leverage.inbox.files.web import Page

_MOST_ELEMENTS = 1_000_000
_DEEPEST = 20  # tables in tables
_MOST_UNPACKED = 40_000_000  # bytes of one part
_AGAIN = "Open it in Word, save it again as .docx and choose that, or paste its text."
_INSTEAD = "Copy its text and paste it."
_MAIN = "word/document.xml"
_SKIPPED = frozenset(("del", "moveFrom", "Fallback", "instrText", "rPrChange", "pPrChange", "sectPr"))
_STRUCK = ("strike", "dstrike")
_NO = ("0", "false", "off", "none")
_ASIDE = (("word/footnotes.xml", "footnote"), ("word/endnotes.xml", "endnote"), ("word/comments.xml", "comment"))


class _Enough(Exception):
    """The part brought as much as is read."""


@dataclass
class _Words:
    """Takes the elements of one part and puts their words into lines."""

    lines: list[str] = field(default_factory=list)
    characters: int = 0
    elements: int = 0
    has_struck: bool = False
    is_cut: bool = False
    _paragraphs: list[list[str]] = field(default_factory=list)
    _cells: list[list[list[str]]] = field(default_factory=list)  # the cells of each row that is open, in tables in tables
    _deeper: int = 0  # rows that are open in tables deeper than that: their words belong to the cell around them
    _skipping: int = 0
    _is_text: bool = False
    _is_struck: bool = False
    _run: list[str] = field(default_factory=list)

    def begin(self, name: str, values: Mapping[str, str]) -> None:
        """Take the begin of an element."""
        self.elements += 1
        if self.elements > _MOST_ELEMENTS or self.characters > MOST_CHARACTERS:
            raise _Enough
        if self._skipping or name in _SKIPPED:
            self._skipping += name in _SKIPPED
            self.has_struck = self.has_struck or name == "del"
        elif name == "p":
            self._paragraphs.append([])
        elif name == "t":
            self._is_text = True
        elif name in ("tab", "ptab", "br", "cr", "noBreakHyphen"):
            self._run.append({"tab": "\t", "ptab": "\t", "noBreakHyphen": "-"}.get(name, "\n"))
        elif name == "r":
            self._run, self._is_struck = [], False
        elif name in _STRUCK or name == "vanish":
            self._is_struck = self._is_struck or _is_on(values)
        elif name == "numPr" and self._paragraphs and not self._paragraphs[-1]:
            self._paragraphs[-1].append("- ")
        elif name == "tr" and (self._deeper or len(self._cells) >= _DEEPEST):
            self._deeper += 1
        elif name == "tr":
            self._cells.append([])
        elif name == "tc" and self._cells and not self._deeper:
            self._cells[-1].append([])
        elif name == "comment":
            author = _value(values, "author")
            self.lines.append(f"Comment by {author}:" if author else "Comment:")

    def say(self, words: str) -> None:
        """Take words."""
        if self._is_text and not self._skipping:
            self._run.append(words)
            self.characters += len(words)

    def end(self, name: str) -> None:
        """Take the end of an element."""
        if self._skipping:
            self._skipping -= name in _SKIPPED
        elif name == "t":
            self._is_text = False
        elif name == "r":
            self._close_run()
        elif name == "p" and self._paragraphs:
            self._put("".join(self._paragraphs.pop()).strip("\n"))
        elif name == "tr" and self._deeper:
            self._deeper -= 1
        elif name == "tr" and self._cells:
            self._close_row()

    def _close_run(self) -> None:
        words = "".join(self._run)
        self._run = []
        if self._is_struck:
            self.has_struck = self.has_struck or bool(words.strip())
        elif words and self._paragraphs:
            self._paragraphs[-1].append(words)
        self._is_struck = False

    def _put(self, line: str) -> None:
        if self._cells and self._cells[-1]:
            self._cells[-1][-1].append(line)
        else:
            self.lines.append(line)

    def _close_row(self) -> None:
        cells = [" ".join(" ".join(cell).split()) for cell in self._cells.pop()]
        row = " | ".join(cells).rstrip(" |")
        if row:
            self._put(row)


def document_text(data: bytes, name: str) -> Page:
    """Return the text of a document; raises UnreadableFile for one that is damaged, locked or grows without bounds."""
    archive = Archive(data, name, again=_AGAIN, instead=_INSTEAD)
    main = _main_part(archive)
    parts = [*sorted(part for part in archive.names if part.startswith("word/header") and part.endswith(".xml")), main]
    texts: list[str] = []
    left_out: list[str] = []
    for part, what in [*((part, "") for part in parts), *_ASIDE]:
        if part not in archive.names:
            continue
        words = _words_of(archive, part)
        text = "\n".join(words.lines).strip("\n")
        if text and text not in texts:
            texts.append(text if not what or what == "comment" else f"{what.capitalize()}s:\n{text}")
        if words.is_cut:
            left_out.append("The document is very long; its end was left out. Choose its parts as files of their own.")
        if words.has_struck:
            left_out.append("Words that were deleted or struck out are left out.")
    return Page("\n\n".join(texts) + "\n" if texts else "", tuple(dict.fromkeys(left_out)))


def _words_of(archive: Archive, part: str) -> _Words:
    words = _Words()
    size = 0
    for chunk in archive.chunks(part):
        size += len(chunk)
        if size > _MOST_UNPACKED:
            raise archive.grown()
    try:
        archive.scan(part, words.begin, words.end, words.say)
    except _Enough:
        words.is_cut = True
    return words


def _main_part(archive: Archive) -> str:
    """Return which part holds the text: by convention, else as the archive itself says."""
    if _MAIN in archive.names:
        return _MAIN
    found: list[str] = []

    def begin(name: str, values: Mapping[str, str]) -> None:
        if name == "Relationship" and values.get("Type", "").endswith("/officeDocument"):
            found.append(values.get("Target", "").lstrip("/"))

    if "_rels/.rels" in archive.names:
        archive.scan("_rels/.rels", begin)
    if not found or found[0] not in archive.names:
        raise archive.damaged()
    return found[0]


def _value(values: Mapping[str, str], name: str) -> str:
    return next((value for key, value in values.items() if key.rpartition(":")[2] == name), "")


def _is_on(values: Mapping[str, str]) -> bool:
    return _value(values, "val").lower() not in _NO
