// A list of ten million entries imported, beside the database's own bulk load of the same rows. See README.md.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findProgram, startDatabase } from './database.js'
import { ids, writeEntries } from './entries.js'
import { describeMachine, formatCount, formatTable, makeFolder, root, stopServers } from './lib.js'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    store: { type: 'string', default: 'sqlite' },
  },
})
const count = options.quick ? 100_000 : 10_000_000
const isPostgres = options.store === 'postgres'

/** Least speed of the import, as a part of that of the bulk load; most time of importing again, beside importing. */
const [least, mostAgain] = [0.6, 1]

/** Seconds from start to end. */
function time(program, args, input) {
  const begin = performance.now()
  const { status, stdout, stderr } = spawnSync(program, args.map(String), {
    ...{ cwd: root, encoding: 'utf8', input, maxBuffer: 2 ** 26 },
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: exit ${status}\n${stdout}${stderr}`)
  return { seconds: (performance.now() - begin) / 1000, stdout }
}

/** The tables that an import fills, without the column of nonces, of which these entries have none. */
const schema = `
  CREATE TABLE entry (ceremony BIGINT NOT NULL, place BIGINT NOT NULL, id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('paid', 'free')), PRIMARY KEY (ceremony, place))END;
  CREATE TABLE entry_place (ceremony BIGINT NOT NULL, id TEXT NOT NULL, place BIGINT NOT NULL,
    PRIMARY KEY (ceremony, id))END;
`

/** A table's rows as CSV. */
async function writeRows(file, rows) {
  const stream = createWriteStream(file)
  let text = ''
  for (const row of rows) {
    text += row
    if (text.length < 1_000_000) continue
    if (!stream.write(text)) await once(stream, 'drain')
    text = ''
  }
  stream.end(text)
  await once(stream, 'finish')
}

function* makeRows(format) {
  for (let place = 0; place < count; place++) yield format(place, ids.uuid(place))
}

/** Both tables, that of the ids in the order of `places`. */
async function loadInBulk(folder, places) {
  if (isPostgres) {
    const { url } = await startDatabase([], '0,1')
    const psql = sql => time(findProgram('psql'), ['-X', '-q', '-v', 'ON_ERROR_STOP=1', url], sql)
    psql(schema.replaceAll('END', ''))
    return psql(
      `BEGIN;\n\\copy entry FROM '${join(folder, 'rows.csv')}' CSV\n\\copy entry_place FROM '${places}' CSV\nCOMMIT;\n`,
    ).seconds
  }
  const file = join(makeFolder(), 'bulk.db')
  time('sqlite3', [file], schema.replaceAll('BIGINT', 'INTEGER').replaceAll('END', ' STRICT, WITHOUT ROWID'))
  const { seconds } = time(
    'sqlite3',
    [file],
    `.bail on\n.mode csv\n.import ${join(folder, 'rows.csv')} entry\n.import ${places} entry_place\n`,
  )
  const { stdout } = time('sqlite3', [file, 'SELECT count(*) FROM entry_place'])
  if (Number(stdout) !== count) throw new Error(`.import has ${stdout} rows`)
  return seconds
}

const folder = makeFolder()
writeFileSync(join(folder, 'secrets.key'), `${'09'.repeat(32)}\n`)
const url = isPostgres ? [(await startDatabase([], '0,1')).url] : []
const close = Math.floor(Date.now() / 1000) + 3600
const step = name => time(process.execPath, ['bench/ceremony.js', name, folder, count, close, ...url])

console.log(describeMachine())
console.log(
  `${formatCount(count)} entries, whose ids are UUIDs in no order, into ${isPostgres ? 'PostgreSQL' : 'SQLite'}\n`,
)
step('create')
await writeEntries(join(folder, 'entries.csv'), count, (place, kind) => `${ids.uuid(place)},${kind}\n`)
await writeRows(
  join(folder, 'rows.csv'),
  makeRows((place, id) => `1,${place},${id},${place % 10 === 0 ? 'free' : 'paid'}\n`),
)
await writeRows(
  join(folder, 'places.csv'),
  makeRows((place, id) => `1,${id},${place}\n`),
)
time('sort', ['-S', '2G', '-o', join(folder, 'sorted.csv'), join(folder, 'places.csv')])

const asListed = await loadInBulk(folder, join(folder, 'places.csv'))
const imported = step('import').seconds
const again = step('again').seconds
const sorted = await loadInBulk(folder, join(folder, 'sorted.csv'))
await stopServers()

const name = isPostgres ? 'COPY' : '.import'
const row = (what, seconds) => [what, seconds.toFixed(1), (seconds / imported).toFixed(2)]
console.log(
  formatTable([
    ['', 'seconds', '÷ import'],
    row('import, from a process to its end', imported),
    row('the same list again', again),
    row(`${name} of both tables, ids as they are listed`, asListed),
    row(`${name} of both tables, ids sorted before`, sorted),
  ]),
)
const problems = [
  ...(asListed / imported < least ? [`the import has less than ${least} of the speed of ${name}`] : []),
  ...(again / imported > mostAgain ? ['importing again takes longer than importing'] : []),
]
for (const problem of problems) console.error(`error: ${problem}`)
if (problems.length > 0) process.exitCode = 1
