"""The log as one JSON object a line, for programs that collect it; what is in it was cleaned before, see `leverage.logs`."""

import json
import logging
import sys
from datetime import UTC, datetime


class JsonLines(logging.Formatter):
    """Writes a record as one object: time in UTC, level, logger, message, and the trace of an exception."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_text:
            line["trace"] = record.exc_text
        return json.dumps(line, ensure_ascii=False)


def begin() -> None:
    """Write everything that is logged so, what the server and the pages' library write by handlers of their own included."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    loggers = [each for each in logging.Logger.manager.loggerDict.values() if isinstance(each, logging.Logger)]
    for logger in loggers:
        if logger.handlers and not all(isinstance(each, logging.NullHandler) for each in logger.handlers):
            logger.handlers[:], logger.propagate = [], True
    logging.getLogger().handlers[:] = [handler]
