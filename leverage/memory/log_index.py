"""An index on the log table inside Chroma's own file, without which each write scans the whole log.

Chroma keeps the log of collections under 1,000 records for ever and looks it up by topic with no index on it: with
100,000 records an add takes ten times as long. The table is Chroma's; if it is not as expected, it is left alone.
"""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

log = logging.getLogger(__name__)

NAME = "leverage_queue_by_topic"
_COLUMNS = {"seq_id", "created_at", "operation", "topic", "id", "vector", "encoding", "metadata"}


def ensure_log_index(chroma_file: Path) -> bool:
    """Make the index if it is missing and return whether it stands; call it only while no client is open."""
    if not chroma_file.exists():
        return False
    try:
        with closing(sqlite3.connect(chroma_file, timeout=5)) as connection, connection:
            columns = {row[1] for row in connection.execute("PRAGMA table_info(embeddings_queue)")}
            if columns != _COLUMNS:
                log.warning("Chroma's log table is not as expected; writes to large stores will be slower.")
                return False
            connection.execute(f"CREATE INDEX IF NOT EXISTS {NAME} ON embeddings_queue(topic, seq_id)")
            return True
    except sqlite3.Error as problem:
        log.warning("The index on Chroma's log could not be made (%s); writes to large stores will be slower.", problem)
        return False
