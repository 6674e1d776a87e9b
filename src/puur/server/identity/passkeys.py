"""Passkeys (WebAuthn): registering one, and logging in with one. Used by the routes.

Only over HTTPS, or on localhost: browsers have no passkeys elsewhere. A challenge is kept by the server, for some
minutes and for one use. A login names no account, so it cannot be used to find out which ones exist.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, generate_challenge, options_to_json_dict
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    CredentialDeviceType,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from puur.server.identity import schema
from puur.server.identity.context import Identity, fresh_id, wait_for, wait_for_address
from puur.server.identity.principal import Principal
from puur.server.identity.refusals import Refused
from puur.server.identity.sessions import SignedIn, Visitor, open_session

RP_NAME = "Puur"


class Site(msgspec.Struct, frozen=True):
    """Where passkeys belong: the host, and the origin of our pages."""

    rp_id: str
    origin: str


class Ceremony(msgspec.Struct, frozen=True):
    """What the browser hands to navigator.credentials, and the name of the ceremony, to be sent back."""

    ceremony: str
    options: dict[str, Any]


class PasskeyInfo(msgspec.Struct, frozen=True):
    """One passkey in the list of one's own."""

    id: str
    label: str
    synced: bool
    """Whether the owner's other devices have it too."""
    created_at: int
    used_at: int | None


def site_of(identity: Identity, request_origin: str) -> Site | None:
    """The site for passkeys: the public origin of the settings, or localhost; None where there can be none."""
    public = identity.settings.public_origin
    parts = urlsplit(public or request_origin)
    host = parts.hostname or ""
    local = host == "localhost" or host.endswith(".localhost")
    if local or (public is not None and parts.scheme == "https" and not host.replace(".", "").isdigit()):
        return Site(host, f"{parts.scheme}://{parts.netloc}")
    return None


async def begin_registration(identity: Identity, principal: Principal, site: Site) -> Ceremony | Refused:
    """The first half of making a passkey; the session must be confirmed."""
    if principal.kind != "account":
        return Refused("accounts-only")
    refused = await wait_for(identity.limits.change_player, principal.id)
    if refused is not None:
        return refused
    passkeys, challenge = schema.passkeys.c, generate_challenge()
    async with identity.database.reader.connect() as db:
        query = select(passkeys.credential_id).where(passkeys.account == principal.id)
        known = (await db.scalars(query)).all()
    if len(known) >= identity.settings.most_passkeys:
        return Refused("too-many")
    options = generate_registration_options(
        rp_id=site.rp_id,
        rp_name=RP_NAME,
        user_id=principal.id.encode(),
        user_name=principal.name,
        challenge=challenge,
        timeout=identity.settings.ceremony_life,
        exclude_credentials=[PublicKeyCredentialDescriptor(id=credential) for credential in known],
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
    )
    ceremony = await _begin(identity, "register", challenge, principal.session)
    return Ceremony(ceremony, options_to_json_dict(options))


async def finish_registration(
    identity: Identity, principal: Principal, site: Site, ceremony: str, credential: dict[str, Any], label: str
) -> PasskeyInfo | Refused:
    """The second half: what the authenticator answered."""
    challenge = await _challenge(identity, "register", ceremony, principal.session)
    if challenge is None:
        return Refused("passkey-refused")
    try:
        verified = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.rp_id,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError, TypeError, KeyError):
        return Refused("passkey-refused")
    passkeys = schema.passkeys.c
    clean = "".join(char for char in label if char.isprintable()).strip()[:40] or "Passkey"
    synced = verified.credential_device_type == CredentialDeviceType.MULTI_DEVICE
    info = PasskeyInfo(fresh_id(), clean, synced, identity.now(), None)
    try:
        async with identity.database.writer.begin() as db:
            own = select(func.count()).select_from(schema.passkeys).where(passkeys.account == principal.id)
            if (await db.scalar(own) or 0) >= identity.settings.most_passkeys:
                return Refused("too-many")
            await db.execute(
                insert(schema.passkeys).values(
                    id=info.id,
                    credential_id=verified.credential_id,
                    account=principal.id,
                    public_key=verified.credential_public_key,
                    sign_count=verified.sign_count,
                    label=info.label,
                    synced=synced,
                    created_at=info.created_at,
                )
            )
    except IntegrityError:
        return Refused("passkey-refused")
    return info


