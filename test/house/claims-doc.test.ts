import { readFileSync, readdirSync } from 'node:fs'
import t from 'tap'
import { parseTrust } from '../../src/model/trust.js'
import { levelNames } from '../../src/model/report.js'
import { encodeReceipt, receiptType } from '../../src/model/receipt.js'
import { checks, receiptCheck, ticketCheck } from '../../src/verify/bundle/checks/index.js'
import { findReachedLevel } from '../../src/verify/bundle/levels.js'
import { verifyBundle } from '../../src/verify/bundle/verify-bundle.js'

const root = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const text = read('docs/CLAIMS.md')

/** The cells of the rows below a heading. */
function rowsBelow(heading: string): readonly (readonly string[])[] {
  const [, below = ''] = text.split(`\n## ${heading}\n`)
  const [section = ''] = below.split('\n## ')
  const rows = section.split('\n').filter(line => line.startsWith('| ') && !line.startsWith('| ---'))
  return rows.slice(1).map(line =>
    line
      .slice(2, -2)
      .split(' | ')
      .map(cell => cell.trim()),
  )
}

const namesIn = (cell = ''): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

await t.test('docs/CLAIMS.md has every claim of a bundle, with every code that it can end with', t => {
  t.strictSame(
    rowsBelow('Claims of a bundle').map(([id, , codes]) => ({ id: namesIn(id)[0], codes: namesIn(codes) })),
    [...checks, ticketCheck, receiptCheck].map(({ id, codes }) => ({ id, codes })),
  )
  t.end()
})

await t.test('it says of each claim what the reports say', t => {
  const name = 'three-prizes-142-entries'
  const json = (file: string): unknown => JSON.parse(read(`fixtures/bundles/${name}/${file}.json`))
  const payload = encodeReceipt({
    type: 'receipt',
    raffle_id: '49638a53-01d5-4ea0-96bc-887c4448c4f3',
    commitment: `sha256:${'ab'.repeat(32)}`,
    operator: 'Nobody',
    entry_id: '…',
    kind: 'paid',
    issued_at_utc: '2026-11-20T16:15:00+00:00',
  })
  const { subjects } = verifyBundle(json('bundle'), parseTrust(json('trust')), {
    record: json('record') as object,
    ticket: { id: '…' },
    receipt: { envelope: { payloadType: receiptType, payload, signature: new Uint8Array(64) } },
    now: new Date('2027-01-01T00:00:00Z'),
    require: ['record.schema'],
  })
  const claims = subjects[0]?.claims ?? []
  t.strictSame(
    rowsBelow('Claims of a bundle').map(([id, says]) => [namesIn(id)[0], says]),
    claims.map(({ id, message }) => [id, message.replace(/: .*/, '')]),
  )
  t.end()
})

await t.test('the levels are those that the claims give', t => {
  const described = rowsBelow('What a report says').filter(([level]) => /^\d$/.test(level ?? ''))
  t.strictSame(
    described.map(([level, name]) => [level, namesIn(name)[0]]),
    levelNames.map((name, level) => [String(level), name]),
  )
  const rows = [['0', ''], ...rowsBelow('Levels')]
  t.strictSame(
    rows.map(([level]) => level),
    levelNames.map((_, level) => String(level)),
  )
  const proven: string[] = []
  rows.forEach(([, asks], level) => {
    const added = namesIn(asks).filter(id => id !== 'logged-once')
    const reached = (ids: readonly string[]): number =>
      findReachedLevel(
        ids.map(id => ({
          id,
          status: 'proven',
          code: id === 'evidence.unique' ? 'logged-once' : 'values-equal',
          message: '',
        })),
        false,
      ).level
    added.forEach((id, index) => {
      t.equal(reached([...proven, ...added.toSpliced(index, 1)]), level - 1, `level ${level} without ${id}`)
    })
    proven.push(...added)
    t.equal(reached(proven), level)
  })
  // `draw.unstoppable` has no part in the level.
  t.equal(proven.length, checks.length - 1)
  t.end()
})

await t.test('every claim and code of the scenarios of the self-test is one of those', t => {
  const folder = new URL('fixtures/mutants/', root)
  const known = new Map(
    [...checks, ticketCheck, receiptCheck].map(({ id, codes }) => [id, codes as readonly string[]]),
  )
  const unknown = readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap(name => {
    const [claim = ''] = name.split('/')
    const own = ['document.read', 'unharmed'].includes(claim)
    if (!name.endsWith('.json') || own) return []
    const { expect } = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as {
      expect: { claim: string; code: string }
    }
    return known.get(expect.claim)?.includes(expect.code) === true ? [] : [name]
  })
  t.strictSame(unknown, [])
  t.end()
})
