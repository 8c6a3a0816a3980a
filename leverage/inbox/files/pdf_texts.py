"""The texts of a PDF's pages as lines of JSON; a program of its own, since a broken file can end the one that reads it.

It reads the file from its input and writes first how many pages there are, then each page's text. Its arguments are how
many pages and characters it writes and how many seconds it works. It knows nothing of the rest of the product.
"""

import io
import json
import sys
from contextlib import suppress

PROTECTED = 3
DAMAGED = 4
OUT_OF_TIME = -24  # ended by SIGXCPU
_MOST_MEMORY = 1_500_000_000
_PASSWORD = 4  # what PDFium says where it needs one


def write_texts(data: bytes, out: io.TextIOBase, pages: int, characters: int) -> None:
    """Write the number of pages, then for each page its text and whether it holds a picture where it has none."""
    import pypdfium2  # here, since who starts this program only needs its codes

    document = pypdfium2.PdfDocument(data)
    out.write(json.dumps({"pages": len(document)}) + "\n")
    for number in range(min(len(document), pages)):
        text = ""
        with suppress(RuntimeError):  # one broken page among good ones
            page = document[number]
            words = page.get_textpage()
            text = words.get_text_range(0, min(words.count_chars(), characters))
            words.close()
            page.close()
        characters -= len(text)
        out.write(json.dumps({"text": text}) + "\n")
        out.flush()
        if characters <= 0:
            return


def main() -> int:
    """Read the file and write what its pages say; returns 0, or why it could not."""
    pages, characters, seconds = (int(argument) for argument in sys.argv[1:4])
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    out = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", errors="surrogatepass", newline="\n")
    try:
        write_texts(sys.stdin.buffer.read(), out, pages, characters)
        out.flush()
    except RuntimeError as problem:  # what PDFium raises is one
        return PROTECTED if getattr(problem, "err_code", None) == _PASSWORD else DAMAGED
    return 0


if __name__ == "__main__":
    sys.exit(main())
