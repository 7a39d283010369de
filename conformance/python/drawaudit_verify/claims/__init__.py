"""The fifteen claims of docs/PROTOCOL.md, in its order, each with the steps that decide it.

Each is a function of what is given, and ends with a status and a code of docs/CLAIMS.md. Where several codes apply,
it is the first in the order of docs/PROTOCOL.md, "Codes".
"""

from __future__ import annotations

from typing import Callable, Mapping

from ..endings import Ending
from ..given import Given
from .beacon import beacon_genuine, beacon_rule
from .entries import entries_sealed
from .evidence import evidence_timely, evidence_unique
from .logs import log_included, log_witnessed
from .record import record_consistent, record_matches, record_schema
from .statements import seed_committed, statement_chain, statement_signed
from .winners import draw_unstoppable, winner_derived

CLAIMS: Mapping[str, Callable[[Given], Ending]] = {
    "record.schema": record_schema,
    "record.consistent": record_consistent,
    "statement.signed": statement_signed,
    "statement.chain": statement_chain,
    "record.matches": record_matches,
    "seed.committed": seed_committed,
    "beacon.genuine": beacon_genuine,
    "beacon.rule": beacon_rule,
    "entries.sealed": entries_sealed,
    "winner.derived": winner_derived,
    "draw.unstoppable": draw_unstoppable,
    "evidence.timely": evidence_timely,
    "evidence.unique": evidence_unique,
    "log.included": log_included,
    "log.witnessed": log_witnessed,
}
