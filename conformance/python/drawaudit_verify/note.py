"""Signed notes, checkpoints and cosignatures, by C2SP's signed-note, tlog-checkpoint and tlog-cosignature."""

from __future__ import annotations

import base64
import re
from typing import Literal, Sequence

from .ed25519 import StrictVerifier
from .encodings import decode_base64, sha256
from .strict_json import MOST_INTEGER, Json

LOG_KEY = 1
# Of witnesses: Ed25519, and ML-DSA-44, which no standard library has.
WITNESS_KEY = 4
QUANTUM_KEY = 6
MOST_SIGNATURES = 100

# Bytes of a key by its type; of a time, and of a signature of ML-DSA-44 (FIPS 204, table 2).
_KEY_LENGTHS = {LOG_KEY: 32, WITNESS_KEY: 32, QUANTUM_KEY: 1312}
_TIME, _QUANTUM_SIGNATURE = 8, 2420
# Bytes that the message has room for: of the name of a witness, and of an origin.
_LONGEST_NAME = 255


class NoteInvalid(ValueError):
    """Not a note (`note-invalid`), or a note that is no checkpoint (`checkpoint-invalid`)."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Unsupported(Exception):
    """A cosignature of a trusted key that this verifier cannot check: it may hold or fail."""


def is_name(name: str) -> bool:
    """Of a key: something, no space and no plus sign."""
    return name != "" and "+" not in name and not any(char.isspace() for char in name)


def decode_any_base64(text: str) -> bytes | None:
    """The bytes of base64 of either alphabet, with or without padding, whatever its spare bits, or None."""
    if not re.fullmatch("[A-Za-z0-9+/_-]+={0,2}", text):
        return None
    digits = text.rstrip("=").replace("-", "+").replace("_", "/")
    return None if len(digits) % 4 == 1 else base64.b64decode(digits + "=" * (-len(digits) % 4))


class VerifierKey:
    """A vkey: name+id+base64 of its type and key."""

    def __init__(self, text: str, *kinds: int) -> None:
        name, _, rest = text.partition("+")
        key_id, _, encoded = rest.partition("+")
        data = decode_base64(encoded)
        if not is_name(name) or not data or data[0] not in kinds or len(data) != 1 + _KEY_LENGTHS[data[0]]:
            raise ValueError("not a vkey of this type")
        self.name = name
        self.kind = data[0]
        self.public_key = data[1:]
        self.key_id = sha256(name.encode() + b"\n" + data)[:4]
        if key_id != self.key_id.hex():
            raise ValueError("a vkey with the id of another key")

    @property
    def is_ed25519(self) -> bool:
        return self.kind != QUANTUM_KEY


def read_witness_key(text: str) -> VerifierKey:
    return VerifierKey(text, WITNESS_KEY, QUANTUM_KEY)


def find_voters(keys: Sequence[VerifierKey]) -> list[bytes]:
    """Whose each key is, as the first key of that witness: keys with one name or the same bytes are one witness."""
    voters = [key.public_key for key in keys]
    first: dict[str | bytes, int] = {}
    for at, key in enumerate(keys):
        marks: tuple[str | bytes, ...] = (key.name, key.public_key)
        for mark in marks:
            mine, other = voters[at], voters[first.setdefault(mark, at)]
            voters = [other if voter == mine else voter for voter in voters]
    return voters


class Note:
    """A text with signature lines below it, and the checkpoint that the text is."""

    def __init__(self, whole: str) -> None:
        text, blank, below = whole.rpartition("\n\n")
        if not blank or any(char < " " and char != "\n" for char in whole) or not below.endswith("\n"):
            raise NoteInvalid("note-invalid")
        self.text = text + "\n"
        self.lines = [self._line(line) for line in below[:-1].split("\n")]
        if len(self.lines) > MOST_SIGNATURES:
            raise NoteInvalid("note-invalid")
        self.origin, self.size, self.root = self._checkpoint()

    @staticmethod
    def _line(line: str) -> tuple[str, bytes, bytes | None]:
        parts = line.split(" ")
        data = decode_base64(parts[2]) if len(parts) == 3 else None
        is_canonical = data is not None
        if data is None and len(parts) == 3:
            data = decode_any_base64(parts[2])
        if data is None or parts[0] != "\u2014" or not is_name(parts[1]) or len(data) < 5:
            raise NoteInvalid("note-invalid")
        return parts[1], data[:4], data[4:] if is_canonical else None

    def _checkpoint(self) -> tuple[str, int, bytes]:
        origin, *rest = self.text[:-1].split("\n")
        if len(rest) < 2 or "" in (origin, *rest):
            raise NoteInvalid("checkpoint-invalid")
        size, root = rest[0], decode_base64(rest[1])
        if not re.fullmatch("0|[1-9][0-9]{0,15}", size) or int(size) > MOST_INTEGER:
            raise NoteInvalid("checkpoint-invalid")
        if root is None or len(root) != 32 or (size == "0" and root != sha256(b"")):
            raise NoteInvalid("checkpoint-invalid")
        return origin, int(size), root

    def first_signature(self, key: VerifierKey) -> bytes | None:
        """What the first line of a key has, or None where it has no line. None of them may be in other base64."""
        own = [signature for name, key_id, signature in self.lines if (name, key_id) == (key.name, key.key_id)]
        if None in own:
            raise NoteInvalid("note-invalid")
        return own[0] if own else None

    def is_signed_by_log(self, key: VerifierKey, verifier: StrictVerifier) -> bool:
        signature = self.first_signature(key)
        return signature is not None and verifier.verify(key.public_key, self.text.encode(), signature)

    def cosigned_at(self, key: VerifierKey, verifier: StrictVerifier) -> int | Literal[False] | None:
        """The time of a witness's cosignature; None where it has none, False where it fails.

        Raises Unsupported where ML-DSA-44 would have to say which."""
        signature = self.first_signature(key)
        if signature is None:
            return None
        if len(signature) != _TIME + (64 if key.is_ed25519 else _QUANTUM_SIGNATURE):
            return False
        time = int.from_bytes(signature[:8], "big")
        if time > MOST_INTEGER:
            return False
        if not key.is_ed25519:
            if max(len(key.name.encode()), len(self.origin.encode())) > _LONGEST_NAME:
                return False
            raise Unsupported
        message = f"cosignature/v1\ntime {time}\n{self.text}".encode()
        return time if verifier.verify(key.public_key, message, signature[8:]) else False


def log_leaf_data(envelope: Json) -> Json:
    """What stands in a log for an envelope: the members that DSSE knows, to be put into RFC 8785 form."""
    (signature,) = envelope["signatures"]
    kept = {name: signature[name] for name in ("keyid", "sig") if name in signature}
    return {"payload": envelope["payload"], "payloadType": envelope["payloadType"], "signatures": [kept]}


