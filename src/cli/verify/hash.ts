/**
 * `drawaudit hash`
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  equalBytes,
  explainMismatch,
  formatSha256,
  describeTrivialDigest,
  parseSha256,
} from '../../core/digest.js'
import { DrawauditError } from '../../errors.js'
import { native } from '../../native/engine.js'
import { escapeText } from '../../render/escape.js'
import { findSource, refuseSecondInput, standardInput, type DocumentSource } from '../../io/files.js'
import { requiredArgument } from '../shared/options.js'
import { talk } from '../shared/terminal.js'
import { defineCommand } from '../shared/command.js'

export const hashCommand = defineCommand({
  name: 'hash <value> [other]',
  describe: 'Print the normal form of a SHA-256 hash, hash a file, or compare two',
  arguments: {
    value: {
      ...requiredArgument,
      describe: 'A SHA-256 hash, a file, or - for standard input',
    },
    other: { type: 'string', describe: 'A second one to compare with' },
  },
  examples: [
    ['$0 hash SHA256:BA7816…15AD', 'The normal form of a hash'],
    ['$0 hash entries.csv', 'The hash of a file'],
    ['$0 hash entries.csv sha256:ba78…', 'Compare, and say what may have gone wrong'],
  ],
  exits: { 1: 'the two differ' },
  epilogue: 'A slip that explains the difference of two is named, such as a line break at the end.',
  run({ value, other }) {
    const given = [value, ...(other === undefined ? [] : [other])]
    refuseSecondInput(given)
    const values = given.map(readHash)
    const [first, second] = values
    if (first === undefined) throw new DrawauditError('usage', 'hash takes a hash or a file')
    for (const { digest, name } of values) {
      const trivial = describeTrivialDigest(digest)
      if (trivial !== undefined) talk(`note: ${escapeText(name)} is ${trivial}\n`)
    }
    const equal = second === undefined ? undefined : equalBytes(first.digest, second.digest)
    const explanation = second === undefined || equal === true ? undefined : explain(first, second)
    return { values, equal, explanation }
  },
  json: ({ values, equal, explanation }) => ({
    digests: values.map(({ name, digest }) => ({ name, digest: formatSha256(digest) })),
    ...(equal !== undefined && { equal }),
    ...(explanation !== undefined && { explanation }),
  }),
  text({ values, equal, explanation }) {
    const lines = values.map(
      ({ digest, isFile, name }) => `${formatSha256(digest)}${isFile ? `  ${escapeText(name)}` : ''}`,
    )
    if (equal !== undefined) lines.push(equal ? 'equal' : 'different')
    if (explanation !== undefined) lines.push(explanation)
    return `${lines.join('\n')}\n`
  },
  exitCode: ({ equal }) => (equal === false ? 1 : 0),
})

interface HashedInput {
  readonly name: string
  readonly digest: Uint8Array
  /** Set if hashed from a file, absent if given as a hash. */
  readonly isFile?: true
  /** The hashed bytes, to search for the cause of a mismatch; absent for a long file. */
  readonly bytes?: Uint8Array
}

/** Maximum bytes of a file kept for that search; longer files are hashed in pieces. */
const mostKept = 64 * 1024 * 1024

const sha256 = (bytes: Uint8Array): Uint8Array => native.hash('sha256', bytes)

function hashSource(source: DocumentSource): HashedInput {
  const hash = createHash('sha256')
  const kept: Uint8Array[] = []
  let length = 0
  for (const piece of source.pieces()) {
    hash.update(piece)
    length += piece.length
    if (length > mostKept) kept.length = 0
    else kept.push(piece)
  }
  const digest = new Uint8Array(hash.digest())
  const bytes = length <= mostKept ? Buffer.concat(kept) : undefined
  return { name: source.name, digest, isFile: true, ...(bytes && { bytes }) }
}

function readHash(value: string): HashedInput {
  if (value === standardInput || existsSync(value)) {
    return hashSource(findSource(value))
  }
  try {
    return { name: value, digest: parseSha256(value) }
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    const hint = [error.hint, 'there is no file of that name either']
      .filter(part => part !== undefined)
      .join('; ')
    throw new DrawauditError(error.code, error.message, { hint, where: error.where, cause: error })
  }
}

/** A likely cause of the difference, reworded in terms of first and second argument. */
function explain(first: HashedInput, second: HashedInput): string | undefined {
  const name = (slip: string | undefined, expected: string, found: string): string | undefined =>
    slip?.replace(/(expected|found)(?= (?:digest|one))/g, word => (word === 'found' ? found : expected))
  return (
    name(explainMismatch(first.digest, second, sha256), 'first', 'second') ??
    name(explainMismatch(second.digest, first, sha256), 'second', 'first')
  )
}
