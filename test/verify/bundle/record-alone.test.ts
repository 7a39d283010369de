import { readFileSync } from 'node:fs'
import t from 'tap'
import type { JsonValue } from '../../../src/core/json.js'
import { verifyRecord } from '../../../src/verify/verify-record.js'
import { subjectOf } from '../report.js'
import { describeClaims, describeSubject } from '../words.js'

type Json = Readonly<Record<string, JsonValue>>

const record = JSON.parse(
  readFileSync(new URL('../../../fixtures/records/flat.json', import.meta.url), 'utf8'),
) as Json

/** Of each claim that a record alone cannot prove, what it would take. */
const taken: readonly (readonly [id: string, message: string])[] = [
  ['statement.signed', 'the organiser signed every statement about the raffle: ask for the signed statements and, from elsewhere, the public key'],
  ['statement.chain', 'no statement is missing, added or reordered: ask for all signed statements, from the commitment to the last draw'],
  ['record.matches', 'the record says what was signed: ask for the signatures that signature_hash names, and what they sign'],
  ['seed.committed', 'each seed was fixed before the draw: ask for each seed, and its rng_seed_hash as it was published before the draw'],
  ['beacon.genuine', 'the public randomness is the one that drand published: ask for the drand round with its signature'],
  ['beacon.rule', 'the round of the public randomness was fixed beforehand: ask for the round as it was announced before the draw'],
  ['entries.sealed', 'the list of entries was fixed before the draw: ask for the list of entries, and its hash as it was published before the draw'],
  ['winner.derived', 'the winner is the one that the rule gives: ask for the rule that leads from the seed and the entries to the winner'],
  ['evidence.timely', 'someone else saw the commitments in time: ask for a witness, or a copy that someone else kept'],
  ['evidence.unique', 'there was no second commitment: ask for the log of all commitments'],
  ['log.included', 'every statement is in the log: ask for the log’s proofs'],
  ['log.witnessed', 'the log shows everyone the same history: ask for the witnesses’ cosignatures'],
] // prettier-ignore

await t.test('everything that is said of a record by itself', t => {
  const subject = subjectOf(verifyRecord(record))
  t.strictSame(describeClaims(subject.claims), [
    ...['record.schema proven schema-valid', '  the record has the form that the specification gives'],
    ...['record.consistent proven record-consistent', '  the record agrees with itself'],
    ...taken.flatMap(([id, message]) => [`${id} not-provable evidence-missing`, `  ${message}`]),
    'level.reached not-provable level-short',
    '  the draws reach level 4, unsteerable: stopped by statement.signed',
    '  expected level 4, unsteerable',
    '  found level 1, well formed',
  ])
  t.strictSame(describeSubject(subject), [
    'Well formed; nothing more can be checked',
    'not-provable, level 1, stopped by statement.signed',
    'the organiser: a record alone shows neither how the winner was derived nor what was fixed before the draw; ask for the seed, the list of entries, the signature with its key and what it signs, and the rule that gives the winner',
  ])
  t.end()
})
