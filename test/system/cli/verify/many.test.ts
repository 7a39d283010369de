import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { BundleJson } from '../../../../src/model/bundle.js'
import type { Report, Subject } from '../../../../src/model/report.js'
import { feedDraw, feedFaults, feedRecipe, goodFeed } from '../../../verify/feed-draws.js'
import { notProvable, proven, record, refuted, root, run, runJson } from '../../../cli/resident.js'

// The first 31 documents are verified by the main thread, the others by threads: both have to say the same.

const read = (path: string): string => JSON.stringify(JSON.parse(readFileSync(join(root, path), 'utf8')))
const three = 'fixtures/bundles/three-prizes-142-entries'
const { entries = [], ...light } = JSON.parse(read(`${three}/bundle.json`)) as BundleJson
const list = entries.map(entry => `${JSON.stringify(entry)}\n`).join('')
const digest = `sha256:${createHash('sha256').update(list).digest('hex')}`
const beside = JSON.stringify({ ...light, entries_file: { name: 'entries.ndjson', digest } })

const fail = (message: string): never => {
  throw new Error(message)
}

const kinds = [
  read(proven),
  read(notProvable),
  read(refuted),
  JSON.stringify(record),
  beside,
  '{"twice": 1, "twice": 2}',
  '{"unknown": true}',
  '{"empty": }',
]
/** Lines of text between which nothing is verified. */
const blank = ['', ' \t\r']
const repeat = (times: number): string[] => Array.from({ length: times }, () => kinds).flat()

const folder = t.testdir({
  'entries.ndjson': list,
  'few.ndjson': [...kinds, ''].join('\n'),
  'many.ndjson': repeat(10).join('\n'),
  'many.txt': ['', ...repeat(5), ...blank, ...repeat(5), ''].join('\r\n'),
  'plain.json': [read(proven), read(refuted)].join('\n'),
  files: {},
})
repeat(8).forEach((text, index) => {
  writeFileSync(join(folder, `files/${String(index).padStart(3, '0')}.json`), text)
})
writeFileSync(join(folder, 'files/entries.ndjson'), list)
const options = ['--trust', join(root, three, 'trust.json'), '--format', 'ndjson']

const linesOf = (stdout: string): readonly (Subject & Report)[] =>
  stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Subject & Report)
const place = /^(.*?):(\d+)$/

const withoutSource = ({ source, ...said }: Subject): Omit<Subject, 'source'> => {
  t.type(source, 'string')
  return said
}
const few = linesOf((await run(['verify', 'few.ndjson', ...options], { cwd: folder })).stdout)
const subjects = few.slice(0, -1).map(withoutSource)

await t.test('a line is a document, and called by its number', t => {
  t.strictSame(
    few.slice(0, -1).map(({ source }) => source),
    kinds.map((_, index) => `few.ndjson:${index + 1}`),
  )
  t.strictSame(
    subjects.map(({ kind, verdict, claims }) => [kind, verdict, claims[0]?.code]),
    [
      ['published-draw', 'not-provable', 'values-equal'],
      ['published-draw', 'not-provable', 'values-equal'],
      ['published-draw', 'refuted', 'values-equal'],
      ['audit-record', 'not-provable', 'schema-valid'],
      ['bundle', 'not-provable', 'record-not-given'],
      ['unknown', 'not-provable', 'json-duplicate-name'],
      ['unknown', 'not-provable', 'document-unknown'],
      ['unknown', 'not-provable', 'json-syntax'],
    ],
  )
  t.strictSame(
    subjects.map(({ level }) => level),
    [3, 3, 0, 1, 3, undefined, undefined, undefined],
  )
  const sealed = subjects[4]?.claims.find(({ id }) => id === 'entries.sealed')
  t.equal(sealed?.code, 'entries-sealed', 'the list beside the file is read')
  t.match(few.at(-1), { exit_code: 1, counts: { subjects: kinds.length }, subjects: [] })
  t.end()
})

await t.test('threads say what the main thread says, in the order of the documents', async t => {
  const lines = async (path: string, input?: string): Promise<readonly (Subject & Report)[]> => {
    const ended = await run(['verify', path, ...options], {
      cwd: folder,
      ...(input !== undefined && { input }),
    })
    t.same([ended.code, ended.stderr], [1, ''], path)
    return linesOf(ended.stdout)
  }
  const compare = (said: readonly (Subject & Report)[], name: (index: number) => string): void => {
    said.slice(0, -1).forEach(({ source, ...subject }, index) => {
      if (source !== name(index)) t.equal(source, name(index))
      const expected = JSON.stringify(subjects[index % kinds.length])
      if (JSON.stringify(subject) !== expected) t.equal(JSON.stringify(subject), expected, source)
    })
  }
  const many = await lines('many.ndjson')
  t.equal(many.length, 10 * kinds.length + 1)
  compare(many, index => `many.ndjson:${index + 1}`)
  t.match(many.at(-1), {
    verdict: 'refuted',
    counts: { subjects: 80, proven: 0, refuted: 10, not_provable: 70, levels: [0, 10, 0, 30, 0, 0] },
  })

  const spread = await lines('many.txt')
  compare(spread, index => `many.txt:${index + 2 + (index < 40 ? 0 : blank.length)}`)
  t.equal(spread.length, many.length, 'empty lines are none, and the name need not say that there are lines')

  // What comes in has no list beside it.
  const texts = repeat(10).filter(text => text !== beside)
  const piped = await lines('-', texts.join('\n'))
  t.equal(piped.length, texts.length + 1)
  t.match(place.exec(piped[60]?.source ?? ''), ['-:61', '-', '61'])

  const files = await lines('files')
  t.equal(files.length, 8 * kinds.length + 1)
  compare(files, index => `files/${String(index).padStart(3, '0')}.json`)
})

