"""Puur, the open Jass table: rules, engine, computer players, server and tools for the Jass family."""

__version__ = "0.1.0"

_PUBLIC = ("Position", "Solution", "solve")
"""What the package offers under its own name; loaded when it is asked for, since it brings Numba along."""


def __getattr__(name: str) -> object:
    if name in _PUBLIC:
        from importlib import import_module

        return getattr(import_module("puur.bots.search.solve"), name)
    raise AttributeError(f"module 'puur' has no attribute {name!r}")
