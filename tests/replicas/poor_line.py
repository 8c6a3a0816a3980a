"""A network between replicas and their server that is slow and cuts connections, at a test's wish."""

import contextlib
import random
import socket
import threading
import time


class PoorLine:
    """Carries what comes to its `port` to a port of this machine and back, each piece late by up to `delay` seconds.

    With `cuts`, that share of the pieces is not carried: the connection ends there, in the middle of whatever was said.
    """

    def __init__(self, to: int, seed: int) -> None:
        self._to = to
        self._rng = random.Random(seed)
        self.delay = 0.0
        self.cuts = 0.0
        self.cut = 0  # connections that were ended so
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Take no connection any more."""
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                try:
                    far = socket.create_connection(("127.0.0.1", self._to), timeout=5)
                except OSError:
                    near.close()
                    continue
                far.settimeout(None)
                for source, target in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(source, target), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := source.recv(65_536):
                time.sleep(self._rng.uniform(0, self.delay))
                if self._rng.random() < self.cuts:
                    target.sendall(piece[: len(piece) // 2])
                    self.cut += 1
                    break
                target.sendall(piece)
        for each in (source, target):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
