import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { builtInChains } from '../../src/core/beacon.js'
import { longestPayload, statementType, type Draw, type Seal } from '../../src/model/statement.js'
import { maxIdLength, maxLineLength } from '../../src/model/entry.js'
import { levelNames } from '../../src/model/report.js'
import { checks } from '../../src/verify/bundle/checks/index.js'

const root = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const page = read('docs/PROTOCOL.md')
const section = (heading: string): string =>
  new RegExp(`\n## ${heading}\n([^]*?)(?:\n## |$)`).exec(page)?.[1] ?? ''

const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

await t.test('the worked example of docs/PROTOCOL.md is what the bytes of the fixture give', t => {
  const bundle = JSON.parse(read('fixtures/bundles/every-entry-wins/bundle.json')) as {
    statements: { payload: string }[]
    beacon: { signature: string }
    entries: [string, string][]
    winners: { inclusion: string[] }[]
  }
  const payloads = bundle.statements.map(({ payload }) => Buffer.from(payload, 'base64'))
  const parse = (index: number): unknown => JSON.parse(String(payloads[index]))
  const seal = parse(1) as Seal
  const [before, draw] = [parse(2) as Draw, parse(3) as Draw]

  // Written from the page, and of node:crypto alone.
  const leaves = bundle.entries.map(([id, kind]) => sha256(Buffer.from(`\0${id}\n${kind}`)))
  const [a = u32(0), b = u32(0), c = u32(0), d = u32(0)] = leaves
  const node = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.from([1]), left, right)
  const seed = Buffer.from(draw.rng_seed, 'hex')
  const beacon = Buffer.from(bundle.beacon.signature, 'hex')
  const message = Buffer.concat([
    Buffer.from('drawaudit/v1/draw\0'),
    sha256(payloads[1] ?? u32(0)),
    u32(draw.position),
    u32(0),
    sha256(beacon),
  ])
  const key = createHmac('sha256', seed).update(message).digest()
  const mac = createHmac('sha256', key).update(u32(0)).digest()
  const x = mac.readBigUInt64BE()
  const pool = BigInt(seal.total_entries - 1)
  const bound = (2n ** 64n / pool) * pool
  t.ok(x < bound)
  t.equal(message.length, 90)
  const j = Number(x % pool)
  const index = before.winner_index <= j ? j + 1 : j
  const computed = {
    entries: bundle.entries.map(entry => entry.join(' ')).join(', '),
    ...Object.fromEntries(leaves.map((leaf, place) => [`leaf ${place}`, leaf])),
    'node 0 1': node(a, b),
    'node 2 3': node(c, d),
    entries_root: node(node(a, b), node(c, d)),
    seal_digest: sha256(payloads[1] ?? u32(0)),
    beacon,
    randomness: sha256(beacon),
    seed,
    rng_seed_hash: sha256(seed),
    message,
    R: key,
    'HMAC, i = 0': mac,
    x,
    pool,
    bound,
    j,
    'picked before': before.winner_index,
    winner_index: index,
    winner: bundle.entries[index]?.join(' '),
    inclusion: bundle.winners[1]?.inclusion.join(' '),
  }
  const rows = [...section('A worked example').matchAll(/^(\S.*?) {2,}(\S.*)$/gm)]
  t.strictSame(
    rows.map(([, name, value]) => [name, value]),
    Object.entries(computed).map(([name, value]) => [
      name,
      Buffer.isBuffer(value) ? value.toString('hex') : String(value),
    ]),
  )
  t.equal(seal.entries_root, `sha256:${computed.entries_root.toString('hex')}`)
  t.equal(draw.rng_seed_hash, `sha256:${sha256(seed).toString('hex')}`)
  t.equal(draw.winner_index, index)
  t.end()
})

await t.test('the page has the members of every kind of statement, and no other', t => {
  const [, ...blocks] = section('Statements').split(/^(?=`\w+`, |Members of every statement)/m)
  const members = blocks.map(block =>
    [...block.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(([, cell = '']) => cell.match(/\w+/g) ?? []),
  )
  const schema = JSON.parse(read('schemas/statement.json')) as {
    required: string[]
    $defs: Record<string, { properties?: object }>
  }
  const kinds = ['commitment', 'seal', 'draw', 'replacement', 'cancellation']
  t.strictSame(
    members.map(names => names.toSorted()),
    [schema.required, ...kinds.map(kind => Object.keys(schema.$defs[kind]?.properties ?? {}))].map(names =>
      names.toSorted(),
    ),
  )
  t.end()
})

await t.test('the page has the constants of the code', t => {
  const limits = section('Limits')
  t.match(limits, `${longestPayload.toLocaleString('en')} bytes`)
  t.match(limits, `| entry id | ${maxIdLength} bytes |`)
  t.match(limits, `| line of a list file | ${maxLineLength.toLocaleString('en')} bytes |`)
  t.match(page, statementType)
  for (const { chainHash, scheme } of Object.values(builtInChains)) {
    t.match(section('The trust file'), `\`${chainHash}\`, \`${scheme}\``)
  }
  t.strictSame(
    [...section('Levels and verdict').matchAll(/^\| \d \| `([\w-]+)` \|/gm)].map(([, name]) => name),
    levelNames,
  )
  t.end()
})

await t.test('the claims stand in the order in which they are checked, and each has a step', t => {
  const rows = (text: string): readonly string[] =>
    [...text.matchAll(/^\| `([a-z]+\.[a-z]+)` \|/gm)].map(([, id = '']) => id)
  const ids = rows(section('Claims').split('\nHow they end')[0] ?? '')
  t.equal(ids.length, 15)
  t.strictSame(
    ids,
    checks.map(({ id }) => id),
  )
  const steps = [...section('How to verify a draw').matchAll(/^(\d+)\. (.*)$/gm)]
  t.strictSame(
    steps.map(([, number]) => Number(number)),
    steps.map((_, index) => index + 1),
  )
  for (const id of ids)
    t.ok(
      steps.some(([, , text]) => text?.includes(`\`${id}\``)),
      id,
    )
  t.end()
})
