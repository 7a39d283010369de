"""A complete sample draw in gojo.gg's form (www.gojo.gg/lotto/ID/verify), with the wallets that real pages mask.

With --check it recomputes the real draws in fixtures/draws/gojo, but for their client seeds.
"""
import hashlib
import hmac
import json
import pathlib
import sys

fixtures = pathlib.Path(__file__).parents[2] / "fixtures"


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def mac(draw):
    message = ":".join([draw["client_seed"], draw["lotto_id"], draw["entropy"]])
    return hmac.new(draw["server_seed"].encode(), message.encode(), hashlib.sha256).hexdigest()


def derive(draw):
    digest = mac(draw)
    index = int(digest[:16], 16) % len(draw["entries"])
    return {"hmac": digest, "index": index, "winner": draw["entries"][index]}


def check():
    for path in sorted((fixtures / "draws/gojo").glob("*.json")):
        draw = json.loads(path.read_text())["published"]
        assert sha256(draw["server_seed"]) == draw["server_seed_hash"], path
        assert {name: draw[name] for name in ("hmac", "index", "winner")} == derive(draw), path
        print(path.name, "ok")


def sample():
    entries = [2, 3, 5, 8, 9, 14, 17, 20, 21, 22, 30]
    wallets = [f"sample-wallet-{n % 4}" for n in entries]
    server_seed = sha256("gojo sample seed")
    draw = {
        "lotto_id": "3b6f0c1e-52a7-4d0e-9a41-7f2c8e5d9b10",
        "committed_at": "2026-04-16T02:10:59.954Z",
        "server_seed_hash": sha256(server_seed),
        "server_seed": server_seed,
        "entries": entries,
        "wallets": wallets,
        "client_seed": sha256("|".join(f"{n}:{wallet}" for n, wallet in zip(entries, wallets))),
        # A real block.
        "entropy": "mempool.space:945296:00000000000000000001195546773442671d86b6336bd215d097c1513643b2a8",
        "block_time": "2026-04-16T07:47:45Z",
    }
    return {
        "draw": "drawaudit/v1",
        "recipe": "gojo",
        "title": "A sample in gojo.gg's form, with the wallets",
        "source": "made for this project",
        "notes": ["Nobody drew this. The block is Bitcoin's own."],
        "published": {**draw, **derive(draw)},
    }


if __name__ == "__main__":
    if "--check" in sys.argv:
        check()
    else:
        print(json.dumps(sample(), indent=2, ensure_ascii=False))
