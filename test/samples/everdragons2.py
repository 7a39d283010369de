"""A sample in the form of Everdragons2's San Valentine contest: tokens ranked by Keccak-256 of token and block hash.

With --check it recomputes the real draw in fixtures/draws/everdragons2.
"""
import json
import pathlib
import sys

from lib_keccak import keccak256


def shuffle(tokens, block_hash):
    """Metashu: the item's JSON text, then the hash as it is written, 0x and all."""
    return sorted(tokens, key=lambda token: keccak256(f"{token}0x{block_hash}".encode()).hex())


def check():
    folder = pathlib.Path(__file__).parents[2] / "fixtures/draws/everdragons2"
    for path in sorted(folder.glob("*.json")):
        draw = json.loads(path.read_text())["published"]
        shuffled = shuffle(draw["tokens"], draw["block_hash"])
        assert shuffled == draw["shuffled"] and shuffled[: draw["winner_count"]] == draw["winners"], path
        print(path.name, "ok")


def sample():
    block_hash = keccak256(b"drawaudit sample everdragons2 block").hex()
    tokens = list(range(1001, 1031))
    shuffled = shuffle(tokens, block_hash)
    return {
        "draw": "drawaudit/v1",
        "recipe": "everdragons2",
        "title": "A sample in the form of Everdragons2's San Valentine contest",
        "source": "made for this project",
        "notes": ["Nobody drew this. The block hash is made up."],
        "published": {
            "tokens": tokens,
            "block_height": 30000000,
            "block_hash": block_hash,
            "winner_count": 3,
            "shuffled": shuffled,
            "winners": shuffled[:3],
        },
    }


if __name__ == "__main__":
    if "--check" in sys.argv:
        check()
    else:
        print(json.dumps(sample(), indent=2, ensure_ascii=False))
