// Signed notes, checkpoints, verifier keys: what is read can be written, and is what was read.
import { formatCheckpoint, parseCheckpoint } from '../../../src/core/checkpoint.js'
import { formatNote, parseNote, verifyNote } from '../../../src/core/note.js'
import { formatVerifierKey, parseVerifierKey } from '../../../src/core/verifier-key.js'
import { assertHolds, unlessRefused } from './expect.js'

const key = 'example.com/foo+530aff92+AYe1qZgHs3q3Eqx6GQCTjBCkI1JHMmTXJ0ntNGhqiAVQ'
const root = Buffer.alloc(32, 7).toString('base64')
const signature = `\u2014 example.com/foo ${Buffer.alloc(68, 9).toString('base64')}\n`

export const seeds = [
  `example.com/foo\n12\n${root}\n\n${signature}`,
  `example.com/foo\n12\n${root}\nextension\n\n${signature}${signature}`,
  `a\nb\n\n\n${signature}`,
  key,
]

export function fuzz(data: Buffer): void {
  const text = data.toString('utf8')
  const vkey = unlessRefused(() => parseVerifierKey(text))
  if (vkey !== undefined) assertHolds(formatVerifierKey(vkey) === text, 'a verifier key with two spellings')

  const note = unlessRefused(() => parseNote(data))
  if (note === undefined) return
  assertHolds(Buffer.from(formatNote(note)).equals(data), 'a note with two spellings')
  const verified = unlessRefused(() => verifyNote(note, [parseVerifierKey(key)]))
  assertHolds(verified === undefined || verified.length === 0, 'a signature that nobody made')
  const checkpoint = unlessRefused(() => parseCheckpoint(note.text))
  if (checkpoint === undefined) return
  const { extensions } = checkpoint
  const written = `${formatCheckpoint(checkpoint)}${extensions.map(line => `${line}\n`).join('')}`
  assertHolds(written === note.text, 'a checkpoint with two spellings')
}
