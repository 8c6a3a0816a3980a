"""A web page or the body of a mail in HTML as the text that a person sees, quotes with `> `, rows with ` | `."""

import re
from dataclasses import dataclass, field

from leverage.inbox.files.markup import Tag, pieces

_MOST_PIECES = 300_000
_DEEPEST = 20  # quotes in quotes, and tables in tables
_BLOCKS = frozenset(
    (
        *(
            "address",
            "article",
            "aside",
            "body",
            "center",
            "dd",
            "details",
            "dialog",
            "div",
            "dl",
            "dt",
            "fieldset",
            "figcaption",
        ),
        *(
            "figure",
            "footer",
            "form",
            "header",
            "hr",
            "html",
            "li",
            "main",
            "nav",
            "ol",
            "option",
            "section",
            "select",
            "summary",
            "ul",
        ),
    )
)
_APART = frozenset(("p", "h1", "h2", "h3", "h4", "h5", "h6", "pre"))
_UNSEEN = frozenset(
    (
        *("head", "script", "style", "title", "template", "noscript", "svg", "math", "object", "canvas", "iframe", "noembed"),
        *("noframes", "xmp", "textarea", "audio", "video", "datalist"),
    )
)
_STRUCK = frozenset(("s", "strike", "del"))
_VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"))
_NOTHING = r"0*(?:\.0+)?(?:px|pt|r?em|vh|%)?\s*(?:;|!|$)"
_HIDES = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all"
    rf"|(?<![\w-])opacity\s*:\s*{_NOTHING}|font-size\s*:\s*(?:{_NOTHING}|[01](?:\.\d+)?(?:px|pt)\s*(?:;|!|$))"
    r"|(?<![\w-])(?:left|top|right|text-indent|margin-left)\s*:\s*-\d{4,}(?:\.\d+)?(?:px|pt|r?em)",
    re.IGNORECASE,
)
_CLIPS = re.compile(rf"(?<![\w-])(?:max-)?(?:height|width)\s*:\s*{_NOTHING}", re.IGNORECASE)
_CUTS_OFF = re.compile(r"overflow(?:-[xy])?\s*:\s*(?:hidden|clip)", re.IGNORECASE)
_STRIKES = re.compile(r"text-decoration[^;]*line-through", re.IGNORECASE)
_INDENTS = re.compile(r"border\s*:\s*none", re.IGNORECASE)
_SPACES = re.compile(r"[ \t\r\n\f\u00a0]+")
_LONGEST_CELL = 300

Line = tuple[int, str]  # how deep it is quoted, and what it says


@dataclass(frozen=True)
class Page:
    """What a page says, and in sentences what was left out."""

    text: str
    left_out: tuple[str, ...] = ()


@dataclass
class _Table:
    """A row that is being read, and the lines that it was put among."""

    outer: list[Line]
    cells: list[list[Line]] = field(default_factory=list)


def page_text(markup: str) -> Page:
    """Return the text of HTML; what is hidden or struck out is no part of it."""
    reader = _Reader()
    left_out: list[str] = []
    for number, piece in enumerate(pieces(markup)):
        if number == _MOST_PIECES:
            left_out.append("The page is very long; its end was left out. Copy what matters of it and paste it.")
            break
        if isinstance(piece, str):
            reader.say(piece)
        else:
            reader.mark(piece)
    if reader.has_struck:
        left_out.append("Words that were struck out are left out.")
    return Page(reader.text(), tuple(left_out))


