"""Sealing: secrets of tables are encrypted with a key that is kept outside the database.

One key file serves everything: keys for sealing and for signing cookies are derived from it. Used by puur.table.store
and puur.server.
"""

from __future__ import annotations

import hmac
import os
import secrets
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

SIZE = 32
NONCE = 12


class KeyProblem(ValueError):
    """No key where one is needed, or not the key that the data were sealed with."""


class MasterKey:
    """The key of a server; ``derive`` gives one for each purpose."""

    def __init__(self, key: bytes) -> None:
        if len(key) != SIZE:
            raise KeyProblem(f"the key must have {SIZE} bytes")
        self._key = key

    def derive(self, purpose: str) -> bytes:
        return hmac.digest(self._key, f"puur key 1 {purpose}".encode(), "sha256")


def load_key(path: Path) -> MasterKey:
    """The key in a file of 64 hexadecimal digits; a new one if there is no such file yet."""
    try:
        text = path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return _new_key(path)
    except (OSError, UnicodeDecodeError) as error:
        raise KeyProblem(f"cannot read the key file {path}: {error}") from error
    try:
        return MasterKey(bytes.fromhex(text))
    except ValueError:
        raise KeyProblem(f"the key file {path} does not hold 64 hexadecimal digits") from None


def _new_key(path: Path) -> MasterKey:
    path.parent.mkdir(parents=True, exist_ok=True)
    key = secrets.token_bytes(SIZE)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:  # another process was quicker
        return load_key(path)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(key.hex() + "\n")
    return MasterKey(key)


class Seal:
    """Encrypts and decrypts, bound to the place where a secret stands."""

    def __init__(self, master: MasterKey) -> None:
        self._cipher = AESGCM(master.derive("seal"))

    def close(self, plain: bytes, place: str) -> bytes:
        nonce = secrets.token_bytes(NONCE)
        return nonce + self._cipher.encrypt(nonce, plain, place.encode())

    def open(self, sealed: bytes, place: str) -> bytes:
        try:
            return self._cipher.decrypt(sealed[:NONCE], sealed[NONCE:], place.encode())
        except InvalidTag:
            raise KeyProblem(f"what is sealed at {place} does not open with this key") from None
