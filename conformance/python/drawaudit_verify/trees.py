"""The trees of RFC 6962, and inclusion proofs of RFC 9162."""

from __future__ import annotations

from typing import Iterable, Sequence

from .encodings import sha256


def hash_leaf(data: bytes) -> bytes:
    return sha256(b"\x00" + data)


def hash_node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right)


def entry_leaf(entry_id: str, kind: str, nonce_hash: str | None = None) -> bytes:
    end = kind if nonce_hash is None else kind + "\n" + nonce_hash
    return hash_leaf(entry_id.encode("utf-8") + b"\n" + end.encode("ascii"))


def follow_proof(leaf: bytes, index: int, size: int, proof: Iterable[bytes]) -> bytes | None:
    """The root to which an inclusion proof leads, by RFC 9162, section 2.1.3.2, or None where it cannot be one."""
    if index >= size:
        return None
    fn, sn, root = index, size - 1, leaf
    for sibling in proof:
        if sn == 0:
            return None
        if fn % 2 == 1 or fn == sn:
            root = hash_node(sibling, root)
            while fn % 2 == 0 and fn != 0:
                fn, sn = fn >> 1, sn >> 1
        else:
            root = hash_node(root, sibling)
        fn, sn = fn >> 1, sn >> 1
    return root if sn == 0 else None


def tree_root(leaves: Sequence[bytes]) -> bytes:
    """The root of RFC 6962 over leaf hashes, level by level: the last one of an odd level moves up as it is."""
    if not leaves:
        return sha256(b"")
    level = list(leaves)
    while len(level) > 1:
        pairs = [hash_node(level[at], level[at + 1]) for at in range(0, len(level) - 1, 2)]
        level = pairs + level[len(level) - len(level) % 2 :]
    return level[0]
