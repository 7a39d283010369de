"""Who saw the statements in time, and whether there were others: "What a sighting is worth" and step 21."""

from __future__ import annotations

from typing import Callable, Sequence

from ..encodings import Seconds, read_time
from ..endings import Ending, not_applicable, not_provable, proven, refuted
from ..given import Given

SEAL_MARGIN = 30
SLOWEST = 60


def evidence_timely(given: Given) -> Ending:
    commitment = given.chain.commitment
    if commitment is not None and commitment.statement["beacon"] is None:
        return not_applicable("beacon-none")
    faults = given.observations.faults + given.stamps.faults
    ending = late_ending(given, given.first_seen, faults) or early_ending(given)
    return ending or proven("observed-in-time")


def early_ending(given: Given) -> Ending | None:
    """A seal that was seen before entries closed, or a draw before its round: the clock was wrong."""
    chain = given.chain
    for place, envelope in enumerate(chain.envelopes):
        seen = given.first_seen(place)
        limit = None
        if envelope is chain.seal:
            limit = read_time(chain.committed["entries_close_at_utc"])
        elif any(envelope is pick for pick in chain.picks):
            limit = given.round_time
        if seen is not None and limit is not None and seen < limit - SLOWEST:
            return not_provable("observed-early")
    return None


def late_ending(given: Given, first_seen: Callable[[int], Seconds | None], faults: Sequence[str]) -> Ending | None:
    """Why the commitment and the seal were not seen in time; `faults` are those of sightings that do not count."""
    chain = given.chain
    if chain.commitment is None or chain.seal is None:
        return not_provable("evidence-missing")
    commitment_seen = first_seen(chain.envelopes.index(chain.commitment))
    seal_seen = first_seen(chain.envelopes.index(chain.seal))
    if commitment_seen is None or seal_seen is None:
        return not_provable(next(iter(faults), "evidence-missing"))
    commitment = chain.committed
    if commitment["beacon"] is None:
        is_in_time = seal_seen < read_time(commitment["draw_at_utc"])
    elif given.round_time is None:
        return not_provable("beacon-unknown")
    else:
        is_in_time = seal_seen <= given.round_time - SEAL_MARGIN
    if commitment_seen >= read_time(commitment["entries_close_at_utc"]) or not is_in_time:
        return not_provable("observed-late")
    return None


def outdated_ending(given: Given) -> Ending | None:
    """Whether commitment or seal was seen only when its key was not good any more: there may be a thousand."""
    chain = given.chain
    both = [chain.envelopes.index(one) for one in (chain.commitment, chain.seal) if one is not None]
    return not_provable("observed-late") if any(map(given.is_outdated, both)) else None


def observed_ending(given: Given) -> Ending | None:
    """Why observers alone do not show commitment and seal in time."""
    return late_ending(given, given.counted, given.observations.faults) or outdated_ending(given)


def evidence_unique(given: Given) -> Ending:
    if given.has_second:
        return refuted("statement-second")
    observed = observed_ending(given)
    log = given.log
    logged = logged_ending(given) if log.has_entries else None
    if logged == proven("logged-once"):
        return logged
    return (proven("observed-once") if observed is None else logged or observed)


def logged_ending(given: Given) -> Ending:
    log = given.log
    if log.fault is not None:
        return not_provable("log-unknown" if log.fault[1] == "log-unknown" else "evidence-missing")
    if log.is_damaged:
        return not_provable("log-damaged")
    read = [one for one in log.covering if one.is_of_entries]
    if not read:
        return not_provable("evidence-missing")
    if given.trust.quorum.splits:
        return not_provable("quorum-splits")
    if all(one.time is None for one in read):
        return not_provable("witnesses-short")
    if log.outdated:
        return not_provable("statement-outdated")
    return late_ending(given, log.first_seen, given.observations.faults) or proven("logged-once")
