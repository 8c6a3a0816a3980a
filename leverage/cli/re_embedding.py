"""The command `re-embed`."""

import argparse
from typing import Any

from leverage.cli.status import FINE
from leverage.cli.terminal import Terminal
from leverage.errors import LeverageError
from leverage.re_embedding import is_set, name_of, re_embed
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


def _re_embed(asked: argparse.Namespace, terminal: Terminal) -> int:
    with terminal.open_store() as kb:
        name = name_of(kb)
        if terminal.setting and not is_set(kb, terminal.setting):
            raise LeverageError(
                f"The app that holds the store was started with the embedding {name}, and here LEVERAGE_EMBEDDING is "
                f"{terminal.setting}. Start the app anew with this setting, then run the command again."
            )
        with terminal.bar("Re-embedding") as progress:
            banks, texts = re_embed(kb, progress)
    if banks:
        terminal.say(f"{show_count(banks, 'bank')} with {show_count(texts, 'text')} now have the embedding {name}.")
    else:
        terminal.say(f"Every bank has the embedding {name}. Nothing was to be done.")
    return FINE
