"""A sample in the form of the EthVM survey giveaways: five Ethereum block hashes in a row, each modulo the entries.

With --check it recomputes the real draws in fixtures/draws/ethvm-survey.
"""
import json
import pathlib
import sys

from lib_keccak import keccak256


def positions(hashes, count):
    """Positions from 0; one that is there already gives way to the next in line."""
    found = []
    for block_hash in hashes:
        position = int(block_hash, 16) % count
        while position in found:
            position = (position + 1) % count
        found.append(position)
    return found


def check():
    folder = pathlib.Path(__file__).parents[2] / "fixtures/draws/ethvm-survey"
    for path in sorted(folder.glob("*.json")):
        draw = json.loads(path.read_text())["published"]
        found = positions([block["hash"] for block in draw["blocks"]], draw["entries_count"])
        assert found == draw["positions"], path
        print(path.name, "ok")


def sample():
    handles = [f"handle{number:02}" for number in range(1, 41)]
    entries = [keccak256(handle.encode()).hex() for handle in handles]
    blocks = [
        {"height": 7192100 + number, "hash": block_hash}
        for number, block_hash in enumerate(
            [
                "065fb1460a039f57ccf267208fb508d4b2b72e5d14d10a62dbf372d54c5ebcb9",
                "f20c49fbbb01eed1e68905c2e3310d92ebbc44ecd2f863527955ab18aaf16903",
                "a45d1f4484e9d9ce00f431bb417112e7d328ba5e8429285b6797a3488b757497",
                "14bae85104debf72dddd8eb0613437779d28ee5b1eb55284e0c5bae79bed88d0",
                "390eae7854f790b01320bf77e528ef16be26b0dfae4096d891e7fb572502c0e2",
            ]
        )
    ]
    found = positions([block["hash"] for block in blocks], len(entries))
    return {
        "draw": "drawaudit/v1",
        "recipe": "ethvm-survey",
        "title": "A sample in the form of the EthVM survey giveaways",
        "source": "made for this project",
        "notes": ["Nobody drew this. The block hashes are those of Ethereum's blocks 7192100 to 7192104."],
        "published": {
            "blocks": blocks,
            "entries": entries,
            "entries_count": len(entries),
            "positions": found,
            "winners": [entries[position] for position in found],
        },
    }


if __name__ == "__main__":
    if "--check" in sys.argv:
        check()
    else:
        print(json.dumps(sample(), indent=2, ensure_ascii=False))
