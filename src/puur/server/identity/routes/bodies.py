"""What the routes of identity take and give, beyond the types of the modules that they call."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from litestar.params import PathParameter

from puur.server.identity.moderation import BanReason, Resolution
from puur.server.identity.reports import ReportReason

Name: TypeAlias = Annotated[str, msgspec.Meta(max_length=100, description="3 to 24 characters.")]
Password: TypeAlias = Annotated[str, msgspec.Meta(max_length=1000, description="8 to 256 characters.")]
Id: TypeAlias = Annotated[str, PathParameter(pattern="^[a-zA-Z0-9_-]{1,24}$")]
BodyId: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[a-zA-Z0-9_-]{1,24}$")]
SeatIndex: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=3)]


class _Secret(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of bodies that hold secrets: they do not show in logs."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}(...)"


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Who one is, as the server sees it."""

    id: str
    name: str
    kind: Literal["guest", "account", "bot"]
    is_admin: bool
    passkeys: bool
    """Whether passkeys can be used here."""
    confirmed: bool
    """Whether delicate changes are possible now, without giving the password again."""
    recovery_codes_left: int | None
    """Of accounts."""
    owner: str | None = None
    """Of bots: the id of the account."""


class Registration(_Secret, frozen=True):
    name: Name
    password: Password


class Login(_Secret, frozen=True):
    name: Name
    password: Password


class Confirmation(_Secret, frozen=True):
    password: Password


class NewPassword(_Secret, frozen=True):
    password: Password


class Recovery(_Secret, frozen=True):
    name: Name
    code: Annotated[str, msgspec.Meta(max_length=64)]
    password: Password


class Rename(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class NewAccount(msgspec.Struct, frozen=True):
    """The answer to a registration."""

    me: Me
    recovery_codes: tuple[str, ...]
    """Shown now and never again."""


class RecoveryCodes(msgspec.Struct, frozen=True):
    """New codes, shown now and never again; the old ones are void."""

    recovery_codes: tuple[str, ...]


class FinishedRegistration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What navigator.credentials.create() gave, as JSON."""

    ceremony: BodyId
    credential: dict[str, Any]
    label: Annotated[str, msgspec.Meta(max_length=40)] = ""


class FinishedLogin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What navigator.credentials.get() gave, as JSON."""

    ceremony: BodyId
    credential: dict[str, Any]


class NewBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class SeatReference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody, by where he sits."""

    table: BodyId
    seat: SeatIndex


class NewReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: BodyId
    seat: SeatIndex
    reason: ReportReason
    text: Annotated[str, msgspec.Meta(max_length=500)] = ""


class ReportMade(msgspec.Struct, frozen=True):
    id: str


class NewBan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    player: BodyId
    reason: BanReason
    days: Annotated[int, msgspec.Meta(ge=1, le=3650)] | None = None
    """For how long; null is for good."""
    note: Annotated[str, msgspec.Meta(max_length=500)] = ""


class ResolvedReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    resolution: Resolution


class ClosedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reason: BanReason
