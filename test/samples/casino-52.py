"""A sample in the casino form with one number of 52 bits: the first 13 hex digits of HMAC-SHA256(server seed, "client seed:nonce")."""
import hashlib
import hmac
import json

server_seed = hashlib.sha256(b"drawaudit sample casino-52, server").hexdigest()
client_seed, nonce, tickets = "listing-1734", 3, 1250
digest = hmac.new(server_seed.encode(), f"{client_seed}:{nonce}".encode(), hashlib.sha256).hexdigest()
number = int(digest[:13], 16)
fraction = number / 2**52
index = int(fraction * tickets)
assert index == number * tickets >> 52  # rounding does not show here

print(
    json.dumps(
        {
            "draw": "drawaudit/v1",
            "recipe": "casino-52",
            "title": "A sample in the casino form with 52 bits",
            "source": "made for this project",
            "notes": ["Nobody drew this."],
            "published": {
                "server_seed_hash": hashlib.sha256(server_seed.encode()).hexdigest(),
                "server_seed": server_seed,
                "client_seed": client_seed,
                "nonce": nonce,
                "hmac": digest,
                "number": number,
                "fraction": repr(fraction),
                "tickets": tickets,
                "winning_index": index,
            },
        },
        indent=2,
        ensure_ascii=False,
    )
)
