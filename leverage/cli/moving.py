"""The command `move`: the memory from the store's folder to Chroma's own server or Chroma Cloud, and back."""

import argparse
from contextlib import ExitStack
from typing import Any

from leverage import transfer
from leverage.cli.status import FINE
from leverage.cli.terminal import Terminal
from leverage.embedding_choice import embedding_for
from leverage.errors import BadSettings, LeverageError
from leverage.memory.choosing import server_of
from leverage.settings import Settings, load_settings
from leverage.wording import show_count

CLOUD = "cloud"
_ALONE = "A memory is moved while nothing has the store open, and the app has this one open. Close the app, then move."
_HELP = (
    "Copy the memory to a server, or back into the folder, and compare all of it; only then it counts there. Close the app "
    "first, at every replica. What was stopped half-way goes on with the same command."
)


def add_commands(commands: Any) -> None:
    """Add the command to the parser."""
    moving = commands.add_parser("move", help="move the memory to a server, or back", description=_HELP)
    way = moving.add_mutually_exclusive_group(required=True)
    way.add_argument(
        "--to", metavar="URL", help=f"the address of Chroma's own server, or “{CLOUD}” for Chroma Cloud as its variables name it"
    )
    way.add_argument("--here", action="store_true", help="from the server that LEVERAGE_CHROMA_URL names into the store's folder")
    moving.set_defaults(run=_move, alone=_ALONE)


def _move(asked: argparse.Namespace, terminal: Terminal) -> int:
    settings = load_settings()
    embedding = embedding_for(settings.embedding)
    with ExitStack() as bars:

        def stage(label: str) -> Any:
            return bars.enter_context(terminal.bar(label))

        if asked.here:
            server = server_of(settings)
            if server is None:
                raise LeverageError("Name the server that the memory is on: set LEVERAGE_CHROMA_URL, then move.")
            moved = transfer.to_folder(terminal.home, server, embedding, stage)
        else:
            server = server_of(_settings_for(asked.to, settings))
            if server is None:
                raise LeverageError("Chroma Cloud is named by CHROMA_API_KEY and CHROMA_DATABASE. Set both, then move.")
            moved = transfer.to_server(terminal.home, server, embedding, stage)
    terminal.say(
        f"{show_count(moved.memories, 'text')} of {show_count(moved.banks, 'bank')} moved to {moved.place}, and compared to "
        "the letter."
    )
    terminal.say(
        "From now on start the app with LEVERAGE_CHROMA_URL unset. The server keeps a copy, and lets no app in: delete it there, "
        "since it keeps what is erased from now on."
        if asked.here
        else "From now on start the app with LEVERAGE_CHROMA_URL set to it. The folder keeps a copy, which is used no "
        "more: delete its banks once you are content, since they keep what is erased from now on."
    )
    return FINE


def _settings_for(to: str, settings: Settings) -> Settings:
    if to == CLOUD:
        return settings.model_copy(update={"chroma_url": None})
    try:
        return settings.model_copy(update={"chroma_url": Settings.model_validate({"chroma_url": to}).chroma_url})
    except ValueError:
        raise BadSettings(f"{to!r} is no address of a server. Write one like http://chroma:8000.") from None
