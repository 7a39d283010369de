// Proofs that travel: of a log (c2sp.org/tlog-proof) and of an entry. What is read can be written, and is what was read.
import { parseJson } from '../../../src/core/json.js'
import { formatTlogProof, parseTlogProof } from '../../../src/core/tlog-proof.js'
import { parseEntryProof } from '../../../src/model/bundle.js'
import { assertHolds, unlessRefused } from './expect.js'

const hash = Buffer.alloc(32, 7).toString('base64')

export const seeds = [
  `c2sp.org/tlog-proof@v1\nindex 5\n${hash}\n${hash}\n\nexample.com\n8\n${hash}\n\n`,
  `c2sp.org/tlog-proof@v1\nextra ${hash}\nindex 0\n\nx`,
  JSON.stringify({
    index: 3,
    size: 8,
    leaf: { id: 'A', kind: 'paid' },
    proof: [`sha256:${'ab'.repeat(32)}`],
  }),
]

export function fuzz(data: Buffer): void {
  const text = data.toString('utf8')
  const proof = unlessRefused(
    () => parseTlogProof(text),
    code => code === 'proof-invalid',
  )
  if (proof !== undefined) assertHolds(formatTlogProof(proof) === text, 'a proof with two spellings')
  const json = unlessRefused(() => parseJson(data))
  if (json !== undefined) unlessRefused(() => parseEntryProof(json))
}
