"""From what an auditor is given to claims, level and verdict."""

from . import forms
from .chain import Chain, Envelope
from .claims import CLAIMS, LAST_SECOND, NO_RANDOMNESS, receipt_honoured, ticket_included
from .entry_list import EntryList, read_file
from .hashes import decode_base64, parse_time, sha256
from .log import LogEvidence
from .observations import ListReaders, Observations, read_files
from .stamps import Stamps
from .strict_json import NotStrict
from .trust import Trust, round_time

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

    def __init__(self, code):
        super().__init__(code)
        self.code = code


class Record:
    """An audit record. The flat shape is read as one of one draw."""

    def __init__(self, value):
        self.is_valid = forms.record(value)
        if self.is_valid:
            self.raffle_id = value["raffle_id"]
            self.draws = value["draws"] if "draws" in value else [value]
            # A flat one has no total; one that has it all the same says how many draws there are.
            self.is_flat = "draws" not in value and type(value.get("total_draws")) is not int
            self.total_draws = 1 if self.is_flat else value["total_draws"]


class Receipt:
    """A receipt that an entrant holds; `value` is None where it is none."""

    def __init__(self, given):
        self.envelope = Envelope(given["envelope"])
        self.value = forms.read_receipt(self.envelope.payload_type, self.envelope.payload)
        self.digest = sha256(self.envelope.payload).hex()
        self.nonce = bytes.fromhex(given["nonce"]) if "nonce" in given else None
        self.proof = given.get("proof")


class Given:
    """All that the claims look at."""

    def __init__(self, case, bundle, verifier, stamper):
        options = case.get("options", {})
        self.verifier = verifier
        self.bundle = bundle
        self.trust = case["trust"]
        now = self.now = case["now"]
        self.chain = Chain([Envelope(value) for value in bundle["statements"]])
        self.record = Record(case["record"]) if "record" in case else None
        self.list = None
        if "list" in case:
            self.list = read_file(case["list"])
        elif "entries" in bundle:
            self.list = EntryList([tuple(entry) for entry in bundle["entries"]])
        self.ticket = options.get("ticket")
        self.receipt = Receipt(options["receipt"]) if "receipt" in options else None
        self.is_beacon_genuine = case.get("beacon_signature")
        context = (self.chain, self.trust, now, verifier)
        read = case["observations"]
        self.observations = Observations([one for one in read if one.payload_type != forms.LIST_TYPE], *context)
        self.readers = ListReaders([one for one in read if one.payload_type == forms.LIST_TYPE], *context)
        self.log = LogEvidence(bundle.get("log"), case.get("log"), *context)
        tokens = [decode_base64(stamp["token"]) for stamp in bundle.get("timestamps", [])]
        self.stamps = Stamps(tokens + case["tokens"], self.receipt, context, stamper)
        self.companions = [Envelope(value) for value in case.get("companions", [])]
        self.has_second, self.missing = self._find_unknown()
        # How each claim ended so far.
        self.endings = {}

    def _find_unknown(self):
        """A second commitment or seal, and the other statements that are not in the bundle."""
        known = {envelope.payload for envelope in self.chain.envelopes}
        first = {
            envelope.statement["type"]: envelope.payload
            for place, envelope in enumerate(self.chain.envelopes)
            if envelope in (self.chain.commitment, self.chain.seal) and self.is_signed(place)
        }
        has_second, missing = False, []
        shown = [
            envelope
            for envelope in self.companions
            if self.chain.is_of_this_raffle(envelope)
            and envelope.accuses(self.chain.operator, self.trust, self.verifier, None, self.now)
        ]
        sighted = [envelope for envelope, _ in self.observations.sightings]
        for seen in sighted + shown + self.log.others:
            if seen.payload in known:
                continue
            kind = seen.statement["type"]
            if kind in ("commitment", "seal") and first.setdefault(kind, seen.payload) != seen.payload:
                has_second = True
            else:
                missing.append(seen)
        return has_second, missing

    def is_signed(self, place):
        """Whether the operator signed what the bundle has there for this raffle: anything else accuses nobody."""
        if place >= len(self.chain.envelopes):
            return False
        envelope = self.chain.envelopes[place]
        if not self.chain.is_of_this_raffle(envelope):
            return False
        return envelope.counts(self.chain.operator, self.trust, self.verifier, self.first_seen(place))

    @property
    def round_time(self):
        """Of the committed round; None without one, and where its chain is not in the trust file."""
        beacon = self.chain.commitment and self.chain.commitment.statement["beacon"]
        chain = beacon and self.trust.chains.get(beacon["chain_hash"])
        if not chain or beacon["round"] < 1:
            return None
        time = round_time(chain, beacon["round"])
        return time if time <= LAST_SECOND else None

    @property
    def randomness(self):
        """H of the beacon's signature; zeros where none is committed, None where it is missing."""
        if self.chain.commitment.statement["beacon"] is None:
            return NO_RANDOMNESS
        beacon = self.bundle.get("beacon")
        return beacon and sha256(bytes.fromhex(beacon["signature"]))

    def observed(self, place):
        return self.observations.first_seen(self.chain.envelopes[place])

    def shown(self, place):
        """By an observer, or by the witnesses of the log: by whoever had the statement itself."""
        return first_of(self.observed(place), self.log.first_seen(place))

    def first_seen(self, place):
        """By those, or by a time-stamper, which has seen nothing but a digest."""
        return first_of(self.shown(place), self.stamps.first_seen(place))


