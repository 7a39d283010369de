"""A sample in the form of the NEX token sale lottery of 2018: the lowest HMACs of the document numbers win.

With --check it recomputes the hashes in fixtures/draws/nex-2018.
"""
import hashlib
import hmac
import json
import pathlib
import sys

SALT = "DssZksS81f"


def document_hash(number, salt):
    return hmac.new(salt.encode(), number.encode(), hashlib.sha256).hexdigest()


def check():
    folder = pathlib.Path(__file__).parents[2] / "fixtures/draws/nex-2018"
    for path in sorted(folder.glob("*.json")):
        draw = json.loads(path.read_text())["published"]
        for row in draw["documents"]:
            assert document_hash(row["number"], draw["salt"]) == row["hash"], path
        print(path.name, "ok")


def sample():
    numbers = [f"SAMPLE-{number:03}" for number in range(1, 41)]
    hashes = [document_hash(number, SALT) for number in numbers]
    winners, second = sorted(hashes)[:12], sorted(hashes)[12:16]
    return {
        "draw": "drawaudit/v1",
        "recipe": "nex-2018",
        "title": "A sample in the form of the NEX lottery",
        "source": "made for this project",
        "notes": ["Nobody drew this. 12 of 40 win in the first round and 4 in the second; in 2018 they were 25,000 and 6,500."],
        "published": {
            "salt": SALT,
            "entrants": hashes,
            "documents": [{"number": numbers[index], "hash": hashes[index]} for index in (0, 6, 20)],
            "places": len(winners),
            "places_round_2": len(second),
            "winners": winners,
            "winners_round_2": second,
        },
    }


if __name__ == "__main__":
    if "--check" in sys.argv:
        check()
    else:
        print(json.dumps(sample(), indent=2, ensure_ascii=False))
