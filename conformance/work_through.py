#!/usr/bin/env python3
"""Shows every value on the way to the answer of a case of the suite: work_through.py NAME

What is not shown follows from what is by one comparison. Bytes are in hex.
"""

import argparse
import base64
import hmac
import json
import sys
from pathlib import Path

from run import FOLDER, expand

sys.path.insert(0, str(FOLDER / "python"))

from drawaudit_verify import PlainPython, Stamper, StrictVerifier  # noqa: E402
from drawaudit_verify.cases import answer  # noqa: E402
from drawaudit_verify.chain import Chain, Envelope, pre_authentication_encoding  # noqa: E402
from drawaudit_verify.claims.winners import seed_of, winner_index  # noqa: E402
from drawaudit_verify.encodings import sha256, u32be  # noqa: E402
from drawaudit_verify.given import NO_RANDOMNESS  # noqa: E402
from drawaudit_verify.note import Note, NoteInvalid, Unsupported, log_leaf_data  # noqa: E402
from drawaudit_verify.stamps import entry_of  # noqa: E402
from drawaudit_verify.strict_json import parse  # noqa: E402
from drawaudit_verify.trees import entry_leaf, hash_leaf, hash_node  # noqa: E402
from drawaudit_verify.trust import Trust, round_time  # noqa: E402


def show(name, value):
    print(f"{name:<20} {value.hex() if isinstance(value, bytes) else value}")


def show_statements(chain, trust, verifier):
    for place, envelope in enumerate(chain.envelopes):
        statement = envelope.statement
        print(f"\nstatement {place}: {statement['type'] if statement else 'none'}")
        show("payload", f"{len(envelope.payload)} bytes")
        show("H(payload)", envelope.digest)
        signed = pre_authentication_encoding(envelope.payload_type, envelope.payload)
        show("signed", f"{len(signed)} bytes, {signed[:60].decode(errors='replace')}…")
        show("H(signed)", sha256(signed))
        show("signature", envelope.signature)
        keys = trust.operators.get(statement["operator"], []) if statement else []
        signers = [key for key in keys if envelope.is_signed_with(key.public_key, verifier)]
        show("verifies under", signers[0].public_key if signers else "no key of the operator in the trust file")
        if statement:
            show("previous", statement["previous"])
            show("issued", f"{statement['issued_at_utc']}, {envelope.issued}")


def show_beacon(chain, trust, bundle):
    committed, used = chain.committed["beacon"], bundle.get("beacon")
    if committed is None:
        show("\nrandomness", NO_RANDOMNESS)
        return NO_RANDOMNESS
    known = trust.chains.get(committed["chain_hash"])
    print(f"\nbeacon: round {committed['round']} of {committed['chain_hash'][:16]}…")
    show("draw_at_utc", chain.committed["draw_at_utc"])
    if known is not None:
        show("scheme", known["scheme"])
        show("time of the round", round_time(known, committed["round"]))
        show("time before that", round_time(known, committed["round"] - 1))
    if used is None:
        return None
    show("signature", used["signature"])
    randomness = sha256(bytes.fromhex(used["signature"]))
    show("randomness", randomness)
    return randomness


def show_entries(entries):
    print(f"\nentries: {len(entries)}")
    level = [entry_leaf(*entry) for entry in entries]
    for entry, leaf in zip(entries, level):
        show("leaf " + " ".join(entry), leaf)
    while len(level) > 1:
        pairs = [hash_node(*level[at : at + 2]) for at in range(0, len(level) - 1, 2)]
        level = pairs + level[len(level) - len(level) % 2 :]
        for node in level:
            show("node", node)
    print("the last is the root")


