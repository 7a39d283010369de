"""The auditor's trust file, and the beacon chains in it (docs/PROTOCOL.md, "The trust file")."""

from __future__ import annotations

from . import forms
from .ed25519 import StrictVerifier
from .encodings import Seconds, decode_base64, parse_time, read_time, sha256, u32be, u64be
from .note import LOG_KEY, VerifierKey, find_voters, read_witness_key
from .policy import Quorum, read_policy
from .strict_json import Json
from .tokens import Token

# The latest time that counts, in seconds since 1970.
LAST_SECOND = 2**53 - 1

CHAINED = "pedersen-bls-chained"

# Length of a public key and of a signature in bytes, by scheme.
SCHEMES = {
    CHAINED: (48, 96),
    "pedersen-bls-unchained": (48, 96),
    "bls-unchained-on-g1": (96, 48),
    "bls-unchained-g1-rfc9380": (96, 48),
    "bls-bn254-unchained-on-g1": (128, 64),
}

BUILT_IN = (
    {
        "chain_hash": "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce",
        "scheme": CHAINED,
        "public_key": "868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a5699"
        "37c529eeda66c7293784a9402801af31",
        "period": 30,
        "genesis_time": 1595431050,
        "genesis_seed": "176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a",
        "beacon_id": "default",
    },
    {
        "chain_hash": "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
        "scheme": "bls-unchained-g1-rfc9380",
        "public_key": "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c"
        "8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb"
        "5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
        "period": 3,
        "genesis_time": 1692803367,
        "genesis_seed": "f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e",
        "beacon_id": "quicknet",
    },
    {
        "chain_hash": "04f1e9062b8a81f848fded9c12306733282b2727ecced50032187751166ec8c3",
        "scheme": "bls-bn254-unchained-on-g1",
        "public_key": "07e1d1d335df83fa98462005690372c643340060d205306a9aa8106b6bd0b382"
        "0557ec32c2ad488e4d4f6008f89a346f18492092ccc0d594610de2732c8b808f"
        "0095685ae3a85ba243747b1b2f426049010f6b73a0cf1d389351d5aaaa1047f6"
        "297d3a4f9749b33eb2d904c9d9ebf17224150ddd7abd7567a9bec6c74480ee0b",
        "period": 3,
        "genesis_time": 1727521075,
        "genesis_seed": "cd7ad2f0e0cce5d8c288f2dd016ffe7bc8dc88dbb229b3da2b6ad736490dfed6",
        "beacon_id": "evmnet",
    },
)


# In a certificate, what stands before an Ed25519 key (RFC 8410, section 4).
ED25519 = bytes.fromhex("302a300506032b6570032100")


class TrustInvalid(ValueError):
    """The trust file is refused."""


def chain_hash(chain: Json) -> str:
    beacon_id = chain.get("beacon_id", "")
    return sha256(
        u32be(chain["period"])
        + u64be(chain["genesis_time"])
        + bytes.fromhex(chain["public_key"])
        + bytes.fromhex(chain["genesis_seed"])
        + (b"" if beacon_id == "default" else beacon_id.encode())
    ).hex()


def round_time(chain: Json, round_number: int) -> int:
    return int(chain["genesis_time"] + (round_number - 1) * chain["period"])


class Key:
    """A key of an operator, and when it may sign."""

    def __init__(self, value: Json) -> None:
        self.public_key = bytes.fromhex(value["public_key"])
        self.key_id = sha256(self.public_key).hex()
        self._from = read_time(value["valid_from"])
        self._until = read_time(value["valid_until"]) if "valid_until" in value else None
        self.revoked_at = read_time(value["revoked_at"]) if "revoked_at" in value else None
        self.makes_receipts = value.get("use") == "receipts"
        if self._until is not None and self._until <= self._from:
            raise TrustInvalid("a key that is never valid")

    def is_valid_at(self, time: int) -> bool:
        return self._from <= time and (self._until is None or time < self._until)

    def is_revoked_for(self, seen: Seconds | None) -> bool:
        """Whether it was revoked, and nobody saw the statement before that."""
        return self.revoked_at is not None and (seen is None or seen >= self.revoked_at)

    def has_ended_for(self, seen: Seconds | None, now: int) -> bool:
        """Whether it was revoked or is past its end, and nobody saw what it signed before that."""
        ends = [self.revoked_at] if self.revoked_at is not None else []
        ends += [self._until] if self._until is not None and self._until <= now else []
        return bool(ends) and (seen is None or seen >= min(ends))

    def is_outdated_for(self, seen: Seconds | None, now: int) -> bool:
        """Whether it is an old key, so that what it signed does not count against its operator."""
        is_over = self._until is not None and self._until <= now and (seen is None or seen >= self._until)
        return is_over or self.is_revoked_for(seen)


