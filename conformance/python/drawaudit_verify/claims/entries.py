"""The sealed list: steps 18 and 19."""

from __future__ import annotations

from typing import Sequence

from ..chain import Chain
from ..encodings import sha256
from ..endings import Ending, not_provable, proven, refuted
from ..given import Given
from ..strict_json import Json
from ..trees import tree_root
from .shared import is_sealed_list, leads_to_seal, open_ending


def entries_sealed(given: Given) -> Ending:
    chain = given.chain
    if chain.commitment is None:
        return not_provable("evidence-missing")
    if chain.seal is None:
        return open_ending(chain) or not_provable("evidence-missing")
    ending = wrong_counts(chain) or wrong_winner(given) or wrong_list(given) or wrong_withdrawn(given)
    ending = ending or open_ending(chain)
    if ending is not None:
        return ending
    if len(given.bundle.get("winners", [])) < len(chain.picks):
        return not_provable("evidence-missing")
    return proven("entries-light" if given.list is None else "entries-sealed")


def wrong_counts(chain: Chain) -> Ending | None:
    seal, commitment = chain.sealed, chain.committed
    if seal["paid_entries"] + seal["free_entries"] != seal["total_entries"]:
        return refuted("counts-differ")
    return refuted("counts-differ") if seal["total_entries"] > commitment["max_entries"] else None


def wrong_winner(given: Given) -> Ending | None:
    places: dict[str, int] = {}
    picks = given.chain.picks
    for order, winner in enumerate(given.bundle.get("winners", [])):
        if order >= len(picks):
            return refuted("winner-differs")
        pick = picks[order].statement
        named = (pick["position"], pick.get("attempt", 0), pick["winner_entry_id"], pick["winner_index"])
        if named != (winner["position"], winner["attempt"], winner["entry_id"], winner["index"]):
            return refuted("winner-differs")
        if not leads_to_seal(given.chain, winner):
            return refuted("inclusion-invalid")
        if places.setdefault(winner["entry_id"], winner["index"]) != winner["index"]:
            return refuted("entries-repeated")
    return None


def wrong_list(given: Given) -> Ending | None:
    entries, chain = given.list, given.chain
    if entries is None:
        return None
    seal = chain.sealed
    if entries.digest is not None and entries.digest != given.bundle.get("entries_file", {}).get("digest"):
        return not_provable("list-other")
    if entries.fault:
        return refuted("list-differs")
    if entries.has_repeated:
        return refuted("entries-repeated")
    counts = (entries.kinds.count("paid"), entries.kinds.count("free"))
    if counts != (seal["paid_entries"], seal["free_entries"]) or not is_sealed_list(chain, entries):
        return refuted("list-differs")
    # A list in the bundle shows each winner too; of one in a file the proofs do.
    for pick in (envelope.statement for envelope in chain.picks if entries.digest is None):
        index = pick["winner_index"]
        if index < len(entries.entries) and entries.entries[index][0] != pick["winner_entry_id"]:
            return refuted("winner-differs")
    return None


def wrong_withdrawn(given: Given) -> Ending | None:
    """The receipts that were taken back, where the bundle has them, are those that were sealed."""
    withdrawn, sealed = given.bundle.get("withdrawn"), given.chain.sealed.get("withdrawn")
    if withdrawn is None:
        return None
    counts = (len(withdrawn), sum(len(one) == 2 for one in withdrawn))
    if sealed is None or counts != (sealed["count"], sealed["consented"]):
        return refuted("list-differs")
    return None if has_sealed_root(withdrawn, sealed) else refuted("list-differs")


def has_sealed_root(withdrawn: Sequence[Sequence[str]], sealed: Json) -> bool:
    root = tree_root([sha256(b"\x00" + bytes.fromhex("".join(one))) for one in withdrawn])
    return root == bytes.fromhex(sealed["root"].removeprefix("sha256:"))
