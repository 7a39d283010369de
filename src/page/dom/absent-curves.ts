/**
 * Stands for the curves of which only draws of other platforms have signatures, in the worker of a page that shows
 * raffles alone. A trust file may name keys of them: those are read, and nothing is verified with them.
 * scripts/build-page.js puts it there.
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
