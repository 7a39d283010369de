"""A sample of a plain Bitcoin block raffle: the hash as a number, modulo the tickets; further prizes are the next digits to that base.

With --check it recomputes the real example in fixtures/draws/bitcoin-block.
"""
import hashlib
import json
import pathlib
import sys


# Of Bitcoin's block 125552.
HEADER = (
    "0100000081cd02ab7e569e8bcd9317e2fe99f2de44d49ab2b8851ba4a308000000000000"
    "e320b6c2fffc8d750423db8b1eb942ae710e951ed797f7affc8892b0f1fc122bc7f5d74df2b9441a42a14695"
)


def hash_of(header):
    return hashlib.sha256(hashlib.sha256(bytes.fromhex(header)).digest()).digest()[::-1].hex()


def winning_tickets(block_hash, tickets, prizes):
    number, found = int(block_hash, 16), []
    for _ in range(prizes):
        number, ticket = divmod(number, tickets)
        found.append(ticket)
    return found


def check():
    folder = pathlib.Path(__file__).parents[2] / "fixtures/draws/bitcoin-block"
    for path in sorted(folder.glob("*.json")):
        draw = json.loads(path.read_text())["published"]
        assert winning_tickets(draw["block_hash"], draw["tickets"], draw["prizes"]) == draw["winning_tickets"], path
        print(path.name, "ok")


def sample():
    entries = [f"entry-{number:02}" for number in range(29)]
    block_hash, prizes = hash_of(HEADER), 3
    assert block_hash == "00000000000000001e8d6829a8a21adc5d38d0a473b144b6765798e61f98bd1d"
    found = winning_tickets(block_hash, len(entries), prizes)
    return {
        "draw": "drawaudit/v1",
        "recipe": "bitcoin-block",
        "title": "A sample of a plain Bitcoin block raffle",
        "source": "made for this project",
        "notes": ["Nobody drew this. Header and hash are those of Bitcoin's block 125552."],
        "published": {
            "block_height": 125552,
            "block_hash": block_hash,
            "block_header": HEADER,
            "entries": entries,
            "tickets": len(entries),
            "prizes": prizes,
            "winning_tickets": found,
            "winners": [entries[ticket] for ticket in found],
        },
    }


if __name__ == "__main__":
    if "--check" in sys.argv:
        check()
    else:
        print(json.dumps(sample(), indent=2, ensure_ascii=False))
