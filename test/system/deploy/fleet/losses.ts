/**
 * What was lost or doubled of what a fleet signed and told, by the raffle.
 *
 * @packageDocumentation
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { encodeChainInfo } from '../../../../src/core/beacon-json.js'
import { sequenceLog } from '../../../../src/operator/sequence-log.js'
import { run } from '../../../cli/run.js'
import { checkHistoryOf } from '../../../operator/log-history.js'
import { chain } from '../../../operator/stage.js'
import type { Losses } from './faults.js'
import type { Fleet } from './fleet.js'

export interface Checked extends Losses {
  /** Whatever is not as it has to be. */
  readonly problems: readonly string[]
  readonly statementsLost: number
  readonly statementsDoubled: number
  readonly webhooksLost: number
  readonly webhooksSentAgain: number
  /** Bundles that `drawaudit verify` proves, with the log. */
  readonly proven: number
  readonly raffles: readonly string[]
}

/** Statements of a raffle that is drawn: commitment, seal, two draws. */
const statements = 4

/** What a raffle that is drawn is told as. */
const told = ['audit.published', 'draw.completed', 'draw.completed']
const endpoints = ['/one', '/two']

/** Everything that a fleet at rest has signed and told. */
export async function check(fleet: Fleet): Promise<Checked> {
  const { store, desk, file, said } = fleet
  const raffles = said.flatMap(one => (one.kind === 'drawn' ? [one.raffleId] : []))
  const problems: string[] = said.flatMap(one => (one.kind === 'failed' ? [one.message] : []))
  await sequenceLog(desk)
  problems.push(...(await checkHistoryOf(store, file)))
  const inLog = count(
    (await store.log.readLogEntries(0, await store.log.countEntries())).map(({ raffleId }) => raffleId),
  )
  const kept = new Map<string, number>()
  for (const raffleId of raffles) {
    const ceremony = await store.ceremonies.readCeremony(raffleId)
    kept.set(raffleId, ceremony?.statements.filter(({ signature }) => signature !== undefined).length ?? 0)
  }
  const verified = await verifyAll(fleet, raffles)
  problems.push(...verified.problems)

  const messages = await readMessages(fleet)
  const arrivals = count(
    fleet.receiver.received.map(({ headers, path }) => `${String(headers['webhook-id'])} ${path}`),
  )
  const known = new Set([...messages.values()].flatMap(list => list.map(({ id }) => id)))
  for (const arrival of arrivals.keys()) {
    if (!known.has(arrival.split(' ')[0] ?? '')) problems.push(`${arrival} was told, and is not in the store`)
  }
  const lost = new Map<string, number>()
  const again = new Map<string, number>()
  for (const raffleId of raffles) {
    const list = messages.get(raffleId) ?? []
    const types = list.map(({ type }) => type).toSorted()
    if (types.join() !== told.join()) problems.push(`raffle ${raffleId} is told as ${types.join(', ')}`)
    const counts = list.flatMap(({ id }) => endpoints.map(path => arrivals.get(`${id} ${path}`) ?? 0))
    const missing = Math.max(0, told.length * endpoints.length - counts.length)
    lost.set(raffleId, missing + counts.filter(one => one === 0).length)
    again.set(
      raffleId,
      counts.reduce((sum, one) => sum + Math.max(0, one - 1), 0),
    )
  }
  const sum = (of: (raffleId: string) => number, list: readonly string[]): number =>
    list.reduce((total, one) => total + of(one), 0)
  const missing = (id: string): number =>
    kept.has(id) ? statements - Math.min(kept.get(id) ?? 0, inLog.get(id) ?? 0, statements) : 0
  const doubled = (id: string): number =>
    Math.max(0, (inLog.get(id) ?? 0) - statements, (kept.get(id) ?? 0) - statements)
  return {
    problems,
    raffles,
    proven: verified.proven,
    statementsLost: sum(missing, raffles),
    statementsDoubled: sum(doubled, raffles),
    webhooksLost: sum(id => lost.get(id) ?? 0, raffles),
    webhooksSentAgain: sum(id => again.get(id) ?? 0, raffles),
    statements: list => `${sum(missing, list)}, ${sum(doubled, list)}`,
    webhooks: list => `${sum(id => lost.get(id) ?? 0, list)}, ${sum(id => again.get(id) ?? 0, list)}`,
  }
}

/** What `drawaudit verify` has to say of every bundle. */
const asked = ['level.reached', 'log.included']

/** `drawaudit verify` of every bundle, with the log. */
async function verifyAll(
  { store, folder, database }: Fleet,
  raffles: readonly string[],
): Promise<{ readonly proven: number; readonly problems: readonly string[] }> {
  const bundles = join(folder, 'bundles')
  mkdirSync(bundles, { recursive: true })
  for (const raffleId of raffles) {
    const bundle = await store.readBundle(raffleId)
    writeFileSync(join(bundles, `${raffleId}.json`), bundle?.body ?? '')
  }
  const trust = join(folder, 'trust.json')
  writeFileSync(trust, JSON.stringify({ ...(await store.readTrust()), beacons: [encodeChainInfo(chain)] }))
  const log = join(folder, 'log')
  const exported = await run(['log', 'export', log, '--store', database.url])
  if (exported.code !== 0) return { proven: 0, problems: [exported.stderr] }
  const { stdout, stderr } = await run([
    'verify',
    bundles,
    '--trust',
    trust,
    '--log',
    log,
    '--require',
    'reproducible,log.included',
    '--format',
    'json',
  ])
  const { subjects = [] } = parse(stdout)
  const wrong = subjects.filter(
    ({ claims }) => !asked.every(id => claims.some(one => one.id === id && one.status === 'proven')),
  )
  return {
    proven: subjects.length - wrong.length,
    problems:
      subjects.length === raffles.length
        ? wrong.map(({ source }) => `${source} is not proven`)
        : [`${subjects.length} of ${raffles.length} bundles were read: ${stderr}`],
  }
}

interface VerifiedJson {
  readonly subjects?: readonly {
    readonly source: string
    readonly claims: readonly { readonly id: string; readonly status: string }[]
  }[]
}

function parse(text: string): VerifiedJson {
  try {
    return JSON.parse(text) as VerifiedJson
  } catch {
    return {}
  }
}

interface Message {
  readonly id: string
  readonly type: string
}

/** What was queued, by the raffle, when nothing waits any more. */
async function readMessages({ store }: Fleet): Promise<ReadonlyMap<string, readonly Message[]>> {
  for (let left = 300; left > 0 && (await store.outbox.countPending(1)) > 0; left -= 1) await setTimeout(200)
  const found = new Map<string, Map<string, Message>>()
  for (const { raffleId, messageId, type } of await store.outbox.listDeliveries({ limit: 1_000_000 })) {
    const messages = found.get(raffleId) ?? new Map<string, Message>()
    found.set(raffleId, messages.set(messageId, { id: messageId, type }))
  }
  return new Map([...found].map(([raffleId, messages]) => [raffleId, [...messages.values()]]))
}

function count(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