class _Reader:
    """Puts words into lines as the tags around them tell."""

    def __init__(self) -> None:
        self.has_struck = False
        self._lines: list[Line] = []
        self._line: list[str] = []
        self._depth = 0
        self._quotes: list[bool] = []
        self._tables: list[_Table] = []
        self._unseen, self._nested = "", 0
        self._is_kept = 0  # how many <pre> are open

    def say(self, words: str) -> None:
        """Take words as they stand between two tags."""
        if self._unseen or not words:
            return
        if self._is_kept:
            first, *others = words.replace("\r\n", "\n").split("\n")
            self._line.append(first)
            for other in others:
                self._break()
                self._line.append(other)
            return
        plain = _SPACES.sub(" ", words)
        if plain != " " or self._line:
            self._line.append(plain)

    def mark(self, tag: Tag) -> None:
        """Take a tag."""
        if self._unseen:
            self._pass_over(tag)
        elif not tag.is_end and self._is_unseen(tag):
            self._unseen, self._nested = tag.name, 1
        elif tag.name == "br":
            self._break(always=True)
        elif tag.name == "blockquote":
            self._quote(tag)
        elif tag.name in ("table", "tr", "td", "th"):
            self._table(tag)
        elif tag.name in _APART:
            self._part(tag)
        elif tag.name in _BLOCKS:
            self._break()
            if tag.name == "li" and not tag.is_end:
                self._line.append("- ")

    def text(self) -> str:
        """Return all lines, with what is still open closed."""
        while self._tables:
            self._end_row()
            self._tables.pop()
        self._break()
        said: list[str] = []
        for depth, words in self._lines:
            line = ("> " * depth + words).rstrip()
            if line.strip("> ") or (said and said[-1].strip("> ")):
                said.append(line)
        return "\n".join(said).strip("\n") + "\n" if said else ""

    def _is_unseen(self, tag: Tag) -> bool:
        if tag.name in _UNSEEN:
            return True
        if tag.name in _VOID:
            return False
        values = tag.values() if tag.rest else {}
        style = values.get("style", "")
        is_struck = tag.name in _STRUCK or bool(_STRIKES.search(style))
        self.has_struck = self.has_struck or is_struck
        return is_struck or "hidden" in values or _is_hidden(style)

    def _pass_over(self, tag: Tag) -> None:
        if tag.name == self._unseen:
            self._nested += -1 if tag.is_end else 1
            if not self._nested:
                self._unseen = ""

    def _break(self, *, always: bool = False) -> None:
        words = "".join(self._line)
        words = words.rstrip() if self._is_kept else words.strip()
        self._line = []
        if words.strip("- ") or always or self._is_kept:
            self._lines.append((min(self._depth, _DEEPEST), words))

    def _part(self, tag: Tag) -> None:
        self._break()
        if "msonormal" not in tag.rest.lower()[:200] and self._lines and self._lines[-1][1]:
            self._lines.append((min(self._depth, _DEEPEST), ""))
        if tag.name == "pre":
            self._is_kept = max(0, self._is_kept + (-1 if tag.is_end else 1))

    def _quote(self, tag: Tag) -> None:
        self._break()
        if not tag.is_end:
            values = tag.values()
            is_indent = bool(_INDENTS.search(values.get("style", ""))) and "type" not in values and "class" not in values
            self._quotes.append(not is_indent)
            self._depth += not is_indent
        elif self._quotes:
            self._depth -= self._quotes.pop()

    def _table(self, tag: Tag) -> None:
        if tag.name == "table":
            self._break()
            if not tag.is_end and len(self._tables) < _DEEPEST:
                self._tables.append(_Table(self._lines))
            elif tag.is_end and self._tables:
                self._end_row()
                self._tables.pop()
        elif not self._tables:
            self._break()
        elif tag.name == "tr":
            self._end_row()
        elif not tag.is_end:
            self._break()
            self._lines = []
            self._tables[-1].cells.append(self._lines)
        else:
            self._break()

    def _end_row(self) -> None:
        """Put the cells of a row on one line, where each says one line."""
        self._break()
        table = self._tables[-1]
        cells = [[line for line in cell if line[1]] for cell in table.cells]
        if all(len(cell) <= 1 and (not cell or len(cell[0][1]) <= _LONGEST_CELL) for cell in cells):
            said = [cell[0] for cell in cells if cell]
            if said:
                table.outer.append((said[0][0], " | ".join(words for _, words in said)))
        else:
            for cell in table.cells:
                table.outer += cell
        table.cells = []
        self._lines = table.outer


def _is_hidden(style: str) -> bool:
    """Say whether nobody sees what has this style."""
    if not style:
        return False
    return bool(_HIDES.search(style) or (_CUTS_OFF.search(style) and _CLIPS.search(style)))
