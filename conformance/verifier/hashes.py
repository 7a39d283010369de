"""SHA-256, the encodings of docs/PROTOCOL.md, and the trees of RFC 6962."""

import base64
import binascii
import hashlib
import re


def sha256(data):
    return hashlib.sha256(data).digest()


def digest(data):
    return "sha256:" + sha256(data).hex()


def u32be(number):
    return number.to_bytes(4, "big")


def u64be(number):
    return number.to_bytes(8, "big")


_base64 = re.compile(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")


def decode_base64(text):
    """The bytes of standard base64 with padding, or None: only the text that encoding the bytes gives."""
    if not isinstance(text, str) or not _base64.fullmatch(text):
        return None
    try:
        data = base64.b64decode(text, validate=True)
    except binascii.Error:
        return None
    return data if base64.b64encode(data).decode() == text else None


_time = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?\+00:00")
_month_days = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def parse_time(text, allow_fraction=False):
    """Seconds since 1970 of an RFC 3339 time in UTC, or None. With a fraction: nanoseconds instead."""
    match = _time.fullmatch(text) if isinstance(text, str) else None
    if match is None or (match[7] is not None and not allow_fraction):
        return None
    year, month, day, hour, minute, second = (int(part) for part in match.groups()[:6])
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if not 1 <= month <= 12 or hour > 23 or minute > 59 or second > 59:
        return None
    if not 1 <= day <= _month_days[month - 1] + (1 if leap and month == 2 else 0):
        return None
    # Days since 1970-01-01, counting years from March.
    y = year - (1 if month <= 2 else 0)
    days = 365 * y + y // 4 - y // 100 + y // 400 + (153 * ((month + 9) % 12) + 2) // 5 + day - 1 - 719468
    seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
    return seconds * 10**9 + int((match[7] or "").ljust(9, "0")) if allow_fraction else seconds


def hash_leaf(data):
    return sha256(b"\x00" + data)


def hash_node(left, right):
    return sha256(b"\x01" + left + right)


def entry_leaf(entry_id, kind, nonce_hash=None):
    nonce = b"" if nonce_hash is None else b"\n" + nonce_hash.encode("ascii")
    return hash_leaf(entry_id.encode("utf-8") + b"\n" + kind.encode("ascii") + nonce)


def follow_proof(leaf, index, size, proof):
    """The root to which an inclusion proof leads, by RFC 9162, section 2.1.3.2, or None where it cannot be one."""
    if index >= size:
        return None
    fn, sn, root = index, size - 1, leaf
    for sibling in proof:
        if sn == 0:
            return None
        if fn % 2 == 1 or fn == sn:
            root = hash_node(sibling, root)
            while fn % 2 == 0 and fn != 0:
                fn, sn = fn >> 1, sn >> 1
        else:
            root = hash_node(root, sibling)
        fn, sn = fn >> 1, sn >> 1
    return root if sn == 0 else None


def tree_root(leaves):
    """The root of RFC 6962 over leaf hashes, level by level: the last one of an odd level moves up as it is."""
    if not leaves:
        return sha256(b"")
    level = list(leaves)
    while len(level) > 1:
        pairs = [hash_node(level[at], level[at + 1]) for at in range(0, len(level) - 1, 2)]
        level = pairs + level[len(level) - len(level) % 2 :]
    return level[0]
