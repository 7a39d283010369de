"""What a log shows of a raffle (docs/PROTOCOL.md, "The log" and step 8)."""

from __future__ import annotations

from typing import Iterable, Iterator

from . import forms
from .chain import Chain, Envelope
from .ed25519 import StrictVerifier
from .endings import Ending, not_provable, refuted
from .note import Note, NoteInvalid, Unsupported, log_leaf_data
from .strict_json import Json, NotStrict, canonicalize, parse
from .trees import follow_proof, hash_leaf, tree_root
from .trust import Trust


class Checkpoint:
    """A checkpoint that the operator's log signed: what stands under it, and who cosigned it when."""

    def __init__(self, note: Note, trust: Trust, now: int, verifier: StrictVerifier) -> None:
        self.size, self.root = note.size, note.root
        self.covered: set[int] = set()
        self.is_of_entries = False
        self.has_bad_cosignature = False
        # One time for each witness, whatever keys and names it has.
        times: dict[bytes, int] = {}
        for witness, voter in zip(trust.witnesses, trust.voters):
            time = note.cosigned_at(witness, verifier)
            if time is False:
                self.has_bad_cosignature = True
            elif time is not None and 0 < time <= now:
                times[voter] = min(time, times.get(voter, time))
        # When its cosignatures were enough; None where they are too few.
        self.time = trust.quorum.time(times)


