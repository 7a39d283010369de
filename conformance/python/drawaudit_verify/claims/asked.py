"""What is asked for by name: one entry, or one receipt (step 24)."""

from __future__ import annotations

from ..encodings import read_time, sha256
from ..endings import Ending, not_applicable, not_provable, proven, refuted
from ..given import Given, Receipt
from ..strict_json import Json
from .entries import has_sealed_root
from .shared import has_sealed_list, leads_to_seal, listed_entry


def ticket_included(given: Given, ticket: str, proof: Json | None) -> Ending:
    chain = given.chain
    if chain.seal is None:
        return not_provable("evidence-missing")
    if proof is not None:
        if proof["raffle_id"] != chain.sealed["raffle_id"] or proof["entry_id"] != ticket:
            return not_provable("evidence-missing")
        return proven("ticket-included") if leads_to_seal(chain, proof) else not_provable("inclusion-invalid")
    if has_sealed_list(given):
        found = listed_entry(given, ticket)
        return not_provable("ticket-absent") if found is None else proven("ticket-included")
    won = next((one for one in given.bundle.get("winners", []) if one["entry_id"] == ticket), None)
    if won is not None and leads_to_seal(chain, won):
        return proven("ticket-included")
    return not_provable("evidence-missing")


def receipt_honoured(given: Given, held: Receipt) -> Ending:
    receipt, chain = held.value, given.chain
    if receipt is None:
        return not_provable("receipt-invalid")
    if not chain.readable:
        return not_provable("evidence-missing")
    if receipt["raffle_id"] != chain.raffle_id:
        return not_provable("raffle-other")
    if receipt["operator"] != chain.operator:
        return not_provable("operator-other")
    ending = unsigned_receipt(given, held)
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
    return kept_receipt(given, held) or withdrawn_receipt(given, held) or broken_receipt(given, held)


def unsigned_receipt(given: Given, held: Receipt) -> Ending | None:
    """Why nothing shows that the operator signed it: such a paper accuses nobody."""
    receipt, envelope = held.value, held.envelope
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
    if not key.is_valid_at(read_time(receipt["issued_at_utc"])):
        return not_provable("key-outside-period")
    nonce = held.nonce
    if nonce is not None and sha256(nonce).hex() != receipt.get("nonce_hash"):
        return not_provable("nonce-other")
    times = (given.observations.receipt_seen(envelope, key, given.verifier), given.stamps.receipt_seen)
    if key.has_ended_for(min((time for time in times if time is not None), default=None), given.now):
        return not_provable("key-revoked")
    return None


def kept_receipt(given: Given, held: Receipt) -> Ending | None:
    receipt, chain = held.value, given.chain
    proofs = [] if held.proof is None else [held.proof]
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


def withdrawn_receipt(given: Given, held: Receipt) -> Ending | None:
    """How it ends where the receipt was taken back before the seal; None where it was not, or nobody knows."""
    own = next((one for one in sealed_withdrawn(given) or [] if one[0] == held.digest), None)
    if own is None:
        return None
    nonce_hash = held.value.get("nonce_hash")
    has_agreed = len(own) > 1 and sha256(bytes.fromhex(own[1])).hex() == nonce_hash
    return not_applicable("receipt-withdrawn") if has_agreed else not_provable("receipt-withdrawn")


def sealed_withdrawn(given: Given) -> list[list[str]] | None:
    """The receipts that were taken back: none where none are sealed; None where nobody shows which."""
    sealed = given.chain.sealed.get("withdrawn")
    if sealed is None:
        return []
    withdrawn = given.bundle.get("withdrawn")
    is_sealed = withdrawn is not None and has_sealed_root(withdrawn, sealed)
    return withdrawn if is_sealed and len(withdrawn) == sealed["count"] else None


def broken_receipt(given: Given, held: Receipt) -> Ending:
    if not has_sealed_list(given):
        return not_provable("evidence-missing" if held.proof is None else "inclusion-invalid")
    if sealed_withdrawn(given) is None:
        return not_provable("evidence-missing")
    return refuted("receipt-dishonoured")
