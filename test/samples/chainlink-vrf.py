"""A sample in the form of Stars Arena's raffles: a Chainlink VRF number, then Keccak-256 again and again, modulo the tickets left.

With --check it recomputes the real draw in fixtures/draws/chainlink-vrf.
"""
import hashlib
import json
import pathlib
import sys

from lib_keccak import keccak256


def next_number(number):
    # The number's own bytes: one below 2^248 has fewer than 32 of them.
    return int.from_bytes(keccak256(number.to_bytes((number.bit_length() + 7) // 8, "big")), "big")


def run(number, entries, count):
    """Each pick takes one ticket from its holder."""
    left = [row["tickets"] for row in entries]
    found = {"prizes": count, "numbers": [], "tickets_left": [], "indices": [], "winners": []}
    for _ in range(count):
        total = sum(left)
        index = number % total
        start = 0
        for position, tickets in enumerate(left):
            if index < start + tickets:
                break
            start += tickets
        left[position] -= 1
        found["numbers"].append(str(number))
        found["tickets_left"].append(total)
        found["indices"].append(index)
        found["winners"].append(entries[position]["entry"])
        number = next_number(number)
    return found


def snapshot_hash(entries):
    text = json.dumps([{"twitterHandle": row["entry"], "tickets": row["tickets"]} for row in entries], separators=(",", ":"), ensure_ascii=False)
    return keccak256(text.encode()).hex()


def check():
    folder = pathlib.Path(__file__).parents[2] / "fixtures/draws/chainlink-vrf"
    for path in sorted(folder.glob("*.json")):
        draw = json.loads(path.read_text())["published"]
        found = run(int(draw["vrf_number"]), draw["entries"], draw["prizes"])
        assert found == {name: draw[name] for name in found}, path
        print(path.name, "ok")


def sample():
    entries = [{"entry": f"holder{number:02}", "tickets": 400 // number} for number in range(1, 41)]
    number = int.from_bytes(hashlib.sha256(b"drawaudit sample chainlink-vrf").digest(), "big")
    return {
        "draw": "drawaudit/v1",
        "recipe": "chainlink-vrf",
        "title": "A sample in the form of Stars Arena's raffles",
        "source": "made for this project",
        "notes": ["Nobody drew this. The first number is not from Chainlink."],
        "published": {
            "snapshot_hash": snapshot_hash(entries),
            "entries": entries,
            "vrf_number": str(number),
            **run(number, entries, 10),
        },
    }


if __name__ == "__main__":
    if "--check" in sys.argv:
        check()
    else:
        print(json.dumps(sample(), indent=2, ensure_ascii=False))
