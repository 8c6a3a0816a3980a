"""A bank: the sentences remembered about one vendor, and the records that they came from."""

import copy
import logging
import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, TypeVar

from chromadb.api.models.Collection import Collection

from leverage.errors import BadMemory, LeverageError, StoreUnavailable
from leverage.kept import Kept
from leverage.memory.chroma import Chroma
from leverage.memory.gist import gist_of
from leverage.memory.models import Model
from leverage.memory.packing import MOST_PIECES, pack, unpack
from leverage.memory.records import Memory
from leverage.memory.sharing import Alone, Together
from leverage.memory.sight import Sight, named_in, shown
from leverage.memory.stillness import Stillness
from leverage.memory.vectors import MOST_ROWS_KEPT, Contents, ContentsCache
from leverage.memory.vectors_kept import KeptVectors
from leverage.ranking.answers import answers, memory_of
from leverage.ranking.filters import Same, filters_of, same_spelling
from leverage.ranking.meaning import Meanings
from leverage.text import is_writable

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")

MOST_TRIES = 5
BATCH = 200  # records a call: a larger one holds up every other thread

Elsewhere = Callable[[str, Iterable[str]], set[str]]

VENDOR_ID = "vendor"
DESK_ID = "leverage-desk"  # the bank of what belongs to no vendor
TOMBSTONE = ":tombstone"  # behind the id of an erased deal
HIDDEN_FACETS = frozenset({"vendor", "tombstone", "record", "retracted", "lesson", "playbook_notes"})


@dataclass(frozen=True)
class Stored:
    """A record to be kept with a bank's memories: `value` (JSON types) under `memory`, which carries it."""

    memory: Memory
    value: Any

    def ids(self) -> list[str]:
        """Return the ids under which the record is kept: the memory's, and one for each further part."""
        return [self.memory.id, *(f"{self.memory.id}:{n}" for n in range(1, len(pack(self.value))))]


