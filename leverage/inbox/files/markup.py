"""HTML cut into its words and tags, in time that grows with its length alone, however broken it is."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

# Possessive: a tag that never ends is looked at once, and what follows it is no text, as in a browser.
_TAG = re.compile(r"""<(/?)([a-zA-Z][^\s/>]*+)((?:[^>=]++|=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+)?+)*+)>""")
_VALUES = re.compile(r"""([^\s=/>"']{1,40})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))|([^\s=/>"']{1,40})""")
_LONG_NUMBER = re.compile("&#[xX]?[0-9a-fA-F]{8,};?")
_READ_OF_A_TAG = 3_000  # characters
_RAW = ("script", "style", "textarea", "title", "xmp", "noembed", "noframes", "iframe")
_ENDS = {name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE) for name in _RAW}


@dataclass(frozen=True)
class Tag:
    """A tag by its name in small letters, with what it says further."""

    name: str
    is_end: bool
    rest: str

    def values(self) -> dict[str, str]:
        """Return the attributes by their names in small letters."""
        found: dict[str, str] = {}
        for name, double, single, bare, alone in _VALUES.findall(self.rest[:_READ_OF_A_TAG]):
            found.setdefault((name or alone).lower(), html.unescape(_LONG_NUMBER.sub("", double or single or bare)))
        return found


def pieces(markup: str) -> Iterator[str | Tag]:
    """Yield the words and the tags of HTML in order; scripts, styles, comments and declarations are passed over."""
    at = 0
    while at < len(markup):
        opened = markup.find("<", at)
        if opened < 0:
            yield _words(markup[at:])
            return
        if opened > at:
            yield _words(markup[at:opened])
        at = _past_silent(markup, opened)
        if at != opened:
            continue
        tag = _TAG.match(markup, opened)
        if tag:
            name = tag[2].lower()
            at = tag.end()
            yield Tag(name, bool(tag[1]), tag[3])
            if name in _ENDS and not tag[1]:
                end = _ENDS[name].search(markup, at)
                at = end.start() if end else len(markup)
        elif markup[opened + 1 : opened + 3].lstrip("/")[:1].isalpha():
            return  # a tag without an end
        else:
            yield "<"
            at = opened + 1


def _past_silent(markup: str, at: int) -> int:
    """Return where a comment or declaration that begins here ends; where it stands if none does."""
    if markup.startswith("<!--", at):
        if markup.startswith(("<!-->", "<!--->"), at):
            return markup.index(">", at) + 1
        end = markup.find("-->", at + 4)
        return end + 3 if end >= 0 else len(markup)
    if markup[at + 1 : at + 2] in ("!", "?"):
        end = markup.find(">", at)
        return end + 1 if end >= 0 else len(markup)
    return at


def _words(text: str) -> str:
    return html.unescape(_LONG_NUMBER.sub("", text)) if "&" in text else text
