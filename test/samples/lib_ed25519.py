"""Ed25519 signatures (RFC 8032, section 5.1): the plain form, not the pre-hashed one."""

from hashlib import sha512

_P = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P


def _add(first, second):
    """Adds two points (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z."""
    x1, y1, z1, t1 = first
    x2, y2, z2, t2 = second
    a = (y1 - x1) * (y2 - x2) % _P
    b = (y1 + x1) * (y2 + x2) % _P
    c = 2 * t1 * t2 * _D % _P
    d = 2 * z1 * z2 % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _multiply(scalar, point):
    result = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            result = _add(result, point)
        point = _add(point, point)
        scalar >>= 1
    return result


def _recover_x(y, odd):
    """The x of the point with that y: the even or the odd one of the two roots."""
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * pow(2, (_P - 1) // 4, _P) % _P
    if (x * x - square) % _P:
        raise ValueError('no point has this y')
    return _P - x if (x & 1) != odd else x


_BASE_Y = 4 * pow(5, -1, _P) % _P
_BASE_X = _recover_x(_BASE_Y, 0)
_BASE = (_BASE_X, _BASE_Y, 1, _BASE_X * _BASE_Y % _P)


def _encode(point):
    x, y, z, _ = point
    inverse = pow(z, -1, _P)
    return (y * inverse % _P | (x * inverse % _P & 1) << 255).to_bytes(32, 'little')


def _decode(data):
    number = int.from_bytes(data, 'little')
    y, odd = number & (2**255 - 1), number >> 255
    x = _recover_x(y, odd)
    if y >= _P or x == _P:
        raise ValueError('not how a point is written')
    return x, y, 1, x * y % _P


def _expand(secret):
    digest = sha512(secret).digest()
    scalar = int.from_bytes(digest[:32], 'little')
    return scalar & (2**254 - 8) | 2**254, digest[32:]


def _challenge(*parts):
    return int.from_bytes(sha512(b''.join(parts)).digest(), 'little') % _ORDER


def public_key(secret):
    """The 32-byte public key of a 32-byte secret."""
    return _encode(_multiply(_expand(secret)[0], _BASE))


def sign(secret, message):
    """The 64-byte signature of a message."""
    scalar, prefix = _expand(secret)
    key = _encode(_multiply(scalar, _BASE))
    nonce = _challenge(prefix, message)
    commitment = _encode(_multiply(nonce, _BASE))
    answer = (nonce + _challenge(commitment, key, message) * scalar) % _ORDER
    return commitment + answer.to_bytes(32, 'little')


def verify(key, message, signature):
    """Whether the signature is that key's signature of the message."""
    answer = int.from_bytes(signature[32:], 'little')
    if len(signature) != 64 or answer >= _ORDER:
        return False
    try:
        right = _add(_decode(signature[:32]), _multiply(_challenge(signature[:32], key, message), _decode(key)))
    except ValueError:
        return False
    return _encode(_multiply(answer, _BASE)) == _encode(right)
