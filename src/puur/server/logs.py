"""Logs: one JSON object a line, with nothing secret in it. For puur.cli.serve.

What may be logged besides the message are the fields given with ``extra``: counts, names of tables and kinds.
Frames, cards, seeds, cookies, tokens and names of people never are; cards that an error quotes are struck out.
"""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

CARD = re.compile(r"(?<![0-9A-Za-z])[6-9TJQKA][CDHS](?![0-9A-Za-z])")
PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


class JsonLines(logging.Formatter):
    """A record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line.update({key: value for key, value in vars(record).items() if key not in PLAIN})
        if record.exc_info:
            line["error"] = CARD.sub("??", self.formatException(record.exc_info))
        return json.dumps(line, default=str, ensure_ascii=False)


def log_config(level: str) -> dict[str, Any]:
    """For logging.config.dictConfig, and so for uvicorn."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonLines}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        # Libraries may tell of statements and frames at lower levels: that is never wanted.
        "root": {"level": "ERROR" if level.upper() in ("ERROR", "CRITICAL") else "WARNING", "handlers": ["stderr"]},
        "loggers": {"puur": {"level": level.upper()}},
    }
