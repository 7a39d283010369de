"""From what an auditor is given to claims, level and verdict."""

from __future__ import annotations

from typing import Mapping, Sequence

from . import forms
from .claims import CLAIMS
from .claims.asked import receipt_honoured, ticket_included
from .ed25519 import StrictVerifier
from .encodings import decode_base64, parse_time
from .endings import Ending
from .given import Given
from .observations import read_files
from .stamps import Stamper
from .strict_json import Json, NotStrict
from .trust import Trust

LEVELS = (
    ("unverified", ()),
    ("well-formed", ("record.schema", "record.consistent")),
    ("authentic", ("statement.signed", "statement.chain", "record.matches")),
    ("reproducible", ("seed.committed", "entries.sealed", "winner.derived")),
    ("unsteerable", ("beacon.genuine", "beacon.rule", "evidence.timely", "evidence.unique")),
    ("witnessed", ("log.included", "log.witnessed")),
)
HIGHEST_CAPPED = 3
HIGHEST = len(LEVELS) - 1
LEVEL_NAMES = [name for name, _ in LEVELS]


class Refused(ValueError):
    """A document that is given cannot be read as what it has to be: there is no verdict."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def read_trust(value: Json, verifier: StrictVerifier) -> Trust:
    """The trust file, or Refused."""
    try:
        return Trust(value, verifier)
    except ValueError:
        raise Refused("trust-invalid") from None


def verify(case: Json, verifier: StrictVerifier, stamper: Stamper) -> Json:
    """What becomes of a case: claims, level and verdict; or the error that keeps it from being read.

    The members of a case are those of conformance/README.md; `list` is bytes, and `bundle` may be the NotStrict that
    reading it gave.
    """
    try:
        trust = read_trust(case["trust"], verifier)
        try:
            observations = read_files(case.get("observations", []))
        except ValueError:
            raise Refused("observation-invalid") from None
        log = case.get("log")
        if log is not None and not is_log(log):
            raise Refused("tile-invalid")
        options = case.get("options", {})
        proof = options.get("ticket", {}).get("proof")
        if proof is not None and not forms.entry_proof(proof):
            raise Refused("proof-invalid")
        receipt = options.get("receipt")
        if receipt is not None and not forms.envelope(receipt["envelope"]):
            raise Refused("receipt-invalid")
        if receipt is not None and "proof" in receipt and not forms.entry_proof(receipt["proof"]):
            raise Refused("proof-invalid")
    except Refused as refused:
        return {"error": refused.code}
    bundle = case["bundle"]
    code = bundle.code if isinstance(bundle, NotStrict) else bundle_fault(bundle)
    if code is not None:
        return unread(code)
    tokens = [decode_base64(text) or b"" for text in case.get("tokens", [])]
    parts = {**case, "trust": trust, "tokens": tokens, "observations": observations, "now": parse_time(case["now"])}
    given = Given(parts, bundle, verifier, stamper)
    raffle = options.get("raffle")
    if raffle is not None and given.chain.raffle_id != raffle.lower():
        return unread("raffle-other")
    operator = options.get("operator")
    if operator is not None and given.chain.operator != operator:
        return unread("operator-other")
    answer = decide(given, options)
    if given.stamps.is_unchecked:
        answer["unchecked"] = "time-stamps: openssl is not installed"
    return answer


def is_log(log: Json) -> bool:
    texts = [log.get("checkpoint"), *log["entries"]] if isinstance(log.get("entries"), list) else [None]
    return all(isinstance(text, str) for text in texts)


def bundle_fault(bundle: Json) -> str | None:
    version = bundle.get("bundle") if isinstance(bundle, dict) else None
    if isinstance(version, str) and version != "drawaudit/v1" and forms.pattern("drawaudit/v[0-9]+")(version):
        return "document-unsupported"
    return None if forms.bundle(bundle) else "bundle-invalid"


def unread(code: str) -> Json:
    claim = {"id": "document.read", "status": "not-provable", "code": code}
    return {"claims": [claim], "verdict": "not-provable"}


def decide(given: Given, options: Json) -> Json:
    """Steps 25 and 26."""
    endings = given.endings
    for name, check in CLAIMS.items():
        endings[name] = check(given)
    if given.ticket is not None:
        endings["ticket.included"] = ticket_included(given, given.ticket["id"], given.ticket.get("proof"))
    if given.receipt is not None:
        endings["receipt.honoured"] = receipt_honoured(given, given.receipt)
    level = find_level(endings)
    is_replaced = any(pick.statement["type"] == "replacement" for pick in given.chain.picks)
    if is_replaced and not options.get("acceptReplacements", False):
        level = min(level, HIGHEST_CAPPED)
    if endings["entries.sealed"][1] == "entries-light" and given.readers.first is None:
        level = min(level, HIGHEST_CAPPED)
    if endings["evidence.unique"][1] != "logged-once":
        level = min(level, HIGHEST - 1)
    claims = [{"id": name, "status": status, "code": code} for name, (status, code) in endings.items()]
    return {"claims": claims, "level": level, "verdict": find_verdict(endings, level, options)}


def find_level(endings: Mapping[str, Ending]) -> int:
    if any(status == "refuted" for status, _ in endings.values()):
        return 0
    level = 0
    for number, (_, names) in enumerate(LEVELS):
        if any(endings[name][0] != "proven" and endings[name][1] != "record-not-given" for name in names):
            break
        level = number
    return level


def find_verdict(endings: Mapping[str, Ending], level: int, options: Json) -> str:
    if any(status == "refuted" for status, _ in endings.values()):
        return "refuted"
    asked = options.get("require", ["unsteerable"])
    numbers = [LEVEL_NAMES.index(one) if one in LEVEL_NAMES else int(one) for one in asked if is_level(one)]
    names = [one for one in asked if not is_level(one)]
    names += [name for name in ("ticket.included", "receipt.honoured") if name in endings]
    is_reached = all(level >= number for number in numbers)
    is_shown = all(is_enough(endings, name, asked) for name in names)
    return "proven" if asked and is_reached and is_shown else "not-provable"


def is_enough(endings: Mapping[str, Ending], name: str, asked: Sequence[str]) -> bool:
    """Whether a claim is proven. A receipt that was taken back shows nothing, unless its claim is asked for by name."""
    status = endings.get(name, ("not-provable", ""))[0]
    return status == "proven" or (status == "not-applicable" and name not in asked)


def is_level(name: str) -> bool:
    return name in LEVEL_NAMES or name in [str(number) for number in range(len(LEVELS))]
