"""A websocket that is looked at with every message: one whose sign-in has ended is closed before the message is read."""

from collections.abc import Callable

from starlette.types import Message, Receive, Send
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

ENDED = 4401  # the code that tells why


def watched(receive: Receive, send: Send, is_good: Callable[[], bool]) -> tuple[Receive, Send]:
    """Return both ways for the app: it hears what a browser sends only as long as the sign-in is good, and says nothing after."""
    is_closed = False

    async def receive_watched() -> Message:
        nonlocal is_closed
        message = await receive()
        if message["type"] != "websocket.receive" or is_good():
            return message
        is_closed = True
        await send({"type": "websocket.send", "bytes": _load_anew()})
        await send({"type": "websocket.close", "code": ENDED, "reason": ""})
        return {"type": "websocket.disconnect", "code": ENDED}

    async def send_watched(message: Message) -> None:
        if not is_closed:
            await send(message)

    return receive_watched, send_watched


def _load_anew() -> bytes:
    """Return the message on which a page loads itself again, under its own address: it then says why it has to."""
    message = ForwardMsg()
    message.auth_redirect.url = ""
    return bytes(message.SerializeToString())