class Timestamper:
    """An authority of RFC 3161, with its anchors, and when it is believed."""

    def __init__(self, value: Json) -> None:
        self.name = value["name"]
        self.certificates = [decode_base64(text) or b"" for text in value["certificates"]]
        self._from, self._until = (parse_time(value.get(end)) for end in ("valid_from", "valid_until"))
        if self._from is not None and self._until is not None and self._until <= self._from:
            raise TrustInvalid("a time-stamper that is never believed")

    def believes(self, token: Token) -> bool:
        """Whether a token is of its time: made after that begins, and, as late as it may be, before that ends."""
        is_early = self._from is not None and token.time < self._from * 10**9
        return not is_early and (self._until is None or token.until < self._until * 10**9)


class Trust:
    """A trust file that was checked."""

    def __init__(self, value: Json, verifier: StrictVerifier) -> None:
        fault = forms.trust_fault(value)
        if fault is not None:
            raise TrustInvalid(fault)
        operators = value.get("operators", [])
        observers = value.get("observers", [])
        logs = value.get("logs", [])
        keys_of = {one["name"]: [Key(key) for key in one["keys"]] for one in operators}
        self.operators = {
            name: [key for key in keys if not key.makes_receipts] for name, keys in keys_of.items()
        }
        self.desks = {name: [key for key in keys if key.makes_receipts] for name, keys in keys_of.items()}
        self.log_origins = {one["name"]: one["log_origin"] for one in operators if "log_origin" in one}
        self.observers = {one["name"]: bytes.fromhex(one["public_key"]) for one in observers}
        self.chains = {one["chain_hash"]: one for one in (*BUILT_IN, *value.get("beacons", []))}
        try:
            self.logs = {one["origin"]: VerifierKey(one["vkey"], LOG_KEY) for one in logs}
            self.witnesses, self.quorum = read_witnesses(value)
        except ValueError as error:
            raise TrustInvalid(str(error)) from None
        # Of each of these keys: the first key of its witness.
        self.voters = find_voters(self.witnesses)
        self.timestampers = [Timestamper(one) for one in value.get("timestampers", [])]
        anchors = [der for one in self.timestampers for der in one.certificates]
        own = [key.public_key for keys in keys_of.values() for key in keys]
        seen = list(self.observers.values())
        of_logs = [key.public_key for key in self.logs.values()]
        once = (
            [one["name"] for one in operators],
            [one["name"] for one in observers],
            [one["chain_hash"] for one in value.get("beacons", [])],
            [one["origin"] for one in logs],
            [(key.name, key.key_id) for key in self.witnesses],
            own + seen,
            [one.name for one in self.timestampers],
            anchors,
        )
        if any(len(things) != len(set(things)) for things in once):
            raise TrustInvalid("a name, a key or a certificate stands twice")
        # Any 1312 bytes are a key of ML-DSA-44.
        keys = own + seen + of_logs + [key.public_key for key in self.witnesses if key.is_ed25519]
        keys += [decode_base64(key[5:]) or b"" for key in value.get("webhook_keys", [])]
        if not all(map(verifier.is_strict_key, keys)):
            raise TrustInvalid("a key that is none, or of small order")
        for chain in value.get("beacons", []):
            lengths = SCHEMES.get(chain["scheme"])
            if lengths is None or len(chain["public_key"]) != 2 * lengths[0]:
                raise TrustInvalid("a beacon of a scheme that is not known")
            if chain_hash(chain) != chain["chain_hash"]:
                raise TrustInvalid("a beacon that does not have its hash")
        of_witnesses = {key.public_key for key in self.witnesses}
        of_anchors = {der.partition(ED25519)[2][:32] for der in anchors if ED25519 in der}
        roles = [set(own), set(seen), set(of_logs), of_witnesses, of_anchors]
        if sum(len(role) for role in roles) != len(set().union(*roles)):
            raise TrustInvalid("a key in two roles")


def read_witnesses(value: Json) -> tuple[list[VerifierKey], Quorum]:
    """The keys of witnesses, and which of them have to have cosigned: by a list, or by a policy in its place."""
    if "witness_policy" not in value:
        witnesses = [read_witness_key(vkey) for vkey in value.get("witnesses", [])]
        return witnesses, Quorum.of_list(find_voters(witnesses), value.get("witness_threshold"))
    if "witnesses" in value or "witness_threshold" in value:
        raise TrustInvalid("a policy beside a list")
    return read_policy(value["witness_policy"])
