// Bundles: whatever is in one gives a report, never an exception; and who believes in one operator's key is never shown a
// proven winner that this operator did not sign.
import { readdirSync, readFileSync } from 'node:fs'
import { parseJson, type JsonValue } from '../../../src/core/json.js'
import { native } from '../../../src/native/index.js'
import { parseBundle } from '../../../src/model/bundle.js'
import { parseTrust } from '../../../src/model/trust.js'
import { verifyBundle } from '../../../src/verify/bundle/verify-bundle.js'
import { assertHolds, unlessRefused } from './expect.js'

const folder = 'fixtures/bundles'
const names = readdirSync(folder)
const read = (name: string, file: string): string => readFileSync(`${folder}/${name}/${file}`, 'utf8')
const now = new Date('2027-01-01T00:00:00Z')

/** What proves the good bundles, and all that was ever signed with its keys. */
const roots = [...new Set(names.map(name => read(name, 'trust.json')))].map(text =>
  parseTrust(parseJson(text)),
)
const signed = new Set(names.flatMap(name => payloadsOf(parseJson(read(name, 'bundle.json')))))

function payloadsOf(bundle: JsonValue): readonly string[] {
  return parseBundle(bundle).statements.map(({ payload }) => Buffer.from(payload).toString('hex'))
}

export const seeds = names.map(name => JSON.stringify(JSON.parse(read(name, 'bundle.json'))))

export function fuzz(data: Buffer): void {
  const value = unlessRefused(() => parseJson(data))
  if (value === undefined) return
  for (const trust of roots) {
    const { subjects } = verifyBundle(value, trust, { engine: native, now, require: ['winner.derived'] })
    const claims = new Map(subjects.flatMap(subject => subject.claims).map(({ id, status }) => [id, status]))
    if (claims.get('statement.signed') !== 'proven') continue
    for (const payload of payloadsOf(value)) assertHolds(signed.has(payload), 'proven, and nobody signed it')
  }
}
