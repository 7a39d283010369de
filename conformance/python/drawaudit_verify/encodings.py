"""SHA-256, and the encodings of docs/PROTOCOL.md."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from fractions import Fraction
from typing import Union

# A time in seconds since 1970: whole, but for that of a time-stamp.
Seconds = Union[int, Fraction]


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def digest(data: bytes) -> str:
    return "sha256:" + sha256(data).hex()


def u32be(number: int) -> bytes:
    return number.to_bytes(4, "big")


def u64be(number: int) -> bytes:
    return number.to_bytes(8, "big")


_base64 = re.compile(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")


def decode_base64(text: object) -> bytes | None:
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


def parse_time(text: object, allow_fraction: bool = False) -> int | None:
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


def read_time(text: str) -> int:
    """Seconds since 1970 of a time whose form was checked."""
    seconds = parse_time(text)
    if seconds is None:
        raise ValueError("not a time")
    return seconds
