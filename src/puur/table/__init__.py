"""A live table: an append-only log, its fold, one writer a table; clocks, the store, bots' processes."""
