"""Time-stamp tokens of RFC 3161: what is in them, and the rules of docs/PROTOCOL.md that `openssl` does not ask.

Nothing here verifies a signature: stamps.py has that done.
"""

from __future__ import annotations

import hashlib
from typing import Iterable, Optional, Sequence, Tuple

from . import der
from .der import Node, NotDer, parse_der

# What names a certificate: the digest's algorithm, the digest, and issuer and number if it gives them.
Named = Tuple[str, bytes, Optional[Tuple[bytes, bytes]]]

LARGEST = 65_536
MOST_CERTIFICATES = 16
MOST_PATHS = 32
LONGEST_PATH = 6
SECOND = 10**9

SIGNED_DATA = "1.2.840.113549.1.7.2"
TST_INFO = "1.2.840.113549.1.9.16.1.4"
CONTENT_TYPE, MESSAGE_DIGEST = "1.2.840.113549.1.9.3", "1.2.840.113549.1.9.4"
SIGNING_CERTIFICATE, SIGNING_CERTIFICATE_V2 = "1.2.840.113549.1.9.16.2.12", "1.2.840.113549.1.9.16.2.47"
KEY_IDENTIFIER, KEY_USAGE, BASIC_CONSTRAINTS, EXTENDED_USAGE = "2.5.29.14", "2.5.29.15", "2.5.29.19", "2.5.29.37"
TIME_STAMPING, ANY_PURPOSE = "1.3.6.1.5.5.7.3.8", "2.5.29.37.0"

DIGESTS = {
    "2.16.840.1.101.3.4.2.1": "sha256",
    "2.16.840.1.101.3.4.2.2": "sha384",
    "2.16.840.1.101.3.4.2.3": "sha512",
}
RSA, RSA_PSS, EC = "1.2.840.113549.1.1.1", "1.2.840.113549.1.1.10", "1.2.840.10045.2.1"
RSA_SIGNATURES = {f"1.2.840.113549.1.1.{last}" for last in (11, 12, 13)}
ECDSA_SIGNATURES = {f"1.2.840.10045.4.3.{last}" for last in (2, 3, 4)}
# Bytes of a coordinate.
CURVES = {"1.2.840.10045.3.1.7": 32, "1.3.132.0.34": 48}


class Fault(ValueError):
    """Why a token does not count."""

    def __init__(self, code: str = "timestamp-invalid") -> None:
        super().__init__(code)
        self.code = code


def demand(holds: bool, code: str = "timestamp-invalid") -> None:
    if not holds:
        raise Fault(code)


def demand_trust(holds: bool) -> None:
    """As `demand`, of what keeps anchors from vouching for it."""
    demand(holds, "timestamp-untrusted")


def read_digest(algorithm: Node) -> str:
    """The name of a digest that counts; without parameters, or with none that say anything."""
    name = DIGESTS.get(algorithm.of(der.SEQUENCE)[0].oid)
    if name is None or [one.tag for one in algorithm.children[1:]] not in ([], [der.NULL]):
        raise Fault()
    return name


def is_true(node: Node) -> bool:
    return node.tag == der.BOOLEAN and node.content == b"\xff"


