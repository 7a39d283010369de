"""The files that an auditor names, read within bounds, and what is said of those that cannot be read."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from .note import Note, NoteInvalid
from .strict_json import Json, NotStrict, parse

MIB = 2**20
LARGEST_DOCUMENT = 64 * MIB
LARGEST_LIST = 1024 * MIB
LARGEST_TOKEN = 65_536
LARGEST_TILE = 256 * (2 + 65_535)
# Entries of a log that are read.
MOST_ENTRIES = 10_000_000
ENTRIES_A_TILE = 256

# What is wrong with a text that is not strict JSON, by code.
NOT_STRICT = {
    "utf8-invalid": "a byte is not UTF-8",
    "json-bom": "it begins with a byte order mark",
    "json-empty": "there is nothing in it",
    "json-syntax": "it is not JSON",
    "json-trailing-data": "something follows the document",
    "json-too-deep": "it is nested deeper than 64 levels",
    "json-duplicate-name": "a name stands twice in one object",
    "json-forbidden-name": "a member is called __proto__",
    "json-lone-surrogate": "a text has half of a surrogate pair",
    "json-number-form": "a number is not a plain whole one",
    "json-number-unsafe": "a number is beyond 2^53 - 1",
}


class WrongInput(ValueError):
    """A file, or the call, is wrong: `message` says what and where, `hint` what to do."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


def read_bytes(path: Path, most: int = LARGEST_DOCUMENT) -> bytes:
    """What is in a regular file of no more than so many bytes, or WrongInput."""
    try:
        # Without O_NONBLOCK opening a named pipe waits for a writer that may never come.
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise WrongInput(f"{path}: not a regular file")
            data = file.read(most + 1)
    except FileNotFoundError:
        raise WrongInput(f"{path}: there is no such file") from None
    except (OSError, ValueError) as fault:
        if isinstance(fault, WrongInput):
            raise
        raise WrongInput(f"{path}: {getattr(fault, 'strerror', None) or fault}") from None
    if len(data) > most:
        raise WrongInput(f"{path}: larger than {most} bytes")
    return data


def explain_json(name: object, fault: NotStrict) -> WrongInput:
    """What is said of a file that is not strict JSON."""
    return WrongInput(f"{name}: not strict JSON: {NOT_STRICT[fault.code]} ({fault.code})")


def read_json(path: Path) -> Json:
    """The value of a file of strict JSON, or WrongInput."""
    try:
        return parse(read_bytes(path))
    except NotStrict as fault:
        raise explain_json(path, fault) from None


def read_log(folder: Path) -> Json:
    """The checkpoint and all entries of a log in a folder, laid out as C2SP's tlog-tiles has it (`log export`)."""
    name = folder / "checkpoint"
    text = _decode(name, read_bytes(name, 65_536))
    try:
        size = Note(text).size
    except NoteInvalid as fault:
        raise WrongInput(f"{name}: not a checkpoint ({fault.code})") from None
    if size > MOST_ENTRIES:
        raise WrongInput(f"{name}: {size} entries, more than the {MOST_ENTRIES} that are read")
    entries: list[str] = []
    for first in range(0, size, ENTRIES_A_TILE):
        entries += _read_tile(folder, first // ENTRIES_A_TILE, min(ENTRIES_A_TILE, size - first))
    return {"checkpoint": text, "entries": entries}


def _read_tile(folder: Path, number: int, width: int) -> list[str]:
    """So many entries of a bundle of entries: of a whole one, where a partial one is not there any more."""
    path = folder / "tile" / "entries" / _tile_name(number)
    partial = path.with_name(path.name + ".p") / str(width)
    file = partial if width < ENTRIES_A_TILE and partial.exists() else path
    data = read_bytes(file, LARGEST_TILE)
    entries = []
    for _ in range(width):
        length = int.from_bytes(data[:2], "big")
        if len(data) < 2 + length:
            raise WrongInput(f"{file}: does not have {width} entries")
        entries.append(_decode(file, data[2 : 2 + length]))
        data = data[2 + length :]
    return entries


def _tile_name(number: int) -> str:
    """Groups of three digits, all but the last with an x: x001/x234/067."""
    digits = str(number)
    digits = digits.zfill(len(digits) + -len(digits) % 3)
    groups = [digits[at : at + 3] for at in range(0, len(digits), 3)]
    return "/".join([*("x" + group for group in groups[:-1]), groups[-1]])


def _decode(name: Path, data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise WrongInput(f"{name}: not UTF-8") from None
