/**
 * An audit record by itself. It can be well formed and consistent; it proves nothing about who won.
 *
 * @packageDocumentation
 */
import { describeTrivialDigest, parseSha256 } from '../core/digest.js'
import { parseTime } from '../core/time.js'
import { parseAuditRecord, type AuditDraw, type AuditRecord } from '../model/audit-record.js'
import { addFinding, type Claim, type Finding, type Report } from '../model/report.js'
import { describeProblems } from '../model/schema.js'
import { examineByRecipe, type AppliedRecipe } from './record-by-recipe.js'
import { createReport, decideSubject, type Examination } from './verdict.js'

/** Claims that need evidence beside the record, in their order: what they say, and what to ask for. */
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
 * Verifies an audit record of either shape by itself. A bad record gives a report, never an exception.
 *
 * @param value - an object, as `parseJson` reads it.
 * @param source - where the record came from, for the report.
 */
export function verifyRecord(value: object, source = 'audit record'): Report {
  return createReport([decideSubject(examineRecord(value, source))])
}

/**
 * Examines an audit record of either shape by itself: `record.schema` and `record.consistent`; all other claims
 * are not provable, and each says what to ask the organiser for.
 *
 * @param value - an object, as `parseJson` reads it.
 * @param applied - a recipe to apply to each draw; its claims stand in the place of those of the same id.
 */
export function examineRecord(value: object, source: string, applied?: AppliedRecipe): Examination {
  const record = parseAuditRecord(value)
  const evidence = beyond.map(([id, says, ask]): Claim => ({
    id,
    status: 'not-provable',
    code: 'evidence-missing',
    message: `${says}: ask for ${ask}`,
  }))
  if ('problems' in record) {
    return {
      source,
      kind: 'audit-record',
      level: 0,
      claims: [
        {
          id: 'record.schema',
          status: 'refuted',
          code: 'schema-invalid',
          message: `the record has the form that the specification gives: ${describeProblems(record.problems)}`,
        },
        {
          id: 'record.consistent',
          status: 'not-provable',
          code: 'schema-invalid',
          message: 'the record agrees with itself: its form has to be mended first',
        },
        ...evidence,
      ],
      findings: [],
      who_could_choose: 'the organiser: this record does not even have the form that it should have',
    }
  }
  const consistent = checkConsistent(record)
  const byRecipe = applied && examineByRecipe(record, applied)
  const examination: Examination = {
    source,
    kind: 'audit-record',
    title: `raffle ${record.raffle_id.toLowerCase()}`,
    level: consistent.status === 'proven' ? 1 : 0,
    claims: [
      {
        id: 'record.schema',
        status: 'proven',
        code: 'schema-valid',
        message: 'the record has the form that the specification gives',
      },
      consistent,
      ...evidence,
    ],
    findings: findOddities(record),
    who_could_choose:
      record.draws.length === 0
        ? 'unknown: the record has no draw'
        : 'the organiser: a record alone shows neither how the winner was derived nor what was fixed before the draw; ask for the seed, the list of entries, the signature with its key and what it signs, and the rule that gives the winner',
  }
  if (byRecipe === undefined) return examination
  const { claims, findings, ...rest } = byRecipe
  const others = examination.claims.filter(({ id }) => !claims.some(claim => claim.id === id))
  return {
    ...examination,
    ...rest,
    claims: [...others, ...claims],
    findings: [...examination.findings, ...findings],
  }
}

/** `total_draws` is the number of draws, and neither a draw nor a winner stands twice. */
function checkConsistent({ total_draws, draws }: AuditRecord): Claim {
  const id = 'record.consistent'
  const message = 'the record agrees with itself'
  if (total_draws !== undefined && total_draws !== draws.length) {
    return {
      id,
      status: 'refuted',
      code: 'record-total',
      message: `${message}: total_draws is not the number of draws`,
      expected: String(draws.length),
      found: String(total_draws),
    }
  }
  const draw = firstRepeated(draws, ({ draw_id }) => draw_id.toLowerCase())
  if (draw !== undefined) {
    return {
      id,
      status: 'refuted',
      code: 'record-draw-repeated',
      message: `${message}: two draws have the id ${draw}`,
    }
  }
  const winner = firstRepeated(draws, ({ winner_entry_id }) => winner_entry_id)
  if (winner !== undefined) {
    return {
      id,
      status: 'refuted',
      code: 'record-winner-repeated',
      message: `${message}: entry ${winner} won twice`,
    }
  }
  return { id, status: 'proven', code: 'record-consistent', message }
}

/** What the specification shows only in its reference, or does not speak of. */
function findOddities({ draws, unknown }: AuditRecord): readonly Finding[] {
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
  for (const pointer of unknown) {
    addFinding(findings, { code: 'record-unknown-member', message: `${pointer} is not in the specification` })
  }
  return findings
}

function firstRepeated(draws: readonly AuditDraw[], key: (draw: AuditDraw) => string): string | undefined {
  const seen = new Set<string>()
  for (const draw of draws) {
    const value = key(draw)
    if (seen.has(value)) return value
    seen.add(value)
  }
  return undefined
}
