"""A broken object in a text, written anew as JSON as far as single signs go, up to where it ends or was cut off.

A text may end anywhere. A number, word or item at its very end may be the first half of another one, so it is left out.
"""

import json
import re
from dataclasses import dataclass, field

from leverage.reflect.quotes import OPENERS, QUOTE, STOPS, plain_number, unescaped

DEEPEST = 60

_PLAIN = {"｛": "{", "｝": "}", "［": "[", "］": "]", "【": "[", "】": "]", "：": ":", "，": ",", "、": ",", "；": ";"}
_BLANK = re.compile(r"\s*")
_COMMENT = re.compile(r"//[^\n]*|/\*.{0,500}?\*/|#[^\n]*", re.DOTALL)
_NEXT_KEY = re.compile(rf"(?:(?:{QUOTE})|[\w$][\w $.-]{{0,40}}\s{{0,8}}[:：=]|[}}｝,;]|//|/\*|#|\.\.\.|$)")
_NEXT_ITEM = re.compile(
    rf"(?:(?:{QUOTE})|[\]\[{{}}()］,;]|[-+.\d]|(?:true|false|null|none|nan|undefined)\b|[a-z]*$|//|/\*|#)", re.IGNORECASE
)
_KEY_FOLLOWS = re.compile(r"""["'“”„‘’«»「『]\s{0,8}[\w $.-]{1,40}["'“”„‘’«»」』]\s{0,8}[:：=]""")
_KEY_LIKE = re.compile(r"[\w $.-]{1,40}")
_REMARK = re.compile(r"\s(?://|/\*|#)")
_BARE = re.compile(r"[^,:\n{}\[\]，：｛｝］]+")
_BARE_VALUE = re.compile(r"""(?:[^,\n{}\[\]，｛｝］;]|;(?!\s{0,9}["'“«]))+""")
_DOUBLED = re.compile(r'[{｛]\s*""\w')
_LITERALS = {"true": "true", "false": "false", "null": "null", "none": "null", "nan": "null", "undefined": "null", "nil": "null"}
_JOINED = re.compile(r"\s{0,40}\+\s{0,40}(?=[\"'`])")
_AFTER_LINE = re.compile(r"[ \t]*\n\s*[\w(*#]")
_SEMICOLON = re.compile(r""";\s*(?:["'“”„‘’`«}\]]|[\w $.-]{1,40}[:=]|\n|$)""")
_JSON_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,30})(?:\.\d{1,30})?(?:[eE][-+]?\d{1,3})?")
_CLOSED_BY = {"{": "}", "[": "]", "(": "]", "<": "]"}  # `<` stands for a brace that holds a list


