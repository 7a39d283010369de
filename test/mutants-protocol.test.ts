import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { parseEntryProof } from '../src/model/bundle.js'
import { checks, ticketCheck } from '../src/verify/checks/index.js'
import { cacheBeaconSignatures } from './protocol/cached-beacons.js'
import type { Evidence } from './protocol/factory.js'
import { good } from './protocol/good.js'
import { judge } from './protocol/judge.js'
import { scenarios } from './protocol/scenarios/index.js'
import { encodeScenario, type Asked, type ScenarioJson } from './protocol/scenarios/scenario.js'

cacheBeaconSignatures()

const folder = new URL('../fixtures/mutants/', import.meta.url)

/** What the factory makes: known-bad evidence by the claim that catches it, and known-good beside it. */
const made = new Map<string, string>()
for (const one of scenarios) made.set(`${one.claim}/${one.name}.json`, render(encodeScenario(one)))
for (const [name, one] of Object.entries(good)) made.set(`unharmed/${name}.json`, render(one))

function render(value: unknown): string {
  return `${JSON.stringify(value, null, 1)}\n`
}

// `node scripts/mutants.js --write`
if (process.env['MUTANTS'] === 'write') {
  rmSync(folder, { recursive: true, force: true })
  for (const [name, text] of made) {
    const file = new URL(name, folder)
    mkdirSync(new URL('.', file), { recursive: true })
    writeFileSync(file, text)
  }
}

const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
  name.endsWith('.json'),
)

function askedOf({ ticket, ...asked }: Asked): NonNullable<Parameters<typeof judge>[1]> {
  const proof = ticket?.proof && parseEntryProof(ticket.proof)
  return { ...asked, ...(ticket && { ticket: { id: ticket.id, ...(proof && { proof }) } }) }
}

/** `<claim> <code>`, as they ended claims. */
const fired = new Set<string>()

for (const name of names.sort()) {
  await t.test(name, t => {
    const read = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as ScenarioJson
    const { expect, options = {}, description, observations = [], ...evidence } = read
    const subject = judge({ ...evidence, observations } as unknown as Evidence, askedOf(options))
    const { claims, verdict, level } = subject
    for (const { id, code } of claims) fired.add(`${id} ${code}`)
    if (name.startsWith('unharmed/')) {
      t.strictSame({ level, verdict }, expect, description)
    } else {
      const claim = claims.find(({ id }) => id === expect.claim)
      t.equal(`${expect.claim}/`, name.replace(/[^/]*$/, ''))
      const found = claim && [claim.status, claim.code]
      t.strictSame(found, [expect.status, expect.code], `${description}: ${claim?.message ?? ''}`)
      t.equal(verdict, expect.verdict, 'verdict')
      if (expect.level !== undefined) t.equal(level, expect.level, 'level')
    }
    t.end()
  })
}

await t.test('every code of every claim fires, and no other', t => {
  const listed = [...checks, ticketCheck].flatMap(({ id, codes }) => codes.map(code => `${id} ${code}`))
  t.strictSame(
    listed.filter(one => !fired.has(one)),
    [],
  )
  const others = ['document.read ', 'level.reached ']
  const unlisted = [...fired].filter(one => !listed.includes(one))
  t.strictSame(
    unlisted.filter(one => !others.some(other => one.startsWith(other))),
    [],
  )
  t.end()
})

await t.test('the files are what the factory makes', t => {
  t.ok(names.length >= 150, `${names.length} files`)
  t.strictSame(names.toSorted(), [...made.keys()].sort())
  for (const [name, text] of made) {
    const file = new URL(name, folder)
    t.equal(existsSync(file) && readFileSync(file, 'utf8'), text, name)
    t.ok(text.length <= 30_000, `${name} is small`)
  }
  t.end()
})
