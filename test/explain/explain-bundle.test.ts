import { createHash, createHmac } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import t from 'tap'
import { canonicalize } from '../../src/core/canonical.js'
import { parseJson, type JsonValue } from '../../src/core/json.js'
import { parseEntryProof } from '../../src/model/bundle.js'
import { parseTrust } from '../../src/model/trust.js'
import { native } from '../../src/native/engine.js'
import { renderExplanation } from '../../src/render/explanation.js'
import { renderJson } from '../../src/render/json.js'
import { explainBundle, type BundleExplanationOptions } from '../../src/explain/explain-bundle.js'
import type { ExplainedOperation, ExplainedStep, Explanation } from '../../src/explain/explain-draw.js'
import { findCommands, findUnsafe, hostile } from '../render/reports.js'

const folder = new URL('../../fixtures/bundles/', import.meta.url)
const names = readdirSync(folder)
const now = new Date('2027-01-01T00:00:00Z')

interface EnvelopeJson {
  payload: string
  payloadType: string
  signatures: { keyid?: string; sig: string }[]
}

interface WinnerJson {
  position: number
  attempt: number
  entry_id: string
  kind: string
  index: number
  inclusion: string[]
}

interface BundleJson {
  statements: EnvelopeJson[]
  beacon?: { chain_hash: string; round: number; signature: string }
  winners?: WinnerJson[]
  entries?: [string, string][]
}

type Members = Record<string, JsonValue>

const read = (path: string): string => readFileSync(new URL(path, folder), 'utf8')
const bundleOf = (name: string): BundleJson => JSON.parse(read(`${name}/bundle.json`)) as BundleJson
const explain = (bundle: unknown, options: Partial<BundleExplanationOptions> = {}): Explanation =>
  explainBundle(bundle, { now, engine: native, ...options })
const payloadOf = ({ payload }: EnvelopeJson): Buffer => Buffer.from(payload, 'base64')
const statementOf = (envelope: EnvelopeJson): Members => JSON.parse(payloadOf(envelope).toString()) as Members
const step = ({ steps }: Explanation, name: string): ExplainedStep => {
  const found = steps.find(one => one.name === name)
  if (found === undefined) throw new Error(`no step ${name}`)
  return found
}

/** A bundle in which a statement says something else; nothing is signed anew. */
function restate(bundle: BundleJson, index: number, change: Members): BundleJson {
  const copy = structuredClone(bundle)
  const envelope = copy.statements[index]!
  const statement = { ...statementOf(envelope), ...change }
  envelope.payload = Buffer.from(canonicalize(statement)).toString('base64')
  return copy
}

