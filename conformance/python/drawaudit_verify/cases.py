"""Cases of the suite on standard input, one a line, and an answer to each (conformance/README.md)."""

from __future__ import annotations

import base64
import json
from typing import Iterable, Mapping, TextIO

from .ed25519 import StrictVerifier
from .files import WrongInput
from .stamps import Stamper
from .strict_json import Json, NotStrict, parse, parse_case
from .verify import verify


def answer(case: Json, raw: Mapping[str, bytes], verifier: StrictVerifier, stamper: Stamper) -> Json:
    """The answer to a case with some documents still to be read, as bytes in `raw`."""
    for name, data in raw.items():
        try:
            case = {**case, name: parse(data)}
        except NotStrict as fault:
            if name != "bundle":
                return {"error": fault.code}
            # Whatever else is wrong with what was given is told first.
            case = {**case, name: fault}
    return verify(case, verifier, stamper)


def answer_cases(lines: Iterable[bytes], output: TextIO, verifier: StrictVerifier, stamper: Stamper) -> None:
    """Answers each line; WrongInput where one is no case."""
    for number, line in enumerate(lines, 1):
        try:
            case = parse_case(line.decode())
            raw = {name: base64.b64decode(text, validate=True) for name, text in case.get("raw", {}).items()}
            given = {**case, "list": case["list"].encode()} if "list" in case else case
            answered = answer(given, raw, verifier, stamper)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as fault:
            said = f"{type(fault).__name__}: {fault}"
            raise WrongInput(
                f"line {number} of standard input is no case of the suite ({said})",
                "conformance/README.md says what a case is",
            ) from None
        print(json.dumps({"name": case.get("name"), **answered}), file=output, flush=True)
