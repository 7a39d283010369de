"""What time-stampers stamped, and when (docs/PROTOCOL.md, "Time-stamps"). `openssl` verifies signatures and paths."""

from __future__ import annotations

import base64
import os
import shutil
import subprocess
import tempfile
from fractions import Fraction
from typing import Sequence, Tuple

from .chain import Chain, Envelope
from .der import NotDer
from .ed25519 import StrictVerifier
from .encodings import sha256
from .note import log_leaf_data
from .strict_json import canonicalize
from .tokens import (
    RSA_PSS,
    SECOND,
    Certificate,
    Fault,
    Token,
    ask_path,
    demand_trust,
    find_paths,
    read_certificate,
)
from .trust import Timestamper, Trust

# What a time-stamp is judged by: the bundle's chain, the trust file, the clock, and who verifies Ed25519.
Context = Tuple[Chain, Trust, int, StrictVerifier]


class Stamper:
    """Checks tokens, and remembers what openssl said of the same files."""

    # The times of certificates are for tokens.py: to openssl the last second of one is too late.
    OPTIONS = ("-partial_chain", "-no_check_time", "-auth_level", "2")

    def __init__(self) -> None:
        self.is_there = shutil.which("openssl") is not None
        self._folder = tempfile.TemporaryDirectory(prefix="second-verifier-")
        self._answers: dict[tuple[str | bytes, ...], bool] = {}

    def check(self, data: bytes, timestampers: Sequence[Timestamper], now: int, contents: Sequence[bytes]) -> Token:
        """The token, where it counts; Fault where it does not. `contents` is all that it may be of."""
        try:
            return self._check(data, timestampers, now, contents)
        except NotDer:
            raise Fault("timestamp-invalid") from None

    def _check(self, data: bytes, timestampers: Sequence[Timestamper], now: int, contents: Sequence[bytes]) -> Token:
        token = Token(data)
        anchors = [
            (certificate, timestamper)
            for timestamper in timestampers
            for certificate in map(read_certificate, timestamper.certificates)
            if certificate is not None
        ]
        signer = token.find_signer([*token.certificates, *(certificate for certificate, _ in anchors)])
        self._verify_signature(token, signer)
        signer.ask_key()
        signer.ask_critical()
        signer.ask_valid(token.time)
        content = next((one for one in contents if token.is_of(one)), None)
        self._find_anchor(token, signer, anchors, content)
        demand_trust(token.until <= now * SECOND)
        return token

    def _verify_signature(self, token: Token, signer: Certificate) -> None:
        """That of the signer, over the attributes and the time that they name; no path is asked for."""
        asked: list[str | bytes] = ["cms", "-verify", "-inform", "DER", "-in", token.bare, "-noverify"]
        if not self._holds([*asked, "-certfile", encode_pem(signer), "-out", os.devnull]):
            raise Fault("timestamp-invalid")

    def _find_anchor(
        self,
        token: Token,
        signer: Certificate,
        anchors: Sequence[tuple[Certificate, Timestamper]],
        content: bytes | None,
    ) -> None:
        faults: list[str] = []
        for anchor, timestamper in anchors:
            for path in find_paths(signer, token.certificates, anchor):
                try:
                    ask_path(path, token.time)
                    demand_trust(self._is_path(token, path, content))
                    demand_trust(timestamper.believes(token))
                    return
                except Fault as fault:
                    faults.append(fault.code)
        raise Fault(next(iter(faults), "timestamp-untrusted"))

    def _is_path(self, token: Token, path: Sequence[Certificate], content: bytes | None) -> bool:
        """Whether openssl believes the token by these certificates, of which the last one is pinned."""
        asked: list[str | bytes] = []
        between = b"".join(map(encode_pem, path[:-1] or path))
        if token.names_key or token.signature_algorithm == RSA_PSS:
            # `openssl ts` reads neither. With `-cades` the attribute that names the certificate is compared here too.
            asked += ["cms", "-verify", "-cades", "-inform", "DER", "-in", token.bare, "-out", os.devnull]
            asked += ["-certfile", between, "-purpose", "timestampsign"]
        else:
            asked += ["ts", "-verify", "-token_in", "-in", token.bare, "-untrusted", between]
            asked += ["-digest", token.imprint.hex()] if content is None else ["-data", content]
        return self._holds([*asked, "-CAfile", encode_pem(path[-1]), *self.OPTIONS])

    def _holds(self, arguments: Sequence[str | bytes]) -> bool:
        """Whether openssl says so. Arguments that are bytes are given as files."""
        asked: tuple[str | bytes, ...] = tuple(one if isinstance(one, str) else sha256(one) for one in arguments)
        if asked not in self._answers:
            command = ["openssl"]
            for at, one in enumerate(arguments):
                if isinstance(one, bytes):
                    path = os.path.join(self._folder.name, str(at))
                    with open(path, "wb") as file:
                        file.write(one)
                command.append(one if isinstance(one, str) else path)
            ended = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, check=False)
            said = (ended.stdout + ended.stderr).lower()
            is_said = b"verification: ok" in said or b"verification successful" in said
            self._answers[asked] = ended.returncode == 0 and is_said
        return self._answers[asked]


def encode_pem(certificate: Certificate) -> bytes:
    text = base64.encodebytes(certificate.der)
    return b"-----BEGIN CERTIFICATE-----\n" + text + b"-----END CERTIFICATE-----\n"


def entry_of(envelope: Envelope) -> bytes:
    """What is stamped of an envelope: what the log takes of it."""
    return canonicalize(log_leaf_data(envelope.value))


class Stamps:
    """The tokens that count for the statements of a chain or for a receipt, and why others do not."""

    def __init__(self, tokens: Sequence[bytes], receipt: Envelope | None, context: Context, stamper: Stamper) -> None:
        chain, trust, now, verifier = context
        self.is_unchecked = bool(tokens) and not stamper.is_there
        self.faults = ["evidence-missing"] if self.is_unchecked else []
        self._times: dict[int, Fraction] = {}
        self._receipt_times: list[Fraction] = []
        entries = [entry_of(envelope) for envelope in chain.envelopes]
        receipts = [] if receipt is None else [entry_of(receipt)]
        for data in [] if self.is_unchecked else tokens:
            try:
                token = stamper.check(data, trust.timestampers, now, entries + receipts)
            except Fault as fault:
                self.faults.append(fault.code)
                continue
            time = Fraction(token.until, SECOND)
            places = [
                place
                for place, envelope in enumerate(chain.envelopes)
                if token.is_of(entries[place])
                and chain.is_of_this_raffle(envelope)
                # A draft without a signature can be stamped by anybody.
                and envelope.counts(chain.operator, trust, verifier, time)
            ]
            if not places:
                self.faults.append("evidence-missing")
            for place in places:
                self._times[place] = min(time, self._times.get(place, time))
            if receipts and token.is_of(receipts[0]):
                self._receipt_times.append(time)

    def first_seen(self, place: int) -> Fraction | None:
        """When a statement was first stamped; None where it was not."""
        return self._times.get(place)

    @property
    def receipt_seen(self) -> Fraction | None:
        return min(self._receipt_times, default=None)
