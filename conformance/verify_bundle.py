#!/usr/bin/env python3
"""A second verifier of drawaudit bundles: Python 3.11, its standard library, and the `openssl` command.

One bundle from files:    verify_bundle.py BUNDLE TRUST [--record FILE] [--observation FILE] …
Cases from standard input: verify_bundle.py --cases    (one JSON object a line, one answer a line; README.md)

Prints claims, level and verdict as JSON. Exit code: 0 proven, 1 refuted, 2 an input is wrong, 3 not provable.
"""

import argparse
import base64
import json
import sys
import time
from pathlib import Path

from verifier.ed25519 import Both, OpenSSL, PlainPython, StrictVerifier
from verifier.forms import nonce
from verifier.hashes import parse_time
from verifier.stamps import Stamper
from verifier.strict_json import NotStrict, parse, parse_case
from verifier.verify import verify

SIGNATURES = {"openssl": OpenSSL, "python": PlainPython, "both": Both}
EXIT_CODES = {"proven": 0, "refuted": 1, "not-provable": 3}


def answer_case(case, verifier, stamper):
    """The answer to a case. Documents that stand in `raw` are the bytes of files, in base64."""
    raw = {name: base64.b64decode(text) for name, text in case.get("raw", {}).items()}
    given = {**case, "list": case["list"].encode()} if "list" in case else case
    return answer(given, raw, verifier, stamper)


def answer(case, raw, verifier, stamper):
    """The answer to a case with some documents still to be read."""
    for name, data in raw.items():
        try:
            case = {**case, name: parse(data)}
        except NotStrict as fault:
            if name != "bundle":
                return {"error": fault.code}
            # Whatever else is wrong with what was given is told first.
            case = {**case, name: fault}
    return verify(case, verifier, stamper)


def answer_cases(verifier, stamper):
    for line in sys.stdin.buffer:
        case = parse_case(line.decode())
        print(json.dumps({"name": case.get("name"), **answer_case(case, verifier, stamper)}), flush=True)


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundle", nargs="?", type=Path)
    parser.add_argument("trust", nargs="?", type=Path)
    parser.add_argument("--cases", action="store_true", help="read cases from standard input")
    parser.add_argument("--record", type=Path)
    parser.add_argument("--observation", type=Path, action="append", default=[])
    parser.add_argument("--list", type=Path, help="the file with the list of entries")
    parser.add_argument("--log", type=Path, help='{"checkpoint": "…", "entries": ["…"]}')
    parser.add_argument("--raffle")
    parser.add_argument("--ticket")
    parser.add_argument("--proof", type=Path, help="the proof of the ticket")
    parser.add_argument("--receipt", type=Path, help="a receipt of the operator's")
    parser.add_argument("--nonce", help="what the entrant drew: 32 hex digits")
    parser.add_argument(
        "--timestamp", type=Path, action="append", default=[], help="DER of a token of a statement, or of the receipt"
    )
    parser.add_argument("--accept-replacements", action="store_true")
    parser.add_argument("--require", help="levels and claims, separated by commas")
    parser.add_argument("--now", help="a time like 2026-11-20T16:15:00+00:00 instead of the clock's")
    parser.add_argument(
        "--beacon-signature", choices=("genuine", "forged"), help="what another tool says of the BLS signature"
    )
    parser.add_argument("--signatures", choices=SIGNATURES, default="openssl", help="who verifies Ed25519")
    arguments = parser.parse_args()
    if not arguments.cases and (arguments.bundle is None or arguments.trust is None):
        parser.error("give a bundle and a trust file, or --cases")
    if arguments.now is not None and parse_time(arguments.now) is None:
        parser.error("--now is not a time")
    if arguments.nonce is not None and not nonce(arguments.nonce):
        parser.error("--nonce is not 32 lower-case hex digits")
    return arguments


def read_case(arguments):
    """The case that files make, and the bytes of those that are still to be read."""
    options = {"acceptReplacements": arguments.accept_replacements}
    if arguments.raffle is not None:
        options["raffle"] = arguments.raffle
    if arguments.ticket is not None:
        options["ticket"] = {"id": arguments.ticket}
        if arguments.proof is not None:
            options["ticket"]["proof"] = parse(arguments.proof.read_bytes())
    if arguments.receipt is not None:
        options["receipt"] = {"envelope": parse(arguments.receipt.read_bytes())}
        if arguments.nonce is not None:
            options["receipt"]["nonce"] = arguments.nonce
        if arguments.proof is not None:
            options["receipt"]["proof"] = parse(arguments.proof.read_bytes())
    if arguments.require is not None:
        options["require"] = arguments.require.split(",")
    clock = time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime())
    case = {"now": arguments.now or clock, "options": options}
    case["observations"] = [parse(path.read_bytes()) for path in arguments.observation]
    case["tokens"] = [base64.b64encode(path.read_bytes()).decode() for path in arguments.timestamp]
    if arguments.list is not None:
        case["list"] = arguments.list.read_bytes()
    if arguments.log is not None:
        case["log"] = parse(arguments.log.read_bytes())
    if arguments.beacon_signature is not None:
        case["beacon_signature"] = arguments.beacon_signature == "genuine"
    raw = {"bundle": arguments.bundle.read_bytes(), "trust": arguments.trust.read_bytes()}
    if arguments.record is not None:
        raw["record"] = arguments.record.read_bytes()
    return case, raw


def main():
    arguments = read_arguments()
    verifier = StrictVerifier(SIGNATURES[arguments.signatures]())
    stamper = Stamper()
    if arguments.cases:
        answer_cases(verifier, stamper)
        return 0
    try:
        case, raw = read_case(arguments)
    except (OSError, NotStrict) as fault:
        print(f"error: {fault}", file=sys.stderr)
        return 2
    answered = answer(case, raw, verifier, stamper)
    print(json.dumps(answered, indent=2))
    return EXIT_CODES.get(answered.get("verdict"), 2)


if __name__ == "__main__":
    sys.exit(main())
