import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import {
  deriveRaffleId,
  exampleFile,
  readDefinition,
  type DefinitionArguments,
} from '../../../src/cli/run/definition.js'
import { parseJson } from '../../../src/core/json.js'
import { parseUuid } from '../../../src/core/uuid.js'
import { DrawauditError } from '../../../src/errors.js'
import { parseRaffleDefinition } from '../../../src/model/raffle-definition.js'

const folder = t.testdir()
const nothing: DefinitionArguments = {
  raffle: undefined,
  name: undefined,
  prize: undefined,
  max: undefined,
  closes: undefined,
  draws: undefined,
  entries: undefined,
  kind: undefined,
  seeds: undefined,
  operator: undefined,
  supersedes: undefined,
}
const summer = {
  name: 'Summer raffle',
  prizes: ['iPhone', 'Mug'],
  max_entries: 500,
  entries_close_at: '2026-12-20 18:00 UTC',
}

function refusal(read: () => unknown): DrawauditError {
  try {
    read()
  } catch (error) {
    if (error instanceof DrawauditError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

await t.test('a file, its list beside it', t => {
  const file = join(folder, 'raffle.json')
  writeFileSync(file, JSON.stringify({ ...summer, entries: 'entries.csv', seeds: 'public' }))
  t.strictSame(readDefinition({ ...nothing, raffle: file }), {
    ...summer,
    entries: join(folder, 'entries.csv'),
    seeds: 'public',
  })
  const given = { ...nothing, raffle: file, entries: 'other.csv', operator: 'Me', kind: 'free' as const }
  t.match(readDefinition(given), { entries: 'other.csv', operator: 'Me', kind: 'free' })
  const missing = refusal(() => readDefinition({ ...nothing, raffle: join(folder, 'nope.json') }))
  t.equal(missing.code, 'file-missing', 'what looks like a file is no beginning of a name')
  t.equal(readDefinition({ ...nothing, raffle: 'nope' }), undefined)
  const both = refusal(() => readDefinition({ ...nothing, raffle: file, name: 'x' }))
  t.match(both, { code: 'usage', message: /^--name defines a raffle/ })
  t.end()
})

await t.test('the example has every member, and is the one of docs/OPERATING.md', t => {
  const example = parseRaffleDefinition(parseJson(Buffer.from(exampleFile)))
  const { properties } = JSON.parse(readFileSync('schemas/raffle.json', 'utf8')) as { properties: object }
  t.same(new Set([...Object.keys(example), 'supersedes']), new Set(Object.keys(properties)))
  t.match(readFileSync('docs/OPERATING.md', 'utf8'), `\`\`\`json\n${exampleFile}\n\`\`\`\n`)
  t.end()
})

await t.test('options, or a raffle that there is', t => {
  const args = { name: 'Summer raffle', prize: ['iPhone', 'Mug'], max: '500', closes: '2026-12-20 18:00 UTC' }
  t.strictSame(readDefinition({ ...nothing, ...args }), summer)
  t.match(
    refusal(() => readDefinition({ ...nothing, ...args, max: undefined })),
    {
      code: 'usage',
      message: /--max is missing/,
    },
  )
  t.equal(readDefinition({ ...nothing, raffle: 'Summer' }), undefined)
  t.end()
})

await t.test('what is wrong has its pointer', t => {
  const cases: readonly (readonly [object, string])[] = [
    [{ ...summer, prizes: [] }, '/prizes'],
    [{ ...summer, max_entries: '500' }, '/max_entries'],
    [{ ...summer, prices: ['x'] }, '/prices'],
    [{ ...summer, kind: 'cheap' }, '/kind'],
    [{ name: 'x', prizes: ['y'], max_entries: 1 }, '/entries_close_at'],
  ]
  for (const [value, pointer] of cases) {
    const error = refusal(() => parseRaffleDefinition(value as never))
    t.match(error, { code: 'raffle-invalid', where: { pointer } }, pointer)
  }
  t.end()
})

await t.test('an operator has one raffle of a name', t => {
  const id = deriveRaffleId({ operator: 'Me', name: 'Summer raffle' })
  t.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  t.equal(parseUuid(id), id)
  t.equal(deriveRaffleId({ operator: 'Me', name: 'Summer raffle', supersedes: null }), id)
  const others = [
    { operator: 'You', name: 'Summer raffle' },
    { operator: 'Me', name: 'Winter raffle' },
    { operator: 'Me', name: 'Summer raffle', supersedes: id },
  ]
  t.equal(new Set([id, ...others.map(deriveRaffleId)]).size, 4)
  t.end()
})
