"""Bytes as text: the byte order mark first, then zero bytes, then strict UTF-8, then the likeliest code page."""

import re
from dataclasses import dataclass

from leverage.errors import UnreadableFile
from leverage.files.codepages import CODE_PAGES, likely_pages, possible_pages

ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", *CODE_PAGES)

_MARKS = {
    b"\xff\xfe\0\0": "utf-32",
    b"\0\0\xfe\xff": "utf-32",
    b"\xef\xbb\xbf": "utf-8-sig",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}
_SAVE_AS = "Save it as “CSV UTF-8” and choose that file."
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1b\x7f]")
_SEQUENCE = re.compile(rb"[\xc2-\xf4][\x80-\xbf]{1,3}")
_PARTING = re.compile(r"[\r\n\t,;|]")
_SAMPLE = 1 << 16


@dataclass(frozen=True)
class Decoded:
    """The text of a file and how it was read; `is_sure` is False where the bytes can't tell between the encodings."""

    text: str
    encoding: str
    encodings: tuple[str, ...]
    is_sure: bool


def decode(data: bytes, name: str, encoding: str | None = None, *, advice: str = _SAVE_AS) -> Decoded:
    """Return the text in the encoding a person chose, else in the likeliest; raises UnreadableFile with `advice`."""
    found = _candidates(data, name, advice)
    chosen = found[0] if encoding is None else _checked(encoding, name)
    text = _read(data, chosen, name, advice).rstrip("\0\x1a")
    sure = encoding is not None or (chosen not in CODE_PAGES and "\ufffd" not in text)
    _refuse_no_text(text, name, "Choose another encoding." if encoding else advice)
    return Decoded(text, chosen, (chosen, *(other for other in found if other != chosen)), sure)


def _candidates(data: bytes, name: str, advice: str) -> list[str]:
    """Return the encodings these bytes can be in, the likeliest first."""
    for mark, encoding in _MARKS.items():
        if data.startswith(mark):
            return [encoding]
    if b"\0" in data.rstrip(b"\0\x1a"):
        return [_wide(data, name, advice)]
    if data.isascii():
        return ["utf-8"]
    valid, invalid = _utf8_signs(data)
    # A file of UTF-8 with a few broken signs is still one: any code page would spoil all the others.
    if invalid == 0 or valid >= max(2, 2 * invalid):
        return ["utf-8", *possible_pages(data)]
    return likely_pages(data)


def _wide(data: bytes, name: str, advice: str) -> str:
    """Return which half of each pair of bytes is zero, which tells UTF-16 without a mark."""
    sample = data[:_SAMPLE]
    first, second = sample[::2].count(0), sample[1::2].count(0)
    encoding = "utf-16-le" if second >= first else "utf-16-be"
    # Even in a script beyond Latin the delimiters, figures and line ends leave zeros, all in the same half.
    lopsided = max(first, second) >= 0.03 * len(sample) and min(first, second) * 20 <= max(first, second)
    if lopsided and _PARTING.search(sample[: len(sample) & ~1].decode(encoding, "replace")):
        return encoding
    raise UnreadableFile(f"{name} holds zero bytes, so it is no plain text file. {advice}")


def _utf8_signs(data: bytes) -> tuple[int, int]:
    """Return how many signs beyond ASCII are UTF-8 and how many bytes are not."""
    text = data.decode("utf-8", "replace")
    invalid = text.count("\ufffd") - data.count(b"\xef\xbf\xbd")
    return len(_SEQUENCE.findall(data)) if invalid else 1, invalid


def _read(data: bytes, encoding: str, name: str, advice: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as problem:
        if encoding == "utf-8":
            valid, invalid = _utf8_signs(data)
            if valid >= max(2, 2 * invalid):
                return data.decode(encoding, "replace")
        line = data.count(b"\n", 0, problem.start) + 1
        raise UnreadableFile(
            f"{name} can't be read as {encoding}: line {line:,} holds a byte that does not fit. Choose another encoding. {advice}"
        ) from None
    except UnicodeError:
        raise UnreadableFile(f"{name} can't be read as {encoding}. Choose another encoding. {advice}") from None


def _checked(encoding: str, name: str) -> str:
    plain = encoding.strip().lower()
    if plain not in ENCODINGS:
        raise UnreadableFile(f"{name} can't be read as “{encoding}”. Choose one of: {', '.join(ENCODINGS)}.")
    return plain


def _refuse_no_text(text: str, name: str, advice: str) -> None:
    controls = sum(1 for _ in _CONTROLS.finditer(text, 0, _SAMPLE))
    if "\0" in text or controls > max(4, min(len(text), _SAMPLE) // 200):
        raise UnreadableFile(f"{name} holds bytes that are no plain text. {advice}")
