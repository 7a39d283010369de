"""The full list of entries, in a bundle or in a file of its own."""

from . import forms
from .hashes import digest, entry_leaf, tree_root
from .strict_json import NotStrict, parse

LONGEST_LINE = 4096


class EntryList:
    """What recomputing a list gives. `fault` says that something in it is no entry."""

    def __init__(self, entries, file_digest=None, fault=False):
        self.entries = entries
        self.digest = file_digest
        self.fault = fault
        self.kinds = [entry[1] for entry in entries]
        self.root = tree_root([entry_leaf(*entry) for entry in entries])
        self.has_repeated = len({entry[0] for entry in entries}) < len(entries)


def read_file(data):
    """The list in the bytes of a file: one array a line, each ended by a line feed, which the last may lack."""
    lines = data.removesuffix(b"\n").split(b"\n") if data else []
    entries = []
    for line in lines:
        try:
            value = parse(line) if len(line) <= LONGEST_LINE else None
        except NotStrict:
            value = None
        if not forms.is_entry(value):
            return EntryList(entries, digest(data), fault=True)
        entries.append(tuple(value))
    return EntryList(entries, digest(data))
