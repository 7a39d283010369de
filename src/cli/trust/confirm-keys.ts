/**
 * Compares keys with fingerprints obtained over a separate channel.
 *
 * @packageDocumentation
 */
import { createInterface } from 'node:readline/promises'
import { DrawauditError } from '../../errors.js'
import { escapeText } from '../../render/escape.js'

/** A key or beacon chain that is not confirmed yet. */
export interface UnconfirmedKey {
  /** Description, such as `the key of operator "Example"`. */
  readonly what: string
  /** 64 lower-case hex digits. */
  readonly fingerprint: string
}

/** Asks a person; an empty answer means none. */
export type Ask = (question: string) => Promise<string>

/** Minimum digits of a fingerprint: 64 bits resist a search for another key. */
const fewestDigits = 16

/**
 * Confirms keys by the given fingerprints, else by asking. A fingerprint is never shown before it was typed, since
 * it would be copied from the screen.
 *
 * @param given - fingerprints, or their first 16 or more digits.
 * @returns the fingerprints of confirmed keys, at least one.
 * @throws DrawauditError `usage` for an invalid fingerprint, or if none is given and nobody can be asked;
 * `fingerprint-mismatch` for one that no key has.
 */
export async function confirmKeys(
  keys: readonly UnconfirmedKey[],
  given: readonly string[],
  ask: Ask | undefined,
): Promise<ReadonlySet<string>> {
  const confirmed = new Set<string>()
  for (const start of given.map(readFingerprint)) {
    const matching = keys.filter(({ fingerprint }) => fingerprint.startsWith(start))
    if (matching.length === 0) throw mismatch(start, keys)
    for (const { fingerprint } of matching) confirmed.add(fingerprint)
  }
  for (const { what, fingerprint } of ask === undefined ? [] : keys) {
    if (confirmed.has(fingerprint)) continue
    const answer = await ask?.(
      `fingerprint of ${escapeText(what)}, as you have it from elsewhere (empty: leave it out): `,
    )
    if (answer === undefined || answer.trim() === '') continue
    const start = readFingerprint(answer)
    if (!fingerprint.startsWith(start)) throw mismatch(start, [{ what, fingerprint }])
    confirmed.add(fingerprint)
  }
  if (confirmed.size > 0) return confirmed
  throw new DrawauditError('usage', `nobody has confirmed ${keys.map(({ what }) => what).join(', ')}`, {
    hint: 'get the fingerprint over a separate channel, such as a letter or the telephone, and give it with --fingerprint',
  })
}

/** Asks at the terminal; undefined without a terminal. */
export function findAsk(): Ask | undefined {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined
  return async question => {
    const terminal = createInterface({ input: process.stdin, output: process.stderr })
    try {
      terminal.once('SIGINT', () => {
        terminal.close()
        process.kill(process.pid, 'SIGINT')
      })
      return await new Promise<string>((resolve, reject) => {
        // End of input counts as an empty answer.
        terminal.once('close', () => {
          resolve('')
        })
        terminal.question(question).then(resolve, reject)
      })
    } finally {
      terminal.close()
    }
  }
}

/** Accepts groups and capital letters. */
function readFingerprint(text: string): string {
  const digits = text
    .replace(/^\s*sha256:/i, '')
    .replace(/[\s:-]/g, '')
    .toLowerCase()
  if (/^[0-9a-f]+$/.test(digits) && digits.length >= fewestDigits && digits.length <= 64) return digits
  throw new DrawauditError('usage', `not a fingerprint: ${JSON.stringify(text)}`, {
    hint: `a fingerprint has 64 hex digits; the first ${fewestDigits} are enough`,
  })
}

function mismatch(start: string, keys: readonly UnconfirmedKey[]): DrawauditError {
  const [first, ...more] = keys
  const found = first === undefined ? 'nothing' : `${first.fingerprint} of ${first.what}`
  const others = more.length === 0 ? '' : ` and ${more.length} more`
  return new DrawauditError(
    'fingerprint-mismatch',
    `no key has the fingerprint ${start}; found ${found}${others}`,
    {
      hint: 'either the fingerprint is mistyped, or somebody has replaced the key: do not trust it until that is cleared up',
    },
  )
}