class LogEvidence:
    """All that the log in a bundle, and the entries that came beside it, say of the statements of a chain."""

    def __init__(
        self, log: Json | None, copy: Json | None, chain: Chain, trust: Trust, now: int, verifier: StrictVerifier
    ) -> None:
        self.is_missing = log is None and copy is None
        self.has_entries = copy is not None
        # What is wrong: (status, code) for both claims; of proofs, cosignatures, histories and entries.
        self.fault: Ending | None = None
        self.bad_proof = self.bad_cosignature = self.is_forked = self.is_damaged = False
        self.checkpoints: list[Checkpoint] = []
        self.others: list[Envelope] = []
        # A second commitment or seal by an old key, by when the bundle's own was first seen: it accuses nobody.
        self.outdated: list[Envelope] = []
        self._context = (trust, now, verifier)
        self._origin = trust.log_origins.get(chain.operator or "")
        self._key = trust.logs.get(self._origin or "")
        self._leaves = [hash_leaf(canonicalize(log_leaf_data(one.value))) for one in chain.envelopes]
        entries = [] if copy is None else [entry.encode() for entry in copy["entries"]]
        if not self.is_missing:
            self._read(log, copy, [hash_leaf(entry) for entry in entries])
        self._find_others(entries, chain)

    def _read(self, log: Json | None, copy: Json | None, entries: list[bytes]) -> None:
        if self._key is None:
            self.fault = not_provable("log-unknown")
            return
        if log is not None:
            self._read_bundled(log)
        if self.fault is not None:
            self.checkpoints = []
            return
        if copy is not None:
            self._read_copy(copy, entries)
        for checkpoint in self.checkpoints:
            checkpoint.is_of_entries = copy is not None and self._is_root(checkpoint, entries)
            if checkpoint.is_of_entries:
                inside = set(entries[: checkpoint.size])
                checkpoint.covered |= {at for at, leaf in enumerate(self._leaves) if leaf in inside}
        self._compare_histories()

    def _read_note(self, text: str) -> Checkpoint | Ending:
        """The checkpoint of a note, or how it keeps both claims from being proven."""
        trust, now, verifier = self._context
        try:
            note = Note(text)
            if note.origin != self._origin:
                return refuted("log-other")
            if self._key is None or not note.is_signed_by_log(self._key, verifier):
                return refuted("signature-invalid")
            return Checkpoint(note, trust, now, verifier)
        except NoteInvalid as error:
            return not_provable(error.code)
        except Unsupported:
            return not_provable("algorithm-unsupported")

    def _read_bundled(self, log: Json) -> None:
        places = [(log["checkpoint"], log["proofs"])]
        places += [(place["checkpoint"], [place]) for place in log.get("cosigned", [])]
        faults = []
        for text, proofs in places:
            checkpoint = self._read_note(text)
            if isinstance(checkpoint, tuple):
                faults.append(checkpoint)
                continue
            self.checkpoints.append(checkpoint)
            self.bad_cosignature |= checkpoint.has_bad_cosignature
            for proof in proofs:
                if self._holds(proof, checkpoint):
                    checkpoint.covered.add(proof["sequence"])
                else:
                    self.bad_proof = True
        # What is refuted weighs more than what cannot be read; of several the first.
        self.fault = next((one for one in faults if one[0] == "refuted"), next(iter(faults), None))

    def _holds(self, proof: Json, checkpoint: Checkpoint) -> bool:
        sequence = proof["sequence"]
        if sequence >= len(self._leaves):
            return False
        path = [bytes.fromhex(item) for item in proof["inclusion"]]
        return follow_proof(self._leaves[sequence], proof["index"], checkpoint.size, path) == checkpoint.root

    def _read_copy(self, copy: Json, entries: list[bytes]) -> None:
        """The checkpoint that came with the entries. Entries that are not those of it are damaged."""
        own = self._read_note(copy["checkpoint"])
        if isinstance(own, tuple) or own.has_bad_cosignature:
            self.is_damaged = True
            return
        self.checkpoints.append(own)
        self.is_damaged = own.size != len(entries) or not self._is_root(own, entries)

    @staticmethod
    def _is_root(checkpoint: Checkpoint, entries: list[bytes]) -> bool:
        return checkpoint.size <= len(entries) and tree_root(entries[: checkpoint.size]) == checkpoint.root

    def _compare_histories(self) -> None:
        """Two roots of one size; or a checkpoint that is not the beginning of entries that a later one has."""
        roots: dict[int, bytes] = {}
        for one in self.checkpoints:
            if roots.setdefault(one.size, one.root) != one.root:
                self.is_forked = True
        longest = max((one.size for one in self.checkpoints if one.is_of_entries), default=0)
        if any(one.size < longest and not one.is_of_entries for one in self.checkpoints):
            self.is_forked = True

    def _find_others(self, entries: list[bytes], chain: Chain) -> None:
        """Signed statements of this raffle in the entries, whoever's entries these are."""
        trust, now, verifier = self._context
        for index, entry in enumerate(entries):
            try:
                value = parse(entry)
            except NotStrict:
                continue
            for envelope in map(Envelope, filter(forms.envelope, single(value))):
                seen = self._time_of(index)
                if not chain.is_of_this_raffle(envelope):
                    continue
                if envelope.accuses(chain.operator, trust, verifier, seen, now):
                    self.others.append(envelope)
                elif self._is_choice(envelope, index, chain) and envelope.is_outdated(
                    chain.operator, trust, verifier, seen, now
                ):
                    self.outdated.append(envelope)

    def _is_choice(self, envelope: Envelope, index: int, chain: Chain) -> bool:
        """Whether it is another one of its kind, and was in the log when the bundle's own was first seen there."""
        if any(envelope.payload == own.payload for own in chain.envelopes):
            return False
        own = {"commitment": chain.commitment, "seal": chain.seal}.get(envelope.statement["type"])
        if own is None:
            return False
        place = chain.envelopes.index(own)
        seen = [(one.time, one.size) for one in self.checkpoints if one.time is not None and place in one.covered]
        return bool(seen) and index < min(seen)[1]

    def _time_of(self, index: int) -> int | None:
        """When witnesses had cosigned a log with the entry at an index in it."""
        return _earliest(one.time for one in self.checkpoints if one.is_of_entries and index < one.size)

    def first_seen(self, place: int) -> int | None:
        """When witnesses had cosigned a log with a statement of the bundle in it."""
        return _earliest(one.time for one in self.checkpoints if place in one.covered)

    @property
    def covering(self) -> list[Checkpoint]:
        """The checkpoints under which every statement stands."""
        return [one for one in self.checkpoints if len(one.covered) == len(self._leaves)]


def single(value: Json) -> Iterator[Json]:
    """What was signed counts in whatever form: envelopes in an array, and each signature of several."""
    for one in value if isinstance(value, list) else [value]:
        signatures = one.get("signatures") if isinstance(one, dict) else None
        if isinstance(signatures, list) and len(signatures) > 1:
            yield from ({**one, "signatures": [signature]} for signature in signatures)
        else:
            yield one


def _earliest(times: Iterable[int | None]) -> int | None:
    return min((time for time in times if time is not None), default=None)
