// Makes dist/selftest.ndjson.gz, which `drawaudit selftest` verifies: one scenario a line, of the known-good bundles
// in fixtures/bundles and those in fixtures/mutants, known bad but for the folder `unharmed`. One file of 300 KB for
// the package instead of hundreds of 10 KB each.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const fixtures = new URL('../fixtures/', import.meta.url)
const read = path => JSON.parse(readFileSync(new URL(path, fixtures), 'utf8'))

const bundles = readdirSync(new URL('bundles/', fixtures))
  .sort()
  .map(name => {
    const bundle = read(`bundles/${name}/bundle.json`)
    return {
      name,
      // The highest level that a bundle reaches without outside evidence.
      expect: { level: 3, verdict: 'not-provable' },
      now: '2027-01-01T00:00:00+00:00',
      bundle,
      trust: read(`bundles/${name}/trust.json`),
      record: read(`bundles/${name}/record.json`),
      options: { ticket: { id: bundle.winners[0].entry_id } },
    }
  })

const folder = new URL('mutants/', fixtures)
const mutants = (existsSync(folder) ? readdirSync(folder, { recursive: true }) : [])
  .filter(path => path.endsWith('.json'))
  .sort()
  .map(path => ({ name: path.replace(/\.json$/, ''), ...read(`mutants/${path}`) }))

const lines = [...bundles, ...mutants].map(scenario => `${JSON.stringify(scenario)}\n`)
const dist = new URL('../dist/', import.meta.url)
mkdirSync(dist, { recursive: true })
writeFileSync(new URL('selftest.ndjson.gz', dist), gzipSync(lines.join(''), { level: 9 }))