const hash = (...parts: readonly Uint8Array[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest()
const mac = (key: Uint8Array, ...parts: readonly Uint8Array[]): Buffer =>
  createHmac('sha256', key).update(Buffer.concat(parts)).digest()
const u32 = (value: number): Buffer => Buffer.from(value.toString(16).padStart(8, '0'), 'hex')
/** A text, or a number in decimal. */
const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return value.toString()
  throw new Error(`neither text nor number: ${JSON.stringify(value)}`)
}
const unhex = (text: unknown): Buffer => Buffer.from(textOf(text).replace('sha256:', ''), 'hex')

const values = ({ inputs }: ExplainedOperation): readonly string[] =>
  inputs.map(({ value }) => (Array.isArray(value) ? value.join() : textOf(value)))
const ofKind = (operations: readonly ExplainedOperation[], kind: string): readonly ExplainedOperation[] =>
  operations.filter(({ operation }) => operation === kind)

/** Where a pick falls, computed once more: R, each number tried, and the place. */
function pickAgain(seed: Buffer, message: readonly Buffer[], pool: number, taken: readonly number[]) {
  const key = mac(seed, ...message)
  const limit = ((1n << 64n) / BigInt(pool)) * BigInt(pool)
  const numbers: bigint[] = []
  do numbers.push(mac(key, u32(numbers.length)).readBigUInt64BE(0))
  while (numbers.at(-1)! >= limit)
  const rank = Number(numbers.at(-1)! % BigInt(pool))
  // The place of that rank among those that are left.
  const index = taken.toSorted((a, b) => a - b).reduce((at, gone) => (gone <= at ? at + 1 : at), rank)
  return { key, limit, numbers, rank, index }
}

for (const name of names) {
  await t.test(`${name}: every value is what node:crypto makes of the bundle`, t => {
    const bundle = bundleOf(name)
    const explanation = explain(bundle, { source: name })
    const statements = bundle.statements.map(statementOf)
    const [commitment = {}, seal = {}] = statements

    statements.forEach((statement, index) => {
      const envelope = bundle.statements[index]!
      const payload = payloadOf(envelope)
      const { operations, output, failed } = step(
        explanation,
        `statement ${index} (${textOf(statement['type'])})`,
      )
      const [digest, pae, signatureHash] = operations
      t.equal(failed, undefined)
      t.equal(output?.value, hash(payload).toString('hex'))
      t.equal(digest?.output.value, hash(payload).toString('hex'))
      const head = `DSSEv1 ${envelope.payloadType.length} ${envelope.payloadType} ${payload.length} `
      t.equal(pae?.output.value, Buffer.concat([Buffer.from(head), payload]).toString('hex'))
      const signature = Buffer.from(envelope.signatures[0]!.sig, 'base64')
      t.strictSame(signatureHash && values(signatureHash), [signature.toString('hex')])
      t.equal(signatureHash?.output.value, hash(signature).toString('hex'))
    })

    const { beacon } = bundle
    const randomness = beacon === undefined ? Buffer.alloc(32) : hash(unhex(beacon.signature))
    t.equal(step(explanation, 'randomness').output?.value, randomness.toString('hex'))

    const picks = statements.filter(({ type }) => type === 'draw' || type === 'replacement')
    t.equal(picks.length, bundle.winners?.length)
    picks.forEach((pick, order) => {
      const position = Number(pick['position'])
      const attempt = Number(pick['attempt'] ?? 0)
      const label =
        attempt === 0 ? `the draw of prize ${position}` : `replacement ${attempt} of prize ${position}`
      const { operations, output, failed } = step(explanation, label)
      t.equal(failed, undefined, label)
      const seed = unhex(statements.find(one => one['position'] === position)?.['rng_seed'])
      const [seedHash] = ofKind(operations, 'sha256')
      const prizes = commitment['prizes'] as readonly Members[]
      t.strictSame(seedHash && values(seedHash), [seed.toString('hex')])
      t.equal(`sha256:${textOf(seedHash?.output.value)}`, prizes[position - 1]?.['rng_seed_hash'])

      const message = [
        Buffer.from('drawaudit/v1/draw\0'),
        hash(payloadOf(bundle.statements[1]!)),
        u32(position),
        u32(attempt),
        randomness,
      ]
      const pool = Number(seal['total_entries']) - order
      const taken = picks.slice(0, order).map(one => Number(one['winner_index']))
      const again = pickAgain(seed, message, pool, taken)
      const [derivation, ...trials] = ofKind(operations, 'hmac-sha256')
      t.strictSame(
        derivation && values(derivation),
        [seed, ...message].map(part => part.toString('hex')),
      )
      t.equal(derivation?.output.value, again.key.toString('hex'))
      t.strictSame(
        trials.map(trial => [...values(trial), trial.output.value]),
        again.numbers.map((_, at) => [
          again.key.toString('hex'),
          u32(at).toString('hex'),
          mac(again.key, u32(at)).toString('hex'),
        ]),
      )
      t.strictSame(
        ofKind(operations, 'u64be').map(number => [values(number)[0], number.output.value]),
        again.numbers.map((number, at) => [
          mac(again.key, u32(at)).subarray(0, 8).toString('hex'),
          String(number),
        ]),
      )
      t.strictSame(
        ofKind(operations, 'below').map(below => [...values(below), below.output.value]),
        again.numbers.map(number => [
          String(number),
          String(again.limit),
          number < again.limit ? 'accepted' : 'rejected',
        ]),
      )
      t.strictSame(
        ofKind(operations, 'mod').map(mod => [...values(mod), mod.output.value]),
        [[String(again.numbers.at(-1)), String(pool), String(again.rank)]],
      )
      const [skip] = ofKind(operations, 'skip')
      t.strictSame(skip?.inputs[1]?.value, taken.toSorted((a, b) => a - b).map(String))
      t.equal(output?.value, String(again.index))
      t.equal(output?.value, textOf(pick['winner_index']))

      const winner = bundle.winners![order]!
      const path = step(explanation, `the entry of ${label}`)
      t.equal(path.failed, undefined)
      t.equal(path.operations.length, 1 + winner.inclusion.length)
      let reached = hash(Buffer.from([0]), Buffer.from(`${winner.entry_id}\n${winner.kind}`))
      path.operations.forEach((operation, level) => {
        const parts = values(operation).map(unhex)
        t.equal(operation.output.value, hash(...parts).toString('hex'))
        const sibling = winner.inclusion[level - 1]
        if (sibling === undefined) return
        t.ok(values(operation).includes(sibling) && values(operation).includes(reached.toString('hex')))
        reached = hash(...parts)
      })
      t.equal(`sha256:${textOf(path.output?.value)}`, seal['entries_root'])
    })
    t.equal(explanation.steps.length, statements.length + 1 + 2 * picks.length)
    t.equal(
      explanation.title,
      `${textOf(commitment['raffle_name'])}, raffle ${textOf(seal['raffle_id'])} of ${textOf(seal['operator'])}`,
    )
    t.end()
  })
}

await t.test('the claims are those that the bundle itself decides', t => {
  const name = 'three-prizes-142-entries'
  const trust = parseTrust(parseJson(read(`${name}/trust.json`)))
  const endings = (explanation: Explanation): readonly string[] =>
    explanation.claims.map(({ id, status }) => `${id} ${status}`)
  const others = [
    'statement.chain proven',
    'seed.committed proven',
    'beacon.genuine proven',
    'beacon.rule proven',
    'entries.sealed proven',
    'winner.derived proven',
  ]
  t.strictSame(endings(explain(bundleOf(name))), ['statement.signed not-provable', ...others])
  t.strictSame(endings(explain(bundleOf(name), { trust, ticket: { id: '10042' } })), [
    'statement.signed proven',
    ...others,
    'ticket.included proven',
  ])
  t.end()
})

await t.test('the path of any entry, from the list, from a proof, or because it won', t => {
  const full = bundleOf('three-prizes-142-entries')
  const root = textOf(statementOf(full.statements[1]!)['entries_root'])
  const { operations, output } = step(explain(full, { ticket: { id: '10042' } }), 'entry 10042')
  t.equal(`sha256:${textOf(output?.value)}`, root)
  t.equal(operations[0]?.output.value, hash(Buffer.from('\u000010042\npaid')).toString('hex'))

  // The same path, as a proof beside a bundle without the list.
  const light = { ...full }
  delete light.entries
  const reached = operations.map(operation => textOf(operation.output.value))
  const proof = {
    raffle_id: textOf(statementOf(full.statements[0]!)['raffle_id']),
    entry_id: '10042',
    kind: 'paid',
    index: 6,
    total_entries: 142,
    entries_root: root,
    inclusion: operations
      .slice(1)
      .map((node, level) => values(node).find(part => part.length === 64 && part !== reached[level])),
  }
  const ticket = { id: '10042', proof: parseEntryProof(proof) }
  t.strictSame(step(explain(light, { ticket }), 'entry 10042').operations, operations)
  const failedOf = (options: Partial<BundleExplanationOptions>): string | undefined =>
    explain(light, options).steps.find(({ name }) => name.startsWith('entry '))?.failed
  t.match(failedOf({ ticket: { id: '10043', proof: ticket.proof } }), 'the proof is of entry 10042 of raffle')
  t.match(failedOf({ ticket: { id: '10042' } }), 'does not have the list')
  const won = full.winners![0]!.entry_id
  t.equal(failedOf({ ticket: { id: won } }), undefined)
  t.match(step(explain(full, { ticket: { id: 'nobody' } }), 'entry nobody').failed, 'none of the 142 entries')
  t.end()
})

await t.test('--position shows the picks of one prize', t => {
  const bundle = bundleOf('replacements')
  const all = explain(bundle)
  const of = (position: number): readonly string[] =>
    explain(bundle, { position }).steps.map(({ name }) => name)
  const picks = bundle.statements.map(statementOf).filter(({ position }) => position === 1).length
  t.ok(picks > 1, 'the prize was replaced')
  t.equal(of(1).length, 3 + 3 * picks)
  t.ok(all.steps.length > of(1).length)
  t.notOk(of(1).some(name => name.endsWith('prize 2')))
  t.equal(of(99).at(-1), 'the end')
  t.equal(explain(bundle, { position: 99 }).steps.at(-1)?.failed, 'there is no draw of prize 99')
  t.end()
})

await t.test('what is missing or wrong: as far as it goes, and why it stops', t => {
  const bundle = bundleOf('three-prizes-142-entries')
  const faults = (changed: unknown): Readonly<Record<string, string>> =>
    Object.fromEntries(
      explain(changed).steps.flatMap(({ name, failed }) => (failed === undefined ? [] : [[name, failed]])),
    )
  const cut = (length: number): BundleJson => ({ ...bundle, statements: bundle.statements.slice(0, length) })
  const { beacon, ...withoutBeacon } = bundle
  const { winners, ...withoutWinners } = bundle
  t.strictSame(faults(bundle), {})
  const cases: readonly (readonly [what: string, changed: unknown, Readonly<Record<string, string>>])[] = [
    ['unfinished', cut(3), { 'the end': '1 of 3 prizes is drawn' }],
    ['only committed', cut(1), { 'the end': 'the list is not sealed; 0 of 3 prizes are drawn' }],
    [
      'no commitment',
      { ...bundle, statements: bundle.statements.slice(1) },
      { 'the end': 'there is no commitment', 'the draw of prize 1': 'the commitment has no such prize' },
    ],
    [
      'no seal',
      { ...bundle, statements: bundle.statements.filter((_, index) => index !== 1) },
      {
        'the end': 'the list is not sealed',
        'the draw of prize 1': 'there is no seal',
        'the entry of the draw of prize 1': 'there is no seal',
      },
    ],
    [
      'no beacon',
      withoutBeacon,
      {
        randomness: 'the committed beacon is not in the bundle',
        'the draw of prize 1': 'the committed beacon is not in the bundle',
      },
    ],
    ['no winners', withoutWinners, { 'the entry of the draw of prize 1': 'its proof is not in the bundle' }],
    [
      'another beacon',
      { ...bundle, beacon: { ...beacon, round: 7 } },
      { randomness: `the commitment names round 31799517 of ${beacon!.chain_hash}` },
    ],
    [
      'the round of another chain',
      { ...bundle, beacon: { ...beacon, chain_hash: '00'.repeat(32) } },
      { randomness: `the commitment names round 31799517 of ${beacon!.chain_hash}` },
    ],
    [
      'another place',
      restate(bundle, 2, { winner_index: 3 }),
      { 'the draw of prize 1': 'the statement says 3' },
    ],
    [
      'another pool',
      restate(bundle, 2, { total_entries: 7 }),
      { 'the draw of prize 1': 'the statement says that the pool is 7' },
    ],
    [
      'another seed',
      restate(bundle, 2, { rng_seed: '0'.repeat(64) }),
      { 'the draw of prize 1': 'the commitment has another hash of the seed: sha256:87ef' },
    ],
    [
      'no pool',
      restate(bundle, 1, { total_entries: 0 }),
      { 'the draw of prize 1': 'no entry is left to pick' },
    ],
    [
      'a position beyond 32 bits',
      restate(bundle, 2, { position: 2 ** 32 }),
      { [`the draw of prize ${2 ** 32}`]: 'the commitment has no such prize' },
    ],
    [
      'a replacement without a draw',
      restate(bundleOf('replacements'), bundleOf('replacements').statements.length - 1, {
        position: 9,
        attempt: 1,
      }),
      { 'replacement 1 of prize 9': 'its seed is not in the bundle' },
    ],
    [
      'no statement',
      restate(bundle, 2, { more: 1 }),
      { 'statement 2': 'it is no statement', 'the end': '2 of 3 prizes are drawn' },
    ],
  ]
  for (const [what, changed, expected] of cases) t.match(faults(changed), expected, what)

  const changed = structuredClone(bundle)
  changed.winners = [{ ...winners![0]!, inclusion: ['0'.repeat(64)] }]
  t.match(faults(changed), { 'the entry of the draw of prize 1': 'this does not lead to the sealed root' })

  const unnamed = structuredClone(bundle)
  const { keyid } = unnamed.statements[0]!.signatures[0]!
  delete unnamed.statements[0]!.signatures[0]!.keyid
  const titleOf = (of: BundleJson): string | undefined => step(explain(of), 'statement 0 (commitment)').title
  t.equal(titleOf(bundle), `${titleOf(unnamed)}; it names the key ${keyid}`)

  const { type, raffle_id, sequence, previous, issued_at_utc, operator } = statementOf(bundle.statements[1]!)
  const cancellation = { type, raffle_id, sequence, previous, issued_at_utc, operator } as Members
  const cancelled = cut(2)
  cancelled.statements[1] = {
    ...cancelled.statements[1]!,
    payload: Buffer.from(canonicalize({ ...cancellation, type: 'cancellation', reason: 'a fire' })).toString(
      'base64',
    ),
  }
  t.strictSame(faults(cancelled), { 'statement 1 (cancellation)': 'the raffle was cancelled: a fire' })
  t.end()
})

await t.test('of two seals the first decides', t => {
  const bundle = bundleOf('three-prizes-142-entries')
  const again = restate(bundle, 1, { total_entries: 7 }).statements[1]!
  const { steps } = explain({ ...bundle, statements: [...bundle.statements, again] })
  t.equal(steps.filter(({ name }) => name === 'randomness').length, 1)
  t.equal(steps.filter(({ name }) => name === 'statement 1 (seal)').length, 2)
  t.end()
})

await t.test('what is no bundle has one claim, and no step', t => {
  for (const value of [{ bundle: 'drawaudit/v1' }, { bundle: 'drawaudit/v2' }, { bundle: 1 }, {}]) {
    const { steps, claims } = explain(value)
    t.strictSame([steps.length, claims.map(({ id }) => id)], [0, ['document.read']])
    t.match(renderExplanation(explain(value)), 'document.read')
  }
  t.end()
})

/** A copy of `value` in which each leaf in turn is what `edit` makes of it. */
function* mutants(value: unknown, edit: (leaf: unknown) => unknown): Generator {
  if (typeof value !== 'object' || value === null) {
    yield edit(value)
    return
  }
  for (const [key, item] of Object.entries(value)) {
    for (const changed of mutants(item, edit)) {
      yield Array.isArray(value)
        ? value.map((one: unknown, index) => (String(index) === key ? changed : one))
        : { ...value, [key]: changed }
    }
  }
}

await t.test('no leaf of a bundle or of its statements makes it throw', t => {
  const bundle = bundleOf('no-beacon')
  const edits = [
    (leaf: unknown) => (typeof leaf === 'number' ? 2 ** 53 - 1 : typeof leaf === 'string' ? '' : 0),
    (leaf: unknown) => (typeof leaf === 'number' ? leaf + 1 : String(leaf).replace(/[0-9]/, '9')),
    () => null,
  ]
  let count = 0
  const changed = edits.flatMap(edit => [
    ...mutants(bundle, edit),
    ...bundle.statements.flatMap((envelope, index) =>
      [...mutants(statementOf(envelope), edit)].map(statement =>
        restate(bundle, index, statement as Members),
      ),
    ),
  ])
  for (const one of changed) {
    const explanation = explain(one, { ticket: { id: '10001' } })
    renderExplanation(explanation)
    if (explanation.claims.length > 0) count += 1
  }
  t.equal(count, changed.length)
  t.ok(count > 150, `${count} mutants`)
  t.end()
})

await t.test('remote text cannot leave its place', t => {
  const text = hostile.toWellFormed()
  const bundle = bundleOf('replacements')
  const last = bundle.statements.length - 1
  const [prize = {}] = statementOf(bundle.statements[0]!)['prizes'] as readonly Members[]
  const changed = [
    restate(bundle, 0, { raffle_name: text, operator: text, prizes: [{ ...prize, prize_name: text }] }),
    restate(bundle, last, { reason: text, winner_entry_id: text.replace(/\p{Cc}/gu, '').slice(0, 40) }),
    restate(bundle, 1, { type: text }),
    { ...bundle, statements: [{ ...bundle.statements[0]!, payloadType: text }] },
  ]
  for (const one of changed) {
    const explanation = explain(one, { source: text, ticket: { id: text } })
    for (const printed of [renderExplanation(explanation, { colour: false }), renderJson(explanation)]) {
      t.strictSame([findUnsafe(printed), findCommands(printed)], [[], []])
    }
  }
  t.end()
})

await t.test('a chain of very many statements is cut, and says so', t => {
  const bundle = bundleOf('no-beacon')
  const [commitment, seal, draw] = bundle.statements
  const ofLength = (length: number): object => ({
    ...bundle,
    statements: [commitment, seal, ...Array.from({ length: length - 2 }, () => draw)],
  })
  const explanation = explain(ofLength(303))
  const { length } = explanation.steps.filter(({ name }) => name.startsWith('statement '))
  t.equal(length, 200)
  t.match(explanation.notes[1], '103 more statements are left out')
  t.equal(explain(ofLength(200)).notes.length, 1, 'none is left out')
  t.match(renderExplanation(explanation, { steps: 40 }), /^… and \d+ more steps; --all shows them$/m)
  t.end()
})
