"""The one cookie: a guest's signed name and id, or the random token of a session. Used by the routes and `resolve`.

`g1.ID.ISSUED.NAME.MAC` is a guest; nothing about him is stored. `s1.TOKEN` is a session, of which the database knows
the hash. Over HTTPS the cookie has the prefix __Host-, so that no neighbouring host can set it.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets

import msgspec
from litestar.datastructures import Cookie

from puur.server.identity.context import Identity

PLAIN_NAME = "puur"
SECURE_NAME = "__Host-puur"
LIFE = 400 * 24 * 3600
"""Seconds; browsers keep no cookie longer. The server itself ends sessions that are not used."""
LONGEST = 400


class Guest(msgspec.Struct, frozen=True):
    """What a guest's cookie says."""

    id: str
    name: str
    issued: int


def cookie_name(secure: bool) -> str:
    return SECURE_NAME if secure else PLAIN_NAME


def guest_cookie(identity: Identity, guest: Guest) -> str:
    """The value of a guest's cookie."""
    text = base64.urlsafe_b64encode(guest.name.encode()).decode().rstrip("=")
    body = f"g1.{guest.id}.{guest.issued}.{text}"
    return f"{body}.{_mac(identity, body)}"


def read_guest(identity: Identity, value: str) -> Guest | None:
    """The guest of a cookie that we signed and that is not too old."""
    body, dot, mac = value.rpartition(".")
    if not dot or len(value) > LONGEST or not value.isascii():
        return None
    if not hmac.compare_digest(mac, _mac(identity, body)):
        return None
    _, player, issued, text = body.split(".")
    try:
        name = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None
    guest = Guest(player, name, int(issued))
    return guest if guest.issued + identity.settings.guest_life > identity.now() else None


def new_token() -> str:
    """A secret of 256 bits."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> bytes:
    """What is kept of a token. It is random and long, so one round of a fast hash hides it."""
    return hashlib.sha256(token.encode()).digest()


def session_cookie(token: str) -> str:
    return f"s1.{token}"


def read_session(value: str) -> str | None:
    """The token of a session's cookie."""
    return value[3:] if value.startswith("s1.") and len(value) <= LONGEST and value.isascii() else None


def set_cookie(value: str, secure: bool) -> Cookie:
    return Cookie(
        key=cookie_name(secure), value=value, max_age=LIFE, path="/", httponly=True, samesite="lax", secure=secure
    )


def clear_cookie(secure: bool) -> Cookie:
    return Cookie(
        key=cookie_name(secure), value="", max_age=0, path="/", httponly=True, samesite="lax", secure=secure
    )


def _mac(identity: Identity, body: str) -> str:
    digest = hmac.digest(identity.guest_key, body.encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:24]).decode()
