"""The fifteen claims of docs/PROTOCOL.md, in its order, each with the steps that decide it.

Each is a function of what is given, and ends with a status and a code of docs/CLAIMS.md. Where several codes apply,
it is the first in the order of docs/PROTOCOL.md, "Codes".
"""

import hmac

from .forms import STATEMENT_TYPE
from .hashes import digest, entry_leaf, follow_proof, parse_time, sha256, tree_root, u32be
from .trust import CHAINED, SCHEMES, round_time

NO_RANDOMNESS = bytes(32)
SEAL_MARGIN = 30
SLOWEST = 60
SHORTEST_WAIT = 30
MOST_U32 = 2**32 - 1
LAST_SECOND = 2**53 - 1


def proven(code):
    return ("proven", code)


def refuted(code):
    return ("refuted", code)


def not_provable(code):
    return ("not-provable", code)


def not_applicable(code):
    return ("not-applicable", code)


# Steps 5 and 11: the audit record.


def record_schema(given):
    if given.record is None:
        return not_applicable("record-not-given")
    return proven("schema-valid") if given.record.is_valid else refuted("schema-invalid")


def record_consistent(given):
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


def has_winner_who_left(draws):
    """An entry that won twice, while from each draw to the next the pool fell by one."""
    since_falling = set()
    pool = None
    for draw in draws:
        if pool is None or draw["total_entries"] != pool - 1:
            since_falling = set()
        if draw["winner_entry_id"] in since_falling:
            return True
        since_falling.add(draw["winner_entry_id"])
        pool = draw["total_entries"]
    return False


def has_twice(values):
    values = list(values)
    return len(set(values)) < len(values)


def record_matches(given):
    record, chain = given.record, given.chain
    if record is None:
        return not_applicable("record-not-given")
    if not record.is_valid:
        return not_provable("schema-invalid")
    if chain.commitment is None:
        return not_provable("evidence-missing")
    if record.raffle_id.lower() != chain.raffle_id:
        return refuted("values-differ")
    if record.is_flat and len(chain.commitment.statement["prizes"]) > 1:
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


def latest_pick(chain, draw):
    position = draw.statement["position"]
    return [pick for pick in chain.picks if pick.statement["position"] == position][-1]


def is_same_draw(draw, signed, latest):
    def bare(text):
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


# Step 7: signatures.


def statement_signed(given):
    endings = [signed_ending(given, place, one) for place, one in enumerate(given.chain.envelopes)]
    return next(
        (one for one in endings if one[0] == "refuted"),
        next((one for one in endings if one[0] != "proven"), proven("signature-verified")),
    )


def signed_ending(given, place, envelope):
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


# Steps 8 to 10: the chain.


def statement_chain(given):
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


def broken_link(chain):
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


def misplaced(chain):
    """A commitment, a seal, a draw for each prize, replacements; or a cancellation, which is the last."""
    kinds = [statement["type"] for statement in chain.statements]
    if "cancellation" in kinds[:-1] or kinds[0] != "commitment":
        return "chain-order"
    prizes = len(chain.statements[0]["prizes"])
    expected = ["commitment", "seal"] + ["draw"] * prizes
    told = kinds[:-1] if kinds[-1] == "cancellation" else kinds
    expected += ["replacement"] * (len(told) - len(expected))
    return None if told == expected[: len(told)] else "chain-order"


def broken_rule(given):
    """Rules 2, 1, 3 and 5 of "Statements", then of each pick steps 9 and rule 6."""
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
    close, draw_at = parse_time(commitment["entries_close_at_utc"]), parse_time(commitment["draw_at_utc"])
    if issued[0] >= close or draw_at < close + SHORTEST_WAIT:
        return "chain-time"
    if chain.seal is not None:
        deadline = given.round_time
        if deadline is None and chain.draws:
            deadline = parse_time(chain.draws[0].statement["drawn_at_utc"])
        if chain.seal.issued < close or (deadline is not None and chain.seal.issued >= deadline):
            return "chain-time"
    earliest = draw_at if given.round_time is None else given.round_time
    attempts = {}
    for order, pick in enumerate(chain.picks):
        if not is_of_its_prize(pick.statement, order, commitment["prizes"], attempts):
            return "chain-prize"
        if not earliest <= parse_time(pick.statement["drawn_at_utc"]) <= pick.issued:
            return "chain-time"
    return None


