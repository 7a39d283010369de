"""A sample in the form of Loomlock's advent calendar: xoshiro128+ from a block hash, weighted picks with a cap for each entry."""
import hashlib
import json

from lib_keccak import keccak256

MASK32, MASK64 = 0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF


def splitmix64(value):
    value = value + 0x9E3779B97F4A7C15 & MASK64
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & MASK64
    value = (value ^ value >> 27) * 0x94D049BB133111EB & MASK64
    return value ^ value >> 31


def generator(seed):
    # Each word is mixed from the word before it, not from a counter; the lower half of it is the state.
    word, state = seed & MASK64, []
    for _ in range(4):
        word = splitmix64(word)
        state.append(word & MASK32)
    while True:
        yield state[0] + state[3] & MASK32
        shifted = state[1] << 9 & MASK32
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= shifted
        state[3] = (state[3] << 11 | state[3] >> 21) & MASK32


def cap(tickets):
    return 1 if tickets < 10 else 2 if tickets < 20 else 3


def raffle(entries, prizes, numbers):
    pool, wins, winners = list(entries), {}, []
    for _ in range(prizes):
        total = sum(row["tickets"] for row in pool)
        # number / 2^32 * total < running sum, in whole numbers
        hit, running = next(numbers) * total, 0
        for row in pool:
            running += row["tickets"] << 32
            if hit < running:
                break
        winners.append(row["address"])
        wins[row["address"]] = wins.get(row["address"], 0) + 1
        if wins[row["address"]] == cap(row["tickets"]):
            pool.remove(row)
    return winners


entries = []
for index in range(40):
    digest = keccak256(f"drawaudit sample loomlock {index}".encode())
    entries.append({"address": "0x" + digest[-20:].hex(), "tickets": 1 + digest[0] % 30})
csv = "address,ticket_sizes\n" + "".join(f"{row['address']},{row['tickets']}\n" for row in entries)
block_hash = keccak256(b"drawaudit sample loomlock block").hex()
numbers = generator(int(block_hash, 16))
first = raffle(entries, 24, numbers)
second = raffle(entries, 26, numbers)

print(
    json.dumps(
        {
            "draw": "drawaudit/v1",
            "recipe": "loomlock",
            "title": "A sample in the form of Loomlock's advent calendar",
            "source": "made for this project",
            "notes": ["Nobody drew this. 24 and 26 prizes; the calendar had 240 and 260. The block hash is not that of the block, which was the announced one; addresses are made up."],
            "published": {
                "eligibility_hash": hashlib.sha256(csv.encode()).hexdigest(),
                "entries": entries,
                "block_height": 23897900,
                "block_hash": block_hash,
                "prizes_1": len(first),
                "prizes_2": len(second),
                "winners_1": first,
                "winners_2": second,
            },
        },
        indent=2,
        ensure_ascii=False,
    )
)
