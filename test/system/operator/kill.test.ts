import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import t from 'tap'
import { encodeBeacon, encodeChainInfo } from '../../../src/core/beacon-json.js'
import { firstRoundAtOrAfter } from '../../../src/core/beacon.js'
import { parseTrust } from '../../../src/model/trust.js'
import { native } from '../../../src/native/engine.js'
import { journalOf, readJournal } from '../../../src/operator/journal.js'
import { createChain } from '../../../src/relay/create-chain.js'
import { checkSqliteStore } from '../../../src/store/sqlite/maintenance.js'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js'
import { verifyBundle } from '../../../src/verify/bundle/verify-bundle.js'
import { checkHistory, checkSigned, Leaves, readHeadLines } from '../../operator/log-history.js'
import type { Orders } from '../../operator/kill-child.js'
import { readRecord } from '../../operator/signed-record.js'
import { readView } from '../../operator/stage.js'
import { isLong } from '../../long.js'

/** As many points are there between two effects, of which each comes up. */
const points = 60
/** From one point to the next; in the short form not each of them comes up. */
const step = isLong || process.env['KILLS'] !== undefined ? 1 : 5
const kills = Number(process.env['KILLS'] ?? points / step + 20 / step)
const noon = Date.UTC(2026, 8, 1, 12) / 1000
const { chain, sign } = createChain({ secretKey: new Uint8Array(32).fill(7), period: 3, genesisTime: noon })
const given = {
  chain: encodeChainInfo(chain),
  // Of the time at which kill-child.ts draws.
  beacon: encodeBeacon(sign(firstRoundAtOrAfter(chain, noon + 2_000_000))),
}
const root = fileURLToPath(new URL('../../../', import.meta.url))

await t.test(`${kills} kills at any moment lose and double nothing`, { timeout: 3_600_000 }, async t => {
  const folder = t.testdir()
  const child = join(folder, 'child.mjs')
  buildSync({
    entryPoints: [join(root, 'test/operator/kill-child.ts')],
    outfile: child,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    packages: 'bundle',
  })
  const file = join(folder, 'raffles.db')
  const start = Date.now()
  // One is always loading while another works.
  let next = load(child)
  t.teardown(() => next.kill())

  async function run(orders: Pick<Orders, 'dieAt' | 'finish'>, killAfter?: number): Promise<string> {
    const current = next
    next = load(child)
    const ended = once(current, 'close')
    const errors: string[] = []
    current.stderr.on('data', (text: Buffer) => errors.push(text.toString()))
    current.stdin.write(`${JSON.stringify({ file, start, ...given, ...orders } satisfies Orders)}\n`)
    if (killAfter !== undefined) {
      await Promise.race([setTimeout(killAfter), ended])
      current.kill('SIGKILL')
    }
    const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null]
    if (code !== null && code !== 0) throw new Error(errors.join(''))
    return signal ?? 'ended'
  }

  const leaves = new Leaves()

  /** What has to be true of the log at any moment. */
  async function checkLog(): Promise<void> {
    if (!existsSync(journalOf(file))) return
    const store = await openSqliteStore(file, { access: 'read' })
    const problems = await leaves.read(store)
    await store.close()
    problems.push(...checkSigned([...readRecord(file), ...readHeadLines(file)], leaves))
    if (problems.length > 0) t.fail(`after kill ${killed}: ${problems.join(', ')}`)
  }

  let killed = 0
  // First every point between two effects, one after the other; then moments of chance.
  for (
    let dieAt = 1;
    killed < Math.max(points / step, kills / 2);
    dieAt = ((dieAt + step - 1) % points) + 1
  ) {
    if ((await run({ dieAt, finish: false })) === 'SIGKILL') killed += 1
    await checkLog()
  }
  while (killed < kills) {
    if ((await run({ dieAt: 0, finish: false }, Math.random() * 150)) === 'SIGKILL') killed += 1
    await checkLog()
  }
  t.equal(await run({ dieAt: 0, finish: true }), 'ended')
  t.equal(killed, kills)

  t.strictSame(await checkHistory(file, [], leaves), [], 'the log is one history, with every statement once')
  const { lines } = readJournal(journalOf(file))
  t.equal(new Set(lines.map(line => `${line.raffleId} ${line.sequence}`)).size, lines.length, 'and one line')

  t.strictSame((await checkSqliteStore(file, native)).problems, [])
  const store = await openSqliteStore(file, { access: 'read' })
  t.teardown(() => store.close())
  const digests = await store.ceremonies.readDigests()
  t.strictSame(
    new Set(digests.map(({ raffleId, sequence, digest }) => `${raffleId} ${sequence} ${digest}`)),
    new Set(lines.map(({ raffleId, sequence, digest }) => `${raffleId} ${sequence} ${digest}`)),
    'the store has what the journal has',
  )
  t.ok(
    digests.every(({ signed }) => signed),
    'and all of it is signed',
  )

  const trust = parseTrust({ ...(await store.readTrust()), beacons: [encodeChainInfo(chain)] })
  const raffles = await store.ceremonies.listCeremonies('', 10_000)
  t.ok(raffles.length > 0)
  for (const raffleId of raffles) {
    const record = readView((await store.readRaffle(raffleId))?.audit) as object
    const bundle = readView(await store.readBundle(raffleId)) as { statements: unknown[] }
    const report = verifyBundle(bundle, trust, {
      now: new Date('2027-01-01T00:00:00Z'),
      record,
      require: ['reproducible'],
      acceptReplacements: true,
    })
    t.strictSame([report.verdict, bundle.statements.length], ['proven', 5], raffleId)
  }
  const heads = (await store.log.listHeads(0, 1_000_000)).length
  t.comment(`${killed} kills, ${raffles.length} raffles, ${lines.length} statements, ${heads} heads`)
})

function load(child: string): ChildProcessWithoutNullStreams {
  // The test runner's loader has nothing to do with it.
  const path = process.env['PATH'] ?? ''
  return spawn('env', ['-i', `PATH=${path}`, process.execPath, child], { cwd: root })
}