def is_of_its_prize(pick, order, prizes, attempts):
    position = pick["position"]
    if pick["type"] == "draw":
        prize = prizes[order]
        same = all(pick[member] == prize[member] for member in ("draw_id", "prize_name", "rng_seed_hash"))
        return position == order + 1 and same
    attempts[position] = attempts.get(position, 0) + 1
    return (
        1 <= position <= len(prizes)
        and pick["draw_id"] == prizes[position - 1]["draw_id"]
        and pick["attempt"] == attempts[position]
    )


def open_ending(chain):
    """How a claim about draws ends where the raffle was cancelled, or not every prize is drawn."""
    if chain.cancellation is not None:
        return not_applicable("raffle-cancelled")
    return None if chain.is_drawn else not_provable("chain-unfinished")


# Step 12: seeds.


def seed_committed(given):
    chain = given.chain
    if chain.commitment is None:
        return not_provable("evidence-missing")
    prizes = chain.commitment.statement["prizes"]
    for draw in (envelope.statement for envelope in chain.draws):
        if not 1 <= draw["position"] <= len(prizes):
            continue
        if digest(bytes.fromhex(draw["rng_seed"])) != prizes[draw["position"] - 1]["rng_seed_hash"]:
            return refuted("seed-differs")
    return open_ending(chain) or proven("seed-committed")


# Steps 13 and 14: the beacon.


def beacon_genuine(given):
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


def is_previous_right(beacon, chain):
    previous = beacon.get("previous_signature")
    if chain["scheme"] != CHAINED:
        return previous is None
    if beacon["round"] == 1:
        return previous == chain["genesis_seed"]
    return previous is not None and len(previous) == 2 * 96


def beacon_rule(given):
    if given.chain.commitment is None:
        return not_provable("evidence-missing")
    commitment = given.chain.commitment.statement
    committed, used = commitment["beacon"], given.bundle.get("beacon")
    if committed is None:
        return not_applicable("beacon-none") if used is None else refuted("beacon-uncommitted")
    if used is not None and any(used[member] != committed[member] for member in ("chain_hash", "round")):
        return refuted("round-differs")
    chain = given.trust.chains.get(committed["chain_hash"])
    if chain is None:
        return not_provable("beacon-unknown")
    number, draw_at = committed["round"], parse_time(commitment["draw_at_utc"])
    is_first = number == 1 or round_time(chain, number - 1) < draw_at
    if number < 1 or round_time(chain, number) < draw_at or not is_first:
        return refuted("round-wrong")
    return proven("round-committed")


# Steps 15 and 16: the sealed list.


def entries_sealed(given):
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


def wrong_counts(chain):
    seal, commitment = chain.seal.statement, chain.commitment.statement
    if seal["paid_entries"] + seal["free_entries"] != seal["total_entries"]:
        return refuted("counts-differ")
    return refuted("counts-differ") if seal["total_entries"] > commitment["max_entries"] else None


def wrong_winner(given):
    places = {}
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


def leads_to_seal(chain, proof):
    """Whether a proof of an entry leads to the sealed root, by the sealed size."""
    seal = chain.seal.statement
    leaf = entry_leaf(proof["entry_id"], proof["kind"], proof.get("nonce_hash"))
    path = [bytes.fromhex(item) for item in proof["inclusion"]]
    root = follow_proof(leaf, proof["index"], seal["total_entries"], path)
    return root == bytes.fromhex(seal["entries_root"].removeprefix("sha256:"))


def is_sealed_list(chain, entries):
    seal = chain.seal.statement
    sealed_root = bytes.fromhex(seal["entries_root"].removeprefix("sha256:"))
    return not entries.fault and len(entries.entries) == seal["total_entries"] and entries.root == sealed_root


def wrong_list(given):
    entries, chain = given.list, given.chain
    if entries is None:
        return None
    seal = chain.seal.statement
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


def wrong_withdrawn(given):
    """The receipts that were taken back, where the bundle has them, are those that were sealed."""
    withdrawn, sealed = given.bundle.get("withdrawn"), given.chain.seal.statement.get("withdrawn")
    if withdrawn is None:
        return None
    counts = (len(withdrawn), sum(len(one) == 2 for one in withdrawn))
    if sealed is None or counts != (sealed["count"], sealed["consented"]):
        return refuted("list-differs")
    return None if has_sealed_root(withdrawn, sealed) else refuted("list-differs")


