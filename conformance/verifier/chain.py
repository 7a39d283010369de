"""The statements of a bundle, and who signed them (docs/PROTOCOL.md, steps 4 and 7)."""

from .forms import read_statement
from .hashes import decode_base64, digest, parse_time


def pre_authentication_encoding(payload_type, payload):
    """What DSSE has signed."""
    kind = payload_type.encode()
    return b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)


class Envelope:
    """An envelope: what was signed, and the statement in it, where there is one."""

    def __init__(self, value):
        self.value = value
        self.payload_type = value["payloadType"]
        self.payload = decode_base64(value["payload"])
        self.digest = digest(self.payload)
        self.key_id = value["signatures"][0].get("keyid")
        self.signature = decode_base64(value["signatures"][0]["sig"])
        self.statement = read_statement(self.payload_type, self.payload)
        self.issued = self.statement and parse_time(self.statement["issued_at_utc"])

    def is_signed_with(self, public_key, verifier):
        message = pre_authentication_encoding(self.payload_type, self.payload)
        return verifier.verify(public_key, message, self.signature)

    def counts(self, operator, trust, verifier, seen):
        """Whether this operator signed it, under whatever name and `keyid`, and the key was good when it was seen."""
        key = self._key_of(operator, trust, verifier)
        return key is not None and key.is_valid_at(self.issued) and not key.is_revoked_for(seen)

    def accuses(self, operator, trust, verifier, seen, now):
        """Whether it counts against its operator, too, where it is not in the bundle."""
        if not self.counts(operator, trust, verifier, seen):
            return False
        return not self._key_of(operator, trust, verifier).is_outdated_for(seen, now)

    def _key_of(self, operator, trust, verifier):
        keys = trust.operators.get(operator, []) if self.statement else []
        return next((key for key in keys if self.is_signed_with(key.public_key, verifier)), None)


class Chain:
    """The envelopes of a bundle in their order, and what stands in them."""

    def __init__(self, envelopes):
        self.envelopes = envelopes
        self.statements = [envelope.statement for envelope in envelopes]
        self.readable = [envelope for envelope in envelopes if envelope.statement is not None]
        self.commitment = self._first("commitment")
        self.seal = self._first("seal")
        self.draws = self._all("draw")
        self.picks = self._all("draw", "replacement")
        self.cancellation = self._first("cancellation")

    def _all(self, *kinds):
        return [envelope for envelope in self.readable if envelope.statement["type"] in kinds]

    def _first(self, kind):
        return next(iter(self._all(kind)), None)

    @property
    def raffle_id(self):
        return self.readable[0].statement["raffle_id"] if self.readable else None

    @property
    def operator(self):
        return self.readable[0].statement["operator"] if self.readable else None

    def is_of_this_raffle(self, envelope):
        """Whether it has a statement of the same raffle."""
        statement = envelope.statement
        return statement is not None and statement["raffle_id"] == self.raffle_id

    @property
    def is_drawn(self):
        """As many draws as prizes."""
        return self.commitment is not None and len(self.draws) >= len(self.commitment.statement["prizes"])