class Banks:
    """All banks of a store: one engine, one embedding, one cache of contents.

    `elsewhere(bank_id, deal_ids)` gives those of the deals that belong to another bank: they are on their way. `today` says
    what is old, the newest deal of a bank where it gives None; `same_department` when two spellings are one. `sharing` tells
    other processes what is written. `desk_turn` is held by whoever writes what belongs to no vendor.
    """

    def __init__(
        self,
        engine: Chroma,
        embedding: Any,
        elsewhere: Elsewhere = lambda bank_id, deal_ids: set(),
        today: Callable[[], date | None] = lambda: None,
        same_department: Same = same_spelling,
        sharing: Alone | None = None,
    ) -> None:
        self.engine = engine
        self.sharing = sharing or Alone()
        self.embedding = embedding
        self.elsewhere = elsewhere
        self.today = today
        self.same_department = same_department
        self._meanings: dict[Model, Meanings] = {}
        self.contents = ContentsCache()
        self._vectors = KeptVectors()
        self.stillness = Stillness(self.sharing)
        self.desk_turn: AbstractContextManager[Any] = Together(threading.RLock(), self.sharing, DESK_ID)
        self.sight: Sight | None = None
        self._seen: Kept[tuple[Contents, Contents]] = Kept(MOST_ROWS_KEPT, lambda both: both[1].size)

    def through(self, sight: Sight) -> "Banks":
        """Return these banks as a reader sees them; nothing can be written through them."""
        seen = copy.copy(self)
        seen.sight = sight
        return seen

    def shown(self, bank_id: str, records: Mapping[str, Any]) -> dict[str, Any]:
        """Return those of a bank's records that the reader sees."""
        return shown(records, self.sight, bank_id)

    def seen(self, bank_id: str, contents: Contents) -> Contents:
        """Return what of a bank's contents the reader sees, kept for all who see the same."""
        if self.sight is None:
            return contents
        if self.sight.is_shut(bank_id):
            return Contents.nothing()
        hidden = contents.deal_ids & frozenset(self.sight.hidden()) | self.sight.unsure(contents.versions)
        if not hidden:
            return contents
        whole, kept = self._seen.get((bank_id, hidden), lambda: (contents, contents.without(hidden)))
        if whole is not contents:
            kept = contents.without(hidden)
            self._seen.put((bank_id, hidden), (contents, kept))
        return kept

    def raw(self, bank_id: str, ids: Sequence[str] | None = None) -> dict[str, Any]:
        """Return a bank's records, all or those asked for, whoever asks; `Bank.records` is what readers use."""

        def read(collection: Collection) -> dict[str, Any]:
            if ids is None:
                # `record_of` holds the bank's own id: a value no other bank has, or Chroma scans them all.
                found = collection.get(where={"record_of": bank_id}, include=["metadatas"])
            else:
                found = collection.get(ids=list(ids), include=["metadatas"])
                more = [f"{heading}:{n}" for heading, n in _overflow(found)]
                if more:
                    rest = collection.get(ids=more, include=["metadatas"])
                    found["ids"] += rest["ids"]
                    found["metadatas"] = [*(found["metadatas"] or []), *(rest["metadatas"] or [])]
            return dict(zip(found["ids"], found["metadatas"] or [], strict=True))

        return unpacked(self.read(bank_id, None if ids is None else tuple(ids), read))

    def read(self, bank_id: str, asked: Hashable, read: Callable[[Collection], dict[str, Any]]) -> dict[str, Any]:
        """Return what `read` finds in a bank, which `asked` names; of a server that is away maybe the last it found."""
        if self.engine.has_files:
            return self.engine.ask(bank_id, read) or {}
        return self.contents.last.read(bank_id, asked, lambda: self.engine.ask(bank_id, read) or {})

    def refuse_reader(self) -> None:
        """Raise where these are banks as a reader sees them: whoever writes does so within an act, on the whole."""
        if self.sight is not None:
            raise AssertionError("A person's view of the banks is never written outside an act.")

    def bank(self, bank_id: str) -> "Bank":
        """Return the bank with this id, whether or not it holds anything yet."""
        return Bank(bank_id, self)

    def model(self, bank_id: str) -> Model:
        """Return the embedding that a bank was written with, or would be if it were written now."""
        return self.engine.ask(bank_id, self.engine.models.of) or self.engine.models.preferred

    @contextmanager
    def writing(self, bank_id: str, deal_ids: Iterable[str] | None = None) -> Iterator[None]:
        """Let these deals of a bank be written, or any of it: nobody else writes it meanwhile, and all are told.

        Raises StoreUnavailable where another process holds the bank for long.
        """
        self.refuse_reader()
        with self.sharing.holding(bank_id):
            self.sharing.wrote(bank_id, deal_ids if deal_ids is None else list(deal_ids))  # first: a write may be cut short
            try:
                yield
            finally:
                self.contents.drop(bank_id)

    def delete(self, bank_id: str) -> None:
        """Delete a bank with everything in it; a missing one is fine."""
        with self.writing(bank_id):
            self.engine.delete_bank(bank_id)

    def write(
        self,
        bank_id: str,
        texts: Sequence[str],
        action: Callable[[Collection, list[Any]], Answer],
        deal_ids: Iterable[str] | None = None,
    ) -> Answer:
        """Return what `action` makes of a bank, made if need be, and of the vectors of `texts` by the bank's own embedding.

        `deal_ids` are the deals that it writes, where it writes nothing else.
        """
        models = self.engine.models
        for _ in range(MOST_TRIES):
            model = self.model(bank_id)
            vectors = self._vectors.of(texts, model, self.vectors)

            def act(collection: Collection, model: Model = model, vectors: list[Any] = vectors) -> tuple[Answer] | None:
                return (action(collection, vectors),) if models.of(collection) == model else None

            with self.writing(bank_id, deal_ids):
                done = self.engine.ask(bank_id, act, create=True)
            if done is not None:
                return done[0]
        raise StoreUnavailable("The memory is being written anew. Try again in a minute.")

    def forget(self) -> None:
        """Keep nothing in memory that was read from banks or made of what was written to them."""
        self.contents.clear()
        self._vectors.clear()

    def meanings(self, model: Model) -> Meanings:
        """Return what reads questions with an embedding, kept with the concepts that it has read."""
        known = self._meanings.get(model)
        if known is None:
            known = self._meanings[model] = Meanings(self.engine.models.embedding(model))
        return known

    def vectors(self, texts: Sequence[str], model: Model | None = None) -> list[Any]:
        """Return a vector a text by an embedding (that of new banks unless told), equal texts embedded once.

        Never called while a bank is held.
        """
        embedding = self.engine.models.embedding(model) if model else self.embedding
        distinct = list(dict.fromkeys(texts))
        by_text: dict[str, Any] = {}
        for start in range(0, len(distinct), BATCH):
            batch = distinct[start : start + BATCH]
            by_text.update(zip(batch, embedding([gist_of(text) for text in batch]), strict=True))
        return [by_text[text] for text in texts]


