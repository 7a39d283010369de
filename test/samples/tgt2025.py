# A sample draw in the form of TGT2025's LB Competition, whose seed hash is the hash of its timestamp.
import hashlib
import json
import random

timestamp = "2025-06-02 12:00:00 UTC"
seed_hash = hashlib.sha256(timestamp.encode()).hexdigest()
entries = [hashlib.sha256(b"tgt2025 entry %d" % i).hexdigest()[:24] for i in range(60)]

random.seed(int(seed_hash, 16))
winners = random.sample(entries, 5)

doc = {
    "draw": "drawaudit/v1",
    "recipe": "tgt2025",
    "title": "A sample in the form of TGT2025's LB Competition",
    "source": "made for this project",
    "notes": ["Nobody drew this."],
    "published": {
        "timestamp": timestamp,
        "seed_hash": seed_hash,
        "entries": entries,
        "winners": winners,
    },
}
print(json.dumps(doc, indent=2, ensure_ascii=False))
