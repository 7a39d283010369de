import type { EdwardsPoint } from '@noble/curves/abstract/edwards.js'
import { FpIsSquare } from '@noble/curves/abstract/modular.js'
import { ed25519 } from '@noble/curves/ed25519.js'

const { Fp } = ed25519.Point
/** A of Curve25519, y² = x³ + A·x² + x. */
const montgomeryA = 486662n

/**
 * Elligator 2 as in draft-irtf-cfrg-vrf-03 section 5.4.1.2. RFC 9380 maps to the same y and takes the sign of
 * x from the map; here x is the even one.
 *
 * @param bytes - 32 bytes, little-endian; the highest bit is ignored.
 */
export function mapToCurveElligator2(bytes: Uint8Array): EdwardsPoint {
  const encoded = Uint8Array.from(bytes)
  encoded[31] = (encoded[31] ?? 0) & 0x7f
  const r = Fp.create(Fp.fromBytes(encoded, true))
  // 1 + 2·r² is never zero: −1/2 is not a square.
  const first = Fp.div(Fp.neg(montgomeryA), Fp.add(Fp.ONE, Fp.mul(2n, Fp.sqr(r))))
  const square = Fp.mul(first, Fp.add(Fp.mul(first, Fp.add(first, montgomeryA)), Fp.ONE))
  const u = FpIsSquare(Fp, square) ? first : Fp.sub(Fp.neg(first), montgomeryA)
  const y = Fp.div(Fp.sub(u, Fp.ONE), Fp.add(u, Fp.ONE))
  // Bit 255, the sign of x, is zero.
  return ed25519.Point.fromBytes(Fp.toBytes(y)).clearCofactor()
}