class Bank:
    """What is remembered about one vendor, in the vendor's own Chroma collection."""

    def __init__(self, bank_id: str, banks: Banks) -> None:
        self.bank_id = bank_id
        self._banks = banks

    def retain(self, memories: Iterable[Memory], records: Iterable[Stored] = ()) -> int:
        """Keep memories and records, replacing those with the same ids, and return how many stand in the bank then.

        All are read back before this returns. Raises BadMemory for a blank text or id, StoreUnavailable when
        the bank could not be written or does not hold what was written.
        """
        rows = _Rows(self.bank_id)
        for memory in memories:
            if memory.id == VENDOR_ID or memory.id.startswith(f"{VENDOR_ID}:") or memory.id.endswith(TOMBSTONE):
                raise BadMemory(f"The id {memory.id!r} is the memory's own. Give another one.")
            rows.add(memory)
        for stored in records:
            rows.add_record(stored)
        if not rows.ids:
            return 0
        return self._banks.write(self.bank_id, rows.texts, rows.write, rows.deal_ids)

    def recall(
        self,
        question: str,
        limit: int = 10,
        *,
        facet: str | None = None,
        since: date | str | None = None,
        until: date | str | None = None,
        department: str | None = None,
        outcome: str | None = None,
        product: str | None = None,
    ) -> list[Memory]:
        """Return up to `limit` memories that answer the question best, best first; what says the same counts as one.

        The search is exact over all of the bank's vectors; `ranking` says what else decides. Of the filters that are
        given a memory passes all. Sentences of a deal that was replaced or withdrawn meanwhile are never among them.
        Raises LeverageError for a filter that can't be, a question that is no text and a limit that is no whole number.
        """
        filters = filters_of(
            facet=facet,
            since=since,
            until=until,
            department=department,
            outcome=outcome,
            product=product,
            same_department=self._banks.same_department,
        )
        if not isinstance(question, str):
            raise LeverageError("A question is a text. Give it as one.")
        if not isinstance(limit, int):
            raise LeverageError("How many memories to return is a whole number, such as 10.")
        if limit < 1 or not question.strip():
            return []
        contents = self._banks.seen(self.bank_id, self._contents())
        if not contents.texts:
            return []
        banks = self._banks
        hits = answers(contents.shelf, contents.vectors, banks.meanings(contents.model), question, limit, filters, banks.today())
        return [memory_of(contents.shelf, hit) for hit in hits]

    def records(self, ids: Sequence[str] | None = None) -> dict[str, Any]:
        """Return the bank's records (all, or those asked for) by the id of the memory that carries them.

        A record that is only partly there is left out, and so is one that the reader does not see.
        """
        return self._banks.shown(self.bank_id, self._banks.raw(self.bank_id, ids))

    def memories(self, ids: Sequence[str]) -> list[Memory]:
        """Return memories by id, as they are kept."""
        found = self._banks.engine.ask(
            self.bank_id, lambda collection: collection.get(ids=list(ids), include=["documents", "metadatas"])
        )
        if not found:
            return []
        rows = list(zip(found["ids"], found["documents"] or [], found["metadatas"] or [], strict=True))
        if self._banks.sight is not None:
            plain = {memory_id: {"deal_id": (metadata or {}).get("deal_id")} for memory_id, _, metadata in rows}
            told = plain | self._banks.raw(self.bank_id, ids)
            there = {each for each, record in self._banks.shown(self.bank_id, told).items() if record == told[each]}
            rows = [row for row in rows if row[0] in there]
        kept = (_memory(memory_id, text, metadata or {}, 0.0) for memory_id, text, metadata in rows)
        return [replace(memory, score=None, deal_ids=()) for memory in kept]

    def ids_of_deal(self, deal_id: str) -> list[str]:
        """Return the ids of everything the bank holds of a deal."""

        if self._banks.sight is not None and deal_id in self._banks.sight.hidden():
            return []

        def read(collection: Collection) -> list[str]:
            return collection.get(where={"deal_id": deal_id}, include=[])["ids"]

        return self._banks.engine.ask(self.bank_id, read) or []

    def ids_of_deals(self, deal_ids: Sequence[str]) -> list[str]:
        """Return the ids of everything the bank holds of these deals."""

        hidden = self._banks.sight.hidden() if self._banks.sight is not None else ()
        asked = [each for each in deal_ids if each not in hidden]

        def read(collection: Collection) -> list[str]:
            found: list[str] = []
            for start in range(0, len(asked), BATCH):
                part = list(asked[start : start + BATCH])
                found += collection.get(where={"deal_id": {"$in": part}}, include=[])["ids"]  # type: ignore[dict-item]
            return found

        return self._banks.engine.ask(self.bank_id, read) or []

    def holds_only(self, memory_id: str) -> bool:
        """Say whether the bank holds nothing but one record."""
        if self._banks.sight is not None and self._banks.sight.is_shut(self.bank_id):
            return True
        ids: list[str] = self._banks.engine.ask(self.bank_id, lambda collection: collection.get(include=[])["ids"]) or []
        return all(each == memory_id or each.startswith(f"{memory_id}:") for each in ids)

    def erase(self, ids: Sequence[str]) -> None:
        """Delete memories and records by id; missing ones are fine."""
        if not ids:
            return

        def delete(collection: Collection) -> None:
            for start in range(0, len(ids), BATCH):
                collection.delete(ids=list(ids[start : start + BATCH]))

        with self._banks.writing(self.bank_id):
            self._banks.engine.ask(self.bank_id, delete)

    def _contents(self) -> Contents:
        def read() -> Contents:
            models = self._banks.engine.models

            def see(collection: Collection) -> tuple[Model, Any]:
                return models.of(collection), collection.get(include=["embeddings", "documents", "metadatas"])

            seen = self._banks.engine.ask(self.bank_id, see)
            if seen is None:
                return Contents.nothing()
            model, found = seen
            _silence(found)
            versions = _record_versions(found["metadatas"] or [])
            gone = {memory_id.removesuffix(TOMBSTONE) for memory_id in found["ids"] if memory_id.endswith(TOMBSTONE)}
            gone |= self._banks.elsewhere(self.bank_id, versions)
            told = Contents.of(found, lambda metadata: _is_recalled(metadata, versions, gone), _names(found))
            return replace(told, model=model, about=_about(found), versions=versions)

        return self._banks.contents.get(self.bank_id, read)


