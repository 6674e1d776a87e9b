"""Why a request about identity is refused: a closed list of codes, which the browser translates.

Functions of this package return `Refused`; the routes turn it into an HTTP answer of the type `Problem`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Reason: TypeAlias = Literal[
    "bad-request",  # not understood
    "not-found",
    "not-allowed",
    "cross-site",  # a state-changing request that does not come from our own pages
    "too-fast",  # a rate limit; see retry_after
    "busy",  # too many passwords are being checked; try again
    "too-many",  # so many passkeys, bots, mutes or reports are not allowed
    "not-signed-in",
    "banned",
    "accounts-only",  # guests cannot do this
    "already-account",
    "confirm-first",  # give the password again (POST /api/sessions/confirm)
    "name-taken",
    "name-reserved",
    "name-too-short",
    "name-too-long",
    "name-characters",
    "rename-too-soon",
    "password-too-short",
    "password-too-long",
    "password-is-name",
    "wrong-login",  # the same for a wrong name and a wrong password
    "wrong-code",  # the same for a wrong name and a wrong recovery code
    "passkeys-unavailable",  # only over HTTPS, or on localhost
    "passkey-refused",
]


class Refused(msgspec.Struct, frozen=True):
    """A request changed nothing."""

    reason: Reason
    retry_after: float | None = None
    until: int | None = None


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body of every answer that is an error."""

    reason: Reason
    retry_after: int | None = None
    """Seconds to wait, for too-fast."""
    until: int | None = None
    """For banned and rename-too-soon: when it ends (milliseconds since 1970); missing if never."""


STATUS: dict[Reason, int] = {
    "bad-request": 400,
    "not-found": 404,
    "not-allowed": 403,
    "cross-site": 403,
    "too-fast": 429,
    "busy": 503,
    "too-many": 409,
    "not-signed-in": 401,
    "banned": 403,
    "accounts-only": 403,
    "already-account": 409,
    "confirm-first": 403,
    "name-taken": 409,
    "name-reserved": 409,
    "name-too-short": 422,
    "name-too-long": 422,
    "name-characters": 422,
    "rename-too-soon": 409,
    "password-too-short": 422,
    "password-too-long": 422,
    "password-is-name": 422,
    "wrong-login": 401,
    "wrong-code": 401,
    "passkeys-unavailable": 404,
    "passkey-refused": 401,
}
