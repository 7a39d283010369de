"""All that the claims look at, made of the documents that an auditor has."""

from __future__ import annotations

from . import forms
from .chain import Chain, Envelope
from .ed25519 import StrictVerifier
from .encodings import Seconds, decode_base64, sha256
from .endings import Ending
from .entry_list import EntryList, read_entry, read_file
from .log import LogEvidence
from .observations import ListReaders, Observations
from .stamps import Stamper, Stamps
from .strict_json import Json
from .trust import LAST_SECOND, Trust, round_time

NO_RANDOMNESS = bytes(32)


class Record:
    """An audit record. The flat shape is read as one of one draw."""

    def __init__(self, value: Json) -> None:
        self.is_valid = forms.record(value)
        if self.is_valid:
            self.raffle_id = value["raffle_id"]
            self.draws = value["draws"] if "draws" in value else [value]
            # A flat one has no total; one that has it all the same says how many draws there are.
            self.is_flat = "draws" not in value and type(value.get("total_draws")) is not int
            self.total_draws = 1 if self.is_flat else value["total_draws"]


class Receipt:
    """A receipt that an entrant holds; `value` is None where it is none."""

    def __init__(self, given: Json) -> None:
        self.envelope = Envelope(given["envelope"])
        self.value: Json = forms.read_receipt(self.envelope.payload_type, self.envelope.payload)
        self.digest = sha256(self.envelope.payload).hex()
        self.nonce = bytes.fromhex(given["nonce"]) if "nonce" in given else None
        self.proof = given.get("proof")


class Given:
    """All that the claims look at."""

    def __init__(self, case: Json, bundle: Json, verifier: StrictVerifier, stamper: Stamper) -> None:
        options = case.get("options", {})
        self.verifier = verifier
        self.bundle = bundle
        self.trust: Trust = case["trust"]
        now: int = case["now"]
        self.now = now
        self.chain = Chain([Envelope(value) for value in bundle["statements"]])
        self.record = Record(case["record"]) if "record" in case else None
        self.list: EntryList | None = None
        if "list" in case:
            self.list = read_file(case["list"])
        elif "entries" in bundle:
            self.list = EntryList([read_entry(entry) for entry in bundle["entries"]])
        self.ticket = options.get("ticket")
        self.receipt = Receipt(options["receipt"]) if "receipt" in options else None
        receipt = None if self.receipt is None else self.receipt.envelope
        self.is_beacon_genuine = case.get("beacon_signature")
        context = (self.chain, self.trust, now, verifier)
        read = case["observations"]
        self.observations = Observations([one for one in read if one.payload_type != forms.LIST_TYPE], *context)
        self.readers = ListReaders([one for one in read if one.payload_type == forms.LIST_TYPE], *context)
        self.log = LogEvidence(bundle.get("log"), case.get("log"), *context)
        tokens = [decode_base64(stamp["token"]) or b"" for stamp in bundle.get("timestamps", [])]
        self.stamps = Stamps(tokens + case["tokens"], receipt, context, stamper)
        self.companions = [Envelope(value) for value in case.get("companions", [])]
        self.has_second, self.missing = self._find_unknown()
        # How each claim ended so far.
        self.endings: dict[str, Ending] = {}

    def _find_unknown(self) -> tuple[bool, list[Envelope]]:
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

    def is_signed(self, place: int) -> bool:
        """Whether the operator signed what the bundle has there for this raffle: anything else accuses nobody."""
        if place >= len(self.chain.envelopes):
            return False
        envelope = self.chain.envelopes[place]
        if not self.chain.is_of_this_raffle(envelope):
            return False
        return envelope.counts(self.chain.operator, self.trust, self.verifier, self.first_seen(place))

    @property
    def round_time(self) -> int | None:
        """Of the committed round; None without one, and where its chain is not in the trust file."""
        beacon = self.chain.committed["beacon"] if self.chain.commitment is not None else None
        if beacon is None or beacon["chain_hash"] not in self.trust.chains or beacon["round"] < 1:
            return None
        chain = self.trust.chains[beacon["chain_hash"]]
        time = round_time(chain, beacon["round"])
        return time if time <= LAST_SECOND else None

    @property
    def randomness(self) -> bytes | None:
        """H of the beacon's signature; zeros where none is committed, None where it is missing."""
        if self.chain.committed["beacon"] is None:
            return NO_RANDOMNESS
        beacon = self.bundle.get("beacon")
        return None if beacon is None else sha256(bytes.fromhex(beacon["signature"]))

    def observed(self, place: int) -> int | None:
        return self.observations.first_seen(self.chain.envelopes[place])

    def is_outdated(self, place: int) -> bool:
        """Whether observers saw it only when its key was not good any more: another one would not count either."""
        envelope = self.chain.envelopes[place]
        return self.observations.first_counted(envelope) is None and self.observed(place) is not None

    def counted(self, place: int) -> int | None:
        """When an observer saw it so that it counts as the only one; otherwise when one saw it at all."""
        return self.observed(place) if self.is_outdated(place) else self.observations.first_counted(
            self.chain.envelopes[place]
        )

    def first_seen(self, place: int) -> Seconds | None:
        """By an observer, by the witnesses of the log, or by a time-stamper, which has seen nothing but a digest."""
        return first_of(self.observed(place), self.log.first_seen(place), self.stamps.first_seen(place))


def first_of(*times: Seconds | None) -> Seconds | None:
    """The earliest of those that are there; None where none is."""
    return min((time for time in times if time is not None), default=None)
