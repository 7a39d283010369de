"""A sample in the form of The Sevens' airdrop raffle: npm's seedrandom from a Bitcoin block hash, repeats drawn again."""
import hashlib
import json

from lib_keccak import keccak256


def seedrandom(seed):
    """The floats of seedrandom(seed) for a seed of ASCII letters: ARC4, 52 bits at least."""
    key, state, j = [ord(letter) for letter in seed], list(range(256)), 0
    for i in range(256):
        j = (j + key[i % len(key)] + state[i]) % 256
        state[i], state[j] = state[j], state[i]
    i = j = 0

    def take(count):
        nonlocal i, j
        number = 0
        for _ in range(count):
            i = (i + 1) % 256
            j = (j + state[i]) % 256
            state[i], state[j] = state[j], state[i]
            number = number * 256 + state[(state[i] + state[j]) % 256]
        return number

    take(256)
    while True:
        number, scale, last = take(6), 2**48, 0
        while number < 2**52:
            number, scale, last = (number + last) * 256, scale * 256, take(1)
        while number >= 2**53:
            number, scale, last = number / 2, scale / 2, last >> 1
        yield (number + last) / scale


def draw(weights, count, numbers):
    total, found = sum(weights), []
    while len(found) < count:
        point, index = int(next(numbers) * total), 0
        while point >= weights[index]:
            point -= weights[index]
            index += 1
        if index not in found:
            found.append(index)
    return found


hello = seedrandom("hello.")
assert [next(hello), next(hello), next(hello)] == [0.9282578795792454, 0.3752569768646784, 0.7316977468919549]

block_hash = "0000000000000000000397ac86aa3e40460d66fda094179344bc457ab9c4b07c"
tickets = []
for index in range(60):
    digest = keccak256(f"drawaudit sample sevens {index}".encode())
    tickets.append({"address": "0x" + digest[-20:].hex(), "weight": 1 + digest[0] % 9})
tokens = [5400 + 3 * index for index in range(20)]
numbers, winner_count = seedrandom(block_hash), 12
winners = draw([row["weight"] for row in tickets], winner_count, numbers)
given = draw([1] * len(tokens), winner_count, numbers)


def file_hash(lines):
    return hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()


print(
    json.dumps(
        {
            "draw": "drawaudit/v1",
            "recipe": "sevens",
            "title": "A sample in the form of The Sevens' airdrop raffle",
            "source": "made for this project",
            "notes": ["Nobody drew this. The block hash is that of the first round, Bitcoin's block 700610; that round had 275 winners."],
            "published": {
                "tickets_hash": file_hash(f"{row['address']},{row['weight']}" for row in tickets),
                "tickets": tickets,
                "tokens_hash": file_hash(map(str, tokens)),
                "tokens": tokens,
                "block_height": 700610,
                "block_hash": block_hash,
                "winner_count": winner_count,
                "winners": [tickets[index]["address"] for index in winners],
                "winning_tokens": [tokens[index] for index in given],
            },
        },
        indent=2,
        ensure_ascii=False,
    )
)
