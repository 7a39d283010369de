"""A complete sample entry of Raffaly's draw audit log (raffaly.com/draw-audit)."""
import hashlib
import json

from lib_ed25519 import sign


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


# Ticket ids are those of the database: they grow, with gaps. 998 before 1001 shows that the order is by number, not by text.
ticket_ids = [990 + n + n * n // 7 for n in range(24)]
competition_id = 4127
draw_id = "9c4f7e02-6d31-4b8a-a5e9-2f0c7d18b364"
drawn_at = "2026-03-14 20:00:07"
winner_ticket_id = ticket_ids[17]

# The list as it was handed out need not be sorted.
handed_out = ticket_ids[::2] + ticket_ids[1::2]
pool_hash = sha256(",".join(str(ticket) for ticket in sorted(handed_out)))
message = "|".join([str(competition_id), draw_id, drawn_at, str(len(ticket_ids)), str(winner_ticket_id), pool_hash])

# Its public key is in fixtures/trust/signers.json.
secret = hashlib.sha256(b"drawaudit sample raffaly").digest()

doc = {
    "draw": "drawaudit/v1",
    "recipe": "raffaly",
    "title": "A sample in the form of Raffaly's draw audit log",
    "source": "made for this project",
    "notes": [
        "Nobody drew this. The page does not show how a winner is chosen: here it is an arbitrary ticket.",
        "Nor does it name the algorithm of the signature: here it is Ed25519, by a key made up for this sample.",
    ],
    "published": {
        "competition_id": str(competition_id),
        "draw_id": draw_id,
        "drawn_at": drawn_at,
        "total_entries": len(ticket_ids),
        "ticket_ids": handed_out,
        "pool_hash": pool_hash,
        "winner_ticket_id": winner_ticket_id,
        "signature": sign(secret, message.encode()).hex(),
    },
}
print(json.dumps(doc, indent=2, ensure_ascii=False))
