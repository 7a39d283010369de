"""A sample in EliteGacha's form: Keccak-256 of a block hash against the balances, and a Merkle proof for the winner."""
import json

from lib_keccak import keccak256


def word(number):
    return number.to_bytes(32, "big")


def leaf(address, before, weight):
    encoded = bytes(12) + bytes.fromhex(address[2:]) + word(before) + word(weight)
    return keccak256(keccak256(encoded))


def parent(left, right):
    return keccak256(min(left, right) + max(left, right))


def tree(leaves):
    """The levels of a tree whose pairs are sorted; sixteen leaves leave no odd one over."""
    levels = [leaves]
    while len(levels[-1]) > 1:
        below = levels[-1]
        levels.append([parent(below[index], below[index + 1]) for index in range(0, len(below), 2)])
    return levels


block_hash = keccak256(b"drawaudit sample elitegacha block")
draw_id = 3
holders = []
for index in range(16):
    digest = keccak256(f"drawaudit sample elitegacha {index}".encode())
    holders.append({"address": "0x" + digest[-20:].hex(), "weight": int.from_bytes(digest[:9], "big")})
holders.sort(key=lambda row: row["address"])

total = sum(row["weight"] for row in holders)
roll = int.from_bytes(keccak256(block_hash + word(draw_id)), "big")
offset = roll % total
before, leaves, winner = 0, [], None
for index, row in enumerate(holders):
    leaves.append(leaf(row["address"], before, row["weight"]))
    if before <= offset < before + row["weight"]:
        winner, interval = index, before
    before += row["weight"]

levels, proof, place = tree(leaves), [], winner
for level in levels[:-1]:
    proof.append(level[place ^ 1].hex())
    place //= 2
root = levels[-1][0]
node = leaves[winner]
for sibling in proof:
    node = parent(node, bytes.fromhex(sibling))
assert node == root

print(
    json.dumps(
        {
            "draw": "drawaudit/v1",
            "recipe": "elitegacha",
            "title": "A sample in EliteGacha's form",
            "source": "made for this project",
            "notes": ["Nobody drew this. Block hash and addresses are made up."],
            "published": {
                "close_block_hash": block_hash.hex(),
                "draw_id": draw_id,
                "merkle_root": root.hex(),
                "holders": [{"address": row["address"], "weight": str(row["weight"])} for row in holders],
                "total_weight": str(total),
                "roll": str(roll),
                "offset": str(offset),
                "winner": holders[winner]["address"],
                "winner_weight": str(holders[winner]["weight"]),
                "winner_before": str(interval),
                "winner_proof": proof,
            },
        },
        indent=2,
        ensure_ascii=False,
    )
)