class _Rows:
    """Memories and records as the columns that Chroma takes."""

    def __init__(self, bank_id: str) -> None:
        self._bank_id = bank_id
        self._places: dict[str, int] = {}
        self.ids: list[str] = []
        self.texts: list[str] = []
        self.metadatas: list[dict[str, Any]] = []
        self.deal_ids: set[str] = set()

    def add(self, memory: Memory, extra: Mapping[str, Any] | None = None) -> None:
        if not memory.id.strip() or not memory.text.strip():
            raise BadMemory("A memory needs an id and a text. Give both.")
        if not is_writable(memory.id + memory.text):
            raise BadMemory("A memory holds broken characters. Copy the text again or type it.")
        if not isinstance(memory.deal_date, date | None):
            raise BadMemory("The deal date of a memory is a date. Give a datetime.date or None.")
        metadata = _metadata(memory) | dict(extra or {})
        self.deal_ids.add(memory.deal_id or VENDOR_ID)
        if memory.id in self._places:  # of two with one id the last counts
            place = self._places[memory.id]
            self.texts[place], self.metadatas[place] = memory.text, metadata
            return
        self._places[memory.id] = len(self.ids)
        self.ids.append(memory.id)
        self.texts.append(memory.text)
        self.metadatas.append(metadata)

    def add_record(self, stored: Stored) -> None:
        groups = pack(stored.value)
        head = {"record_of": self._bank_id, "parts": len(groups), **_whole(groups[0])}
        self.add(stored.memory, head)
        for n, group in enumerate(groups[1:], start=1):
            part = Memory(
                f"{stored.memory.id}:{n}", stored.memory.text, stored.memory.deal_id, "record", version=stored.memory.version
            )
            self.add(part, {"record_of": self._bank_id, "part_of": stored.memory.id, "part": n, **_whole(group)})

    def write(self, collection: Collection, vectors: list[Any]) -> int:
        for start in range(0, len(self.ids), BATCH):
            part = slice(start, start + BATCH)
            collection.upsert(
                ids=self.ids[part],
                documents=self.texts[part],
                metadatas=self.metadatas[part],  # type: ignore[arg-type]
                embeddings=vectors[part],
            )
        there: dict[str, Any] = {}
        for start in range(0, len(self.ids), BATCH):
            found = collection.get(ids=self.ids[start : start + BATCH], include=["metadatas"])
            there.update(zip(found["ids"], found["metadatas"] or [], strict=True))
        if any(
            (there.get(each) or {}).get("version") != metadata["version"]
            for each, metadata in zip(self.ids, self.metadatas, strict=True)
        ):
            raise StoreUnavailable("The memory did not keep what was written. It is written again by itself.")
        return collection.count()


def _whole(group: Mapping[str, str]) -> dict[str, str | None]:
    """Return the pieces of a record with those of a longer one before taken away by name."""
    return {f"record_{n}": group.get(f"record_{n}") for n in range(MOST_PIECES)}


