"""A sample in bustabit's form (games 1 to 10,000,000): a chain of hashes, salted with the hash of a Bitcoin block.

With --check it recomputes the real games in fixtures/draws/bustabit.
"""
import hashlib
import hmac
import json
import pathlib
import sys

SALT = "0000000000000000004d6ec16dafe9d8370958664c1dc422f452892264c59526"  # Bitcoin's block 505750


def earlier(game_hash):
    # The hash of the hash's 64 letters, not of its 32 bytes.
    return hashlib.sha256(game_hash.encode()).hexdigest()


def bust(game_hash, salt):
    # Here the hash enters as its 32 bytes, and the salt as its 64 letters.
    digest = hmac.new(salt.encode(), bytes.fromhex(game_hash), hashlib.sha256).hexdigest()
    fraction = int(digest[:13], 16) / 2**52
    return max(100, int(99 / (1 - fraction)))


def games(newest, number, count, salt):
    rows = []
    for back in range(count):
        rows.append({"game": number - back, "hash": newest, "bust_hundredths": bust(newest, salt)})
        newest = earlier(newest)
    return rows, newest


def check():
    folder = pathlib.Path(__file__).parents[2] / "fixtures/draws/bustabit"
    for path in sorted(folder.glob("*.json")):
        published = json.loads(path.read_text())["published"]
        first = published["games"][0]
        rows, _ = games(first["hash"], first["game"], len(published["games"]), published["salt"])
        assert rows == published["games"], path
        end = first["hash"]
        for _ in range(first["game"] - published["earlier_game"]):
            end = earlier(end)
        assert end == published["earlier_hash"], path
        print(path.name, "ok")


def sample():
    newest = hashlib.sha256(b"drawaudit sample bustabit").hexdigest()
    rows, end = games(newest, 20, 20, SALT)
    return {
        "draw": "drawaudit/v1",
        "recipe": "bustabit",
        "title": "A sample in bustabit's form, games 1 to 20",
        "source": "made for this project",
        "notes": ["Nobody played this. The chain was made for it; the salt is the real one."],
        "published": {"salt_block": 505750, "salt": SALT, "earlier_hash": end, "earlier_game": 0, "games": rows},
    }


if __name__ == "__main__":
    if "--check" in sys.argv:
        check()
    else:
        print(json.dumps(sample(), indent=2, ensure_ascii=False))