# Step 17: the draw.


def winner_derived(given):
    chain = given.chain
    if chain.commitment is None:
        return not_provable("evidence-missing")
    if chain.picks and chain.seal is None:
        return not_provable("evidence-missing")
    randomness = given.randomness
    taken = []
    for order, pick in enumerate(envelope.statement for envelope in chain.picks):
        pool = chain.seal.statement["total_entries"] - order
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
        place = (chain.seal.digest, pick["position"], attempt)
        if winner_index(seed, place, randomness, pool, taken) != pick["winner_index"]:
            return refuted("values-differ")
        taken.append(pick["winner_index"])
    ending = open_ending(chain)
    if ending is not None:
        return ending
    return not_provable("evidence-missing") if randomness is None else proven("values-equal")


def seed_of(chain, position):
    for draw in chain.draws:
        if draw.statement["position"] == position:
            return bytes.fromhex(draw.statement["rng_seed"])
    return None


def winner_index(seed, place, randomness, pool, taken):
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


# Step 18: whether the result could be kept back.


# Where one of these is refuted, nobody knows what the winners follow from.
BASIS = ("statement.signed", "statement.chain", "seed.committed", "beacon.rule", "entries.sealed")


def draw_unstoppable(given):
    chain, readers = given.chain, given.readers
    if chain.commitment is None:
        return not_provable("evidence-missing")
    if "seeds" not in chain.commitment.statement:
        return not_applicable("seeds-secret")
    if chain.cancellation is not None:
        return cancelled_ending(given)
    if chain.seal is None:
        return not_provable("evidence-missing")
    if readers.first is None:
        return not_provable(next(iter(readers.faults), "evidence-missing"))
    if given.round_time is None:
        return not_provable("beacon-unknown")
    if readers.first >= given.round_time:
        return not_provable("observed-late")
    if any(given.endings[name][0] == "refuted" for name in BASIS):
        return not_provable("basis-refuted")
    return proven("draw-unstoppable")


def cancelled_ending(given):
    chain = given.chain
    if chain.seal is None:
        return not_applicable("raffle-cancelled")
    if given.round_time is None:
        return not_provable("beacon-unknown")
    if chain.cancellation.issued >= given.round_time:
        return refuted("cancelled-after-round")
    seen = given.first_seen(chain.envelopes.index(chain.cancellation))
    is_seen = seen is not None and seen < given.round_time
    return not_applicable("raffle-cancelled") if is_seen else not_provable("cancelled-unseen")


# Steps 19 and 20: outside evidence.


def evidence_timely(given):
    commitment = given.chain.commitment
    if commitment is not None and commitment.statement["beacon"] is None:
        return not_applicable("beacon-none")
    faults = given.observations.faults + given.stamps.faults
    ending = late_ending(given, given.first_seen, faults) or early_ending(given)
    return ending or proven("observed-in-time")


def early_ending(given):
    """A seal that was seen before entries closed, or a draw before its round: the clock was wrong."""
    chain = given.chain
    for place, envelope in enumerate(chain.envelopes):
        seen = given.first_seen(place)
        limit = None
        if envelope is chain.seal:
            limit = parse_time(chain.commitment.statement["entries_close_at_utc"])
        elif any(envelope is pick for pick in chain.picks):
            limit = given.round_time
        if seen is not None and limit is not None and seen < limit - SLOWEST:
            return not_provable("observed-early")
    return None


def late_ending(given, first_seen, faults):
    """Why the commitment and the seal were not seen in time; None where they were. `faults`: why others do not count."""
    chain = given.chain
    if chain.commitment is None or chain.seal is None:
        return not_provable("evidence-missing")
    commitment_seen = first_seen(chain.envelopes.index(chain.commitment))
    seal_seen = first_seen(chain.envelopes.index(chain.seal))
    if commitment_seen is None or seal_seen is None:
        return not_provable(next(iter(faults), "evidence-missing"))
    commitment = chain.commitment.statement
    if commitment["beacon"] is None:
        is_in_time = seal_seen < parse_time(commitment["draw_at_utc"])
    elif given.round_time is None:
        return not_provable("beacon-unknown")
    else:
        is_in_time = seal_seen <= given.round_time - SEAL_MARGIN
    if commitment_seen >= parse_time(commitment["entries_close_at_utc"]) or not is_in_time:
        return not_provable("observed-late")
    return None


