"""The address of a file that a page made for somebody opens it for that person alone."""

import asyncio
from typing import Any

import pytest
from starlette.types import Message, Scope
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from pages.server.files import MOST, Files

ID = "0123456789abcdef" * 3 + "01234567"
ANN, EVE = "ann@corp.example", "eve@corp.example"


def button(address: str) -> ForwardMsg:
    """Return the message that shows a button to take a file."""
    message = ForwardMsg()
    message.delta.new_element.download_button.url = address
    return message


def within(address: str) -> ForwardMsg:
    """Return one that shows a picture inside of a list."""
    message = ForwardMsg()
    message.delta.new_element.imgs.imgs.add().url = "data:image/png;base64,"
    message.delta.new_element.imgs.imgs.add().url = address
    return message


def later(address: str) -> ForwardMsg:
    """Return the answer to a press on a button whose file is made then."""
    message = ForwardMsg()
    message.backend_operation_response.deferred_file.url = address
    return message


def icon(address: str) -> ForwardMsg:
    """Return one that tells the page's icon."""
    message = ForwardMsg()
    message.page_config_changed.favicon = address
    return message


def typed(address: str) -> ForwardMsg:
    """Return one that shows what somebody typed."""
    message = ForwardMsg()
    message.delta.new_element.text_input.default = address
    message.delta.new_element.markdown.body = address
    return message


def tell(files: Files, email: str, data: bytes) -> list[Message]:
    """Let a page of a person say this; return what went on to the browser."""
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(files.telling(send, email)({"type": "websocket.send", "bytes": data}))  # type: ignore[arg-type]
    return sent


def asked(path: str, root: str = "") -> Scope:
    """Return a request for a path."""
    return {"type": "http", "path": path, "root_path": root, "headers": []}


@pytest.mark.parametrize("message", [button, within, later, icon])
def test_whoever_was_told_of_a_file_may_take_it(message: Any) -> None:
    """Whatever in the page told of it; nobody else may, and the message goes on as it was."""
    files, told = Files(), message(f"/media/{ID}.csv").SerializeToString()
    assert tell(files, ANN, told) == [{"type": "websocket.send", "bytes": told}]
    for ending in (".csv", "", ".txt"):
        assert not files.is_anothers(asked(f"/media/{ID}{ending}"), ANN)
        assert files.is_anothers(asked(f"/media/{ID}{ending}"), EVE)


@pytest.mark.parametrize("path", ["/media//{0}.csv", "//media/{0}.csv", "/media/{0}.csv", "/base/media/{0}"])
def test_it_is_known_however_its_path_is_written(path: str) -> None:
    """Slashes too many and a server below a path change nothing."""
    files = Files()
    root = "/base" if path.startswith("/base") else ""
    assert files.is_anothers(asked(path.format(ID), root), EVE)
    tell(files, EVE, button(f"/media/{ID}.csv").SerializeToString())
    assert not files.is_anothers(asked(path.format(ID), root), EVE)
    assert files.is_anothers(asked(path.format(ID) + "/x", root), EVE)
    assert files.is_anothers(asked(path.format("x/" + ID), root), EVE)


def test_an_address_that_somebody_typed_opens_nothing() -> None:
    """A page that shows it to them again has not made it for them; neither has what is no message of a page."""
    files = Files()
    for data in (typed(f"/media/{ID}.csv").SerializeToString(), f"/media/{ID}.csv".encode(), b"\xff/media/" + ID.encode()):
        tell(files, EVE, data)
        assert files.is_anothers(asked(f"/media/{ID}.csv"), EVE)


def test_the_newest_are_kept_in_mind() -> None:
    """What was told again counts as new; the oldest are forgotten, each person's for themselves."""
    files = Files()
    tell(files, EVE, button("/media/old.csv").SerializeToString())
    for number in range(MOST):
        tell(files, ANN, button(f"/media/{number}.csv").SerializeToString())
    tell(files, ANN, button("/media/0.csv").SerializeToString())
    tell(files, ANN, button("/media/last.csv").SerializeToString())
    known = {name: not files.is_anothers(asked(f"/media/{name}.csv"), ANN) for name in ("0", "1", "2", "last")}
    assert known == {"0": True, "1": False, "2": True, "last": True}
    assert not files.is_anothers(asked("/media/old.csv"), EVE)


def test_what_is_no_file_is_nobodys() -> None:
    """Pages, uploads and the server's own paths are decided elsewhere."""
    assert not any(Files().is_anothers(asked(each), EVE) for each in ("/", "/brief", "/mediator/x", "/_stcore/upload_file/a/b"))
