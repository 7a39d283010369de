"""A complete sample draw in ProofDraw's form, list format v2 (github.com/proofdraw/draw-lists)."""
import hashlib
import json
import pathlib
from datetime import datetime, timezone

beacons = json.loads((pathlib.Path(__file__).parents[2] / "fixtures/beacons/quicknet.json").read_text())
chain = beacons["chain"]
beacon = next(b for b in beacons["beacons"] if b["round"] == 31799517)
round_time = chain["genesis_time"] + (beacon["round"] - 1) * chain["period"]
round_time_text = datetime.fromtimestamp(round_time, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32


def ticket(number):
    digest = hashlib.sha256(f"proofdraw sample {number}".encode()).digest()
    return "SMPL-" + "".join(LETTERS[byte % 32] for byte in digest[:8])


tickets = [ticket(number) for number in range(31)]
draw_id = "K7M2"
lines = [
    "# proofdraw v2",
    f"# draw: {draw_id}",
    "# chain: quicknet",
    f"# round: {beacon['round']}",
    f"# round_time: {round_time_text}",
    f"# entries: {len(tickets)}",
    *tickets,
]
sealed = "".join(line + "\n" for line in lines).encode()
row = int(beacon["randomness"], 16) % len(tickets)

doc = {
    "draw": "drawaudit/v1",
    "recipe": "proofdraw",
    "title": "A sample in ProofDraw's form",
    "source": "made for this project",
    "notes": ["Nobody drew this. The beacon is drand's own."],
    "published": {
        "draw_id": draw_id,
        "beacon": beacon,
        "round_time": round_time_text,
        "entry_count": len(tickets),
        "tickets": tickets,
        "list_hash": hashlib.sha256(sealed).hexdigest(),
        "winner_row": row,
        "winner_ticket": tickets[row],
    },
}
print(json.dumps(doc, indent=2, ensure_ascii=False))
