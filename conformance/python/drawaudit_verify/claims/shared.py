"""What several claims ask."""

from __future__ import annotations

from typing import Iterable

from ..chain import Chain
from ..endings import Ending, not_applicable, not_provable
from ..entry_list import Entry, EntryList
from ..given import Given
from ..strict_json import Json
from ..trees import entry_leaf, follow_proof


def has_twice(values: Iterable[object]) -> bool:
    values = list(values)
    return len(set(values)) < len(values)


def open_ending(chain: Chain) -> Ending | None:
    """How a claim about draws ends where the raffle was cancelled, or not every prize is drawn."""
    if chain.cancellation is not None:
        return not_applicable("raffle-cancelled")
    return None if chain.is_drawn else not_provable("chain-unfinished")


def leads_to_seal(chain: Chain, proof: Json) -> bool:
    """Whether a proof of an entry leads to the sealed root, by the sealed size."""
    seal = chain.sealed
    leaf = entry_leaf(proof["entry_id"], proof["kind"], proof.get("nonce_hash"))
    path = [bytes.fromhex(item) for item in proof["inclusion"]]
    root = follow_proof(leaf, proof["index"], seal["total_entries"], path)
    return root == bytes.fromhex(seal["entries_root"].removeprefix("sha256:"))


def is_sealed_list(chain: Chain, entries: EntryList) -> bool:
    seal = chain.sealed
    sealed_root = bytes.fromhex(seal["entries_root"].removeprefix("sha256:"))
    return not entries.fault and len(entries.entries) == seal["total_entries"] and entries.root == sealed_root


def has_sealed_list(given: Given) -> bool:
    return given.list is not None and is_sealed_list(given.chain, given.list)


def listed_entry(given: Given, wanted: str) -> Entry | None:
    """The entry of the sealed list that has an id; None without."""
    if given.list is None or not has_sealed_list(given):
        return None
    return next((entry for entry in given.list.entries if entry[0] == wanted), None)
