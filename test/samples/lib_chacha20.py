"""ChaCha20 key stream blocks: RFC 8439's form and the original one with a 64-bit counter."""

_MASK = 0xFFFFFFFF


def _words(data):
    return [int.from_bytes(data[at : at + 4], 'little') for at in range(0, len(data), 4)]


def _rotate(word, count):
    return (word << count | word >> 32 - count) & _MASK


def _quarter_round(state, a, b, c, d):
    for into, other, turned, count in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        state[into] = (state[into] + state[other]) & _MASK
        state[turned] = _rotate(state[turned] ^ state[into], count)


def _run(state):
    mixed = list(state)
    for _ in range(10):
        for column in range(4):
            _quarter_round(mixed, column, column + 4, column + 8, column + 12)
        for column in range(4):
            _quarter_round(mixed, column, (column + 1) % 4 + 4, (column + 2) % 4 + 8, (column + 3) % 4 + 12)
    return b''.join(((word + start) & _MASK).to_bytes(4, 'little') for word, start in zip(mixed, state))


def _check(key, nonce, length):
    if len(key) != 32 or len(nonce) != length:
        raise ValueError(f'the key is 32 bytes long and the nonce {length}')


def block(key, counter, nonce):
    """64 bytes of key stream: a 32-bit counter and a nonce of 12 bytes (RFC 8439, section 2.3)."""
    _check(key, nonce, 12)
    return _run(_words(b'expand 32-byte k') + _words(key) + [counter & _MASK] + _words(nonce))


def block64(key, counter, nonce):
    """64 bytes of key stream: a 64-bit counter and a nonce of 8 bytes (the original ChaCha20)."""
    _check(key, nonce, 8)
    return _run(_words(b'expand 32-byte k') + _words(key) + _words(counter.to_bytes(8, 'little')) + _words(nonce))
