"""Sign-ins that were ended before their time, and as what and when each address came last: one small file of the store.

No address stands in it, only its hash, so a person who is erased leaves no name there.
"""

import hashlib
import json
import os
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from leverage.access.mail import address
from leverage.errors import BadSettings, StoreUnavailable

FILE: Final = "sign-ins.json"
KEPT_SECONDS: Final = 32 * 86_400  # longer than any cookie of a sign-in is good for


@dataclass(frozen=True)
class SignIn:
    """One sign-in: whose it is, when it began (seconds since 1970), and the key that tells it from all others."""

    email: str
    begun: float
    key: str


def key_of(*parts: object) -> str:
    """Return the key of the sign-in that these values of its token make up; nothing can be read back from it."""
    return hashlib.sha256(json.dumps([str(part) for part in parts]).encode()).hexdigest()[:40]


class SignIns:
    """What has ended, kept in a file: it holds after a restart, too. A file that can't be read is said and lets nobody in."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self.folder = folder
        self._file = folder / FILE
        self._clock = clock
        self._lock = threading.RLock()
        kept = self._read()
        self._ended: dict[str, float] = kept["ended"]
        self._ended_before: dict[str, float] = kept["ended_before"]
        self._seen: dict[str, str] = kept["seen"]
        self._came: dict[str, float] = kept["came"]

    def has_ended(self, sign_in: SignIn) -> bool:
        """Say whether a sign-in was ended, by itself or with all others of the person."""
        with self._lock:
            return sign_in.key in self._ended or sign_in.begun <= self._ended_before.get(_whose(sign_in.email), 0.0)

    def end(self, sign_in: SignIn) -> None:
        """End one sign-in, wherever its cookie was copied to. Raises StoreUnavailable; it has ended here even so."""
        with self._lock:
            self._ended[sign_in.key] = self._clock()
            self._write()

    def end_all(self, email: str) -> None:
        """End every sign-in that a person has begun until now. Raises StoreUnavailable; they have ended here even so."""
        with self._lock:
            self._ended_before[_whose(email)] = self._clock()
            self._write()

    def ended(self) -> dict[str, dict[str, float]]:
        """Return what has ended, by kind and hash with when, as another replica takes it in; see `leverage.replicas.ended`."""
        with self._lock:
            return {"ended": dict(self._ended), "ended_before": dict(self._ended_before)}

    def take_in(self, told: Mapping[str, Mapping[str, float]]) -> None:
        """End here what has ended elsewhere. Raises StoreUnavailable; it has ended here even so."""
        with self._lock:
            before = self.ended()
            for kind, known in (("ended", self._ended), ("ended_before", self._ended_before)):
                for key, at in told.get(kind, {}).items():
                    known[key] = max(at, known.get(key, 0.0))
            self._forget_old()
            if self.ended() != before:
                self._write()

    def knows(self, email: str) -> bool:
        """Say whether an address ever came, let in or not."""
        return bool(self.last_seen(email) or self.last_came(email))

    def last_seen(self, email: str) -> str:
        """Return the role and department that an address came with last, empty for one that never came."""
        with self._lock:
            return self._seen.get(_whose(email), "")

    def see(self, email: str, standing: str) -> None:
        """Keep the role and department that an address comes with. Raises StoreUnavailable; it is kept here even so."""
        with self._lock:
            self._seen[_whose(email)] = standing
            self._write()

    def is_new(self, sign_in: SignIn, apart: float = 0.0) -> bool:
        """Say whether a sign-in began later than the last one kept of its person, by more than so many seconds."""
        return sign_in.begun > self.last_came(sign_in.email) + apart

    def last_came(self, email: str) -> float:
        """Return when the last sign-in of an address began, in seconds since 1970; 0 for one that never came."""
        with self._lock:
            return self._came.get(_whose(email), 0.0)

    def come(self, sign_in: SignIn) -> None:
        """Keep when a sign-in began. Raises StoreUnavailable; it is kept here even so."""
        with self._lock:
            self._came[_whose(sign_in.email)] = sign_in.begun
            self._write()

    def keep(self) -> None:
        """Write the file as it is, so that it is there and is missed where it goes. Raises StoreUnavailable."""
        with self._lock:
            self._write()

    def _read(self) -> dict[str, dict[str, Any]]:
        try:
            kept = json.loads(self._file.read_text("utf-8"))
            return {
                "ended": {str(key): float(at) for key, at in kept["ended"].items()},
                "ended_before": {str(key): float(at) for key, at in kept["ended_before"].items()},
                "seen": {str(key): str(role) for key, role in kept["seen"].items()},
                "came": {str(key): float(at) for key, at in kept.get("came", {}).items()},
            }
        except (FileNotFoundError, NotADirectoryError):  # whether there can be a store is said where it is opened
            return {"ended": {}, "ended_before": {}, "seen": {}, "came": {}}
        except (OSError, ValueError, KeyError, AttributeError, TypeError, RecursionError):
            raise BadSettings(
                f"{self._file} can't be read, so nobody knows which sign-ins were ended. "
                "Change cookie_secret in secrets.toml, which ends them all, and remove the file."
            ) from None

    def _forget_old(self) -> None:
        oldest = self._clock() - KEPT_SECONDS
        for ended in (self._ended, self._ended_before):
            for key in [key for key, at in ended.items() if at < oldest]:
                del ended[key]

    def _write(self) -> None:
        self._forget_old()
        kept = {"ended": self._ended, "ended_before": self._ended_before, "seen": self._seen, "came": self._came}
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            handle, path = tempfile.mkstemp(dir=self._file.parent, prefix=FILE, suffix=".part")
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as part:
                    json.dump(kept, part)
                    part.flush()
                    os.fsync(part.fileno())
                os.replace(path, self._file)
            except BaseException:
                Path(path).unlink(missing_ok=True)
                raise
        except OSError as problem:
            raise StoreUnavailable(
                f"It could not be kept on disk ({problem.strerror}), so it holds only until the next start. Make room, try again."
            ) from problem


def _whose(email: str) -> str:
    return key_of("address", address(email))
