"""A complete sample draw in ZappedAway's form (zappedaway.com/provably-fair)."""
import hashlib
import json


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


server_seed = sha256("zappedaway sample seed")
entropy = sha256("zappedaway sample entropy")
tickets = [n for n in range(101, 171) if n % 3]  # the tickets that were sold, in order
digest = sha256(server_seed + entropy)
position = int(digest[:15], 16) % len(tickets)

doc = {
    "draw": "drawaudit/v1",
    "recipe": "zappedaway",
    "title": "A sample in ZappedAway's form",
    "source": "made for this project",
    "notes": ["Nobody drew this. The platform does not say what its public entropy is; here it is a made-up hash."],
    "published": {
        "commit_hash": sha256(server_seed),
        "server_seed": server_seed,
        "entropy": entropy,
        "tickets": tickets,
        "tickets_sold": len(tickets),
        "digest": digest,
        "winning_position": position,
        "winner": tickets[position],
    },
}
print(json.dumps(doc, indent=2, ensure_ascii=False))
