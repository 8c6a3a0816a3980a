"""A person at a page, without the browser: a session of its own on the line that browsers speak on."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Self
from urllib.parse import urlencode

import httpx
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import ClientConnection, connect

SLOWEST = 120.0  # seconds for one page; longer is an error


class PageBroke(Exception):
    """A page showed an error, or not what it should."""


@dataclass
class Shown:
    """What a page shows: its widgets by kind and label, and its texts."""

    widgets: dict[tuple[str, str], str] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)

    def add(self, element: Element) -> None:
        """Take an element in; raises PageBroke for an error in a red box."""
        kind = element.WhichOneof("type")
        told = getattr(element, kind) if kind else None
        if kind == "exception":
            raise PageBroke(f"{told.type}: {told.message}")
        if kind == "alert" and told.format == told.ERROR:
            raise PageBroke(told.body)
        if kind in ("markdown", "heading"):
            self.texts.append(told.body)
        if getattr(told, "id", "") and hasattr(told, "label"):
            self.widgets[kind, told.label] = told.id


class Visit:
    """One session in one tab. Each step returns the seconds until the page had ended its run. Not for several threads at once."""

    def __init__(self, site: str) -> None:
        """Come to a site as a new browser does, with cookies of its own."""
        self._site = site
        with httpx.Client(base_url=site, timeout=SLOWEST) as client:
            client.get("/").raise_for_status()
            client.get("/_stcore/health").raise_for_status()
            client.get("/_stcore/host-config").raise_for_status()
            self._cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            token = client.cookies.get("_streamlit_xsrf", "")
        self._line = self._connected(["streamlit", token] if token else ["streamlit"])
        self._page, self._query = "", ""
        self._states: dict[str, tuple[str, Any]] = {}
        self.shown = Shown()
        self.heard = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()

    def open(self, page: str, **query: str) -> float:
        """Open a page by its path."""
        self._page, self._query, self._states = page, urlencode(query), {}
        return self._run({})

    def put(self, kind: str, label: str, value: str | list[str]) -> None:
        """Put a value into a field; it is told with the next step, as by somebody who types and at once goes on."""
        self._states[self._widget(kind, label)] = ("string_value" if isinstance(value, str) else "string_array_value", value)

    def step(self) -> float:
        """Let the page run with what is in its fields."""
        return self._run({})

    def press(self, label: str) -> float:
        """Press a button, with what is in the fields."""
        return self._run({self._widget("button", label): ("trigger_value", True)})

    def field(self, kind: str, beginning: str) -> str:
        """Return the label of the field of a kind that begins like this. Raises PageBroke where there is none."""
        found = next((label for each, label in self.shown.widgets if each == kind and label.startswith(beginning)), None)
        if found is None:
            raise PageBroke(f"There is no {kind} “{beginning} …” on {self._page}.")
        return found

    def says(self, words: str) -> bool:
        """Say whether the page shows these words."""
        return any(words in text for text in self.shown.texts)

    def _connected(self, protocols: list[Any]) -> ClientConnection:
        address = self._site.replace("http", "ws") + "/_stcore/stream"
        headers = {"cookie": self._cookies}
        origin: Any = self._site
        return connect(address, origin=origin, additional_headers=headers, subprotocols=protocols, max_size=None)

    def _widget(self, kind: str, label: str) -> str:
        found = self.shown.widgets.get((kind, label))
        if found is None:
            raise PageBroke(f"There is no {kind} “{label}” on {self._page or 'the list'}, which says {self.shown.texts[:8]}")
        return found

    def _run(self, pressed: dict[str, tuple[str, Any]]) -> float:
        asked = BackMsg()
        asked.rerun_script.query_string = self._query
        asked.rerun_script.page_name = self._page
        for widget, (name, value) in (self._states | pressed).items():
            state = asked.rerun_script.widget_states.widgets.add()
            state.id = widget
            if name == "string_array_value":
                state.string_array_value.data.extend(value)
            else:
                setattr(state, name, value)
        start = time.perf_counter()
        self._line.send(asked.SerializeToString())
        self.shown = Shown()
        for message in self._messages():
            if message.HasField("delta"):
                if message.delta.HasField("new_element"):
                    self.shown.add(message.delta.new_element)
            elif message.HasField("new_session"):
                self.shown = Shown()  # a page that runs once more begins anew
            elif message.HasField("script_finished") and message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
                return time.perf_counter() - start
            elif message.HasField("script_finished") and message.script_finished == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
                raise PageBroke("The page can't be compiled.")
        raise PageBroke("The line was cut.")

    def _messages(self) -> Iterator[ForwardMsg]:
        until = time.perf_counter() + SLOWEST
        while True:
            data = self._line.recv(until - time.perf_counter())
            self.heard += len(data)
            yield ForwardMsg.FromString(data)  # type: ignore[arg-type]