async def begin_login(identity: Identity, site: Site, visitor: Visitor) -> Ceremony | Refused:
    """The first half of a login; the browser lets the user choose among the passkeys it has."""
    refused = await wait_for_address(identity.limits.ceremony, visitor.address)
    if refused is not None:
        return refused
    challenge = generate_challenge()
    options = generate_authentication_options(
        rp_id=site.rp_id,
        challenge=challenge,
        timeout=identity.settings.ceremony_life,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return Ceremony(await _begin(identity, "login", challenge, None), options_to_json_dict(options))


async def finish_login(
    identity: Identity, site: Site, ceremony: str, credential: dict[str, Any], visitor: Visitor
) -> SignedIn | Refused:
    """The second half: a session, if the passkey is one of ours and signed our challenge."""
    refused = await wait_for_address(identity.limits.login, visitor.address)
    if refused is not None:
        return refused
    challenge = await _challenge(identity, "login", ceremony, None)
    row = await _passkey(identity, credential)
    if challenge is None or row is None:
        return Refused("passkey-refused")
    try:
        verified = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.rp_id,
            expected_origin=site.origin,
            credential_public_key=row.public_key,
            credential_current_sign_count=row.sign_count,
            require_user_verification=True,
        )
        handle = credential["response"].get("userHandle")
        if handle is not None and base64url_to_bytes(handle) != row.account.encode():
            return Refused("passkey-refused")
    except (WebAuthnException, ValueError, TypeError, KeyError, AttributeError):
        return Refused("passkey-refused")
    passkeys, accounts = schema.passkeys.c, schema.accounts.c
    async with identity.database.writer.begin() as db:
        # The counter must not have moved meanwhile, and the passkey must still exist.
        used = await db.execute(
            update(schema.passkeys)
            .where(passkeys.id == row.id, passkeys.sign_count == row.sign_count)
            .values(sign_count=verified.new_sign_count, used_at=identity.now())
        )
        columns = (accounts.id, accounts.name, accounts.is_admin)
        query = select(*columns).where(accounts.id == row.account, accounts.deleted_at.is_(None))
        account = (await db.execute(query)).first()
        if not used.rowcount or account is None:
            return Refused("passkey-refused")
        return await open_session(identity, db, account.id, account.name, account.is_admin, visitor)


async def list_passkeys(identity: Identity, principal: Principal) -> list[PasskeyInfo]:
    """One's own passkeys."""
    passkeys = schema.passkeys.c
    query = select(schema.passkeys).where(passkeys.account == principal.id).order_by(passkeys.created_at, passkeys.id)
    async with identity.database.reader.connect() as db:
        return [PasskeyInfo(r.id, r.label, r.synced, r.created_at, r.used_at) for r in await db.execute(query)]


async def remove_passkey(identity: Identity, principal: Principal, passkey: str) -> Refused | None:
    """Forget a passkey; it opens the account no more."""
    passkeys = schema.passkeys.c
    async with identity.database.writer.begin() as db:
        done = await db.execute(
            delete(schema.passkeys).where(passkeys.id == passkey, passkeys.account == principal.id)
        )
    return None if done.rowcount else Refused("not-found")


async def _begin(identity: Identity, purpose: str, challenge: bytes, session: str | None) -> str:
    ceremonies, ceremony = schema.ceremonies.c, fresh_id()
    async with identity.database.writer.begin() as db:
        await db.execute(delete(schema.ceremonies).where(ceremonies.expires_at <= identity.now()))
        await db.execute(
            insert(schema.ceremonies).values(
                id=ceremony,
                purpose=purpose,
                session=session,
                challenge=challenge,
                expires_at=identity.now() + identity.settings.ceremony_life,
            )
        )
    return ceremony


async def _challenge(identity: Identity, purpose: str, ceremony: str, session: str | None) -> bytes | None:
    """The challenge of a ceremony, once."""
    ceremonies = schema.ceremonies.c
    async with identity.database.writer.begin() as db:
        same_session = ceremonies.session.is_(None) if session is None else ceremonies.session == session
        this = (ceremonies.id == ceremony) & (ceremonies.purpose == purpose) & same_session
        row = (await db.execute(select(ceremonies.challenge, ceremonies.expires_at).where(this))).first()
        if row is None:
            return None
        taken = await db.execute(delete(schema.ceremonies).where(this))
        return row.challenge if taken.rowcount and row.expires_at > identity.now() else None


async def _passkey(identity: Identity, credential: dict[str, Any]) -> Row[Any] | None:
    try:
        raw = base64url_to_bytes(credential["rawId"])
    except (KeyError, TypeError, ValueError, AttributeError):
        return None
    async with identity.database.reader.connect() as db:
        query = select(schema.passkeys).where(schema.passkeys.c.credential_id == raw)
        return (await db.execute(query)).first()
