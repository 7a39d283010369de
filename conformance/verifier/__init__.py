"""A second verifier of draws, written from docs/PROTOCOL.md; it shares no code with drawaudit."""
