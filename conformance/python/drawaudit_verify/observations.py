"""What observers saw of a raffle, and when (docs/PROTOCOL.md, "Observations")."""

from __future__ import annotations

from typing import Iterable

from . import forms
from .chain import Chain, Envelope
from .ed25519 import StrictVerifier
from .encodings import read_time, sha256
from .strict_json import Json
from .trust import Key, Trust


class ObservationsInvalid(ValueError):
    """A file of observations has something else than envelopes."""


def read_files(files: Iterable[Json]) -> list[Envelope]:
    """The envelopes of files, each an envelope or an array of them."""
    envelopes = []
    for file in files:
        for value in file if isinstance(file, list) else [file]:
            if not forms.envelope(value):
                raise ObservationsInvalid("not an envelope")
            envelopes.append(Envelope(value))
    return envelopes


def is_of_an_observer(envelope: Envelope, trust: Trust, verifier: StrictVerifier) -> bool:
    """Whether a key of an observer in the trust file signed it."""
    keys = [
        key
        for key in trust.observers.values()
        if envelope.key_id is None or envelope.key_id == sha256(key).hex()
    ]
    return any(envelope.is_signed_with(key, verifier) for key in keys)


class Observations:
    """The sightings of trusted observers, and why other observations do not count."""

    def __init__(
        self, envelopes: Iterable[Envelope], chain: Chain, trust: Trust, now: int, verifier: StrictVerifier
    ) -> None:
        self.sightings: list[tuple[Envelope, int]] = []
        # Those that would count against another bundle: the key was good when it was seen.
        self._counted: list[tuple[Envelope, int]] = []
        self._shown: list[tuple[int, list[Json]]] = []
        self.faults: list[str] = []
        for envelope in envelopes:
            observation = self._read(envelope, chain, trust, now, verifier)
            if isinstance(observation, str):
                self.faults.append(observation)
                continue
            time = read_time(observation["observed_at_utc"])
            self._shown.append((time, observation["envelopes"]))
            for seen in map(Envelope, observation["envelopes"]):
                if not chain.is_of_this_raffle(seen):
                    continue
                is_own = any(seen.payload == one.payload for one in chain.envelopes)
                is_good = seen.counts(chain.operator, trust, verifier, time)
                accuses = seen.accuses(chain.operator, trust, verifier, time, now)
                if is_good and (is_own or accuses):
                    self.sightings.append((seen, time))
                if accuses:
                    self._counted.append((seen, time))

    @staticmethod
    def _read(envelope: Envelope, chain: Chain, trust: Trust, now: int, verifier: StrictVerifier) -> Json | str:
        """The observation; or why it does not count."""
        if not is_of_an_observer(envelope, trust, verifier) or envelope.payload_type != forms.OBSERVATION_TYPE:
            return "observation-untrusted"
        observation = forms.read_signed(envelope.payload, forms.observation)
        if observation is None:
            return "observation-invalid"
        if observation["raffle_id"] != chain.raffle_id:
            return "evidence-missing"
        if read_time(observation["observed_at_utc"]) > now:
            return "observation-untrusted"
        return observation

    def receipt_seen(self, receipt: Envelope, key: Key, verifier: StrictVerifier) -> int | None:
        """When a receipt was first seen with a signature of its key; None where it was not."""
        times = []
        for time, envelopes in self._shown:
            for seen in map(Envelope, envelopes):
                is_same = (seen.payload_type, seen.payload) == (receipt.payload_type, receipt.payload)
                if is_same and seen.is_signed_with(key.public_key, verifier):
                    times.append(time)
        return min(times, default=None)

    def first_seen(self, envelope: Envelope) -> int | None:
        """When a statement was first seen; None where it was not."""
        return _first(self.sightings, envelope)

    def first_counted(self, envelope: Envelope) -> int | None:
        """When a statement was first seen under a key that was good then; None where it was not."""
        return _first(self._counted, envelope)


def _first(sightings: Iterable[tuple[Envelope, int]], envelope: Envelope) -> int | None:
    return min((time for seen, time in sightings if seen.payload == envelope.payload), default=None)


class ListReaders:
    """Observers who say that they read the sealed list whole, and why what others say does not count."""

    def __init__(
        self, envelopes: Iterable[Envelope], chain: Chain, trust: Trust, now: int, verifier: StrictVerifier
    ) -> None:
        self.times: list[int] = []
        self.faults: list[str] = []
        for envelope in envelopes:
            read = self._read(envelope, chain, trust, now, verifier)
            if isinstance(read, str):
                self.faults.append(read)
            else:
                self.times.append(read)

    @staticmethod
    def _read(envelope: Envelope, chain: Chain, trust: Trust, now: int, verifier: StrictVerifier) -> int | str:
        """When the list was read; or why that does not count."""
        if not is_of_an_observer(envelope, trust, verifier):
            return "observation-untrusted"
        said = forms.read_signed(envelope.payload, forms.list_attestation)
        if said is None:
            return "observation-invalid"
        if chain.seal is None or said["raffle_id"] != chain.sealed["raffle_id"]:
            return "evidence-missing"
        time = read_time(said["checked_at_utc"])
        if time > now:
            return "observation-untrusted"
        compared = ("entries_root", "total_entries", "paid_entries", "free_entries")
        if any(said[member] != chain.sealed[member] for member in compared):
            return "list-other"
        return time

    @property
    def first(self) -> int | None:
        """When the first of them had read it; None where nobody had."""
        return min(self.times, default=None)
