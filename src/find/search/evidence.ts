/**
 * Measures how much a fit shows. Each bit of evidence halves the probability of an accidental fit.
 *
 * @packageDocumentation
 */

/** Min bits for a formula to be written into a recipe: an accidental fit has a chance of 1 in 10^12. */
export const enoughBits = 40

/** The size of a guess, and the number of guesses. */
export interface SearchEvidence {
  /** Bits that a candidate has to guess, over all draws. */
  readonly bits: number
  /** Candidates tried before this one fitted. */
  readonly tried: number
}

/** Bits left after all guesses made. */
export function netBits({ bits, tried }: SearchEvidence): number {
  return bits - Math.log2(Math.max(1, tried))
}

/** Whether a fit is more than chance. */
export function isEnough(evidence: SearchEvidence): boolean {
  return netBits(evidence) >= enoughBits
}

/** Expected number of accidental fits. */
export function expectedByChance({ bits, tried }: SearchEvidence): number {
  return tried / 2 ** bits
}

/**
 * Number of further draws that would be enough, each with as many bits as these have; undefined if no number
 * would.
 */
export function drawsToDecide(evidence: SearchEvidence, draws: number): number | undefined {
  const each = evidence.bits / draws
  const missing = enoughBits - netBits(evidence)
  return each <= 0 ? undefined : Math.max(0, Math.ceil(missing / each))
}

/** One item that a formula predicts correctly: a result of a draw, a row or a turn. */
export interface Hit {
  /** The input it was computed from; a repeated input is no new evidence. */
  readonly from: string
  /** Position of the result among the possible ones. */
  readonly place: number | bigint
  /** Bits that a guess of it is worth. */
  readonly bits: number
}

/**
 * Bits that a formula has to guess: at most the length of a description of the results without the formula.
 * Anyone guesses results that are constant or count upwards.
 */
export function measure(hits: readonly Hit[]): number {
  const distinct = new Map<string, Hit>()
  for (const hit of hits) {
    const seen = distinct.get(hit.from)
    if (seen === undefined || seen.bits < hit.bits) distinct.set(hit.from, hit)
  }
  const once = [...distinct.values()]
  const [first] = once
  if (first === undefined) return 0
  const plain = once.reduce((sum, { bits }) => sum + bits, 0)
  const steps = once.slice(1).map(({ place, bits }, index) => {
    const step = BigInt(place) - BigInt(once[index]?.place ?? 0)
    return { place: step, bits: Math.min(bits, lengthOf(step)) }
  })
  return Math.min(plain, describedIn(once), first.bits + describedIn(steps))
}

/** Length of a description that gives each place in full once, and then by how often it came before. */
function describedIn(hits: readonly Omit<Hit, 'from'>[]): number {
  const counts = new Map<bigint, number>()
  let length = 0
  for (const [seen, { place, bits }] of hits.entries()) {
    const key = BigInt(place)
    const count = counts.get(key) ?? 0
    // The probability that the next one is new is estimated from how often one was.
    const isNew = seen === 0 ? 1 : (counts.size - 0.5) / seen
    length += count === 0 ? bits - Math.log2(isNew) : -Math.log2((1 - isNew) * (count / seen))
    counts.set(key, count + 1)
  }
  return length
}

/** Bits of a signed step; short ones cost less (Elias gamma, with the sign). */
function lengthOf(step: bigint): number {
  const digits = (step < 0n ? 1n - step : step + 1n).toString(2).length
  return 2 * digits - (step === 0n ? 1 : 0)
}