def show_picks(chain, randomness):
    taken = []
    for order, pick in enumerate(one.statement for one in chain.picks):
        position, attempt = pick["position"], pick.get("attempt", 0)
        print(f"\npick {order}: position {position}, attempt {attempt}")
        seed = seed_of(chain, position)
        if seed is None or randomness is None or chain.seal is None:
            continue
        show("seed", seed)
        show("H(seed)", sha256(seed))
        seal_digest = bytes.fromhex(chain.seal.digest[7:])
        message = b"drawaudit/v1/draw\0" + seal_digest + u32be(position) + u32be(attempt) + randomness
        show("message", message)
        key = hmac.digest(seed, message, "sha256")
        show("R", key)
        pool = chain.sealed["total_entries"] - order
        if pool < 1:
            show("pool", pool)
            return
        block = hmac.digest(key, u32be(0), "sha256")
        show("HMAC, i = 0", block)
        show("x", int.from_bytes(block[:8], "big"))
        show("pool", pool)
        show("bound", 2**64 // pool * pool)
        index = winner_index(seed, (chain.seal.digest, position, attempt), randomness, pool, taken)
        show("picked before", taken)
        show("index that follows", index)
        show("index and winner", f"{pick['winner_index']}, {pick['winner_entry_id']}")
        taken.append(pick["winner_index"])


def show_winners(chain, winners):
    for winner in winners:
        print(f"\nproof of {winner['entry_id']}, index {winner['index']} of {chain.sealed['total_entries']}")
        node = entry_leaf(winner["entry_id"], winner["kind"], winner.get("nonce_hash"))
        show("leaf", node)
        fn, sn = winner["index"], chain.sealed["total_entries"] - 1
        for sibling in map(bytes.fromhex, winner["inclusion"]):
            is_right = fn % 2 == 1 or fn == sn
            node = hash_node(sibling, node) if is_right else hash_node(node, sibling)
            while is_right and fn % 2 == 0 and fn != 0:
                fn, sn = fn >> 1, sn >> 1
            fn, sn = fn >> 1, sn >> 1
            show("sibling on the left" if is_right else "sibling on the right", sibling)
            show("node", node)
        show("entries_root", chain.sealed["entries_root"])


def describe_cosignature(note, witness, verifier):
    try:
        return f"at {note.cosigned_at(witness, verifier)}"
    except Unsupported:
        return "with ML-DSA-44, which is not checked here"


def show_log(chain, trust, log, verifier):
    try:
        note = Note(log["checkpoint"])
    except NoteInvalid as fault:
        show("\nlog", fault.code)
        return
    print(f"\nlog: {note.origin}")
    show("size", note.size)
    show("root", note.root)
    show("H(text)", sha256(note.text.encode()))
    key = trust.logs.get(note.origin)
    show("signed by the log", "yes" if key is not None and note.is_signed_by_log(key, verifier) else "no")
    for witness in trust.witnesses:
        print(f"cosigned by {witness.name} {describe_cosignature(note, witness, verifier)}")
    for place, envelope in enumerate(chain.envelopes):
        entry = entry_of(envelope)
        kept = ", ".join(log_leaf_data(envelope.value)["signatures"][0])
        print(f"entry of statement {place}: {len(entry)} bytes, its signature with {kept}")
        show("leaf", hash_leaf(entry))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", help="of the case")
    parser.add_argument("--suite", type=Path, default=FOLDER / "suite.ndjson")
    arguments = parser.parse_args()
    lines = arguments.suite.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    case = next((one for one in map(json.loads, lines) if one["name"] == arguments.name), None)
    if case is None:
        parser.error(f"the suite has no case {arguments.name}")
    given = expand(case, FOLDER)
    raw = {name: base64.b64decode(text) for name, text in given.get("raw", {}).items()}
    verifier = StrictVerifier(PlainPython())
    answered = answer({**given, "list": given["list"].encode()} if "list" in given else given, raw, verifier, Stamper())
    print(f"{arguments.name}: {given.get('description', '')}")
    if "level" in answered:
        bundle = parse(raw["bundle"]) if "bundle" in raw else given["bundle"]
        trust = Trust(parse(raw["trust"]) if "trust" in raw else given["trust"], verifier)
        show_values(Chain([Envelope(one) for one in bundle["statements"]]), bundle, trust, verifier)
    print()
    for claim in answered.get("claims", []):
        show(claim["id"], f"{claim['status']} {claim['code']}")
    for name in ("level", "verdict", "error"):
        if name in answered:
            show(name, answered[name])
    return 0


def show_values(chain, bundle, trust, verifier):
    show_statements(chain, trust, verifier)
    randomness = show_beacon(chain, trust, bundle) if chain.commitment else None
    if "entries" in bundle:
        show_entries(bundle["entries"])
    show_picks(chain, randomness)
    if chain.seal:
        show_winners(chain, bundle.get("winners", []))
    if "log" in bundle:
        show_log(chain, trust, bundle["log"], verifier)


if __name__ == "__main__":
    sys.exit(main())
