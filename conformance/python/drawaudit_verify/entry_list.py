"""The full list of entries, in a bundle or in a file of its own."""

from __future__ import annotations

from typing import Tuple, Union

from . import forms
from .encodings import digest
from .strict_json import Json, NotStrict, parse
from .trees import entry_leaf, tree_root

# Id and kind, and the hash of the buyer's nonce where there is one.
Entry = Union[Tuple[str, str], Tuple[str, str, str]]

LONGEST_LINE = 4096


def read_entry(value: Json) -> Entry:
    """The entry of an array that has its form."""
    entry_id, kind, *nonce_hash = value
    return (entry_id, kind, nonce_hash[0]) if nonce_hash else (entry_id, kind)


class EntryList:
    """What recomputing a list gives. `fault` says that something in it is no entry."""

    def __init__(self, entries: list[Entry], file_digest: str | None = None, fault: bool = False) -> None:
        self.entries = entries
        self.digest = file_digest
        self.fault = fault
        self.kinds = [entry[1] for entry in entries]
        self.root = tree_root([entry_leaf(*entry) for entry in entries])
        self.has_repeated = len({entry[0] for entry in entries}) < len(entries)


def read_file(data: bytes) -> EntryList:
    """The list in the bytes of a file: one array a line, each ended by a line feed, which the last may lack."""
    lines = data.removesuffix(b"\n").split(b"\n") if data else []
    entries: list[Entry] = []
    for line in lines:
        try:
            value = parse(line) if len(line) <= LONGEST_LINE else None
        except NotStrict:
            value = None
        if not forms.is_entry(value):
            return EntryList(entries, digest(data), fault=True)
        entries.append(read_entry(value))
    return EntryList(entries, digest(data))
