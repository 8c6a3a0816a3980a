"""A probe from inside a container: ends with 0 where every address answers 200 with what was asked for, with 1 elsewhere.

`probe.py URL WORD [URL WORD …]`; the word must stand in the answer, since an unknown path of the app answers 200 with its page.
"""

import sys
import urllib.request

SECONDS = 5
LONGEST = 10_000  # characters of an answer


def is_well(url: str, word: str) -> bool:
    """Say whether an address answers 200 with this word in it."""
    try:
        with urllib.request.urlopen(url, timeout=SECONDS) as answer:
            return answer.status == 200 and word.encode() in answer.read(LONGEST)
    except OSError as problem:
        sys.stderr.write(f"{url}: {problem}\n")
        return False


if __name__ == "__main__":
    asked = sys.argv[1:]
    is_right = bool(asked) and len(asked) % 2 == 0
    sys.exit(0 if is_right and all(is_well(url, word) for url, word in zip(asked[::2], asked[1::2], strict=True)) else 1)
