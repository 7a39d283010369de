// What the demo and the tests expect of the fixtures: the report on each document of these folders stands under
// fixtures/reports/ by the same path. `node scripts/fixtures.js --write` writes them anew; read the difference.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'

export const root = fileURLToPath(new URL('..', import.meta.url))

export const folders = ['fixtures/draws', 'fixtures/samples', 'fixtures/forged', 'fixtures/records']

/** What an auditor has from elsewhere: keys of those who signed some of these draws, and headers of blocks that decided others. */
export const evidence = [
  ...['--trust', 'fixtures/trust/signers.json'],
  ...['824544-826580', '827416-828575'].flatMap(blocks => [
    '--headers',
    `fixtures/headers/bitcoin-${blocks}.bin`,
  ]),
]

/** All documents, by their paths. */
export function listDocuments() {
  return folders.flatMap(folder =>
    readdirSync(new URL(`../${folder}/`, import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter(path => path.endsWith('.json'))
      .sort()
      .map(path => `${folder}/${path}`),
  )
}

/** Runs the command line in the project's folder, so that reports name the fixtures by the same path anywhere. */
export function drawaudit(args, options = {}) {
  return spawnSync(process.execPath, ['bin/drawaudit.js', ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    ...options,
  })
}

const expectedFile = source =>
  new URL(`../${source.replace(/^fixtures/, 'fixtures/reports')}`, import.meta.url)

/** Every subject of a report, with whether it is the expected one. */
export function compare(report) {
  return report.subjects.map(subject => {
    const expected = JSON.parse(readFileSync(expectedFile(subject.source), 'utf8'))
    return { subject, expected, same: isDeepStrictEqual(subject, expected) }
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes('--write')) {
  const { subjects } = JSON.parse(drawaudit(['verify', ...folders, ...evidence, '--format', 'json']).stdout)
  for (const subject of subjects) {
    const file = expectedFile(subject.source)
    mkdirSync(new URL('.', file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(subject, null, 2)}\n`)
  }
  console.log(`${subjects.length} reports written`)
}