def evidence_unique(given):
    if given.has_second:
        return refuted("statement-second")
    observed = late_ending(given, given.observed, given.observations.faults)
    log = given.log
    logged = logged_ending(given) if log.has_entries else None
    if logged == proven("logged-once"):
        return logged
    return (proven("observed-once") if observed is None else logged or observed)


def logged_ending(given):
    log = given.log
    if log.fault is not None:
        return not_provable("log-unknown" if log.fault[1] == "log-unknown" else "evidence-missing")
    if log.is_damaged:
        return not_provable("log-damaged")
    read = [one for one in log.covering if one.is_of_entries]
    if not read:
        return not_provable("evidence-missing")
    if given.trust.quorum.splits:
        return not_provable("quorum-splits")
    if all(one.time is None for one in read):
        return not_provable("witnesses-short")
    return late_ending(given, given.shown, given.observations.faults) or proven("logged-once")


# Step 21: the log.


def silent_ending(log):
    return not_provable("evidence-missing") if log.is_missing else log.fault


def log_included(given):
    log = given.log
    ending = silent_ending(log)
    if ending is not None:
        return ending
    if log.bad_proof:
        return refuted("inclusion-invalid")
    if log.covering:
        return proven("log-included")
    is_damaged = log.is_damaged and "log" not in given.bundle
    return not_provable("log-damaged" if is_damaged else "evidence-missing")


def log_witnessed(given):
    log = given.log
    ending = silent_ending(log)
    if ending is not None:
        return ending
    if log.bad_cosignature:
        return refuted("signature-invalid")
    if log.is_forked:
        return refuted("log-forked")
    if log.is_damaged:
        return not_provable("log-damaged")
    if not given.trust.witnesses:
        return not_provable("witness-unknown")
    if given.trust.quorum.splits:
        return not_provable("quorum-splits")
    if any(one.time is not None for one in log.covering):
        return proven("log-witnessed")
    return not_provable("witnesses-short" if log.covering else "evidence-missing")


# Asked for: one entry.


def ticket_included(given):
    chain, proof = given.chain, given.ticket.get("proof")
    ticket = given.ticket["id"]
    if chain.seal is None:
        return not_provable("evidence-missing")
    if proof is not None:
        if proof["raffle_id"] != chain.seal.statement["raffle_id"] or proof["entry_id"] != ticket:
            return not_provable("evidence-missing")
        return proven("ticket-included") if leads_to_seal(chain, proof) else not_provable("inclusion-invalid")
    if has_sealed_list(given):
        found = listed_entry(given, ticket)
        return not_provable("ticket-absent") if found is None else proven("ticket-included")
    won = next((one for one in given.bundle.get("winners", []) if one["entry_id"] == ticket), None)
    if won is not None and leads_to_seal(chain, won):
        return proven("ticket-included")
    return not_provable("evidence-missing")


# Asked for: one receipt.


def receipt_honoured(given):
    receipt, chain = given.receipt.value, given.chain
    if receipt is None:
        return not_provable("receipt-invalid")
    if not chain.readable:
        return not_provable("evidence-missing")
    if receipt["raffle_id"] != chain.raffle_id:
        return not_provable("raffle-other")
    if receipt["operator"] != chain.operator:
        return not_provable("operator-other")
    ending = unsigned_receipt(given)
    if ending is not None:
        return ending
    if chain.commitment is None or not given.is_signed(chain.envelopes.index(chain.commitment)):
        return not_provable("evidence-missing")
    if receipt["commitment"] != chain.commitment.digest:
        return refuted("receipt-other")
    if chain.cancellation is not None:
        return not_applicable("raffle-cancelled")
    if chain.seal is None or not given.is_signed(chain.envelopes.index(chain.seal)):
        return not_provable("evidence-missing")
    return kept_receipt(given) or withdrawn_receipt(given) or broken_receipt(given)


