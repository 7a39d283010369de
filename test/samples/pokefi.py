"""A sample in PokeFi's form: FNV-1a of "blockhash:type", then one number of Mulberry32, modulo the tickets."""
import hashlib
import json

MASK = 0xFFFFFFFF
ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def fnv1a(text):
    value = 0x811C9DC5
    for byte in text.encode():
        value = (value ^ byte) * 0x01000193 & MASK
    return value


def mulberry32(seed):
    """The first 32 bits; the usual code divides them by 2^32 afterwards."""
    state = seed + 0x6D2B79F5 & MASK
    mixed = (state ^ state >> 15) * (state | 1) & MASK
    mixed ^= mixed + ((mixed ^ mixed >> 7) * (mixed | 61) & MASK) & MASK
    return mixed ^ mixed >> 14


def base58(data):
    number, text = int.from_bytes(data, "big"), ""
    while number:
        number, digit = divmod(number, 58)
        text = ALPHABET[digit] + text
    return "1" * (len(data) - len(data.lstrip(b"\0"))) + text


assert fnv1a("") == 0x811C9DC5 and fnv1a("a") == 0xE40C292C and fnv1a("foobar") == 0xBF9CF968
assert mulberry32(0) == 1144304738

blockhash = base58(hashlib.sha256(b"drawaudit sample pokefi").digest())
raffle_type, total_tickets = "legendary", 4817
seed = fnv1a(f"{blockhash}:{raffle_type}")
roll = mulberry32(seed)

print(
    json.dumps(
        {
            "draw": "drawaudit/v1",
            "recipe": "pokefi",
            "title": "A sample in PokeFi's form",
            "source": "made for this project",
            "notes": ["Nobody drew this. The block hash is made up."],
            "published": {
                "blockhash": blockhash,
                "raffle_type": raffle_type,
                "total_tickets": total_tickets,
                "seed": seed,
                "roll": roll,
                "winning_ticket": roll % total_tickets,
            },
        },
        indent=2,
        ensure_ascii=False,
    )
)
