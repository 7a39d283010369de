# A sample draw in the form of drandomiser and of the Social Income selection bot that grew out of it.
import hashlib
import json
import pathlib

root = pathlib.Path(__file__).resolve().parents[2]
beacons = json.loads((root / "fixtures/beacons/default.json").read_text())["beacons"]
beacon = next(b for b in beacons if b["round"] == 2634945)

entries = [hashlib.sha256(b"drandomiser entry %d" % i).hexdigest()[:16] for i in range(14)]
count = 5

remaining = sorted(entries)
digest = bytes.fromhex(beacon["randomness"])
digests, indexes, winners = [], [], []
for left_to_draw in range(count, 0, -1):
    digest = hashlib.sha256(digest).digest()
    index = int.from_bytes(digest, "little") % left_to_draw  # by the draws left, not by the entries left
    digests.append(digest.hex())
    indexes.append(index)
    winners.append(remaining.pop(index))

doc = {
    "draw": "drawaudit/v1",
    "recipe": "drandomiser",
    "title": "A sample in drandomiser's form",
    "source": "made for this project",
    "notes": [
        "Nobody drew this. The round is a real round of drand's default chain.",
        "The five winners are the first five entries in sorted order, as with any other randomness.",
    ],
    "published": {
        "beacon": {k: beacon[k] for k in ("round", "randomness", "signature", "previous_signature")},
        "entries": entries,
        "total": len(entries),
        "count": count,
        "hashed_input": hashlib.sha256(",".join(entries).encode()).hexdigest(),
        "winners": winners,
    },
}
assert sorted(winners) == sorted(entries)[:count]
print(json.dumps(doc, indent=2, ensure_ascii=False))
