"""How a claim ends: its status, and a code of docs/CLAIMS.md."""

from __future__ import annotations

from typing import Tuple

Ending = Tuple[str, str]


def proven(code: str) -> Ending:
    return ("proven", code)


def refuted(code: str) -> Ending:
    return ("refuted", code)


def not_provable(code: str) -> Ending:
    return ("not-provable", code)


def not_applicable(code: str) -> Ending:
    return ("not-applicable", code)
