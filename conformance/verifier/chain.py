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

    def counts(self, trust, verifier, seen):
        """Whether its operator signed it, whatever `keyid` it names, and the key was good when it was seen."""
        for key in trust.operators.get(self.statement["operator"], []) if self.statement else []:
            if self.is_signed_with(key.public_key, verifier):
                return key.is_valid_at(self.issued) and not key.is_revoked_for(seen)
        return False


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
        """Whether it has a statement of the same raffle and operator."""
        statement = envelope.statement
        return (
            statement is not None
            and statement["raffle_id"] == self.raffle_id
            and statement["operator"] == self.operator
        )

    @property
    def is_drawn(self):
        """As many draws as prizes."""
        return self.commitment is not None and len(self.draws) >= len(self.commitment.statement["prizes"])
