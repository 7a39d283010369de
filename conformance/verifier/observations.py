"""What observers saw of a raffle, and when (docs/PROTOCOL.md, "Observations")."""

from . import forms
from .chain import Envelope
from .hashes import parse_time, sha256


class ObservationsInvalid(ValueError):
    """A file of observations has something else than envelopes."""


def read_files(files):
    """The envelopes of files, each an envelope or an array of them."""
    envelopes = []
    for file in files:
        for value in file if isinstance(file, list) else [file]:
            if not forms.envelope(value):
                raise ObservationsInvalid("not an envelope")
            envelopes.append(Envelope(value))
    return envelopes


def is_of_an_observer(envelope, trust, verifier):
    """Whether a key of an observer in the trust file signed it."""
    keys = [
        key
        for key in trust.observers.values()
        if envelope.key_id is None or envelope.key_id == sha256(key).hex()
    ]
    return any(envelope.is_signed_with(key, verifier) for key in keys)


class Observations:
    """The sightings of trusted observers, and why other observations do not count."""

    def __init__(self, envelopes, chain, trust, now, verifier):
        self.sightings = []
        self._shown = []
        self.faults = []
        for envelope in envelopes:
            fault, observation = self._read(envelope, chain, trust, now, verifier)
            if fault is not None:
                self.faults.append(fault)
                continue
            time = parse_time(observation["observed_at_utc"])
            self._shown.append((time, observation["envelopes"]))
            for seen in map(Envelope, observation["envelopes"]):
                if not chain.is_of_this_raffle(seen):
                    continue
                is_own = any(seen.payload == one.payload for one in chain.envelopes)
                is_good = seen.counts(chain.operator, trust, verifier, time)
                if is_good and (is_own or seen.accuses(chain.operator, trust, verifier, time, now)):
                    self.sightings.append((seen, time))

    @staticmethod
    def _read(envelope, chain, trust, now, verifier):
        if not is_of_an_observer(envelope, trust, verifier) or envelope.payload_type != forms.OBSERVATION_TYPE:
            return "observation-untrusted", None
        observation = forms.read_signed(envelope.payload, forms.observation)
        if observation is None:
            return "observation-invalid", None
        if observation["raffle_id"] != chain.raffle_id:
            return "evidence-missing", None
        if parse_time(observation["observed_at_utc"]) > now:
            return "observation-untrusted", None
        return None, observation

    def receipt_seen(self, receipt, key, verifier):
        """When a receipt was first seen with a signature of its key; None where it was not."""
        times = []
        for time, envelopes in self._shown:
            for seen in map(Envelope, envelopes):
                is_same = (seen.payload_type, seen.payload) == (receipt.payload_type, receipt.payload)
                if is_same and seen.is_signed_with(key.public_key, verifier):
                    times.append(time)
        return min(times, default=None)

    def first_seen(self, envelope):
        """When a statement was first seen; None where it was not."""
        return min((time for seen, time in self.sightings if seen.payload == envelope.payload), default=None)


class ListReaders:
    """Observers who say that they read the sealed list whole, and why what others say does not count."""

    def __init__(self, envelopes, chain, trust, now, verifier):
        self.times = []
        self.faults = []
        for envelope in envelopes:
            fault, time = self._read(envelope, chain, trust, now, verifier)
            if fault is None:
                self.times.append(time)
            else:
                self.faults.append(fault)

    @staticmethod
    def _read(envelope, chain, trust, now, verifier):
        if not is_of_an_observer(envelope, trust, verifier):
            return "observation-untrusted", None
        said = forms.read_signed(envelope.payload, forms.list_attestation)
        if said is None:
            return "observation-invalid", None
        if chain.seal is None or said["raffle_id"] != chain.seal.statement["raffle_id"]:
            return "evidence-missing", None
        time = parse_time(said["checked_at_utc"])
        if time > now:
            return "observation-untrusted", None
        compared = ("entries_root", "total_entries", "paid_entries", "free_entries")
        if any(said[member] != chain.seal.statement[member] for member in compared):
            return "list-other", None
        return None, time

    @property
    def first(self):
        """When the first of them had read it; None where nobody had."""
        return min(self.times, default=None)
