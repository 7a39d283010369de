"""The audit record: steps 5 and 14."""

from __future__ import annotations

from typing import Sequence

from ..chain import Chain, Envelope
from ..encodings import parse_time, sha256
from ..endings import Ending, not_applicable, not_provable, proven, refuted
from ..given import Given
from ..strict_json import Json
from .shared import has_twice


def record_schema(given: Given) -> Ending:
    if given.record is None:
        return not_applicable("record-not-given")
    return proven("schema-valid") if given.record.is_valid else refuted("schema-invalid")


def record_consistent(given: Given) -> Ending:
    record = given.record
    if record is None:
        return not_applicable("record-not-given")
    if not record.is_valid:
        return not_provable("schema-invalid")
    if record.total_draws != len(record.draws):
        return refuted("record-total")
    if has_twice(draw["draw_id"].lower() for draw in record.draws):
        return refuted("record-draw-repeated")
    if has_winner_who_left(record.draws):
        return refuted("record-winner-repeated")
    return proven("record-consistent")


def has_winner_who_left(draws: Sequence[Json]) -> bool:
    """An entry that won twice, while from each draw to the next the pool fell by one."""
    since_falling: set[str] = set()
    pool = None
    for draw in draws:
        if pool is None or draw["total_entries"] != pool - 1:
            since_falling = set()
        if draw["winner_entry_id"] in since_falling:
            return True
        since_falling.add(draw["winner_entry_id"])
        pool = draw["total_entries"]
    return False


def record_matches(given: Given) -> Ending:
    record, chain = given.record, given.chain
    if record is None:
        return not_applicable("record-not-given")
    if not record.is_valid:
        return not_provable("schema-invalid")
    if chain.commitment is None:
        return not_provable("evidence-missing")
    if record.raffle_id.lower() != chain.raffle_id:
        return refuted("values-differ")
    if record.is_flat and len(chain.committed["prizes"]) > 1:
        return not_provable("record-partial")
    for draw, signed in zip(record.draws, chain.draws):
        if not is_same_draw(draw, signed, latest_pick(chain, signed)):
            return refuted("values-differ")
    if len(record.draws) > len(chain.draws):
        # The record may be ahead of a chain that is not finished.
        is_ended = chain.is_drawn or chain.cancellation is not None
        return refuted("values-differ") if is_ended else not_provable("evidence-missing")
    if len(record.draws) < len(chain.draws):
        return refuted("values-differ")
    return proven("values-equal")


def latest_pick(chain: Chain, draw: Envelope) -> Envelope:
    position = draw.statement["position"]
    return [pick for pick in chain.picks if pick.statement["position"] == position][-1]


def is_same_draw(draw: Json, signed: Envelope, latest: Envelope) -> bool:
    def bare(text: str) -> str:
        return text.lower().removeprefix("sha256:")

    return (
        draw["draw_id"].lower() == signed.statement["draw_id"]
        and draw["prize_name"] == signed.statement["prize_name"]
        and draw["total_entries"] == signed.statement["total_entries"]
        and bare(draw["rng_seed_hash"]) == bare(signed.statement["rng_seed_hash"])
        and draw["winner_entry_id"] == latest.statement["winner_entry_id"]
        and bare(draw["signature_hash"]) == sha256(latest.signature).hex()
        and parse_time(draw["drawn_at_utc"], allow_fraction=True)
        == parse_time(latest.statement["drawn_at_utc"], allow_fraction=True)
    )
