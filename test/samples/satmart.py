"""A complete sample draw in Satmart's form (satmart.io/giveaway/verify)."""
import hashlib
import hmac
import json

# Orders in the order in which their tickets were issued; each has the next so many tickets.
orders = [{"order": f"ORD-{1001 + n}", "tickets": count} for n, count in enumerate([1, 5, 2, 12, 1, 3, 25, 1, 1, 8, 4, 50])]
total = sum(row["tickets"] for row in orders)

server_seed = hashlib.sha256(b"satmart sample seed").hexdigest()  # 64 hex digits, used as text
block_hash = "000000000000000000016cfef8587a1d2f57ff573fb682e0e05253379d42384d"  # Bitcoin block 824970
digest = hmac.new(server_seed.encode(), block_hash.encode(), hashlib.sha256).hexdigest()
index = int(digest, 16) % total

reached = 0
for row in orders:
    reached += row["tickets"]
    if index < reached:
        winner = row["order"]
        break

doc = {
    "draw": "drawaudit/v1",
    "recipe": "satmart",
    "title": "A sample in Satmart's form",
    "source": "made for this project",
    "notes": ["Nobody drew this. The block hash is that of Bitcoin's block 824970."],
    "published": {
        "seed_hash": hashlib.sha256(server_seed.encode()).hexdigest(),
        "server_seed": server_seed,
        "block_height": 824970,
        "block_hash": block_hash,
        "orders": orders,
        "total_tickets": total,
        "digest": digest,
        "winning_index": index,
        "winner": winner,
    },
}
print(json.dumps(doc, indent=2, ensure_ascii=False))
