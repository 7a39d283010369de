"""What is printed about a bundle, for people."""

from __future__ import annotations

from typing import Iterator, Mapping

from .strict_json import Json
from .verify import HIGHEST, LEVEL_NAMES, LEVELS, is_level

# What each claim says, as docs/CLAIMS.md has it.
MEANINGS: Mapping[str, str] = {
    "record.schema": "the record has the form that the specification gives",
    "record.consistent": "the record agrees with itself",
    "statement.signed": "the organiser signed every statement about the raffle",
    "statement.chain": "no statement is missing, added or reordered",
    "record.matches": "the record says what was signed",
    "seed.committed": "each seed was fixed in the commitment",
    "beacon.genuine": "the public randomness is the one that the beacon published",
    "beacon.rule": "the round of the public randomness was fixed beforehand",
    "entries.sealed": "every winner stands in the list that was sealed before the draw",
    "winner.derived": "the winner is the one that the rule gives",
    "draw.unstoppable": "once the list was sealed, nobody could keep the result back",
    "evidence.timely": "someone else saw the commitment and the seal in time",
    "evidence.unique": "there was no second commitment or seal",
    "log.included": "every statement is in the log",
    "log.witnessed": "the log shows everyone the same history",
    "ticket.included": "the entry stands in the sealed list",
    "receipt.honoured": "the entry stands in the sealed list as its receipt says",
    "document.read": "the bundle can be read",
}


def render(name: str, answer: Json, asked: list[str]) -> str:
    """The report about one bundle, as lines of text."""
    return "\n".join([name, "", *_claims(answer), "", *_ending(answer, asked)]) + "\n"


def _claims(answer: Json) -> Iterator[str]:
    for claim in answer["claims"]:
        status = claim["status"].replace("-", " ")
        yield f"  {status:<14}  {claim['id']:<17}  {MEANINGS[claim['id']]}: {claim['code']}"


def _ending(answer: Json, asked: list[str]) -> Iterator[str]:
    level = answer.get("level")
    # The level of what is refuted means nothing.
    if level is not None and answer["verdict"] != "refuted":
        yield f"  level {level} of {HIGHEST}, {_name_of(level)}{_wanted(answer['claims'], level, asked)}"
    yield f"  verdict: {answer['verdict'].replace('-', ' ')}"
    if "unchecked" in answer:
        yield f"  not checked: {answer['unchecked']}"


def _name_of(level: int) -> str:
    return LEVEL_NAMES[level].replace("-", " ")


def _wanted(claims: Json, level: int, asked: list[str]) -> str:
    """What level was asked for, and whether that is reached; empty where only claims were."""
    numbers = [LEVEL_NAMES.index(one) if one in LEVEL_NAMES else int(one) for one in asked if is_level(one)]
    if not numbers:
        return ""
    wanted = max(numbers)
    stopped = _stopped_by(claims, level)
    missed = f"not reached, stopped by {stopped}" if stopped else "not reached"
    return f"; asked for level {wanted} ({_name_of(wanted)}), {'reached' if level >= wanted else missed}"


def _stopped_by(claims: Json, level: int) -> str | None:
    """The first claim that keeps the next level from being reached; None where it is a cap that does."""
    refuted = next((one["id"] for one in claims if one["status"] == "refuted"), None)
    if refuted is not None or level == HIGHEST:
        return refuted
    names = LEVELS[level + 1][1]
    open_ones = (one for one in claims if one["id"] in names and one["status"] != "proven")
    return next((one["id"] for one in open_ones if one["code"] != "record-not-given"), None)