def first_of(*times):
    """The earliest of those that are there; None where none is."""
    return min((time for time in times if time is not None), default=None)


def read_trust(value, verifier):
    """The trust file, or Refused."""
    try:
        return Trust(value, verifier)
    except ValueError:
        raise Refused("trust-invalid") from None


def verify(case, verifier, stamper):
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


def is_log(log):
    texts = [log.get("checkpoint"), *log["entries"]] if isinstance(log.get("entries"), list) else [None]
    return all(isinstance(text, str) for text in texts)


def bundle_fault(bundle):
    version = bundle.get("bundle") if isinstance(bundle, dict) else None
    if isinstance(version, str) and version != "drawaudit/v1" and forms.pattern("drawaudit/v[0-9]+")(version):
        return "document-unsupported"
    return None if forms.bundle(bundle) else "bundle-invalid"


def unread(code):
    claim = {"id": "document.read", "status": "not-provable", "code": code}
    return {"claims": [claim], "verdict": "not-provable"}


def decide(given, options):
    """Steps 22 and 23."""
    endings = given.endings
    for name, check in CLAIMS.items():
        endings[name] = check(given)
    if given.ticket is not None:
        endings["ticket.included"] = ticket_included(given)
    if given.receipt is not None:
        endings["receipt.honoured"] = receipt_honoured(given)
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


def find_level(endings):
    if any(status == "refuted" for status, _ in endings.values()):
        return 0
    level = 0
    for number, (_, names) in enumerate(LEVELS):
        if any(endings[name][0] != "proven" and endings[name][1] != "record-not-given" for name in names):
            break
        level = number
    return level


def find_verdict(endings, level, options):
    if any(status == "refuted" for status, _ in endings.values()):
        return "refuted"
    asked = options.get("require", ["unsteerable"])
    numbers = [LEVEL_NAMES.index(one) if one in LEVEL_NAMES else int(one) for one in asked if is_level(one)]
    names = [one for one in asked if not is_level(one)]
    names += [name for name in ("ticket.included", "receipt.honoured") if name in endings]
    is_reached = all(level >= number for number in numbers)
    is_shown = all(is_enough(endings, name, asked) for name in names)
    return "proven" if asked and is_reached and is_shown else "not-provable"


def is_enough(endings, name, asked):
    """Whether a claim is proven. A receipt that was taken back shows nothing, unless its claim is asked for by name."""
    status = endings.get(name, ("not-provable", ""))[0]
    return status == "proven" or (status == "not-applicable" and name not in asked)


def is_level(name):
    return name in LEVEL_NAMES or name in [str(number) for number in range(len(LEVELS))]
