// Runs of a raffle that are killed at any moment and started again: one raffle, nothing signed twice, the same winners.
import { readFileSync, writeFileSync } from 'node:fs'
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

// `npm run campaign kills` kills a thousand.
const kills = Number(process.env['KILLS'] ?? 200)

/** Effects from one kill to the next, at most: a run without a kill has some 200. */
const longest = 90

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
    const told = new Set(readFileSync(`${file}.results`, 'utf8').trimEnd().split('\n'))
    if (told.size !== 1 || !told.has(winners)) wrong.push(`${winners}, told as ${[...told].join()}`)
    if (entries.length !== 6) wrong.push(`${entries.length} entries`)
  } finally {
    await store.close()
  }
  return [...wrong, ...(await checkSqliteStore(file)).problems]
}

await t.test(`${kills} kills`, { timeout: 3_600_000 }, async t => {
  let killed = 0
  let raffles = 0
  const deaths = new Set<number>()
  while (killed < kills) {
    raffles += 1
    const file = join(folder, `raffles-${raffles}.db`)
    for (let starts = 1; ; starts += 1) {
      // Before every effect of a beginning in its turn; later ones, and moments, by chance.
      const dieAt = starts === 1 ? 1 + ((7 * raffles) % 190) : 1 + Math.floor(Math.random() * longest)
      const byTime = starts % 3 === 0
      const { process, ended } = children.start({ file, ...orders, ...(!byTime && { dieAt }) })
      if (byTime) {
        const end = await Promise.race([ended, setTimeout(Math.random() * 60)])
        if (end === undefined) process.kill('SIGKILL')
      }
      const { signal } = await ended
      if (signal === null) break
      killed += 1
      deaths.add(dieAt)
      if (starts > 100) throw new Error('a run that is killed goes on and on')
    }
    t.strictSame(await findWrong(file), [], `raffle ${raffles}`)
  }
  t.ok(deaths.size > Math.min(kills, longest) / 4, 'before different effects')
  t.comment(`${killed} kills of ${raffles} raffles`)
})
