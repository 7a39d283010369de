"""The draw, and whether its result could be kept back: steps 20 and 23."""

from __future__ import annotations

import hmac
from typing import Iterable

from ..chain import Chain
from ..encodings import u32be
from ..endings import Ending, not_applicable, not_provable, proven, refuted
from ..given import Given
from .evidence import SEAL_MARGIN, evidence_timely, observed_ending
from .shared import open_ending

MOST_U32 = 2**32 - 1


def winner_derived(given: Given) -> Ending:
    chain = given.chain
    if chain.commitment is None:
        return not_provable("evidence-missing")
    if chain.picks and chain.seal is None:
        return not_provable("evidence-missing")
    randomness = given.randomness
    seal_digest = "" if chain.seal is None else chain.seal.digest
    taken: list[int] = []
    for order, pick in enumerate(envelope.statement for envelope in chain.picks):
        pool = chain.sealed["total_entries"] - order
        if pool < 1:
            return refuted("pool-empty")
        if pick["total_entries"] != pool:
            return refuted("values-differ")
        if randomness is None:
            continue
        seed = seed_of(chain, pick["position"])
        attempt = pick.get("attempt", 0)
        if seed is None or max(pick["position"], attempt) > MOST_U32:
            return not_provable("evidence-missing")
        place = (seal_digest, pick["position"], attempt)
        if winner_index(seed, place, randomness, pool, taken) != pick["winner_index"]:
            return refuted("values-differ")
        taken.append(pick["winner_index"])
    ending = open_ending(chain)
    if ending is not None:
        return ending
    return not_provable("evidence-missing") if randomness is None else proven("values-equal")


def seed_of(chain: Chain, position: int) -> bytes | None:
    for draw in chain.draws:
        if draw.statement["position"] == position:
            return bytes.fromhex(draw.statement["rng_seed"])
    return None


def winner_index(seed: bytes, place: tuple[str, int, int], randomness: bytes, pool: int, taken: Iterable[int]) -> int:
    """The draw: the place in the sealed list, for `place`, the digest of the seal, position and attempt."""
    seal_digest, position, attempt = place
    message = b"drawaudit/v1/draw\x00" + bytes.fromhex(seal_digest.removeprefix("sha256:"))
    message += u32be(position) + u32be(attempt) + randomness
    key = hmac.digest(seed, message, "sha256")
    bound = 2**64 // pool * pool
    i = 0
    while True:
        x = int.from_bytes(hmac.digest(key, u32be(i), "sha256")[:8], "big")
        if x < bound:
            break
        i += 1
    index = x % pool
    for earlier in sorted(taken):
        if earlier <= index:
            index += 1
    return index


# Without these there may be another seal of the same list, with other winners.
NEEDED = ("statement.signed", "beacon.rule", "evidence.timely")


def draw_unstoppable(given: Given) -> Ending:
    chain, readers = given.chain, given.readers
    if chain.commitment is None:
        return not_provable("evidence-missing")
    if "seeds" not in chain.committed:
        return not_applicable("seeds-secret")
    if chain.cancellation is not None:
        return cancelled_ending(given)
    if chain.seal is None:
        return not_provable("evidence-missing")
    if readers.first is None:
        return not_provable(next(iter(readers.faults), "evidence-missing"))
    if given.round_time is None:
        return not_provable("beacon-unknown")
    if readers.first > given.round_time - SEAL_MARGIN:
        return not_provable("observed-late")
    ends = {**given.endings, "evidence.timely": evidence_timely(given)}
    is_refuted = any(status == "refuted" for status, _ in ends.values())
    # Witnesses and time-stampers have not read the seal.
    is_seen_once = not given.has_second and observed_ending(given) is None
    if is_refuted or not is_seen_once or any(ends[name][0] != "proven" for name in NEEDED):
        return not_provable("basis-unproven")
    return proven("draw-unstoppable")


def cancelled_ending(given: Given) -> Ending:
    chain = given.chain
    if chain.seal is None or chain.cancellation is None:
        return not_applicable("raffle-cancelled")
    if given.round_time is None:
        return not_provable("beacon-unknown")
    if chain.cancellation.issued >= given.round_time:
        return refuted("cancelled-after-round")
    seen = given.first_seen(chain.envelopes.index(chain.cancellation))
    is_seen = seen is not None and seen < given.round_time
    return not_applicable("raffle-cancelled") if is_seen else not_provable("cancelled-unseen")
