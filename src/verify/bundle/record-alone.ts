/**
 * An audit record alone, without a recipe: the case of a page that has none.
 *
 * @packageDocumentation
 */
import { describeTrivialDigest, parseSha256 } from '../../core/digest.js'
import { parseTime } from '../../core/time.js'
import { parseAuditRecord, type AuditRecord } from '../../model/audit-record.js'
import { describeDraw } from '../headline.js'
import { addFinding, type Claim, type Finding } from '../../model/report.js'
import { checkRecordConsistent, findWinnersAgain, firstRepeated } from './checks/record-consistent.js'
import { checkRecordSchema } from './checks/record-schema.js'
import type { Examination } from '../verdict.js'

/** Claims that need evidence beside the record, in order: what they say, and what to ask for. */
const beyond: readonly (readonly [id: string, says: string, ask: string])[] = [
  [
    'statement.signed',
    'the organiser signed every statement about the raffle',
    'the signed statements and, from elsewhere, the public key',
  ],
  [
    'statement.chain',
    'no statement is missing, added or reordered',
    'all signed statements, from the commitment to the last draw',
  ],
  [
    'record.matches',
    'the record says what was signed',
    'the signatures that signature_hash names, and what they sign',
  ],
  [
    'seed.committed',
    'each seed was fixed before the draw',
    'each seed, and its rng_seed_hash as it was published before the draw',
  ],
  [
    'beacon.genuine',
    'the public randomness is the one that drand published',
    'the drand round with its signature',
  ],
  [
    'beacon.rule',
    'the round of the public randomness was fixed beforehand',
    'the round as it was announced before the draw',
  ],
  [
    'entries.sealed',
    'the list of entries was fixed before the draw',
    'the list of entries, and its hash as it was published before the draw',
  ],
  [
    'winner.derived',
    'the winner is the one that the rule gives',
    'the rule that leads from the seed and the entries to the winner',
  ],
  [
    'evidence.timely',
    'someone else saw the commitments in time',
    'a witness, or a copy that someone else kept',
  ],
  ['evidence.unique', 'there was no second commitment', 'the log of all commitments'],
  ['log.included', 'every statement is in the log', 'the log’s proofs'],
  ['log.witnessed', 'the log shows everyone the same history', 'the witnesses’ cosignatures'],
]

/**
 * Examines an audit record of either shape: `record.schema` and `record.consistent`; all other claims are not
 * provable, and each says what to ask the organiser for.
 *
 * @param value - an object from `parseJson`.
 */
export function examineRecordAlone(value: object, source: string): Examination {
  const record = parseAuditRecord(value)
  const evidence = beyond.map(([id, says, ask]): Claim => ({
    id,
    status: 'not-provable',
    code: 'evidence-missing',
    message: `${says}: ask for ${ask}`,
  }))
  const own: readonly Claim[] = [
    { id: 'record.schema', ...checkRecordSchema({ record }) },
    { id: 'record.consistent', ...checkRecordConsistent({ record }) },
  ]
  if ('problems' in record) {
    return {
      source,
      kind: 'audit-record',
      level: 0,
      headline: describeDraw(0),
      claims: [...own, ...evidence],
      findings: [],
      who_could_choose: 'the organiser: this record does not even have the form that it should have',
    }
  }
  const level = own.every(({ status }) => status === 'proven') ? 1 : 0
  return {
    source,
    kind: 'audit-record',
    title: `raffle ${record.raffle_id.toLowerCase()}`,
    level,
    headline: describeDraw(level),
    stopped_by: level === 1 ? 'statement.signed' : 'record.schema',
    claims: [...own, ...evidence],
    findings: findOddities(record),
    who_could_choose:
      record.draws.length === 0
        ? 'unknown: the record has no draw'
        : 'the organiser: a record alone shows neither how the winner was derived nor what was fixed before the draw; ask for the seed, the list of entries, the signature with its key and what it signs, and the rule that gives the winner',
  }
}

/** Members that the specification shows only in its reference, or does not mention. */
export function findOddities({ draws, unknown }: AuditRecord): readonly Finding[] {
  const findings: Finding[] = []
  draws.forEach((draw, index) => {
    const next = draws[index + 1]
    if (next === undefined) return
    if (next.total_entries !== draw.total_entries - 1) {
      addFinding(findings, {
        code: 'record-pool-step',
        message: `the pool goes from ${draw.total_entries} to ${next.total_entries} after draw ${index + 1}; one winner leaves it at a time`,
      })
    }
    if (parseTime(next.drawn_at_utc) < parseTime(draw.drawn_at_utc)) {
      addFinding(findings, {
        code: 'record-time-order',
        message: `draw ${index + 2} is dated before draw ${index + 1}`,
      })
    }
  })
  draws.forEach((draw, index) => {
    for (const member of ['rng_seed_hash', 'signature_hash'] as const) {
      const trivial = describeTrivialDigest(parseSha256(draw[member]))
      if (trivial !== undefined) {
        addFinding(findings, {
          code: 'hash-trivial',
          message: `${member} of draw ${index + 1} is ${trivial}`,
        })
      }
    }
  })
  const seedHash = firstRepeated(draws, ({ rng_seed_hash }) => rng_seed_hash.slice(-64).toLowerCase())
  if (seedHash !== undefined) {
    addFinding(findings, {
      code: 'record-seed-hash-repeated',
      message: 'two draws have the same rng_seed_hash',
    })
  }
  const kept = new Set(findWinnersAgain(draws).flatMap(one => (one.hadLeft ? [] : [one.winner])))
  for (const winner of kept) {
    addFinding(findings, {
      code: 'winner-repeated',
      message: `entry ${winner} won more than once, and the record does not show that winners leave the pool`,
    })
  }
  for (const pointer of unknown) {
    addFinding(findings, { code: 'record-unknown-member', message: `${pointer} is not in the specification` })
  }
  return findings
}
