// Runs of a raffle that are killed at any moment and started again: one raffle, nothing signed twice, the same winners.
import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { encodeBeacon, encodeChainInfo } from '../../../../src/core/beacon-json.js'
import { firstRoundAtOrAfter } from '../../../../src/core/beacon.js'
import { derivePublicKey } from '../../../../src/core/dsse.js'
import { createVerifierKey, formatVerifierKey } from '../../../../src/core/note.js'
import { listParts } from '../../../../src/model/entry.js'
import { parseBundle } from '../../../../src/model/bundle.js'
import { parseTrust } from '../../../../src/model/trust.js'
import { native } from '../../../../src/native/engine.js'
import { readOwnLog } from '../../../../src/operator/own-log.js'
import { createChain } from '../../../../src/relay/create-chain.js'
import { checkSqliteStore } from '../../../../src/store/sqlite/maintenance.js'
import { openSqliteStore } from '../../../../src/store/sqlite/sqlite-store.js'
import { verifyBundle } from '../../../../src/verify/bundle/verify-bundle.js'
import { Children } from '../../../operator/children.js'
import { noon } from '../../../operator/log-play.js'
import type { Orders } from '../../../operator/run-child.js'
import { readRecord } from '../../../operator/signed-record.js'
import { readView } from '../../../operator/stage.js'
import { isLong } from '../../../long.js'

// `npm run campaign kills` kills a thousand.
const kills = Number(process.env['KILLS'] ?? (isLong ? 200 : 20))

/** Runs that die with one process: loading it takes longer than all that they do. */
const together = 4

/** Effects of a run without a kill, about, and of each from one kill to the next, at most. */
const [effects, longest] = [190, 60]

const folder = t.testdir()
const { chain, sign } = createChain({ secretKey: new Uint8Array(32).fill(7), period: 3, genesisTime: noon })
const list = join(folder, 'entries.txt')
writeFileSync(list, Array.from({ length: 6 }, (_, at) => `t${at}\n`).join(''))
const orders = {
  list,
  chain: encodeChainInfo(chain),
  beacon: encodeBeacon(sign(firstRoundAtOrAfter(chain, noon + 120))),
}
const children = new Children<Orders>('run-child.ts', folder)
t.teardown(() => {
  children.end()
})

/** As run-child.ts notes the winners. */
const resultsOf = (file: string): string => `${file}.results`

const witness = createVerifierKey(
  'witness.example',
  'cosignature/v1',
  derivePublicKey(new Uint8Array(32).fill(5)),
)

/** What is wrong once a run has come to its end. */
async function findWrong(file: string): Promise<readonly string[]> {
  const wrong: string[] = []
  const signed = new Map<string, string>()
  for (const { what, place, content } of readRecord(file)) {
    const before = signed.get(`${what} ${place}`) ?? content
    if (before !== content) wrong.push(`${what} ${place} was signed twice`)
    signed.set(`${what} ${place}`, content)
  }
  const store = await openSqliteStore(file, { access: 'read' })
  try {
    const raffles = await store.ceremonies.listCeremonies('', 10)
    const [raffleId = ''] = raffles
    if (raffles.length !== 1) wrong.push(`${raffles.length} raffles`)
    const entries = await store.ceremonies.readEntries(raffleId, 0, 100)
    const bundle = {
      ...(readView(await store.readBundle(raffleId)) as { winners: readonly { entry_id: string }[] }),
      entries: entries.map(listParts),
    }
    const trust = {
      ...(await store.readTrust()),
      beacons: [orders.chain],
      witnesses: [formatVerifierKey(witness)],
      witness_threshold: 1,
    }
    const root = parseTrust(trust)
    const log = await readOwnLog(store.log, parseBundle(bundle), root, native)
    const report = verifyBundle(bundle, root, {
      now: new Date(1000 * (noon + 600)),
      engine: native,
      ...(log && { log }),
    })
    const [subject] = report.subjects
    if (subject?.level !== 5) {
      const stopper = subject?.claims.find(({ id }) => id === subject.stopped_by)
      wrong.push(`level ${String(subject?.level)}: ${String(stopper?.message)}`)
    }
    const winners = JSON.stringify(bundle.winners.map(({ entry_id }) => entry_id))
    const told = new Set(readFileSync(resultsOf(file), 'utf8').trimEnd().split('\n'))
    if (told.size !== 1 || !told.has(winners)) wrong.push(`${winners}, told as ${[...told].join()}`)
    if (entries.length !== 6) wrong.push(`${entries.length} entries`)
  } finally {
    await store.close()
  }
  return [...wrong, ...(await checkSqliteStore(file, native)).problems]
}

await t.test(`${kills} kills`, { timeout: 3_600_000 }, async t => {
  let [killed, starts] = [0, 0]
  for (let batch = 1; killed < kills; batch += 1) {
    const files = Array.from({ length: together }, (_, at) => join(folder, `raffles-${batch}-${at}.db`))
    for (let turn = 1; ; turn += 1) {
      if (turn > 100) throw new Error('a run that is killed goes on and on')
      starts += 1
      // Before effects from the first to the last in their turn; later ones, and moments, by chance.
      const dieAt = 1 + (turn === 1 ? (53 * batch) % (together * effects) : randomInt(together * longest))
      const byTime = turn % 3 === 0
      const turned = files.map((_, at) => files[(at + turn) % together] ?? '')
      const { process, ended } = children.start({ files: turned, ...orders, ...(!byTime && { dieAt }) })
      if (byTime) {
        const end = await Promise.race([ended, setTimeout(Math.random() * 100)])
        if (end === undefined) process.kill('SIGKILL')
      }
      const { signal } = await ended
      if (signal === null) break
      killed += files.filter(file => !existsSync(resultsOf(file))).length
    }
    for (const file of files) t.strictSame(await findWrong(file), [], file.slice(folder.length))
  }
  t.comment(`${killed} kills of runs, ${starts} processes`)
})
