"""Verifies the bundle of a public draw: drawaudit-verify bundle.json --trust trust.json

Says of each claim how it ended, then the level that the draw has and the verdict, as `drawaudit verify` does.
Exit codes: 0 all that was asked for is proven; 1 something is refuted; 2 the call or a file is wrong; 3 not provable;
70 what this needs is not there or is broken; 130 interrupted.

It verifies everything but the BLS signature of the beacon, which no standard library can: without --beacon-signature
the claim beacon.genuine ends `not-checked`, and level 4, which is asked for by default, is not reached.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import sys
import time
from pathlib import Path
from typing import Callable, Mapping

from . import forms
from .cases import answer, answer_cases
from .claims import CLAIMS
from .ed25519 import Both, OpenSSL, PlainPython, StrictVerifier, Unusable, Verifier
from .encodings import parse_time
from .files import (
    LARGEST_LIST,
    LARGEST_TOKEN,
    WrongInput,
    explain_json,
    read_bytes,
    read_json,
    read_log,
)
from .report import render
from .stamps import Stamper
from .strict_json import Json, NotStrict, parse
from .trust import Trust
from .verify import is_level

SIGNATURES: Mapping[str, Callable[[], Verifier]] = {"openssl": OpenSSL, "python": PlainPython, "both": Both}
EXIT_CODES = {"proven": 0, "refuted": 1, "not-provable": 3}
WRONG, BROKEN, INTERRUPTED = 2, 70, 130
DEFAULT_LEVEL = "unsteerable"

# Documents that may be wrong while nothing else is, by the code of the error, and the option that gives them.
GIVEN_BY = {
    "observation-invalid": ("--observation", "neither an observation nor an array of them"),
    "proof-invalid": ("--proof", "not the proof of an entry"),
    "receipt-invalid": ("--receipt", "not a receipt"),
}


def create_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="drawaudit-verify", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bundle", nargs="?", type=Path, help="the bundle")
    parser.add_argument("--trust", type=Path, metavar="FILE", help="the trust file: whom you believe")
    parser.add_argument("--record", type=Path, metavar="FILE", help="the audit record that was published")
    parser.add_argument(
        "--observation",
        type=Path,
        metavar="FILE",
        action="append",
        default=[],
        help="what an observer signed; may be repeated",
    )
    parser.add_argument(
        "--timestamp",
        type=Path,
        metavar="FILE",
        action="append",
        default=[],
        help="a time-stamp token (RFC 3161) of a statement or of the receipt; may be repeated",
    )
    parser.add_argument(
        "--list", type=Path, metavar="FILE", help="the list of entries; else the file beside the bundle that it names"
    )
    parser.add_argument("--log", type=Path, metavar="FOLDER", help="the operator's log (drawaudit log export)")
    parser.add_argument("--raffle", metavar="UUID", help="the raffle that you mean: refuse a bundle of another")
    parser.add_argument("--operator", metavar="NAME", help="the operator that you mean: refuse a bundle of another")
    parser.add_argument("--ticket", metavar="ID", help="show that this entry was in the sealed list")
    parser.add_argument("--proof", type=Path, metavar="FILE", help="the proof of that entry, for want of the list")
    parser.add_argument("--receipt", type=Path, metavar="FILE", help="show that its entry was in the sealed list")
    parser.add_argument("--nonce", metavar="HEX", help="what the entrant of the receipt drew: 32 hex digits")
    parser.add_argument("--accept-replacements", action="store_true", help="replaced winners do not cap the level")
    parser.add_argument("--require", metavar="LIST", help="ask only for these claims and levels, separated by commas")
    parser.add_argument(
        "--beacon-signature", choices=("genuine", "forged"), help="what another tool says of the beacon's BLS signature"
    )
    parser.add_argument("--now", metavar="TIME", help="a time like 2026-11-20T16:15:00+00:00 instead of the clock's")
    parser.add_argument(
        "--signatures", choices=SIGNATURES, default="openssl", help="who verifies Ed25519 (default: openssl)"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to print the result")
    parser.add_argument("--cases", action="store_true", help="read cases of the suite from standard input instead")
    return parser


def read_arguments(given: list[str] | None) -> argparse.Namespace:
    """The options; ends with exit code 2 where the call is wrong."""
    parser = create_parser()
    arguments = parser.parse_args(given)
    if arguments.cases:
        return arguments
    if arguments.bundle is None or arguments.trust is None:
        parser.error("give a bundle, and with --trust the trust file: whom you believe")
    if arguments.now is not None and parse_time(arguments.now) is None:
        parser.error("--now is not a time like 2026-11-20T16:15:00+00:00")
    if arguments.nonce is not None and not forms.nonce(arguments.nonce):
        parser.error("--nonce is not 32 lower-case hex digits")
    if arguments.raffle is not None and not forms.uuid(arguments.raffle.lower()):
        parser.error("--raffle is not a UUID")
    if arguments.proof is not None and arguments.ticket is None and arguments.receipt is None:
        parser.error("--proof is of an entry: name it with --ticket, or give its --receipt")
    if arguments.nonce is not None and arguments.receipt is None:
        parser.error("--nonce belongs to a --receipt")
    arguments.asked = [DEFAULT_LEVEL] if arguments.require is None else arguments.require.split(",")
    known = {*CLAIMS, *(["ticket.included"] if arguments.ticket is not None else [])}
    known |= {"receipt.honoured"} if arguments.receipt is not None else set()
    for one in arguments.asked:
        if not is_level(one) and one not in known:
            parser.error(f"--require: {one!r} is neither a level nor a claim of this call")
    return arguments


def read_options(arguments: argparse.Namespace) -> Json:
    """The options of a case."""
    options: Json = {"acceptReplacements": arguments.accept_replacements, "require": arguments.asked}
    for name in ("raffle", "operator"):
        if getattr(arguments, name) is not None:
            options[name] = getattr(arguments, name)
    proof = {} if arguments.proof is None else {"proof": read_json(arguments.proof)}
    if arguments.ticket is not None:
        options["ticket"] = {"id": arguments.ticket, **proof}
    if arguments.receipt is not None:
        nonce = {} if arguments.nonce is None else {"nonce": arguments.nonce}
        options["receipt"] = {"envelope": read_json(arguments.receipt), **nonce, **proof}
    return options


def find_list(arguments: argparse.Namespace, bundle: bytes) -> Path | None:
    """The file with the list: as named, or the one beside the bundle that the bundle names, where it is there."""
    if arguments.list is not None:
        return Path(arguments.list)
    try:
        value = parse(bundle)
    except NotStrict:
        return None
    if not forms.bundle(value) or "entries_file" not in value:
        return None
    beside = Path(arguments.bundle).parent / str(value["entries_file"]["name"])
    return beside if beside.exists() else None


def read_case(arguments: argparse.Namespace) -> tuple[Json, dict[str, bytes]]:
    """The case that files make, and the bytes of those that are still to be read."""
    raw = {"bundle": read_bytes(arguments.bundle)}
    case: Json = {
        "now": arguments.now or time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime()),
        "trust": read_json(arguments.trust),
        "options": read_options(arguments),
        "observations": [read_json(path) for path in arguments.observation],
        "tokens": [
            base64.b64encode(read_bytes(path, LARGEST_TOKEN + 1)).decode() for path in arguments.timestamp
        ],
    }
    if arguments.record is not None:
        case["record"] = read_json(arguments.record)
    found = find_list(arguments, raw["bundle"])
    if found is not None:
        case["list"] = read_bytes(found, LARGEST_LIST)
    if arguments.log is not None:
        case["log"] = read_log(arguments.log)
    if arguments.beacon_signature is not None:
        case["beacon_signature"] = arguments.beacon_signature == "genuine"
    return case, raw


def explain_error(code: str, case: Json, arguments: argparse.Namespace, verifier: StrictVerifier) -> WrongInput:
    """What is said of a document that keeps anything from being verified."""
    if code == "trust-invalid":
        try:
            Trust(case["trust"], verifier)
        except ValueError as fault:
            return WrongInput(
                f"{arguments.trust}: not a trust file: {fault} ({code})",
                'docs/PROTOCOL.md, "The trust file", says what stands in it',
            )
    option, what = GIVEN_BY[code]
    return WrongInput(f"what {option} names is {what} ({code})")


def verify_files(arguments: argparse.Namespace, verifier: StrictVerifier, stamper: Stamper) -> int:
    case, raw = read_case(arguments)
    answered = answer(case, raw, verifier, stamper)
    if "error" in answered:
        raise explain_error(answered["error"], case, arguments, verifier)
    explain_refused(answered, arguments.bundle, raw["bundle"])
    if arguments.format == "json":
        print(json.dumps(answered, indent=2))
    else:
        print(render(str(arguments.bundle), answered, arguments.asked), end="")
    is_unchecked = any(one["code"] == "not-checked" for one in answered["claims"])
    if is_unchecked and answered["verdict"] != "proven":
        note = "note: the beacon's BLS signature was not verified: have another tool do that"
        print(f"{note}, and say --beacon-signature genuine or forged", file=sys.stderr)
    return EXIT_CODES[answered["verdict"]]


def explain_refused(answered: Json, name: Path, data: bytes) -> None:
    """Says on standard error what is wrong with a bundle that is refused."""
    (first, *_) = answered["claims"]
    if first["id"] != "document.read":
        return
    try:
        where = forms.bundle_fault(parse(data)) or "it is of another raffle or operator than was asked for"
        print(f"note: {name}: {where}", file=sys.stderr)
    except NotStrict as fault:
        print(f"note: {explain_json(name, fault)}", file=sys.stderr)


def run(given: list[str] | None) -> int:
    arguments = read_arguments(given)
    verifier = StrictVerifier(SIGNATURES[arguments.signatures]())
    stamper = Stamper()
    if not arguments.cases:
        return verify_files(arguments, verifier, stamper)
    answer_cases(sys.stdin.buffer, sys.stdout, verifier, stamper)
    return 0


def main(given: list[str] | None = None) -> int:
    """The command line; returns the exit code."""
    try:
        code = run(given)
        sys.stdout.flush()
        return code
    except WrongInput as fault:
        print(f"error: {fault}", file=sys.stderr)
        if fault.hint is not None:
            print(f"hint: {fault.hint}", file=sys.stderr)
        return WRONG
    except Unusable as fault:
        print(f"error: {fault}\nhint: install openssl 1.1.1 or later, or say --signatures python", file=sys.stderr)
        return BROKEN
    except BrokenPipeError:
        # Whoever read has gone: nothing that is still to be written can be.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN
    except KeyboardInterrupt:
        return INTERRUPTED
    except MemoryError:
        print("error: not enough memory", file=sys.stderr)
        return BROKEN
    except Exception as fault:  # Whatever is not foreseen is a bug of this, and no verdict.
        print(f"error: a bug in drawaudit-verify: {type(fault).__name__}: {fault}", file=sys.stderr)
        return BROKEN


if __name__ == "__main__":
    sys.exit(main())
