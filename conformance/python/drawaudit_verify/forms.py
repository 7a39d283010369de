"""The forms of the documents, as schemas/ and docs/PROTOCOL.md have them.

A form is a function that says whether a value has it. Small ones are put together to large ones.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Callable, Mapping

from .encodings import decode_base64, parse_time
from .strict_json import MOST_INTEGER, Json, NotStrict, canonicalize, is_well_formed, parse

STATEMENT_TYPE = "application/vnd.drawaudit.statement.v1+json"
OBSERVATION_TYPE = "application/vnd.drawaudit.observation.v1+json"
RECEIPT_TYPE = "application/vnd.drawaudit.receipt.v1+json"
LIST_TYPE = "application/vnd.drawaudit.list.v1+json"
Form = Callable[[Json], bool]

LONGEST_PAYLOAD = 48_000
MOST_STATEMENTS = 10_000


def pattern(text: str) -> Form:
    compiled = re.compile(text)
    return lambda value: isinstance(value, str) and compiled.fullmatch(value) is not None


def constant(*values: str) -> Form:
    return lambda value: isinstance(value, str) and value in values


def number(least: int, most: int) -> Form:
    return lambda value: type(value) is int and least <= value <= most


def text(least: int = 1, most: int | None = None) -> Form:
    return lambda value: isinstance(value, str) and least <= len(value) and (most is None or len(value) <= most)


def array(item: Form, least: int = 0, most: int | None = None) -> Form:
    def has_form(value: Json) -> bool:
        if not isinstance(value, list) or len(value) < least or (most is not None and len(value) > most):
            return False
        return all(item(one) for one in value)

    return has_form


def nullable(form: Form) -> Form:
    return lambda value: value is None or form(value)


def members(required: Mapping[str, Form], optional: Mapping[str, Form] | None = None, others: bool = False) -> Form:
    """An object with these members; `others` says whether it may have more."""
    may_have = optional or {}

    def has_form(value: Json) -> bool:
        if not isinstance(value, dict) or any(name not in value for name in required):
            return False
        forms = {**may_have, **required}
        if not others and any(name not in forms for name in value):
            return False
        return all(form(value[name]) for name, form in forms.items() if name in value)

    return has_form


integer = number(0, MOST_INTEGER)
uuid = pattern("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
sha256_digest = pattern("sha256:[0-9a-f]{64}")
hex32 = pattern("[0-9a-f]{64}")
some_hex = pattern("(?:[0-9a-f]{2}){1,96}")
kind = constant("paid", "free")


def time(value: Json) -> bool:
    return parse_time(value) is not None


def entry_id(value: Json) -> bool:
    """1 to 128 bytes of UTF-8 without control characters."""
    if not isinstance(value, str) or not is_well_formed(value) or not 1 <= len(value.encode()) <= 128:
        return False
    return not any(unicodedata.category(char) == "Cc" for char in value)


# Envelopes. DSSE has unknown members ignored: they are not signed.


def base64_text(most: int, least: int = 0) -> Form:
    return lambda value: text(least, most)(value) and decode_base64(value) is not None


envelope = members(
    {
        "payloadType": text(1, 255),
        "payload": base64_text(1_048_576),
        "signatures": array(members({"sig": base64_text(88)}, {"keyid": hex32}, others=True), 1, 1),
    },
    others=True,
)

# Statements.

COMMON = {
    "raffle_id": uuid,
    "sequence": integer,
    "previous": nullable(sha256_digest),
    "issued_at_utc": time,
    "operator": text(),
}
PICK = {
    "draw_id": uuid,
    "position": integer,
    "drawn_at_utc": time,
    "total_entries": integer,
    "winner_index": integer,
    "winner_entry_id": entry_id,
}
PRIZE = {"draw_id": uuid, "prize_name": text(), "rng_seed_hash": sha256_digest}
KINDS = {
    "commitment": {
        "raffle_name": text(),
        "prizes": array(members(PRIZE), 1),
        "max_entries": integer,
        "entries_close_at_utc": time,
        "draw_at_utc": time,
        "beacon": nullable(members({"chain_hash": hex32, "round": integer})),
        "selection": constant("drawaudit-v1"),
        "supersedes": nullable(uuid),
    },
    "seal": {
        "total_entries": integer,
        "paid_entries": integer,
        "free_entries": integer,
        "entries_root": sha256_digest,
    },
    "draw": {**PICK, **PRIZE, "rng_seed": hex32},
    "replacement": {**PICK, "attempt": integer, "reason": text()},
    "cancellation": {"reason": text()},
}
_withdrawn_counts = members({"count": number(1, MOST_INTEGER), "consented": integer, "root": sha256_digest})


def sealed_withdrawals(value: Json) -> bool:
    """What a seal says of receipts that were taken back."""
    return _withdrawn_counts(value) and value["consented"] <= value["count"]


OPTIONAL = {"seal": {"withdrawn": sealed_withdrawals}}
_statements = {
    name: members({"type": constant(name), **COMMON, **own}, OPTIONAL.get(name)) for name, own in KINDS.items()
}
# Public seeds stand in the prizes, and a beacon decides.
_public_seeds = members(
    {
        "type": constant("commitment"),
        **COMMON,
        **KINDS["commitment"],
        "seeds": constant("public"),
        "prizes": array(members({**PRIZE, "rng_seed": hex32}), 1),
        "beacon": members({"chain_hash": hex32, "round": integer}),
    }
)


def read_signed(data: bytes, form: Form) -> Json | None:
    """The value of a payload that is its own RFC 8785 form and has a form, or None."""
    try:
        value = parse(data)
    except NotStrict:
        return None
    return value if form(value) and canonicalize(value) == data else None


def read_statement(payload_type: str, payload: bytes) -> Json | None:
    """The statement that a payload is, or None."""
    if payload_type != STATEMENT_TYPE or len(payload) > LONGEST_PAYLOAD:
        return None

    def form(value: Json) -> bool:
        kind_name = value.get("type") if isinstance(value, dict) else None
        if kind_name == "commitment" and "seeds" in value:
            return _public_seeds(value)
        return isinstance(kind_name, str) and kind_name in _statements and _statements[kind_name](value)

    return read_signed(payload, form)


# Receipts.

_receipt = members(
    {
        "type": constant("receipt"),
        "raffle_id": uuid,
        "commitment": sha256_digest,
        "operator": text(),
        "entry_id": entry_id,
        "kind": kind,
        "issued_at_utc": time,
    },
    {"nonce_hash": hex32},
)


def read_receipt(payload_type: str, payload: bytes) -> Json | None:
    """The receipt that a payload is, or None."""
    return read_signed(payload, _receipt) if payload_type == RECEIPT_TYPE else None


nonce = pattern("[0-9a-f]{32}")


def withdrawal(value: Json) -> bool:
    """The digest of a receipt that was taken back, and the nonce of its buyer or nothing."""
    return isinstance(value, list) and 1 <= len(value) <= 2 and hex32(value[0]) and all(map(nonce, value[1:]))


# Bundles.

_inclusion = array(hex32, 0, 64)
_log_place = {"sequence": integer, "index": integer, "inclusion": array(hex32, 0, 63)}
_note = text(1, 393_216)
BUNDLE = {"bundle": constant("drawaudit/v1"), "statements": array(envelope, 1, MOST_STATEMENTS)}
BUNDLE_OPTIONAL = {
    "beacon": members(
        {"chain_hash": hex32, "round": number(1, MOST_INTEGER), "signature": some_hex},
        {"previous_signature": some_hex},
    ),
    "winners": array(
        members(
            {
                "position": integer,
                "attempt": integer,
                "entry_id": entry_id,
                "kind": kind,
                "index": integer,
                "inclusion": _inclusion,
            },
            {"nonce_hash": hex32},
        ),
        0,
        MOST_STATEMENTS,
    ),
    "entries": array(lambda value: is_entry(value)),
    "entries_file": members(
        {"name": pattern("[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}"), "digest": sha256_digest}
    ),
    # What is in a token is for tokens.py: one that is none does not count, and that is all.
    "timestamps": array(members({"sequence": integer, "token": base64_text(87_384, 4)}), 1, 40_000),
    "withdrawn": array(withdrawal, 1),
    "log": members(
        {"checkpoint": _note, "proofs": array(members(_log_place), 0, MOST_STATEMENTS)},
        {"cosigned": array(members({"checkpoint": _note, **_log_place}), 0, 2 * MOST_STATEMENTS)},
    ),
}
_bundle = members(BUNDLE, BUNDLE_OPTIONAL)


def is_entry(value: Json) -> bool:
    if not isinstance(value, list) or len(value) not in (2, 3):
        return False
    return entry_id(value[0]) and kind(value[1]) and all(hex32(nonce_hash) for nonce_hash in value[2:])


def bundle(value: Json) -> bool:
    if not _bundle(value) or ("entries" in value and "entries_file" in value):
        return False
    stamped = [stamp["sequence"] for stamp in value.get("timestamps", [])]
    if stamped != sorted(stamped) or any(stamped.count(one) > 4 for one in set(stamped)):
        return False
    if any(sequence >= len(value["statements"]) for sequence in stamped):
        return False
    withdrawn = [one[0] for one in value.get("withdrawn", [])]
    if withdrawn != sorted(set(withdrawn)):
        return False
    log = value.get("log")
    if log is None:
        return True
    # In sequence: one proof at most for each statement, two earlier checkpoints at most, with different notes.
    proofs = [place["sequence"] for place in log["proofs"]]
    cosigned = [(place["sequence"], place["checkpoint"]) for place in log.get("cosigned", [])]
    sequences = [sequence for sequence, _ in cosigned]
    return (
        len(proofs) <= len(value["statements"])
        and len(cosigned) <= 2 * len(value["statements"])
        and proofs == sorted(set(proofs))
        and sequences == sorted(sequences)
        and all(sequences.count(sequence) <= 2 for sequence in set(sequences))
        and len(cosigned) == len(set(cosigned))
    )


# Observations.

observation = members(
    {
        "raffle_id": uuid,
        "source": text(),
        "observed_at_utc": time,
        "envelopes": array(envelope, 0, MOST_STATEMENTS),
    }
)

# Lists that an observer read.

list_attestation = members(
    {
        "type": constant("list"),
        "raffle_id": uuid,
        "entries_root": sha256_digest,
        "total_entries": integer,
        "paid_entries": integer,
        "free_entries": integer,
        "source": text(),
        "checked_at_utc": time,
        "observer": text(),
    }
)

# Audit records. Members that the specification does not name are allowed.

_any_uuid = pattern("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}")
_any_sha256 = pattern("(?:[sS][hH][aA]256:)?[0-9a-fA-F]{64}")
_record_draw = {
    "draw_id": _any_uuid,
    "prize_name": text(),
    "drawn_at_utc": lambda value: parse_time(value, allow_fraction=True) is not None,
    "total_entries": number(1, MOST_INTEGER),
    "rng_seed_hash": _any_sha256,
    "winner_entry_id": text(),
    "signature_hash": _any_sha256,
}
_flat_record = members({"raffle_id": _any_uuid, **_record_draw}, others=True)
_list_record = members(
    {
        "raffle_id": _any_uuid,
        "total_draws": integer,
        "draws": array(members(_record_draw, others=True)),
    },
    others=True,
)


def record(value: Json) -> bool:
    return _list_record(value) if isinstance(value, dict) and "draws" in value else _flat_record(value)


# Proofs of entries.

entry_proof = members(
    {
        "raffle_id": uuid,
        "entry_id": entry_id,
        "kind": kind,
        "index": integer,
        "total_entries": integer,
        "entries_root": sha256_digest,
        "inclusion": _inclusion,
    },
    {"nonce_hash": hex32},
)

# Trust files.

_key = members(
    {"algorithm": constant("ed25519"), "public_key": hex32, "valid_from": time},
    {"valid_until": time, "revoked_at": time, "use": constant("statements", "receipts")},
)


def certificate(value: Json) -> bool:
    """DER of a SEQUENCE, whatever is in it."""
    data = decode_base64(value) if text(0, 65_536)(value) else None
    if data is None or len(data) < 2 or data[0] != 0x30:
        return False
    digits = max(0, data[1] - 0x80)
    length = int.from_bytes(data[2 : 2 + digits], "big") if digits else data[1]
    return data[1] != 0x80 and digits <= 3 and len(data) == 2 + digits + length


_signer_key = members(
    {"algorithm": text(0, 64), "public_key": text(0, 4096)},
    {"encoding": constant("compact", "der"), "low_s": lambda value: isinstance(value, bool), "id": text(1, 1024)},
)
TRUST = {"trust": constant("drawaudit/v1")}
TRUST_OPTIONAL = {
    "$schema": text(0),
    "operators": array(
        members({"name": text(), "keys": array(_key, 1, 1000)}, {"log_origin": text()}), 0, 10_000
    ),
    "observers": array(members({"name": text(), "public_key": hex32}), 0, 10_000),
    "signers": array(members({"name": text(), "keys": array(_signer_key, 1, 100)}), 0, 10_000),
    "beacons": array(
        members(
            {
                "chain_hash": hex32,
                "scheme": text(0),
                "public_key": some_hex,
                "period": number(1, 2**32 - 1),
                "genesis_time": integer,
                "genesis_seed": hex32,
            },
            {"beacon_id": text(0, 255)},
        ),
        0,
        1000,
    ),
    "logs": array(members({"origin": text(), "vkey": text()}), 0, 1000),
    "witnesses": array(text(), 0, 1000),
    "witness_threshold": number(1, 1000),
    "witness_policy": text(0, 262_144),
    "timestampers": array(
        members(
            {"name": text(), "certificates": array(certificate, 1, 100)},
            {"valid_from": time, "valid_until": time},
        ),
        0,
        1000,
    ),
    "webhook_keys": array(pattern("whpk_[A-Za-z0-9+/]{43}="), 0, 1000),
}
trust = members(TRUST, TRUST_OPTIONAL)


# What is said of a document without its form.


def find_fault(value: Json, required: Mapping[str, Form], optional: Mapping[str, Form]) -> str | None:
    """Where an object does not have its form: its member, of an array the item; None where each member has its own."""
    if not isinstance(value, dict):
        return "it is not an object"
    missing = next((name for name in required if name not in value), None)
    if missing is not None:
        return f"/{missing} is missing"
    known = {**required, **optional}
    for name, member in value.items():
        if name not in known:
            return f"/{name} is not a known member"
        if not known[name](member):
            is_list = isinstance(member, list)
            bad = next((at for at, item in enumerate(member) if not known[name]([item])), None) if is_list else None
            return f"/{name}{'' if bad is None else f'/{bad}'} does not have its form"
    return None


def bundle_fault(value: Json) -> str | None:
    """Where a bundle does not have its form."""
    fault = find_fault(value, BUNDLE, BUNDLE_OPTIONAL)
    if fault is None and not bundle(value):
        return "its parts do not fit each other: an order, a number of them, or entries beside entries_file"
    return fault


def trust_fault(value: Json) -> str | None:
    """Where a trust file does not have its form."""
    return find_fault(value, TRUST, TRUST_OPTIONAL)
