import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createConfig, lint } from '@redocly/openapi-core'
import t from 'tap'
import { paths as deskPaths } from '../../src/desk/routes.js'
import { deskFile, deskOpenapi } from '../desk/openapi.js'
import { findProblems, openapi, paths, resolve } from '../server/openapi.js'
import { validateAuditRecord } from '../../src/model/validators/audit-record.js'
import { validateError } from '../../src/model/validators/error.js'
import { validateOdds } from '../../src/model/validators/odds.js'
import { validateStatistics } from '../../src/model/validators/statistics.js'

const root = new URL('../../', import.meta.url)
const readJson = (path: string): unknown => JSON.parse(readFileSync(new URL(path, root), 'utf8'))

const { schemas, responses, headers } = openapi.components
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })

await t.test('Redocly has nothing to say about schemas/openapi.json', async t => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lint({ ref: fileURLToPath(new URL('schemas/openapi.json', root)), config })
  t.strictSame(
    problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
    [],
  )
})

await t.test('it has the version of the package', t => {
  const { version } = readJson('package.json') as { version: string }
  t.equal(openapi.info.version, version)
  t.end()
})

await t.test('it is one document, which refers to no other', t => {
  const text = readFileSync(new URL('schemas/openapi.json', root), 'utf8')
  t.notMatch(text, /"\$ref": "(?!#\/)/)
  t.end()
})

await t.test('every example satisfies its schema', t => {
  for (const { name, item } of paths) {
    const operations = [item.get, item.head, item.options]
    for (const declared of [...item.parameters, ...operations.flatMap(({ parameters = [] }) => parameters)]) {
      const { schema, example } = resolve(declared)
      t.strictSame(findProblems(schema, example), [], name)
    }
  }
  for (const [name, { schema, example }] of Object.entries(headers)) {
    t.strictSame(findProblems(schema, example), [], name)
  }
  for (const [name, { content = {}, headers }] of Object.entries(responses)) {
    for (const { schema, example } of Object.values(headers).map(value => resolve(value))) {
      t.strictSame(findProblems(schema, example), [], name)
    }
    for (const { schema, examples } of Object.values(content)) {
      for (const example of Object.values(examples)) {
        t.strictSame(findProblems(schema, resolve(example).value), [], name)
      }
    }
  }
  t.end()
})

/** Every body that the document shows of a response. */
const bodiesOf = (name: string): readonly unknown[] =>
  Object.values(responses[name]?.content?.['application/json']?.examples ?? {}).map(
    example => resolve(example).value,
  )

await t.test('it takes the record of the fixtures, and shows it', t => {
  const record = readJson('fixtures/records/three-prizes.json')
  t.strictSame(findProblems(ref('AuditRecord'), record), [])
  t.strictSame(bodiesOf('AuditRecord')[0], record)
  const { example } = resolve(responses['AuditRecord']!.headers['ETag']!)
  t.equal(example, `"${createHash('md5').update(JSON.stringify(record)).digest('hex')}"`)
  t.end()
})

await t.test('it refuses what a server never writes', t => {
  const text = readFileSync(new URL('fixtures/records/three-prizes.json', root), 'utf8')
  const refused = (changed: string): void => {
    t.not(changed, text)
    t.not(findProblems(ref('AuditRecord'), JSON.parse(changed)).length, 0, changed.slice(0, 80))
  }
  refused(JSON.stringify(readJson('fixtures/records/flat.json')))
  refused(text.replace('49638a53', '49638A53'))
  refused(text.replace('sha256:', ''))
  refused(text.replace('sha256:87ef', 'sha256:87EF'))
  refused(text.replace('+00:00', 'Z'))
  refused(text.replace('2026-08-31', '2026-02-31'))
  t.end()
})

await t.test('its schemas and those of schemas/ are the same contract', t => {
  for (const [validate, names] of [
    [validateAuditRecord, ['AuditRecord']],
    [validateStatistics, ['Statistics']],
    [validateOdds, ['Odds']],
    [validateError, ['BadRequest', 'NotFound', 'TooManyRequests', 'ServerError']],
  ] as const) {
    for (const body of names.flatMap(bodiesOf)) t.ok(validate(body), JSON.stringify(body))
  }
  type Schema = (typeof schemas)[string] & { readonly $defs: Readonly<Record<string, Schema>> }
  const record = readJson('schemas/audit-record.json') as Schema
  for (const [name, schema] of [
    ['AuditRecord', record.$defs['list']],
    ['Draw', record.$defs['draw']],
    ['Statistics', readJson('schemas/statistics.json') as Schema],
    ['Odds', readJson('schemas/odds.json') as Schema],
    ['EntryProof', readJson('schemas/entry-proof.json') as Schema],
  ] as const) {
    t.strictSame(schemas[name]?.required, schema?.required, name)
    t.strictSame(Object.keys(schemas[name]?.properties ?? {}), Object.keys(schema?.properties ?? {}), name)
  }
  t.end()
})

await t.test('schemas/desk-openapi.json has the operations of the desk, and their scopes', async t => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lint({ ref: fileURLToPath(deskFile), config })
  t.strictSame(
    problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
    [],
  )
  t.equal(deskOpenapi.info.version, openapi.info.version)
  const described = Object.entries(deskOpenapi.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([name]) => name !== 'parameters')
      .map(([method, operation]) => [
        `${method.toUpperCase()} ${path}`,
        operation.operationId,
        operation['x-scopes'],
      ]),
  )
  const routes = deskPaths.flatMap(({ path, methods }) =>
    Object.entries(methods).map(([method, { name, scopes }]) => [`${method} ${path}`, name, scopes]),
  )
  t.strictSame(described.toSorted(), routes.toSorted())
})
