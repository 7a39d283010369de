// npm run campaign mutation: all of what the configuration names. With folders of src after it, a seeded sample of the mutants
// of each, tried with its tests; a run that was ended goes on where it was, for a batch that was tried is not tried again, but
// with SURVIVORS=1 those of it that survived.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createInstrumenter } from '@stryker-mutator/instrumenter'
import { createInjector } from 'typed-inject'
import { nameOf } from './runner.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const reports = fileURLToPath(new URL('reports/', import.meta.url))
const { SAMPLE = '300', SEED = 'drawaudit', BATCH = '150', SURVIVORS } = process.env

/** Tests that concern a folder, by folder or file, where they are not only in folders of its name. */
const tests = {
  conformance: ['conformance', 'system/conformance', 'house/conformance-doc'],
  page: ['page', 'system/page/check-document', 'system/page/timeline'],
  remote: ['remote', 'webhook/endpoint-url'],
  store: ['store', 'system/store', 'operator', 'system/operator/postgres', 'server/views', 'log/read'],
}

const sha256 = text => createHash('sha256').update(text).digest('hex')

/** All mutants of a folder, in an order that the seed and nothing else decides. */
async function listMutants(folder) {
  const silent = () => undefined
  const log = {
    trace: silent,
    debug: silent,
    info: silent,
    warn: silent,
    error: console.error,
    fatal: console.error,
  }
  const logger = { ...log, isTraceEnabled: () => false, isDebugEnabled: () => false }
  const instrumenter = createInjector()
    .provideValue('logger', logger)
    .provideValue('getLogger', () => logger)
    .injectFunction(createInstrumenter)
  const files = readdirSync(join(root, 'src', folder), { recursive: true })
    .filter(file => file.endsWith('.ts') && !file.endsWith('.d.ts') && !/(?:^|\/)dom\//.test(file))
    .sort()
    .map(file => {
      const name = `src/${folder}/${file}`
      return { name, content: readFileSync(root + name, 'utf8'), mutate: true }
    })
  const { mutants } = await instrumenter.instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  })
  const keyed = mutants.map(mutant => ({ ...mutant, key: sha256(`${SEED} ${nameOf(mutant)}`) }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** Tries a batch, unless it was tried before, then those that survived, if that is asked for. @returns how each ended. */
function runBatch(folder, batch) {
  const name = `${folder.replaceAll('/', '-')}-${sha256(batch.map(({ key }) => key).join()).slice(0, 12)}`
  const file = `${reports}${name}.ended.json`
  const statuses = new Map(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [])
  const run = mutants => {
    for (const [key, status] of tryMutants(folder, mutants, name)) statuses.set(key, status)
    writeFileSync(file, JSON.stringify([...statuses]))
  }
  if (statuses.size === 0) run(batch)
  const ended = () => batch.map(mutant => ({ ...mutant, status: statuses.get(mutant.key) ?? 'not found' }))
  const survived = ended().filter(isAlive)
  if (SURVIVORS !== undefined && survived.length > 0) run(survived)
  return ended()
}

/** @returns how each ended, by its key. */
function tryMutants(folder, batch, name) {
  const ranges = batch.map(
    ({ fileName, location: { start, end } }) =>
      `${fileName}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`,
  )
  writeFileSync(`${reports}${name}.ranges`, ranges.join('\n'))
  // A range has all mutants within it, of which one was meant.
  writeFileSync(`${reports}${name}.names`, batch.map(nameOf).join('\n'))
  const places = (tests[folder] ?? [folder, `system/${folder}`]).filter(
    one => existsSync(`${root}test/${one}`) || existsSync(`${root}test/${one}.test.ts`),
  )
  const status = runStryker({
    RANGES: `${reports}${name}.ranges`,
    SAMPLED: `${reports}${name}.names`,
    LEFT_OUT: `${reports}${name}.left-out`,
    REPORT: `${reports}${name}.json`,
    PLACES: places.join(),
  })
  if (status !== 0) throw new Error(`StrykerJS ended with ${status}`)
  const { files } = JSON.parse(readFileSync(`${reports}${name}.json`, 'utf8'))
  const ended = new Map(
    Object.entries(files).flatMap(([file, { mutants }]) =>
      mutants.map(({ location: { start, end }, status, ...mutant }) => {
        // A report counts lines and columns from one.
        const [from, to] = [start, end].map(({ line, column }) => ({ line: line - 1, column: column - 1 }))
        return [nameOf({ ...mutant, fileName: file, location: { start: from, end: to } }), status]
      }),
    ),
  )
  return batch.map(mutant => [mutant.key, ended.get(nameOf(mutant)) ?? 'not found'])
}

const isAlive = ({ status }) => status === 'Survived' || status === 'NoCoverage'

/** @returns its exit code. */
function runStryker(variables) {
  const program = 'test/mutation/node_modules/@stryker-mutator/core/bin/stryker.js'
  const args = [program, 'run', 'test/mutation/stryker.config.js']
  const env = { ...process.env, ...variables }
  return (
    spawnSync(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] }).status ?? 1
  )
}

if (process.argv.length === 2) process.exit(runStryker({}))
mkdirSync(reports, { recursive: true })
const rows = []
for (const folder of process.argv.slice(2)) {
  const all = await listMutants(folder)
  const sample = all.slice(0, Number(SAMPLE))
  const ended = []
  for (let at = 0; at < sample.length; at += Number(BATCH))
    ended.push(...runBatch(folder, sample.slice(at, at + Number(BATCH))))
  const killed = ended.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  const survived = ended.filter(isAlive)
  for (const { fileName, location, mutatorName, replacement, status } of survived)
    console.log(
      `${status} ${fileName}:${location.start.line + 1}:${location.start.column + 1} ${mutatorName} ${replacement.replaceAll('\n', ' ').slice(0, 100)}`,
    )
  const tried = killed + survived.length
  rows.push(
    `${folder}: ${all.length} mutants, ${ended.length} in the sample, ${tried} tried, ${killed} killed, ${((100 * killed) / tried).toFixed(1)} %`,
  )
}
for (const row of rows) console.log(row)
