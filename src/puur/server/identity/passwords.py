"""Passwords: the rules, and argon2 away from the event loop. Used by accounts and recovery."""

from __future__ import annotations

import asyncio
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from puur.server.identity.names import name_key
from puur.server.identity.refusals import Refused
from puur.server.identity.settings import Argon2

SHORTEST, LONGEST = 8, 256


def clean_password(text: str, name: str) -> str | Refused:
    """The password in the one form that is hashed, or why it will not do."""
    password = unicodedata.normalize("NFC", text)
    if len(password) < SHORTEST:
        return Refused("password-too-short")
    if len(password) > LONGEST:
        return Refused("password-too-long")
    if name_key(password) == name_key(name):
        return Refused("password-is-name")
    return password


class Passwords:
    """Hashes one password at a time in a thread; argon2 lets go of the interpreter meanwhile."""

    def __init__(self, cost: Argon2, queue: int = 32) -> None:
        self._hasher = PasswordHasher(
            time_cost=cost.passes, memory_cost=cost.memory_kib, parallelism=cost.lanes, hash_len=32, salt_len=16
        )
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="passwords")
        self._queue = queue
        self._waiting = 0
        # What a password for an unknown name is compared with, so that it takes as long.
        self._nobody = self._hasher.hash("nobody has this password")

    async def hash(self, password: str) -> str | Refused:
        """The hash to keep; `busy` if too many wait already."""
        if self._waiting >= self._queue:
            return Refused("busy")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, self._hasher.hash, password)
        finally:
            self._waiting -= 1

    async def matches(self, kept: str | None, password: str) -> bool | Refused:
        """Whether this is the password; without one that is kept, no, after the same work."""
        if self._waiting >= self._queue:
            return Refused("busy")
        self._waiting += 1
        try:
            text = unicodedata.normalize("NFC", password)[: LONGEST + 1]
            check = partial(self._check, kept or self._nobody, text)
            same = await asyncio.get_running_loop().run_in_executor(self._pool, check)
        finally:
            self._waiting -= 1
        return same and kept is not None

    def outdated(self, kept: str) -> bool:
        """Whether the cost has been raised since this hash was made."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _check(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False
