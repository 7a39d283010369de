"""A sample in Candlestake's form: Python's generator, seeded with a Bitcoin block hash, against the stakes.

With --check it recomputes the real draw in fixtures/draws/candlestake.
"""
import hashlib
import json
import pathlib
import random
import sys


def draw(block_hash, stakes):
    """The position (from 0) of the winner."""
    random.seed(a=int(block_hash, 16), version=2)
    fraction = random.random()
    amounts = [stake / 10**18 for stake in stakes]
    hit = 0 + (sum(amounts) - 0) * fraction  # what random.uniform does
    for position, amount in enumerate(amounts):
        if hit < amount:
            break
        hit -= amount
    # The same in whole numbers, without a rounding.
    exact, scaled = int(fraction * 2**53) * sum(stakes), 0
    for whole, stake in enumerate(stakes):
        scaled += stake << 53
        if exact < scaled:
            break
    assert whole == position
    return position


def published(height, block_hash, stakes):
    position = draw(block_hash, [int(row["stake"]) for row in stakes])
    return {
        "block_height": height,
        "block_hash": block_hash,
        "stakes": stakes,
        "winner": stakes[position]["delegator"],
    }


def check():
    folder = pathlib.Path(__file__).parents[2] / "fixtures/draws/candlestake"
    for path in sorted(folder.glob("*.json")):
        real = json.loads(path.read_text())["published"]
        position = draw(real["block_hash"], [int(row["stake"]) for row in real["stakes"]])
        assert real["stakes"][position]["delegator"] == real["winner"], path
        print(path.name, "ok")


def sample():
    stakes = []
    for number in range(1, 25):
        digest = hashlib.sha256(f"drawaudit sample candlestake {number}".encode()).digest()
        stakes.append({"delegator": f"delegator-{number:02}", "stake": str(int.from_bytes(digest[:10], "big"))})
    return {
        "draw": "drawaudit/v1",
        "recipe": "candlestake",
        "title": "A sample in Candlestake's form",
        "source": "made for this project",
        "notes": ["Nobody drew this. The block hash is that of Bitcoin's block 720103."],
        "published": published(720103, "00000000000000000005e7675fbf3b84d91f4116f1cdb505e045f96640ff4097", stakes),
    }


if __name__ == "__main__":
    if "--check" in sys.argv:
        check()
    else:
        print(json.dumps(sample(), indent=2, ensure_ascii=False))
