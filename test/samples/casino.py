"""A sample in the casino form: HMAC-SHA256 of server seed and client seed, in floats of four bytes (stake.us, Provably Fair)."""
import hashlib
import hmac
import json


def stream(server_seed, client_seed, nonce, blocks):
    # The key is the seed's text: the 64 hex digits are not decoded.
    return [hmac.new(server_seed.encode(), f"{client_seed}:{nonce}:{cursor}".encode(), hashlib.sha256).digest() for cursor in range(blocks)]


def floats(blocks):
    data = b"".join(blocks)
    return [sum(data[i + k] / 256 ** (k + 1) for k in range(4)) for i in range(0, len(data), 4)]


def keno(values):
    squares = list(range(40))
    return [squares.pop(int(value * len(squares))) for value in values[:10]]


server_seed = hashlib.sha256(b"drawaudit sample casino, server").hexdigest()
client_seed, nonce = "my own words", 7
blocks = stream(server_seed, client_seed, nonce, 2)
values = floats(blocks)

print(
    json.dumps(
        {
            "draw": "drawaudit/v1",
            "recipe": "casino",
            "title": "A sample in the casino form",
            "source": "made for this project",
            "notes": ["Nobody drew this."],
            "published": {
                "server_seed_hash": hashlib.sha256(server_seed.encode()).hexdigest(),
                "server_seed": server_seed,
                "client_seed": client_seed,
                "nonce": nonce,
                "game": "keno",
                "blocks": [block.hex() for block in blocks],
                "floats": [repr(value) for value in values],
                "result": keno(values),
            },
        },
        indent=2,
        ensure_ascii=False,
    )
)
