"""DER, strictly: each value has one encoding (X.690, sections 8, 10 and 11)."""

from __future__ import annotations

import re

from .encodings import parse_time

BOOLEAN, INTEGER, BIT_STRING, OCTET_STRING, NULL, OID, ENUMERATED = 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0A
UTC_TIME, GENERALIZED_TIME, SEQUENCE, SET = 0x17, 0x18, 0x30, 0x31
DEEPEST = 32


class NotDer(ValueError):
    """The bytes are no DER, or none of the form that is asked for."""


class Node:
    """One value: its identifier, its content, the whole of it, and what stands in it."""

    def __init__(self, data: bytes, depth: int = 0) -> None:
        if len(data) < 2 or data[0] & 31 == 31 or depth > DEEPEST:
            raise NotDer("a tag")
        start = 2 if data[1] < 0x80 else 2 + data[1] - 0x80
        length = data[1] if start == 2 else int.from_bytes(data[2:start], "big")
        # Lengths in their shortest form; 80 would leave it open.
        if data[1] == 0x80 or start > 5 or (start > 2 and length < max(0x80, 256 ** (start - 3))):
            raise NotDer("a length")
        if start + length > len(data):
            raise NotDer("a length")
        self.tag = data[0]
        self.content = data[start : start + length]
        self.whole = data[: start + length]
        self.children = []
        if self.tag & 0x20:
            at = 0
            while at < length:
                self.children.append(Node(self.content[at:], depth + 1))
                at += len(self.children[-1].whole)
        if self.tag < 0x40 and not _is_universal(self.tag, self.content):
            raise NotDer("a value")

    def __getitem__(self, at: int) -> Node:
        """What stands in it at a place."""
        if not 0 <= at < len(self.children):
            raise NotDer("something is missing")
        return self.children[at]

    def of(self, *tags: int) -> Node:
        """Itself, where it is of one of these types."""
        if self.tag not in tags:
            raise NotDer("a type")
        return self

    @property
    def oid(self) -> str:
        """Of an OBJECT IDENTIFIER, its arcs with dots between them."""
        arcs, arc = [], 0
        for byte in self.of(OID).content:
            arc = arc * 128 + (byte & 127)
            if byte < 128:
                arcs.append(arc)
                arc = 0
        root = min(2, arcs[0] // 40)
        return ".".join(map(str, [root, arcs[0] - 40 * root, *arcs[1:]]))

    @property
    def number(self) -> int:
        return int.from_bytes(self.content, "big", signed=True)

    @property
    def time(self) -> int:
        """Of a time, nanoseconds since 1970."""
        text = self.of(UTC_TIME, GENERALIZED_TIME).content.decode("ascii", "replace").removesuffix("Z")
        if self.tag == UTC_TIME:
            text = ("19" if text[:2] >= "50" else "20") + text
        fields = re.fullmatch(r"(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(.*)", text, re.ASCII)
        iso = "" if fields is None else "{}-{}-{}T{}:{}:{}{}+00:00".format(*fields.groups())
        time = parse_time(iso, allow_fraction=True)
        if time is None:
            raise NotDer("a time")
        return time


def encode(tag: int, *parts: bytes) -> bytes:
    """One value of parts that are encoded."""
    content = b"".join(parts)
    digits = len(content).to_bytes((len(content).bit_length() + 7) // 8, "big")
    length = digits or b"\x00"
    return bytes([tag]) + (length if len(content) < 0x80 else bytes([0x80 + len(digits)]) + digits) + content


def parse_der(data: bytes) -> Node:
    """The one value that the bytes are."""
    node = Node(data)
    if len(node.whole) != len(data):
        raise NotDer("bytes after its end")
    return node


def _is_universal(tag: int, content: bytes) -> bool:
    """Whether a value of a universal type is in its one form."""
    if bool(tag & 0x20) != (tag | 0x20 in (SEQUENCE, SET)):
        return False
    if tag == BOOLEAN:
        return content in (b"\x00", b"\xff")
    if tag in (INTEGER, ENUMERATED):
        is_long = len(content) > 1 and content[0] in (0, 255) and content[0] >> 7 == content[1] >> 7
        return len(content) > 0 and not is_long
    if tag == BIT_STRING:
        # The first byte says how many bits of the last are none: those are zeros.
        if len(content) < 2:
            return content == b"\x00"
        return content[0] < 8 and content[-1] & ((1 << content[0]) - 1) == 0
    if tag == NULL:
        return content == b""
    if tag == OID:
        begins = [at for at in range(len(content)) if at == 0 or content[at - 1] < 128]
        return len(content) > 0 and content[-1] < 128 and all(content[at] != 128 for at in begins)
    if tag == UTC_TIME:
        return re.fullmatch(rb"\d{12}Z", content) is not None
    if tag == GENERALIZED_TIME:
        return re.fullmatch(rb"\d{14}(\.\d*[1-9])?Z", content) is not None
    return True
