"""A complete sample raffle draw in LeleBot's form (lelebot.xyz/provably-fair/winners)."""
import hashlib
import json

entrants = [{"entrant": position + 1, "tickets": count} for position, count in enumerate([10, 25, 3, 140, 1, 62, 8, 17, 5, 90, 33, 2])]
period_id = 14
total = sum(row["tickets"] for row in entrants)

server_seed = hashlib.sha256(b"lelebot sample seed").hexdigest()
client_seed = f"{period_id}:{total}:{len(entrants)}"
nonce = str(period_id)
proof_hash = hashlib.sha256(f"{server_seed}:{client_seed}:{nonce}".encode()).hexdigest()
winning_ticket = int(proof_hash[:16], 16) % total + 1

reached = 0
for row in entrants:
    reached += row["tickets"]
    if winning_ticket <= reached:
        winner = row["entrant"]
        break

doc = {
    "draw": "drawaudit/v1",
    "recipe": "lelebot",
    "title": "A sample in LeleBot's form",
    "source": "made for this project",
    "notes": ["Nobody drew this. Entrants stand under their position in place of a name."],
    "published": {
        "period_id": period_id,
        "entrants": entrants,
        "total_tickets": total,
        "total_participants": len(entrants),
        "server_seed": server_seed,
        "client_seed": client_seed,
        "nonce": nonce,
        "proof_hash": proof_hash,
        "winning_ticket": winning_ticket,
        "winner": winner,
    },
}
print(json.dumps(doc, indent=2, ensure_ascii=False))
