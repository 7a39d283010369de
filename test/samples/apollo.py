"""A sample in Apollo's form: every entry's ticket hash is hashed with a block hash, the highest results win."""
import hashlib
import json

from lib_keccak import keccak256


def sha256_hex(text):
    return hashlib.sha256(text.encode()).hexdigest()


block_hash = "0x065fb1460a039f57ccf267208fb508d4b2b72e5d14d10a62dbf372d54c5ebcb9"
prize_index, prize_title, prizes = 0, "Signed print", 3
rows = []
for index in range(24):
    address = "0x" + keccak256(f"drawaudit sample apollo {index}".encode())[-20:].hex()
    ticket = sha256_hex(f"{prize_index}{prize_title}{index + 1}{address}")
    rows.append({"entry_index": index, "entry_address": address, "ticket_hash": ticket, "result_hash": sha256_hex(ticket + block_hash)})
ranked = sorted(rows, key=lambda row: row["result_hash"], reverse=True)
for row in rows:
    row["result_index"] = ranked.index(row)

print(
    json.dumps(
        {
            "draw": "drawaudit/v1",
            "recipe": "apollo",
            "title": "A sample in Apollo's form",
            "source": "made for this project",
            "notes": ["Nobody drew this. The block hash is that of Ethereum's block 7192100; the addresses are made up."],
            "published": {
                "block_height": 7192100,
                "block_hash": block_hash,
                "prize_index": prize_index,
                "prize_title": prize_title,
                "prizes": prizes,
                "results": rows,
                "winners": [row["entry_address"] for row in ranked[:prizes]],
            },
        },
        indent=2,
        ensure_ascii=False,
    )
)