def _metadata(memory: Memory) -> dict[str, Any]:
    # Chroma merges metadata, and None takes a key away: what a memory does not have has to be said.
    day = memory.deal_date
    return {
        "version": memory.version,
        "deal_id": memory.deal_id,
        "facet": memory.facet,
        "day": day.year * 10_000 + day.month * 100 + day.day if day else None,
        "date": day.isoformat() if day else None,
        "who": memory.logged_by,
        "department": memory.department,
        "result": memory.result,
        "product": memory.product,
    }


def _memory(memory_id: str, text: str, metadata: Mapping[str, Any], score: float) -> Memory:
    day = metadata.get("date")
    deal_id = metadata.get("deal_id")
    return Memory(
        memory_id,
        text,
        deal_id=deal_id,
        facet=metadata.get("facet"),
        deal_date=date.fromisoformat(day) if day else None,
        logged_by=metadata.get("who"),
        department=metadata.get("department"),
        result=metadata.get("result"),
        product=metadata.get("product"),
        version=metadata.get("version", 1),
        score=score,
        deal_ids=(deal_id,) if deal_id else (),
    )


def _about(found: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    """Return by memory which deals it tells of beside the one that it belongs to."""
    noted = {memory_id: metadata or {} for memory_id, metadata in zip(found["ids"], found["metadatas"] or [], strict=True)}
    said = {
        each: metadata for each, metadata in noted.items() if "parts" in metadata and metadata.get("facet") not in HIDDEN_FACETS
    }
    said = {each: metadata for each, metadata in said.items() if not metadata.get("deal_id")}
    parts = {each: metadata for each, metadata in noted.items() if metadata.get("part_of") in said}
    return {each: names for each, record in unpacked(said | parts).items() if each in said and (names := named_in(record))}


def _record_versions(metadatas: Iterable[Mapping[str, Any] | None]) -> dict[str, int]:
    return {each["deal_id"]: each["version"] for each in metadatas if each and "parts" in each and "deal_id" in each}


def _silence(found: Mapping[str, Any]) -> None:
    """Mark what was said of deals of which none counts any more: it is kept, and tells their words no more than they do."""
    noted = {memory_id: metadata or {} for memory_id, metadata in zip(found["ids"], found["metadatas"] or [], strict=True)}
    said = {each: metadata for each, metadata in noted.items() if metadata.get("facet") == "feedback"}
    if not said:
        return
    parts = {each: metadata for each, metadata in noted.items() if metadata.get("part_of") in said}
    retracted = {metadata.get("deal_id") for metadata in noted.values() if metadata.get("facet") == "retracted"}
    for memory_id, record in unpacked(said | parts).items():
        deal_ids = set(record.get("deal_ids", ()))
        if memory_id in said and deal_ids and deal_ids <= retracted:
            said[memory_id]["facet"] = "retracted"


def _names(found: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the vendor's names in what a collection's `get` gave: its record's, and its aliases."""
    rows = zip(found["ids"], found["metadatas"] or [], strict=True)
    own = {each: metadata or {} for each, metadata in rows if each == VENDOR_ID or each.startswith(f"{VENDOR_ID}:")}
    record = unpacked(own).get(VENDOR_ID) or {}
    return tuple(each for each in (record.get("name"), *record.get("aliases", ())) if each)


def _is_recalled(metadata: Mapping[str, Any], versions: Mapping[str, int], gone: set[str]) -> bool:
    """Say whether a memory may answer: it is a sentence, and its deal's record has not moved on without it."""
    if metadata.get("facet") in HIDDEN_FACETS or metadata.get("deal_id") in gone:
        return False
    record_version = versions.get(metadata.get("deal_id", ""))
    return record_version is None or record_version == metadata.get("version")


def _overflow(found: Mapping[str, Any]) -> list[tuple[str, int]]:
    heads = zip(found["ids"], found["metadatas"] or [], strict=True)
    return [(memory_id, n) for memory_id, metadata in heads for n in range(1, (metadata or {}).get("parts", 1))]


def unpacked(metadatas: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the records in what a bank keeps beside its memories, by id; one that is only partly there is left out."""
    records: dict[str, Any] = {}
    for memory_id, head in metadatas.items():
        if "parts" not in head:
            continue
        groups = [head, *(metadatas.get(f"{memory_id}:{n}", {}) for n in range(1, head["parts"]))]
        try:
            if all(group.get("version") == head["version"] for group in groups):
                records[memory_id] = unpack(groups)
        except ValueError:
            log.warning("A record is damaged and left out.")
    return records
