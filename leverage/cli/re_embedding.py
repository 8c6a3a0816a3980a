"""The command `re-embed`."""

import argparse
from typing import Any

from leverage.cli.telling import FINE, bar, home, say
from leverage.re_embedding import name_of, re_embed
from leverage.wording import show_count

_HELP = (
    "Give everything in the memory the embedding that the setting LEVERAGE_EMBEDDING names. Deals, texts and history stay as "
    "they are. It can be stopped at any time and goes on from there at the next call."
)


def add_commands(commands: Any) -> None:
    """Add the command to the parser."""
    commands.add_parser(
        "re-embed", help="change what finds memories by meaning, after the setting", description=_HELP
    ).set_defaults(run=_re_embed)


def _re_embed(asked: argparse.Namespace) -> int:
    with asked.open_store(home(asked)) as kb:
        with bar("Re-embedding") as progress:
            banks, texts = re_embed(kb, progress)
        name = name_of(kb)
    if banks:
        say(f"{show_count(banks, 'bank')} with {show_count(texts, 'text')} now have the embedding {name}.")
    else:
        say(f"Every bank has the embedding {name}. Nothing was to be done.")
    return FINE
