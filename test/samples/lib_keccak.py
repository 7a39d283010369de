"""Keccak-256 as Ethereum uses it (the padding byte is 0x01, SHA3-256 has 0x06)."""

_MASK = (1 << 64) - 1


def _rotate(word, count):
    count %= 64
    return ((word << count) | (word >> (64 - count))) & _MASK


def _round_constants():
    constants, register = [], 1
    for _ in range(24):
        constant = 0
        for power in range(7):
            if register & 1:
                constant |= 1 << ((1 << power) - 1)
            register = (register << 1) ^ (0x171 if register & 0x80 else 0)
        constants.append(constant)
    return constants


_CONSTANTS = _round_constants()


def _permute(state):
    """Keccak-f[1600]; lane (x, y) is state[x + 5 * y]."""
    for constant in _CONSTANTS:
        parity = [state[x] ^ state[x + 5] ^ state[x + 10] ^ state[x + 15] ^ state[x + 20] for x in range(5)]
        change = [parity[(x - 1) % 5] ^ _rotate(parity[(x + 1) % 5], 1) for x in range(5)]
        state = [state[i] ^ change[i % 5] for i in range(25)]
        x, y, lane = 1, 0, state[1]
        moved = state[:]
        for step in range(24):
            x, y = y, (2 * x + 3 * y) % 5
            moved[x + 5 * y] = _rotate(lane, (step + 1) * (step + 2) // 2)
            lane = state[x + 5 * y]
        state = [
            moved[x + 5 * y] ^ (~moved[(x + 1) % 5 + 5 * y] & _MASK & moved[(x + 2) % 5 + 5 * y])
            for y in range(5)
            for x in range(5)
        ]
        state[0] ^= constant
    return state


def _sponge(message, rate, pad, length):
    padded = bytearray(message)
    padded.append(pad)
    padded.extend(bytes(-len(padded) % rate))
    padded[-1] |= 0x80
    state = [0] * 25
    for start in range(0, len(padded), rate):
        for lane in range(rate // 8):
            state[lane] ^= int.from_bytes(padded[start + 8 * lane : start + 8 * lane + 8], "little")
        state = _permute(state)
    return b"".join(lane.to_bytes(8, "little") for lane in state)[:length]


def keccak256(message):
    return _sponge(bytes(message), 136, 0x01, 32)


def sha3_256(message):
    """The standardised variant, for comparison with hashlib."""
    return _sponge(bytes(message), 136, 0x06, 32)


if __name__ == "__main__":
    import hashlib

    assert keccak256(b"").hex() == "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"
    assert keccak256(b"abc").hex() == "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"
    for size in (0, 1, 135, 136, 137, 272, 1000):
        assert sha3_256(b"x" * size) == hashlib.sha3_256(b"x" * size).digest()
    print("ok")
