/**
 * Replaces the curves that only other platforms sign with, in the worker of a page that shows only raffles.
 * Keys on them in a trust file are parsed, but nothing is verified with them. Inserted by
 * scripts/build-page.js.
 *
 * @packageDocumentation
 */
const absent = (): never => {
  throw new Error('this program has Ed25519 and BLS12-381 alone')
}
const taken = () => ({ is0: () => false })

export const p256 = { Point: { fromBytes: taken, Fn: { ORDER: 0n } }, verify: absent }
export const secp256k1 = p256
export const schnorr = { utils: { lift_x: taken }, verify: absent }
