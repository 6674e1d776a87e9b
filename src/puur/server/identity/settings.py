"""What the operator may set about identity. Used by this package and by the server's start."""

from __future__ import annotations

from dataclasses import dataclass, field

from puur.server.identity.buckets import Rate

MINUTE = 60_000
DAY = 24 * 60 * MINUTE


@dataclass(frozen=True)
class Argon2:
    """The cost of a password hash: by default 32 MiB and two passes, some 60 ms on one core.

    One lane, and one hash at a time in a process: a wave of logins must not take both cores of a small machine.
    """

    memory_kib: int = 32 * 1024
    passes: int = 2
    lanes: int = 1


@dataclass(frozen=True)
class Rates:
    """Rate limits. Each is for one address, unless its name says account (or player)."""

    guest: Rate = field(default=Rate(burst=60, every=5))
    login: Rate = field(default=Rate(burst=20, every=6))
    login_account: Rate = field(default=Rate(burst=10, every=20))
    register: Rate = field(default=Rate(burst=5, every=600))
    recover: Rate = field(default=Rate(burst=5, every=120))
    recover_account: Rate = field(default=Rate(burst=5, every=600))
    ceremony: Rate = field(default=Rate(burst=20, every=6))
    confirm_account: Rate = field(default=Rate(burst=5, every=30))
    change_player: Rate = field(default=Rate(burst=60, every=1))
    report_player: Rate = field(default=Rate(burst=5, every=120))


@dataclass(frozen=True)
class IdentitySettings:
    """All of it. Times are in milliseconds."""

    public_origin: str | None = None
    """Where browsers find the server, "https://jass.example". Needed for passkeys, except on localhost."""
    argon2: Argon2 = field(default_factory=Argon2)
    rates: Rates = field(default_factory=Rates)
    password_queue: int = 32
    session_idle: int = 90 * DAY
    guest_life: int = 400 * DAY
    confirmed_for: int = 10 * MINUTE
    ceremony_life: int = 5 * MINUTE
    rename_pause: int = 30 * DAY
    name_reserved: int = 90 * DAY
    """How long nobody else may take a name that was given up."""
    most_bots: int = 10
    most_passkeys: int = 10
    most_sessions: int = 50
    most_mutes: int = 500

    @property
    def secure(self) -> bool:
        """Whether browsers reach us over HTTPS, whatever a proxy in between speaks."""
        return self.public_origin is not None and self.public_origin.startswith("https://")
