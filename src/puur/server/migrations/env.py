"""Alembic's environment: runs migrations over a connection that puur.server.migrate hands in."""

from alembic import context

from puur.server.migrate import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA, render_as_batch=True, compare_type=True)
with context.begin_transaction():
    context.run_migrations()
