"""A complete sample draw in the form of Whiskers Health's raffle (raffle.whiskershealth.org/fairness)."""
import hashlib
import json

ticket_numbers = list(range(1, 59))  # in the order of the frozen list
ticket_ids = [hashlib.sha256(f"whiskers sample {n}".encode()).hexdigest()[:20] for n in ticket_numbers]
rand32 = int.from_bytes(hashlib.sha256(b"whiskers sample random number").digest()[:4], "big")
index = rand32 % len(ticket_numbers)

doc = {
    "draw": "drawaudit/v1",
    "recipe": "whiskershealth",
    "title": "A sample in the form of Whiskers Health's raffle",
    "source": "made for this project",
    "notes": ["Nobody drew this. The organiser does not publish the list of tickets; here it stands as it would be handed out."],
    "published": {
        "ticket_numbers": ticket_numbers,
        "tickets": len(ticket_numbers),
        "list_hash": hashlib.sha256(",".join(ticket_ids).encode()).hexdigest(),
        "rand32": rand32,
        "winning_index": index,
        "winner": ticket_numbers[index],
    },
}
print(json.dumps(doc, indent=2, ensure_ascii=False))
