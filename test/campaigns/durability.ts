/**
 * The long form of the tests of durability, in one go: `npm run campaign durability`. It ends with its figures, as
 * docs/evidence/DURABILITY.md has them. KILLS, CUTS and STRIDE make it shorter.
 *
 * @packageDocumentation
 */
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { sufferAll as sufferCalls } from '../system/durability/io.js'
import { IoStage, plays, type PlayName } from '../system/durability/io-stage.js'
import { createFolder } from '../system/durability/memory.js'
import { receive } from '../system/durability/receiver.js'
import { findCompiler, type Mode } from '../system/durability/shim.js'
import { sufferAll as sufferDamages, type Beside, type Damage, type Depth } from '../system/durability/wal.js'
import { endsOf, makeScene } from '../system/durability/wal-stage.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

const kills = Number(process.env['KILLS'] ?? 1000)
/** Places at which a log is cut, and at which a bit flips. */
const cuts = Number(process.env['CUTS'] ?? 1000)
/** Of the calls that go wrong each so many-th, by what goes wrong. */
const strides: Readonly<Record<Exclude<Mode, 'off'>, number>> = {
  eio: 1,
  enospc: 1,
  short: 1,
  read: 1,
  'eio-ever': 1,
  kill: 1,
  ...(JSON.parse(process.env['STRIDE'] ?? '{}') as Partial<Record<Mode, number>>),
}

type Test = Pick<typeof t, 'ok' | 'comment' | 'fail' | 'match' | 'testdirName' | 'teardown'>

type Row = readonly (string | number)[]

const heading = ['part', 'fault', 'runs', 'lost', 'signed twice', 'not finished', 'otherwise wrong', 'beside']

/** The parts run beside each other; the table has them in this order. */
const lanes = { log: [], disk: [], calls: [], outbox: [] } as Record<string, Row[]>
const say = (text: string): void => {
  process.stderr.write(`${text}\n`)
}
function add(lane: keyof typeof lanes, ...row: Row): void {
  lanes[lane]?.push(row)
  say(`| ${row.join(' | ')} |`)
}

/** Two lanes try faults on calls. */
const sortRows = (rows: readonly Row[]): readonly Row[] =>
  rows.some(([, fault]) => String(fault).includes('nth'))
    ? rows.toSorted((one, other) => String(one[1]).localeCompare(String(other[1])))
    : rows

const table = (): string =>
  [heading, heading.map(() => '---'), ...Object.values(lanes).flatMap(sortRows)]
    .map(row => `| ${row.join(' | ')} |`)
    .join('\n')

const minutes = (since: number): string => `${((performance.now() - since) / 60_000).toFixed(1)} min`

/** Runs a test that kills processes. @returns what it comments on, once all that it asserts holds. */
async function runKills(
  file: string,
  variables: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const env = { ...process.env, ...variables, TAP_TIMEOUT: '14400' }
  const child = spawn(process.execPath, ['--enable-source-maps', file], { cwd: root, env })
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  child.stderr.on('data', (text: Buffer) => (output += text.toString()))
  const code = await new Promise(done => child.once('close', done))
  if (code === 0) return /# (\d+ (?:kills|events).*)/.exec(output)?.[1]
  say(output)
  return undefined
}

async function killSigners(t: Test): Promise<void> {
  const since = performance.now()
  const said = await runKills('build/system/operator/kill.test.js', { KILLS: String(kills) })
  t.ok(said, 'SIGKILL of a ceremony with its log')
  const zero = said === undefined ? 'failed' : 0
  const told = `${said ?? ''}, ${minutes(since)}`
  add('log', 'store and log', 'SIGKILL between effects, then at random', kills, zero, zero, zero, zero, told)
}

async function killWorkers(t: Test): Promise<void> {
  const since = performance.now()
  const env = { KILLS: String(kills), EVENTS: String(5 * kills) }
  const said = await runKills('build/system/webhook/kills.test.js', env)
  t.ok(said, 'SIGKILL of workers')
  const zero = said === undefined ? 'failed' : 0
  add(
    'outbox',
    'outbox',
    'SIGKILL at random',
    kills,
    zero,
    '',
    zero,
    zero,
    `${said ?? ''}, ${minutes(since)}`,
  )
}

