"""A sample in zwee.io's form: the first 64 bits of an HMAC, divided by 2^64 - 1."""
import hashlib
import hmac
import json

server_seed = hashlib.sha256(b"drawaudit sample zwee").hexdigest()
round_id, client_seed, nonce = "round-42", "listing-9001", 1
digest = hmac.new(server_seed.encode(), f"{round_id}:{client_seed}:{nonce}".encode(), hashlib.sha256).hexdigest()
number = int(digest[:16], 16)
value = float(number) / float(2**64 - 1)
assert value == number / (2**64 - 1)  # both readings give this number

print(
    json.dumps(
        {
            "draw": "drawaudit/v1",
            "recipe": "zwee",
            "title": "A sample in zwee's form",
            "source": "made for this project",
            "notes": ["Nobody drew this."],
            "published": {
                "server_seed_hash": hashlib.sha256(server_seed.encode()).hexdigest(),
                "server_seed": server_seed,
                "round_id": round_id,
                "client_seed": client_seed,
                "nonce": nonce,
                "hmac": digest,
                "value": repr(value),
            },
        },
        indent=2,
        ensure_ascii=False,
    )
)