class Certificate:
    """A certificate, read."""

    def __init__(self, data: bytes) -> None:
        root = parse_der(data).of(der.SEQUENCE)
        demand(len(root.children) == 3)
        fields = root[0].of(der.SEQUENCE).children
        is_versioned = bool(fields) and fields[0].tag == 0xA0
        demand(len(fields) >= 6 + is_versioned)
        serial, inner, issuer, validity, subject, self._key = fields[is_versioned : is_versioned + 6]
        self.der = data
        self.serial = serial.of(der.INTEGER).content
        self.issuer, self.subject = issuer.of(der.SEQUENCE).whole, subject.of(der.SEQUENCE).whole
        self._not_before, self._not_after = validity[0].time, validity[1].time
        demand(inner.whole == root[1].whole and root[2].of(der.BIT_STRING).content[0] == 0)
        self._signature = root[1].of(der.SEQUENCE)[0].oid
        self._extensions: dict[str, tuple[bool, bytes]] = {}
        for field in fields[is_versioned + 6 :]:
            for extension in field[0].children if field.tag == 0xA3 else ():
                name, value = extension.of(der.SEQUENCE)[0].oid, extension.children[-1]
                demand(name not in self._extensions and len(extension.children) <= 3)
                is_critical = len(extension.children) == 3 and is_true(extension[1].of(der.BOOLEAN))
                self._extensions[name] = (is_critical, value.of(der.OCTET_STRING).content)

    @property
    def key_identifier(self) -> bytes | None:
        found = self._extensions.get(KEY_IDENTIFIER)
        return None if found is None else parse_der(found[1]).content

    def ask_key(self) -> None:
        """RSA of 2048 to 8192 bits, P-256 or P-384."""
        algorithm, bits = self._key[0].of(der.SEQUENCE), self._key[1].of(der.BIT_STRING).content
        kind, key = algorithm[0].oid, bits[1:]
        if kind in (RSA, RSA_PSS):
            demand(2048 <= parse_der(key)[0].of(der.INTEGER).number.bit_length() <= 8192)
            return
        curve = algorithm[1] if kind == EC and len(algorithm.children) == 2 else None
        size = CURVES.get(curve.oid) if curve is not None and curve.tag == der.OID else None
        demand(size is not None and len(key) == 1 + 2 * size and key[0] == 4)

    def ask_signature(self) -> None:
        """Its issuer signed by one of the three digests."""
        demand(self._signature in RSA_SIGNATURES | ECDSA_SIGNATURES | {RSA_PSS})

    def ask_valid(self, time: int) -> None:
        # The second that it names as its last is within, with all its fractions.
        demand_trust(self._not_before <= time < self._not_after + SECOND)

    def ask_critical(self) -> None:
        known = (KEY_USAGE, BASIC_CONSTRAINTS, EXTENDED_USAGE)
        demand_trust(all(name in known for name, (is_critical, _) in self._extensions.items() if is_critical))

    def ask_authority(self) -> None:
        """What of an issuer `openssl` does not ask: older certificates pass there without constraints."""
        self.ask_critical()
        demand_trust(BASIC_CONSTRAINTS in self._extensions)
        if EXTENDED_USAGE in self._extensions:
            purposes = [one.oid for one in parse_der(self._extensions[EXTENDED_USAGE][1]).of(der.SEQUENCE).children]
            demand_trust(TIME_STAMPING in purposes or ANY_PURPOSE in purposes)


def read_certificate(data: bytes) -> Certificate | None:
    """The certificate, or None."""
    try:
        return Certificate(data)
    except (NotDer, Fault):
        return None


class Token:
    """A token, read: what was stamped, when, and by whom it says that it was signed."""

    def __init__(self, data: bytes) -> None:
        demand(len(data) <= LARGEST)
        self._read(parse_der(data))

    def _read(self, root: Node) -> None:
        root.of(der.SEQUENCE)
        demand(root[0].oid == SIGNED_DATA and len(root.children) == 2 and len(root[1].of(0xA0).children) == 1)
        signed = root[1][0].of(der.SEQUENCE)
        content, more = signed[2].of(der.SEQUENCE), signed.children[3:]
        demand(signed[0].of(der.INTEGER).number == 3 and signed[1].tag == der.SET)
        demand(content[0].oid == TST_INFO and len(content.children) == 2)
        demand(len(content[1].of(0xA0).children) == 1)
        self.info = content[1][0].of(der.OCTET_STRING).content
        listed: list[Node] = next((one.children for one in more if one.tag == 0xA0), [])
        demand(len(listed) <= MOST_CERTIFICATES)
        self.certificates = [Certificate(one.whole) for one in listed]
        signers = more[-1].of(der.SET).children if more else []
        demand(len(signers) == 1)
        # Nobody signs the certificates: without them openssl has those alone that it is given.
        kept = [one.whole for one in signed.children if one.tag != 0xA0]
        body = der.encode(0xA0, der.encode(der.SEQUENCE, *kept))
        self.bare = der.encode(der.SEQUENCE, root[0].whole, body)
        self._read_info(parse_der(self.info).of(der.SEQUENCE))
        self._read_signer(signers[0].of(der.SEQUENCE))

    def _read_info(self, info: Node) -> None:
        demand(info[0].of(der.INTEGER).number == 1 and info[1].tag == der.OID)
        imprint = info[2].of(der.SEQUENCE)
        self.algorithm, self.imprint = read_digest(imprint[0]), imprint[1].of(der.OCTET_STRING).content
        demand(len(self.imprint) == hashlib.new(self.algorithm).digest_size)
        self.time = info[4].of(der.GENERALIZED_TIME).time
        accuracy = SECOND
        for field in info.children[5:]:
            if field.tag == der.SEQUENCE:
                accuracy = read_accuracy(field)
            if field.tag == 0xA1:
                # Each with a der.BOOLEAN that says whether it is critical, or without.
                demand(not any(is_true(one[1]) for one in field.children))
        self.until = self.time + accuracy

    def _read_signer(self, signer: Node) -> None:
        demand(6 <= len(signer.children) <= 7)
        version, name, digest, attributes, algorithm, signature = signer.children[:6]
        self.names_key = name.tag == 0x80
        demand(self.names_key or name.tag == der.SEQUENCE)
        demand(version.of(der.INTEGER).number == (3 if self.names_key else 1))
        self._name = name
        self._digest = read_digest(digest)
        self.signature_algorithm = algorithm.of(der.SEQUENCE)[0].oid
        demand(self.signature_algorithm in RSA_SIGNATURES | ECDSA_SIGNATURES | {RSA, RSA_PSS})
        demand(signature.tag == der.OCTET_STRING)
        self._read_attributes(attributes.of(0xA0).children)

    def _read_attributes(self, attributes: Sequence[Node]) -> None:
        """In the order of DER, each type once, and those that count with one value."""
        encoded = [one.whole for one in attributes]
        demand(encoded == sorted(set(encoded)))
        found: dict[str, list[Node]] = {}
        for one in attributes:
            name, values = one.of(der.SEQUENCE)[0].oid, one[1].of(der.SET).children
            demand(name not in found)
            found[name] = values
        for name in (CONTENT_TYPE, MESSAGE_DIGEST, SIGNING_CERTIFICATE, SIGNING_CERTIFICATE_V2):
            demand(name not in found or len(found[name]) == 1)
        demand(CONTENT_TYPE in found and found[CONTENT_TYPE][0].oid == TST_INFO)
        digest = hashlib.new(self._digest, self.info).digest()
        demand(MESSAGE_DIGEST in found and found[MESSAGE_DIGEST][0].of(der.OCTET_STRING).content == digest)
        self._named: list[Named] = []
        for name in (SIGNING_CERTIFICATE, SIGNING_CERTIFICATE_V2):
            if name in found:
                self._named.append(read_named(found[name][0], name == SIGNING_CERTIFICATE))
        demand(len(self._named) > 0)

    def find_signer(self, among: Iterable[Certificate]) -> Certificate:
        """The certificate that the token names as its signer's."""
        signer = next((one for one in among if self._is_signer(one)), None)
        if signer is None:
            raise Fault("timestamp-untrusted")
        return signer

    def _is_signer(self, certificate: Certificate) -> bool:
        if self.names_key:
            if certificate.key_identifier != self._name.content:
                return False
        elif (certificate.issuer, certificate.serial) != (self._name[0].whole, self._name[1].content):
            return False
        for algorithm, digest, place in self._named:
            if hashlib.new(algorithm, certificate.der).digest() != digest:
                return False
            if place not in (None, (certificate.issuer, certificate.serial)):
                return False
        return True

    def is_of(self, data: bytes) -> bool:
        """Whether these are the bytes that were stamped."""
        return hashlib.new(self.algorithm, data).digest() == self.imprint