/** From the same commits everyone goes on in the same way: a fifth is followed to its end. */
const depthOf = (index: number): Depth =>
  index % 5 > 0 ? 'opened' : index % 25 === 0 ? 'restored' : 'finished'

async function damageLog(t: Test): Promise<void> {
  const folder = createFolder(t)
  const scene = await makeScene(join(folder, 'scene.db'))
  const file = join(folder, 'raffles.db')
  const anywhere = (kind: Damage['kind']): Damage[] =>
    Array.from({ length: cuts }, () => ({ kind, at: randomInt(scene.wal.length), bit: randomInt(8) }))
  const places = {
    'cut after every frame': endsOf(scene).map((at): Damage => ({ kind: 'cut', at })),
    'cut at a random byte': anywhere('cut'),
    'a bit of a random byte flipped': anywhere('flip'),
  }
  t.comment(`${scene.frames.length} frames, ${scene.marks.length - 1} commits, ${scene.wal.length} bytes`)
  for (const [name, damages] of Object.entries(places)) {
    for (const beside of ['then', 'now'] as const) {
      const since = performance.now()
      const cases = damages
        // Each random place has one of the two journals.
        .filter((_, index) => name.includes('every') || (index % 2 === 0) === (beside === 'then'))
        .map((damage, index): readonly [Damage, Beside, Depth] => [damage, beside, depthOf(index)])
      const figures = await sufferDamages(file, scene, cases, (one, problems) => {
        t.fail(JSON.stringify(one), { problems })
      })
      const { runs, notPrefix, signedTwice, notFinished, refused, rolledBack } = figures
      const journal = beside === 'then' ? 'the journal of that moment' : 'the newest journal'
      const told = beside === 'then' ? 'all went on' : `${rolledBack} refused as store-rolled-back`
      const row = [runs, notPrefix, signedTwice, notFinished, refused, `${told}, ${minutes(since)}`]
      add('disk', 'store', `WAL ${name}, ${journal}`, ...row)
      t.match(figures, { notPrefix: 0, signedTwice: 0, notFinished: 0, refused: 0 }, name)
    }
  }
}

const faults: Readonly<Record<Exclude<Mode, 'off'>, string>> = {
  eio: 'EIO at the nth call',
  enospc: 'ENOSPC at the nth call',
  short: 'half of the nth write',
  read: 'EIO at the nth read',
  'eio-ever': 'EIO from the nth call on',
  kill: 'SIGKILL at the nth call',
}

async function failCalls(t: Test, compiler: string, modes: readonly Exclude<Mode, 'off'>[]): Promise<void> {
  const project = join(t.testdirName, modes.join('-'))
  mkdirSync(project)
  const stage = await IoStage.make(createFolder(t), project, compiler, await receive(t))
  for (const mode of modes) {
    for (const play of Object.keys(plays) as PlayName[]) {
      const since = performance.now()
      const every = strides[mode]
      const figures = await sufferCalls(stage, play, mode, { first: 1, every }, (title, problems) => {
        say(`${title}: ${JSON.stringify(problems)}`)
        t.fail(title, { problems })
      })
      const { runs, lost, signedTwice, notFinished, other, again } = figures
      const taken = every === 1 ? 'every n' : `n = 1, ${1 + every}, ${1 + 2 * every} …`
      const sent = play === 'outbox' ? `${again} events sent again, ` : ''
      const row = [runs, lost, signedTwice, notFinished, other, `${sent}${minutes(since)}`]
      add('calls', play, `${faults[mode]}, ${taken}`, ...row)
      for (const [what, count] of [...figures.met].toSorted()) say(`    ${count} ${what}`)
      t.match(figures, { lost: 0, signedTwice: 0, notFinished: 0, other: 0 }, `${play}: ${faults[mode]}`)
    }
  }
  await stage.end()
}

await t.test('what survives', { timeout: 14_400_000 }, async t => {
  t.testdir()
  const compiler = findCompiler()
  if (compiler === undefined) t.pass('every nth call', { skip: 'there is no C compiler' })
  await Promise.all([
    killSigners(t),
    damageLog(t),
    killWorkers(t),
    ...(compiler === undefined
      ? []
      : [
          failCalls(t, compiler, ['eio', 'read']),
          failCalls(t, compiler, ['short', 'enospc', 'eio-ever', 'kill']),
        ]),
  ])
})
process.stdout.write(`${table()}\n`)
