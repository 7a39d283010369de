"""The beacon: steps 16 and 17. BLS is in no standard library, so its signature is left to others."""

from __future__ import annotations

from ..encodings import read_time
from ..endings import Ending, not_applicable, not_provable, proven, refuted
from ..given import Given
from ..strict_json import Json
from ..trust import CHAINED, SCHEMES, round_time


def beacon_genuine(given: Given) -> Ending:
    beacon = given.bundle.get("beacon")
    commitment = given.chain.commitment
    if beacon is None:
        is_none = commitment is not None and commitment.statement["beacon"] is None
        return not_applicable("beacon-none") if is_none else not_provable("evidence-missing")
    chain = given.trust.chains.get(beacon["chain_hash"])
    if chain is None:
        return not_provable("beacon-unknown")
    if not is_previous_right(beacon, chain):
        return refuted("beacon-previous")
    _, signature_length = SCHEMES[chain["scheme"]]
    if len(beacon["signature"]) != 2 * signature_length or given.is_beacon_genuine is False:
        return refuted("beacon-signature")
    # BLS is in no standard library: whoever asks has to say whether the signature verifies.
    return not_provable("not-checked") if given.is_beacon_genuine is None else proven("beacon-verified")


def is_previous_right(beacon: Json, chain: Json) -> bool:
    previous = beacon.get("previous_signature")
    if chain["scheme"] != CHAINED:
        return previous is None
    if beacon["round"] == 1:
        return bool(previous == chain["genesis_seed"])
    return previous is not None and len(previous) == 2 * 96


def beacon_rule(given: Given) -> Ending:
    if given.chain.commitment is None:
        return not_provable("evidence-missing")
    commitment = given.chain.committed
    committed, used = commitment["beacon"], given.bundle.get("beacon")
    if committed is None:
        return not_applicable("beacon-none") if used is None else refuted("beacon-uncommitted")
    if used is not None and any(used[member] != committed[member] for member in ("chain_hash", "round")):
        return refuted("round-differs")
    chain = given.trust.chains.get(committed["chain_hash"])
    if chain is None:
        return not_provable("beacon-unknown")
    number, draw_at = committed["round"], read_time(commitment["draw_at_utc"])
    is_first = number == 1 or round_time(chain, number - 1) < draw_at
    if number < 1 or round_time(chain, number) < draw_at or not is_first:
        return refuted("round-wrong")
    return proven("round-committed")
