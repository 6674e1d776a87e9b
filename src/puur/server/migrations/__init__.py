"""Migrations of the database, run by Alembic. ``puur.server.migrate`` calls them."""
