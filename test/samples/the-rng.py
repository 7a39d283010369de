"""A draw of nine winners in The-RNG's form (the-rng.com, open-source plugin), with duplicates and a second block.

With --check it recomputes the real draws in fixtures/draws/the-rng.
"""
import hashlib
import hmac
import json
import pathlib
import struct
import sys
from datetime import datetime, timezone

fixtures = pathlib.Path(__file__).parents[2] / "fixtures"
HIGHEST = 0xFFFFFFFF


def mac(draw, suffix=""):
    data = ":".join(str(draw[name]) for name in ("client_seed", "round_id", "static_salt", "tickets_sold", "max_tickets"))
    return hmac.new(draw["beacon"]["randomness"].encode(), (data + suffix).encode(), hashlib.sha256).digest()


def walk(draw, count):
    """The winners, and how many blocks and duplicates it took."""
    top = draw["max_tickets"]
    limit = HIGHEST - HIGHEST % top
    winners, blocks, repeated = [], 0, 0
    while True:
        block = mac(draw, f":extend:{blocks}" if blocks else "")
        blocks += 1
        for value in struct.unpack("<8I", block):
            if value >= limit:
                continue
            ticket = value % top + 1
            if ticket in winners:
                repeated += 1
                continue
            winners.append(ticket)
            if len(winners) == count:
                return winners, blocks, repeated


def check():
    for path in sorted((fixtures / "draws/the-rng").glob("*.json")):
        draw = json.loads(path.read_text())["published"]
        assert mac(draw).hex() == draw["combined_hash"], path
        assert walk(draw, len(draw["results"]))[0] == draw["results"], path
        beacon = draw["beacon"]
        assert hashlib.sha256(bytes.fromhex(beacon["signature"])).hexdigest() == beacon["randomness"], path
        print(path.name, "ok")


def sample():
    beacons = json.loads((fixtures / "beacons/quicknet.json").read_text())
    chain = beacons["chain"]
    beacon = next(b for b in beacons["beacons"] if b["round"] == 31799517)
    created = chain["genesis_time"] + (beacon["round"] - 1) * chain["period"] - 7
    draw = {
        "created_at": datetime.fromtimestamp(created, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000000Z"),
        "beacon": beacon,
        "client_seed": f"{created}417",
        "round_id": "0d9b7c52-8a14-4e6f-b1d3-7c2a9e5f4680",
        "static_salt": "aee874815cd18f485a56d43f49fab9d1",
        "tickets_sold": 40,
        "max_tickets": 50,
    }
    winners, blocks, repeated = walk(draw, 9)
    assert blocks == 2 and repeated > 0, (blocks, repeated)
    return {
        "draw": "drawaudit/v1",
        "recipe": "the-rng",
        "title": "A sample in The-RNG's form, with nine winners",
        "source": "made for this project",
        "notes": ["Nobody drew this. The beacon is drand's own. A ticket comes up twice, and the first 32 bytes are not enough."],
        "published": {**draw, "combined_hash": mac(draw).hex(), "winner_count": len(winners), "results": winners},
    }


if __name__ == "__main__":
    if "--check" in sys.argv:
        check()
    else:
        print(json.dumps(sample(), indent=2, ensure_ascii=False))
