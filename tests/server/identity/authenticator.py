"""A software authenticator: makes passkeys and signs with them, as a phone does."""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, encode_cbor
from webauthn.helpers.cose import COSECRV, COSEKTY, COSEAlgorithmIdentifier, COSEKey

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


@dataclass
class Authenticator:
    """Holds one passkey. What it says may be falsified by the tests."""

    origin: str = "http://localhost:8000"
    flags: int = PRESENT | VERIFIED
    counter: int = 0
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    credential_id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    user: str = ""

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """As navigator.credentials.create()."""
        self.user = options["user"]["id"]
        attested = bytes(16) + len(self.credential_id).to_bytes(2, "big") + self.credential_id + self._public_key()
        data = self._data(options["rp"]["id"], self.flags | ATTESTED) + attested
        attestation = encode_cbor({"fmt": "none", "attStmt": {}, "authData": data})
        return self._credential(
            {
                "clientDataJSON": bytes_to_base64url(self._client_data("webauthn.create", options)),
                "attestationObject": bytes_to_base64url(attestation),
            }
        )

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """As navigator.credentials.get()."""
        self.counter += 1
        data = self._data(options["rpId"], self.flags)
        client_data = self._client_data("webauthn.get", options)
        signature = self.key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential(
            {
                "clientDataJSON": bytes_to_base64url(client_data),
                "authenticatorData": bytes_to_base64url(data),
                "signature": bytes_to_base64url(signature),
                "userHandle": self.user,
            }
        )

    def _credential(self, response: dict[str, str]) -> dict[str, Any]:
        name = bytes_to_base64url(self.credential_id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}

    def _client_data(self, kind: str, options: dict[str, Any]) -> bytes:
        challenge = bytes_to_base64url(base64url_to_bytes(options["challenge"]))
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _data(self, rp_id: str, flags: int) -> bytes:
        return hashlib.sha256(rp_id.encode()).digest() + bytes([flags]) + self.counter.to_bytes(4, "big")

    def _public_key(self) -> bytes:
        numbers = self.key.public_key().public_numbers()
        return encode_cbor(
            {
                int(COSEKey.KTY): int(COSEKTY.EC2),
                int(COSEKey.ALG): int(COSEAlgorithmIdentifier.ECDSA_SHA_256),
                int(COSEKey.CRV): int(COSECRV.P256),
                int(COSEKey.X): numbers.x.to_bytes(32, "big"),
                int(COSEKey.Y): numbers.y.to_bytes(32, "big"),
            }
        )