def read_accuracy(node: Node) -> int:
    parts = {0x02: 0, 0x80: 0, 0x81: 0}
    for part in node.children:
        demand(part.tag in parts and len(part.content) > 0)
        parts[part.tag] = part.number
    seconds, millis, micros = parts.values()
    demand(0 <= seconds <= 86_400 and 0 <= millis <= 999 and 0 <= micros <= 999)
    return seconds * SECOND + millis * 10**6 + micros * 1000


def read_named(value: Node, is_old: bool) -> Named:
    """How the attribute of RFC 2634 or RFC 5035 names the first certificate."""
    parts = value[0][0].of(der.SEQUENCE).children
    algorithm = "sha1" if is_old else "sha256"
    if not is_old and parts and parts[0].tag == der.SEQUENCE:
        algorithm, parts = read_digest(parts[0]), parts[1:]
    demand(1 <= len(parts) <= 2)
    digest = parts[0].of(der.OCTET_STRING).content
    if len(parts) == 1:
        return algorithm, digest, None
    names, serial = parts[1][0], parts[1][1].of(der.INTEGER)
    demand(len(names.children) == 1)
    return algorithm, digest, (names[0].of(0xA4).content, serial.content)


def find_paths(signer: Certificate, others: Iterable[Certificate], anchor: Certificate) -> list[list[Certificate]]:
    """All paths from a signer to an anchor, by names alone; openssl says which of them hold."""
    known = {one.der: one for one in (*others, anchor)}.values()
    paths: list[list[Certificate]] = []

    def walk(path: list[Certificate]) -> None:
        demand_trust(len(paths) <= MOST_PATHS)
        if path[-1].der == anchor.der:
            paths.append(path)
        elif len(path) <= LONGEST_PATH:
            for one in known:
                if one.subject == path[-1].issuer and all(one.der != before.der for before in path):
                    walk([*path, one])

    walk([signer])
    return paths


def ask_path(path: Sequence[Certificate], time: int) -> None:
    """The rules that openssl does not ask, of the issuers on a path."""
    for certificate, issuer in zip(path, path[1:]):
        issuer.ask_authority()
        issuer.ask_valid(time)
        certificate.ask_signature()
        issuer.ask_key()
