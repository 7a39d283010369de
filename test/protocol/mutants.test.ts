import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { good } from './good.js'
import { scenarios } from './scenarios/index.js'
import { encodeScenario } from './scenarios/scenario.js'

const folder = new URL('../../fixtures/mutants/', import.meta.url)

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

await t.test('the files are what the factory makes', t => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.json'),
  )
  t.ok(names.length >= 150, `${names.length} files`)
  t.strictSame(names.sort(), [...made.keys()].sort())
  for (const [name, text] of made) {
    const file = new URL(name, folder)
    t.equal(existsSync(file) && readFileSync(file, 'utf8'), text, name)
    t.ok(text.length <= 30_000, `${name} is small`)
  }
  t.end()
})
