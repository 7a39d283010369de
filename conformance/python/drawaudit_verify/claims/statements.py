"""Signatures, the chain and its seeds: steps 10 to 13 and 15."""

from __future__ import annotations

from typing import Sequence

from ..chain import Chain, Envelope
from ..encodings import digest, read_time
from ..endings import Ending, not_provable, proven, refuted
from ..forms import STATEMENT_TYPE
from ..given import Given
from ..strict_json import Json
from .shared import has_twice, open_ending

SHORTEST_WAIT = 30


def statement_signed(given: Given) -> Ending:
    endings = [signed_ending(given, place, one) for place, one in enumerate(given.chain.envelopes)]
    return next(
        (one for one in endings if one[0] == "refuted"),
        next((one for one in endings if one[0] != "proven"), proven("signature-verified")),
    )


def signed_ending(given: Given, place: int, envelope: Envelope) -> Ending:
    if envelope.payload_type != STATEMENT_TYPE:
        return refuted("signature-invalid")
    is_read = envelope.statement is not None
    # What cannot be read may still show that nobody of the operator's signed it.
    name = envelope.statement["operator"] if is_read else given.chain.operator
    if name is None:
        return not_provable("statement-invalid")
    if name not in given.trust.operators:
        return not_provable("operator-unknown")
    keys = [key for key in given.trust.operators[name] if envelope.key_id in (None, key.key_id)]
    if not keys:
        return not_provable("key-unknown")
    key = next((key for key in keys if envelope.is_signed_with(key.public_key, given.verifier)), None)
    if key is None:
        return refuted("signature-invalid")
    if not is_read:
        return not_provable("statement-invalid")
    if not key.is_valid_at(envelope.issued):
        return refuted("key-outside-period")
    if key.is_revoked_for(given.first_seen(place)):
        return not_provable("key-revoked")
    return proven("signature-verified")


def statement_chain(given: Given) -> Ending:
    chain = given.chain
    if None in chain.statements:
        return refuted("statement-invalid")
    broken = broken_link(chain) or misplaced(chain) or broken_rule(given)
    if broken is not None:
        return refuted(broken)
    missing = [envelope.statement["sequence"] for envelope in given.missing]
    # Where the operator signed what the bundle has there, it has two histories; otherwise the bundle may be made up.
    if missing and given.is_signed(min(missing)):
        return refuted("chain-broken")
    if missing:
        return not_provable("chain-unfinished")
    if chain.cancellation is not None:
        return proven("chain-cancelled")
    return proven("chain-complete") if chain.is_drawn else not_provable("chain-unfinished")


def broken_link(chain: Chain) -> str | None:
    previous = None
    first = chain.statements[0]
    for place, envelope in enumerate(chain.envelopes):
        statement = envelope.statement
        if statement["sequence"] != place or statement["previous"] != previous:
            return "chain-broken"
        if statement["operator"] != first["operator"] or statement["raffle_id"] != first["raffle_id"]:
            return "chain-mixed"
        previous = envelope.digest
    return None


def misplaced(chain: Chain) -> str | None:
    """A commitment, a seal, a draw for each prize, replacements; or a cancellation, which is the last."""
    kinds = [statement["type"] for statement in chain.statements]
    if "cancellation" in kinds[:-1] or kinds[0] != "commitment":
        return "chain-order"
    prizes = len(chain.statements[0]["prizes"])
    expected = ["commitment", "seal"] + ["draw"] * prizes
    told = kinds[:-1] if kinds[-1] == "cancellation" else kinds
    expected += ["replacement"] * (len(told) - len(expected))
    return None if told == expected[: len(told)] else "chain-order"


def broken_rule(given: Given) -> str | None:
    """Rules 2, 1, 3 and 5 of "Statements", then of each pick step 12 and rule 6."""
    chain = given.chain
    issued = [envelope.issued for envelope in chain.envelopes]
    if issued != sorted(issued):
        return "chain-time"
    commitment = chain.statements[0]
    for member in ("draw_id", "rng_seed_hash"):
        if has_twice(prize[member] for prize in commitment["prizes"]):
            return "prize-repeated"
    for prize in commitment["prizes"]:
        if "rng_seed" in prize and digest(bytes.fromhex(prize["rng_seed"])) != prize["rng_seed_hash"]:
            return "seed-differs"
    close, draw_at = read_time(commitment["entries_close_at_utc"]), read_time(commitment["draw_at_utc"])
    if issued[0] >= close or draw_at < close + SHORTEST_WAIT:
        return "chain-time"
    if chain.seal is not None:
        deadline = given.round_time
        if deadline is None and chain.draws:
            deadline = read_time(chain.draws[0].statement["drawn_at_utc"])
        if chain.seal.issued < close or (deadline is not None and chain.seal.issued >= deadline):
            return "chain-time"
    earliest = draw_at if given.round_time is None else given.round_time
    attempts: dict[int, int] = {}
    for order, pick in enumerate(chain.picks):
        if not is_of_its_prize(pick.statement, order, commitment["prizes"], attempts):
            return "chain-prize"
        if not earliest <= read_time(pick.statement["drawn_at_utc"]) <= pick.issued:
            return "chain-time"
    return None


def is_of_its_prize(pick: Json, order: int, prizes: Sequence[Json], attempts: dict[int, int]) -> bool:
    position = pick["position"]
    if pick["type"] == "draw":
        prize = prizes[order]
        same = all(pick[member] == prize[member] for member in ("draw_id", "prize_name", "rng_seed_hash"))
        return position == order + 1 and same
    attempts[position] = attempts.get(position, 0) + 1
    return (
        1 <= position <= len(prizes)
        and pick["draw_id"] == prizes[position - 1]["draw_id"]
        and bool(pick["attempt"] == attempts[position])
    )


def seed_committed(given: Given) -> Ending:
    chain = given.chain
    if chain.commitment is None:
        return not_provable("evidence-missing")
    prizes = chain.committed["prizes"]
    for draw in (envelope.statement for envelope in chain.draws):
        if not 1 <= draw["position"] <= len(prizes):
            continue
        if digest(bytes.fromhex(draw["rng_seed"])) != prizes[draw["position"] - 1]["rng_seed_hash"]:
            return refuted("seed-differs")
    return open_ending(chain) or proven("seed-committed")
