"""Ed25519 (RFC 8032), verified strictly: twice, by the `openssl` command and in plain Python.

Strictly means that the key and R are canonical points of prime order and that S is below the order, so that all
libraries agree. OpenSSL checks S and compares the bytes of R with those of S·B − h·A; with a key A of prime order
that leaves only an R which is canonical and of prime order, or the neutral point. The key and the neutral point are
checked here. Plain Python makes ten thousand draws possible: starting a process takes ten times as long.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import tempfile
from typing import List, Protocol, Tuple

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)
NEUTRAL_BYTES = (1).to_bytes(32, "little")

# (X, Y, Z, T) with x = X/Z, y = Y/Z, x·y = T/Z.
Point = Tuple[int, int, int, int]
Table = List[List[Point]]
NEUTRAL: Point = (0, 1, 1, 0)


def add(a: Point, b: Point) -> Point:
    """The complete addition of RFC 8032, section 5.1.4, which doubles too."""
    x1, y1, z1, t1 = a
    x2, y2, z2, t2 = b
    m = (y1 - x1) * (y2 - x2) % P
    n = (y1 + x1) * (y2 + x2) % P
    c = 2 * t1 * t2 * D % P
    d = 2 * z1 * z2 % P
    e, f, g, h = n - m, d - c, d + c, n + m
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def multiply(scalar: int, point: Point) -> Point:
    result = NEUTRAL
    while scalar > 0:
        if scalar & 1:
            result = add(result, point)
        point = add(point, point)
        scalar >>= 1
    return result


def is_neutral(point: Point) -> bool:
    x, y, z, _ = point
    return x % P == 0 and (y - z) % P == 0


def decode_point(data: bytes) -> Point | None:
    """A point of its canonical 32 bytes, or None."""
    if len(data) != 32:
        return None
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= P:
        return None
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if v * x * x % P == -u % P:
        x = x * ROOT_OF_MINUS_1 % P
    if v * x * x % P != u:
        return None
    if x == 0 and sign == 1:
        return None
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


def _known_point(data: bytes) -> Point:
    """The point of bytes that are known to be one."""
    point = decode_point(data)
    if point is None:
        raise ValueError("not a point")
    return point


def encode_point(point: Point) -> bytes:
    x, y, z, _ = point
    inverse = pow(z, P - 2, P)
    x, y = x * inverse % P, y * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


BASE = _known_point(bytes([0x58]) + bytes([0x66]) * 31)


def is_strict_key(data: bytes) -> bool:
    """A canonical point of prime order."""
    point = decode_point(data)
    return point is not None and not is_neutral(point) and is_neutral(multiply(ORDER, point))


def _table(point: Point) -> Table:
    """The multiples 0 to 15 of point · 16^n, for n from 0 to 63: multiplying takes 64 additions then."""
    table = []
    for _ in range(64):
        row = [NEUTRAL]
        for _ in range(15):
            row.append(add(row[-1], point))
        table.append(row)
        point = add(row[15], point)
    return table


def _multiply_by_table(scalar: int, table: Table) -> Point:
    result = NEUTRAL
    for row in table:
        if scalar & 15:
            result = add(result, row[scalar & 15])
        scalar >>= 4
    return result


class Verifier(Protocol):
    """Who verifies a signature of 64 bytes under a key of prime order, whose R is a point."""

    def verify(self, key: bytes, message: bytes, signature: bytes) -> bool: ...


class PlainPython:
    """Verifies here. A key that is used often gets a table."""

    OFTEN = 4

    def __init__(self) -> None:
        self._base = _table(BASE)
        self._keys: dict[bytes, Table] = {}
        self._used: dict[bytes, int] = {}

    def verify(self, key: bytes, message: bytes, signature: bytes) -> bool:
        s = int.from_bytes(signature[32:], "little")
        if s >= ORDER:
            return False
        h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
        minus_h_a = self._multiply_key(ORDER - h, key)
        return encode_point(add(_multiply_by_table(s, self._base), minus_h_a)) == signature[:32]

    def _multiply_key(self, scalar: int, key: bytes) -> Point:
        self._used[key] = self._used.get(key, 0) + 1
        if self._used[key] == self.OFTEN:
            self._keys[key] = _table(_known_point(key))
        table = self._keys.get(key)
        return _multiply_by_table(scalar, table) if table else multiply(scalar, _known_point(key))


class Unusable(RuntimeError):
    """Who was to verify cannot, or two of them disagree: there is no verdict then."""


class OpenSSL:
    """Verifies by `openssl pkeyutl`, which takes no empty message, with files in a folder of its own."""

    KEY_HEAD = bytes.fromhex("302a300506032b6570032100")

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="second-verifier-")

    def verify(self, key: bytes, message: bytes, signature: bytes) -> bool:
        paths = []
        for name, data in (("key", self.KEY_HEAD + key), ("message", message), ("signature", signature)):
            paths.append(os.path.join(self._folder.name, name))
            with open(paths[-1], "wb") as file:
                file.write(data)
        command = ["openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", paths[0]]
        command += ["-rawin", "-in", paths[1], "-sigfile", paths[2]]
        try:
            ended = subprocess.run(command, capture_output=True, check=False)
        except OSError as fault:
            raise Unusable(f"openssl cannot be run: {fault.strerror}") from None
        if ended.returncode == 0 and b"Successfully" in ended.stdout:
            return True
        if ended.returncode == 1 and b"Signature Verification Failure" in ended.stdout:
            return False
        said = ended.stderr.decode(errors="replace").strip()
        raise Unusable(f"openssl does not verify: {said}")


class Both:
    """Asks both, and stops where they disagree."""

    def __init__(self) -> None:
        self._verifiers: tuple[Verifier, Verifier] = (OpenSSL(), PlainPython())
        self.compared = 0

    def verify(self, key: bytes, message: bytes, signature: bytes) -> bool:
        answers = {verifier.verify(key, message, signature) for verifier in self._verifiers}
        if len(answers) != 1:
            raise Unusable("OpenSSL and plain Python disagree about " + signature.hex())
        self.compared += 1
        return answers.pop()


class StrictVerifier:
    """Strict verification by one of these, which remembers what it was asked."""

    def __init__(self, verifier: Verifier) -> None:
        self.verifier = verifier
        self._strict_keys: dict[bytes, bool] = {}
        self._answers: dict[tuple[bytes, bytes, bytes], bool] = {}

    def is_strict_key(self, key: bytes) -> bool:
        if key not in self._strict_keys:
            self._strict_keys[key] = is_strict_key(key)
        return self._strict_keys[key]

    def verify(self, key: bytes, message: bytes, signature: bytes) -> bool:
        """Whether the signature is the key's, for any bytes."""
        if len(signature) != 64 or not self.is_strict_key(key):
            return False
        r, s = signature[:32], int.from_bytes(signature[32:], "little")
        if s >= ORDER or r == NEUTRAL_BYTES or decode_point(r) is None:
            return False
        asked = (key, hashlib.sha256(message).digest(), signature)
        if asked not in self._answers:
            self._answers[asked] = self.verifier.verify(key, message, signature)
        return self._answers[asked]