await t.test('bundles that are verified together end as each does alone', async t => {
  const { beacon = fail('no beacon') } = light
  const flipped = (beacon.signature.startsWith('8') ? '9' : '8') + beacon.signature.slice(1)
  const bundles = [
    light,
    { ...light, beacon: { ...beacon, round: beacon.round + 1 } },
    { ...light, beacon: { ...beacon, signature: flipped } },
    { ...light, beacon: { ...beacon, signature: '00' } },
    ...['no-beacon', 'replacements', 'every-entry-wins'].map(
      name => JSON.parse(read(`fixtures/bundles/${name}/bundle.json`)) as BundleJson,
    ),
  ].map(bundle => JSON.stringify(bundle))
  const verify = async (lines: readonly string[]): Promise<readonly Omit<Subject, 'source'>[]> => {
    const { stdout } = await run(['verify', '-', ...options], { cwd: folder, input: lines.join('\n') })
    return linesOf(stdout).slice(0, -1).map(withoutSource)
  }
  const alone = (await Promise.all(bundles.map(async bundle => verify([bundle])))).flat()
  t.equal(new Set(alone.map(({ claims }) => claims.find(({ id }) => id === 'beacon.genuine')?.code)).size, 3)
  t.strictSame(await verify(bundles), alone)
  const times = 12
  t.strictSame(
    await verify(Array.from({ length: times }, () => bundles).flat()),
    Array.from({ length: times }, () => alone).flat(),
    'by threads too',
  )
})

await t.test('text and JSON have all of them; a report beside them too', async t => {
  const args = ['verify', 'many.ndjson', '--trust', options[1] ?? '']
  const cwd = { cwd: folder }
  const [text, brief, json, beside] = await Promise.all([
    run(args, cwd),
    run([...args, '-q'], cwd),
    runJson(args, cwd),
    run([...args, '-q', '--report', 'json=report.json'], cwd),
  ])
  const fewText = await run(['verify', 'few.ndjson', ...args.slice(2)], cwd)
  const named = (index: number): string =>
    fewText.stdout
      .slice(0, fewText.stdout.lastIndexOf('\n\n') + 2)
      .replace(/few\.ndjson:(\d+)/g, (_name, line) => `many.ndjson:${Number(line) + index * kinds.length}`)
  t.equal(
    text.stdout,
    `${Array.from({ length: 10 }, (_, index) => named(index)).join('')}80 checked: 10 refuted, 30 reproducible, 10 well formed, 30 undecided; asked for unsteerable: none of 50 draws reaches it\n`,
  )
  t.equal(brief.stdout.trim().split('\n').length, 81)
  t.equal(beside.stdout, brief.stdout)
  t.equal(json.report.subjects.length, 80)
  t.strictSame(json.report.subjects.slice(0, kinds.length).map(withoutSource), subjects)
  t.strictSame(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')), json.report)
})

await t.test('draws in threads are compared as a feed', async t => {
  const [fault = '', [odd] = []] = Object.entries(feedFaults)[0] ?? []
  const many = Array.from({ length: 40 }, () => goodFeed).flat()
  const draws = [...many, ...(odd === undefined ? [] : [odd])].map(draw => JSON.stringify(feedDraw(draw)))
  writeFileSync(join(folder, 'feed.ndjson'), draws.join('\n'))
  writeFileSync(join(folder, 'recipe.json'), JSON.stringify(feedRecipe))
  const args = ['verify', 'feed.ndjson', '--recipe', 'recipe.json', '--feed', '--require', 'feed.consistent']
  const { report } = await runJson(args, { cwd: folder })
  const feed = report.subjects.at(-1)
  t.match(feed, { kind: 'feed', source: 'feed.ndjson' })
  t.ok(
    feed?.findings.some(({ code }) => code === fault),
    fault,
  )
})

await t.test('of few documents nothing is printed when the call was wrong', async t => {
  const few = await run(['verify', 'plain.json', '--require', 'winner.derivd'], { cwd: folder })
  t.match(few, { code: 2, stdout: '', stderr: /none of the documents makes the claim winner.derivd/ })
  const one = ['verify', 'many.ndjson', '--ticket', '7']
  t.match(await run(one, { cwd: folder }), {
    code: 2,
    stdout: '',
    stderr: /goes with one bundle, and this is one of many/,
  })
})

await t.test('a line that is too long is one document that cannot be read', async t => {
  const place = join(t.testdir({}), 'long')
  mkdirSync(place)
  const file = join(place, 'long.ndjson')
  writeFileSync(file, `${read(proven)}\n`)
  for (let piece = 0; piece < 65; piece += 1) writeFileSync(file, ' '.repeat(1024 * 1024), { flag: 'a' })
  writeFileSync(file, `1\n${read(proven)}\n`, { flag: 'a' })
  const { stdout } = await run(['verify', '-q', file])
  t.equal(
    stdout.replaceAll(file, 'F'),
    'reproducible   F:1\nundecided      F:2 (file-too-large)\nreproducible   F:3\n3 checked: 2 reproducible, 1 undecided; asked for unsteerable: none of 2 draws reaches it\n',
  )
})
