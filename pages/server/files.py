"""Files made for a page: their addresses open them for whoever was told of them, and for nobody else.

Streamlit keeps what a page offers under an address made of the content, and gives it to whoever asks. So what pages tell is
listened to, and an address that no page of a person told them answers as one that is not there.
"""

from collections.abc import Iterator
from os.path import splitext
from typing import Any, Final

from google.protobuf.message import DecodeError, Message
from starlette.types import Receive, Scope, Send
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from pages.server.asgi import path, refuse

MOST: Final = 2_000  # files that are known to be somebody's, the newest
NOT_YOURS: Final = "This file is not there any more, or was not made for you. Open its page and take it there."
_FILES: Final = "/media/"
_FIELDS: Final = frozenset({"url", "favicon", "image", "icon_image"})  # in which a page tells an address; none is typed by people


class Files:
    """Which files each person was told of by a page; for one event loop."""

    def __init__(self) -> None:
        self._told: dict[str, dict[str, None]] = {}  # ids by person, the newest last

    def telling(self, send: Send, email: str) -> Send:
        """Return `send` of a person's page, listened to."""

        async def send_listened(message: Any) -> None:
            if message["type"] == "websocket.send":
                self._hear(message.get("bytes") or b"", email)
            await send(message)

        return send_listened

    def is_anothers(self, scope: Scope, email: str) -> bool:
        """Say whether a request is for a file of which no page told the person."""
        asked = path(scope)
        return asked.startswith(_FILES) and _id(asked) not in self._told.get(email, {})

    def _hear(self, data: bytes, email: str) -> None:
        if _FILES.encode() not in data:
            return
        mine = self._told.setdefault(email, {})
        for file_id in _ids(data):
            mine.pop(file_id, None)
            mine[file_id] = None
        for file_id in list(mine)[:-MOST]:
            del mine[file_id]


async def refuse_file(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer for a file that is another's as for one that is not there."""
    await refuse(scope, receive, send, NOT_YOURS, 404)


def _ids(data: bytes) -> list[str]:
    try:
        message = ForwardMsg.FromString(data)
    except DecodeError:
        return []
    return [_id(address) for address in _addresses(message) if address.startswith(_FILES)]


def _addresses(message: Message) -> Iterator[str]:
    """Yield what stands in the fields for addresses, at any depth: text that people typed, which a page shows them, is none."""
    for field, value in message.ListFields():
        if field.message_type and not field.message_type.GetOptions().map_entry:
            for each in value if field.is_repeated else [value]:
                yield from _addresses(each)
        elif field.name in _FIELDS and field.type == field.TYPE_STRING and not field.is_repeated:
            yield value


def _id(address: str) -> str:
    return splitext(address.removeprefix(_FILES))[0]
