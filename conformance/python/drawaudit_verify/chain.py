"""The statements of a bundle, and who signed them (docs/PROTOCOL.md, steps 4 and 6)."""

from __future__ import annotations

from .ed25519 import StrictVerifier
from .encodings import Seconds, decode_base64, digest, read_time
from .forms import read_statement
from .strict_json import Json
from .trust import Key, Trust


def pre_authentication_encoding(payload_type: str, payload: bytes) -> bytes:
    """What DSSE has signed."""
    kind = payload_type.encode()
    return b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)


class Envelope:
    """An envelope: what was signed, and the statement in it, where there is one."""

    def __init__(self, value: Json) -> None:
        self.value = value
        self.payload_type = value["payloadType"]
        self.payload = decode_base64(value["payload"]) or b""
        self.digest = digest(self.payload)
        self.key_id = value["signatures"][0].get("keyid")
        self.signature = decode_base64(value["signatures"][0]["sig"]) or b""
        self.statement: Json = read_statement(self.payload_type, self.payload)

    @property
    def issued(self) -> int:
        """When a statement says that it was signed."""
        return read_time(self.statement["issued_at_utc"])

    def is_signed_with(self, public_key: bytes, verifier: StrictVerifier) -> bool:
        message = pre_authentication_encoding(self.payload_type, self.payload)
        return verifier.verify(public_key, message, self.signature)

    def counts(self, operator: str | None, trust: Trust, verifier: StrictVerifier, seen: Seconds | None) -> bool:
        """Whether this operator signed it, under whatever name and `keyid`, and the key was good when it was seen."""
        key = self._key_of(operator, trust, verifier)
        return key is not None and key.is_valid_at(self.issued) and not key.is_revoked_for(seen)

    def accuses(
        self, operator: str | None, trust: Trust, verifier: StrictVerifier, seen: Seconds | None, now: int
    ) -> bool:
        """Whether it counts against its operator, too, where it is not in the bundle."""
        key = self._key_of(operator, trust, verifier)
        is_good = key is not None and self.counts(operator, trust, verifier, seen)
        return key is not None and is_good and not key.is_outdated_for(seen, now)

    def is_outdated(
        self, operator: str | None, trust: Trust, verifier: StrictVerifier, seen: Seconds | None, now: int
    ) -> bool:
        """Whether an old key of its operator signed it, when that was valid."""
        key = self._key_of(operator, trust, verifier)
        return key is not None and key.is_valid_at(self.issued) and key.is_outdated_for(seen, now)

    def _key_of(self, operator: str | None, trust: Trust, verifier: StrictVerifier) -> Key | None:
        keys = trust.operators.get(operator, []) if self.statement and operator is not None else []
        return next((key for key in keys if self.is_signed_with(key.public_key, verifier)), None)


class Chain:
    """The envelopes of a bundle in their order, and what stands in them."""

    def __init__(self, envelopes: list[Envelope]) -> None:
        self.envelopes = envelopes
        self.statements = [envelope.statement for envelope in envelopes]
        self.readable = [envelope for envelope in envelopes if envelope.statement is not None]
        self.commitment = self._first("commitment")
        self.seal = self._first("seal")
        self.draws = self._all("draw")
        self.picks = self._all("draw", "replacement")
        self.cancellation = self._first("cancellation")

    def _all(self, *kinds: str) -> list[Envelope]:
        return [envelope for envelope in self.readable if envelope.statement["type"] in kinds]

    def _first(self, kind: str) -> Envelope | None:
        return next(iter(self._all(kind)), None)

    @property
    def committed(self) -> Json:
        """What the commitment says; None without one."""
        return None if self.commitment is None else self.commitment.statement

    @property
    def sealed(self) -> Json:
        """What the seal says; None without one."""
        return None if self.seal is None else self.seal.statement

    @property
    def raffle_id(self) -> str | None:
        return str(self.readable[0].statement["raffle_id"]) if self.readable else None

    @property
    def operator(self) -> str | None:
        return str(self.readable[0].statement["operator"]) if self.readable else None

    def is_of_this_raffle(self, envelope: Envelope) -> bool:
        """Whether it has a statement of the same raffle."""
        statement = envelope.statement
        return statement is not None and bool(statement["raffle_id"] == self.raffle_id)

    @property
    def is_drawn(self) -> bool:
        """As many draws as prizes."""
        return self.commitment is not None and len(self.draws) >= len(self.committed["prizes"])