def unsigned_receipt(given):
    """Why nothing shows that the operator signed it: such a paper accuses nobody."""
    receipt, envelope = given.receipt.value, given.receipt.envelope
    if receipt["operator"] not in given.trust.desks:
        return not_provable("operator-unknown")
    keys = [
        key for key in given.trust.desks[receipt["operator"]] if envelope.key_id in (None, key.key_id)
    ]
    if not keys:
        return not_provable("key-unknown")
    key = next((key for key in keys if envelope.is_signed_with(key.public_key, given.verifier)), None)
    if key is None:
        return not_provable("signature-invalid")
    if not key.is_valid_at(parse_time(receipt["issued_at_utc"])):
        return not_provable("key-outside-period")
    nonce = given.receipt.nonce
    if nonce is not None and sha256(nonce).hex() != receipt.get("nonce_hash"):
        return not_provable("nonce-other")
    times = (given.observations.receipt_seen(envelope, key, given.verifier), given.stamps.receipt_seen)
    if key.has_ended_for(min((time for time in times if time is not None), default=None), given.now):
        return not_provable("key-revoked")
    return None


def kept_receipt(given):
    receipt, chain = given.receipt.value, given.chain
    proofs = [] if given.receipt.proof is None else [given.receipt.proof]
    for proof in proofs + given.bundle.get("winners", []):
        # What is looked for is what the receipt says, whatever a proof says of itself.
        looked_for = {**proof, "kind": receipt["kind"], "nonce_hash": receipt.get("nonce_hash")}
        if proof["entry_id"] == receipt["entry_id"] and leads_to_seal(chain, looked_for):
            return proven("receipt-honoured")
    found = listed_entry(given, receipt["entry_id"])
    same = (receipt["entry_id"], receipt["kind"], receipt.get("nonce_hash"))
    if found is not None and (*found, None)[:3] == same:
        return proven("receipt-honoured")
    return None


def has_sealed_list(given):
    return given.list is not None and is_sealed_list(given.chain, given.list)


def listed_entry(given, wanted):
    """The entry of the sealed list that has an id; None without."""
    if not has_sealed_list(given):
        return None
    return next((entry for entry in given.list.entries if entry[0] == wanted), None)


def withdrawn_receipt(given):
    """How it ends where the receipt was taken back before the seal; None where it was not, or nobody knows."""
    own = next((one for one in sealed_withdrawn(given) or [] if one[0] == given.receipt.digest), None)
    if own is None:
        return None
    nonce_hash = given.receipt.value.get("nonce_hash")
    has_agreed = len(own) > 1 and sha256(bytes.fromhex(own[1])).hex() == nonce_hash
    return not_applicable("receipt-withdrawn") if has_agreed else not_provable("receipt-withdrawn")


def sealed_withdrawn(given):
    """The receipts that were taken back: none where none are sealed; None where nobody shows which."""
    sealed = given.chain.seal.statement.get("withdrawn")
    if sealed is None:
        return []
    withdrawn = given.bundle.get("withdrawn")
    is_sealed = withdrawn is not None and has_sealed_root(withdrawn, sealed)
    return withdrawn if is_sealed and len(withdrawn) == sealed["count"] else None


def has_sealed_root(withdrawn, sealed):
    root = tree_root([sha256(b"\x00" + bytes.fromhex("".join(one))) for one in withdrawn])
    return root == bytes.fromhex(sealed["root"].removeprefix("sha256:"))


def broken_receipt(given):
    if not has_sealed_list(given):
        return not_provable("evidence-missing" if given.receipt.proof is None else "inclusion-invalid")
    if sealed_withdrawn(given) is None:
        return not_provable("evidence-missing")
    return refuted("receipt-dishonoured")


CLAIMS = {
    "record.schema": record_schema,
    "record.consistent": record_consistent,
    "statement.signed": statement_signed,
    "statement.chain": statement_chain,
    "record.matches": record_matches,
    "seed.committed": seed_committed,
    "beacon.genuine": beacon_genuine,
    "beacon.rule": beacon_rule,
    "entries.sealed": entries_sealed,
    "winner.derived": winner_derived,
    "draw.unstoppable": draw_unstoppable,
    "evidence.timely": evidence_timely,
    "evidence.unique": evidence_unique,
    "log.included": log_included,
    "log.witnessed": log_witnessed,
}
