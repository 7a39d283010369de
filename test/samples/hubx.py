"""A sample draw in HubX's form (docs.hubx.buzz, Proven Fairness) of five prizes.

With --check it recomputes the real example in fixtures/draws/hubx.
"""
import hashlib
import json
import pathlib
import sys


def picks(block_hash, nonces, participants):
    # The page says HMAC_SHA256; the value that it shows is the plain SHA-256 of block hash and nonce as text.
    hashes = [hashlib.sha256(f"{block_hash}{nonce}".encode()).hexdigest() for nonce in nonces]
    numbers = [int(digest, 16) for digest in hashes]
    return {
        "nonces": list(nonces),
        "hashes": hashes,
        "numbers": [str(number) for number in numbers],
        "remainders": [number % participants for number in numbers],
        "positions": [number % participants + 1 for number in numbers],
    }


def document(title, source, notes, published):
    return {"draw": "drawaudit/v1", "recipe": "hubx", "title": title, "source": source, "notes": notes, "published": published}


def check():
    folder = pathlib.Path(__file__).parents[2] / "fixtures/draws/hubx"
    for path in sorted(folder.glob("*.json")):
        draw = json.loads(path.read_text())["published"]
        found = picks(draw["block_hash"], draw["nonces"], draw["participants"])
        assert found == {name: draw[name] for name in found}, path
        print(path.name, "ok")


def sample():
    block_hash = "000000000000000000016cfef8587a1d2f57ff573fb682e0e05253379d42384d"
    return document(
        "A sample in HubX's form, five prizes",
        "made for this project",
        ["Nobody drew this. The block hash is that of Bitcoin's block 824970, and the first pick is the one that HubX shows, among more participants."],
        {
            "block_height": 824970,
            "block_hash": block_hash,
            "participants": 57,
            "prizes": 5,
            **picks(block_hash, range(1, 6), 57),
        },
    )


if __name__ == "__main__":
    if "--check" in sys.argv:
        check()
    else:
        print(json.dumps(sample(), indent=2, ensure_ascii=False))
