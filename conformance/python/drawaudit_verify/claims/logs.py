"""What stands in the operator's log, and who cosigned it: step 22."""

from __future__ import annotations

from ..endings import Ending, not_provable, proven, refuted
from ..given import Given
from ..log import LogEvidence


def silent_ending(log: LogEvidence) -> Ending | None:
    return not_provable("evidence-missing") if log.is_missing else log.fault


def log_included(given: Given) -> Ending:
    log = given.log
    ending = silent_ending(log)
    if ending is not None:
        return ending
    if log.bad_proof:
        return refuted("inclusion-invalid")
    if log.covering:
        return proven("log-included")
    is_damaged = log.is_damaged and "log" not in given.bundle
    return not_provable("log-damaged" if is_damaged else "evidence-missing")


def log_witnessed(given: Given) -> Ending:
    log = given.log
    ending = silent_ending(log)
    if ending is not None:
        return ending
    if log.bad_cosignature:
        return refuted("signature-invalid")
    if log.is_forked:
        return refuted("log-forked")
    if log.is_damaged:
        return not_provable("log-damaged")
    if not given.trust.witnesses:
        return not_provable("witness-unknown")
    if given.trust.quorum.splits:
        return not_provable("quorum-splits")
    if any(one.time is not None for one in log.covering):
        return proven("log-witnessed")
    return not_provable("witnesses-short" if log.covering else "evidence-missing")
