"""Where tables and accounts are kept: schema, connections, sealing of secrets, the append-only log.

puur.table and puur.server import it.
"""
