"""A sample in 21raffle's form: SHA-256 of a Bitcoin block hash, modulo the tickets sold, counted from 69420."""
import hashlib
import json

block_hash = "00000000000000000004a1537f4977d0b8f9e463589493e6312b54e715593a80"
tickets_sold = 613
digest = hashlib.sha256(block_hash.encode()).hexdigest()
index = int(digest, 16) % tickets_sold

print(
    json.dumps(
        {
            "draw": "drawaudit/v1",
            "recipe": "21raffle",
            "title": "A sample in 21raffle's form",
            "source": "made for this project",
            "notes": ["Nobody drew this. The block hash is that of Bitcoin's block 802014."],
            "published": {
                "block_height": 802014,
                "block_hash": block_hash,
                "tickets_sold": tickets_sold,
                "digest": digest,
                "remainder": index,
                "winning_ticket": 69420 + index,
            },
        },
        indent=2,
        ensure_ascii=False,
    )
)
