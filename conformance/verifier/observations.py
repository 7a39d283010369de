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
        keys = [
            key
            for key in trust.observers.values()
            if envelope.key_id is None or envelope.key_id == sha256(key).hex()
        ]
        is_trusted = any(envelope.is_signed_with(key, verifier) for key in keys)
        if not is_trusted or envelope.payload_type != forms.OBSERVATION_TYPE:
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
