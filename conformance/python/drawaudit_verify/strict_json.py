"""JSON as docs/PROTOCOL.md has it read, and its RFC 8785 form.

A document is refused where two readers could disagree about it: a name that stands twice, half of a surrogate pair,
a byte order mark, bytes that are no UTF-8, a number that is not a plain whole one or that doubles round.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

# A value of JSON whose form nothing has shown yet, or forms.py has: of these no checker of types knows more.
Json = Any

MOST_INTEGER = 2**53 - 1
DEEPEST = 64


class NotStrict(ValueError):
    """The document is refused; `code` is that of docs/CLAIMS.md."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class OddNumber:
    """A number with a fraction or an exponent, in a case that was not written as text: no form has room for one."""


def _object(pairs: list[tuple[str, Json]]) -> Json:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise NotStrict("json-duplicate-name")
    if "__proto__" in members:
        raise NotStrict("json-forbidden-name")
    return members


def _integer(text: str) -> int:
    if text == "-0":
        raise NotStrict("json-number-form")
    if len(text) > 17 or abs(int(text)) > MOST_INTEGER:
        raise NotStrict("json-number-unsafe")
    return int(text)


def _refuse_number(_text: str) -> NoReturn:
    raise NotStrict("json-number-form")


def _refuse_constant(_text: str) -> NoReturn:
    raise NotStrict("json-syntax")


def parse(data: bytes) -> Json:
    """The value of strict JSON in bytes."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise NotStrict("utf8-invalid") from None
    if text.startswith("\ufeff"):
        raise NotStrict("json-bom")
    if text.strip(" \t\r\n") == "":
        raise NotStrict("json-empty")
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_refuse_number,
            parse_constant=_refuse_constant,
        )
    except json.JSONDecodeError as error:
        raise NotStrict("json-trailing-data" if error.msg == "Extra data" else "json-syntax") from None
    except RecursionError:
        raise NotStrict("json-too-deep") from None
    _check(value, 0)
    return value


def _check(value: Json, depth: int) -> None:
    if depth == DEEPEST and isinstance(value, (list, dict)):
        raise NotStrict("json-too-deep")
    if isinstance(value, str):
        if not is_well_formed(value):
            raise NotStrict("json-lone-surrogate")
    elif isinstance(value, list):
        for item in value:
            _check(item, depth + 1)
    elif isinstance(value, dict):
        for name, item in value.items():
            _check(name, depth + 1)
            _check(item, depth + 1)


_surrogate = re.compile("[\ud800-\udfff]")


def is_well_formed(text: str) -> bool:
    """No half of a surrogate pair: the text has a form in UTF-8."""
    return _surrogate.search(text) is None


def canonicalize(value: Json) -> bytes:
    """RFC 8785 of objects, arrays, texts, whole numbers, booleans and null, in bytes."""
    return _write(value).encode("utf-8")


def _write(value: Json) -> str:
    if isinstance(value, dict):
        # Names are sorted by the units of UTF-16, not by code points.
        names = sorted(value, key=_utf16)
        return "{" + ",".join(_text(name) + ":" + _write(value[name]) for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(_write(item) for item in value) + "]"
    if isinstance(value, str):
        return _text(value)
    return json.dumps(value)


def _utf16(name: str) -> bytes:
    return name.encode("utf-16-be", "surrogatepass")


def _text(text: str) -> str:
    # Escapes what RFC 8785 has escaped, in the same way, and nothing else.
    return json.dumps(text, ensure_ascii=False)


def parse_case(text: str) -> Json:
    """A case of the suite: as JSON has it, for its parts are values that may be of any form."""
    return json.loads(text, parse_float=lambda _text: OddNumber())
