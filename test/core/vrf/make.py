"""Makes the values of made.ts: ECVRF of RFC 9381, draft-irtf-cfrg-vrf-03 and Chainlink VRF, from their texts alone.

Nothing but Python's integers and hashlib; Keccak-256 is below. For tests only: nothing here takes constant time.
python3 make.py prints one line for each: name, secret key, alpha, proof, output (hex)."""
import hashlib, hmac

def inv(a, p): return pow(a, -1, p)

def sqrt(a, p):
    """A square root modulo p, or None. p is 3 modulo 4, or 5 modulo 8."""
    if p % 4 == 3: r = pow(a, (p + 1) // 4, p)
    else:
        r = pow(a, (p + 3) // 8, p)
        if r * r % p != a % p: r = r * pow(2, (p - 1) // 4, p) % p
    return r if r * r % p == a % p else None

class Weierstrass:
    """y^2 = x^3 + a x + b; None is the point at infinity."""
    h = 1
    def __init__(self, p, a, b, q, g): self.p, self.a, self.b, self.q, self.g = p, a, b, q, g
    def add(self, P, Q):
        if P is None: return Q
        if Q is None: return P
        p, (x, y), (u, v) = self.p, P, Q
        if x == u and (y + v) % p == 0: return None
        m = ((3 * x * x + self.a) * inv(2 * y, p) if x == u else (v - y) * inv(u - x, p)) % p
        w = (m * m - x - u) % p
        return w, (m * (x - w) - y) % p
    def neg(self, P): return None if P is None else (P[0], -P[1] % self.p)
    def lift(self, x, odd):
        if x >= self.p: return None
        y = sqrt(x ** 3 + self.a * x + self.b, self.p)
        return None if y is None else (x, y if y % 2 == odd else self.p - y)
    def enc(self, P): return bytes([2 + P[1] % 2]) + P[0].to_bytes(32, 'big') if P else b'\0'

class Edwards:
    """-x^2 + y^2 = 1 + d x^2 y^2"""
    p = 2 ** 255 - 19
    q = 2 ** 252 + 27742317777372353535851937790883648493
    d = -121665 * inv(121666, p) % p
    h = 8
    def __init__(self): self.g = self.dec((4 * inv(5, self.p) % self.p).to_bytes(32, 'little'))
    def add(self, P, Q):
        p, (x, y), (u, v) = self.p, P, Q
        t = self.d * x * y * u * v % p
        return (x * v + y * u) * inv(1 + t, p) % p, (y * v + x * u) * inv(1 - t, p) % p
    def neg(self, P): return -P[0] % self.p, P[1]
    def dec(self, s):
        n = int.from_bytes(s, 'little')
        sign, y = n >> 255, n & 2 ** 255 - 1
        if y >= self.p: return None
        x = sqrt((y * y - 1) * inv(self.d * y * y + 1, self.p) % self.p, self.p)
        if x is None or (x == 0 and sign): return None
        return (x if x % 2 == sign else -x % self.p), y
    def enc(self, P): return (P[1] | (P[0] & 1) << 255).to_bytes(32, 'little')

def mul(E, n, P):
    R = None if isinstance(E, Weierstrass) else (0, 1)
    while n:
        if n & 1: R = E.add(R, P)
        P, n = E.add(P, P), n >> 1
    return R

P256 = Weierstrass(2**256 - 2**224 + 2**192 + 2**96 - 1, -3,
    0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b,
    0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551,
    (0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296,
     0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5))
K1 = Weierstrass(2**256 - 2**32 - 977, 0, 7,
    0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141,
    (0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798,
     0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8))
ED = Edwards()

def keccak256(data):
    M = 2 ** 64 - 1
    rot = lambda v, n: ((v << n) | (v >> (64 - n))) & M if n else v
    A = [[0] * 5 for _ in range(5)]
    data = bytearray(data) + b'\1' + bytes(-(len(data) + 1) % 136); data[-1] |= 0x80
    for o in range(0, len(data), 136):
        for i in range(17): A[i % 5][i // 5] ^= int.from_bytes(data[o + 8 * i:o + 8 * i + 8], 'little')
        lfsr = 1
        for _ in range(24):
            C = [A[x][0] ^ A[x][1] ^ A[x][2] ^ A[x][3] ^ A[x][4] for x in range(5)]
            for x in range(5):
                D = C[x - 1] ^ rot(C[(x + 1) % 5], 1)
                for y in range(5): A[x][y] ^= D
            x, y, cur = 1, 0, A[1][0]
            for t in range(24):
                x, y = y, (2 * x + 3 * y) % 5
                A[x][y], cur = rot(cur, (t + 1) * (t + 2) // 2 % 64), A[x][y]
            for y in range(5):
                T = [A[x][y] for x in range(5)]
                for x in range(5): A[x][y] = T[x] ^ (~T[(x + 1) % 5] & T[(x + 2) % 5] & M)
            for j in range(7):
                lfsr = (lfsr << 1) ^ (0x171 if lfsr >> 7 else 0)
                if lfsr & 2: A[0][0] ^= 1 << ((1 << j) - 1)
    return b''.join(A[i % 5][i // 5].to_bytes(8, 'little') for i in range(4))

def expand(H, msg, dst, n):
    """expand_message_xmd, RFC 9380 section 5.3.1."""
    dst += bytes([len(dst)])
    block = H().block_size
    b0 = H(bytes(block) + msg + n.to_bytes(2, 'big') + b'\0' + dst).digest()
    out, b = b'', bytes(len(b0))
    while len(out) < n:
        b = H(bytes(x ^ y for x, y in zip(b0, b)) + bytes([len(out) // len(b0) + 1]) + dst).digest()
        out += b
    return out[:n]

def sswu(msg):
    """encode_to_curve of P256_XMD:SHA-256_SSWU_NU_, RFC 9380 sections 6.6.2 and 8.2."""
    E, p = P256, P256.p
    u = int.from_bytes(expand(hashlib.sha256, msg, b'ECVRF_P256_XMD:SHA-256_SSWU_NU_\x02', 48), 'big') % p
    z = -10
    t = (z * z * u ** 4 + z * u * u) % p
    x = (-E.b * inv(E.a, p) * (1 + inv(t, p))) % p if t else E.b * inv(z * E.a, p) % p
    y = sqrt(x ** 3 + E.a * x + E.b, p)
    if y is None:
        x = z * u * u * x % p
        y = sqrt(x ** 3 + E.a * x + E.b, p)
    return x, (y if y % 2 == u % 2 else p - y)

def elligator2(u, rfc):
    p, A = ED.p, 486662
    x = -A * inv(1 + 2 * u * u, p) % p
    y = sqrt(x ** 3 + A * x * x + x, p)
    first = y is not None
    if not first:
        x = (-x - A) % p
        y = sqrt(x ** 3 + A * x * x + x, p)
    v = (x - 1) * inv(x + 1, p) % p
    if not rfc: return mul(ED, 8, ED.dec(v.to_bytes(32, 'little')))
    if (y % 2 == 1) != first: y = p - y
    root = sqrt(-486664 % p, p)
    if root % 2: root = p - root
    return mul(ED, 8, (root * x * inv(y, p) % p, v))

def tai(suite, H, salt, alpha, interpret, E):
    for ctr in range(256):
        P = interpret(H(bytes([suite, 1]) + salt + alpha + bytes([ctr, 0])).digest())
        if P is not None and mul(E, E.h, P) not in (None, (0, 1)): return mul(E, E.h, P)

def nonce6979(x, m):
    q = P256.q
    h1 = int.from_bytes(hashlib.sha256(m).digest(), 'big') % q
    seed = x.to_bytes(32, 'big') + h1.to_bytes(32, 'big')
    K, V = bytes(32), b'\1' * 32
    mac = lambda k, d: hmac.new(k, d, 'sha256').digest()
    for tag in (0, 1):
        K = mac(K, V + bytes([tag]) + seed); V = mac(K, V)
    while True:
        V = mac(K, V)
        k = int.from_bytes(V, 'big')
        if 0 < k < q: return k
        K = mac(K, V + b'\0'); V = mac(K, V)

def prove(name, sk, alpha):
    p256, draft = 'p256' in name, name.endswith('draft03')
    E, H, end = (P256, hashlib.sha256, 'big') if p256 else (ED, hashlib.sha512, 'little')
    if p256: x = int.from_bytes(sk, 'big')
    else:
        digest = hashlib.sha512(sk).digest()
        x = int.from_bytes(digest[:32], 'little') & ~7 & 2 ** 254 - 1 | 2 ** 254
    pk = E.enc(mul(E, x, E.g))
    if name.endswith('p256-sha256-tai'):
        suite, P = 1, tai(1, H, pk, alpha, lambda s: P256.lift(int.from_bytes(s, 'big'), 0), E)
    elif name.endswith('sswu'): suite, P = 2, sswu(pk + alpha)
    elif name.endswith('sha512-tai'): suite, P = 3, tai(3, H, pk, alpha, lambda s: ED.dec(s[:32]), E)
    elif draft:
        r = int.from_bytes(H(b'\4\1' + pk + alpha).digest()[:32], 'little') & 2 ** 255 - 1
        suite, P = 4, elligator2(r, False)
    else:
        u = int.from_bytes(expand(H, pk + alpha, b'ECVRF_edwards25519_XMD:SHA-512_ELL2_NU_\x04', 48), 'big')
        suite, P = 4, elligator2(u % ED.p, True)
    h, gamma = E.enc(P), mul(E, x, P)
    k = nonce6979(x, h) if p256 else int.from_bytes(H(digest[32:] + h).digest(), 'little') % E.q
    u, v = E.enc(mul(E, k, E.g)), E.enc(mul(E, k, P))
    back = b'' if draft else b'\0'
    c = H(bytes([suite, 2]) + (b'' if draft else pk) + h + E.enc(gamma) + u + v + back).digest()[:16]
    s = (k + int.from_bytes(c, end) * x) % E.q
    beta = H(bytes([suite, 3]) + E.enc(mul(E, E.h, gamma)) + back).digest()
    return pk, E.enc(gamma) + c + s.to_bytes(32, end), beta

def prove_chainlink(x, seed, k):
    word = lambda n: n.to_bytes(32, 'big')
    enc = lambda P: word(P[0]) + word(P[1])
    pk = mul(K1, x, K1.g)
    n = keccak256(word(1) + enc(pk) + seed)
    while K1.lift(int.from_bytes(n, 'big'), 0) is None: n = keccak256(n)
    P = K1.lift(int.from_bytes(n, 'big'), 0)
    gamma, u, v = mul(K1, x, P), mul(K1, k, K1.g), mul(K1, k, P)
    c = keccak256(word(2) + enc(P) + enc(pk) + enc(gamma) + enc(v) + keccak256(enc(u))[-20:])
    s = (k - int.from_bytes(c, 'big') * x) % K1.q
    return enc(pk), enc(gamma) + c + word(s), keccak256(word(3) + enc(gamma))

SUITES = ['ecvrf-p256-sha256-tai', 'ecvrf-p256-sha256-sswu', 'ecvrf-edwards25519-sha512-tai',
          'ecvrf-edwards25519-sha512-ell2', 'ecvrf-ed25519-sha512-elligator2-draft03']

def main():
    for name in SUITES:
        for i, length in enumerate((0, 1, 64, 300)):
            sk = hashlib.sha256(f'{name} {i}'.encode()).digest()
            alpha = bytes((i + j) % 256 for j in range(length))
            pk, pi, beta = prove(name, sk, alpha)
            print(name, pk.hex(), alpha.hex() or '-', pi.hex(), beta.hex())
    for i in range(4):
        x, k = (int.from_bytes(hashlib.sha256(f'chainlink {i} {w}'.encode()).digest(), 'big') % K1.q for w in 'xk')
        seed = hashlib.sha256(f'chainlink {i} seed'.encode()).digest()
        pk, proof, out = prove_chainlink(x, seed, k)
        print('chainlink', pk.hex(), seed.hex(), proof.hex(), out.hex())

if __name__ == '__main__': main()
