/**
 * How much a fit shows. A bit of evidence halves the chance that it fits by accident.
 *
 * @packageDocumentation
 */

/** Less is not written into a recipe: a right guess by accident in 10^12. */
export const enoughBits = 40

/** How much there was to guess, and how often it was tried. */
export interface SearchEvidence {
  /** What a candidate would have to guess, in bits, over all draws. */
  readonly bits: number
  /** Candidates that were tried until this one fitted. */
  readonly tried: number
}

/** What is left after all guesses that were made. */
export function netBits({ bits, tried }: SearchEvidence): number {
  return bits - Math.log2(Math.max(1, tried))
}

/** Whether a fit is more than chance. */
export function isEnough(evidence: SearchEvidence): boolean {
  return netBits(evidence) >= enoughBits
}

/** How many of the candidates would fit if none of them were right. */
export function expectedByChance({ bits, tried }: SearchEvidence): number {
  return tried / 2 ** bits
}

/**
 * Further draws that would be enough, each with as much to guess as these have; undefined where no number of them
 * would.
 */
export function drawsToDecide(evidence: SearchEvidence, draws: number): number | undefined {
  const each = evidence.bits / draws
  const missing = enoughBits - netBits(evidence)
  return each <= 0 ? undefined : Math.max(0, Math.ceil(missing / each))
}

/** One thing that a formula got right: a result of a draw, a row or a turn. */
export interface Hit {
  /** Out of what it was computed. The same again says nothing new. */
  readonly from: string
  /** Where the result stands among those that were possible. */
  readonly place: number | bigint
  /** What a guess of it is worth, in bits. */
  readonly bits: number
}

/**
 * The bits that a formula has to guess: no more than it takes to describe what it got right without the formula. A
 * result that is always the same, or that counts upwards, is guessed by anybody.
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

/** The length of a description that names each place in full once, and after that by how often it came before. */
function describedIn(hits: readonly Omit<Hit, 'from'>[]): number {
  const counts = new Map<bigint, number>()
  let length = 0
  for (const [seen, { place, bits }] of hits.entries()) {
    const key = BigInt(place)
    const count = counts.get(key) ?? 0
    // That the next one is new is guessed from how often one was.
    const isNew = seen === 0 ? 1 : (counts.size - 0.5) / seen
    length += count === 0 ? bits - Math.log2(isNew) : -Math.log2((1 - isNew) * (count / seen))
    counts.set(key, count + 1)
  }
  return length
}

/** Of a step either way: short ones are guessed first (Elias gamma, with the sign). */
function lengthOf(step: bigint): number {
  const digits = (step < 0n ? 1n - step : step + 1n).toString(2).length
  return 2 * digits - (step === 0n ? 1 : 0)
}