@dataclass
class Rewrite:
    """One walk over a text that writes JSON: every string quoted and escaped anew, signs plain, comments left out.

    `safe` is how much of `out` ends with a whole value, and which brackets are open there.
    """

    text: str
    at: int
    out: list[str] = field(default_factory=list)
    stack: list[str] = field(default_factory=list)
    safe: tuple[int, tuple[str, ...]] = (0, ())
    numbers: set[str] = field(default_factory=set)
    wants_key: bool = False
    glue: str = ""
    key: str | None = None
    cut_key: str | None = None
    cut_text: str = ""
    is_too_deep: bool = False
    is_doubled: bool = False
    is_left: bool = False
    keys: list[str | None] = field(default_factory=list)  # the last key in each open bracket
    names: list[set[str]] = field(default_factory=list)
    has_doubles: bool = False
    doubtful: set[str] = field(default_factory=set)  # keys whose value a further one follows

    def run(self) -> None:
        """Walk to the end of the object, or of the text."""
        self.is_doubled = _DOUBLED.match(self.text, self.at) is not None
        while self.at < len(self.text) and not self.is_too_deep:
            char = self.text[self.at]
            if char.isspace():
                self.out.append(char)
                self.at += 1
            elif not self._step(_PLAIN.get(char, char)):
                return

    def written(self) -> str:
        """Return what was read as JSON, closed where the text ended too early."""
        if not self.stack:
            return "".join(self.out)
        length, stack = self.safe
        return "".join(self.out[:length]) + "".join(_CLOSED_BY[char] for char in reversed(stack))

    def _step(self, char: str) -> bool:
        """Read one token; False where the object or the text ends."""
        if char in "{[" or (char == "(" and not self.wants_key):
            self._open(char)
        elif char in "}]" or (char == ")" and "(" in self.stack):
            self._close(char)
            return bool(self.stack)
        elif char in ",:=" or (char == ";" and _SEMICOLON.match(self.text, self.at)):
            self._separate("," if char == ";" else char)
        elif comment := _COMMENT.match(self.text, self.at):
            self.at = comment.end()
        elif opener := self._opener():
            return self._string(opener)
        else:
            return self._bare()
        return True

    def _open(self, char: str) -> None:
        self.stack.append(char)
        self.keys.append(None)
        self.names.append(set())
        self.out += (self.glue, "[" if char == "(" else char)
        self.glue = ""
        self.at += 1
        self.wants_key = char == "{"
        self.is_too_deep = len(self.stack) > DEEPEST
        self._is_safe()

    def _close(self, char: str) -> None:
        openers = {"}": "<" if self.stack[-1:] == ["<"] else "{", "]": "[", ")": "("}
        if self._last() == ",":  # the comma of a value that never came
            while self.out.pop() != ",":
                pass
        self.out.append("]" if char == ")" or openers[char] == "<" else char)
        self.at += 1
        if openers[char] in self.stack:
            while self.stack.pop() != openers[char]:
                self.keys.pop()
                self.names.pop()
            self.keys.pop()
            self.names.pop()
        self.wants_key = bool(self.stack) and self.stack[-1] == "{"
        self.glue = ","
        self._is_safe()

    def _separate(self, char: str) -> None:
        self.at += 2 if self.text.startswith("=>", self.at) else 1
        self.glue = ""
        if char == "," and self._last() in ",[{":
            return  # twice, or before the first value
        self.out.append("," if char == "," else ":")
        self.wants_key = char == "," and self.stack[-1] == "{"

    def _last(self) -> str:
        """Return the last sign that was written, white space aside."""
        return next((piece[-1] for piece in reversed(self.out) if piece and not piece.isspace()), "{")

    def _is_safe(self) -> None:
        self.safe = (len(self.out), tuple(self.stack))

    def _opener(self) -> str | None:
        if self.text.startswith('"""', self.at):
            return '"""'
        if self.text.startswith('""', self.at):
            follows = self.text[self.at + 2 : self.at + 3]
            return '""' if self.is_doubled and follows and not follows.isspace() and follows not in ",:}])，：｝］#/" else '"'
        for opener in OPENERS:
            if self.text.startswith(opener, self.at):
                return opener
        return None

    def _string(self, opener: str) -> bool:
        start = self.at + len(opener)
        content, end = self._content(start, opener)
        if end is None and (closing := self._closing_line(start, opener)):
            content, end = self.text[start : closing - 1], closing
            self.is_left = True
        if opener == '\\"':
            content = unescaped(content)
        content = unescaped(content)
        while end is not None and not self.wants_key and '"' not in content and (joined := _JOINED.match(self.text, end)):
            opener = self.text[joined.end()]
            more, end = self._content(joined.end() + 1, opener)
            content += unescaped(more)
        if end is None:
            self.cut_key, self.cut_text = (None if self.wants_key else self.key), content
            self.at = len(self.text)
            return False
        self.at = end
        if not (self.wants_key and self._is_stray()):
            self._take(json.dumps(content, ensure_ascii=False), content)
        return not self.is_left

    def _closing_line(self, start: int, opener: str) -> int | None:
        """Return where a string ends whose object is never closed: at its only further quote, if prose follows on a new line."""
        at = self.text.find(opener, start) if opener in ('"', "'", "`") else -1
        only = at > start and self.text.find(opener, at + 1) < 0 and self.text[at - 1] != "\\"
        return at + 1 if only and _AFTER_LINE.match(self.text, at + 1) else None

    def _take(self, written: str, content: str) -> None:
        """Keep a key or a whole value; the sign that has to follow it is put in where the text lacks it."""
        self.out += (self.glue, written)
        self.glue = ":" if self.wants_key else ","
        if self.wants_key:
            self.key, self.keys[-1], self.wants_key = content, content, False
            self.has_doubles |= content in self.names[-1]
            self.names[-1].add(content)
        else:
            self._is_safe()
            self.wants_key = bool(self.stack) and self.stack[-1] == "{"

    def _content(self, start: int, opener: str) -> tuple[str, int | None]:
        """Return what stands between the quotes, and where the closing one ends; None if there is none."""
        at = start
        while stop := STOPS[opener].search(self.text, at):
            at = stop.end()
            if stop["escaped"] is None and self._closes(start, stop.start(), at) and self._is_own(start, stop, opener):
                return self.text[start : stop.start()], at
            if stop["escaped"] is None:
                at = stop.start() + 1
        return self.text[start:], None

    def _is_own(self, start: int, stop: re.Match[str], opener: str) -> bool:
        """Return whether a curly quote may close a string that a straight one opened: not if it ends a quotation inside."""
        if opener != '"' or stop[0] == '"':
            return True
        inside = self.text[start : stop.start()]
        return not inside or not any(char in inside for char in "“”„«»")

    def _closes(self, start: int, at: int, end: int) -> bool:
        """Return whether a quote ends its string, by what follows it: a quote inside a text is followed by more text."""
        blank = _BLANK.match(self.text, end)
        follows = blank.end() if blank else end
        char = _PLAIN.get(self.text[follows : follows + 1], self.text[follows : follows + 1])
        in_object = bool(self.stack) and self.stack[-1] == "{"
        if char == "+" and _JOINED.match(self.text, end):
            return True
        if not char or char in "}])#" or self.text.startswith(("//", "/*"), follows):
            return True
        if self.wants_key and char in "\"'“[{" and _KEY_LIKE.fullmatch(self.text, start, at):
            return True
        if char in ":=":
            return self.wants_key or (not in_object and bool(_KEY_LIKE.fullmatch(self.text, start, at)))
        if char == "," or (char == ";" and _SEMICOLON.match(self.text, follows)):
            blank = _BLANK.match(self.text, follows + 1)
            after = blank.end() if blank else follows + 1
            return bool((_NEXT_KEY if in_object else _NEXT_ITEM).match(self.text, after))
        return bool(_KEY_FOLLOWS.match(self.text, follows)) or (not in_object and char in "\"'“„" and follows > end)

    def _is_stray(self) -> bool:
        """Return whether a word where a key is wanted is a further value of the key before it, which then has none."""
        follows = _BLANK.match(self.text, self.at)
        after = follows.end() if follows else self.at
        key = self.keys[-1]
        if self.text[after : after + 1] not in (",", "}", "，", "｝", ";"):
            return False
        if key is None:  # a list in braces
            self.out[len(self.out) - 1 - self.out[::-1].index("{")] = "["
            self.stack[-1], self.wants_key = "<", False
            return False
        self.doubtful.add(key)
        return True

    def _ends_word(self, end: int) -> bool:
        """Return whether a word without quotes ends here, and not because the text around it was broken off."""
        blank = _BLANK.match(self.text, end)
        after = blank.end() if blank else end
        follows = self.text[after : after + 60]
        return _PLAIN.get(follows[:1], follows[:1]) in ",:=}])" or bool(_NEXT_KEY.match(follows) or _COMMENT.match(follows))

    def _bare(self) -> bool:
        """Read a word or number without quotes; one that the text ends with may go on and is left out."""
        found = (_BARE if self.wants_key else _BARE_VALUE).match(self.text, self.at)
        end = found.end() if found else self.at + 1
        word = self.text[self.at : end]
        if ")" in word and "(" in self.stack and "(" not in word:
            word = word[: word.index(")")]
            end = self.at + len(word)
        if remark := _REMARK.search(word):
            word = word[: remark.start() + 1]
            end = self.at + len(word)
        self.at = end
        if end >= len(self.text) or not self._ends_word(end):
            return False
        word = word.strip().rstrip("\"'“”")
        if _SEMICOLON.fullmatch(word[-1:]):
            word = word[:-1].rstrip()
        if word in ("", "...", "…", ";", "+"):
            return True
        word = plain_number(word)
        if self.wants_key and self._is_stray():
            return True
        if _JSON_NUMBER.fullmatch(word):
            self.numbers.add(word)
            self._take(word, word)
        else:
            self._take(_LITERALS.get(word.casefold()) or json.dumps(word, ensure_ascii=False), word)
        return True
