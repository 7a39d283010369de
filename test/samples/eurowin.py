"""A complete sample draw in EuroWin's form (eurowin.one/fairness)."""
import hashlib
import json
import pathlib
from datetime import datetime, timezone

beacons = json.loads((pathlib.Path(__file__).parents[2] / "fixtures/beacons/quicknet.json").read_text())


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


chain = beacons["chain"]
beacon = next(b for b in beacons["beacons"] if b["round"] == 31799517)
round_time = chain["genesis_time"] + (beacon["round"] - 1) * chain["period"]

# The raffle ends one second before the round: the round is the first one published after it.
ends_at = datetime.fromtimestamp(round_time - 1, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")

# Tickets in the order of purchase, not in the order of their numbers.
tickets = [(7 * n + 3) % 41 + 1 for n in range(37)]

server_seed = sha256("eurowin sample seed")  # 64 hex digits, used as text
digest = sha256(server_seed + ":" + beacon["randomness"])
index = int(digest[0:15], 16) % len(tickets)

doc = {
    "draw": "drawaudit/v1",
    "recipe": "eurowin",
    "title": "A sample in EuroWin's form",
    "source": "made for this project",
    "notes": ["Nobody drew this. The beacon is drand's own."],
    "published": {
        "server_seed_hash": sha256(server_seed),
        "server_seed": server_seed,
        "ends_at": ends_at,
        "beacon": beacon,
        "tickets": tickets,
        "digest": digest,
        "winning_index": index,
        "winner": tickets[index],
    },
}
print(json.dumps(doc, indent=2, ensure_ascii=False))
