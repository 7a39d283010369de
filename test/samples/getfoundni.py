"""A draw in GetFoundNI's form (rng.getfoundni.co.uk, TrueNorth ledger) whose first value has to be rejected.

With --check it recomputes the real draws in fixtures/draws/getfoundni.
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


def combine(draw):
    data = ":".join(str(draw[name]) for name in ("client_seed", "round_id", "static_salt", "tickets_sold", "max_tickets"))
    # The key is the text of the randomness, 64 hex digits, not its 32 bytes.
    return hmac.new(draw["beacon"]["randomness"].encode(), data.encode(), hashlib.sha256).digest()


def values(digest):
    return struct.unpack("<8I", digest)


def limit_of(max_tickets):
    return HIGHEST - HIGHEST % max_tickets


def result_of(digest, max_tickets):
    accepted = [value for value in values(digest) if value < limit_of(max_tickets)]
    return accepted[0] % max_tickets + 1


def check():
    for path in sorted((fixtures / "draws/getfoundni").glob("*.json")):
        draw = json.loads(path.read_text())["published"]
        digest = combine(draw)
        assert digest.hex() == draw["combined_hash"], path
        assert result_of(digest, draw["max_tickets"]) == draw["result"], path
        beacon = draw["beacon"]
        assert hashlib.sha256(bytes.fromhex(beacon["signature"])).hexdigest() == beacon["randomness"], path
        print(path.name, "ok")


def sample():
    beacons = json.loads((fixtures / "beacons/quicknet.json").read_text())
    chain = beacons["chain"]
    beacon = next(b for b in beacons["beacons"] if b["round"] == 31799517)
    # The round is the third one after the latest: the draw was asked for six to nine seconds before it.
    earliest = chain["genesis_time"] + (beacon["round"] - 1) * chain["period"] - 9
    draw = {
        "beacon": beacon,
        "round_id": "5f1c2a6e-0b3d-4c58-9a77-3d1e8f60b2c4",
        "static_salt": "a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8s9t0u1v2w3x4y5z6a7b8c9d0e1f2",
        "tickets_sold": 1250000,
        "max_tickets": 9999999,
    }
    for millisecond in range(3000):
        draw["client_seed"] = str(earliest * 1000 + millisecond)
        digest = combine(draw)
        if values(digest)[0] >= limit_of(draw["max_tickets"]):
            break
    else:
        raise SystemExit("no millisecond whose first value is rejected")
    return {
        "draw": "drawaudit/v1",
        "recipe": "getfoundni",
        "title": "A sample in GetFoundNI's form, whose first value is rejected",
        "source": "made for this project",
        "notes": ["Nobody drew this. The beacon is drand's own. The client seed was searched for, so that the first value is rejected."],
        "published": {
            "created_at": datetime.fromtimestamp(int(draw["client_seed"]) // 1000, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000000Z"),
            "beacon": beacon,
            "client_seed": draw["client_seed"],
            "round_id": draw["round_id"],
            "static_salt": draw["static_salt"],
            "tickets_sold": draw["tickets_sold"],
            "max_tickets": draw["max_tickets"],
            "combined_hash": digest.hex(),
            "result": result_of(digest, draw["max_tickets"]),
        },
    }


if __name__ == "__main__":
    if "--check" in sys.argv:
        check()
    else:
        print(json.dumps(sample(), indent=2, ensure_ascii=False))
