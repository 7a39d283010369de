"""Verifies the bundles of public draws, by docs/PROTOCOL.md of drawaudit, with which it shares no code.

`verify` judges the documents of one draw; the command line is in `__main__.py`.
"""

from .ed25519 import Both, OpenSSL, PlainPython, StrictVerifier, Unusable
from .stamps import Stamper
from .strict_json import NotStrict, canonicalize, parse
from .verify import verify

__all__ = [
    "Both",
    "NotStrict",
    "OpenSSL",
    "PlainPython",
    "Stamper",
    "StrictVerifier",
    "Unusable",
    "canonicalize",
    "parse",
    "verify",
]
