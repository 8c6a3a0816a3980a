"""The packed parts of a workbook or a document: measured before anything opens them, and read as XML that can't grow."""

import io
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from xml.parsers import expat

from leverage.errors import UnreadableFile

MOST_UNPACKED = 400_000_000
MOST_MEMBERS = 5_000
_HARMLESS = 20_000_000  # a packed file may unpack to this much, however well it is packed
_HIGHEST_RATIO = 100  # sheets of real figures pack 5 to 30 times
_SAVE_AGAIN = "Open it in your spreadsheet program, save it again and choose it."
_INSTEAD = "Copy the table alone into a new workbook and choose that file."
_CHUNK = 1 << 20  # in small pieces, the parser reads one long token again and again

Begun = Callable[[str, Mapping[str, str]], None]
Ended = Callable[[str], None]


class Archive:
    """The parts of a packed file, none of them larger than what was measured; the advice ends the sentence of a damaged one."""

    def __init__(self, data: bytes, name: str, *, again: str = _SAVE_AGAIN, instead: str = _INSTEAD) -> None:
        self._name, self._again, self._instead = name, again, instead
        self._size = len(data)
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, EOFError) as problem:
            raise self.damaged() from problem
        members = self._zip.infolist()
        self.names = frozenset(member.filename for member in members)
        if len(members) > MOST_MEMBERS or len(self.names) != len(members):
            raise self.damaged()
        if any(member.flag_bits & 1 for member in members):
            raise UnreadableFile(f"{name} is protected with a password. Take the password off and choose the file again.")
        self._refuse_bomb(sum(member.file_size for member in members))

    def measure(self) -> None:
        """Unpack every part of markup once, keeping nothing: what the directory of an archive says may be a lie."""
        total = 0
        for name in sorted(self.names):
            if name.endswith((".xml", ".rels", ".bin", ".vml")):
                for chunk in self.chunks(name):
                    total += len(chunk)
                    self._refuse_bomb(total)

    def chunks(self, part: str) -> Iterator[bytes]:
        """Yield the bytes of a part."""
        try:
            member = self._zip.getinfo(part)
            # What is really in it is read, not only as much as the directory names; the sum is capped by `measure`.
            member.file_size = MOST_UNPACKED + 1
            with self._zip.open(member) as stream:
                while chunk := stream.read(_CHUNK):
                    yield chunk
        except (
            KeyError,
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            ValueError,
            OSError,
            NotImplementedError,
            RuntimeError,
        ) as cause:
            raise self.damaged() from cause

    def scan(self, part: str, begun: Begun, ended: Ended | None = None, text: Callable[[str], None] | None = None) -> None:
        """Call back for each element of a part, by its name without prefix; a part that declares entities is refused."""

        def start(tag: str, attributes: Mapping[str, str]) -> None:  # called some million times, most without a prefix
            begun(tag.rpartition(":")[2] if ":" in tag else tag, attributes)

        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = start
        if ended:
            parser.EndElementHandler = lambda tag: ended(tag.rpartition(":")[2])
        parser.CharacterDataHandler = text
        parser.StartDoctypeDeclHandler = self._refuse_doctype
        try:
            for chunk in self.chunks(part):
                parser.Parse(chunk, False)
            parser.Parse(b"", True)
        except (expat.ExpatError, LookupError, ValueError) as problem:
            raise self.damaged() from problem

    def damaged(self) -> UnreadableFile:
        """Return the sentence for an archive that is not whole."""
        return UnreadableFile(f"{self._name} is damaged or was not copied whole. {self._again}")

    def grown(self) -> UnreadableFile:
        """Return the sentence for an archive that holds far more than it seems to."""
        return UnreadableFile(f"{self._name} unpacks to far more than its size, so it is not opened. {self._instead}")

    def _refuse_bomb(self, unpacked: int) -> None:
        if unpacked > MOST_UNPACKED or unpacked > max(_HARMLESS, _HIGHEST_RATIO * self._size):
            raise self.grown()

    def _refuse_doctype(self, *_: object) -> None:
        raise self.damaged()
